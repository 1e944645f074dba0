/**
 * Which technologies is this made with? In: what manifests state, what code imports and connects to, which files there are.
 * Out: one entry a technology with the lines that prove it, the strongest first. A name that merely occurs proves nothing.
 */
import type { Connection, Evidence, ManifestFact, SourceFile, Technology, TechnologyCategory } from '../types'
import { type Catalogue, type Known, type Mark, ownCatalogue } from './technology-catalogue'

export interface TechnologyInput {
  files: SourceFile[]
  manifests: { path: string; facts: ManifestFact[] }[]
  /** Packages that code imports; one place a package is enough. */
  importedPackages: { name: string; at: Evidence }[]
  /** Calls that leave the process, where the solver found some. */
  connections?: Connection[]
  /** Schemes of connection strings and names of dialects written out in code: `postgres`, `sqlite`. */
  connectionSchemes?: { scheme: string; at: Evidence }[]
  catalogue?: Catalogue
}

/** How directly a line proves a technology; lower is stronger. The strongest line stands first and tells the version. */
const RANK = {
  declaredVersion: 0,
  versionFile: 1,
  runtimeDependency: 2,
  devDependency: 3,
  /** One of a family: it proves the technology, and tells its version where the main package does not. */
  companion: 3.5,
  platform: 3,
  service: 4,
  image: 4,
  connection: 5,
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
const ASIDE = 100

interface Sighting {
  rank: number
  version: string | undefined
  at: Evidence
}

interface Found {
  name: string
  category: TechnologyCategory
  purpose: string
  sightings: Sighting[]
  share?: number
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
  }
  for (const { path, facts } of manifests) for (const fact of facts) seeFact(context, path, fact)
  for (const { scheme, at } of input.connectionSchemes ?? [])
    seeMarks(context, 'datasource', scheme, { rank: RANK.connection, version: undefined, at })
  for (const { name, at } of input.connections ?? []) {
    const known = catalogue.named(name)
    if (known) see(context, known, name, { rank: RANK.connection, version: undefined, at })
  }
  for (const { path } of input.files)
    if (!isFixture(path))
      for (const known of catalogue.file(path)) see(context, known, undefined, { rank: RANK.file, version: undefined, at: wholeFile(path) })
  for (const { name, at } of input.importedPackages) if (!isFixture(at.file)) seeImport(context, name, at)
  seeLanguages(context, input.files)
  return [...context.found.values()].map(toTechnology).sort(inOrder)
}

interface Context {
  catalogue: Catalogue
  found: Map<string, Found>
  /** Packages of the tree itself, as `ecosystem:name`. */
  internal: Set<string>
  /** Versions of a workspace's catalogs, as `catalog:name`. */
  catalogs: Map<string, string>
  /** Packages that a manifest declares, as `ecosystem:name`. */
  declared: Set<string>
}

function seeFact(context: Context, path: string, fact: ManifestFact): void {
  const { kind, ecosystem, name } = fact
  const at: Evidence = { file: path, line: fact.line, text: fact.text }
  if (kind === 'dependency') seeDependency(context, fact, at)
  else if (kind === 'engine') seeEngine(context, fact, at)
  else if (kind === 'package-manager') seeManager(context, fact, at)
  else if (kind === 'image') seeImage(context, fact, at)
  else if (kind === 'action')
    seeMarks(context, ecosystem === 'github-actions' ? 'action' : (ecosystem as Mark), name, { rank: RANK.action, version: undefined, at })
  else if (kind === 'service') seeService(context, fact, at)
  else if (kind === 'tool') seeTool(context, fact, at)
}

function seeDependency(context: Context, fact: ManifestFact, at: Evidence): void {
  const { ecosystem } = fact
  if (ecosystem === 'npm-lock' || ecosystem === 'terraform') return
  const alias = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@(.+))?$/.exec(fact.version ?? '')
  const name = alias?.[1] ?? fact.name
  const written = alias ? alias[2] : fact.version
  // Packages of the same tree are parts of it, not technologies it uses.
  if (context.internal.has(`${ecosystem}:${name}`) || /^(?:workspace|file|link|portal):/.test(written ?? '')) return
  // Types of a library say nothing that the library does not say.
  if (ecosystem === 'npm' && name.startsWith('@types/')) return
  const version = written?.startsWith('catalog:') ? context.catalogs.get(`${written.slice(8) || 'default'}:${name}`) : written
  const isRuntime = fact.scope === 'runtime' || fact.scope === 'optional'
  const rank = isRuntime ? RANK.runtimeDependency : RANK.devDependency
  // The build tool's own plugins come with it.
  if (ecosystem === 'gradle-plugin' && !context.catalogue.package(ecosystem, name) && !/^(?!org\.gradle\.).+\./.test(name)) return
  context.declared.add(`${ecosystem}:${name}`)
  const { known, main } = context.catalogue.package(ecosystem, name) ?? {
    known: unknownPackage(ecosystem, isRuntime || fact.scope === 'peer'),
    main: true,
  }
  see(context, known, displayName(ecosystem, name), { rank: main ? rank : RANK.companion, version, at })
  if (isRuntime)
    for (const served of context.catalogue.servedBy(ecosystem, name)) see(context, served, undefined, { rank: RANK.driver, version: undefined, at })
}

function unknownPackage(ecosystem: string, isRuntime: boolean): Known {
  const purpose = ecosystem === 'gradle-plugin' ? 'build plugin' : isRuntime ? 'library' : 'development library'
  return { name: undefined, category: 'library', purpose, share: true, ignore: false }
}

/** Long coordinates are told apart by their last part; the whole stands in the evidence. */
function displayName(ecosystem: string, name: string): string {
  return ecosystem === 'maven' ? name.slice(name.indexOf(':') + 1) : name
}

function seeEngine(context: Context, fact: ManifestFact, at: Evidence): void {
  if (!/\d|^(?:\*|lts.*|latest|current|stable|node)$/i.test(fact.version ?? '')) return
  const declared = ['npm', 'pypi', 'cargo', 'go', 'gem', 'maven', 'gradle', 'composer', 'nuget', 'hex', 'pub', 'deno', 'conda', 'terraform']
  const rank = declared.includes(fact.ecosystem)
    ? RANK.declaredVersion
    : fact.ecosystem === 'version-file' || fact.ecosystem === 'heroku'
      ? RANK.versionFile
      : RANK.ciVersion
  seeMarks(context, 'engine', fact.name, { rank, version: fact.version, at })
}

function seeManager(context: Context, fact: ManifestFact, at: Evidence): void {
  const isCommand = fact.ecosystem === 'command'
  const isLock = fact.value?.startsWith('lock file') ?? false
  const rank = isLock
    ? RANK.lockFile
    : !isCommand
      ? RANK.declaredVersion
      : fact.value === 'dockerfile'
        ? RANK.image
        : fact.value === 'npm-script'
          ? RANK.scriptCommand
          : RANK.command
  seeMarks(context, 'manager', fact.name, { rank, version: fact.version, at })
}

const CI = /actions|gitlab-ci|circleci|azure-pipelines|travis|jenkins|bitbucket|drone|woodpecker|cloud-build|codebuild|buildkite|semaphore|cirrus/

function seeImage(context: Context, fact: ManifestFact, at: Evidence): void {
  const { name, version } = fact
  const isCi = CI.test(fact.ecosystem)
  const rank = isCi ? RANK.ciImage : RANK.image
  const known =
    imageNames(name)
      .map((each) => context.catalogue.marked('image', each))
      .find((found) => found.length > 0) ?? []
  for (const each of known) see(context, each, undefined, { rank, version: imageVersion(each, version), at })
  // The system below stands in the tag: `node:22-alpine3.20`.
  for (const word of (version ?? '').toLowerCase().split(/[-_]/))
    seeMarks(context, 'tag', word.replace(/[\d.]+$/, ''), { rank, version: undefined, at })
  const last = name.slice(name.lastIndexOf('/') + 1)
  const isOwn = [...context.internal].some((each) => each.endsWith(`:${last}`) || each.endsWith(`/${last}`))
  if (known.length === 0 && !isCi && !isOwn && name.includes('/'))
    see(context, { name: undefined, category: 'infrastructure', purpose: 'container image', share: true, ignore: false }, name, {
      rank,
      version: taggedVersion(version),
      at,
    })
}

const REGISTRY = /^(?:docker\.io|index\.docker\.io|registry\.hub\.docker\.com|mirror\.gcr\.io|public\.ecr\.aws\/docker)\//
const MIRRORS = /^(?:library|bitnami|bitnamilegacy|cimg|circleci|amd64|arm64v8|arm32v7|i386)\//

/** The image as written, and as it is called where it comes from. */
function imageNames(name: string): string[] {
  const plain = name.toLowerCase().replace(REGISTRY, '')
  return [...new Set([plain, plain.replace(/^library\//, ''), plain.replace(MIRRORS, '')])]
}

function taggedVersion(tag: string | undefined): string | undefined {
  return tag === undefined || !/\d/.test(tag) || /^(?:sha-)?[0-9a-f]{7,40}$/.test(tag) ? undefined : tag
}

/** Tags of languages go on with the system below them; those of products are their version. */
function imageVersion(known: Known, tag: string | undefined): string | undefined {
  const isLanguage = known.category === 'language' || known.purpose === 'runtime' || known.purpose === 'container base system'
  return isLanguage ? /^v?(\d[\d.]*)/.exec(tag ?? '')?.[1] : taggedVersion(tag)
}

function seeService(context: Context, fact: ManifestFact, at: Evidence): void {
  const rank = RANK.service
  if (fact.ecosystem === 'datasource') seeMarks(context, 'datasource', fact.name, { rank: RANK.connection, version: undefined, at })
  if (fact.ecosystem === 'ci-datasource') seeMarks(context, 'datasource', fact.name, { rank: RANK.ciImage, version: undefined, at })
  if (fact.ecosystem === 'travis') seeMarks(context, 'service', fact.name, { rank: RANK.ciImage, version: undefined, at })
  if (fact.ecosystem === 'heroku-addon') seeMarks(context, 'service', fact.name, { rank, version: undefined, at })
  if (fact.ecosystem === 'terraform') seeMarks(context, 'terraform', fact.name, { rank, version: undefined, at })
  if (fact.ecosystem === 'cloudformation') seeMarks(context, 'cloudformation', fact.name, { rank, version: undefined, at })
}

/** Providers that manage nothing outside: they only help to write. */
const HELPER_PROVIDERS = /^(?:random|null|local|template|archive|tls|time|http|external|cloudinit)$/

function seeTool(context: Context, fact: ManifestFact, at: Evidence): void {
  const { ecosystem, name, version } = fact
  if (ecosystem === 'platform') seeMarks(context, 'platform', name, { rank: RANK.platform, version, at })
  if (ecosystem === 'config') seeMarks(context, 'config', name, { rank: RANK.settings, version: undefined, at })
  if (ecosystem === 'command')
    seeMarks(context, 'command', name, { rank: fact.value === 'npm-script' ? RANK.scriptCommand : RANK.command, version: undefined, at })
  if (ecosystem === 'cloud' || ecosystem === 'kubernetes-api' || ecosystem === 'terraform-backend')
    seeMarks(context, ecosystem, name, { rank: RANK.service, version: undefined, at })
  if (ecosystem === 'npm' || ecosystem === 'pypi') {
    const found = context.catalogue.package(ecosystem, name)
    if (found) see(context, found.known, name, { rank: RANK.command, version: found.main ? version : undefined, at })
  }
  if (ecosystem === 'terraform-provider' && !HELPER_PROVIDERS.test(name)) {
    const known = context.catalogue.marked('terraform-provider', name)
    for (const each of known) see(context, each, undefined, { rank: RANK.service, version: undefined, at })
    if (known.length === 0)
      see(context, { name: undefined, category: 'infrastructure', purpose: 'Terraform provider', share: true, ignore: false }, name, {
        rank: RANK.service,
        version,
        at,
      })
  }
}

/** An import is weaker than a declaration, and all there is for packages that come with others. */
function seeImport(context: Context, name: string, at: Evidence): void {
  if (name.startsWith('@types/') || context.internal.has(`npm:${name}`)) return
  const known = context.catalogue.package('npm', name)?.known
  if (!known && !context.declared.has(`npm:${name}`)) return
  see(context, known ?? unknownPackage('npm', true), name, { rank: RANK.import, version: undefined, at })
}

function seeMarks(context: Context, mark: Mark, name: string, sighting: Sighting): void {
  for (const known of context.catalogue.marked(mark, name)) see(context, known, undefined, sighting)
}

/** @param ownName what it is called where the catalogue has no name of its own for it */
function see(context: Context, known: Known, ownName: string | undefined, sighting: Sighting): void {
  const name = known.name ?? ownName
  if (known.ignore || name === undefined) return
  // A driver may be called like the product behind it, and is another thing: `mysql`, the library, and MySQL.
  const key = known.name === undefined ? `package ${name}` : keyOf(name)
  const rank = sighting.rank + (isAside(sighting.at.file) ? ASIDE : 0)
  const found = context.found.get(key) ?? { name, category: known.category, purpose: known.purpose, sightings: [] }
  // What is a development library in one package and a library in another is a library.
  if (found.purpose === 'development library' && known.purpose === 'library') found.purpose = known.purpose
  found.sightings.push({ ...sighting, rank })
  context.found.set(key, found)
}

function keyOf(name: string): string {
  return name.toLowerCase()
}

function seeLanguages(context: Context, files: SourceFile[]): void {
  const languages = new Map<string, { bytes: number; first: string }>()
  for (const { path, language, bytes } of files) {
    if (language === undefined) continue
    const seen = languages.get(language)
    if (!seen) languages.set(language, { bytes, first: path })
    else {
      seen.bytes += bytes
      if (path < seen.first) seen.first = path
    }
  }
  let total = 0
  const shares: { found: Found; bytes: number }[] = []
  for (const [language, { bytes, first }] of languages) {
    const [known] = context.catalogue.marked('language', language)
    const described = known ?? { name: undefined, category: 'language', purpose: 'programming language', share: true, ignore: false }
    const name = described.name ?? language.charAt(0).toUpperCase() + language.slice(1)
    see(context, described, name, { rank: RANK.language, version: undefined, at: wholeFile(first) })
    const found = context.found.get(known ? keyOf(name) : `package ${name}`)
    if (!found || !described.share || described.ignore) continue
    total += bytes
    shares.push({ found, bytes })
  }
  if (total > 0) for (const { found, bytes } of shares) found.share = bytes / total
}

function wholeFile(file: string): Evidence {
  return { file, line: 1, text: '' }
}

function internalPackages(manifests: { facts: ManifestFact[] }[]): Set<string> {
  const names = new Set<string>()
  for (const { facts } of manifests)
    for (const { kind, ecosystem, name } of facts) if (kind === 'package' && ecosystem !== 'npm-catalog') names.add(`${ecosystem}:${name}`)
  return names
}

function catalogVersions(manifests: { facts: ManifestFact[] }[]): Map<string, string> {
  const versions = new Map<string, string>()
  for (const { facts } of manifests)
    for (const { ecosystem, name, version, value } of facts)
      if (ecosystem === 'npm-catalog' && version !== undefined) versions.set(`${value}:${name}`, version)
  return versions
}

/** Somebody else's project, kept to try programs on. */
function isFixture(path: string): boolean {
  return /(?:^|\/)(?:(?:__)?fixtures?(?:__)?|__mocks__|test-?data|node_modules|vendor)\//.test(path)
}

function isAside(path: string): boolean {
  return /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|tests?|e2e|__tests__|benchmarks?|templates?)\//.test(path)
}

function toTechnology({ name, category, purpose, sightings, share }: Found): Technology {
  const sorted = sightings.sort((one, other) => one.rank - other.rank || byPath(one.at, other.at))
  const seen = new Set<string>()
  const evidence: Evidence[] = []
  for (const { at } of sorted) {
    const key = `${at.file}:${at.line}`
    if (!seen.has(key)) evidence.push(at)
    seen.add(key)
  }
  const version = sorted.find((sighting) => sighting.version !== undefined)?.version
  return { name, category, purpose, version, evidence, ...(share === undefined ? {} : { share }) }
}

/** The file that is nearest to the root, and of these the one with the plainest name, is the one to show first. */
function byPath(one: Evidence, other: Evidence): number {
  return depth(one.file) - depth(other.file) || one.file.length - other.file.length || compare(one.file, other.file) || one.line - other.line
}

function depth(path: string): number {
  return path.split('/').length
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function inOrder(one: Technology, other: Technology): number {
  return (
    CATEGORY_ORDER.indexOf(one.category) - CATEGORY_ORDER.indexOf(other.category) ||
    (other.share ?? 0) - (one.share ?? 0) ||
    compare(one.name.toLowerCase(), other.name.toLowerCase()) ||
    compare(one.name, other.name)
  )
}
