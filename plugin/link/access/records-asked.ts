/**
 * Records that a guard looks up by what a request names, before the handler runs: `canActivate` finds the album of `params.albumId`,
 * and refuses where there is none or where it is somebody else's. In: the function that answers whether a request may go on. Out: the
 * parts of the request, each with whether the record is held against the caller.
 */
import { Kind } from '../../graph'
import { methodsAt } from '../guards/switched-off'
import type { Linked } from '../linked'
import { knownInside, newConditionsAbove } from '../regions'
import { isForWant, turningPoints } from '../turning-points'
import type { Marks } from './marks'
import { newWay, type Way } from './provenance'
import { turnsAway } from './refusals'
import { MOST_REGIONS, type Scene } from './scene'

export interface RecordAsked {
  /** `path.albumId` */
  part: string
  /** The guard, as its class is called. */
  by: string
  /** Held against the caller; otherwise that it is there, or something else about it, is what is asked. */
  compared: boolean
  /** Requests of these methods alone are refused: `if (request.method !== 'GET')`. */
  methods?: readonly string[]
}

/** A function that answers whether a request may go on. */
export interface Asked {
  fn: number
  /** What a handler is marked with that decides what the function does. */
  marks?: Marks | undefined
  /** It stands between a request and what comes next, and refuses by an answer of its own. */
  hands?: boolean
}

/** Calls that lead from a guard to where the record is looked up. */
const MOST_DEPTH = 2
const MOST_CALLEES = 2
/** Parts of a request that name a record. */
export const NAMING = /^(?:path|query|json|form|body|input)\./

/** @param isCompared whether a condition holds the caller against a record */
export function recordsAsked(
  { linked, guards, provenance }: Scene,
  { fn, marks, hands = false }: Asked,
  isCompared: (condition: number, way: Way) => boolean,
): RecordAsked[] {
  const { whole, effects } = linked
  const by = nameOf(linked, fn)
  const found = new Map<string, RecordAsked>()
  const seen = new Set<number>()
  let refuses = false
  const runs = (region: number) => marks === undefined || marks.runs(region)
  const put = (node: number, way: Way, compares: boolean, methods?: readonly string[]): void => {
    const made = provenance.of(node, way)
    const isOwn = provenance.isOfCallersOwn(node, made)
    if (!made.stored && !isOwn) return
    const compared = compares && (isOwn || (made.caller && whole.kind[node] !== Kind.Binary) || isCompared(node, way))
    for (const part of made.request) {
      const known = found.get(part)
      if (!NAMING.test(part) || (known?.compared && (!compared || !known.methods))) continue
      const both = known?.compared && methods ? [...(known.methods ?? []), ...methods] : methods
      found.set(part, { part, by, compared, ...(both ? { methods: both } : {}) })
    }
  }
  const refusesFor = (condition: number, holds: boolean, way: Way, methods?: readonly string[]): void => {
    for (const point of turningPoints(linked, condition, holds)) if (isForWant(linked, point)) put(point.node, way, true, methods)
  }
  const refusesIn = (region: number, way: Way, methods?: readonly string[]): void => {
    refuses = true
    for (const { condition, holds } of knownInside(whole, region, MOST_REGIONS)) refusesFor(condition, holds, way, methods)
  }
  const visit = (at: number, way: Way, depth: number): void => {
    for (const node of effects.within(at)) {
      if (!runs(whole.region[node] as number)) continue
      for (const condition of newConditionsAbove(whole, node, seen, MOST_REGIONS)) put(condition, way, false)
      if (whole.kind[node] === Kind.Throw || (hands && turnsAway(linked, guards, node)))
        refusesIn(whole.region[node] as number, way, methodsAt(linked, node).methods)
      if (whole.kind[node] !== Kind.Call || depth >= MOST_DEPTH) continue
      for (const inside of provenance.waysInto(node, at, way, MOST_CALLEES)) visit(inside.fn, inside.way, depth + 1)
    }
    const { returns = [], returnRegions = [] } = whole.functions[at] ?? {}
    for (const [index, answer] of returns.entries()) {
      const region = returnRegions[index] ?? -1
      if (hands || !runs(region)) continue
      if (whole.kind[answer] === Kind.Boolean) {
        if (whole.a[answer] !== 1) refusesIn(region, way)
      } else if (depth === 0) {
        refuses = true
        refusesFor(answer, false, way)
        put(answer, way, false)
      }
    }
  }
  visit(fn, newWay(), 0)
  return refuses ? [...found.values()] : []
}

/** Of a method, its class; of what a factory makes, the factory. */
function nameOf({ whole }: Linked, fn: number): string {
  const own = whole.classes.find(({ members }) => members.some(({ node }) => node >= 0 && whole.kind[node] === Kind.Function && whole.a[node] === fn))
  const made = whole.functions[fn]
  return own?.fact.name || made?.fact.name || (whole.functions[made?.parent ?? -1]?.fact.name ?? '')
}
