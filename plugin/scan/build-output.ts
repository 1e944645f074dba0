/**
 * Committed build output. In: paths, and the manifests that say where builds go. Out: folders under suspicion; with the
 * marks found in their files, the verdict. A folder called `build` may well hold sources, hence nothing goes by its name alone.
 */
import path from 'node:path'

export interface Suspect {
  /** With a slash at the end. */
  folder: string
  /** A manifest that says builds go there: `tsconfig.json (outDir)`. */
  declaredBy: string | undefined
  /** The package whose first entry lies here. */
  offered: Offer | undefined
}

/** `home` is '' or ends with a slash; the others are paths of the tree, and folders may stand for their index. */
export interface Offer {
  home: string
  entry: string
  copies: string[]
}

/** Only tools write into these. */
const toolFolders =
  /^(?:\.next|\.nuxt|\.output|\.svelte-kit|\.docusaurus|\.turbo|\.parcel-cache|\.angular|\.serverless|\.nyc_output|\.vercel|\.netlify|\.astro|\.vite|\.expo|\.vinxi|storybook-static)$/
const suspectFolders = /^(?:dist|build|out|output)$/
/** Asked of whole paths, since most of them name none of these folders and need not be taken apart. */
const maybeTool = /(?:^|\/)(?:\.[a-z]|coverage\/|storybook-static\/)/
const maybeSuspect = /(?:^|\/)(?:dist|build|out|output)\//
const coverageFiles = /^(?:lcov\.info|coverage-final\.json|clover\.xml|lcov-report|cobertura-coverage\.xml)$/
const packageFolders = /^(?:dist[\w-]*|build|out|output|lib|libs|es\d*|esm|cjs|umd|commonjs|module|bundle|release)$/

/** Folders only tools write into, with a slash at the end; told by paths alone. */
export function toolOutput(files: string[]): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    if (!maybeTool.test(file)) continue
    const steps = file.split('/')
    const at = steps.findIndex(
      (step, index) => index < steps.length - 1 && (toolFolders.test(step) || (step === 'coverage' && coverageFiles.test(steps[index + 1]!))),
    )
    if (at >= 0) folders.add(`${steps.slice(0, at + 1).join('/')}/`)
  }
  return [...folders].sort()
}

/**
 * @param manifests texts of every tsconfig and package.json, by path
 * @returns outermost folders only, sorted
 */
export function suspects(files: string[], manifests: Map<string, string>): Suspect[] {
  const found = new Map<string, string | undefined>()
  for (const file of files) {
    if (!maybeSuspect.test(file)) continue
    const steps = file.split('/')
    const at = steps.findIndex((step, index) => index < steps.length - 1 && suspectFolders.test(step))
    if (at >= 0) found.set(`${steps.slice(0, at + 1).join('/')}/`, undefined)
  }
  for (const [file, text] of manifests) for (const folder of declaredIn(file, text)) found.set(folder, file)
  const folders = [...found.keys()].sort()
  const offers = [...manifests].flatMap(([file, text]) => offerIn(file, text) ?? [])
  return folders
    .filter((folder) => !folders.some((other) => other !== folder && folder.startsWith(other)))
    .map((folder) => ({
      folder,
      declaredBy: found.get(folder),
      offered: offers.find(({ home, entry }) => folder.startsWith(home) && `${entry}/`.startsWith(folder)),
    }))
}

/** What a package offers, where the first that Node asks for lies below it. */
function offerIn(file: string, text: string): Offer | undefined {
  if (path.posix.basename(file) !== 'package.json') return undefined
  const json = jsonOf(text)
  if (typeof json !== 'object' || json === null) return undefined
  const folder = path.posix.dirname(file)
  const placed = (entries: string[]) => entries.filter((it) => !it.includes('*')).map((it) => path.posix.join(folder, it).replace(/\/+$/, ''))
  const [entry] = placed(entriesOf(json as Record<string, unknown>).filter((it) => !/\.d\.[cm]?ts$/.test(it)))
  const copies = placed(copyFields.flatMap((key) => leavesOf((json as Record<string, unknown>)[key])))
  return entry === undefined ? undefined : { home: folder === '.' ? '' : `${folder}/`, entry, copies: copies.filter((it) => it !== entry) }
}

/** The program that `main` names, in the words of another age or for another reader. */
const copyFields = ['module', 'jsnext:main', 'es2015', 'esnext', 'umd:main', 'unpkg', 'jsdelivr']
const formats = /[.-]?\b(?:cjs|common|esm?|mjs|module|umd|amd|iife|global|production|development|prod|dev)\b/gi

/**
 * Asks of files whether they say the same once more as the entry of the offer does.
 *
 * @param isRead of a path: an entry that is minified is one of several builds, and the others are no copies of it to us
 */
export function copiesOf({ entry, copies }: Offer, isRead: (path: string) => boolean): (file: string) => boolean {
  const file = [entry, `${entry}.js`, `${entry}/index.js`].find(isRead)
  if (file === undefined) return () => false
  const main = path.posix.parse(file)
  return (other) => {
    const { dir, base } = path.posix.parse(other)
    if (other === file) return false
    const isNamed = copies.some((copy) => other === copy || isBeside(path.posix.dirname(copy), main.dir, other))
    return isNamed || (dir === main.dir && stemOf(base) === stemOf(main.base))
  }
}

/** `dist/esm` next to `dist/cjs` or below `dist` holds one build; `dist` above `dist/cjs` may hold anything. */
function isBeside(folder: string, mainFolder: string, file: string): boolean {
  return !`${mainFolder}/`.startsWith(`${folder}/`) && file.startsWith(`${folder}/`)
}

const stemOf = (base: string): string => base.replace(/\.[cm]?jsx?$/i, '').replace(formats, '')

/** What lies about in packages and is not what they are made of. By paths below the package. */
const asideFolders =
  /^(?:tests?|__tests__|__mocks__|specs?|e2e|examples?|demos?|docs?|website|bench(?:marks?)?|scripts?|tools?|tasks|gulp|bin|build|config|types|typings|flow-typed|\.[\w-]+)\//i
const asideFiles =
  /^(?:\.[\w.-]+|[\w.-]+[.-](?:conf|config)|gulpfile|gruntfile|jakefile|rollup|webpack|test|example|demo|bench(?:mark)?)\.[cm]?[jt]sx?$/i

export function isAside(file: string): boolean {
  return asideFolders.test(file) || asideFiles.test(file)
}

function declaredIn(file: string, text: string): string[] {
  const json = jsonOf(text)
  if (typeof json !== 'object' || json === null) return []
  const home = path.posix.dirname(file)
  const isPackage = path.posix.basename(file) === 'package.json'
  const targets = isPackage ? entriesOf(json as Record<string, unknown>).flatMap(outputFolder) : outDirs(json as Record<string, unknown>)
  return targets
    .map((target) => path.posix.join(home, target))
    .flatMap((target) => {
      const folder = `${target.replace(/\/+$/, '')}/`
      // Compiled in place, or out of the tree: then it is no folder of its own.
      const holdsManifest = home === '.' || `${home}/`.startsWith(folder)
      return target.startsWith('..') || target === '.' || (holdsManifest && `${home}/`.startsWith(folder)) ? [] : [folder]
    })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // With comments, or with mistakes of which the rest can be read: the library for it is loaded only then.
    return (require('jsonc-parser') as typeof import('jsonc-parser')).parse(text)
  }
}

function outDirs(json: Record<string, unknown>): string[] {
  const options = json.compilerOptions as Record<string, unknown> | undefined
  return [options?.outDir, options?.declarationDir].filter(
    (value): value is string => typeof value === 'string' && !path.posix.isAbsolute(value) && !value.includes('$'),
  )
}

/** Every file a package offers: `main`, `module`, `bin`, the leaves of `exports`. */
function entriesOf(json: Record<string, unknown>): string[] {
  return ['main', 'module', 'browser', 'types', 'typings', 'bin', 'exports', 'unpkg', 'jsdelivr'].flatMap((key) => leavesOf(json[key]))
}

function leavesOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

function outputFolder(entry: string): string[] {
  const [first = '', ...rest] = path.posix.normalize(entry).split('/')
  return rest.length > 0 && packageFolders.test(first) ? [first] : []
}

const compiled = /\.(?:[cm]?jsx?|d\.[cm]?ts)$/i
const sources = ['ts', 'tsx', 'mts', 'cts', 'vue', 'svelte', 'jsx', 'mjs', 'js']
const sourceRoots = ['', 'src/', 'lib/', 'source/', 'sources/', 'app/']

/**
 * The file from which this one was compiled, if one lies where compilers look.
 *
 * @param isRead whether it is there and is read in its stead: what no compiler of ours knows, or is minified, is no source to us
 */
export function twinOf(file: string, folder: string, isRead: (path: string) => boolean): string | undefined {
  if (!compiled.test(file)) return undefined
  const home = folder.slice(0, -1).split('/').slice(0, -1).join('/')
  const base = home === '' ? '' : `${home}/`
  const stem = file.slice(folder.length).replace(compiled, '')
  // `dist/cjs/a.js` as well as `dist/a.js`
  const stems = [stem, stem.split('/').slice(1).join('/')].filter((it) => it !== '')
  const places = stems.flatMap((it) => sourceRoots.flatMap((root) => sources.map((extension) => `${base}${root}${it}.${extension}`)))
  return places.find((place) => !place.startsWith(folder) && isRead(place))
}

/** For JavaScript compiled beside its TypeScript. */
export function neighbourOf(file: string, exists: (path: string) => boolean): string | undefined {
  if (!/\.[cm]?jsx?$/i.test(file)) return undefined
  const stem = file.replace(/\.[cm]?jsx?$/i, '')
  return ['ts', 'tsx', 'mts', 'cts'].map((extension) => `${stem}.${extension}`).find(exists)
}
