/**
 * The software bill of materials as CycloneDX 1.6 (ECMA-424). In: lock files and manifests of the program. Out: a document that the
 * official schema accepts, the same for the same files: no serial number, and the day of the analysis for a clock. Written here
 * and not with the official library, which asks for a newer Node than we do; that library's validator judges it in a test.
 */
import { product } from '../../product'
import { rowsByName } from '../../rows-by-name'
import type { LockedTree, ManifestFact, Program } from '../../types'
import { compareText } from '../order'

export interface SbomExport {
  document: Record<string, unknown>
  /** Packages that a lock file resolved, and those that a manifest merely asks for. */
  locked: number
  declared: number
  lockFiles: string[]
}

type Scope = 'required' | 'optional' | 'excluded'

interface Part {
  ref: string
  ecosystem: string
  name: string
  version: string | undefined
  /** As the manifest asks, where nothing says what it became. */
  asked?: string
  scope: Scope
  isDevelopment: boolean
  needs: Set<string>
  seen: { location: string; line: number }[]
}

export function sbomOf(program: Pick<Program, 'project' | 'manifests' | 'locks'>, date: string): SbomExport | undefined {
  const parts = new Map<string, Part>()
  const direct = new Set<string>()
  const answered = new Set<string>()
  const locks = [...(program.locks ?? [])].filter(({ tree }) => tree.packages.length > 0).sort((one, other) => compareText(one.path, other.path))
  for (const { path, tree } of locks) addLock(path, tree, program.manifests, { parts, direct, answered })
  const locked = parts.size
  for (const { path, facts } of program.manifests) for (const fact of facts) addDeclared(path, fact, { parts, direct, answered })
  if (parts.size === 0) return undefined
  const root = 'root'
  const sorted = [...parts.values()].sort((one, other) => compareText(one.ref, other.ref))
  return {
    locked,
    declared: parts.size - locked,
    lockFiles: locks.map(({ path }) => path),
    document: {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        timestamp: `${date}T00:00:00Z`,
        tools: { components: [{ type: 'application', name: product.name, version: product.version }] },
        component: {
          type: 'application',
          'bom-ref': root,
          name: program.project.name || 'project',
          ...(program.project.version ? { version: program.project.version } : {}),
        },
      },
      components: sorted.map(componentOf),
      dependencies: [
        { ref: root, dependsOn: [...direct].sort(compareText) },
        ...sorted.map(({ ref, needs }) => ({ ref, ...(needs.size > 0 ? { dependsOn: [...needs].sort(compareText) } : {}) })),
      ],
    },
  }
}

function componentOf({ ref, ecosystem, name, version, asked, scope, isDevelopment, seen }: Part): Record<string, unknown> {
  const slash = name.startsWith('@') ? name.indexOf('/') : -1
  const purl = purlOf(ecosystem, name, version)
  return {
    type: 'library',
    'bom-ref': ref,
    ...(slash > 0 ? { group: name.slice(0, slash), name: name.slice(slash + 1) } : { name }),
    ...(version === undefined ? {} : { version }),
    scope,
    ...(purl === undefined ? {} : { purl }),
    ...(isDevelopment || asked !== undefined
      ? {
          properties: [
            // Of the taxonomy that CycloneDX registers for npm.
            ...(isDevelopment && ecosystem === 'npm' ? [{ name: 'cdx:npm:package:development', value: 'true' }] : []),
            ...(asked === undefined ? [] : [{ name: 'plumbline:declared', value: asked }]),
          ],
        }
      : {}),
    evidence: { occurrences: seen.map(({ location, line }) => ({ location, line })) },
  }
}

// ── lock files ───────────────────────────────────────────────────────────────────────────────────────────────────────

interface Growing {
  parts: Map<string, Part>
  direct: Set<string>
  /** Requests of manifests that a lock file answers. */
  answered: Set<string>
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

function addLock(path: string, tree: LockedTree, manifests: Program['manifests'], { parts, direct, answered }: Growing): void {
  const refs = tree.packages.map(({ name, version }) => `npm:${name}@${version}`)
  const scopes = scopesOf(tree, asking(path, tree, manifests, answered))
  tree.packages.forEach(({ name, version, line, needs }, position) => {
    const ref = refs[position] as string
    const scope = scopes.get(position)
    const known = parts.get(ref)
    const seen = { location: path, line }
    if (!known)
      parts.set(ref, {
        ref,
        ecosystem: 'npm',
        name,
        version,
        // What nothing asks for is there all the same.
        scope: scope ?? 'required',
        isDevelopment: scope === 'excluded',
        needs: new Set(needs.map((each) => refs[each] as string)),
        seen: [seen],
      })
    else {
      known.scope = stronger(known.scope, scope ?? 'required')
      known.isDevelopment = known.scope === 'excluded'
      if (!known.seen.some(({ location, line: at }) => location === path && at === line)) known.seen.push(seen)
      for (const each of needs) known.needs.add(refs[each] as string)
    }
    parts.get(ref)?.needs.delete(ref)
  })
  for (const { to } of asking(path, tree, manifests, answered)) direct.add(refs[to] as string)
}

const STRENGTH: Scope[] = ['required', 'optional', 'excluded']
const stronger = (one: Scope, other: Scope): Scope => (STRENGTH.indexOf(one) <= STRENGTH.indexOf(other) ? one : other)
const meaning: Record<string, Scope> = { runtime: 'required', peer: 'required', optional: 'optional', dev: 'excluded' }

/** What the repository's own packages ask for: the lock file says it, or their manifests do. */
function asking(path: string, tree: LockedTree, manifests: Program['manifests'], answered: Set<string>): { to: number; scope: Scope }[] {
  const folder = folderOf(path)
  const found = tree.roots.map(({ by, name, to, scope }) => {
    answered.add(`${folder}${by === '' ? '' : `${by}/`} ${name}`)
    return { to, scope: meaning[scope] ?? 'required' }
  })
  for (const { path: manifest, facts } of manifests) {
    if (!manifest.endsWith('package.json') || !manifest.startsWith(folder)) continue
    for (const { kind, ecosystem, name, version, scope } of facts) {
      if (kind !== 'dependency' || ecosystem !== 'npm') continue
      const key = `${folderOf(manifest)} ${name}`
      const to =
        tree.asked[`${name}@${version ?? ''}`] ??
        tree.asked[`${name}@npm:${version ?? ''}`] ??
        (tree.roots.length === 0 && Object.hasOwn(tree.asked, name) ? tree.asked[name] : undefined)
      if (to === undefined) continue
      answered.add(key)
      if (tree.roots.length === 0) found.push({ to, scope: meaning[scope ?? 'runtime'] ?? 'required' })
    }
  }
  return found
}

/** The strongest reason for which each package is there. */
function scopesOf({ packages }: LockedTree, asked: { to: number; scope: Scope }[]): Map<number, Scope> {
  const scopes = new Map<number, Scope>()
  for (const scope of STRENGTH) {
    const open = asked.filter((each) => each.scope === scope).map(({ to }) => to)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (scopes.has(next)) continue
      scopes.set(next, scope)
      open.push(...(packages[next]?.needs ?? []))
    }
  }
  return scopes
}

// ── manifests without a lock file ────────────────────────────────────────────────────────────────────────────────────

/** Types of package URLs by our names of ecosystems (github.com/package-url/purl-spec). */
const PURL_TYPES: Record<string, string> = rowsByName({
  npm: 'npm',
  pypi: 'pypi',
  go: 'golang',
  cargo: 'cargo',
  gem: 'gem',
  maven: 'maven',
  composer: 'composer',
  nuget: 'nuget',
  hex: 'hex',
  pub: 'pub',
})

function addDeclared(path: string, { kind, ecosystem, name, version, scope, line }: ManifestFact, { parts, direct, answered }: Growing): void {
  if (kind !== 'dependency' || PURL_TYPES[ecosystem] === undefined || answered.has(`${folderOf(path)} ${name}`)) return
  // A neighbour in the same repository, or a file, is no package that anybody delivers.
  if (/^(?:workspace|file|link|portal|catalog|\.|\/)/.test(version ?? '')) return
  const exact = /^[=v]*(\d[\w.+-]*)$/.exec(version ?? '')?.[1]
  const ref = `${ecosystem}:${name}${exact === undefined ? '' : `@${exact}`}`
  const known = parts.get(ref)
  const found = meaning[scope ?? 'runtime'] ?? 'required'
  direct.add(ref)
  if (!known)
    parts.set(ref, {
      ref,
      ecosystem,
      name,
      version: exact,
      ...(exact === undefined && version ? { asked: version } : {}),
      scope: found,
      isDevelopment: found === 'excluded',
      needs: new Set(),
      seen: [{ location: path, line }],
    })
  else {
    known.scope = stronger(known.scope, found)
    known.isDevelopment = known.scope === 'excluded'
    if (!known.seen.some(({ location, line: at }) => location === path && at === line)) known.seen.push({ location: path, line })
  }
}

/** Undefined for what comes from no registry. */
function purlOf(ecosystem: string, name: string, version: string | undefined): string | undefined {
  const type = PURL_TYPES[ecosystem]
  if (type === undefined || (version !== undefined && /[:/]/.test(version))) return undefined
  const steps = (type === 'maven' ? name.replace(':', '/') : type === 'pypi' ? name.toLowerCase().replaceAll('_', '-') : name).split('/')
  return `pkg:${type}/${steps.map(encodeURIComponent).join('/')}${version === undefined ? '' : `@${encodeURIComponent(version)}`}`
}
