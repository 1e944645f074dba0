/**
 * What is installed. In: lock files and manifests. Out: every package with its version, how it comes in, and its line. Where
 * no lock file covers a manifest, only what the manifest itself pins down is known.
 */
import semver from 'semver'
import type { Evidence, LockedPackage, LockedRoot, LockedTree, ManifestFact, Vulnerability } from '../../types'

export interface Installed extends Pick<Vulnerability, 'direct' | 'through' | 'scope'> {
  name: string
  /** Undefined where only a range is known. */
  version: string | undefined
  range: string | undefined
  /** Why its makers gave this version up, where the lock file says so. */
  deprecated?: string
  at: Evidence
}

export interface Inventory {
  installed: Installed[]
  /** Lock files and manifests it comes from. */
  files: string[]
  /** Manifests that no lock file covers. */
  unlocked: string[]
  /** Dependencies of those whose version is not pinned. */
  open: number
  unreadable: string[]
}

type Manifest = { path: string; facts: ManifestFact[] }
type Lock = { path: string; tree: LockedTree }

/** What only tests and examples install is no part of the system. */
const ELSEWHERE = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|__mocks__|node_modules)\//

export function inventoryOf(locks: Lock[], manifests: Manifest[]): Inventory {
  const own = locks.filter(({ path }) => !ELSEWHERE.test(path))
  const readable = own.filter(({ tree }) => tree.problem === undefined)
  const packages = manifests.filter(({ path }) => /(?:^|\/)package\.json$/.test(path) && !ELSEWHERE.test(path))
  const covering = (path: string): Lock[] => {
    for (let folder: string | undefined = folderOf(path); folder !== undefined; folder = folder === '' ? undefined : folderOf(folder)) {
      const found = readable.filter((lock) => folderOf(lock.path) === folder)
      if (found.length > 0) return found
    }
    return []
  }
  const covered = new Map<Manifest, Lock[]>(packages.map((manifest) => [manifest, covering(manifest.path)]))
  const loose = packages.filter((manifest) => covered.get(manifest)?.length === 0).map(looseOf)
  return {
    installed: [
      ...readable.flatMap((lock) =>
        lockedOf(
          lock,
          packages.filter((manifest) => covered.get(manifest)?.includes(lock)),
        ),
      ),
      ...loose.flatMap(({ installed }) => installed),
    ],
    files: [...readable, ...loose.filter(({ installed }) => installed.length > 0)].map(({ path }) => path),
    unlocked: loose.filter(({ installed, open }) => installed.length > 0 || open > 0).map(({ path }) => path),
    open: loose.reduce((sum, { open }) => sum + open, 0),
    unreadable: own.filter(({ tree }) => tree.problem !== undefined).map(({ path }) => path),
  }
}

function lockedOf({ path, tree }: Lock, manifests: Manifest[]): Installed[] {
  const folder = folderOf(path)
  const roots = tree.roots.length > 0 ? tree.roots.map((root) => scoped(root, folder, manifests)) : askedBy(manifests, tree)
  const ways = waysTo(tree.packages, roots)
  return tree.packages.flatMap(({ name, version, line, text, deprecated }, position) => {
    if (!semver.valid(version, { loose: true })) return []
    const way = ways.get(position)
    return {
      name,
      version,
      range: undefined,
      direct: way?.through.length === 0,
      through: way?.through ?? [],
      scope: way?.scope ?? 'runtime',
      ...(deprecated === undefined ? {} : { deprecated }),
      at: { file: path, line, text },
    }
  })
}

/** Some formats tell no scopes; the manifest of the same folder does. */
function scoped(root: LockedRoot, folder: string, manifests: Manifest[]): LockedRoot {
  const path = [folder, root.by, 'package.json'].filter((part) => part !== '').join('/')
  const facts = manifests.find((manifest) => manifest.path === path)?.facts.filter(({ kind, name }) => kind === 'dependency' && name === root.name)
  const scope = facts && (facts.find((fact) => fact.scope === 'runtime') ?? facts[0])?.scope
  return scope ? { ...root, scope } : root
}

function askedBy(manifests: Manifest[], { asked }: LockedTree): LockedRoot[] {
  return manifests.flatMap(({ path, facts }) =>
    facts.flatMap(({ kind, ecosystem, name, version, scope }) => {
      if (kind !== 'dependency' || ecosystem !== 'npm') return []
      const key = [`${name}@${version}`, name].find((it) => Object.hasOwn(asked, it))
      return key === undefined ? [] : { by: folderOf(path), name, to: asked[key] as number, scope: scope ?? 'runtime' }
    }),
  )
}

interface Way {
  through: string[]
  scope: LockedRoot['scope']
}

/** The shortest way to each package; what runs in production counts before what only builds or tests. */
function waysTo(packages: LockedPackage[], roots: LockedRoot[]): Map<number, Way> {
  const ways = new Map<number, Way>()
  for (const scope of ['runtime', 'optional', 'peer', 'dev'] as const) {
    let edge = [...new Set(roots.filter((root) => root.scope === scope).map(({ to }) => to))]
    let before = new Map<number, string[]>(edge.map((to) => [to, []]))
    while (edge.length > 0) {
      const next = new Map<number, string[]>()
      for (const position of edge) {
        const through = before.get(position) as string[]
        if (ways.has(position)) continue
        ways.set(position, { through, scope })
        const { name, needs } = packages[position] as LockedPackage
        for (const needed of needs) if (!ways.has(needed) && !next.has(needed)) next.set(needed, [...through, name])
      }
      edge = [...next.keys()]
      before = next
    }
  }
  // Named in a manifest as well as needed by something that runs: it is direct all the same.
  for (const { to } of roots) {
    const way = ways.get(to)
    if (way) way.through = []
  }
  return ways
}

/** Of a manifest without a lock file: versions that it pins, and ranges. */
function looseOf({ path, facts }: Manifest): { path: string; installed: Installed[]; open: number } {
  let open = 0
  const installed = facts.flatMap(({ kind, ecosystem, name, version = '', scope, line, text }): Installed[] => {
    if (kind !== 'dependency' || ecosystem !== 'npm' || scope === 'peer') return []
    const pinned = semver.valid(version.replace(/^=\s*/, ''))
    const range = pinned === null && semver.validRange(version) !== null && version.trim() !== '' ? version : undefined
    if (pinned === null) open++
    if (pinned === null && range === undefined) return []
    return [{ name, version: pinned ?? undefined, range, direct: true, through: [], scope: scope ?? 'runtime', at: { file: path, line, text } }]
  })
  return { path, installed, open }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}
