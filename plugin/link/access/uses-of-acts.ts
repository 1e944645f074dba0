/**
 * What a door's report says of one act on stored data. In: the act, the way by which its function was entered, and what is known there.
 * Out: what it does to which records, who chooses them and decides their fields, and what binds it to the caller.
 */
import type { DataUse } from '../../types'
import { calledName, cite } from '../linked'
import { conditionsAbove } from '../regions'
import type { Bound } from './conditions'
import type { Nested } from './nested'
import type { Way } from './provenance'
import { MOST_REGIONS } from './scene'
import { type Choosing, selectionOf } from './selections'
import type { StoredAct } from './statements'
import { writesOf } from './writes'

/** What is to be told of an act whoever leads to it. */
type Told = Pick<DataUse, 'api' | 'around' | 'at' | 'chosenIn'>

/** Where an act is met. */
export interface Meeting extends Choosing {
  /** Of a door that is sent several ids: which of them is asked about, and which chooses. */
  nested?: Nested | undefined
  /** By node, for all doors. */
  told: Map<number, Told>
}

/** @param from what in the door's own function led there */
export function dataUseOf(meeting: Meeting, node: number, act: StoredAct, way: Way, from: number): DataUse {
  const { linked, nested } = meeting
  const { does, chosenBy, byCaller } = selectionOf(meeting, node, act, way)
  nested?.act(node, act, way)
  const [bound, condition] = byCaller ? ['selection' as const] : (boundAbove(meeting, node, way) ?? [])
  const { api, around, at, chosenIn } = toldOf(meeting, node, act)
  return {
    does,
    of: act.of,
    library: act.library,
    api,
    at,
    from: cite(linked, from),
    around,
    chosenBy: [...chosenBy],
    chosenIn,
    ...(bound ? { bound } : {}),
    ...(condition === undefined ? {} : { boundAt: cite(linked, condition) }),
    writes: writesOf(meeting, node, act, way),
  }
}

function boundAbove(meeting: Meeting, node: number, way: Way): [Bound, condition: number] | undefined {
  const { linked, conditions, nested } = meeting
  for (const condition of conditionsAbove(linked.whole, node, MOST_REGIONS)) {
    const bound = conditions.asks(condition, way, meeting)
    if (!bound) continue
    nested?.holds(condition, way)
    return [bound, condition]
  }
  return undefined
}

function toldOf({ linked, provenance, told }: Meeting, node: number, act: StoredAct): Told {
  let known = told.get(node)
  if (!known) {
    const { whole } = linked
    known = {
      api: `${act.of ? `${act.of}.` : ''}${calledName(linked, node) || 'sql'}`,
      around: whole.functions[whole.functionOf(node)]?.fact.name ?? '',
      at: cite(linked, node),
      chosenIn: provenance.fieldsAsked(act),
    }
    told.set(node, known)
  }
  return known
}
