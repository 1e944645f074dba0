/**
 * Texts that are known not to be empty: `if (!password) return`, `password.length > 0`, `password !== ''`. In: the nodes of one way and where
 * it lands. Out: whether something on the way goes on only where there is such a text.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { AT_LEAST, GREATER, isEqual, isUnequal } from '../operators'
import { knownAround, takenApart } from '../regions'
import type { Conditions } from './conditions'

export function isKnownPresent(linked: Linked, conditions: Conditions, steps: readonly number[], at: number): boolean {
  const { whole } = linked
  const nodes = [...steps, at].filter((node) => node < whole.size)
  return nodes.some((node) =>
    knownAround(whole, node)
      .flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
      .some(({ condition, holds }) => nodes.some((value) => saysPresent(linked, conditions, condition, holds, value))),
  )
}

function saysPresent({ whole }: Linked, conditions: Conditions, condition: number, holds: boolean, value: number): boolean {
  if (conditions.isSame(condition, value)) return holds
  const [a, b] = [whole.a[condition] as number, whole.b[condition] as number]
  const isLength = (node: number) =>
    whole.kind[node] === Kind.Load && whole.text(whole.b[node] as number) === 'length' && conditions.isSame(whole.a[node] as number, value)
  if (whole.kind[condition] === Kind.Load) return holds && isLength(condition)
  if (whole.kind[condition] !== Kind.Binary) return false
  const operator = whole.c[condition] as number
  if (isLength(a)) return holds ? operator === GREATER || operator === AT_LEAST || isUnequal(operator) : isEqual(operator)
  const isEmpty = whole.kind[b] === Kind.String && whole.text(whole.a[b] as number) === ''
  return isEmpty && conditions.isSame(a, value) && (holds ? isUnequal(operator) : isEqual(operator))
}
