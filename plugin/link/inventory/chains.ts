/**
 * What methods of classes read on their parameters and on what calls of these give: `factory(Pet)().make`. In: the solved
 * program. Out: by function, each chain as documents write it, with its member.
 */
import { Kind } from '../../graph'
import type { ExportedMember } from '../../types'
import { cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Words } from '../told'

type Reads = NonNullable<ExportedMember['reads']>

const MOST_HOPS = 8

export function chainsOf(linked: Linked, told: Words): Map<number, Reads> {
  const { whole } = linked
  const found = new Map<number, Reads>()
  const isMeant = whole.classes.map(({ fact }) => told.has(fact.name))
  if (!isMeant.includes(true)) return found
  for (const load of lookupOf(whole).of(Kind.Load)) {
    const chain = chainOf(linked, whole.a[load] as number, isMeant, 0)
    if (!chain) continue
    const read = { on: chain.text, member: whole.text(whole.b[load] as number), at: cite(linked, load) }
    const known = found.get(chain.fn)
    if (!known) found.set(chain.fn, [read])
    else if (!known.some(({ on, member }) => on === read.on && member === read.member)) known.push(read)
  }
  return found
}

/** @param isMeant by class: whether what its methods read is asked for */
function chainOf(linked: Linked, node: number, isMeant: readonly boolean[], hops: number): { text: string; fn: number } | undefined {
  const { whole } = linked
  if (hops > MOST_HOPS) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Param: {
      const fn = whole.a[node] as number
      if (!isMeant[whole.functions[fn]?.owner ?? -1]) return undefined
      const name = whole.functions[fn]?.fact.paramNames[whole.b[node] as number] ?? ''
      return /^[\w$]+$/.test(name) ? { text: name, fn } : undefined
    }
    case Kind.Await:
    case Kind.Refine:
      return chainOf(linked, whole.a[node] as number, isMeant, hops + 1)
    case Kind.Load: {
      const on = chainOf(linked, whole.a[node] as number, isMeant, hops + 1)
      return on && { ...on, text: `${on.text}.${whole.text(whole.b[node] as number)}` }
    }
    case Kind.Call: {
      const on = chainOf(linked, whole.a[node] as number, isMeant, hops + 1)
      const first = whole.args(node)[0]
      return on && { ...on, text: `${on.text}(${first === undefined ? '' : nameOf(linked, first)})` }
    }
    default:
      return undefined
  }
}

/** Where an argument is a name, as the file writes it. */
export function nameOf({ whole }: Linked, node: number): string {
  switch (whole.kind[node] as Kind) {
    case Kind.Import:
    case Kind.Class:
    case Kind.Function:
    case Kind.Param:
    case Kind.Cell: {
      const written = whole.kind[node] === Kind.Import ? whole.text(whole.b[node] as number) : ''
      if (/^[\w$]+$/.test(written) && written !== 'default') return written
      if (whole.kind[node] === Kind.Class) return whole.classes[whole.a[node] as number]?.fact.name ?? ''
      if (whole.kind[node] === Kind.Cell) return whole.text(whole.b[node] as number)
      return ''
    }
    default:
      return ''
  }
}
