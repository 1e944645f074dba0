/**
 * What a file is to the running product. In: the program, and a finding. Out: the same, claimed with less where its code is none that
 * people outside meet: nothing leads to it, it shows how something is used, or somebody runs it by hand.
 */
import { posix } from 'node:path'
import type { Finding, Program } from '../types'

interface Standing {
  /** Why less is claimed of what stands in a file; undefined where this says nothing against it. `way`: files on the way there. */
  tell(program: Program): (file: string, way: readonly string[]) => string | undefined
  /** Phases whose findings it says nothing against. */
  notOf?: ReadonlySet<string>
  /** It is not the product: what is a lead only elsewhere is less here. */
  isAside?: true
  /** Nobody but developers ever meets it: nothing is more than a hint there. A secret that somebody gave out is one all the same. */
  isHintAtMost?: true
}

/** Who reads a secret in a repository does not ask whether the file is used. */
const SECRETS = new Set(['Secrets Management'])

const STANDINGS: readonly Standing[] = [
  {
    tell: (program) => {
      const folders = foldersOfDevelopers(program)
      return (file) => {
        const own = folders.find((folder) => file.startsWith(folder))
        return own === undefined ? undefined : `\`${own}\` is a package that is started for development alone.`
      }
    },
    isAside: true,
    isHintAtMost: true,
  },
  {
    tell: ({ quality, entryPoints }) => {
      const unused = new Set(quality.health.unused.filter(({ kind }) => kind === 'file').map(({ name }) => name))
      // What a framework finds by a decorator or by its place needs nobody that imports it.
      const doors = new Set(entryPoints.map(({ at }) => at.file))
      return (file, way) => (unused.has(file) && !way.some((each) => doors.has(each)) ? 'Nothing that was read leads to this file.' : undefined)
    },
    notOf: SECRETS,
  },
  {
    tell: (program) => {
      const samples = samplesOf(program)
      return (file) => {
        const sample = samples.find((folder) => file.startsWith(folder))
        return sample === undefined ? undefined : `\`${sample}\` shows how the project is used, or tries it out.`
      }
    },
    isAside: true,
  },
  {
    tell: (program) => {
      const doors = new Set(program.entryPoints.filter(({ kind }) => kind !== 'cli').map(({ at }) => at.file))
      const named = runByName(program)
      const isByHand = (file: string) =>
        (BY_HAND.test(file) || (AMONG_SCRIPTS.test(file) && named.has(file))) && (!doors.has(file) || OF_DEVELOPERS.test(file))
      return (file) => (isByHand(file) ? 'It stands among the scripts that developers run by hand.' : undefined)
    },
    notOf: SECRETS,
    isAside: true,
  },
]

/** What runs a package elsewhere than on a developer's machine. */
const RUNS = /^(?:pre|post)?(?:build|start|serve|deploy|prod(?:uction)?|release|publish|dist|package|compile)(?:$|[:_-])/i
const DEVELOPS = /(?:^|[:_-])dev(?:$|[:_-])/i
const DEPLOYED =
  /(?:^|\/)(?:[^/]*Dockerfile[^/]*|Procfile|[^/]*compose[^/]*\.ya?ml|serverless\.ya?ml|app\.ya?ml|fly\.toml|vercel\.json|render\.ya?ml)$/i

/**
 * Folders of packages, with `/` at their end, that developers of a workspace try its published packages out with: private, started by
 * `dev` alone, and nothing that another package depends on.
 */
export function foldersOfDevelopers({ manifests, files }: Pick<Program, 'manifests' | 'files'>): string[] {
  const packages = manifests.flatMap(({ path, facts }) => {
    const own = /(?:^|\/)package\.json$/.test(path) ? facts.find(({ kind }) => kind === 'package') : undefined
    return own ? [{ folder: path.slice(0, -'package.json'.length), name: own.name, isPrivate: own.value === 'private', facts }] : []
  })
  const published = new Set(packages.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name))
  const needed = new Set(packages.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'dependency').map(({ name }) => name)))
  const isDeployed = (folder: string) => [...manifests, ...files].some(({ path }) => path.startsWith(folder) && DEPLOYED.test(path))
  return packages.flatMap(({ folder, name, isPrivate, facts }) => {
    const scripts = facts.filter(({ kind }) => kind === 'script').map((script) => script.name)
    const isOfDevelopers =
      folder !== '' &&
      isPrivate &&
      !needed.has(name) &&
      !facts.some(({ kind }) => kind === 'bin') &&
      scripts.some((script) => DEVELOPS.test(script)) &&
      !scripts.some((script) => RUNS.test(script)) &&
      facts.some((fact) => fact.kind === 'dependency' && published.has(fact.name))
    return isOfDevelopers && !isDeployed(folder) ? [folder] : []
  })
}

/** At the top of the repository or of one of its packages; deeper, and below what is served, `scripts` are those of pages. */
const BY_HAND =
  /^(?:(?:apps|packages|services|libs|modules|plugins)\/(?:@[^/]+\/)?[^/]+\/)?(?:_?scripts?|tooling|migrations?|seeds?|seeders?|bench(?:marks?)?)\//

/** Deeper than that, those that a package runs by their name: `"move": "tsx src/scripts/move.ts"`. */
const AMONG_SCRIPTS = /(?:^|\/)(?:scripts?|migrations?|seeds?|seeders?)\/[^/]+$/
const FILE_OF_CODE = /[\w@./-]+\.[cm]?[jt]s\b/g
/** What is run whenever a package is installed, built or started. */
const RUN_BY_ITSELF = /^(?:pre|post)?(?:start|serve|prod|production|build|install|prepare|deploy|release)(?::|$)/

/** Files that scripts of packages run, of those that somebody calls by name. */
function runByName({ manifests }: Program): Set<string> {
  return new Set(
    manifests.flatMap(({ path, facts }) =>
      facts.flatMap(({ kind, name, value = '' }) =>
        kind === 'script' && !RUN_BY_ITSELF.test(name) ? (value.match(FILE_OF_CODE) ?? []).map((file) => posix.join(posix.dirname(path), file)) : [],
      ),
    ),
  )
}

/** `scripts/dev/preview.ts` may open doors: those of a server on the developer's own machine. */
const OF_DEVELOPERS = /\/dev(?:elopment)?\//

const SAMPLE_FOLDER = /^(?:.*\/)?(?:examples?|samples?|demos?|playgrounds?)\//
const SAMPLE_NAME = /(?:^|[-_/@.])(?:examples?|samples?|demos?|playgrounds?)(?:$|[-_/.])/i

/** A package that tries out others: `shop-e2e`, `multi-site-test`. */
const TEST_NAME = /[-_/](?:e2e|tests?)$/i

/** Folders of samples, with `/` at their end. A repository that is nothing else is the product itself. */
function samplesOf({ manifests, files }: Program): string[] {
  const packages = manifests.flatMap(({ path, facts }) =>
    /(?:^|\/)package\.json$/.test(path) && facts.some(({ kind, name }) => kind === 'package' && (SAMPLE_NAME.test(name) || TEST_NAME.test(name)))
      ? [path.slice(0, -'package.json'.length)]
      : [],
  )
  const folders = files.flatMap(({ path }) => SAMPLE_FOLDER.exec(path)?.[0] ?? [])
  const samples = [...new Set([...packages, ...folders])].filter((folder) => folder !== '').sort()
  const isSample = (file: string) => samples.some((folder) => file.startsWith(folder))
  return files.some(({ path, kind }) => kind === 'code' && !isSample(path)) ? samples : []
}

export function withStanding(program: Program): (finding: Finding) => Finding {
  const standings = STANDINGS.map((standing) => ({ ...standing, tell: standing.tell(program) }))
  return (finding) => {
    if (finding.confidence === 'low') return finding
    // Data that a sample reads come from nobody, whatever the code below makes of them.
    const way = [finding.at, ...finding.trace].map(({ file }) => file)
    const files = [...new Set([finding.at.file, (finding.trace[0] ?? finding.at).file])]
    for (const { tell, notOf, isAside, isHintAtMost } of standings) {
      if (finding.confidence === 'medium' && !isAside) continue
      const because = notOf?.has(finding.phase) ? undefined : files.map((file) => tell(file, way)).find((reason) => reason !== undefined)
      if (because !== undefined)
        return {
          ...finding,
          confidence: finding.confidence === 'high' && !(isHintAtMost && !SECRETS.has(finding.phase)) ? 'medium' : 'low',
          description: `${finding.description} ${because}`,
        }
    }
    return finding
  }
}
