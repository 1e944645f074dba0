/** How a program is called: what `bin` of package.json says of the file it is in, or of one that loads it. */
import type { Extracted } from '../../../graph'
import type { Linked } from '../../linked'

interface Package {
  /** `''` or `packages/app/`. */
  directory: string
  name: string | undefined
  bins: { name: string; file: number | undefined; path: string }[]
  /** Commands of `scripts`. */
  scripts: string[]
}

export interface ProgramNames {
  /** Directory of the package that a file belongs to. */
  packageOf(file: number): string
  /** Name of the `bin` entry that runs a file. */
  binOf(file: number): string | undefined
  nameOf(file: number, told: string | undefined, alone: boolean): string
  /** Of a program that is spread over a package's files. */
  nameOfPackage(file: number): string
  /** Files that a `bin` entry names, with the entry's name. */
  bins: { name: string; file: number }[]
  /** Run by a script of package.json: `node scripts/seed.js`. */
  isScript(file: number): boolean
}

const MOST_FILES = 4000
/** Files that are called after what they are part of. */
const PLAIN = /^(?:cli|index|main|bin|run|app|cmd|command|program)$/

export function programNames(linked: Linked, extracted: Extracted): ProgramNames {
  const { whole, fileIndex } = linked
  const packages = extracted.manifests
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    .map(({ path, facts }): Package => {
      const directory = path.slice(0, -'package.json'.length)
      return {
        directory,
        name: facts.find(({ kind }) => kind === 'package')?.name.replace(/^@[^/]+\//, ''),
        bins: facts
          .filter(({ kind, value }) => kind === 'bin' && value)
          .map(({ name, value }) => ({ name, path: value as string, file: fileOf(directory, value as string, fileIndex) })),
        scripts: facts.filter(({ kind }) => kind === 'script').map(({ value }) => value ?? ''),
      }
    })
    .sort((one, other) => other.directory.length - one.directory.length || (one.directory < other.directory ? -1 : 1))
  const pathOf = (file: number) => (whole.files[file] as { path: string }).path
  const around = (file: number) => packages.find(({ directory }) => pathOf(file).startsWith(directory))
  const reached = reachedFrom(linked, packages)
  const stemOf = (file: number) =>
    pathOf(file)
      .split('/')
      .pop()
      ?.replace(/\.[^.]+$/, '') ?? ''
  const binOf = (file: number): string | undefined => {
    const known = reached.get(file)
    if (known) return known
    // What `bin` names is made by a build: the one entry of its package, or the one called like the file.
    const unbuilt = around(file)?.bins.filter(({ file: built }) => built === undefined) ?? []
    const stem = stemOf(file)
    const alike = unbuilt.find(
      ({ name, path }) =>
        name === stem ||
        path
          .split('/')
          .pop()
          ?.replace(/\.[^.]+$/, '') === stem,
    )
    if (alike) return alike.name
    return unbuilt.length === 1 && PLAIN.test(stem) ? unbuilt[0]?.name : undefined
  }
  const nameOf = (file: number, told: string | undefined, alone: boolean): string => {
    const bin = binOf(file)
    if (bin) return bin
    if (told) return told
    const name = around(file)?.name
    const stem = stemOf(file)
    if (name && (alone || PLAIN.test(stem))) return name
    if (!PLAIN.test(stem)) return stem
    const folders = pathOf(file).split('/').slice(0, -1)
    return folders.reverse().find((folder) => !/^(?:src|lib|bin|cli|cmd)$/.test(folder)) ?? stem
  }
  return {
    packageOf: (file) => around(file)?.directory ?? '',
    binOf,
    nameOf,
    nameOfPackage: (file) => around(file)?.bins[0]?.name ?? around(file)?.name ?? nameOf(file, undefined, true),
    bins: packages.flatMap(({ bins }) => bins.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]))),
    isScript: (file) => {
      const at = around(file)
      const own = pathOf(file).slice(at?.directory.length ?? 0)
      return at?.scripts.some((script) => script.split(/[\s;&|]+/).some((word) => word.replace(/^\.\//, '') === own)) ?? false
    },
  }
}

/** The file itself, or the source that a build makes it from. */
function fileOf(directory: string, value: string, files: Map<string, number>): number | undefined {
  const parts: string[] = []
  for (const part of `${directory}${value}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  const path = parts.join('/')
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '')
  const inside = stem.slice(directory.length)
  const sources = [
    stem,
    ...['src/', '', 'lib/', 'source/'].map(
      (folder) => `${directory}${folder}${inside.replace(/^(?:dist|build|lib|out|output|es|cjs|esm)\/(?:(?:cjs|esm|src)\/)?/, '')}`,
    ),
  ]
  for (const source of [
    path,
    ...sources.flatMap((each) =>
      ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs', '.tsx', '.jsx', '/index.ts', '/index.js'].map((extension) => `${each}${extension}`),
    ),
  ]) {
    const file = files.get(source)
    if (file !== undefined) return file
  }
  return undefined
}

/** Files by the entry that loads them, nearest entry first. */
function reachedFrom({ whole, modules, fileIndex }: Linked, packages: Package[]): Map<number, string> {
  const found = new Map<number, string>()
  const queue: { file: number; name: string }[] = []
  const put = (file: number | undefined, name: string) => {
    if (file === undefined || found.has(file) || found.size >= MOST_FILES) return
    found.set(file, name)
    queue.push({ file, name })
  }
  for (const { bins } of packages) for (const { name, file } of bins) put(file, name)
  for (let at = 0; at < queue.length; at++) {
    const { file, name } = queue[at] as { file: number; name: string }
    const facts = whole.files[file] as { path: string; graph: { imports: { specifier: string; typeOnly: boolean }[] } }
    for (const { specifier, typeOnly } of facts.graph.imports) {
      if (typeOnly) continue
      const to = modules.resolve(facts.path, specifier)
      if (to.kind === 'file') put(fileIndex.get(to.path), name)
    }
  }
  return found
}
