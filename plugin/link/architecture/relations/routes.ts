/** Which container answers an address. In: the doors of containers. Out: for a method and a path the door that takes them, where one does. */
import type { EntryPoint } from '../../../types'
import type { CodeContainer } from '../components/containers'

interface Route {
  container: CodeContainer
  door: EntryPoint
  parts: string[]
}

export interface Routes {
  /** @param own the caller: its own doors come last */
  answering(method: string | undefined, path: string, own: CodeContainer | undefined): { container: CodeContainer; door: EntryPoint } | undefined
  operation(name: string): { container: CodeContainer; door: EntryPoint } | undefined
}

const PARAMETER = /^[:{*[$]|[{}*]/

export function routesOf(containers: readonly CodeContainer[]): Routes {
  const byLength = new Map<number, Route[]>()
  const operations = new Map<string, Route>()
  for (const container of containers)
    for (const door of container.doors) {
      if (door.kind === 'graphql') operations.set(door.path, { container, door, parts: [] })
      if (door.kind !== 'http' && door.kind !== 'webhook' && door.kind !== 'rpc') continue
      const parts = partsOf(door.path)
      byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { container, door, parts }])
      if (door.kind === 'rpc') operations.set(door.path, { container, door, parts })
    }
  const tails = [...byLength.values()].flat()
  return {
    answering(method, path, own) {
      const wanted = partsOf(path)
      if (wanted.length === 0) return undefined
      const fits = (route: Route) => !method || route.door.method === method || route.door.method === 'ALL' || route.door.method === 'ANY'
      const better = (one: Route | undefined, other: Route) =>
        !one ||
        Number(other.container !== own) - Number(one.container !== own) > 0 ||
        (Number(other.container !== own) === Number(one.container !== own) && literals(wanted, other.parts) > literals(wanted, one.parts))
      let best: Route | undefined
      for (const route of byLength.get(wanted.length) ?? []) if (fits(route) && matches(wanted, route.parts) && better(best, route)) best = route
      // A client that is given a base address writes only what follows it.
      if (!best && (wanted.length > 1 || (wanted[0] as string).length > 7) && !PARAMETER.test(wanted[0] as string))
        for (const route of tails)
          if (
            route.parts.length > wanted.length &&
            fits(route) &&
            matches(wanted, route.parts.slice(-wanted.length)) &&
            literals(wanted, route.parts.slice(-wanted.length)) >= Math.ceil(wanted.length / 2) &&
            better(best, route)
          )
            best = route
      return best && { container: best.container, door: best.door }
    },
    operation: (name) => operations.get(name),
  }
}

function partsOf(path: string): string[] {
  return path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean)
}

function matches(wanted: readonly string[], parts: readonly string[]): boolean {
  return (
    literals(wanted, parts) > 0 &&
    wanted.every((part, index) => part === parts[index] || PARAMETER.test(part) || PARAMETER.test(parts[index] as string))
  )
}

/** Parts that are written out in both and the same. */
function literals(wanted: readonly string[], parts: readonly string[]): number {
  return wanted.filter((part, index) => part === parts[index] && !PARAMETER.test(part)).length
}
