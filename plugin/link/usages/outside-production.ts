/** What never runs in production, since a test of the environment stands around it: `process.env.NODE_ENV === 'development' ? a : b`. */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'

/** Texts of conditions that hold on a developer's own machine alone, and of those that hold in production alone. */
const OF_DEVELOPERS =
  /^(?:process\.env\.NODE_ENV\s*={2,3}\s*['"`](?:dev|development|local|test)['"`]|__DEV__|import\.meta\.env\.DEV|process\.env\.NODE_ENV\s*!={1,2}\s*['"`]production['"`])$/
const OF_PRODUCTION = /^(?:process\.env\.NODE_ENV\s*={2,3}\s*['"`]production['"`]|import\.meta\.env\.PROD)$/

/** Whether a node runs only where a test of the environment says that this is not production. */
export function isOutsideProduction({ whole }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const [kind, condition] = [whole.regions[region * 4] as RegionKind, whole.regions[region * 4 + 2] as number]
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    const text = written(whole, condition)
    if (kind === RegionKind.True ? text.split(/\s*&&\s*/).some((part) => OF_DEVELOPERS.test(part)) : OF_PRODUCTION.test(text)) return true
  }
  return false
}

/** A condition as it is written; what is read of an object stands in the source at its name alone. */
function written(whole: Linked['whole'], node: number): string {
  const source = whole.sourceOf(node).trim()
  return whole.kind[node] === Kind.Load && !source.includes('.') ? `${written(whole, whole.a[node] as number)}.${source}` : source
}
