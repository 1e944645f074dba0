/**
 * Exceptions that are caught by who answers without them: `try { … throw new Error('No such user') } catch { res.status(401).end() }`. In:
 * where one is made. Out: whether what it says goes no further than to such a `catch`, of the function itself or of one around it.
 */
import { Kind, RegionKind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'

/** What is done with an exception that tells nobody outside. */
const LOGS = /^(?:log|debug|trace|info|warn|error|captureException|captureMessage|report|isInstance)$/
const MOST_REGIONS = 2000

export function isCaughtMutely(linked: Linked, made: number): boolean {
  const { whole } = linked
  for (let node = made; node >= 0; ) {
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      if (whole.regions[region * 4] !== RegionKind.Try) continue
      const handler = catchOf(linked, region)
      if (handler >= 0) return !tells(linked, whole.functionOf(node), handler)
    }
    // `await transaction(async (tx) => { throw … })`: what a callback throws is caught around the call.
    node = whole.functions[whole.functionOf(node)]?.node ?? -1
  }
  return false
}

/** The `catch` of a `try`, -1 where it has none. */
function catchOf({ whole }: Linked, region: number): number {
  const around = whole.regions[region * 4 + 1]
  // Between them lies what stands inside of the `try`, functions among it.
  for (let next = region + 1; next * 4 < whole.regions.length && next < region + MOST_REGIONS; next++)
    if (whole.regions[next * 4 + 1] === around) return whole.regions[next * 4] === RegionKind.Catch ? next : -1
  return -1
}

/** Whether a `catch` throws on, or hands what it caught to a call that is no log. */
function tells(linked: Linked, fn: number, handler: number): boolean {
  const { whole, effects } = linked
  for (const node of lookupOf(whole).inFunction(fn)) {
    if (!effects.isInside(whole.region[node] as number, handler)) continue
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Throw) return true
    if (
      (kind === Kind.Call || kind === Kind.New) &&
      !LOGS.test(calledName(linked, node)) &&
      [...whole.args(node)].some((arg) => holdsCaught(linked, arg))
    )
      return true
  }
  return (whole.functions[fn]?.returns ?? []).some((value) => effects.isInside(whole.region[value] as number, handler) && holdsCaught(linked, value))
}

const holdsCaught = ({ whole }: Linked, value: number): boolean =>
  isMadeOf(whole, value, (part) => part < whole.size && whole.kind[part] === Kind.Caught)
