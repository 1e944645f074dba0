/**
 * Options that routes are registered with, and that guards in front of them ask for: `{ config: { open: true } }` and
 * `if (request.routeOptions.config.open) return`. In: where a guard refuses, or what registers a route. Out: the options that keep the
 * guard from it, and whether the route sets them.
 */

import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { thingNamed } from '../names'
import { takenApart } from '../regions'
import { isOfRequest } from './parts-of-requests'

/** Where Fastify keeps what a route was registered with under `config`. */
const KEPT_IN = /^(?:routeOptions|context)$/

/** Options that must not be set for a node to be reached. */
export function routeOptionsAgainst(linked: Linked, node: number): string[] {
  const { whole } = linked
  const found: string[] = []
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    for (const test of takenApart(whole, condition, kind === RegionKind.True)) {
      const option = test.holds ? undefined : optionRead(linked, test.condition)
      if (option !== undefined) found.push(option)
    }
  }
  return found
}

/** `open` of `request.routeOptions.config.open`, `request.routeConfig.open`. */
function optionRead(linked: Linked, test: number): string | undefined {
  const { whole } = linked
  const option = thingNamed(whole, test)
  const config = whole.kind[option] === Kind.Load ? thingNamed(whole, whole.a[option] as number) : -1
  if (config < 0 || whole.kind[config] !== Kind.Load) return undefined
  const name = whole.text(whole.b[config] as number)
  const of = thingNamed(whole, whole.a[config] as number)
  const isKept = name === 'config' && whole.kind[of] === Kind.Load && KEPT_IN.test(whole.text(whole.b[of] as number))
  const request = isKept ? (whole.a[of] as number) : name === 'routeConfig' ? of : -1
  return request >= 0 && isOfRequest(linked, request) ? whole.text(whole.b[option] as number) : undefined
}

/** Options that a route is registered with, which are written there as `true`. */
export function routeOptionsSet({ whole, values }: Linked, registration: number): ReadonlySet<string> {
  if (registration >= whole.size || whole.kind[registration] !== Kind.Call) return new Set()
  const configs = whole
    .args(registration)
    .slice(0, 2)
    .flatMap((argument) => values.property(argument, 'config'))
  const isTrue = (value: number) => whole.kind[thingNamed(whole, value)] === Kind.Boolean && whole.a[thingNamed(whole, value)] === 1
  return new Set(configs.flatMap((config) => values.propertyNames(config).filter((name) => values.property(config, name).every(isTrue))))
}
