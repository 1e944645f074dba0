/**
 * What of a handler's findings is for some kind of route. In: what a function and all that it calls do with requests. Out: the
 * checks, and the reads by the field that is read. Middleware stands in front of hundreds of routes, and is told once for all
 * routes of a kind.
 */
import type { Reaches } from './conditions'
import type { Check, Handled, Read } from './handler'
import type { FieldReads, ParameterTable } from './parameters'
import type { TakenRead } from './taken'

export interface Reached {
  checks: readonly Check[]
  /** In the order in which each is first read. */
  fields: readonly FieldReads[]
  /** All of a body is read, and handed on as it is. */
  whole: Read | undefined
  taken: readonly TakenRead[]
}

const known = new WeakMap<Handled, Map<string, Reached>>()

export function reachedIn(handled: Handled, reaches: Reaches, table: ParameterTable): Reached {
  const byKind = known.get(handled) ?? new Map<string, Reached>()
  known.set(handled, byKind)
  // Where a part of the request stands depends on the method, which is of the kind, and on the form of bodies.
  const key = `${reaches.kind} ${table.bodyPlace}`
  let reached = byKind.get(key)
  if (!reached) {
    reached = findReached(handled, reaches, table)
    byKind.set(key, reached)
  }
  return reached
}

function findReached({ checks, reads }: Handled, reaches: Reaches, table: ParameterTable): Reached {
  const fields = new Map<string, FieldReads & { reads: Read[] }>()
  const taken: TakenRead[] = []
  let whole: Read | undefined
  for (const read of reads) {
    const place = reaches.all(read.sites) ? table.placeOf(read.place) : undefined
    if (place === undefined) continue
    const [name] = read.trail
    taken.push({ in: place, name: name ?? '', node: read.node })
    if (name === undefined || name === '[]') {
      if (place === 'json' || place === 'form' || place === 'body') whole ??= read
      continue
    }
    const key = `${place} ${name}`
    const field = fields.get(key)
    if (field) field.reads.push(read)
    else fields.set(key, { place, name, reads: [read] })
  }
  return { checks: checks.filter(({ sites }) => reaches.all(sites)), fields: [...fields.values()], whole, taken }
}
