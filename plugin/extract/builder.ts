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

/** Numbers a node has beside its kind. */
const WIDTH = 6

/**
 * The columns of nodes of the file that is being walked. Shared by all files, one after the other: so they have grown to the
 * largest file once, and each graph takes a copy of its own length.
 */
let room = 1 << 14
let kinds = new Uint8Array(room)
/** `a`, `b`, `c`, position, end and region of each node, side by side. */
let rows = new Int32Array(room * WIDTH)

function grow(): void {
  const [oldKinds, oldRows] = [kinds, rows]
  room *= 2
  kinds = new Uint8Array(room)
  kinds.set(oldKinds)
  rows = new Int32Array(room * WIDTH)
  rows.set(oldRows)
}

export class GraphBuilder {
  private count = 0
  private lists: number[] = []
  private regions: number[] = []
  private regionsAt: number[] = []
  private strings: string[] = []
  private stringIndex = new Map<string, number>()
  private notes: number[] = []
  private casts: number[] = []
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
    const node = this.count++
    if (node === room) grow()
    kinds[node] = kind
    const at = node * WIDTH
    rows[at] = a
    rows[at + 1] = b
    rows[at + 2] = c
    rows[at + 3] = pos
    rows[at + 4] = end
    rows[at + 5] = this.region
    return node
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

  openRegion(kind: RegionKind, parent: number, condition: number, fn: number, pos: number, end: number): number {
    this.regions.push(kind, parent, condition, fn)
    this.regionsAt.push(pos, end)
    return this.regions.length / 4 - 1
  }

  annotate(node: number, type: number): void {
    if (type >= 0) this.notes.push(node, type)
  }

  /** What the program says without a check that a value read somewhere is: `response.locals.user as User`. */
  cast(node: number, type: number): void {
    if (type >= 0) this.casts.push(node, type)
  }

  /** A variable takes a value: what it is called is often all that tells a password from another text. */
  name(node: number, name: string, pos: number): void {
    this.names.push(node, this.string(name), pos)
  }

  kindOf(node: number): Kind {
    return kinds[node] as Kind
  }

  operand(node: number): number {
    return rows[node * WIDTH] as number
  }

  /** All three of a node. */
  operandsOf(node: number): [a: number, b: number, c: number] {
    const at = node * WIDTH
    return [rows[at] as number, rows[at + 1] as number, rows[at + 2] as number]
  }

  textOf(string: number): string {
    return this.strings[string] as string
  }

  /** The property that a Load reads. */
  nameOf(node: number): number {
    return rows[node * WIDTH + 1] as number
  }

  /** What an object that is written out has under a name, -1 where nothing. */
  propertyOf(object: number, name: string): number {
    if (kinds[object] !== Kind.Object) return -1
    const list = this.operand(object)
    for (let at = list + 1, end = at + (this.lists[list] as number); at < end; at++) {
      const entry = this.lists[at] as number
      if (kinds[entry] === Kind.Property && this.strings[this.operand(entry)] === name) return this.nameOf(entry)
    }
    return -1
  }

  /** Late operands: a Cell's or loop Choice's list is known when everything that is put in has been seen. */
  setList(node: number, items: number[]): void {
    rows[node * WIDTH] = this.list(items)
  }

  positionOf(node: number): number {
    return rows[node * WIDTH + 3] as number
  }

  endOf(node: number): number {
    return rows[node * WIDTH + 4] as number
  }

  exportsObject(): number {
    if (this.exportsNode < 0) this.exportsNode = this.node(Kind.Exports, 0, 0)
    return this.exportsNode
  }

  /** All numbers of a graph lie in one buffer, since thousands of small ones are dear to make, to keep and to write. */
  finish(): ValueGraph {
    const { count, lists, regions, regionsAt, notes, casts, names } = this
    const buffer = new ArrayBuffer(
      4 * (WIDTH * count + lists.length + regions.length + regionsAt.length + notes.length + casts.length + names.length) + count,
    )
    let offset = 0
    const take = (length: number): Int32Array<ArrayBuffer> => {
      const column = new Int32Array(buffer, offset, length)
      offset += 4 * length
      return column
    }
    const [a, b, c, pos, end, region] = [take(count), take(count), take(count), take(count), take(count), take(count)]
    for (let node = 0, at = 0; node < count; node++, at += WIDTH) {
      a[node] = rows[at] as number
      b[node] = rows[at + 1] as number
      c[node] = rows[at + 2] as number
      pos[node] = rows[at + 3] as number
      end[node] = rows[at + 4] as number
      region[node] = rows[at + 5] as number
    }
    const copied = (numbers: number[]): Int32Array<ArrayBuffer> => {
      const column = take(numbers.length)
      column.set(numbers)
      return column
    }
    const result: ValueGraph = {
      kind: new Uint8Array(buffer, buffer.byteLength - count, count),
      a,
      b,
      c,
      pos,
      end,
      region,
      lists: copied(lists),
      regions: copied(regions),
      regionsAt: copied(regionsAt),
      strings: this.strings,
      functions: this.functions,
      classes: this.classes,
      interfaces: this.interfaces,
      parameterDecorators: this.parameterDecorators,
      annotations: copied(notes),
      casts: copied(casts),
      names: copied(names),
      exports: this.exports,
      commonjs: this.commonjs,
      exportsNode: this.exportsNode,
      imports: this.imports,
    }
    result.kind.set(kinds.subarray(0, count))
    return result
  }
}
