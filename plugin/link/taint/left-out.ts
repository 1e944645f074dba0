/** Arguments that a call leaves out. In: a call, and a place in the function that it runs. Out: whether the place is reached only where one of them is handed over. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { isEqual, isStrict, isUnequal } from '../operators'
import { knownAround, takenApart } from '../regions'

/** `if (now !== undefined && name === now) return true`, asked by `isName(name)`: that answer is never given here. */
export function needsLeftOut({ whole }: Linked, call: number, fn: number, at: number): boolean {
  const args = whole.args(call)
  if ([...args].some((argument) => whole.kind[argument] === Kind.Spread)) return false
  const isLeftOut = (node: number): boolean => {
    if (whole.kind[node] === Kind.Refine) return isLeftOut(whole.a[node] as number)
    if (whole.kind[node] !== Kind.Param || whole.a[node] !== fn || whole.c[node] === 1) return false
    const argument = args[whole.b[node] as number]
    return argument === undefined || whole.kind[argument] === Kind.Undefined
  }
  const isNothing = (node: number) => whole.kind[node] === Kind.Undefined || whole.kind[node] === Kind.Null
  return knownAround(whole, at)
    .flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    .some(({ condition, holds }) => {
      if (isLeftOut(condition)) return holds
      if (whole.kind[condition] !== Kind.Binary) return false
      const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
      if (!(isUnequal(operator) ? holds : isEqual(operator) && !holds)) return false
      // What is left out is `undefined`, which `!== null` lets through.
      const says = (one: number, other: number) => isLeftOut(one) && isNothing(other) && (whole.kind[other] === Kind.Undefined || !isStrict(operator))
      return says(left, right) || says(right, left)
    })
}
