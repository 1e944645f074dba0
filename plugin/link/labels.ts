/**
 * What an expression may be: abstract objects and API paths, each as one number. The value or object that a node makes has
 * the node's own number, since there are as many of these as there is code.
 */
import { Kind } from '../graph'

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
  /** By kind, then by data: labels are asked for far more often than made. */
  private readonly plain: number[][] = []
  private readonly withExtra = new Map<number, number>()

  constructor(kinds: Uint8Array) {
    const nodes = kinds.length
    this.kind = new Uint8Array(nodes * 2)
    this.data = new Int32Array(nodes * 2)
    this.extra = new Int32Array(nodes * 2)
    this.count = nodes
    for (let node = 0; node < nodes; node++) {
      const kind = kinds[node] as Kind
      this.kind[node] = kind <= Kind.Binary && kind !== Kind.Unknown ? LabelKind.Value : LabelKind.Object
      this.data[node] = node
    }
  }

  of(kind: LabelKind, data: number, extra = 0): number {
    if (kind === LabelKind.Value || kind === LabelKind.Object) return data
    if (extra !== 0) {
      const key = data * 1_048_576 + extra
      const known = this.withExtra.get(key)
      if (known !== undefined) return known
      const made = this.make(kind, data, extra)
      this.withExtra.set(key, made)
      return made
    }
    let ofKind = this.plain[kind]
    if (!ofKind) {
      ofKind = []
      this.plain[kind] = ofKind
    }
    const known = ofKind[data]
    if (known !== undefined) return known
    const made = this.make(kind, data, extra)
    ofKind[data] = made
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
    const size = Math.max(64, this.count * 2)
    const [kind, data, extra] = [new Uint8Array(size), new Int32Array(size), new Int32Array(size)]
    kind.set(this.kind)
    data.set(this.data)
    extra.set(this.extra)
    this.kind = kind
    this.data = data
    this.extra = extra
  }
}
