/**
 * Lists and tables of whole numbers without an object an entry: the solver keeps millions of small ones, and an array or a map
 * for each would cost more to make and collect than all that is done with them.
 */

/** How much longer what is full is made. */
const GROWTH = 1.5

/**
 * A list of numbers for each owner, in the order in which they were put. Three lists in four have one number, which stands
 * where longer lists have their place; those lie in blocks of powers of two, and a block that grew too small is used again.
 */
export class IntLists {
  /** Two numbers an owner, side by side since they are read together: the size, and the only number or where the block begins. */
  private heads: Int32Array
  private blocks: Int32Array
  private used = 0
  /** Free blocks by the power of their length, each naming the next; 0 is none, so places are kept one higher. */
  private readonly free = new Int32Array(32)

  constructor(owners: number) {
    this.heads = new Int32Array(owners * 2)
    this.blocks = new Int32Array(owners >> 1)
  }

  size(owner: number): number {
    const at = owner * 2
    return at < this.heads.length ? (this.heads[at] as number) : 0
  }

  /** @param index below the list's size */
  item(owner: number, index: number): number {
    const { heads } = this
    const first = heads[owner * 2 + 1] as number
    return heads[owner * 2] === 1 ? first : (this.blocks[first + index] as number)
  }

  has(owner: number, value: number): boolean {
    const size = this.size(owner)
    if (size === 0) return false
    const first = this.heads[owner * 2 + 1] as number
    if (size === 1) return first === value
    const { blocks } = this
    for (let at = first; at < first + size; at++) if (blocks[at] === value) return true
    return false
  }

  push(owner: number, value: number): void {
    const at = owner * 2
    if (at >= this.heads.length) this.heads = copied(this.heads, Math.max(128, at + 2, Math.ceil(owner * GROWTH) * 2))
    const { heads } = this
    const size = heads[at] as number
    heads[at] = size + 1
    if (size === 0) {
      heads[at + 1] = value
      return
    }
    // Full exactly where its size is a power of two.
    if ((size & (size - 1)) === 0) heads[at + 1] = this.moved(heads[at + 1] as number, size)
    this.blocks[(heads[at + 1] as number) + size] = value
  }

  /** A copy: for those outside, who like arrays. */
  toArray(owner: number): number[] {
    const size = this.size(owner)
    if (size === 0) return []
    if (size === 1) return [this.heads[owner * 2 + 1] as number]
    const list: number[] = new Array(size)
    for (let index = 0; index < size; index++) list[index] = this.item(owner, index)
    return list
  }

  /** Puts what is full into a block twice as long. */
  private moved(first: number, size: number): number {
    const to = this.block(size * 2)
    if (size === 1) this.blocks[to] = first
    else {
      this.blocks.copyWithin(to, first, first + size)
      const power = 31 - Math.clz32(size)
      this.blocks[first] = this.free[power] as number
      this.free[power] = first + 1
    }
    return to
  }

  private block(length: number): number {
    const power = 31 - Math.clz32(length)
    const known = this.free[power] as number
    if (known > 0) {
      this.free[power] = this.blocks[known - 1] as number
      return known - 1
    }
    const made = this.used
    this.used += length
    if (this.used > this.blocks.length) this.blocks = copied(this.blocks, Math.max(128, this.used, Math.ceil(this.blocks.length * GROWTH)))
    return made
  }
}

/** One number for each pair of numbers, none of them negative: a hash table in one array, three integers a place. */
export class PairTable {
  private mask: number
  /** First, second, value + 1; a zero there says that the place is free. */
  private places: Int32Array
  private count = 0

  constructor(expected = 64) {
    // Never more than half full, so that a search ends soon.
    const places = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)))
    this.mask = places - 1
    this.places = new Int32Array(places * 3)
  }

  /** -1 where there is none. */
  get(one: number, other: number): number {
    return (this.places[this.placeOf(one, other) + 2] as number) - 1
  }

  set(one: number, other: number, value: number): void {
    let at = this.placeOf(one, other)
    if (this.places[at + 2] === 0) {
      if (++this.count * 2 > this.mask) {
        this.grow()
        at = this.placeOf(one, other)
      }
      this.places[at] = one
      this.places[at + 1] = other
    }
    this.places[at + 2] = value + 1
  }

  /** Where a pair stands or would stand. */
  private placeOf(one: number, other: number): number {
    const { places, mask } = this
    let hash = Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)
    hash ^= hash >>> 15
    for (let index = hash & mask; ; index = (index + 1) & mask) {
      const at = index * 3
      if (places[at + 2] === 0 || (places[at] === one && places[at + 1] === other)) return at
    }
  }

  private grow(): void {
    const { places } = this
    this.mask = this.mask * 2 + 1
    this.places = new Int32Array(places.length * 2)
    for (let at = 0; at < places.length; at += 3) {
      if (places[at + 2] === 0) continue
      const to = this.placeOf(places[at] as number, places[at + 1] as number)
      this.places[to] = places[at] as number
      this.places[to + 1] = places[at + 1] as number
      this.places[to + 2] = places[at + 2] as number
    }
  }
}

/** Numbers in a row, as many as come. */
export class IntColumn {
  length = 0
  private values: Int32Array

  constructor(expected = 64) {
    this.values = new Int32Array(expected)
  }

  get(index: number): number {
    return this.values[index] as number
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = copied(this.values, Math.max(64, Math.ceil(this.length * GROWTH)))
    this.values[this.length++] = value
  }

  clear(): void {
    this.length = 0
  }
}

function copied(from: Int32Array, length: number): Int32Array {
  const to = new Int32Array(length)
  to.set(from)
  return to
}
