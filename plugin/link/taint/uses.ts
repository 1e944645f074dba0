/** Which nodes use a node: the operands of the value graph, turned around. */
import { Kind } from '../../graph'
import { keepsSize } from '../operators'
import type { Whole } from '../whole/index'

/**
 * A list for each node, in ascending order: begin with `first[node]`, go on with `next[at]` until that is 0; `users[at]` is the
 * node. Lists in place of groups need one pass alone, and walking one makes no object.
 */
export class Uses {
  readonly first: Int32Array
  next: Int32Array
  users: Int32Array
  private count = 0

  /** @param isWanted by node: uses of others are left out, and with them most of the memory */
  constructor(whole: Whole, isWanted: Uint8Array) {
    const { kind, a, b, c, lists } = whole
    this.first = new Int32Array(whole.size)
    this.next = new Int32Array(whole.size >> 1)
    this.users = new Int32Array(whole.size >> 1)
    const put = (operand: number, user: number) => {
      if (operand < 0 || isWanted[operand] === 0) return
      const at = ++this.count
      if (at >= this.next.length) this.grow()
      this.users[at] = user
      this.next[at] = this.first[operand] as number
      this.first[operand] = at
    }
    const putItems = (list: number, user: number) => {
      if (list >= 0) for (let at = list + (lists[list] as number); at > list; at--) put(lists[at] as number, user)
    }
    // From the end, so that each list begins with its lowest. Every operand through which a value can go on; what a condition
    // only asks is left out.
    for (let node = whole.size - 1; node >= 0; node--) {
      switch (kind[node] as Kind) {
        case Kind.Choice:
        case Kind.Cell:
        case Kind.Template:
        case Kind.Object:
        case Kind.Array:
          putItems(a[node] as number, node)
          break
        case Kind.Refine:
        case Kind.Load:
        case Kind.Spread:
        case Kind.Await:
        case Kind.Yield:
        case Kind.Element:
        case Kind.Key:
        case Kind.Throw:
        case Kind.Rest:
          put(a[node] as number, node)
          break
        case Kind.Unary:
          if (keepsSize(Kind.Unary, c[node] as number)) put(a[node] as number, node)
          break
        case Kind.Binary:
        case Kind.LoadDynamic:
          put(b[node] as number, node)
          put(a[node] as number, node)
          break
        case Kind.Property:
          put(b[node] as number, node)
          if (whole.a[node] === -1) put(c[node] as number, node)
          break
        case Kind.Store:
          put(c[node] as number, node)
          put(a[node] as number, node)
          break
        case Kind.StoreDynamic:
          put(c[node] as number, node)
          put(b[node] as number, node)
          put(a[node] as number, node)
          break
        case Kind.Call:
        case Kind.New:
        case Kind.Tagged:
          putItems(b[node] as number, node)
          put(a[node] as number, node)
          break
        case Kind.Jsx:
          putItems(c[node] as number, node)
          put(b[node] as number, node)
          break
      }
    }
  }

  /** The same as a list of its own. */
  of(node: number): number[] {
    const found: number[] = []
    for (let at = this.first[node] as number; at !== 0; at = this.next[at] as number) found.push(this.users[at] as number)
    return found
  }

  private grow(): void {
    const size = Math.max(64, this.next.length * 2)
    const { next, users } = this
    this.next = new Int32Array(size)
    this.users = new Int32Array(size)
    this.next.set(next)
    this.users.set(users)
  }
}
