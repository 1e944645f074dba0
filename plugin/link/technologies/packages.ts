/** Dependencies and imports: what a manifest asks for, and what code takes without asking. In: facts and imports. Out: sightings. */
import type { Evidence, ManifestFact } from '../../types'
import type { Known } from './catalogue'
import { type Context, nameless, RANK, see } from './sightings'

export interface ImportedPackage {
  name: string
  at: Evidence
  /** With the part of the package that is meant: `aws-cdk-lib/aws-s3`. */
  specifiers?: string[]
  /** Only its types are used: nothing of it runs. */
  isTypeOnly?: boolean
}

export function seeDependency(context: Context, fact: ManifestFact, at: Evidence): void {
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
  const served = context.catalogue.servedBy(ecosystem, name)
  const { known, main, isPublishedTogether } = context.catalogue.package(ecosystem, name) ?? {
    known: served.length > 0 ? nameless('library', 'library', 'service client') : unknownPackage(ecosystem, isRuntime || fact.scope === 'peer'),
    main: true,
    isPublishedTogether: true,
  }
  see(context, known, displayName(ecosystem, name), {
    rank: main ? rank : RANK.companion,
    version,
    ...(isPublishedTogether ? {} : { part: name }),
    at,
    isDevelopment: fact.scope === 'dev',
    locked: isPublishedTogether ? context.locked(at.file, ecosystem, fact.name, fact.version) : undefined,
  })
  if (isRuntime) for (const product of served) see(context, product, undefined, { rank: RANK.driver, version: undefined, at })
}

/** An import is weaker than a declaration, and all there is for packages that come with others. */
export function seeImport(context: Context, { name, at, specifiers = [], isTypeOnly }: ImportedPackage): void {
  if (name.startsWith('@types/') || context.internal.has(`npm:${name}`)) return
  const isDeclared = context.declared.has(`npm:${name}`)
  const known = context.catalogue.package('npm', name)?.known
  if (!isDeclared && (!known || isTypeOnly)) return
  see(context, known ?? unknownPackage('npm', true), name, { rank: RANK.import, version: undefined, at })
  for (const specifier of specifiers)
    for (const served of context.catalogue.servedBy('npm', specifier))
      see(context, served, undefined, { rank: RANK.connection, version: undefined, at })
}

function unknownPackage(ecosystem: string, isRuntime: boolean): Known {
  if (ecosystem === 'helm') return nameless('infrastructure', 'container', 'Helm chart')
  return nameless('library', 'library', ecosystem === 'gradle-plugin' ? 'build plugin' : isRuntime ? 'library' : 'development library')
}

/** Long coordinates are told apart by their last part; the whole stands in the evidence. */
function displayName(ecosystem: string, name: string): string {
  return ecosystem === 'maven' ? name.slice(name.indexOf(':') + 1) : name
}

export function internalPackages(manifests: { facts: ManifestFact[] }[]): Set<string> {
  const names = new Set<string>()
  for (const { facts } of manifests)
    for (const { kind, ecosystem, name } of facts) if (kind === 'package' && ecosystem !== 'npm-catalog') names.add(`${ecosystem}:${name}`)
  return names
}

export function catalogVersions(manifests: { facts: ManifestFact[] }[]): Map<string, string> {
  const versions = new Map<string, string>()
  for (const { facts } of manifests)
    for (const { ecosystem, name, version, value } of facts)
      if (ecosystem === 'npm-catalog' && version !== undefined) versions.set(`${value}:${name}`, version)
  return versions
}
