/** What the project is built with, by category, and where each statement stands. */
import type { Technology, TechnologyCategory, TechnologyKind, View } from '../types'
import type { ViewContext } from './context'
import { languagesOf } from './derived/languages'
import { ecosystemsOf, manifestsOf } from './derived/manifests'
import { pipelinesOf } from './derived/pipelines'
import { stackOf } from './derived/stack'
import { compareText } from './order'
import { manifestPath } from './reports'

/** Kinds of libraries that say what an application does; the others help to write it. */
const TELLING = new Set<TechnologyKind>(['orm', 'auth', 'database', 'cache', 'queue', 'search', 'storage', 'mail', 'monitoring', 'cloud', 'service'])
const TELLING_PURPOSES =
  /security|validation|api description|graphql|client|websocket|server middleware|language model|scheduler|blockchain|shared editing/
/** Given to packages that the catalogue does not know. */
const UNKNOWN = new Set(['library', 'development library', 'build plugin'])

/** Tables of delivery, in the order in which code passes through them. */
const STAGES: { name: string; kinds: TechnologyKind[] }[] = [
  { name: 'runtime', kinds: ['runtime', 'package-manager'] },
  { name: 'build', kinds: ['build'] },
  { name: 'test', kinds: ['test'] },
  { name: 'lint', kinds: ['lint'] },
  { name: 'ci', kinds: ['ci'] },
  { name: 'deployment', kinds: ['container', 'deployment'] },
]

export function technologyManifest({ program, date }: ViewContext): View {
  const of = (category: TechnologyCategory): TechnologyData[] =>
    program.technologies
      .filter((technology) => technology.category === category)
      .map(technologyData)
      .sort((a, b) => compareText(a.purpose, b.purpose) || compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.name, b.name))
  const languages = languagesOf(program)
  const libraries = of('library')
  const devops = of('devops')
  const unknown = libraries.filter(({ purpose }) => UNKNOWN.has(purpose))
  const isTelling = ({ kind, purpose, isDevelopment }: TechnologyData) => !isDevelopment && (TELLING.has(kind) || TELLING_PURPOSES.test(purpose))
  const staged = new Set(STAGES.flatMap(({ kinds }) => kinds))
  const manifests = new Set(program.files.filter(({ kind }) => kind === 'manifest').map(({ path }) => path))
  return {
    path: manifestPath,
    template: 'technology-manifest',
    data: {
      project: program.project.name,
      date,
      stack: stackOf(program),
      disagreements: program.runtimeAgreement.filter(({ agree }) => !agree),
      runtimes: program.runtimeAgreement,
      languages: languages.filter(({ share }) => share !== null),
      formats: languages.filter(({ share }) => share === null).map(({ name, evidence }) => ({ name, at: evidence[0] ?? null })),
      frameworks: table(of('framework')),
      libraries: {
        count: libraries.length,
        telling: table(libraries.filter((it) => isTelling(it) && !UNKNOWN.has(it.purpose))),
        others: table(libraries.filter((it) => !isTelling(it) && !UNKNOWN.has(it.purpose))),
        unknown: table(unknown),
      },
      declaredTwice: program.technologies.flatMap(({ name, declared }) => (declared ? [{ name, declared }] : [])),
      infrastructure: table(of('infrastructure')),
      devops: {
        count: devops.length,
        stages: STAGES.map(({ name, kinds }) => ({
          name,
          ...table(devops.filter(({ kind }) => kinds.includes(kind) || (name === 'build' && !staged.has(kind)))),
        })).filter(({ rows }) => rows.length > 0),
        pipelines: pipelinesOf(program),
      },
      ecosystems: ecosystemsOf(program),
      manifests: manifestsOf(program),
      unrecognised: program.unrecognised,
      unreadManifests: program.notAnalysed
        .filter(({ subject }) => manifests.has(subject))
        .map(({ subject, detail, line }) => ({ detail, at: { file: subject, line: line ?? 1, text: '' } })),
    },
  }
}

export interface TechnologyData extends Pick<Technology, 'name' | 'kind' | 'purpose' | 'evidence'> {
  version: string | null
  /** Null where it is the technology's own. */
  versionOf: string | null
  /** Null where no lock file says one. */
  locked: NonNullable<Technology['locked']>[number] | null
  /** Further declared versions. */
  also: NonNullable<Technology['declared']>
  isDevelopment: boolean
}

/** Columns that would be empty are left out. */
function table(rows: TechnologyData[]): { rows: TechnologyData[]; withVersions: boolean; withLocked: boolean } {
  return { rows, withVersions: rows.some(({ version }) => version !== null), withLocked: rows.some(({ locked }) => locked !== null) }
}

function technologyData({ name, kind, purpose, version, versionOf, locked, declared, evidence, isDevelopment }: Technology): TechnologyData {
  return {
    name,
    kind,
    purpose,
    version: version ?? null,
    versionOf: versionOf ?? null,
    locked: locked?.[0] ?? null,
    also: (declared ?? []).filter((each) => each.version !== version),
    evidence,
    isDevelopment: isDevelopment ?? false,
  }
}
