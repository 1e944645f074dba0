/** What stands around a node in its function. In: a node. Out: conditions under which it runs, the nearest first. */
import { ChoiceKind, Kind, RegionKind } from '../graph'
import { NOT } from './operators'
import type { Whole } from './whole/index'

/** Parts that a condition is taken apart into. */
const MOST_PARTS = 12

/** @param most regions that are looked at on the way out */
export function conditionsAbove(whole: Whole, node: number, most = Number.POSITIVE_INFINITY): number[] {
  return conditionsOf(whole, whole.region[node] as number, most)
}

/**
 * The same, without those that were met before.
 * @param seen is added to
 */
export function newConditionsAbove(whole: Whole, node: number, seen: Set<number>, most: number): number[] {
  const found: number[] = []
  for (const condition of conditionsAbove(whole, node, most)) {
    if (seen.has(condition)) continue
    seen.add(condition)
    found.push(condition)
  }
  return found
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

/** What has to hold, or not to, where a condition does: operands of `&&` where it holds, and of `||` where it does not. */
export function takenApart(whole: Whole, condition: number, outcome: boolean): { condition: number; holds: boolean }[] {
  const found: { condition: number; holds: boolean }[] = []
  const stack = [{ condition, holds: outcome }]
  for (let at = stack.pop(); at && found.length < MOST_PARTS; at = stack.pop()) {
    const { condition: node, holds } = at
    if (node < 0 || node >= whole.size) continue
    const inner = whole.a[node] as number
    if (whole.kind[node] === Kind.Choice && whole.c[node] === (holds ? ChoiceKind.And : ChoiceKind.Or))
      for (const item of whole.items(inner)) stack.push({ condition: item, holds })
    else if (whole.kind[node] === Kind.Unary && whole.c[node] === NOT) stack.push({ condition: inner, holds: !holds })
    else found.push(at)
  }
  return found
}
