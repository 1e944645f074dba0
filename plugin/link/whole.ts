/**
 * All files' value graphs under one numbering. In: FileFacts. Out: columns in which a node, a function, a class and a string
 * each have one number for the whole program.
 */
import { type ClassFact, type FileFacts, type FunctionFact, type InterfaceFact, Kind } from '../graph'

type Operand = 'n' | 's' | 'l' | 'f' | 'k' | 'x' | 'i'

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

export interface WholeFunction {
  fact: FunctionFact
  file: number
  /** Its Function node. */
  node: number
  params: number[]
  returns: number[]
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
  members: { name: string; node: number; static: boolean; type: number; pos: number; decorators: number[] }[]
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
  }

  private append(facts: FileFacts, file: number, nodes: number, lists: number, regions: number): void {
    const { graph } = facts
    const strings = graph.strings.map((text) => this.string(text))
    const firstFunction = this.functions.length
    const firstClass = this.classes.length
    const firstInterface = this.interfaces.length
    this.base.push(nodes)
    const at = (node: number) => (node < 0 ? -1 : node + nodes)
    const move = (operand: Operand, value: number): number => {
      if (value < 0) return -1
      switch (operand) {
        case 'n':
          return value + nodes
        case 's':
          return strings[value] as number
        case 'l':
          return value + lists
        case 'f':
          return value + firstFunction
        case 'k':
          return value + firstClass
        case 'x':
          return value + firstInterface
        default:
          return value
      }
    }
    const length = graph.kind.length
    this.kind.set(graph.kind, nodes)
    this.pos.set(graph.pos, nodes)
    this.end.set(graph.end, nodes)
    for (let i = 0; i < length; i++) {
      const operands = OPERANDS[graph.kind[i] as Kind]
      const to = nodes + i
      this.region[to] = (graph.region[i] as number) + regions
      if (operands) {
        this.a[to] = move(operands[0], graph.a[i] as number)
        this.b[to] = move(operands[1], graph.b[i] as number)
        this.c[to] = move(operands[2], graph.c[i] as number)
      } else {
        this.a[to] = graph.a[i] as number
        this.b[to] = graph.b[i] as number
        this.c[to] = graph.c[i] as number
      }
    }
    for (let i = 0; i < graph.lists.length; ) {
      const items = graph.lists[i] as number
      this.lists[lists + i] = items
      for (let j = 1; j <= items; j++) this.lists[lists + i + j] = at(graph.lists[i + j] as number)
      i += items + 1
    }
    for (let i = 0; i < graph.regions.length; i += 4) {
      const to = (regions + i / 4) * 4
      this.regions[to] = graph.regions[i] as number
      const parent = graph.regions[i + 1] as number
      this.regions[to + 1] = parent < 0 ? -1 : parent + regions
      this.regions[to + 2] = at(graph.regions[i + 2] as number)
      const fn = graph.regions[i + 3] as number
      this.regions[to + 3] = fn < 0 ? -1 : fn + firstFunction
    }
    for (const fact of graph.functions)
      this.functions.push({
        fact,
        file,
        node: -1,
        params: fact.params.map(at),
        returns: fact.returns.map(at),
        self: at(fact.self),
        parent: fact.parent < 0 ? -1 : fact.parent + firstFunction,
        owner: fact.owner < 0 ? -1 : fact.owner + firstClass,
      })
    for (const fact of graph.classes)
      this.classes.push({
        fact,
        file,
        node: -1,
        self: at(fact.self),
        extends: at(fact.extends),
        constructor_: fact.constructor_ < 0 ? -1 : fact.constructor_ + firstFunction,
        members: fact.members.map((member) => ({ ...member, node: at(member.node), type: at(member.type), decorators: member.decorators.map(at) })),
        decorators: fact.decorators.map(at),
      })
    for (const fact of graph.interfaces)
      this.interfaces.push({
        fact,
        file,
        extends: fact.extends.map(at),
        members: fact.members.map(({ name, type }) => ({ name, type: at(type) })),
      })
    for (let i = 0; i < length; i++) {
      if (graph.kind[i] === Kind.Function) (this.functions[this.a[nodes + i] as number] as WholeFunction).node = nodes + i
      else if (graph.kind[i] === Kind.Class) (this.classes[this.a[nodes + i] as number] as WholeClass).node = nodes + i
    }
    for (let i = 0; i < graph.annotations.length; i += 2)
      this.annotations.push([at(graph.annotations[i] as number), at(graph.annotations[i + 1] as number)])
    for (let i = 0; i < graph.names.length; i += 3)
      this.names.push({
        node: at(graph.names[i] as number),
        name: graph.strings[graph.names[i + 1] as number] as string,
        pos: graph.names[i + 2] as number,
      })
    for (const decorator of graph.parameterDecorators)
      this.parameterDecorators.push({ fn: decorator.function + firstFunction, index: decorator.index, expression: at(decorator.expression) })
    this.exports.push(graph.exports.map(({ name, node, pos }) => ({ name, node: at(node), pos })))
    this.commonjs.push(graph.commonjs.map(at))
    this.exportsNode.push(at(graph.exportsNode))
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

  fileOf(node: number): number {
    let low = 0
    let high = this.files.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.base[middle] as number) <= node) low = middle
      else high = middle - 1
    }
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
    if (line === 1) return text.slice(0, text.indexOf('\n') + 1 || text.length).replace(/[\r\n]+$/, '')
    this.lineAt(file, 0)
    const starts = this.lineStarts[file] as number[]
    const from = starts[line - 1] ?? 0
    const to = starts[line] ?? text.length
    return text.slice(from, to).replace(/[\r\n]+$/, '')
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
