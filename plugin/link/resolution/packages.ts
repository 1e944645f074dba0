/**
 * The packages that live in the tree. In: texts of package.json and of the workspace lists. Out: which package a name means
 * at a place, and which source file a path into it leads to, compiled output mapped back to what it is compiled from.
 */
import micromatch from 'micromatch'
import { satisfies } from 'semver'
import { parse as parseYaml } from 'yaml'
import { baseOf, dirOf, join, upwards } from './paths'
import { isDeclaration, type Tree } from './tree'
import { memoised, type PathOptions, parseRelaxed } from './tsconfigs'

export interface LocalPackage {
  name: string | undefined
  dir: string
  manifest: Record<string, unknown>
  /** All dependencies it declares, of whatever scope, with the range as written. */
  dependencies: Map<string, string>
  /** Listed by a workspace, so that every other package of the tree can import it by name. */
  member: boolean
}

/** A path, and whether a convention rather than a declaration led there. */
export interface Located {
  path: string
  guess: boolean
}

export interface Packages {
  /** Every package.json that could be read, by directory. */
  all(): LocalPackage[]
  /** Nearest package.json at or above a directory. */
  nearest(dir: string): LocalPackage | undefined
  /** The range declared for a name at or above a directory. */
  declared(dir: string, name: string): string | undefined
  /** The package of the tree that a name means, seen from a directory. */
  named(dir: string, name: string): { local: LocalPackage; guess: boolean } | undefined
  /** A member of a workspace, or the only package of that name. */
  dirOfName(name: string): string | undefined
}

const SCOPES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
/** Folders that hold what compilers and bundlers wrote. */
const OUTPUT =
  /^(?:dist|build|out|lib|libs|output|compiled|esm|es|cjs|umd|commonjs|module|modules|types|typings|esm\d*|fesm\d*|es\d+|_?(?:esm|cjs)|dist-[\w-]+|production|node|browser|bundles?)$/
const SOURCE = ['src', '', 'source', 'lib', 'sources']

export function readPackages(configs: { path: string; text: string }[]): Packages {
  const byDir = new Map<string, LocalPackage>()
  const workspaces: { dir: string; globs: string[] }[] = []
  for (const { path, text } of configs) {
    const dir = dirOf(path)
    const name = baseOf(path)
    if (name === 'pnpm-workspace.yaml') workspaces.push({ dir, globs: pnpmGlobs(text) })
    if (name !== 'package.json' && name !== 'lerna.json') continue
    const manifest = parseRelaxed(text)
    if (!manifest) continue
    const listed = name === 'lerna.json' ? manifest.packages : workspaceGlobs(manifest.workspaces)
    if (Array.isArray(listed)) workspaces.push({ dir, globs: strings(listed) })
    if (name === 'package.json') byDir.set(dir, toPackage(dir, manifest))
  }
  for (const { dir, globs } of workspaces) markMembers(dir, globs, byDir)

  const byName = new Map<string, LocalPackage[]>()
  for (const local of [...byDir.values()].sort(nearestToRoot))
    if (local.name !== undefined) byName.set(local.name, [...(byName.get(local.name) ?? []), local])

  const scopes = new Map<string, number>()
  for (const name of byName.keys()) scopes.set(scopeOf(name), (scopes.get(scopeOf(name)) ?? 0) + 1)
  /** The registry has what was published from here: of a scope that the tree publishes under, in a version that fits. */
  const isPublishedFrom = ({ name = '', manifest: { version } }: LocalPackage, range: string) =>
    scopeOf(name) !== '' && (scopes.get(scopeOf(name)) ?? 0) > 1 && typeof version === 'string' && satisfies(version, range)

  const above = memoised((dir: string) => upwards(dir).flatMap((each) => byDir.get(each) ?? []))
  const declared = (dir: string, name: string) => {
    for (const local of above(dir)) {
      const range = local.dependencies.get(name)
      if (range !== undefined) return range
    }
    return undefined
  }
  return {
    all: () => [...byDir.values()],
    nearest: (dir) => above(dir)[0],
    declared,
    named(dir, name) {
      const known = byName.get(name)
      if (!known) return undefined
      const itself = known.find((local) => above(dir).includes(local))
      if (itself) return { local: itself, guess: false }
      const range = declared(dir, name)
      const link = range === undefined ? undefined : /^(?:file|link|portal):(.*)$/.exec(range)
      if (link) {
        const owner = above(dir).find((local) => local.dependencies.has(name))
        const target = owner && join(owner.dir, link[1] as string)
        const linked = known.find((local) => local.dir === target)
        if (linked) return { local: linked, guess: false }
      }
      const member = known.find((local) => local.member)
      if (member) return { local: member, guess: false }
      // A range of the registry means the registry; otherwise the only package so named is likely meant.
      const real = known.filter((local) => !/(?:^|\/)(?:__)?(?:fixtures?|testdata|mocks?|tests?)(?:__)?(?:\/|$)/.test(local.dir))
      const [local] = real
      if (!local || real.length > 1) return undefined
      const isRegistry = range !== undefined && !/^(?:workspace|file|link|portal):/.test(range)
      return isRegistry && !isPublishedFrom(local, range) ? undefined : { local, guess: true }
    },
    dirOfName(name) {
      const known = byName.get(name)
      return (known?.find((local) => local.member) ?? (known?.length === 1 ? known[0] : undefined))?.dir
    },
  }
}

const scopeOf = (name: string): string => /^@[^/]+(?=\/)/.exec(name)?.[0] ?? ''

function toPackage(dir: string, manifest: Record<string, unknown>): LocalPackage {
  const dependencies = new Map<string, string>()
  for (const scope of SCOPES) {
    const listed = manifest[scope]
    if (typeof listed !== 'object' || listed === null) continue
    for (const [name, range] of Object.entries(listed)) if (typeof range === 'string' && !dependencies.has(name)) dependencies.set(name, range)
  }
  return { name: typeof manifest.name === 'string' ? manifest.name : undefined, dir, manifest, dependencies, member: false }
}

function markMembers(root: string, globs: string[], byDir: Map<string, LocalPackage>): void {
  if (globs.length === 0) return
  const clean = globs.filter(isModest).map((glob) => glob.replace(/^(!?)(?:\.?\/)*/, '$1').replace(/\/+$/, ''))
  const wanted = clean.filter((glob) => !glob.startsWith('!')).map((glob) => micromatch.matcher(glob, { noextglob: true }))
  const unwanted = clean.filter((glob) => glob.startsWith('!')).map((glob) => micromatch.matcher(glob.slice(1), { noextglob: true }))
  for (const local of byDir.values()) {
    if (local.dir === root) local.member = true
    else if (root !== '' && !local.dir.startsWith(`${root}/`)) continue
    else {
      const inside = root === '' ? local.dir : local.dir.slice(root.length + 1)
      // As package managers read the list: what one `!` takes out stays out.
      if (wanted.some((fits) => fits(inside)) && !unwanted.some((fits) => fits(inside))) local.member = true
    }
  }
}

/** A stranger's pattern becomes a regular expression: what real workspaces need, and no more stars than they have. */
function isModest(glob: string): boolean {
  return glob.length < 200 && (glob.match(/\*+/g)?.length ?? 0) <= 6
}

function workspaceGlobs(workspaces: unknown): unknown {
  return Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages
}

function pnpmGlobs(text: string): string[] {
  try {
    const packages = (parseYaml(text) as { packages?: unknown } | null)?.packages
    return Array.isArray(packages) ? strings(packages) : []
  } catch {
    // Told by the facts of that file, which reads it too; here it only means that no workspace is known.
    return []
  }
}

function strings(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}

function nearestToRoot(one: LocalPackage, other: LocalPackage): number {
  return one.dir.split('/').length - other.dir.split('/').length || (one.dir < other.dir ? -1 : 1)
}

/** Finds source files in packages of the tree. */
export interface PackageFiles {
  /** `subpath` is empty for the package itself. */
  entry(local: LocalPackage, subpath: string): Located | undefined
  /** A name of the package's own `imports`; a target that is no path is another package. */
  internal(local: LocalPackage, name: string): Located | { specifier: string } | undefined
  /** A path as an import means it: a file, or a directory with an entry. */
  module(path: string): Located | undefined
  /** The same where only a directory can be meant. */
  directory(path: string): Located | undefined
  /** The source of a path into compiled output that is not in the tree. */
  twin(path: string): Located | undefined
}

export function packageFiles(tree: Tree, packages: Packages, optionsIn: (dir: string) => PathOptions[]): PackageFiles {
  const manifestAt = (dir: string) => {
    const local = packages.nearest(dir)
    return local?.dir === dir ? local : undefined
  }

  const twin = (path: string): Located | undefined => {
    const home = packages.nearest(dirOf(path))?.dir ?? ''
    for (const options of optionsIn(home))
      for (const { outDir, rootDir } of options.outputs) {
        if (outDir === '' || !path.startsWith(`${outDir}/`)) continue
        const rest = path.slice(outDir.length + 1)
        const here = dirOf(options.config)
        for (const root of rootDir === undefined ? [join(here, 'src'), here] : [rootDir]) {
          const written = root === undefined ? undefined : join(root, rest)
          const found = written === undefined ? undefined : tree.fileOrIndex(stemOf(written))
          if (found && !isDeclaration(found)) return { path: found, guess: false }
        }
      }
    const rest = home === '' ? path : path.slice(home.length + 1)
    const segments = rest.split('/')
    let outputs = 0
    while (outputs < segments.length - 1 && OUTPUT.test(segments[outputs] as string)) outputs++
    for (let dropped = 1; dropped <= outputs; dropped++)
      for (const source of SOURCE) {
        const candidate = join(home, source, stemOf(segments.slice(dropped).join('/')))
        const found = tree.fileOrIndex(candidate)
        if (found && found !== path && !isDeclaration(found)) return { path: found, guess: false }
      }
    return undefined
  }

  /** A target as a manifest writes it: the file itself unless it is output whose source is here. */
  const target = (dir: string, written: string): Located | undefined => {
    const path = join(dir, written)
    if (path === undefined) return undefined
    const there = tree.fileOrIndex(path)
    if (there && !isDeclaration(there) && !isOutput(there, dir)) return { path: there, guess: false }
    return twin(path) ?? (there === undefined ? undefined : { path: there, guess: false })
  }

  const isOutput = (path: string, dir: string) =>
    optionsIn(dir).some(({ outputs }) => outputs.some(({ outDir }) => outDir !== '' && path.startsWith(`${outDir}/`)))

  const first = (dir: string, written: string[]): Located | undefined => {
    let declaration: Located | undefined
    for (const each of written) {
      const found = target(dir, each)
      if (found && !isDeclaration(found.path)) return found
      declaration ??= found
    }
    return declaration
  }

  const mainEntry = (local: LocalPackage): Located | undefined => {
    const { source, module, main, types, typings, browser } = local.manifest
    const declared = first(
      local.dir,
      [source, module, main, types, typings, browser].filter((value) => typeof value === 'string'),
    )
    if (declared) return declared
    const index = tree.file(join(local.dir, 'index'))
    if (index) return { path: index, guess: false }
    for (const usual of ['src/index', 'src/main', 'lib/index', 'source/index', 'src/public-api', 'src/public_api']) {
      const found = tree.file(join(local.dir, usual))
      if (found) return { path: found, guess: true }
    }
    return undefined
  }

  const entries = new Map<LocalPackage, Map<string, Located | undefined>>()
  const entry = (local: LocalPackage, subpath: string): Located | undefined => {
    const known = entries.get(local) ?? new Map<string, Located | undefined>()
    entries.set(local, known)
    if (!known.has(subpath)) known.set(subpath, findEntry(local, subpath))
    return known.get(subpath)
  }

  const findEntry = (local: LocalPackage, subpath: string): Located | undefined => {
    const { exports } = local.manifest
    if (exports !== undefined) {
      const found = first(local.dir, targetsIn(exportTable(exports), subpath === '' ? '.' : `./${subpath}`))
      if (found) return found
    }
    if (subpath === '') return mainEntry(local)
    const path = join(local.dir, subpath)
    if (path === undefined) return undefined
    const found = module(path) ?? twin(path)
    if (found) return { ...found, guess: found.guess || exports !== undefined }
    const inSource = tree.fileOrIndex(join(local.dir, 'src', subpath))
    return inSource === undefined ? undefined : { path: inSource, guess: true }
  }

  const module = (path: string): Located | undefined => {
    const file = path === '' ? undefined : tree.file(path)
    return file === undefined ? directory(path) : { path: file, guess: false }
  }

  const directory = (path: string): Located | undefined => {
    if (!tree.isDirectory(path)) return undefined
    const local = manifestAt(path)
    if (local) return entry(local, '')
    const index = tree.file(path === '' ? 'index' : `${path}/index`)
    return index === undefined ? undefined : { path: index, guess: false }
  }

  return {
    entry,
    module,
    directory,
    twin,
    internal(local, name) {
      const { imports } = local.manifest
      if (typeof imports !== 'object' || imports === null) return undefined
      const targets = targetsIn(imports as Record<string, unknown>, name)
      const found = first(
        local.dir,
        targets.filter((each) => each.startsWith('.')),
      )
      if (found) return found
      const other = targets.find((each) => !each.startsWith('.') && each !== name)
      return other === undefined ? undefined : { specifier: other }
    },
  }
}

/** Without the extension of a code file, so that the source may have another. */
function stemOf(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')
}

function exportTable(exports: unknown): Record<string, unknown> {
  const isTable =
    typeof exports === 'object' && exports !== null && !Array.isArray(exports) && Object.keys(exports).some((key) => key.startsWith('.'))
  return isTable ? (exports as Record<string, unknown>) : { '.': exports }
}

/** What `exports` or `imports` says of a name: all targets, those nearest to the source first. */
function targetsIn(table: Record<string, unknown>, name: string): string[] {
  if (Object.hasOwn(table, name)) return leaves(table[name])
  let best: { key: string; middle: string } | undefined
  for (const key of Object.keys(table)) {
    const star = key.indexOf('*')
    const prefix = star < 0 ? key : key.slice(0, star)
    const suffix = star < 0 ? '' : key.slice(star + 1)
    // Before patterns there were folders: a key that ends in a slash.
    if (star < 0 && !key.endsWith('/')) continue
    if (!name.startsWith(prefix) || !name.endsWith(suffix) || name.length < prefix.length + suffix.length) continue
    if (best && best.key.length >= key.length) continue
    best = { key, middle: name.slice(prefix.length, name.length - suffix.length) }
  }
  if (!best) return []
  const { key, middle } = best
  return leaves(table[key]).map((target) => (key.includes('*') ? target.replaceAll('*', () => middle) : target + middle))
}

/** @param depth no real table nests deeply; one that does was made to exhaust the stack */
function leaves(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth > 10) return []
  if (Array.isArray(value)) return value.flatMap((inner) => leaves(inner, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  // What is for `require` alone is often written by a tool, around what `import` is given.
  const rank = (condition: string) => (/source|src/.test(condition) ? 0 : condition === 'types' ? 3 : condition === 'require' ? 2 : 1)
  return Object.entries(value)
    .sort(([one], [other]) => rank(one) - rank(other))
    .flatMap(([, inner]) => leaves(inner, depth + 1))
}
