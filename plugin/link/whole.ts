/**
 * All files' value graphs under one numbering. In: FileFacts. Out: columns in which a node, a function, a class and a string
 * each have one number for the whole program.
 */
import { type ClassFact, type FileFacts, type FunctionFact, type InterfaceFact, Kind, type ValueGraph } from '../graph'

/** What an operand refers to: a node, a string, a list, a function, a class, an interface, or nothing but itself. */
type Operand = 'n' | 's' | 'l' | 'f' | 'k' | 'x' | 'i'
const OPERAND_KINDS: Operand[] = ['i', 'n', 'l', 'f', 'k', 'x', 's']
const STRING = OPERAND_KINDS.indexOf('s')

/** What a, b and c of each kind refer to; kinds not listed have plain integers or nothing. */
const OPERANDS: Partial<Record<Kind, [Operand, Operand, Operand]>> = {
  [Kind.String]: ['s', 'i', 'i'],
  [Kind.Number]: ['s', 'i', 'i'],
  [Kind.Regex]: ['s', 'i', 'i'],
  [Kind.Template]: ['l', 'i', 'i'],
  [Kind.Binary]: ['n', 'n', 'i'],
  [Kind.Unary]: ['n', 'i', 'i'],
  [Kind.Choice]: ['l', 'i', 'i'],
  [Kind.Refine]: ['n', 'n', 'i'],
  [Kind.Param]: ['f', 'i', 'i'],
  [Kind.This]: ['f', 'i', 'i'],
  [Kind.Global]: ['s', 'i', 'i'],
  [Kind.Import]: ['s', 's', 'i'],
  [Kind.Load]: ['n', 's', 'i'],
  [Kind.LoadDynamic]: ['n', 'n', 'i'],
  [Kind.Store]: ['n', 's', 'n'],
  [Kind.StoreDynamic]: ['n', 'n', 'n'],
  [Kind.Call]: ['n', 'l', 'i'],
  [Kind.New]: ['n', 'l', 'i'],
  [Kind.Tagged]: ['n', 'l', 'i'],
  [Kind.Spread]: ['n', 'i', 'i'],
  [Kind.Object]: ['l', 'i', 'i'],
  [Kind.Property]: ['s', 'n', 'n'],
  [Kind.Array]: ['l', 'i', 'i'],
  [Kind.Function]: ['f', 'i', 'i'],
  [Kind.Class]: ['k', 'i', 'i'],
  [Kind.Cell]: ['l', 's', 'i'],
  [Kind.Await]: ['n', 'i', 'i'],
  [Kind.Yield]: ['n', 'i', 'i'],
  [Kind.Jsx]: ['n', 'n', 'l'],
  [Kind.Element]: ['n', 'i', 'i'],
  [Kind.Key]: ['n', 'i', 'i'],
  [Kind.TypeRef]: ['n', 'l', 'i'],
  [Kind.Interface]: ['x', 'i', 'i'],
  [Kind.Throw]: ['n', 'i', 'i'],
  [Kind.Rest]: ['n', 'i', 'i'],
}

/** The same as numbers, so that moving half a million nodes is arithmetic: `MEANING[kind * 3 + operand]`. */
const MEANING = new Uint8Array(256 * 3)
for (const [kind, operands] of Object.entries(OPERANDS))
  operands.forEach((operand, index) => {
    MEANING[Number(kind) * 3 + index] = OPERAND_KINDS.indexOf(operand)
  })

export interface WholeFunction {
  fact: FunctionFact
  file: number
  /** Its Function node. */
  node: number
  params: number[]
  returns: number[]
  /** Regions of its first, second… return. */
  returnRegions: number[]
  /** This node, -1 when the body never says `this`. */
  self: number
  parent: number
  owner: number
}

export interface WholeClass {
  fact: ClassFact
  file: number
  node: number
  self: number
  extends: number
  /** Function number, -1 without one. */
  constructor_: number
  members: { name: string; node: number; static: boolean; type: number; pos: number; decorators: number[]; optional?: boolean }[]
  decorators: number[]
}

export class Whole {
  readonly kind: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  readonly c: Int32Array
  readonly pos: Int32Array
  readonly end: Int32Array
  /** Region number, into `regions`. */
  readonly region: Int32Array
  readonly lists: Int32Array
  /** Four integers a region: kind, parent, condition, function; the last three in whole numbering. */
  readonly regions: Int32Array
  /** Position and end of what each region asks or goes over, in turn. */
  readonly regionsAt: Int32Array
  readonly strings: string[] = []
  readonly functions: WholeFunction[] = []
  readonly classes: WholeClass[] = []
  readonly interfaces: { fact: InterfaceFact; file: number; extends: number[]; members: { name: string; type: number }[] }[] = []
  readonly annotations: [node: number, type: number][] = []
  /** What values were put into: variables, each with where its name stands. */
  readonly names: { node: number; name: string; pos: number }[] = []
  readonly parameterDecorators: { fn: number; index: number; expression: number }[] = []
  readonly exports: { name: string; node: number; pos: number }[][] = []
  readonly commonjs: number[][] = []
  readonly exportsNode: number[] = []
  /** First node of each file, and one past the last. */
  readonly base: number[] = []
  readonly size: number
  /** How many of `strings` stand in files; those behind them were only asked for. */
  readonly written: number
  private readonly stringIndex = new Map<string, number>()
  private readonly lineStarts: (number[] | undefined)[] = []

  constructor(readonly files: FileFacts[]) {
    const count = (length: (facts: FileFacts) => number) => files.reduce((sum, facts) => sum + length(facts), 0)
    this.size = count(({ graph }) => graph.kind.length)
    this.kind = new Uint8Array(this.size)
    this.a = new Int32Array(this.size)
    this.b = new Int32Array(this.size)
    this.c = new Int32Array(this.size)
    this.pos = new Int32Array(this.size)
    this.end = new Int32Array(this.size)
    this.region = new Int32Array(this.size)
    this.lists = new Int32Array(count(({ graph }) => graph.lists.length))
    this.regions = new Int32Array(count(({ graph }) => graph.regions.length))
    this.regionsAt = new Int32Array(this.regions.length / 2)
    let nodes = 0
    let lists = 0
    let regions = 0
    files.forEach((facts, file) => {
      this.append(facts, file, nodes, lists, regions)
      nodes += facts.graph.kind.length
      lists += facts.graph.lists.length
      regions += facts.graph.regions.length / 4
    })
    this.base.push(nodes)
    this.written = this.strings.length
  }

  /**
   * In short functions, each about one thing: they run once a file over very different files, and are compiled again whenever a
   * file shows something new.
   */
  private append(facts: FileFacts, file: number, nodes: number, lists: number, regions: number): void {
    const { graph } = facts
    const strings = this.numbersOf(graph.strings)
    const from: Beginnings = {
      file,
      nodes,
      regions,
      functions: this.functions.length,
      classes: this.classes.length,
      interfaces: this.interfaces.length,
    }
    this.base.push(nodes)
    this.kind.set(graph.kind, nodes)
    this.pos.set(graph.pos, nodes)
    this.end.set(graph.end, nodes)
    // In the order of OPERAND_KINDS.
    const shifts = Int32Array.of(0, nodes, lists, from.functions, from.classes, from.interfaces)
    moveColumn(this.a, graph.a, graph.kind, 0, nodes, shifts, strings)
    moveColumn(this.b, graph.b, graph.kind, 1, nodes, shifts, strings)
    moveColumn(this.c, graph.c, graph.kind, 2, nodes, shifts, strings)
    moveAll(this.region, graph.region, nodes, regions)
    moveLists(this.lists, graph.lists, lists, nodes)
    moveRegions(this.regions, graph.regions, regions, nodes, from.functions)
    this.regionsAt.set(graph.regionsAt, regions * 2)
    for (const fact of graph.functions) this.functions.push(wholeFunction(fact, from))
    for (const fact of graph.classes) this.classes.push(wholeClass(fact, from))
    for (const fact of graph.interfaces)
      this.interfaces.push({
        fact,
        file,
        extends: moved(fact.extends, nodes),
        members: fact.members.map(({ name, type }) => ({ name, type: shifted(type, nodes) })),
      })
    this.placeDefinitions(graph.kind, nodes)
    for (let i = 0; i < graph.annotations.length; i += 2)
      this.annotations.push([shifted(graph.annotations[i] as number, nodes), shifted(graph.annotations[i + 1] as number, nodes)])
    this.appendNames(graph, nodes)
    for (const decorator of graph.parameterDecorators)
      this.parameterDecorators.push({
        fn: decorator.function + from.functions,
        index: decorator.index,
        expression: shifted(decorator.expression, nodes),
      })
    this.exports.push(graph.exports.map(({ name, node, pos }) => ({ name, node: shifted(node, nodes), pos })))
    this.commonjs.push(moved(graph.commonjs, nodes))
    this.exportsNode.push(shifted(graph.exportsNode, nodes))
  }

  private numbersOf(strings: readonly string[]): Int32Array {
    const numbers = new Int32Array(strings.length)
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.string(strings[i] as string)
    return numbers
  }

  private placeDefinitions(kinds: Uint8Array, nodes: number): void {
    for (let i = 0; i < kinds.length; i++) if (kinds[i] === Kind.Function || kinds[i] === Kind.Class) this.placeDefinition(nodes + i)
  }

  private appendNames({ names, strings }: ValueGraph, nodes: number): void {
    for (let i = 0; i < names.length; i += 3)
      this.names.push({ node: shifted(names[i] as number, nodes), name: strings[names[i + 1] as number] as string, pos: names[i + 2] as number })
  }

  private placeDefinition(node: number): void {
    const of = this.a[node] as number
    if (this.kind[node] === Kind.Function) (this.functions[of] as WholeFunction).node = node
    else (this.classes[of] as WholeClass).node = node
  }

  string(text: string): number {
    let index = this.stringIndex.get(text)
    if (index === undefined) {
      index = this.strings.length
      this.strings.push(text)
      this.stringIndex.set(text, index)
    }
    return index
  }

  text(index: number): string {
    return this.strings[index] as string
  }

  /** Nodes of a list operand. */
  items(list: number): Int32Array {
    if (list < 0) return EMPTY
    return this.lists.subarray(list + 1, list + 1 + (this.lists[list] as number))
  }

  /** Arguments of a Call or New, parts of a Tagged, in order. */
  args(call: number): Int32Array {
    return this.items(this.b[call] as number)
  }

  /** Nodes a value is made of: the parts of a text, the ways of a choice, what a call calls and is given. */
  madeOf(node: number): number[] {
    const a = this.a[node] as number
    switch (this.kind[node] as Kind) {
      case Kind.Choice:
      case Kind.Cell:
      case Kind.Template:
      case Kind.Array:
        return [...this.items(a)]
      case Kind.Object:
        return [...this.items(a)].map((entry) => (this.kind[entry] === Kind.Property ? (this.b[entry] as number) : (this.a[entry] as number)))
      case Kind.Binary:
      case Kind.LoadDynamic:
        return [a, this.b[node] as number]
      case Kind.Refine:
      case Kind.Await:
      case Kind.Load:
      case Kind.Spread:
      case Kind.Rest:
      case Kind.Unary:
        return [a]
      case Kind.Call:
        return [a, ...this.args(node)]
      default:
        return []
    }
  }

  /** Whoever asks of one node most often asks of its neighbours next. */
  private lastFile = 0

  fileOf(node: number): number {
    const { base, lastFile } = this
    if ((base[lastFile] as number) <= node && node < (base[lastFile + 1] as number)) return lastFile
    let low = 0
    let high = this.files.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((base[middle] as number) <= node) low = middle
      else high = middle - 1
    }
    this.lastFile = low
    return low
  }

  /** Function in whose body a node stands, -1 at module level. */
  functionOf(node: number): number {
    return this.regions[(this.region[node] as number) * 4 + 3] as number
  }

  /** First line of a node, counted from 1, and its last. */
  linesOf(node: number): [number, number] {
    const file = this.fileOf(node)
    const { text } = this.files[file] as FileFacts
    const start = skipTrivia(text, this.pos[node] as number)
    return [this.lineAt(file, start), this.lineAt(file, Math.max(start, this.end[node] as number))]
  }

  /** First line of a node whose file is known. */
  firstLineOf(file: number, node: number): number {
    return this.lineAt(file, skipTrivia((this.files[file] as FileFacts).text, this.pos[node] as number))
  }

  lineAt(file: number, offset: number): number {
    let starts = this.lineStarts[file]
    if (!starts) {
      starts = [0]
      const { text } = this.files[file] as FileFacts
      for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
      this.lineStarts[file] = starts
    }
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  lineText(file: number, line: number): string {
    const { text } = this.files[file] as FileFacts
    this.lineAt(file, 0)
    const starts = this.lineStarts[file] as number[]
    const from = starts[line - 1] ?? 0
    let to = starts[line] ?? text.length
    while (to > from && (text.charCodeAt(to - 1) === 10 || text.charCodeAt(to - 1) === 13)) to--
    return text.slice(from, to)
  }

  /** What the code says there, on one line. */
  sourceOf(node: number, most = 120): string {
    const { text } = this.files[this.fileOf(node)] as FileFacts
    let start = skipTrivia(text, this.pos[node] as number)
    // A method call is placed at the method's name; a person reads it with its receiver.
    if (this.kind[node] === Kind.Call) start -= /(?:[\w$]+[?!]?\.)*$/.exec(text.slice(Math.max(0, start - 80), start))?.[0].length ?? 0
    const source = text.slice(start, this.end[node] as number).replace(/\s+/g, ' ')
    return source.length > most ? `${source.slice(0, most - 1)}…` : source
  }
}

/** Numbers of a file's first node, function and so on in the whole program. */
interface Beginnings {
  file: number
  nodes: number
  regions: number
  functions: number
  classes: number
  interfaces: number
}

function wholeFunction(fact: FunctionFact, { file, nodes, regions, functions, classes }: Beginnings): WholeFunction {
  return {
    fact,
    file,
    node: -1,
    params: moved(fact.params, nodes),
    returns: moved(fact.returns, nodes),
    returnRegions: fact.returns.map((_, index) => shifted(fact.returnsAt[index * 3 + 2] ?? -1, regions)),
    self: shifted(fact.self, nodes),
    parent: shifted(fact.parent, functions),
    owner: shifted(fact.owner, classes),
  }
}

function wholeClass(fact: ClassFact, { file, nodes, functions }: Beginnings): WholeClass {
  return {
    fact,
    file,
    node: -1,
    self: shifted(fact.self, nodes),
    extends: shifted(fact.extends, nodes),
    constructor_: shifted(fact.constructor_, functions),
    members: fact.members.map(({ name, node, static: isStatic, type, pos, decorators, optional }) => ({
      name,
      node: shifted(node, nodes),
      static: isStatic,
      type: shifted(type, nodes),
      pos,
      decorators: moved(decorators, nodes),
      optional,
    })),
    decorators: moved(fact.decorators, nodes),
  }
}

const shifted = (number: number, by: number) => (number < 0 ? -1 : number + by)

function moved(numbers: readonly number[], by: number): number[] {
  const to: number[] = new Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) to[i] = shifted(numbers[i] as number, by)
  return to
}

/** Puts one column of operands of a file into the whole program's. */
function moveColumn(
  to: Int32Array,
  from: Int32Array,
  kinds: Uint8Array,
  operand: number,
  nodes: number,
  shifts: Int32Array,
  strings: Int32Array,
): void {
  for (let i = 0; i < from.length; i++) {
    const value = from[i] as number
    if (value < 0) {
      to[nodes + i] = -1
      continue
    }
    const meaning = MEANING[(kinds[i] as number) * 3 + operand] as number
    to[nodes + i] = meaning === STRING ? (strings[value] as number) : value + (shifts[meaning] as number)
  }
}

function moveAll(to: Int32Array, from: Int32Array, place: number, by: number): void {
  for (let i = 0; i < from.length; i++) to[place + i] = (from[i] as number) + by
}

function moveLists(to: Int32Array, from: Int32Array, place: number, nodes: number): void {
  for (let i = 0; i < from.length; ) {
    const items = from[i] as number
    to[place + i] = items
    for (let j = i + 1; j <= i + items; j++) to[place + j] = (from[j] as number) < 0 ? -1 : (from[j] as number) + nodes
    i += items + 1
  }
}

function moveRegions(to: Int32Array, from: Int32Array, regions: number, nodes: number, functions: number): void {
  const by = [0, regions, nodes, functions]
  for (let i = 0; i < from.length; i++) {
    const value = from[i] as number
    to[regions * 4 + i] = value < 0 ? -1 : value + (by[i & 3] as number)
  }
}

const EMPTY = new Int32Array(0)

/** Over white space and comments: node positions include what stands before them. */
export function skipTrivia(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13) || code === 0xfeff || code === 0xa0) at++
    else if (code === 47 && text.charCodeAt(at + 1) === 47) {
      const end = text.indexOf('\n', at)
      if (end < 0) return text.length
      at = end + 1
    } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return text.length
      at = end + 2
    } else return at
  }
}
