/**
 * Functions that ask a data store whenever they run, and calls of them. In: queries and the call graph. Out: by function and by call,
 * the question and the way to it.
 */
import { Kind, RegionKind } from '../../../graph'
import { calledName } from '../../linked'
import type { Whole } from '../../whole/index'
import type { Query } from './queries'
import type { Scene } from './scene'

/** Calls between a loop and the question. */
const MOST_HOPS = 4
/** A call that may run more functions than this tells nothing of one. */
const MOST_CALLEES = 3
/** Names of conditions that keep an answer for the next time. */
const KEPT = /cache|memo|\.has\(|loaded|already/i

export interface Asking {
  query: Query
  /** Calls from here to the question, the first of this function. */
  way: readonly number[]
}

/** Calls of functions that ask a store whenever they run, by call. */
export function askingFunctions(scene: Scene) {
  const { linked, queries } = scene
  const { whole, solver } = linked
  const functions = new Map<number, Asking>()
  const calls = new Map<number, Asking>()
  let front: [fn: number, asking: Asking][] = []
  const reach = (node: number, asking: Asking, into: typeof front) => {
    for (const fn of runWith(scene, node)) {
      if (fn < 0 || functions.has(fn)) continue
      functions.set(fn, asking)
      into.push([fn, asking])
    }
  }
  for (const [node, query] of queries) if (!isKept(scene, node)) reach(node, { query, way: [node] }, front)
  for (let hops = 0; hops < MOST_HOPS && front.length > 0; hops++) {
    const next: typeof front = []
    for (const [fn, asking] of front)
      for (const call of solver.callers.get(fn) ?? []) {
        if (whole.kind[call] !== Kind.Call || calls.has(call) || queries.has(call)) continue
        const callees = solver.callees.get(call)
        if (!callees?.has(fn) || callees.size > MOST_CALLEES) continue
        calls.set(call, asking)
        if (!isKept(scene, call)) reach(call, { query: asking.query, way: [call, ...asking.way] }, next)
      }
    front = next
  }
  const at = (node: number): Asking | undefined => {
    const query = queries.get(node)
    const below = calls.get(node)
    return query ? { query, way: [node] } : below && { query: below.query, way: [node, ...below.way] }
  }
  return { calls, functions, at }
}

/** The function around a node, and functions around that which run it at once, outside any loop. */
function runWith({ linked }: Scene, node: number): number[] {
  const { whole, values } = linked
  const found: number[] = []
  for (let at = node, hops = 0; hops < 6; hops++) {
    const fn = whole.functionOf(at)
    if (fn < 0) break
    found.push(fn)
    const call = values.callAround(whole.functions[fn]?.node ?? -1)
    if (call < 0 || !/^(?:then|catch|finally|transaction|\$transaction|withTransaction|toArray|exec|map|forEach)$/.test(calledName(linked, call)))
      break
    at = call
  }
  return found
}

/** Asked only where no answer was kept, or where something holds that need not hold each time. A refusal before it is no such thing. */
function isKept({ linked: { whole } }: Scene, node: number): boolean {
  for (let region = whole.region[node] as number, hops = 0; region >= 0 && hops < 12; region = whole.regions[region * 4 + 1] as number, hops++) {
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0) continue
    if (KEPT.test(whole.sourceOf(condition))) return true
    const kind = whole.regions[region * 4]
    if ((kind === RegionKind.True || kind === RegionKind.Case) && !isGiven(whole, condition)) return true
  }
  return false
}

/** `if (id)`: whether a parameter was given at all. */
function isGiven(whole: Whole, condition: number): boolean {
  let at = condition
  while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Load) at = whole.a[at] as number
  return whole.kind[at] === Kind.Param
}
