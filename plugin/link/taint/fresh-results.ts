/**
 * Objects that a function makes anew each time it runs, and gives to nobody but who called it: what one caller puts into his, no other
 * caller sees. In: the linked program. Out: for an object that is written to, the call whose own object it is.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usesOf } from '../uses'
import type { Holders } from './holders'
import type { Methods } from './methods'

/** Steps from where an object is made to all its other uses. */
const MOST_STEPS = 60

export class FreshResults {
  /** Object → whether it is one. */
  private readonly known = new Map<number, boolean>()

  constructor(
    private readonly linked: Linked,
    private readonly holders: Holders,
    private readonly methods: Methods,
  ) {}

  /**
   * @param object where it is written to
   * @param made where it is made
   * @returns the call; -1 where others may hold the same object
   */
  callOf(object: number, made: number): number {
    const { whole, solver } = this.linked
    const root = this.holders.rootOf(object)
    if (root < 0 || whole.kind[root] !== Kind.Call) return -1
    const maker = whole.functionOf(made)
    return solver.callers.get(maker)?.has(root) && this.isFresh(made, maker) ? root : -1
  }

  private isFresh(made: number, maker: number): boolean {
    let answer = this.known.get(made)
    if (answer === undefined) {
      answer = this.staysWithCallers(made, maker)
      this.known.set(made, answer)
    }
    return answer
  }

  private staysWithCallers(made: number, maker: number): boolean {
    const { whole } = this.linked
    if (!whole.functions[maker]) return false
    const uses = usesOf(whole)
    const same = [made]
    for (let at = 0; at < same.length; at++) {
      const value = same[at] as number
      if (
        same.length > MOST_STEPS ||
        !lookupOf(whole)
          .returning(value)
          .every((fn) => fn === maker)
      )
        return false
      for (const user of uses.of(value)) {
        const further = this.sameAt(user, value)
        if (further === undefined) return false
        if (further >= 0 && !same.includes(further)) same.push(further)
      }
    }
    return true
  }

  /** The node that is the same object again; -1 where it is only read or written to; undefined where somebody else may keep it. */
  private sameAt(user: number, value: number): number | undefined {
    const { whole } = this.linked
    switch (whole.kind[user] as Kind) {
      case Kind.Refine:
      case Kind.Choice:
      case Kind.Await:
        return user
      case Kind.Load: {
        const [call] = [...usesOf(whole).of(user)].filter((each) => whole.kind[each] === Kind.Call && whole.a[each] === user)
        return call !== undefined && this.methods.handsBack(call) ? call : -1
      }
      case Kind.LoadDynamic:
        return whole.a[user] === value ? -1 : undefined
      case Kind.Store:
      case Kind.StoreDynamic:
        return whole.c[user] === value ? undefined : -1
      case Kind.Template:
      case Kind.Binary:
      case Kind.Unary:
      case Kind.Spread:
      case Kind.Element:
      case Kind.Key:
      case Kind.Rest:
        return -1
      default:
        return undefined
    }
  }
}
