/** Tools of development and delivery: scanners, update services, jobs of the build server, by technology or by what a step runs. */
import Joi from 'joi'
import type { Evidence, ManifestFact, RunCommand } from '../../types'
import { counted, listed, type Outcome, outcome } from '../outcome'
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
    const isMeant = (text: string) => tests.some((test) => test.test(text))
    const used = program.technologies.filter(({ name, purpose }) => asked.purposes.includes(purpose) || asked.names.includes(name))
    const commands = program.commands ?? []
    const steps = program.manifests.flatMap(({ path: file, facts }) =>
      facts
        .filter((fact) => STEPS.has(fact.kind) && isMeant(`${fact.name} ${fact.value ?? ''} ${fact.text}`))
        .map((fact): Place => ({ name: shownOf(fact), at: { file, line: fact.line, text: fact.text } })),
    )
    const scripts = new Set(
      program.manifests.flatMap(({ facts }) =>
        facts.filter((fact) => fact.kind === 'script' && isMeant(`${fact.name} ${fact.value ?? ''}`)).map(({ name }) => name),
      ),
    )
    const all: Place[] = [
      ...commands.filter(({ command }) => isMeant(command)).map(placeOf),
      ...commands.filter(({ command }) => scriptsIn(command).some((name) => scripts.has(name))).map(placeOf),
      ...steps,
      ...used.flatMap(({ name, evidence }) => evidence.map((at) => ({ name, at }))),
    ]
    // Where code is written says nothing of where it is made and run.
    const places = all.filter(({ at }) => !/(?:^|\/)\.(?:gitpod|devcontainer)/.test(at.file))
    if (places.length === 0) {
      const jobs = program.manifests.reduce((count, { facts }) => count + facts.filter(({ kind }) => kind === 'ci-job').length, 0)
      const where = [
        counted(program.technologies.length, 'technology', 'technologies'),
        `${counted(jobs, 'job')} of build servers`,
        ...(commands.length > 0 ? [`${counted(commands.length, 'command')} of jobs and images`] : []),
        'the scripts of the manifests',
      ]
      return outcome(asked.none, `Looked for ${asked.what} among ${listed(where)}: none.`)
    }
    // What a job runs says more than that the tool is there.
    const inJobs = places.filter(({ isRun, at }) => isRun || isOfBuildServer(at.file))
    const shown = `${asked.what.slice(0, 1).toUpperCase() + asked.what.slice(1)}: ${listed(
      (inJobs.length > 0 ? inJobs : places).map(({ name }) => name),
      4,
    )}.`
    const order = [...inJobs, ...places].map(({ at }) => at)
    if (inJobs.length > 0 || asked.byHand === asked.found) return outcome(asked.found, shown, order)
    return outcome(asked.byHand, `${shown} No job of a build server or update service was seen to run it.`, order)
  },
)

interface Place {
  name: string
  /** A job, or the making of an image, runs it. */
  isRun?: true
  at: Evidence
}

const STEPS = new Set<ManifestFact['kind']>(['ci-job', 'action', 'tool', 'script'])

const shownOf = ({ kind, name }: ManifestFact): string => (kind === 'script' ? `script \`${name}\`` : name)

const LONGEST_COMMAND = 60

function placeOf({ command, at }: RunCommand): Place {
  // What goes on at the next line, or only chains commands, is left out.
  const text = command.replace(/(?:\s*(?:&&|\|\||\\))+\s*$/, '')
  return { name: `\`${text.length > LONGEST_COMMAND ? `${text.slice(0, LONGEST_COMMAND)}…` : text}\``, isRun: true, at }
}

/** Scripts of manifests that a command runs: `npm run lint`, `yarn lint --quiet`, `pnpm -r test`. */
function scriptsIn(command: string): string[] {
  return [...command.matchAll(/\b(?:npm|yarn|pnpm|bun)\s+(?:(?:run|run-script|-[\w=./@*-]+)\s+)*([\w][\w:.-]*)/g)].map(([, name]) => name as string)
}

export const isOfBuildServer = (file: string): boolean =>
  /(?:^|\/)(?:\.github\/(?:workflows\/|dependabot\.ya?ml$|renovate)|\.gitlab-ci|\.circleci\/|\.travis\.ya?ml$|azure-pipelines|bitbucket-pipelines|Jenkinsfile|\.drone|\.woodpecker|buildspec|cloudbuild|appveyor|renovate\.json|\.renovaterc|\.snyk$)/.test(
    file,
  )
