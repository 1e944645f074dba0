/** What an expression may be: abstract objects and API paths, each as one number. */

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
  readonly kind: LabelKind[] = []
  readonly data: number[] = []
  readonly extra: number[] = []
  /** By kind, then by data: labels are asked for far more often than made. */
  private readonly plain: number[][] = []
  private readonly withExtra = new Map<number, number>()

  of(kind: LabelKind, data: number, extra = 0): number {
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
    this.kind.push(kind)
    this.data.push(data)
    this.extra.push(extra)
    return this.kind.length - 1
  }
}
