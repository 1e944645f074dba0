/** What an expression may be: abstract objects and API paths, each as one number. */

export const enum LabelKind {
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
  readonly kind: LabelKind[] = []
  readonly data: number[] = []
  readonly extra: number[] = []
  private readonly index = new Map<number, number>()

  of(kind: LabelKind, data: number, extra = 0): number {
    const key = (data * 16 + kind) * 1_048_576 + extra
    let label = this.index.get(key)
    if (label === undefined) {
      label = this.kind.length
      this.kind.push(kind)
      this.data.push(data)
      this.extra.push(extra)
      this.index.set(key, label)
    }
    return label
  }
}
