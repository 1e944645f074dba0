/**
 * Faults of others, said anew: `try { await next() } catch (error) { throw new HttpError(401) }`, and a wrapper that runs its handler so.
 * Whoever hands the request on before it fails has let it pass, and what comes behind was asked and said no.
 */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'

/**
 * Whether a node runs only where what the request was handed on to has failed, and nothing in front of it.
 * @param mayRefuse whether a call that comes before may fail because of who is calling
 */
export function isCaughtFromBehind(linked: Linked, node: number, handedOn: readonly number[], mayRefuse: (call: number) => boolean): boolean {
  const { whole, effects } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (whole.regions[region * 4] !== RegionKind.Catch) continue
    const tried = triedBefore(linked, region)
    if (tried >= 0 && handedOn.some((next) => isFirstIn(tried, next))) return true
  }
  return false

  /** Nothing that asks who is calling is called in the block before the request is handed on, so that what comes behind has failed. */
  function isFirstIn(tried: number, next: number): boolean {
    const isIn = (at: number) => effects.isInside(whole.region[at] as number, tried)
    const comesBefore = (at: number) => (whole.pos[at] as number) < (whole.pos[next] as number)
    return (
      isIn(next) &&
      !effects
        .ofFunction(whole.functionOf(next))
        .some((at) => whole.kind[at] === Kind.Call && at !== next && isIn(at) && comesBefore(at) && mayRefuse(at))
    )
  }
}

/** The block that is tried stands beside the one that catches, and is written before it. */
export function triedBefore({ whole }: Linked, caught: number): number {
  const isBeside = (at: number) => [1, 3].every((part) => whole.regions[at * 4 + part] === whole.regions[caught * 4 + part])
  for (let at = caught - 1; at >= 0; at--) if (whole.regions[at * 4] === RegionKind.Try && isBeside(at)) return at
  return -1
}
