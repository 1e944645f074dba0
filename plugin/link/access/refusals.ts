/** Where a function turns a request away. In: a node. Out: whether it answers with a fault, reports one, or throws. */
import { Kind } from '../../graph'
import type { Guards } from '../guards'
import { isGivenBack } from '../guards/given-back'
import type { Linked } from '../linked'
import { isFaultAt } from '../routes/refusals'

/** A function, or one that is written inside it. */
export const throwsInside = ({ whole, effects }: Linked, fn: number): boolean => effects.within(fn).some((node) => whole.kind[node] === Kind.Throw)

/** Tells the caller that it is they who may not. */
export function deniesCaller(guards: Guards, node: number): boolean {
  const denial = guards.denial(node)
  return denial === 'unauthenticated' || denial === 'forbidden'
}

/** Throws, or answers so. */
export const refusesAt = (linked: Linked, guards: Guards, node: number): boolean =>
  linked.whole.kind[node] === Kind.Throw || turnsAway(linked, guards, node)

/** Answers with a fault, or reports one. */
export function turnsAway(linked: Linked, guards: Guards, node: number): boolean {
  // An error that is given back, or an answer that is made by hand.
  if (linked.whole.kind[node] === Kind.New) return isGivenBack(linked, node) && guards.denial(node) !== undefined
  if (linked.whole.kind[node] !== Kind.Call) return false
  if (guards.isNext(node)) return linked.whole.args(node).length > 0 && !guards.handsRequestOn(node)
  return guards.denial(node) !== undefined || isFaultAt(linked, node)
}
