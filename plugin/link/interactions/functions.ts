/** The functions of the program behind a door. In: an entry point. Out: what answers, and what a request meets before that. */
import { Kind } from '../../graph'
import type { EntryPoint, Evidence } from '../../types'
import type { KnownArchitecture } from '../architecture/index'
import { runsOf } from '../entry-points/runs'
import type { Linked } from '../linked'

/** Functions that one door may answer with. */
const MOST_HANDLERS = 3

/** The functions behind a door; by the place of its handler where nothing else remembers them. */
export function functionsOf(
  known: Pick<KnownArchitecture, 'linked' | 'guards'>,
  entry: EntryPoint,
): { handlers: readonly number[]; before: readonly number[]; own: readonly number[] } {
  const { linked } = known
  const runs = runsOf(linked, entry)
  const told = runs.handlers.length > 0 ? inner(known, runs.handlers) : at(linked, entry.handler?.at)
  // Of many that a wrapper may stand for, the one that is written at the door.
  const here = told.length < 2 ? [] : told.filter((fn) => linked.whole.files[linked.whole.functions[fn]?.file ?? -1]?.path === entry.at.file)
  const handlers = here.length > 0 && here.length < told.length ? here : told
  return { handlers: handlers.slice(0, MOST_HANDLERS), before: runs.before, own: runs.own }
}

/** Of a wrapper and what it wraps, what it wraps. */
function inner({ linked: { effects, whole }, guards }: Pick<KnownArchitecture, 'linked' | 'guards'>, handlers: readonly number[]): readonly number[] {
  if (handlers.length < 2) return handlers
  const isAround = (outer: number, fn: number): boolean => outer !== fn && whole.isWithin(fn, outer)
  // It calls what the function around it was given.
  const wraps = (fn: number) =>
    effects.within(fn).some((node) => {
      const param = whole.kind[node] === Kind.Call ? guards.outerParameter(node) : -1
      return param >= 0 && isAround(whole.a[param] as number, fn)
    })
  const kept = handlers.filter((fn) => !wraps(fn))
  return kept.length > 0 ? kept : handlers
}

function at({ whole, fileIndex }: Linked, place: Evidence | undefined): number[] {
  const file = place && fileIndex.get(place.file)
  if (file === undefined || !place) return []
  const found: { fn: number; size: number }[] = []
  whole.functions.forEach((fact, fn) => {
    if (fact.file === file && fact.node >= 0 && whole.linesOf(fact.node)[0] === place.line) found.push({ fn, size: whole.end[fact.node] as number })
  })
  return found
    .sort((one, other) => other.size - one.size)
    .slice(0, 1)
    .map(({ fn }) => fn)
}

/** A function without a name is known by the factory that made it. */
export function nameAround({ whole }: Linked, fn: number): string {
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) if (whole.functions[at]?.fact.name) return whole.functions[at]?.fact.name ?? ''
  return ''
}
