/**
 * Faults of others, said anew: `try { await next() } catch (error) { throw new HttpError(401) }`. Whoever hands the request on before
 * it fails has let it pass, and what comes behind was asked and said no.
 */
import { RegionKind } from '../graph'
import type { Linked } from './linked'

/** Whether a node runs only where what the request was handed on to has failed. */
export function isCaughtFromBehind({ whole, effects }: Linked, node: number, handedOn: readonly number[]): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (whole.regions[region * 4] !== RegionKind.Catch) continue
    const tried = triedBefore(region)
    if (tried >= 0 && handedOn.some((next) => effects.isInside(whole.region[next] as number, tried))) return true
  }
  return false

  /** The block that is tried stands beside the one that catches, and is written before it. */
  function triedBefore(region: number): number {
    const isBeside = (at: number) => [1, 3].every((part) => whole.regions[at * 4 + part] === whole.regions[region * 4 + part])
    for (let at = region - 1; at >= 0; at--) if (whole.regions[at * 4] === RegionKind.Try && isBeside(at)) return at
    return -1
  }
}
