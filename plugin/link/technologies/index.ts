/**
 * Which technologies is this made with? In: what manifests state, what code imports and connects to, which files there are.
 * Out: one entry a technology with the lines that prove it, the strongest first; whether the versions of runtimes agree; and
 * what is named and known by nobody here. A name that merely occurs proves nothing.
 */
import type { Connection, Evidence, LockedTree, ManifestFact, SourceFile, StatedVersion, Technology, TechnologyCategory } from '../../types'
import { type Catalogue, ownCatalogue } from './catalogue'
import { seeLanguages } from './languages'
import { lockedVersions } from './locked'
import { catalogVersions, type ImportedPackage, internalPackages, seeImport } from './packages'
import { ASIDE, byPath, type Context, compareText, type Found, isFixture, RANK, type Sighting, see, seeMarks, wholeFile } from './sightings'
import { seeFact } from './statements'

export interface TechnologyInput {
  files: SourceFile[]
  manifests: { path: string; facts: ManifestFact[] }[]
  locks?: { path: string; tree: LockedTree }[]
  /** Packages that code imports; one place a package is enough. */
  importedPackages: ImportedPackage[]
  /** Calls that leave the process, where the solver found some. */
  connections?: Connection[]
  /** Schemes of connection strings written out in code: `postgres`, `amqp`. */
  connectionSchemes?: { scheme: string; at: Evidence }[]
  catalogue?: Catalogue
}

const CATEGORY_ORDER: TechnologyCategory[] = ['language', 'framework', 'library', 'infrastructure', 'devops']

export function technologiesOf(input: TechnologyInput): Technology[] {
  const catalogue = input.catalogue ?? ownCatalogue()
  const manifests = input.manifests.filter(({ path }) => !isFixture(path))
  const context: Context = {
    catalogue,
    found: new Map(),
    internal: internalPackages(manifests),
    catalogs: catalogVersions(manifests),
    declared: new Set(),
    locked: lockedVersions(input.locks ?? [], manifests),
  }
  for (const { path, facts } of manifests) for (const fact of facts) seeFact(context, path, fact)
  for (const { scheme, at } of input.connectionSchemes ?? [])
    seeMarks(context, 'datasource', scheme, { rank: RANK.connection, version: undefined, at })
  for (const { name, at } of input.connections ?? []) {
    // `PostgreSQL (Sequelize)`, `NeDB (embedded)`
    const plain = name.replace(/ \([^()]*\)$/, '')
    const known = catalogue.named(plain)
    if (known) see(context, known, plain, { rank: RANK.connection, version: undefined, at })
  }
  for (const { path } of input.files)
    if (!isFixture(path))
      for (const known of catalogue.file(path)) see(context, known, undefined, { rank: RANK.file, version: undefined, at: wholeFile(path) })
  for (const imported of input.importedPackages) if (!isFixture(imported.at.file)) seeImport(context, imported)
  seeLanguages(context, input.files)
  return [...context.found.values()].map(toTechnology).sort(inOrder)
}

function toTechnology({ name, category, kind, purpose, sightings, share }: Found): Technology {
  const sorted = sightings.sort((one, other) => one.rank - other.rank || byPath(one.at, other.at))
  const seen = new Set<string>()
  const evidence: Evidence[] = []
  for (const { at } of sorted) {
    const key = `${at.file}:${at.line}`
    if (!seen.has(key)) evidence.push(at)
    seen.add(key)
  }
  const declared = sorted.filter(({ isDevelopment, version }) => isDevelopment !== undefined && version !== undefined && version !== '*')
  const versions = distinct(
    // Parts of a family have versions of their own.
    declared.filter(({ rank, part }) => part === undefined && rank % ASIDE !== RANK.companion),
    ({ version, at }) => ({ version: version as string, at }),
  )
  const locked = distinct(sorted, ({ locked }) => locked)
  const dependencies = sorted.filter(({ isDevelopment }) => isDevelopment !== undefined)
  const told = sorted.filter(({ version }) => version !== undefined)
  const { version, part } = told.find((sighting) => sighting.part === undefined) ?? told[0] ?? { version: undefined, part: undefined }
  return {
    name,
    category,
    kind,
    purpose,
    version,
    ...(part === undefined ? {} : { versionOf: part }),
    ...(locked.length === 0 ? {} : { locked }),
    ...(versions.length < 2 ? {} : { declared: versions }),
    evidence,
    ...(dependencies.length > 0 && dependencies.every(({ isDevelopment }) => isDevelopment) ? { isDevelopment: true } : {}),
    ...(share === undefined ? {} : { share }),
  }
}

function distinct(sightings: Sighting[], of: (sighting: Sighting) => StatedVersion | undefined): StatedVersion[] {
  const found = new Map<string, StatedVersion>()
  for (const sighting of sightings) {
    const stated = of(sighting)
    if (stated && !found.has(stated.version)) found.set(stated.version, stated)
  }
  return [...found.values()]
}

function inOrder(one: Technology, other: Technology): number {
  return (
    CATEGORY_ORDER.indexOf(one.category) - CATEGORY_ORDER.indexOf(other.category) ||
    (other.share ?? 0) - (one.share ?? 0) ||
    compareText(one.name.toLowerCase(), other.name.toLowerCase()) ||
    compareText(one.name, other.name)
  )
}
