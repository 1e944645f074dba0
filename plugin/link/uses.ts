/**
 * What becomes of a value. In: the whole program. Out: for each node the nodes that have it as an operand, and whether a name, a
 * return, a condition or an export holds it besides; so what nobody holds or uses was dropped where it was made.
 */
import { ChoiceKind, Kind } from '../graph'
import type { Whole } from './whole/index'

/** Operands that are nodes (`n`) or lists of nodes (`l`), by kind. */
const NODES: Partial<Record<Kind, string>> = {
  [Kind.Template]: 'l',
  [Kind.Binary]: 'nn',
  [Kind.Unary]: 'n',
  [Kind.Choice]: 'l',
  [Kind.Refine]: 'n',
  [Kind.Load]: 'n',
  [Kind.LoadDynamic]: 'nn',
  [Kind.Store]: 'n-n',
  [Kind.StoreDynamic]: 'nnn',
  [Kind.Call]: 'nl',
  [Kind.New]: 'nl',
  [Kind.Tagged]: 'nl',
  [Kind.Spread]: 'n',
  [Kind.Object]: 'l',
  [Kind.Property]: '-nn',
  [Kind.Array]: 'l',
  [Kind.Cell]: 'l',
  [Kind.Await]: 'n',
  [Kind.Yield]: 'n',
  [Kind.Jsx]: 'nnl',
  [Kind.Element]: 'n',
  [Kind.Key]: 'n',
  [Kind.Throw]: 'n',
  [Kind.Rest]: 'n',
}

export class Uses {
  private readonly starts: Int32Array
  private readonly users: Int32Array
  private readonly held: Uint8Array
  /** By node: place of its first name, counted from 1; 0 without one. */
  private readonly nameAt: Int32Array

  constructor(private readonly whole: Whole) {
    const counts = new Int32Array(whole.size + 1)
    let users: Int32Array | undefined
    // Counted first, then put in place from the end of each one's stretch: one function for both, so that it is compiled once.
    const take = (used: number, user: number) => {
      if (!users) {
        counts[used] = (counts[used] as number) + 1
        return
      }
      const place = (counts[used] as number) - 1
      counts[used] = place
      users[place] = user
    }
    eachUse(whole, take)
    for (let node = 0, end = 0; node <= whole.size; node++) {
      end += counts[node] as number
      counts[node] = end
    }
    users = new Int32Array(counts[whole.size] as number)
    eachUse(whole, take)
    this.starts = counts
    this.users = users
    this.held = heldIn(whole)
    this.nameAt = new Int32Array(whole.size)
    whole.names.forEach(({ node }, index) => {
      if (this.nameAt[node] === 0) this.nameAt[node] = index + 1
    })
  }

  of(node: number): Int32Array {
    return this.users.subarray(this.starts[node] as number, this.starts[node + 1] as number)
  }

  /** Variable that a value is put into; '' where it is none. */
  nameOf(node: number): string {
    const at = this.nameAt[node] ?? 0
    return at === 0 ? '' : (this.whole.names[at - 1] as { name: string }).name
  }

  /** Nobody has it: a statement of its own, or the last part of one: `ok && save()`. */
  isDropped(node: number, hops = 0): boolean {
    if (this.held[node] === 1 || hops > 6) return false
    for (let i = this.starts[node] as number, end = this.starts[node + 1] as number; i < end; i++) {
      const user = this.users[i] as number
      if (this.whole.kind[user] !== Kind.Choice || (this.whole.c[user] as number) < ChoiceKind.Conditional) return false
      const [first] = this.whole.items(this.whole.a[user] as number)
      if ((this.whole.c[user] !== ChoiceKind.Conditional && first === node) || !this.isDropped(user, hops + 1)) return false
    }
    return true
  }

  /** Nobody has it, but to see whether it is there: `!compile(text)`, and one that may throw, whose result is dropped. */
  isOnlyTested(node: number): boolean {
    if (this.held[node] === 1) return false
    const users = this.of(node)
    return (users.length > 0 && users.every((user) => this.whole.kind[user] === Kind.Unary)) || this.isDropped(node)
  }

  /** The last call of a chain that begins with one: of `find().sort().limit()` that of `limit`. */
  endOfChain(call: number): { end: number; methods: { name: string; call: number }[] } {
    const { whole } = this
    const methods: { name: string; call: number }[] = []
    let end = call
    for (let hops = 0; hops < 40; hops++) {
      const next = this.nextInChain(end)
      if (next < 0) break
      methods.push({ name: whole.text(whole.b[whole.a[next] as number] as number), call: next })
      end = next
    }
    return { end, methods }
  }

  private nextInChain(call: number): number {
    const { whole } = this
    const { starts, users } = this
    for (let i = starts[call] as number, end = starts[call + 1] as number; i < end; i++) {
      const load = users[i] as number
      if (whole.kind[load] !== Kind.Load || whole.a[load] !== call) continue
      for (let j = starts[load] as number, last = starts[load + 1] as number; j < last; j++) {
        const user = users[j] as number
        if (whole.kind[user] === Kind.Call && whole.a[user] === load) return user
      }
    }
    return -1
  }
}

const known = new WeakMap<Whole, Uses>()

export function usesOf(whole: Whole): Uses {
  let uses = known.get(whole)
  if (!uses) {
    uses = new Uses(whole)
    known.set(whole, uses)
  }
  return uses
}

function eachUse(whole: Whole, tell: (used: number, user: number) => void): void {
  const { kind, a, b, c, lists, size } = whole
  const shape = new Uint8Array(256 * 3)
  for (const [of, operands] of Object.entries(NODES))
    for (let i = 0; i < 3; i++) shape[Number(of) * 3 + i] = operands?.[i] === 'n' ? 1 : operands?.[i] === 'l' ? 2 : 0
  const one = (is: number, value: number, node: number) => {
    if (value < 0) return
    if (is === 1) tell(value, node)
    else for (let i = value + 1, end = value + (lists[value] as number); i <= end; i++) if ((lists[i] as number) >= 0) tell(lists[i] as number, node)
  }
  for (let node = 0; node < size; node++) {
    const at = (kind[node] as number) * 3
    if (shape[at]) one(shape[at] as number, a[node] as number, node)
    if (shape[at + 1]) one(shape[at + 1] as number, b[node] as number, node)
    if (shape[at + 2]) one(shape[at + 2] as number, c[node] as number, node)
  }
}

function heldIn(whole: Whole): Uint8Array {
  const held = new Uint8Array(whole.size)
  const hold = (node: number) => {
    if (node >= 0) held[node] = 1
  }
  for (const { node } of whole.names) hold(node)
  for (const { returns } of whole.functions) returns.forEach(hold)
  for (let at = 2; at < whole.regions.length; at += 4) hold(whole.regions[at] as number)
  for (const exported of whole.exports) for (const { node } of exported) hold(node)
  for (const exported of whole.commonjs) exported.forEach(hold)
  for (const { members, decorators, extends: parent } of whole.classes) {
    for (const member of members) {
      hold(member.node)
      member.decorators.forEach(hold)
    }
    decorators.forEach(hold)
    hold(parent)
  }
  for (const { expression } of whole.parameterDecorators) hold(expression)
  return held
}
