/**
 * Records that a guard looks up by what a request names, before the handler runs: `canActivate` finds the album of `params.albumId`,
 * and refuses where there is none or where it is somebody else's. In: the function that answers whether a request may go on. Out: the
 * parts of the request, each with whether the record is held against the caller.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { conditionsAbove } from '../regions'
import { newWay, type Provenance, type Way } from './provenance'

export interface RecordAsked {
  /** `path.albumId` */
  part: string
  /** The guard, as its class is called. */
  by: string
  /** Held against the caller; otherwise that it is there, or something else about it, is what is asked. */
  compared: boolean
}

/** Calls that lead from a guard to where the record is looked up. */
const MOST_DEPTH = 2
const MOST_CALLEES = 2
const MOST_REGIONS = 60
/** Parts of a request that name a record. */
const NAMING = /^(?:path|query|json|form|body)\./

/** @param isCompared whether a condition holds the caller against a record */
export function recordsAsked(
  linked: Linked,
  provenance: Provenance,
  fn: number,
  isCompared: (condition: number, way: Way) => boolean,
): RecordAsked[] {
  const { whole, solver, effects } = linked
  const by = nameOf(linked, fn)
  const found = new Map<string, RecordAsked>()
  const seen = new Set<number>()
  let refuses = false
  const put = (condition: number, way: Way): void => {
    const made = provenance.of(condition, way)
    if (!made.stored) return
    const compared = isCompared(condition, way)
    for (const part of made.request) if (NAMING.test(part) && !found.get(part)?.compared) found.set(part, { part, by, compared })
  }
  const visit = (at: number, way: Way, depth: number): void => {
    for (const node of effects.within(at)) {
      for (const condition of conditionsAbove(whole, node, MOST_REGIONS)) {
        if (seen.has(condition)) continue
        seen.add(condition)
        put(condition, way)
      }
      refuses ||= whole.kind[node] === Kind.Throw
      if (whole.kind[node] !== Kind.Call || depth >= MOST_DEPTH) continue
      for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, MOST_CALLEES)) {
        const below = callee === at ? undefined : provenance.enter(node, callee, way)
        if (below) visit(callee, below, depth + 1)
      }
    }
    for (const answer of whole.functions[at]?.returns ?? []) {
      if (whole.kind[answer] === Kind.Boolean) refuses ||= whole.a[answer] !== 1
      else if (depth === 0) {
        refuses = true
        put(answer, way)
      }
    }
  }
  visit(fn, newWay(), 0)
  return refuses ? [...found.values()] : []
}

/** Of a method, its class. */
function nameOf({ whole }: Linked, fn: number): string {
  const own = whole.classes.find(({ members }) => members.some(({ node }) => node >= 0 && whole.kind[node] === Kind.Function && whole.a[node] === fn))
  return own?.fact.name || (whole.functions[fn]?.fact.name ?? '')
}
