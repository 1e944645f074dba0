/**
 * What needs a value. In: a node. Out: whether another node is made of it, however far: through names, fields, calls it is given
 * to, objects it is put into, and closures. What a call is given may change what it is made on, so that counts too.
 */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { usesOf } from '../../uses'

/** Nodes that are looked at; beyond, everything counts as needing it. */
const MOST = 4000

export class Dependents {
  private readonly all: Set<number>
  private readonly isCut: boolean

  constructor(
    private readonly linked: Linked,
    source: number,
    /** What comes after this place, in the same function, changes nothing before it. */
    until: number,
  ) {
    const { whole } = linked
    const uses = usesOf(whole)
    const fn = whole.functionOf(source)
    this.all = new Set([source])
    for (const node of this.all) {
      if (this.all.size > MOST) break
      for (const user of uses.of(node)) if ((whole.pos[user] as number) < until || whole.functionOf(user) !== fn) this.add(user, node)
    }
    this.isCut = this.all.size > MOST
  }

  private add(user: number, node: number): void {
    const { whole } = this.linked
    const { all } = this
    const kind = whole.kind[user]
    // A module's import is no value of this run.
    all.add(user)
    if (kind === Kind.Store || kind === Kind.StoreDynamic) this.addRoot(whole.a[user] as number)
    else if (kind === Kind.Call && whole.a[user] !== node) {
      const callee = whole.a[user] as number
      if (whole.kind[callee] === Kind.Load) this.addRoot(whole.a[callee] as number)
      for (const argument of whole.args(user)) if (argument !== node) this.addRoot(argument)
    }
  }

  /** The value behind fields, where it is one of this run: an object or list made here, an answer, a parameter's field. */
  private addRoot(node: number): void {
    const { whole } = this.linked
    let at = node
    while (at >= 0 && (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.LoadDynamic))
      at = whole.a[at] as number
    const kind = whole.kind[at]
    if (
      at >= 0 &&
      (kind === Kind.Object || kind === Kind.Array || kind === Kind.New || kind === Kind.Await || kind === Kind.Cell || kind === Kind.Choice)
    )
      this.all.add(at)
    if (kind === Kind.Call && at !== node) this.all.add(at)
  }

  /** Whether a node is, or is made of, what needs the value. */
  reach(node: number): boolean {
    if (this.isCut) return true
    const { whole } = this.linked
    const seen = new Set<number>()
    const stack = [node]
    while (stack.length > 0 && seen.size < MOST) {
      const at = stack.pop() as number
      if (at < 0 || seen.has(at)) continue
      seen.add(at)
      if (this.all.has(at)) return true
      const kind = whole.kind[at]
      if (kind === Kind.Function) stack.push(...lookupOf(whole).inFunction(whole.a[at] as number))
      else if (kind === Kind.New || kind === Kind.Tagged) stack.push(...whole.args(at))
      else if (kind === Kind.Element || kind === Kind.Key || kind === Kind.Yield) stack.push(whole.a[at] as number)
      else stack.push(...whole.madeOf(at))
    }
    return false
  }
}
