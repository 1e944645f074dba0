/**
 * Routers that a function makes anew for each that calls it: `const router = createRouter()` in thirty files. The code that makes them
 * is one, and the routers are as many as there are calls. In: a router as the solver knows it, and the value that it was read from. Out:
 * the router of each call that the value may come from.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { isTestCode, type Linked, receiverOf } from '../linked'
import { standsFor } from '../values/bound'
import type { Context } from '../values/index'
import type { Made, RouteTree } from './tree'

/** Functions through which a router is handed on, of which no more are looked through. */
const MOST_HANDS = 3

/**
 * For each router that calls of one function have in common: which one each call has. Applications are roots wherever they are made.
 * @param isPart whether what a call gives is no router of its own: `router.route('/x')`
 */
export function madePerCall(linked: Linked, isPart: (site: number) => boolean): Map<number, Made> {
  const { solver, whole, models } = linked
  const made = new Map<number, Made>()
  for (let label = 0; label < solver.labels.count; label++) {
    if (solver.labels.kind[label] !== LabelKind.ApiObject) continue
    const path = solver.labels.extra[label] as number
    const site = solver.labels.data[label] as number
    const kind = whole.kind[site] as Kind | undefined
    if (models.roots.has(path) || (kind !== Kind.Call && kind !== Kind.New) || isPart(site)) continue
    const fn = whole.functionOf(site)
    const isHandedOn = handsOn(linked, fn, label)
    if (!isHandedOn && !isMountedIn(linked, fn, label)) continue
    const outer = new Map(callersOf(linked, fn).map((call) => [call, outermost(linked, call, label, 0)] as const))
    const calls = new Set([...outer.values()].flat())
    if (calls.size > 1)
      made.set(label, { fn, isHandedOn, outer, own: new Map([...calls].map((call) => [call, solver.labels.of(LabelKind.ApiObject, call, path)])) })
  }
  return made
}

/** Calls other than those of tests. */
function callersOf(linked: Linked, fn: number): number[] {
  const { solver, whole } = linked
  return [...(solver.callers.get(fn) ?? [])].filter((call) => !isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path))
}

const handsOn = ({ solver, whole }: Linked, fn: number, label: number): boolean =>
  whole.functions[fn]?.returns.some((node) => solver.of(node).includes(label)) ?? false

/** `app.use(path, router)`: a function that puts a router of its own below what it is handed makes another one at each call. */
function isMountedIn({ solver, whole, effects, models }: Linked, fn: number, label: number): boolean {
  if (fn < 0 || (solver.callers.get(fn)?.size ?? 0) < 2) return false
  return effects.ofFunction(fn).some((call) => {
    if (whole.kind[call] !== Kind.Call) return false
    const isUse = [...(solver.apiCalls.get(call) ?? [])].some((path) => models.acts.get(path)?.some(({ act }) => act.act === 'use'))
    return isUse && [...whole.args(call)].some((argument) => solver.of(argument).includes(label))
  })
}

/** A call itself, or those of the function around it that hands on what it gives. */
function outermost(linked: Linked, call: number, label: number, hands: number): number[] {
  const around = linked.whole.functionOf(call)
  const callers = hands < MOST_HANDS && handsOn(linked, around, label) ? callersOf(linked, around) : []
  return callers.length === 0 ? [call] : [...new Set(callers.flatMap((each) => outermost(linked, each, label, hands + 1)))]
}

/**
 * Routers of the calls that a value comes from in a context; undefined where that is not known.
 * @param at where it is read
 */
export function ofCalls({ linked }: RouteTree, made: Made, node: number, context: Context, at: number): number[] | undefined {
  const { fn, own, isHandedOn } = made
  const calls = callsBehind(linked, made, standsFor(linked.values, { node, context }).node)
  const [by] = calls.length === 0 ? (context.by ?? []).filter((call) => own.has(call)).slice(-1) : []
  if (by !== undefined) calls.push(by)
  // One of several calls from outside, where the code that was read is theirs in common.
  if (context.from !== undefined && own.has(context.from) && (calls.length === 0 || calls.includes(context.from)))
    calls.splice(0, calls.length, context.from)
  if (calls.length === 0) calls.push(...callsOfMethod(linked, made, context))
  const found = [...new Set(calls.flatMap((call) => own.get(call) ?? []))]
  if (found.length > 0) return found
  const inner = linked.whole.functionOf(at)
  const neverRuns = isHandedOn && inner !== fn && linked.whole.isWithin(inner, fn) && !linked.solver.callers.has(inner)
  return neverRuns ? [] : undefined
}

/** A method that the function gave to the router, called on one, `router.getAsync('/x', f)`, or by a helper that is handed it. */
function callsOfMethod(linked: Linked, made: Made, { from }: Context): number[] {
  if (from === undefined) return []
  return [receiverOf(linked, from), ...linked.whole.args(from)].flatMap((node) => (node < 0 ? [] : callsBehind(linked, made, node)))
}

/** Calls from outside that give what stands at a node. */
function callsBehind({ values }: Linked, { own, outer }: Made, node: number): number[] {
  return values.definitions(node).flatMap((at) => (own.has(at) ? [at] : (outer.get(at) ?? [])))
}
