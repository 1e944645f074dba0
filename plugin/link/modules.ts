/**
 * Where does an import lead? In: the paths of the tree and the texts of its package and compiler configurations. Out: one
 * answer for every specifier, from memory where it was asked before. Nothing here touches a disk, and nothing of `node_modules` is needed.
 */

import type { Extracted } from '../graph'
import { NODE_MODULES } from '../node-modules'
import type { SourceFile } from '../types'
import { type LocalPackage, type Located, packageFiles, readPackages } from './resolution/packages'
import { baseOf, dirOf, join, joinRelative } from './resolution/paths'
import { isDeclaration, treeOf } from './resolution/tree'
import { isTsconfig, type PathOptions, readTsconfigs } from './resolution/tsconfigs'
import { writtenInto } from './resolution/written'

export type Resolution =
  /** `guess` says which convention was followed where no configuration decides. */
  | { kind: 'file'; path: string; guess?: string }
  /** `subpath` has no leading slash, and is empty for the package itself. */
  | { kind: 'package'; name: string; subpath: string }
  /** Without `node:`. */
  | { kind: 'builtin'; name: string }
  /** Styles, pictures and other things that hold no code. The file need not be among the analysed ones. */
  | { kind: 'asset'; path: string }
  | { kind: 'unresolved'; reason: string }

export interface ModuleMap {
  resolve(fromPath: string, specifier: string): Resolution
  /** Files at which packages of the tree begin that others may install: not marked private, with an entry of their own. */
  packageEntries(): string[]
}

const ASSET =
  /\.(?:css|scss|sass|less|styl|pcss|svg|png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|pdf|html?|hbs|ejs|pug|md|mdx|txt|csv|xml|ya?ml|toml|graphql|gql|proto|sql|wasm|node|glsl|vert|frag|geojson|zip)$/i
/** Places that a leading `@/`, `~/` and the like stand for, by convention of the usual frameworks. */
const ROOT_ALIAS = /^(?:@|~|~~|@@|\$lib)\//

/** Names below a package that its manifest names one by one: `exports` decides, and where there is none, files that are published can be asked for. */
function publishedBeside({ exports, files }: Record<string, unknown>): string[] {
  if (typeof exports === 'object' && exports !== null)
    return Object.keys(exports).flatMap((key) => (key.startsWith('./') && !/\*|\/$|\.json$/.test(key) ? [key.slice(2)] : []))
  return Array.isArray(files)
    ? files.filter((file): file is string => typeof file === 'string' && /^(?:\.\/)?[\w./@-]+\.[cm]?[jt]sx?$/.test(file))
    : []
}

export function resolveModules(input: {
  files: Pick<SourceFile, 'path'>[]
  configs: { path: string; text: string }[]
  manifests?: Extracted['manifests']
}): ModuleMap {
  const tree = treeOf(input.files.map(({ path }) => path))
  const packages = readPackages(input.configs)
  const optionsIn = readTsconfigs(
    input.configs.filter(({ path }) => isTsconfig(path)),
    packages.dirOfName,
  )
  const written = writtenInto(input.manifests ?? [])
  const sources = packageFiles(tree, packages, (dir) => optionsIn(dir).own)

  function relative(dir: string, specifier: string): Resolution {
    const path = joinRelative(dir, specifier)
    if (path === undefined) return unresolved('it leads out of the analysed directory')
    const library = written(path)
    if (library !== undefined) return { kind: 'package', name: library, subpath: '' }
    const file = tree.file(path)
    if (file !== undefined && !specifier.endsWith('/') && !specifier.endsWith('.')) return certain(file)
    const onlyDirectory = /(?:^|\/)\.{0,2}$/.test(specifier)
    const found = (onlyDirectory ? sources.directory(path) : sources.module(path)) ?? throughRootDirs(dir, path)
    if (found) return asFile(found, 'the usual entry of a package')
    if (isAsset(path)) return { kind: 'asset', path }
    const twin = sources.twin(path)
    return twin ? asFile(twin) : unresolved(`there is no ${path || 'index'} in the analysed files`)
  }

  /** Directories declared to be laid over one another: what is not in one may be in another. */
  function throughRootDirs(dir: string, path: string): Located | undefined {
    for (const { rootDirs } of optionsIn(dir).own)
      for (const root of rootDirs) {
        if (!path.startsWith(`${root}/`)) continue
        for (const other of rootDirs) {
          const found = other === root ? undefined : tree.fileOrIndex(join(other, path.slice(root.length)))
          if (found !== undefined) return { path: found, guess: false }
        }
      }
    return undefined
  }

  function bare(dir: string, specifier: string): Resolution {
    if (NODE_MODULES.has(specifier)) return { kind: 'builtin', name: specifier }
    const scheme = /^([a-z][a-z0-9+-]*):(.*)$/i.exec(specifier)
    if (scheme) return byScheme(scheme[1] as string, scheme[2] as string)
    if (specifier.startsWith('/')) return fromTop(dir, specifier)

    const { own, outer } = optionsIn(dir)
    const mapped = throughOptions(own, specifier)
    if (mapped && mapped.kind !== 'unresolved') return mapped
    const home = packages.nearest(dir)
    if (specifier.startsWith('#')) {
      const internal = home && throughImports(dir, home, specifier)
      if (internal) return internal
    }
    const { name, subpath } = splitPackage(specifier)
    const local = throughPackages(dir, name, subpath)
    if (local) return local
    const range = packages.declared(dir, name)
    if (range !== undefined) return asPackage(range, name, subpath)
    const guessed = guessFromOuter(outer, specifier) ?? guessFromTop(home?.dir ?? '', specifier)
    if (guessed && guessed.kind !== 'unresolved') return guessed
    if (mapped ?? guessed) return (mapped ?? guessed) as Resolution
    return isPackageName(name)
      ? { kind: 'package', name, subpath }
      : unresolved('it is neither a path nor a package name, and no configuration says what it stands for')
  }

  function throughOptions(options: PathOptions[], specifier: string): Resolution | undefined {
    let missed: Resolution | undefined
    for (const { paths, baseUrl, config } of options) {
      const pattern = paths.find(({ prefix, suffix, exact }) =>
        exact
          ? specifier === prefix
          : specifier.length >= prefix.length + suffix.length && specifier.startsWith(prefix) && specifier.endsWith(suffix),
      )
      const middle = pattern ? specifier.slice(pattern.prefix.length, specifier.length - pattern.suffix.length) : ''
      const targets = pattern?.targets.map((target) => join(target.replace('*', () => middle)) ?? target) ?? []
      for (const target of targets) {
        const installed = /(?:^|\/)node_modules\/(.+)$/.exec(target)
        const found = installed ? undefined : (there(target) ?? fromOutput(target))
        if (found) return found
        if (installed && pattern?.prefix !== '') return { kind: 'package', ...splitPackage((installed[1] as string).replace(/^@types\//, '')) }
      }
      if (baseUrl !== undefined) {
        const path = join(baseUrl, specifier)
        const found = path === undefined ? undefined : there(path)
        if (found) return found
      }
      // A pattern that fits everything says nothing of what a missing name was to be.
      if (targets.length > 0 && pattern?.prefix !== '')
        missed ??= unresolved(`${config} maps it to ${targets.join(' or ')}, which is not among the analysed files`)
    }
    return missed
  }

  /** What stands at a path. Declarations do not count: they only describe what is elsewhere. */
  function there(path: string): Resolution | undefined {
    const library = written(path)
    if (library !== undefined) return { kind: 'package', name: library, subpath: '' }
    const found = sources.module(path)
    if (found && !isDeclaration(found.path)) return asFile(found, 'the usual entry of a package')
    return isAsset(path) && tree.has(path) ? { kind: 'asset', path } : undefined
  }

  function fromOutput(path: string): Resolution | undefined {
    const twin = sources.twin(path)
    return twin && asFile(twin)
  }

  function throughImports(dir: string, home: LocalPackage, specifier: string): Resolution | undefined {
    const found = sources.internal(home, specifier)
    if (!found) return undefined
    return 'path' in found ? asFile(found) : found.specifier.startsWith('#') ? undefined : bare(dir, found.specifier)
  }

  function throughPackages(dir: string, name: string, subpath: string): Resolution | undefined {
    const named = packages.named(dir, name)
    if (!named) return undefined
    const found = sources.entry(named.local, subpath)
    if (found)
      return asFile({ ...found, guess: found.guess || named.guess }, named.guess ? 'the only package of that name' : 'the usual entry of a package')
    const path = join(named.local.dir, subpath)
    if (path !== undefined && isAsset(path)) return { kind: 'asset', path }
    if (named.guess) return undefined
    return unresolved(
      `${name} lives in ${named.local.dir || 'the root'}, but ${subpath === '' ? 'its entry' : `its ${subpath}`} is not among the analysed files`,
    )
  }

  /** `/src/main.ts`: from the top of the package, as development servers have it. */
  function fromTop(dir: string, specifier: string): Resolution {
    for (const top of new Set([packages.nearest(dir)?.dir ?? '', '']))
      for (const folder of ['', 'public', 'static']) {
        const path = join(top, folder, specifier)
        const found = tree.fileOrIndex(path)
        if (found) return { kind: 'file', path: found, guess: 'a path from the top of the package' }
        if (path !== undefined && isAsset(path) && tree.has(path)) return { kind: 'asset', path }
      }
    return unresolved('it is an absolute path')
  }

  /** Compiler configurations further out do not apply by the letter, but bundlers have one list for all. */
  function guessFromOuter(outer: PathOptions[], specifier: string): Resolution | undefined {
    const found = throughOptions(
      outer.map((options) => ({ ...options, baseUrl: undefined })),
      specifier,
    )
    return found?.kind === 'file' ? { ...found, guess: 'an alias of a configuration further out' } : found?.kind === 'asset' ? found : undefined
  }

  /** `@/x`, `~/x`, `src/x` without any configuration: taken where exactly one place fits. */
  function guessFromTop(home: string, specifier: string): Resolution | undefined {
    const alias = ROOT_ALIAS.exec(specifier)?.[0]
    if (alias === undefined) {
      const segment = specifier.slice(0, specifier.indexOf('/'))
      if (segment === '' || segment.startsWith('@') || !tree.isDirectory(join(home, segment))) return undefined
      const found = tree.fileOrIndex(join(home, specifier))
      return found && !isDeclaration(found) ? { kind: 'file', path: found, guess: 'a path from the top of the package' } : undefined
    }
    const rest = specifier.slice(alias.length)
    const places = alias === '$lib/' ? ['src/lib'] : ['src', '', 'app', 'client', 'resources/js']
    const found = new Set<string>()
    for (const place of places) {
      const path = join(home, place, rest)
      const file = path === undefined ? undefined : (sources.module(path)?.path ?? (isAsset(path) && tree.has(path) ? path : undefined))
      if (file !== undefined) found.add(file)
    }
    if (found.size === 0) return unresolved(`no configuration says what ${alias} stands for, and no usual place has such a file`)
    if (found.size > 1) return unresolved(`no configuration says what ${alias} stands for, and several places fit: ${[...found].join(', ')}`)
    return asFile({ path: [...found][0] as string, guess: true }, `${alias} read as the usual place`)
  }

  // Most imports lead to a file that others lead to as well: one answer for all of them.
  const certainly = new Map<string, Resolution>()
  function certain(path: string): Resolution {
    let resolution = certainly.get(path)
    if (!resolution) {
      resolution = asFile({ path, guess: false })
      certainly.set(path, resolution)
    }
    return resolution
  }

  // Bare specifiers mean the same to all files that share a package and a compiler configuration.
  const scopes = new Map<string, Map<string, Resolution>>()
  const memories = new Map<string, Memory>()
  const memoriesOfFiles = new Map<string, Memory>()
  function memoryOf(fromPath: string): Memory {
    let memory = memoriesOfFiles.get(fromPath)
    if (!memory) {
      memory = memoryIn(dirOf(fromPath))
      memoriesOfFiles.set(fromPath, memory)
    }
    return memory
  }
  function memoryIn(dir: string): Memory {
    let memory = memories.get(dir)
    if (!memory) {
      const scope = `${packages.nearest(dir)?.dir} ${optionsIn(dir).own[0]?.config}`
      const shared = scopes.get(scope) ?? new Map<string, Resolution>()
      scopes.set(scope, shared)
      memory = { relative: new Map(), bare: shared }
      memories.set(dir, memory)
    }
    return memory
  }

  return {
    packageEntries: () =>
      packages.all().flatMap((local) => {
        const { dir, manifest } = local
        if (manifest.private === true) return []
        const entry = sources.directory(dir)
        // Where several builds are offered, not each of them is read.
        const path = typeof manifest.main === 'string' ? join(dir, manifest.main) : undefined
        const main = path === undefined ? undefined : sources.module(path)
        const others = publishedBeside(manifest).map((name) => sources.entry(local, name))
        return [...new Set([entry, main, ...others].flatMap((it) => (it && !isAsset(it.path) ? [it.path] : [])))]
      }),
    resolve(fromPath, specifier) {
      const memory = memoryOf(fromPath)
      const isRelative = specifier.charCodeAt(0) === 46 && /^\.{1,2}(?:\/|$)/.test(specifier)
      const known = isRelative ? memory.relative : memory.bare
      let resolution = known.get(specifier)
      if (!resolution) {
        const dir = dirOf(fromPath)
        const plain = withoutLoaders(specifier)
        resolution = plain === '' ? unresolved('it is empty') : /^\.{1,2}(?:\/|$)/.test(plain) ? relative(dir, plain) : bare(dir, plain)
        // A loader in front makes a relative path look bare; its meaning is still of this directory only.
        if (isRelative || plain === specifier) known.set(specifier, resolution)
      }
      return resolution
    },
  }
}

/** What is known by now of the specifiers that a file may write. */
interface Memory {
  relative: Map<string, Resolution>
  bare: Map<string, Resolution>
}

function byScheme(scheme: string, rest: string): Resolution {
  if (scheme === 'node') return { kind: 'builtin', name: rest }
  if (scheme === 'npm' || scheme === 'jsr') return { kind: 'package', ...splitPackage(rest.replace(/^\//, '').replace(/(?<=.)@[^/]*/, '')) }
  if (/^(?:bun|deno|cloudflare|workerd)$/.test(scheme)) return { kind: 'builtin', name: `${scheme}:${rest}` }
  const remote = /^https?$/.test(scheme) ? packageAt(rest) : undefined
  if (remote) return { kind: 'package', ...splitPackage(remote) }
  if (/^(?:https?|file|data|blob)$/.test(scheme)) return unresolved('it is an address, read when the program runs')
  return unresolved(`${scheme}: modules are made by the build tool`)
}

/** The package behind an address of a registry that serves modules: `//deno.land/x/oak@v12/mod.ts` is oak. */
function packageAt(address: string): string | undefined {
  const own = /^\/\/deno\.land\/x\/([\w-]+)/.exec(address)?.[1]
  if (own) return own
  return /^\/\/(?:esm\.sh|cdn\.skypack\.dev|esm\.run|cdn\.jsdelivr\.net\/npm|unpkg\.com|jsr\.io)\/(?:v\d+\/)?((?:@[\w.-]+\/)?[\w.-]+)/.exec(
    address,
  )?.[1]
}

/** A declared dependency may bear another package's name: `"npm:real@1"`. */
function asPackage(range: string, name: string, subpath: string): Resolution {
  const alias = /^npm:(@?[^@]+)/.exec(range)
  return { kind: 'package', name: alias?.[1] ?? name, subpath }
}

function asFile({ path, guess }: Located, convention = 'a convention'): Resolution {
  if (isAsset(path)) return { kind: 'asset', path }
  return guess ? { kind: 'file', path, guess: convention } : { kind: 'file', path }
}

function splitPackage(specifier: string): { name: string; subpath: string } {
  const second = specifier.startsWith('@') ? specifier.indexOf('/') + 1 : 0
  const slash = specifier.indexOf('/', second)
  return slash < 0 ? { name: specifier, subpath: '' } : { name: specifier.slice(0, slash), subpath: specifier.slice(slash + 1) }
}

function isPackageName(name: string): boolean {
  return /^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name) && !/^[~.]/.test(name)
}

function isAsset(path: string): boolean {
  return ASSET.test(baseOf(path))
}

/** `raw-loader!./a.txt?inline` asks for `./a.txt`. */
function withoutLoaders(specifier: string): string {
  const path = specifier.includes('!') ? specifier.slice(specifier.lastIndexOf('!') + 1) : specifier
  const query = path.indexOf('?')
  return query < 0 ? path : path.slice(0, query)
}

function unresolved(reason: string): Resolution {
  return { kind: 'unresolved', reason }
}
