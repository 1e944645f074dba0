/**
 * Modules that a program loads by a name that it puts together: `require('./routes/' + file)`, `import(path.join(base, name, 'index.js'))`.
 * In: the solved values. Out: such a call may give whatever files of the tree fit; what is known of the name is held to, and of the rest
 * any name of a file or folder will do. Where nothing is known but the name, nothing is loaded.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../graph'
import { LabelKind } from './labels'
import { calledName, isTestCode, type Linked } from './linked'
import { lookupOf } from './lookup'
import { thingNamed } from './names'
import { PLUS } from './operators'
import { dirOf, join } from './resolution/paths'

const LOADS = new Set(['require', 'import'])
/** Stands for a part of a path that is not known, and for the top of the tree. */
const ANY = '\0'
const TOP = '\u0001/'
const MOST_DEPTH = 8
/** Ways to write one path; more of them are any. */
const MOST_WAYS = 40
/** Files that one call may give; a call that fits more fits everything. */
const MOST_FILES = 200

export interface ComputedImport {
  from: number
  to: number
  call: number
}

const known = new WeakMap<Linked, ComputedImport[]>()

/** Files that computed names were found to lead to, in source order; none before `tieComputedModules`. */
export const computedImports = (linked: Linked): readonly ComputedImport[] => known.get(linked) ?? []

export function tieComputedModules(linked: Linked): void {
  const { whole, solver } = linked
  const found: ComputedImport[] = []
  for (const call of lookupOf(whole).named(Kind.Call, LOADS)) {
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Global) continue
    const from = whole.fileOf(call)
    for (const to of filesOf(linked, call)) {
      found.push({ from, to, call })
      give(linked, call, to, whole.text(whole.a[callee] as number) === 'import')
    }
  }
  known.set(linked, found)
  if (found.length > 0) solver.resume()
}

/** What `require` of a file gives; `import` gives what CommonJS exports under `default` as well. */
function give({ whole, solver }: Linked, call: number, file: number, isImport: boolean): void {
  const module = solver.labels.of(LabelKind.Module, file)
  solver.add(call, module)
  for (const value of whole.commonjs[file] ?? []) {
    solver.flow(value, call)
    if (isImport) solver.flow(value, solver.field(module, whole.string('default')))
  }
}

function filesOf(linked: Linked, call: number): number[] {
  const { whole } = linked
  const [name] = whole.args(call)
  const own = (whole.files[whole.fileOf(call)] as { path: string }).path
  if (name === undefined || isTestCode(linked, own)) return []
  const paths = waysOf(linked, name, 0).flatMap((way) => pathOf(way, own) ?? [])
  const found = new Set<number>()
  for (const path of paths) {
    const begins = path.slice(0, path.indexOf(ANY) < 0 ? undefined : path.indexOf(ANY))
    const fits = new RegExp(
      `^${path
        .split(ANY)
        .map((part) => escapeStringRegexp(part))
        .join('[^/]+')}(?:(?:/index)?\\.[cm]?[jt]sx?)?$`,
    )
    for (const [file, index] of linked.fileIndex)
      if (file.startsWith(begins) && file !== own && fits.test(file) && !/\.d\.[cm]?ts$/.test(file) && !isTestCode(linked, file)) found.add(index)
  }
  return found.size > MOST_FILES ? [] : [...found].sort((one, other) => one - other)
}

/** From the top of the tree; undefined where no folder is known, or nothing but a package. */
function pathOf(way: string, own: string): string | undefined {
  const isRelative = /^\.\.?\//.test(way)
  if (!isRelative && !way.startsWith(TOP)) return undefined
  const path = isRelative ? join(dirOf(own), way) : join(way.slice(TOP.length))
  return path === undefined || path.startsWith(ANY) ? undefined : path
}

/** Ways to write a path. */
function waysOf(linked: Linked, node: number, depth: number): string[] {
  const { whole, values } = linked
  const at = thingNamed(whole, node)
  if (at < 0 || at >= whole.size || depth > MOST_DEPTH) return [ANY]
  const inner = (of: number | undefined) => (of === undefined ? [ANY] : waysOf(linked, of, depth + 1))
  const a = whole.a[at] as number
  switch (whole.kind[at] as Kind) {
    case Kind.String:
      return [whole.text(a)]
    case Kind.Template:
      return together(whole.items(a).map(inner), '')
    case Kind.Binary:
      return whole.c[at] === PLUS ? together([inner(a), inner(whole.b[at] as number)], '') : [ANY]
    case Kind.Global:
      return ofGlobal(linked, at)
    case Kind.Call:
    case Kind.New:
      return ofCall(linked, at, inner)
    case Kind.Load:
      // `pathToFileURL(path).href`
      if (whole.kind[a] === Kind.Call && whole.text(whole.b[at] as number) === 'href') return inner(a)
  }
  const texts = values.texts(at)
  return texts.length > 0 && texts.length <= MOST_WAYS && texts.every(({ exact }) => exact) ? texts.map(({ value }) => value) : [ANY]
}

function ofGlobal({ whole }: Linked, node: number): string[] {
  const name = whole.text(whole.a[node] as number)
  const own = (whole.files[whole.fileOf(node)] as { path: string }).path
  if (name === '__dirname' || name === 'import.meta.dirname') return [TOP + dirOf(own)]
  return name === '__filename' || name === 'import.meta.filename' || name === 'import.meta.url' ? [TOP + own] : [ANY]
}

function ofCall(linked: Linked, call: number, inner: (node: number | undefined) => string[]): string[] {
  const args = [...linked.whole.args(call)]
  switch (calledName(linked, call)) {
    case 'join':
    case 'resolve':
      return together(args.map(inner), '/')
    case 'dirname':
      return inner(args[0]).map((way) => (way.startsWith(TOP) ? TOP + dirOf(way.slice(TOP.length)) : ANY))
    case 'fileURLToPath':
    case 'pathToFileURL':
    case 'normalize':
      return inner(args[0])
    case 'URL':
      // `new URL('./pages/a.js', import.meta.url)`
      return args.length === 2 ? together([inner(args[1]).map((way) => TOP + dirOf(way.slice(TOP.length))), inner(args[0])], '/') : [ANY]
    default:
      return [ANY]
  }
}

/** Every way to write one part behind every way to write the one before; too many of them are any. */
function together(parts: readonly (readonly string[])[], between: string): string[] {
  let ways = ['']
  parts.forEach((part, index) => {
    const each = part.length * ways.length > MOST_WAYS ? [ANY] : part
    // What begins at the top leaves behind what was in front of it: `path.resolve(base, __dirname)`.
    ways = ways.flatMap((way) => each.map((next) => (next.startsWith(TOP) ? next : index === 0 ? next : `${way}${between}${next}`)))
  })
  return ways
}
