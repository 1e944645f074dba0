/** Conditions taken apart. In: a condition, or a value. Out: the tests in it, and what it is made of. */
import { Kind } from '../../graph'
import type { Whole } from '../whole/index'

/** Of what a condition is made of. */
const MOST_PARTS = 60

/** Tests of which one at least holds or all hold: operands of `&&` and `||`. */
export function testsIn(whole: Whole, condition: number, seen: Set<number> = new Set()): number[] {
  if (whole.kind[condition] !== Kind.Choice) return [condition]
  // What a loop assigns is made of itself: `found = found || matches(item)`.
  if (seen.has(condition)) return []
  seen.add(condition)
  return [...whole.items(whole.a[condition] as number)].flatMap((item) => testsIn(whole, item, seen))
}

/** @param isClosed what something is made of that is looked at, but not into */
export function isMadeOf(whole: Whole, node: number, fits: (part: number) => boolean, isClosed: (part: number) => boolean = () => false): boolean {
  const seen = new Set([node])
  const stack = [node]
  for (let at = stack.pop(); at !== undefined && seen.size < MOST_PARTS; at = stack.pop()) {
    if (fits(at)) return true
    if (isClosed(at)) continue
    for (const part of whole.madeOf(at))
      if (part >= 0 && !seen.has(part)) {
        seen.add(part)
        stack.push(part)
      }
  }
  return false
}
