/**
 * Faults that go no further than the function that throws them: `try { … throw new Error('none set') } catch (fault) { return { ok: false } }`.
 * In: a `throw`. Out: whether a block around it, in the same function, catches it and neither throws nor turns anybody away.
 */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { triedBefore } from './caught-from-behind'

/** Between a block that is tried and the one that catches. */
const MOST_REGIONS = 4000

/** @param refuses whether a node that runs where it is caught refuses in turn */
export function isCaughtInside(linked: Linked, node: number, refuses: (node: number) => boolean): boolean {
  const { whole, effects } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (whole.regions[region * 4] !== RegionKind.Try) continue
    const caught = catchOf(linked, region)
    if (caught < 0) continue
    const inside = effects.within(whole.functionOf(node)).filter((other) => effects.isInside(whole.region[other] as number, caught))
    if (!inside.some((other) => whole.kind[other] === Kind.Throw || refuses(other))) return true
  }
  return false
}

/** The block that catches what is thrown in one that is tried; -1 where none does. */
export function catchOf(linked: Linked, tried: number): number {
  const { regions } = linked.whole
  const last = Math.min(regions.length / 4, tried + MOST_REGIONS)
  for (let at = tried + 1; at < last; at++) if (regions[at * 4] === RegionKind.Catch && triedBefore(linked, at) === tried) return at
  return -1
}
