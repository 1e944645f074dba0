/**
 * The walk from the functions of one door to what they do with stored data. In: a function that a request runs through, and what is
 * known in front of it. Out: in the state of the walk, by node the uses that were met, and what binds all of them to the caller: checks
 * on any way count, for they stand before what is changed, or before the answer.
 */
import { Kind } from '../../graph'
import type { DataUse, Evidence } from '../../types'
import type { Reaches } from '../entry-points/conditions'
import { cite } from '../linked'
import { knownInside, newConditionsAbove } from '../regions'
import { changeOfRecord } from './changed-records'
import type { Bound } from './conditions'
import { isFailureForgotten } from './forgotten-failures'
import type { Nested } from './nested'
import { newWay, type Way } from './provenance'
import { refusesAt } from './refusals'
import { MOST_REGIONS } from './scene'
import type { Steps } from './steps'
import { dataUseOf, type Meeting } from './uses-of-acts'

/** Functions and uses of one door that are looked at. */
const MOST_FUNCTIONS = 90
const MOST_USES = 40
/** Calls that lead from what only checks to the check. */
const MOST_DEPTH = 2
const MOST_CALLEES = 2

/** What is known before anything is walked through. */
export interface Outset extends Meeting {
  steps: Steps
  reaches: Reaches
  bound: Bound | undefined
}

export interface Walk extends Outset {
  /** By node. */
  uses: Map<number, DataUse>
  left: number
  /** Functions that calls have led into, each as the call and the function. */
  seen: Set<number>
  /** The comparison that says what `bound` does. */
  boundAt?: Evidence
  /** Inside what may fail without anything coming of it. */
  isForgotten?: boolean
}

export const newWalk = (outset: Outset): Walk => ({ ...outset, uses: new Map(), left: MOST_FUNCTIONS, seen: new Set() })

/** Of a function that does nothing to stored data, what it checks. */
export function walkChecks(walk: Walk, fn: number, way = newWay(), depth = 0): void {
  const { linked, guards, provenance, steps } = walk
  const { whole } = linked
  const seen = new Set<number>()
  for (const node of steps.nodesOf(fn)) {
    if (walk.bound && !walk.nested) return
    ask(walk, newConditionsAbove(whole, node, seen, MOST_REGIONS), way)
    if (depth < MOST_DEPTH && whole.kind[node] === Kind.Call && !guards.runsWhatWasHanded(node))
      for (const inside of provenance.waysInto(node, fn, way, MOST_CALLEES)) walkChecks(walk, inside.fn, inside.way, depth + 1)
  }
  tellRefusals(walk, fn)
}

/** @param sites calls that led here */
export function walkThrough(walk: Walk, fn: number, way = newWay(), sites: readonly number[] = []): void {
  if (walk.left-- <= 0) return
  const { linked, provenance, steps, nested } = walk
  if (nested) for (const node of steps.nodesOf(fn)) nested.call(node, way)
  for (const { node, conditions, act, changes, callees } of steps.of(fn)) {
    // There is nothing left to be told.
    if (walk.bound && walk.uses.size >= MOST_USES) return
    if (conditions.length > 0) ask(walk, conditions, way)
    const done = changes ? changeOfRecord(walk, node, way) : act
    if (done && !walk.uses.has(node) && walk.uses.size < MOST_USES && walk.reaches.all([...sites, node]))
      walk.uses.set(node, dataUseOf(walk, node, done, way, sites[0] ?? node))
    for (const callee of callees) {
      const key = node * linked.whole.functions.length + callee
      if (walk.seen.has(key)) continue
      const below = provenance.enter(node, callee, way)
      if (!below) continue
      walk.seen.add(key)
      const { isForgotten = false } = walk
      walk.isForgotten = isForgotten || isFailureForgotten(linked, node)
      walkThrough(walk, callee, below, [...sites, node])
      walk.isForgotten = isForgotten
    }
  }
  tellRefusals(walk, fn)
}

function ask(walk: Walk, conditions: readonly number[], way: Way): void {
  if (walk.isForgotten) return
  for (const condition of conditions) {
    if (walk.nested) askOfParts(walk, walk.nested, condition, way)
    if (walk.bound) continue
    walk.bound = walk.conditions.asks(condition, way, walk)
    if (walk.bound) walk.boundAt = cite(walk.linked, condition)
  }
}

function askOfParts(walk: Walk, nested: Nested, condition: number, way: Way): void {
  if (walk.conditions.tellsOfChange(condition, way, walk)) return
  nested.condition(condition, way)
  if (walk.conditions.asks(condition, way, walk)) nested.holds(condition, way)
}

function tellRefusals({ linked, guards, steps, nested }: Walk, fn: number): void {
  if (!nested) return
  const { whole } = linked
  for (const node of steps.nodesOf(fn))
    if (refusesAt(linked, guards, node))
      nested.refused(knownInside(whole, whole.region[node] as number, MOST_REGIONS).map(({ condition }) => condition))
}
