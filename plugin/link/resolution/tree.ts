/** The files of the analysed tree, as a module resolver asks for them. In: paths. Out: answers by path, without a disk. */
/** Extensions a specifier may leave out, the one that is nearest to the source first. */
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.astro', '.d.ts', '.d.mts', '.d.cts', '.json']
/** What a compiled extension may be in the source. */
const COMPILED = new Map([
  ['.js', new Set(['.ts', '.tsx', '.d.ts'])],
  ['.jsx', new Set(['.tsx', '.ts'])],
  ['.mjs', new Set(['.mts', '.ts', '.d.mts'])],
  ['.cjs', new Set(['.cts', '.ts', '.d.cts'])],
])
/** Variants a mobile bundler picks by platform. */
const PLATFORMS = ['.web', '.native', '.ios', '.android']

export interface Tree {
  // Every question may be asked of a joined path that led out of the root: nothing is there.
  has(path: string | undefined): boolean
  /** The source file meant by a path that may lack its extension or bear that of the compiled file. No directories. */
  file(base: string | undefined): string | undefined
  /** The same, or else the directory's index. */
  fileOrIndex(base: string | undefined): string | undefined
  isDirectory(path: string | undefined): boolean
}

export function treeOf(paths: string[]): Tree {
  const all = new Set(paths)
  const stems = new Map<string, { path: string; rank: number; extension: string }>()
  const directories = new Set<string>([''])
  for (const path of paths) {
    const found = splitExtension(path)
    if (found) {
      const known = stems.get(found.stem)
      if (!known || found.rank < known.rank) stems.set(found.stem, { path, rank: found.rank, extension: found.extension })
    }
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const dir = path.slice(0, slash)
      if (directories.has(dir)) break
      directories.add(dir)
    }
  }

  const file = (base: string | undefined): string | undefined => {
    if (base === undefined) return undefined
    const dot = base.lastIndexOf('.')
    const sources = dot < 0 ? undefined : COMPILED.get(base.slice(dot))
    const compiled = sources && stems.get(base.slice(0, dot))
    if (compiled && sources.has(compiled.extension)) return compiled.path
    if (all.has(base)) return base
    const found = stems.get(base)
    if (found) return found.path
    for (const platform of PLATFORMS) {
      const variant = stems.get(base + platform)
      if (variant) return variant.path
    }
    return undefined
  }
  return {
    has: (path) => path !== undefined && all.has(path),
    file,
    fileOrIndex: (base) => {
      if (base === undefined) return undefined
      return base === '' ? file('index') : (file(base) ?? file(`${base}/index`))
    },
    isDirectory: (path) => path !== undefined && directories.has(path),
  }
}

function splitExtension(path: string): { stem: string; rank: number; extension: string } | undefined {
  for (let rank = 0; rank < EXTENSIONS.length; rank++) {
    const extension = EXTENSIONS[rank] as string
    if (!path.endsWith(extension)) continue
    const stem = path.slice(0, -extension.length)
    // `a.d.ts` ends in `.ts` too, and is meant by `a`, not by `a.d`.
    if (/\.d$/.test(stem)) continue
    return { stem, rank, extension }
  }
  return undefined
}

export function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path)
}
