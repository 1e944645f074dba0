/**
 * What was asked about in front of a door that is sent several ids. In: the route, and what its guards and its checks ask. Out: parts of
 * the request that the caller was held against, and those that guards hold against one another; undefined where a guard asks for what
 * cannot be told.
 */
import { Kind } from '../../graph'
import type { NamedCheck } from '../../types'
import { newConditionsAbove } from '../regions'
import { Nested } from './nested'
import { newWay, type Way } from './provenance'
import type { RecordAsked } from './records-asked'
import { MOST_REGIONS, type Scene } from './scene'
import { askersOf, bareName, passesOf, type Served } from './served'
import { storedActs } from './statements'
import type { Steps } from './steps'

/** Calls that lead from a guard to where parts are held against one another. */
const MOST_DEPTH = 2
const MOST_CALLEES = 2

interface Known extends Scene {
  steps: Steps
  /** Records that guards in front look up, for requests of this method. */
  asked: readonly RecordAsked[]
  checks: readonly NamedCheck[]
  overwritten: ReadonlySet<string>
}

export function nestedBefore(known: Known, route: Served): Nested | undefined {
  const { linked, provenance, overwritten } = known
  const asked = known.asked.filter(({ part }) => Nested.isPart(part))
  const nested = new Nested(linked, provenance, overwritten)
  const names = new Set(asked.map(({ by }) => by))
  const rights = route.guards.filter(({ role }) => role === 'authorization')
  if (rights.some(({ name }) => !names.has(bareName(name)))) return undefined
  for (const { part, compared } of asked) if (compared || rights.length > 0) nested.asked.add(part)
  for (const { part } of known.checks) if (Nested.isPart(part)) nested.asked.add(part)
  const front = [...askersOf(route), ...passesOf(route), ...(route.front ?? []).flatMap(({ functions }) => functions)]
  for (const fn of new Set(front)) if (linked.whole.functions[fn]) tiesIn(known, fn, newWay(), nested, 0)
  return nested
}

/** What stands in front may hold one part of the path against another, and leave it at that. */
function tiesIn(known: Known, fn: number, way: Way, nested: Nested, depth: number): void {
  const { linked, provenance, steps } = known
  const { whole } = linked
  const seen = new Set<number>()
  for (const node of steps.nodesOf(fn)) {
    for (const condition of newConditionsAbove(whole, node, seen, MOST_REGIONS)) nested.condition(condition, way)
    const act = storedActs(linked).get(node)
    if (act) nested.act(node, act, way)
    nested.call(node, way)
    if (depth < MOST_DEPTH && whole.kind[node] === Kind.Call)
      for (const inside of provenance.waysInto(node, fn, way, MOST_CALLEES)) tiesIn(known, inside.fn, inside.way, nested, depth + 1)
  }
  for (const answer of whole.functions[fn]?.returns ?? []) nested.condition(answer, way)
}
