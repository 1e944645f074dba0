/** What stands around a node in its function. In: a node. Out: conditions under which it runs, the nearest first. */
import type { Whole } from './whole/index'

/** @param most regions that are looked at on the way out */
export function conditionsAbove(whole: Whole, node: number, most = Number.POSITIVE_INFINITY): number[] {
  return conditionsOf(whole, whole.region[node] as number, most)
}

export function conditionsOf(whole: Whole, innermost: number, most = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = []
  for (let region = innermost, hops = 0; region >= 0 && hops < most; region = whole.regions[region * 4 + 1] as number, hops++) {
    const condition = whole.regions[region * 4 + 2] as number
    if (condition >= 0) found.push(condition)
  }
  return found
}
