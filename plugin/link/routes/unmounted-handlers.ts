/**
 * Handlers that no request reaches: of routers that nothing mounts, though a file asks for them, in a program that mounts others. In:
 * the routes that were found, those of routers without a way to them, and which files import which. Out: their functions.
 *
 * A router in a file that nothing imports says less: what mounts it may stand outside of what is analysed.
 */
import type { ImportGraph } from '../imports'
import type { Linked } from '../linked'
import type { FoundRoute } from './tree'

export function unmountedHandlers(
  { whole }: Linked,
  found: readonly FoundRoute[],
  unmounted: readonly FoundRoute[],
  { importersOf }: ImportGraph,
): ReadonlySet<number> {
  const fileOf = ({ node }: FoundRoute) => whole.fileOf(node)
  const reached = new Set(found.map(fileOf))
  if (reached.size === 0) return new Set()
  const functionsOf = (routes: readonly FoundRoute[]) => routes.flatMap(({ handlers }) => handlers.flatMap(({ functions }) => functions))
  const run = new Set(functionsOf(found))
  const asleep = unmounted.filter((route) => !reached.has(fileOf(route)) && importersOf[fileOf(route)]?.some(({ typesOnly }) => !typesOnly))
  return new Set(functionsOf(asleep).filter((fn) => !run.has(fn)))
}
