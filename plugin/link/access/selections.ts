/**
 * Who chooses the records that an act is about. In: an act and the way by which its function was entered. Out: the parts of the request
 * that choose, and whether the caller has a say, which they have not where the sender may leave it out.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { DataUse } from '../../types'
import { calledName } from '../linked'
import { conditionsAbove } from '../regions'
import type { Asker, Conditions } from './conditions'
import { isOfCallerAlone, isOfSenderAlone, type Way } from './provenance'
import { MOST_REGIONS, type Scene } from './scene'
import type { StoredAct } from './statements'

/** Where a selection is looked at. */
export interface Choosing extends Scene, Asker {
  conditions: Conditions
}

interface Selection {
  does: DataUse['does']
  chosenBy: Set<string>
  byCaller: boolean
}

/** Names and calls between a selection and what stands in for one another in it. */
const DEEPEST = 8

export function selectionOf(choosing: Choosing, node: number, record: StoredAct, way: Way): Selection {
  const { linked, provenance, overwritten } = choosing
  const chosenBy = new Set<string>()
  let byCaller = false
  for (const by of record.by) {
    const made = provenance.of(by, way, overwritten)
    byCaller ||= made.caller && !givesWay(choosing, by, way)
    for (const part of made.request) chosenBy.add(part)
  }
  for (const { call, by } of record.later ?? []) {
    const made = by.map((part) => provenance.of(part, way, overwritten))
    for (const { request } of made) for (const part of request) chosenBy.add(part)
    byCaller ||= made.some((part) => part.caller) && !/^or/.test(calledName(linked, call)) && !isLeftToSender(choosing, call, node, way)
  }
  // What is saved again was read before: whoever chose it then chooses it now.
  let { does } = record
  if (does === 'create')
    for (const put of record.puts) {
      const made = provenance.of(put, way, overwritten)
      if (!made.stored || linked.whole.kind[put] === Kind.Object) continue
      does = 'update'
      for (const part of made.request) if (/^(?:path|query)\b/.test(part)) chosenBy.add(part)
      byCaller ||= made.caller
    }
  return { does, chosenBy, byCaller }
}

/** `if (req.query.mine) query.andWhere('owner', req.user.id)`: whoever does not ask for it is shown everybody's. */
function isLeftToSender({ linked: { whole }, provenance, overwritten }: Choosing, later: number, act: number, way: Way): boolean {
  const around = new Set(conditionsAbove(whole, act, MOST_REGIONS))
  return conditionsAbove(whole, later, MOST_REGIONS).some(
    (condition) => !around.has(condition) && isOfSenderAlone(provenance.of(condition, way, overwritten)),
  )
}

/** `req.body.userId || req.user.id`: the caller stands in only where the request names nobody. */
function givesWay(choosing: Choosing, node: number, way: Way, depth = 0): boolean {
  const { linked, provenance, overwritten } = choosing
  const { whole } = linked
  if (depth > DEEPEST) return false
  const next = (part: number) => givesWay(choosing, part, way, depth + 1)
  switch (whole.kind[node] as Kind) {
    case Kind.Choice: {
      if (whole.c[node] === ChoiceKind.Conditional || whole.c[node] === ChoiceKind.Join) return givesWayAsSent(choosing, node, way)
      if (whole.c[node] !== ChoiceKind.Or && whole.c[node] !== ChoiceKind.Nullish) return false
      const [first] = whole.items(whole.a[node] as number)
      return first !== undefined && isOfSenderAlone(provenance.of(first, way, overwritten))
    }
    case Kind.Param: {
      const given = way.args.get(node)
      return given !== undefined && givesWay(choosing, given.node, given.way, depth + 1)
    }
    case Kind.Cell: {
      const items = whole.items(whole.a[node] as number)
      return items.length === 1 && next(items[0] as number)
    }
    case Kind.Refine:
      return next(whole.a[node] as number)
    case Kind.Call:
    case Kind.Array:
    case Kind.Object: {
      // Of several parts, none of which is the caller alone.
      const all = whole.kind[node] === Kind.Call ? [...whole.args(node)] : whole.madeOf(node)
      const parts = all.filter((part) => provenance.of(part, way, overwritten).caller)
      return parts.length > 0 && parts.every(next)
    }
    default:
      return false
  }
}

/** `req.params.id === 'me' ? req.user.id : req.params.id`: the sender says whether the caller is meant. */
function givesWayAsSent(choosing: Choosing, choice: number, way: Way): boolean {
  const { linked, provenance, conditions, overwritten } = choosing
  const { whole } = linked
  const of = (part: number) => provenance.of(part, way, overwritten)
  const items = [...whole.items(whole.a[choice] as number)]
  const callers = items.filter((item) => isOfCallerAlone(of(item)))
  const sent = items.filter((item) => isOfSenderAlone(of(item)))
  if (items.length !== 2 || callers.length !== 1 || sent.length !== 1) return false
  const inside = items.map((item) => whole.region[item] as number).find((region) => whole.regions[region * 4 + 1] === whole.region[choice])
  const condition = inside === undefined ? -1 : (whole.regions[inside * 4 + 2] as number)
  return condition >= 0 && isOfSenderAlone(of(condition)) && conditions.asks(condition, way, choosing) === undefined
}
