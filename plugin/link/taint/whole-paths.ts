/**
 * Paths that a caller is meant to choose as a whole. In: the nodes of one way and where it lands. Out: the call that demands a path from the
 * root there (`if (!path.isAbsolute(target)) return refuse()`). With no folder there is none to leave; who may name any file at all is
 * another question.
 */
import { ChoiceKind, Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { AT_LEAST, GREATER, isEqual, isUnequal, LESS, NOT } from '../operators'
import { knownAround } from '../regions'
import type { Conditions } from './conditions'

const JOINS = /^(?:join|resolve)$/
/** What asks where a path leads. */
const COMPARES = /^(?:startsWith|includes|indexOf|relative)$/
const MOST_HOPS = 6

/** The call that a way depends on being told yes. */
export function wholePathDemanded(linked: Linked, conditions: Conditions, nodes: readonly number[], at: number): number | undefined {
  const { whole } = linked
  const isOnWay = (node: number) => node >= 0 && nodes.some((each) => conditions.isSame(each, node))
  const asked = [...lookupOf(whole).named(Kind.Call, 'isAbsolute')].filter((call) => isOnWay(whole.args(call)[0] ?? -1))
  if (asked.length === 0 || isHeldAgainst(linked, [...nodes, at], isOnWay)) return undefined
  return asked.find((call) => [...nodes, at].some((node) => isRefusedBefore(linked, conditions, node, call)))
}

/** A folder that it has to lie in can be left, whatever else is demanded. */
function isHeldAgainst(linked: Linked, nodes: readonly number[], isOnWay: (node: number) => boolean): boolean {
  const { whole } = linked
  const isCall = (node: number) => whole.kind[node] === Kind.Call
  const compares = (node: number) =>
    isCall(node) && COMPARES.test(calledName(linked, node)) && [receiverOf(linked, node), ...whole.args(node)].some(isOnWay)
  return nodes.some((node) => knownAround(whole, node).some(({ condition }) => isMadeOf(whole, condition, compares, isCall)))
}

/** Whether a node is reached only where a call said yes, and what it said no of was not joined to a folder instead. */
function isRefusedBefore(linked: Linked, conditions: Conditions, node: number, call: number): boolean {
  const { whole } = linked
  const around = knownAround(whole, node)
  if (!around.some(({ condition, holds }) => says(linked, condition, holds, call, 0))) {
    const problems = problemsOf(linked, call)
    return problems.length > 0 && around.some(({ condition, holds }) => problems.some((list) => isNone(linked, conditions, condition, holds, list)))
  }
  const value = whole.args(call)[0] as number
  return ![...lookupOf(whole).inFunction(whole.functionOf(call))].some(
    (other) =>
      whole.kind[other] === Kind.Call &&
      JOINS.test(calledName(linked, other)) &&
      whole.args(other).some((part) => conditions.isSame(part, value)) &&
      knownAround(whole, other).some(({ condition, holds }) => says(linked, condition, !holds, call, 0)),
  )
}

/** Whether a condition that holds, or does not, makes it certain that a call in it said yes. */
function says(linked: Linked, condition: number, holds: boolean, call: number, hops: number): boolean {
  const { whole } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return false
  const inner = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT && says(linked, inner, !holds, call, hops + 1)
    case Kind.Refine:
      return says(linked, inner, holds, call, hops + 1)
    case Kind.Choice:
      return (
        whole.c[condition] === (holds ? ChoiceKind.And : ChoiceKind.Or) &&
        whole.items(inner).some((item) => says(linked, item, holds, call, hops + 1))
      )
    default:
      return holds && condition === call
  }
}

/** Lists that take a complaint where a call said no: `if (!path.isAbsolute(target)) problems.push('…')`. */
function problemsOf(linked: Linked, call: number): number[] {
  const { whole } = linked
  return [...lookupOf(whole).inFunction(whole.functionOf(call))]
    .filter((node) => whole.kind[node] === Kind.Call && calledName(linked, node) === 'push')
    .filter((node) => knownAround(whole, node, 1).some(({ condition, holds }) => says(linked, condition, !holds, call, 0)))
    .map((node) => receiverOf(linked, node))
    .filter((list) => list >= 0)
}

/** `problems.length === 0`, `!problems.length`, and what is left where `problems.length > 0` does not hold. */
export function isNone(linked: Linked, conditions: Conditions, condition: number, holds: boolean, list: number): boolean {
  const { whole } = linked
  const isCount = (node: number) =>
    whole.kind[node] === Kind.Load && whole.text(whole.b[node] as number) === 'length' && conditions.isSame(whole.a[node] as number, list)
  if (whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT) return holds && isCount(whole.a[condition] as number)
  if (whole.kind[condition] !== Kind.Binary) return !holds && isCount(condition)
  const [operator, other] = [whole.c[condition] as number, whole.b[condition] as number]
  if (!isCount(whole.a[condition] as number) || whole.kind[other] !== Kind.Number) return false
  const count = whole.text(whole.a[other] as number)
  if (count === '0') return isEqual(operator) ? holds : (operator === GREATER || isUnequal(operator)) && !holds
  return count === '1' && (operator === LESS ? holds : operator === AT_LEAST && !holds)
}
