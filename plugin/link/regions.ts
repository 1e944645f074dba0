/** What stands around a node in its function. In: a node. Out: conditions under which it runs, the nearest first. */
import { RegionKind } from '../graph'
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

/**
 * Conditions that are known where a node runs, the nearest first, and whether they hold there.
 * @param most regions that are looked at on the way out
 */
export function knownAround(whole: Whole, node: number, most = Number.POSITIVE_INFINITY): { condition: number; holds: boolean }[] {
  return knownInside(whole, whole.region[node] as number, most)
}

/** The same wherever anything runs in a region. */
export function knownInside(whole: Whole, innermost: number, most = Number.POSITIVE_INFINITY): { condition: number; holds: boolean }[] {
  const found: { condition: number; holds: boolean }[] = []
  for (let region = innermost, count = 0; region >= 0 && count < most; region = whole.regions[region * 4 + 1] as number, count++) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition >= 0 && (kind === RegionKind.True || kind === RegionKind.False)) found.push({ condition, holds: kind === RegionKind.True })
  }
  return found
}

/** Conditions that have to hold for a node to run, the nearest first. */
export function conditionsHolding(whole: Whole, node: number): number[] {
  const found: number[] = []
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.True) found.push(whole.regions[region * 4 + 2] as number)
  return found
}
