/** Lines that prove a technology, gathered by technology. In: one sighting after another. Out: the map that they are kept in. */
import type { Evidence, TechnologyCategory, TechnologyKind } from '../../types'
import type { Catalogue, Known, Mark } from './catalogue'

/** How directly a line proves a technology; lower is stronger. The strongest line stands first and tells the version. */
export const RANK = {
  declaredVersion: 0,
  versionFile: 1,
  runtimeDependency: 2,
  devDependency: 3,
  /** One of a family: it proves the technology, and tells its version where the main package does not. */
  companion: 3.5,
  platform: 3,
  service: 4,
  image: 4,
  /** Rented along with a deployment that somebody may make. */
  addOn: 4.5,
  connection: 5,
  /** The address in a file that shows how settings look. */
  sampleSetting: 5.5,
  action: 6,
  ciVersion: 6,
  command: 7,
  ciImage: 7,
  settings: 7,
  lockFile: 8,
  driver: 8,
  file: 9,
  scriptCommand: 10,
  import: 11,
  language: 12,
} as const

/** Lines in examples and tests count, and come last. */
export const ASIDE = 100

export interface Sighting {
  rank: number
  version: string | undefined
  at: Evidence
  /** Package whose version it is, where that is another than the technology's own. */
  part?: string
  /** Of a dependency: a manifest asks for it, for development only or not. */
  isDevelopment?: boolean
  locked?: { version: string; at: Evidence }
}

export interface Found {
  name: string
  category: TechnologyCategory
  kind: TechnologyKind
  purpose: string
  sightings: Sighting[]
  share?: number
}

export interface Context {
  catalogue: Catalogue
  found: Map<string, Found>
  /** Packages of the tree itself, as `ecosystem:name`. */
  internal: Set<string>
  /** Versions of a workspace's catalogs, as `catalog:name`. */
  catalogs: Map<string, string>
  /** Packages that a manifest declares, as `ecosystem:name`. */
  declared: Set<string>
  /** What a lock file made of a dependency, where one says it. */
  locked(path: string, ecosystem: string, name: string, range: string | undefined): { version: string; at: Evidence } | undefined
}

/** @param ownName what it is called where the catalogue has no name of its own for it */
export function see({ found: all }: Pick<Context, 'found'>, known: Known, ownName: string | undefined, sighting: Sighting): void {
  const name = known.name ?? ownName
  if (known.ignore || name === undefined) return
  // A driver may be called like the product behind it, and is another thing: `mysql`, the library, and MySQL.
  const key = known.name === undefined ? `package ${name}` : keyOf(name)
  const rank = sighting.rank + (isAside(sighting.at.file) ? ASIDE : 0)
  const { category, kind, purpose } = known
  const found = all.get(key) ?? { name, category, kind, purpose, sightings: [] }
  // What is a development library in one package and a library in another is a library.
  if (found.purpose === 'development library' && known.purpose === 'library') found.purpose = known.purpose
  if (known.packaged && sighting.isDevelopment !== undefined) Object.assign(found, known.packaged)
  found.sightings.push({ ...sighting, rank })
  all.set(key, found)
}

export function seeMarks(context: Context, mark: Mark, name: string, sighting: Sighting): void {
  for (const known of context.catalogue.marked(mark, name)) see(context, known, undefined, sighting)
}

export function keyOf(name: string): string {
  return name.toLowerCase()
}

/** Known by nothing but its name. */
export function nameless(category: TechnologyCategory, kind: TechnologyKind, purpose: string): Known {
  return { name: undefined, category, kind, purpose, share: true, ignore: false }
}

export function wholeFile(file: string): Evidence {
  return { file, line: 1, text: '' }
}

/** Somebody else's project, kept to try programs on. */
export function isFixture(path: string): boolean {
  return /(?:^|\/)(?:(?:__)?fixtures?(?:__)?|__mocks__|test-?data|vendor)\//.test(path)
}

/** Beside the product: it runs nothing of it. */
export function isAside(path: string): boolean {
  return /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|tests?|e2e|__tests__|benchmarks?|templates?)\//.test(path)
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The file that is nearest to the root, and of these the one with the plainest name, is the one to show first. */
export function byPath(one: Evidence, other: Evidence): number {
  const depth = (path: string) => path.split('/').length
  return depth(one.file) - depth(other.file) || one.file.length - other.file.length || compareText(one.file, other.file) || one.line - other.line
}
