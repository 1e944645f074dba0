/**
 * Which part of a value is meant: the whole (`EMPTY`), or what is reached by property names (`user.name`). Interned, so that
 * equal paths are equal numbers. Heads are string numbers of the program.
 */

export const EMPTY = 0
/** Longer paths are cut: then everything below the cut is meant. */
const MOST_STEPS = 4

export class AccessPaths {
  private readonly heads: number[] = [-1]
  private readonly tails: number[] = [EMPTY]
  private readonly depths: number[] = [0]
  private readonly known = new Map<number, number>()

  head(path: number): number {
    return this.heads[path] as number
  }

  tail(path: number): number {
    return this.tails[path] as number
  }

  depth(path: number): number {
    return this.depths[path] as number
  }

  /** The path with one property name in front. */
  cons(head: number, tail: number): number {
    const rest = this.depth(tail) >= MOST_STEPS ? this.cut(tail, MOST_STEPS - 1) : tail
    const key = head * 4_194_304 + rest
    const known = this.known.get(key)
    if (known !== undefined) return known
    const made = this.heads.length
    this.heads.push(head)
    this.tails.push(rest)
    this.depths.push(this.depth(rest) + 1)
    this.known.set(key, made)
    return made
  }

  private cut(path: number, steps: number): number {
    return steps === 0 || path === EMPTY ? EMPTY : this.cons(this.head(path), this.cut(this.tail(path), steps - 1))
  }

  of(heads: readonly number[]): number {
    return heads.reduceRight((tail, head) => this.cons(head, tail), EMPTY)
  }

  /** The heads of a path, first to last. */
  names(path: number): number[] {
    const found: number[] = []
    for (let at = path; at !== EMPTY; at = this.tail(at)) found.push(this.head(at))
    return found
  }

  includes(path: number, head: number): boolean {
    for (let at = path; at !== EMPTY; at = this.tail(at)) if (this.head(at) === head) return true
    return false
  }

  /** Whether data at `path` are among what stands at `place`: `body` is whole where `body.name` is asked for. */
  covers(path: number, place: number): boolean {
    let one = path
    let other = place
    while (one !== EMPTY) {
      if (other === EMPTY || this.head(one) !== this.head(other)) return false
      one = this.tail(one)
      other = this.tail(other)
    }
    return true
  }
}
