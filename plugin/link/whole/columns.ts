/** What there is one of for each node, function, class or file, filled file by file. */
import { type FileFacts, Kind, type ValueGraph } from '../../graph'
import { type Beginnings, type WholeClass, type WholeFunction, type WholeInterface, wholeClass, wholeFunction, wholeInterface } from './definitions'
import { moveAll, moveColumn, moved, moveLists, moveRegions, shifted } from './numbering'

export class Columns {
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
  readonly interfaces: WholeInterface[] = []
  readonly annotations: [node: number, type: number][] = []
  readonly casts: [node: number, type: number][] = []
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
    for (const fact of graph.interfaces) this.interfaces.push(wholeInterface(fact, from))
    this.placeDefinitions(graph.kind, nodes)
    appendTyped(this.annotations, graph.annotations, nodes)
    appendTyped(this.casts, graph.casts, nodes)
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

  /** Number of a string, -1 where it has none. */
  numberOf(text: string): number {
    return this.stringIndex.get(text) ?? -1
  }

  /** Number of a string, which it gets where it has none. */
  string(text: string): number {
    let index = this.stringIndex.get(text)
    if (index === undefined) {
      index = this.strings.length
      this.strings.push(text)
      this.stringIndex.set(text, index)
    }
    return index
  }
}

function appendTyped(to: [node: number, type: number][], from: Int32Array, nodes: number): void {
  for (let i = 0; i < from.length; i += 2) to.push([shifted(from[i] as number, nodes), shifted(from[i + 1] as number, nodes)])
}
