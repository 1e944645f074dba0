/**
 * Whether something is done because of what a look found. In: a call that looks and a node that acts. Out: whether the node runs in one
 * outcome of the look alone, or is handed over to run behind it: `if (!existsSync(name)) write(name)`, `access(name, () => write(name))`.
 * What runs in either outcome says nothing of what was seen before.
 */
import { RegionKind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { functionsAround } from './origin'

/** Looks that throw, or reject, where nothing is there. */
const THROWS = /^(?:l?stat|access)(?:Sync)?$/
const MOST_REGIONS = 60

export function dependsOnLook(linked: Linked, look: number, node: number): boolean {
  return isAsked(linked, look, node) || isBehindThrow(linked, look, node) || isHandedOn(linked, look, node)
}

/** A condition around it asks for what the look found. */
function isAsked({ whole }: Linked, look: number, node: number): boolean {
  return regionsAround(whole, node).some((region) => {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    return condition >= 0 && kind !== RegionKind.Try && isMadeOf(whole, condition, (part) => part === look)
  })
}

/** The look throws: what stands behind it in the same attempt, or in what catches that alone, runs in one outcome. */
function isBehindThrow(linked: Linked, look: number, node: number): boolean {
  const { whole } = linked
  if (!THROWS.test(calledName(linked, look)) || whole.functionOf(look) !== whole.functionOf(node)) return false
  const around = new Set(regionsAround(whole, node))
  const attempt = regionsAround(whole, look).find((region) => whole.regions[region * 4] === RegionKind.Try)
  if (attempt === undefined || around.has(attempt)) return true
  // What catches it, or comes behind where that does not come back, stands beside the attempt and begins where it ends.
  const parent = whole.regions[attempt * 4 + 1]
  const end = whole.regionsAt[attempt * 2 + 1] as number
  return [...around].some((region) => {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.Catch && kind !== RegionKind.Past) return false
    return whole.regions[region * 4 + 1] === parent && (whole.regionsAt[region * 2 + 1] as number) >= end
  })
}

/** A function around it is handed to the look, or to what becomes of it: `access(name).catch(() => write(name))`. */
function isHandedOn(linked: Linked, look: number, node: number): boolean {
  const { whole, values } = linked
  return functionsAround(linked, node).some((fn) => {
    const made = fn < 0 ? -1 : (whole.functions[fn]?.node ?? -1)
    const call = made < 0 ? -1 : values.callAround(made)
    return call >= 0 && isMadeOf(whole, call, (part) => part === look)
  })
}

function regionsAround({ region, regions }: Linked['whole'], node: number): number[] {
  const found: number[] = []
  for (let at = region[node] as number; at >= 0 && found.length < MOST_REGIONS; at = regions[at * 4 + 1] as number) found.push(at)
  return found
}
