/**
 * Helpers that are told who is calling and refuse whoever that does not suit: `checkMember(request.userId, team)`. In: a call and the
 * function that it calls. Out: the refusal, and where it stands.
 */
import { Kind } from '../../graph'
import { cite, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { isEqual, NOT } from '../operators'
import { conditionsAbove } from '../regions'
import type { Refusal } from './behaviour'
import type { Denials } from './denials'
import { isOfRequest } from './parts-of-requests'
import { testsIn } from './tests'
import { IDENTITY } from './words'

/** Helpers of helpers. */
const MOST_DEPTH = 4
/** Between the request and what it says of the caller. */
const MOST_HOPS = 3

export class Helpers {
  private readonly refusedBy = new Map<number, Refusal | undefined>()

  constructor(
    private readonly linked: Linked,
    private readonly denials: Denials,
  ) {}

  refusedAt(call: number, callee: number): Refusal | undefined {
    for (const [position, argument] of this.linked.whole.args(call).entries()) {
      const refused = isCaller(this.linked, argument) ? this.refusesFor(callee, position) : undefined
      if (refused) return refused
    }
    return undefined
  }

  /** Where a function refuses by what one of its parameters says, itself or in a function that it hands it to. */
  private refusesFor(fn: number, position: number, depth = 0): Refusal | undefined {
    const { whole, effects } = this.linked
    const param = whole.functions[fn]?.params[position]
    if (param === undefined || depth > MOST_DEPTH) return undefined
    if (this.refusedBy.has(param)) return this.refusedBy.get(param)
    this.refusedBy.set(param, undefined)
    let found: Refusal | undefined
    for (const node of effects.within(fn)) {
      found = this.refusesAt(node, param, depth)
      if (found) break
    }
    this.refusedBy.set(param, found)
    return found
  }

  private refusesAt(node: number, param: number, depth: number): Refusal | undefined {
    const { whole, solver } = this.linked
    const kind = this.denials.of(node)
    if (kind && kind !== 'login') {
      const asked = conditionsAbove(whole, node).filter((condition) => isMadeOf(whole, condition, (part) => part === param))
      const refuses = kind === 'error' || kind === 'returned' ? asked.some((condition) => this.isAbsence(condition, param)) : asked.length > 0
      return refuses ? { role: kind === 'forbidden' ? 'authorization' : 'authentication', at: cite(this.linked, node) } : undefined
    }
    const handed = whole.kind[node] === Kind.Call ? whole.args(node).indexOf(param) : -1
    if (handed < 0) return undefined
    for (const callee of solver.callees.get(node) ?? []) {
      const found = this.refusesFor(callee, handed, depth + 1)
      if (found) return found
    }
    return undefined
  }

  /** `!userId`, `userId === undefined`. */
  private isAbsence(condition: number, value: number): boolean {
    const { whole } = this.linked
    return testsIn(whole, condition).some((test) => {
      const kind = whole.kind[test] as Kind
      if (kind === Kind.Unary) return whole.c[test] === NOT && whole.a[test] === value
      return kind === Kind.Binary && isEqual(whole.c[test] as number) && (whole.a[test] === value || whole.b[test] === value)
    })
  }
}

/** Who is calling, as the request tells: `request.userId`, `request.user.id`, `this.userId` of a method that pages call. */
function isCaller(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || hops > MOST_HOPS) return false
  const next = (at: number) => isCaller(linked, at, hops + 1)
  const of = whole.a[node] as number
  if (whole.kind[node] === Kind.Refine || whole.kind[node] === Kind.Await) return next(of)
  if (whole.kind[node] !== Kind.Load) return false
  const name = whole.text(whole.b[node] as number)
  if (!IDENTITY.test(name)) return next(of)
  if (whole.kind[of] === Kind.This) return name === 'userId'
  return isOfRequest(linked, of) || next(of)
}
