/** What the code does with each node: reads a property of it, calls it, gives it to a tag. Known from the files alone. */
import { Kind } from '../../graph'
import type { Whole } from '../whole/index'

export class Uses {
  /** Nodes that do something with node n begin at `starts[n]` in `users`, and end where those of the next begin. */
  readonly starts: Int32Array
  readonly users: Int32Array
  private calledByKey: Set<number> | undefined
  private byKey: number[] | undefined

  constructor(private readonly whole: Whole) {
    const { starts, users } = grouped(whole)
    this.starts = starts
    this.users = users
  }

  /** Calls of what a node of the files gives. */
  callsOf(callee: number): number[] {
    if (callee >= this.whole.size) return []
    const { kind, a } = this.whole
    const calls: number[] = []
    for (let at = this.starts[callee] as number; at < (this.starts[callee + 1] as number); at++) {
      const user = this.users[at] as number
      if (kind[user] === Kind.Call && a[user] === callee) calls.push(user)
    }
    return calls
  }

  /** Reads of a property whose name is computed. */
  dynamicLoads(): readonly number[] {
    if (!this.byKey) {
      this.byKey = []
      for (let node = 0; node < this.whole.size; node++) if (this.whole.kind[node] === Kind.LoadDynamic) this.byKey.push(node)
    }
    return this.byKey
  }

  /** Whether what is read by a key is called there: `commands[name](argument)`. */
  isCalledByKey(load: number): boolean {
    const { kind, a, size } = this.whole
    if (!this.calledByKey) {
      this.calledByKey = new Set()
      for (let node = 0; node < size; node++)
        if (kind[node] === Kind.Call && kind[a[node] as number] === Kind.LoadDynamic) this.calledByKey.add(a[node] as number)
    }
    return this.calledByKey.has(load)
  }
}

/** Kinds of nodes that do something with their first operand. */
const USERS = [Kind.Load, Kind.LoadDynamic, Kind.Store, Kind.StoreDynamic, Kind.Element, Kind.TypeRef, Kind.Tagged, Kind.New, Kind.Jsx, Kind.Call]

/** Nodes that do something with what arrives at another, grouped by that one. */
function grouped({ kind, a, size }: Whole): { starts: Int32Array; users: Int32Array } {
  const isUser = new Uint8Array(256)
  for (const user of USERS) isUser[user] = 1
  const starts = new Int32Array(size + 1)
  for (let node = 0; node < size; node++) {
    const used = a[node] as number
    if (isUser[kind[node] as number] === 1 && used >= 0) starts[used] = (starts[used] as number) + 1
  }
  // Ends first; filling from behind turns them into beginnings and keeps the order.
  for (let node = 0, end = 0; node <= size; node++) {
    end += starts[node] as number
    starts[node] = end
  }
  const users = new Int32Array(starts[size] as number)
  for (let node = size - 1; node >= 0; node--) {
    const used = a[node] as number
    if (isUser[kind[node] as number] !== 1 || used < 0) continue
    const place = (starts[used] as number) - 1
    starts[used] = place
    users[place] = node
  }
  return { starts, users }
}
