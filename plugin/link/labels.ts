/**
 * What an expression may be: abstract objects and API paths, each as one number. The value or object that a node makes has
 * the node's own number, since there are as many of these as there is code.
 */
import { Kind } from '../graph'
import { PairTable } from './compact'

export enum LabelKind {
  /** A text, number, template or concatenation. data: node */
  Value,
  /** data: function */
  Function,
  /** Object or array that a node makes. data: node */
  Object,
  /** data: class */
  Class,
  /** An instance of a class of the program. data: class */
  Instance,
  /** What `new f()` makes of an ordinary function. data: function */
  Constructed,
  /** data: file */
  Module,
  /** data: API path */
  Api,
  /** An object of a library with an identity of its own, such as a router. data: node that makes it, extra: API path */
  ApiObject,
  /** data: interface */
  Interface,
  /** An object that a call makes besides its result: one entry of `Object.entries(x)`. data: node */
  ObjectOf,
}

export class Labels {
  kind: Uint8Array
  data: Int32Array
  extra: Int32Array
  /** Labels so far. */
  count: number
  /** By kind, then by data: labels are asked for far more often than made. One higher than the label, so that 0 is none. */
  private readonly plain: Int32Array[] = []
  /** Kinds of which there are few, spread over all nodes: by kind and data, or by data and extra. */
  private readonly rare = new PairTable()
  private readonly withExtra = new PairTable()

  constructor(kinds: Uint8Array) {
    const nodes = kinds.length
    // Functions, classes, files and paths come on top: about one for eight nodes.
    const room = nodes + (nodes >> 2) + 64
    this.kind = new Uint8Array(room)
    this.data = new Int32Array(room)
    this.extra = new Int32Array(room)
    this.count = nodes
    for (let kind = 0; kind <= LabelKind.ObjectOf; kind++) this.plain.push(NONE)
    for (let node = 0; node < nodes; node++) {
      const kind = kinds[node] as Kind
      this.kind[node] = kind <= Kind.Binary && kind !== Kind.Unknown ? LabelKind.Value : LabelKind.Object
      this.data[node] = node
    }
  }

  of(kind: LabelKind, data: number, extra = 0): number {
    if (kind === LabelKind.Value || kind === LabelKind.Object) return data
    if (extra !== 0) {
      const known = this.withExtra.get(data, extra)
      if (known >= 0) return known
      const made = this.make(kind, data, extra)
      this.withExtra.set(data, extra, made)
      return made
    }
    if (kind === LabelKind.ApiObject || kind === LabelKind.ObjectOf) {
      const known = this.rare.get(kind, data)
      if (known >= 0) return known
      const made = this.make(kind, data, extra)
      this.rare.set(kind, data, made)
      return made
    }
    let ofKind = this.plain[kind] as Int32Array
    if (data >= ofKind.length) {
      ofKind = new Int32Array(Math.max(1024, data + 1, ofKind.length * 2))
      ofKind.set(this.plain[kind] as Int32Array)
      this.plain[kind] = ofKind
    }
    const known = ofKind[data] as number
    if (known > 0) return known - 1
    const made = this.make(kind, data, extra)
    ofKind[data] = made + 1
    return made
  }

  private make(kind: LabelKind, data: number, extra: number): number {
    if (this.count === this.kind.length) this.grow()
    this.kind[this.count] = kind
    this.data[this.count] = data
    this.extra[this.count] = extra
    return this.count++
  }

  private grow(): void {
    const size = Math.max(64, Math.ceil(this.count * 1.5))
    const [kind, data, extra] = [new Uint8Array(size), new Int32Array(size), new Int32Array(size)]
    kind.set(this.kind)
    data.set(this.data)
    extra.set(this.extra)
    this.kind = kind
    this.data = data
    this.extra = extra
  }
}

const NONE = new Int32Array(0)
