/** The solved program, as the stages of linking hand it to each other: graph, labels, values, and how to cite them. */
import { Kind, type SettingsFacts } from '../graph'
import type { Evidence } from '../types'
import { LabelKind } from './labels'
import type { Models } from './models'
import type { ModuleMap } from './modules'
import type { Solver } from './solver/index'
import { isTest, OF_RUNNER, TEST_FOLDER, triesOut } from './test-files'
import type { Values } from './values/index'
import type { Whole } from './whole/index'

export { isTest } from './test-files'

export interface Linked {
  whole: Whole
  solver: Solver
  values: Values
  models: Models
  modules: ModuleMap
  /** Packages that some manifest depends on. */
  dependencies: Set<string>
  /** Of each of these the versions that lock files state, or else those that manifests ask for. */
  versions: ReadonlyMap<string, readonly string[]>
  /** Path → number of a code file. */
  fileIndex: Map<string, number>
  /** Files of settings that are data. */
  settings: readonly SettingsFacts[]
  /** Function (-1 for module level, see `topLevel`) → its own nodes that do something: calls, stores, throws. */
  effects: Effects
}

/** A folder says it for sure; a name such as `speed-test.ts` only where the file calls what test runners provide. */
export function isTestCode(linked: Linked, path: string): boolean {
  let known = testCode.get(linked)
  if (!known) {
    known = new Map()
    testCode.set(linked, known)
  }
  let is = known.get(path)
  if (is === undefined) {
    is = looksLikeTest(linked, path)
    known.set(path, is)
  }
  return is
}

export const isOfTests = (linked: Linked, node: number): boolean =>
  isTestCode(linked, (linked.whole.files[linked.whole.fileOf(node)] as { path: string }).path)

const testCode = new WeakMap<Linked, Map<string, boolean>>()

function looksLikeTest({ whole, fileIndex }: Linked, path: string): boolean {
  const file = fileIndex.get(path)
  if (!isTest(path)) return file !== undefined && triesOut(whole, file)
  if (TEST_FOLDER.test(path) || OF_RUNNER.test(path)) return true
  return (
    file === undefined ||
    /\b(?:describe|it|test|suite|specify|expect|assert|beforeEach|QUnit|cy)\s*[.(]/.test((whole.files[file] as { text: string }).text)
  )
}

/** Longest evidence text, in characters. */
const MOST_TEXT = 160

export function cite(linked: Linked, node: number): Evidence {
  const { whole } = linked
  const file = whole.fileOf(node)
  return citeLine(linked, file, whole.firstLineOf(file, node))
}

export function citeLine({ whole }: Linked, file: number, line: number): Evidence {
  const text = whole.lineText(file, line).trim()
  return { file: (whole.files[file] as { path: string }).path, line, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text }
}

const NO_NODES: readonly number[] = []

/** Effect nodes by function, and functions by the function around them. */
export class Effects {
  private readonly own = new Map<number, number[]>()
  private readonly inner = new Map<number, number[]>()
  /** Of functions with others inside, which are asked about again and again. */
  private readonly all = new Map<number, readonly number[]>()

  constructor(private readonly whole: Whole) {
    for (let node = 0; node < whole.size; node++) {
      const kind = whole.kind[node] as Kind
      if (kind !== Kind.Call && kind !== Kind.New && kind !== Kind.Store && kind !== Kind.Throw) continue
      const fn = whole.functionOf(node)
      const list = this.own.get(fn)
      if (list) list.push(node)
      else this.own.set(fn, [node])
    }
    whole.functions.forEach(({ parent }, fn) => {
      if (parent < 0) return
      const list = this.inner.get(parent)
      if (list) list.push(fn)
      else this.inner.set(parent, [fn])
    })
  }

  /** Functions written directly inside another. */
  functionsIn(fn: number): readonly number[] {
    return this.inner.get(fn) ?? []
  }

  /** Calls, stores and throws of a function and of the functions inside it, in source order. */
  within(fn: number): readonly number[] {
    const inner = this.inner.get(fn)
    if (!inner) return this.ofFunction(fn)
    let nodes = this.all.get(fn)
    if (!nodes) {
      nodes = [this.ofFunction(fn), ...inner.map((each) => this.within(each))].flat().sort((one, other) => one - other)
      this.all.set(fn, nodes)
    }
    return nodes
  }

  ofFunction(fn: number): readonly number[] {
    return this.own.get(fn) ?? NO_NODES
  }

  /** Whether a region lies inside another or is it. */
  isInside(region: number, ancestor: number): boolean {
    for (let at = region; at >= 0; at = this.whole.regions[at * 4 + 1] as number) if (at === ancestor) return true
    return false
  }
}

/** Functions of the program that a value may be. */
export function functionsAt({ solver }: Pick<Linked, 'solver'>, node: number): number[] {
  return solver.of(node).flatMap((label) => (solver.labels.kind[label] === LabelKind.Function ? [solver.labels.data[label] as number] : []))
}

/** API paths among a node's labels, objects with identity included. */
export function apiPathsOf({ solver }: Linked, node: number): number[] {
  const found: number[] = []
  const { kind, data, extra } = solver.labels
  for (let i = 0, count = solver.count(node); i < count; i++) {
    const label = solver.label(node, i)
    if (kind[label] === LabelKind.Api) found.push(data[label] as number)
    else if (kind[label] === LabelKind.ApiObject) found.push(extra[label] as number)
  }
  return found
}

/** Whether an API path among a node's labels passes a test. */
export function somePath({ solver }: Linked, node: number, test: (path: number) => boolean): boolean {
  const { kind, data, extra } = solver.labels
  for (let i = 0, count = solver.count(node); i < count; i++) {
    const label = solver.label(node, i)
    if (kind[label] === LabelKind.Api ? test(data[label] as number) : kind[label] === LabelKind.ApiObject && test(extra[label] as number)) return true
  }
  return false
}

/** Name of the method or function that a call names: `get` of `app.get(…)`. */
export function calledName({ whole }: Linked, call: number): string {
  const callee = whole.a[call] as number
  switch (whole.kind[callee] as Kind) {
    case Kind.Load:
      return whole.text(whole.b[callee] as number)
    case Kind.Global:
      return whole.text(whole.a[callee] as number)
    case Kind.Import:
      return whole.text(whole.b[callee] as number)
    case Kind.Cell:
      return whole.text(whole.b[callee] as number)
    case Kind.Param:
      return whole.functions[whole.a[callee] as number]?.fact.paramNames[whole.b[callee] as number] ?? ''
    case Kind.Function:
      return whole.functions[whole.a[callee] as number]?.fact.name ?? ''
    case Kind.Class:
      return whole.classes[whole.a[callee] as number]?.fact.name ?? ''
    default:
      return ''
  }
}

/** Object a method call is made on, -1 for a plain call. */
export function receiverOf({ whole }: Linked, call: number): number {
  const callee = whole.a[call] as number
  return whole.kind[callee] === Kind.Load || whole.kind[callee] === Kind.LoadDynamic ? (whole.a[callee] as number) : -1
}

/** Nodes at a place: `0` an argument, `1.prefix` a property of one. */
export function atPlace(linked: Linked, call: number, place: string, context: Parameters<Values['property']>[2] = undefined): number[] {
  const [index, ...names] = place.split('.')
  const argument = linked.whole.args(call)[Number(index)]
  if (argument === undefined) return []
  let nodes = [argument]
  for (const name of names) nodes = nodes.flatMap((node) => linked.values.property(node, name, context))
  return nodes
}
