/**
 * Files, folders and packages that texts name: literals of the code, and words of settings, scripts and pages. In: the linked program
 * and the words. Out: whether a path or a package is named by one of them. Nothing of it is run; a name is enough for a doubt.
 */
import { Kind } from '../../../../graph'
import { calledName, type Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { skipTrivia } from '../../../whole/index'

export interface Mentions {
  /**
   * Whether something names this file, or its folder or a pattern that it fits, so that it is loaded without an import; `anywhere` where
   * one word means the folders of many packages: `src`.
   */
  ofFile(path: string): 'file' | 'folder' | 'anywhere' | undefined
  /** Whether a text of the code is this word, or a path that begins with it. */
  inCode(name: string): boolean
  /** Words of settings and scripts at or above a folder of the file in which they stand. */
  inSettings(name: string): boolean
}

/** Calls that take paths: a literal in one of them may name a folder. */
const TAKES_PATHS =
  /^(?:require|import|import\.meta\.glob(?:Eager)?|readdir(?:Sync)?|glob(?:Sync|by)?|scandir|walk(?:Sync)?|load(?!ing)\w*|import\w*|require\w*|autoload\w*|context|forRoot\w*|createConnection|DataSource|include)$/i
/** Test doubles name a module to be rid of it. */
const REPLACES = /^(?:mock|unmock|doMock|dontMock|setMock|requireActual|requireMock|importActual|importMock|rewiremock|spyOn|replaceEsm|proxyquire)$/
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/
const OUTPUT = /^(?:dist|build|out|lib|output|compiled|\.next|esm|cjs)$/

/** @param configs texts of manifests: what a package exports by a pattern is meant for others */
export function mentionsOf(
  linked: Linked,
  named: readonly { path: string; names: string[] }[],
  configs: readonly { path: string; text: string }[] = [],
): Mentions {
  const { whole } = linked
  const lookup = lookupOf(whole)
  /** Last part of a path without its extension → the parts of every text that ends so. */
  const byLast = new Map<string, string[][]>()
  const folders: string[][] = []
  /** Whole paths of folders that code loads from where it stands: `requireDirectory(join(__dirname, 'jobs'))`. */
  const loaded = new Set<string>()
  const patterns: { folder: string[]; tail: string }[] = []
  const settings = new Set<string>()

  const takePath = (text: string, mayBeFolder: boolean) => {
    const path = text.replace(/^(?:\.{0,2}\/|@\/|~\/|<rootDir>\/|\$\{?\w+\}?\/)+/, '').replace(/[?#].*$/, '')
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
    const star = parts.findIndex((part) => /[*{]/.test(part))
    if (star >= 0) {
      const tail = /[^*{}]*(?=\{[^{}]*\}$)|[^*{}]*$/.exec(parts[parts.length - 1] as string)?.[0].replace(CODE, '') ?? ''
      // A setting that speaks of all there is names nothing.
      if (tail.length > 2 || (star > 0 && mayBeFolder))
        patterns.push({ folder: parts.slice(0, star), tail: tail.startsWith('.') || tail === '' ? tail : '' })
      return
    }
    if (parts.length === 0) return
    if (mayBeFolder && (parts.length > 1 || path.endsWith('/') || text.startsWith('.'))) folders.push(parts)
    const isCode = CODE.test(path)
    // One word names nothing for sure, and neither does an address.
    if (!isCode && (parts.length < 2 || (text.startsWith('/') && !mayBeFolder)) && !text.startsWith('.')) return
    add(parts)
    // `src/orders.handler` names a function in a file.
    const exported = isCode ? null : /^(.+)\.[A-Za-z_]\w*$/.exec(parts[parts.length - 1] as string)
    if (exported && parts.length > 1) add([...parts.slice(0, -1), exported[1] as string])
    // Compiled output stands for what it is compiled from.
    const output = parts.findIndex((part) => OUTPUT.test(part))
    if (output >= 0 && output + 1 < parts.length) add(parts.slice(output + 1))
  }
  const add = (parts: string[]) => {
    const last = stem(parts[parts.length - 1] as string)
    const known = byLast.get(last)
    if (known) known.push(parts)
    else byLast.set(last, [parts])
  }

  /** Literals inside the arguments of calls that take paths, and of those that replace modules. */
  const inPaths = new Set<number>()
  const replaced = new Set<number>()
  for (const call of lookup.called((name) => TAKES_PATHS.test(name) || REPLACES.test(name))) {
    const name = calledName(linked, call)
    const into = REPLACES.test(name) ? replaced : inPaths
    for (const argument of whole.args(call)) {
      collect(argument, into, 0)
      // `requireDirectory(__dirname)` loads what lies beside it.
      if (whole.kind[argument] === Kind.Global && /^(?:__dirname|import\.meta\.dirname)$/.test(whole.text(whole.a[argument] as number))) {
        const { path } = whole.files[whole.fileOf(argument)] as { path: string }
        loaded.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
      }
    }
  }
  function collect(node: number, into: Set<number>, depth: number): void {
    if (whole.kind[node] === Kind.String) into.add(node)
    else if (depth < 4) for (const part of whole.madeOf(node)) collect(part, into, depth + 1)
  }
  for (const word of commandWords(linked)) settings.add(word)
  const texts = new Set<string>()
  const takeText = (text: string, isPath: boolean, isReplaced: boolean) => {
    if (text.length > 200 || text.length < 2) return
    texts.add(text)
    if (isReplaced || !/[./]/.test(text) || /\s/.test(text)) return
    if (text.includes('/') || CODE.test(text)) takePath(text, isPath)
  }
  /** Literals that mean more than their text, by their text. */
  const special = new Map<string, number>()
  for (const node of new Set([...inPaths, ...replaced])) {
    const text = whole.text(whole.a[node] as number)
    special.set(text, (special.get(text) ?? 0) + 1)
    takeText(text, inPaths.has(node), replaced.has(node))
    if (!inPaths.has(node) || text.length > 200 || text.length < 2) continue
    const { path } = whole.files[whole.fileOf(node)] as { path: string }
    const folder = joined(path.split('/').slice(0, -1), text.split('/'))
    if (folder !== undefined && folder !== '') loaded.add(folder)
  }
  for (const { name, count } of lookup.names(Kind.String)) if (count > (special.get(name) ?? 0)) takeText(name, false, false)
  for (const { names } of named)
    for (const name of names) {
      settings.add(name)
      if (name.includes('/') || CODE.test(name)) takePath(name, false)
    }
  for (const { path, text } of configs) if (/(?:^|\/)package\.json$/.test(path)) for (const pattern of exportedPatterns(text)) takePath(pattern, true)
  // An import that leads nowhere may mean any file that ends so.
  for (const { path, graph } of whole.files)
    for (const { specifier } of graph.imports) {
      const target = linked.modules.resolve(path, specifier)
      if (
        target.kind === 'unresolved' ||
        (target.kind === 'package' && (target.subpath !== '' || target.name.startsWith('@')) && !linked.dependencies.has(target.name))
      ) {
        const parts = specifier.split('/').filter((part) => !/^[.@~#]*$/.test(part))
        if (parts.length > 0) add(parts)
        if (parts.length > 1) add(parts.slice(1))
      }
    }
  // `prefix:plugin:name`, `./node_modules/.bin/tool` and `tool@latest` name the tool.
  for (const name of [...settings]) {
    if (!/[:,={}@]|node_modules\/|\.bin\//.test(name)) continue
    for (const part of name.split(/[:,={}]|node_modules\/|\.bin\//)) if (part !== '') settings.add(part.replace(/(?<=.)@[\w.^~-]+$/, ''))
  }
  const heads = new Set<string>()
  const takeHead = (said: string) => {
    if (!said.includes('/')) return
    // `express.static('node_modules/tool/dist')`
    const installed = said.lastIndexOf('node_modules/')
    const text = installed < 0 ? said : said.slice(installed + 'node_modules/'.length)
    const slash = text.indexOf('/', text.startsWith('@') ? text.indexOf('/') + 1 : 0)
    if (slash > 0) heads.add(text.slice(0, slash))
    else if (installed >= 0) heads.add(text)
  }
  texts.forEach(takeHead)
  settings.forEach(takeHead)

  return {
    ofFile(path) {
      const parts = path.split('/')
      const file = parts.pop() as string
      const named = byLast.get(stem(file)) ?? []
      const whole_ = [...parts, stem(file)]
      const isNamed = named.some((mention) => endsWith(whole_, [...mention.slice(0, -1), stem(mention[mention.length - 1] as string)]))
      // A folder stands for its index.
      const asFolder = /^index\./.test(file)
        ? (byLast.get(parts[parts.length - 1] ?? '') ?? []).some((mention) => mention.length > 1 && endsWith(parts, mention))
        : false
      const ofFolders = folders.filter((folder) => endsWith(parts, folder))
      const ofPatterns = patterns.filter(
        ({ folder, tail }) => contains(parts, folder) && (tail === '' ? folder.length > 0 : stem(file).endsWith(tail)),
      )
      if (
        loaded.has(parts.join('/')) ||
        ofFolders.some(({ length }) => length > 1) ||
        ofPatterns.some(({ folder, tail }) => tail !== '' || folder.length > 1)
      )
        return 'folder'
      const isAnywhere = ofFolders.length > 0 || ofPatterns.length > 0
      if (isNamed || asFolder) return isAnywhere ? 'folder' : 'file'
      return isAnywhere ? 'anywhere' : undefined
    },
    inCode: (name) => texts.has(name) || heads.has(name),
    inSettings: (name) => settings.has(name) || heads.has(name),
  }
}

/** Calls that take a command line or a program. */
const RUNS = /^(?:exec|execSync|execFile|execFileSync|execa\w*|spawn|spawnSync|fork|sh|shell|npx)$/

/** Words of commands that code starts: `execSync('tool build')`, and what is tagged with `$`. */
function commandWords(linked: Linked): Set<string> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const lines: string[] = []
  for (const call of lookup.named(Kind.Call, RUNS))
    for (const argument of whole.args(call).slice(0, 2)) {
      const kind = whole.kind[argument] as Kind
      if (kind === Kind.String || kind === Kind.Template || kind === Kind.Array) lines.push(whole.sourceOf(argument, 300))
    }
  for (const tagged of lookup.of(Kind.Tagged)) {
    // Most tags make styles and queries, which are long.
    const { text } = whole.files[whole.fileOf(tagged)] as { text: string }
    const start = skipTrivia(text, whole.pos[tagged] as number)
    if (!/^(?:\$|(?:execa|sh|zx)\b)/.test(text.slice(start, start + 6))) continue
    const source = whole.sourceOf(tagged, 300)
    if (/^(?:\$|execa|sh|zx)\b|^\$/.test(source)) lines.push(source.slice(source.indexOf('`')))
  }
  return new Set(lines.flatMap((line) => line.match(/[@\w][@\w./-]+/g) ?? []))
}

/** Values of `exports` with a star, compiled output without its folder as well. */
function exportedPatterns(text: string): string[] {
  if (!text.includes('"exports"') || !text.includes('*')) return []
  const found: string[] = []
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.includes('*')) found.push(value)
    else if (value && typeof value === 'object' && depth < 6) for (const inner of Object.values(value)) collect(inner, depth + 1)
  }
  try {
    collect((JSON.parse(text) as { exports?: unknown }).exports, 0)
  } catch {
    // Named as unreadable where it is read as a manifest.
  }
  return found
}

/** A path from a folder, without `.` and `..`; undefined where it leads out. */
function joined(from: readonly string[], to: readonly string[]): string | undefined {
  const parts = [...from]
  for (const part of to) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.join('/')
}

const stem = (file: string) => file.replace(CODE, '')

function endsWith(parts: readonly string[], end: readonly string[]): boolean {
  if (end.length === 0 || end.length > parts.length) return false
  for (let i = 1; i <= end.length; i++) if (parts[parts.length - i] !== end[end.length - i]) return false
  return true
}

/** Whether a folder stands in a path, all its parts in a row. */
function contains(parts: readonly string[], folder: readonly string[]): boolean {
  for (let from = 0; from + folder.length <= parts.length; from++) if (folder.every((part, i) => parts[from + i] === part)) return true
  return false
}
