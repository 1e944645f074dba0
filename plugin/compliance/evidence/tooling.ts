/** Tools of development and delivery: scanners, update services, jobs of the build server, by technology or by what a step runs. */
import Joi from 'joi'
import type { Evidence, ManifestFact } from '../../types'
import { listed, type Outcome, outcome } from '../outcome'
import { check, says } from './check'

interface Asked {
  /** Purposes of technologies (`security scanner`), or their names. */
  purposes: string[]
  names: string[]
  /** What a step, an action or a script runs, as a regular expression. */
  runs: string[]
  what: string
  found: Outcome['says']
  /** Found, and no job of a build server runs it: somebody has to think of it. */
  byHand: Outcome['says']
  none: Outcome['says']
}

const texts = Joi.array().items(Joi.string()).default([])

export const tooling = check<Asked>(
  Joi.object({
    purposes: texts,
    names: texts,
    runs: texts,
    what: Joi.string().required(),
    found: says.default('met'),
    byHand: says.default(Joi.ref('found')),
    none: says.default('not met'),
  }),
  (asked, { program }) => {
    const tests = asked.runs.map((text) => new RegExp(text, 'i'))
    const used = program.technologies.filter(({ name, purpose }) => asked.purposes.includes(purpose) || asked.names.includes(name))
    const steps = program.manifests.flatMap(({ path: file, facts }) =>
      facts
        .filter((fact) => STEPS.has(fact.kind) && tests.some((test) => test.test(`${fact.name} ${fact.value ?? ''} ${fact.text}`)))
        .map((fact) => ({ name: shownOf(fact), at: { file, line: fact.line, text: fact.text } })),
    )
    const places: { name: string; at: Evidence }[] = [...steps, ...used.flatMap(({ name, evidence }) => evidence.map((at) => ({ name, at })))]
    if (places.length === 0) {
      const jobs = program.manifests.reduce((count, { facts }) => count + facts.filter(({ kind }) => kind === 'ci-job').length, 0)
      return outcome(
        asked.none,
        `Looked for ${asked.what} among ${program.technologies.length} technologies, ${jobs} jobs of build servers and the scripts of the manifests: none.`,
      )
    }
    const inJobs = places.filter(({ at }) => isOfBuildServer(at.file))
    const shown = `${asked.what.slice(0, 1).toUpperCase() + asked.what.slice(1)}: ${listed(places.map(({ name }) => name))}.`
    const order = [...inJobs, ...places].map(({ at }) => at)
    if (inJobs.length > 0 || asked.byHand === asked.found) return outcome(asked.found, shown, order)
    return outcome(asked.byHand, `${shown} No job of a build server or update service was seen to run it.`, order)
  },
)

const STEPS = new Set<ManifestFact['kind']>(['ci-job', 'action', 'tool', 'script'])

const shownOf = ({ kind, name, value }: ManifestFact): string => (kind === 'script' ? `${name}: ${value}` : name)

export const isOfBuildServer = (file: string): boolean =>
  /(?:^|\/)(?:\.dependabot\/|\.github\/(?:workflows\/|dependabot\.ya?ml$|renovate)|\.gitlab-ci|\.circleci\/|\.travis\.ya?ml$|azure-pipelines|bitbucket-pipelines|Jenkinsfile|\.drone|\.woodpecker|buildspec|cloudbuild|appveyor|renovate\.json|\.renovaterc|\.snyk$)/.test(
    file,
  )
