/** Columns of a value graph while they grow. In: one call a node. Out: the typed arrays of `ValueGraph`. */
import {
  type ChoiceKind,
  type ClassFact,
  type FunctionFact,
  type InterfaceFact,
  Kind,
  type ParameterDecorator,
  type RegionKind,
  type ValueGraph,
} from '../graph'

export class GraphBuilder {
  private kinds: number[] = []
  private as: number[] = []
  private bs: number[] = []
  private cs: number[] = []
  private positions: number[] = []
  private ends: number[] = []
  private regionOf: number[] = []
  private lists: number[] = []
  private regions: number[] = []
  private strings: string[] = []
  private stringIndex = new Map<string, number>()
  private notes: number[] = []
  private names: number[] = []
  private exportsNode = -1

  readonly functions: FunctionFact[] = []
  readonly classes: ClassFact[] = []
  readonly interfaces: InterfaceFact[] = []
  readonly parameterDecorators: ParameterDecorator[] = []
  readonly exports: ValueGraph['exports'] = []
  readonly commonjs: number[] = []
  readonly imports: ValueGraph['imports'] = []

  /** Region in which the next nodes stand. */
  region = -1

  node(kind: Kind, pos: number, end: number, a = -1, b = -1, c = -1): number {
    this.kinds.push(kind)
    this.as.push(a)
    this.bs.push(b)
    this.cs.push(c)
    this.positions.push(pos)
    this.ends.push(end)
    this.regionOf.push(this.region)
    return this.kinds.length - 1
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

  list(items: number[]): number {
    const at = this.lists.length
    this.lists.push(items.length)
    for (const item of items) this.lists.push(item)
    return at
  }

  choice(kind: ChoiceKind, items: number[], pos: number, end: number): number {
    return this.node(Kind.Choice, pos, end, this.list(items), -1, kind)
  }

  openRegion(kind: RegionKind, parent: number, condition: number, fn: number): number {
    this.regions.push(kind, parent, condition, fn)
    return this.regions.length / 4 - 1
  }

  annotate(node: number, type: number): void {
    if (type >= 0) this.notes.push(node, type)
  }

  /** A variable takes a value: what it is called is often all that tells a password from another text. */
  name(node: number, name: string, pos: number): void {
    this.names.push(node, this.string(name), pos)
  }

  kindOf(node: number): Kind {
    return this.kinds[node] as Kind
  }

  operand(node: number): number {
    return this.as[node] as number
  }

  /** The property that a Load reads. */
  nameOf(node: number): number {
    return this.bs[node] as number
  }

  /** Late operands: a Cell's or loop Choice's list is known when everything that is put in has been seen. */
  setList(node: number, items: number[]): void {
    this.as[node] = this.list(items)
  }

  positionOf(node: number): number {
    return this.positions[node] as number
  }

  endOf(node: number): number {
    return this.ends[node] as number
  }

  exportsObject(): number {
    if (this.exportsNode < 0) this.exportsNode = this.node(Kind.Exports, 0, 0)
    return this.exportsNode
  }

  finish(): ValueGraph {
    return {
      kind: new Uint8Array(this.kinds),
      a: new Int32Array(this.as),
      b: new Int32Array(this.bs),
      c: new Int32Array(this.cs),
      pos: new Int32Array(this.positions),
      end: new Int32Array(this.ends),
      region: new Int32Array(this.regionOf),
      lists: new Int32Array(this.lists),
      regions: new Int32Array(this.regions),
      strings: this.strings,
      functions: this.functions,
      classes: this.classes,
      interfaces: this.interfaces,
      parameterDecorators: this.parameterDecorators,
      annotations: new Int32Array(this.notes),
      names: new Int32Array(this.names),
      exports: this.exports,
      commonjs: this.commonjs,
      exportsNode: this.exportsNode,
      imports: this.imports,
    }
  }
}
