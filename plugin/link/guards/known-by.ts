/**
 * Names under which a program notes on requests who is calling, where they are its own: `request.person`, which it puts there and for want of
 * which it answers that nobody is known. In: the linked program. Out: those names.
 */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Denials } from './denials'
import { isOfRequest } from './parts-of-requests'
import { notedAs, partsNeeded } from './parts-of-some'

export function namesOfCallers(linked: Linked, denials: Denials): ReadonlySet<string> {
  const { whole } = linked
  const noted = new Set(
    [...lookupOf(whole).of(Kind.Store)]
      .filter((store) => isOfRequest(linked, whole.a[store] as number))
      .map((store) => whole.text(whole.b[store] as number)),
  )
  const found = new Set<string>()
  if (noted.size === 0) return found
  const asked = new Map<number, string[]>()
  for (let region = 0; region * 4 < whole.regions.length; region++) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    const missing = partsNeeded(linked, condition, kind !== RegionKind.True).flatMap((part) => notedAs(linked, part) ?? [])
    const names = missing.filter((name) => noted.has(name))
    if (names.length > 0) asked.set(region, names)
  }
  for (const fn of new Set([...asked.keys()].map((region) => whole.regions[region * 4 + 3] as number)))
    for (const node of linked.effects.ofFunction(fn))
      for (const name of asked.get(whole.region[node] as number) ?? [])
        if (!found.has(name) && denials.of(node) === 'unauthenticated') found.add(name)
  return found
}
