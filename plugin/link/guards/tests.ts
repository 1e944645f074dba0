/** Conditions taken apart. In: a condition. Out: the tests in it. */
import { Kind } from '../../graph'
import type { Whole } from '../whole/index'

/** Tests of which one at least holds or all hold: operands of `&&` and `||`. */
export function testsIn(whole: Whole, condition: number, seen: Set<number> = new Set()): number[] {
  if (whole.kind[condition] !== Kind.Choice) return [condition]
  // What a loop assigns is made of itself: `found = found || matches(item)`.
  if (seen.has(condition)) return []
  seen.add(condition)
  return whole.items(whole.a[condition] as number).flatMap((item) => testsIn(whole, item, seen))
}
