/**
 * Callers that a guard notes in the request once it has found them: `const user = await userBy(name, password); if (!user) return refuse();
 * request.user = user; next()`, however it refuses. In: where a request is handed on. Out: whether who is noted there was looked up, is
 * there, and has shown something that others do not know.
 */
import { ChoiceKind, Kind } from '../../graph'
import { functionsWithActs, storedActs } from '../access/statements'
import type { Linked } from '../linked'
import { partsOf } from '../made-of'
import { thingAwaited } from '../names'
import { NOT } from '../operators'
import { knownAround } from '../regions'
import { isForWant, type TurningPoint, turningPoints } from '../turning-points'
import { isOfRequest } from './parts-of-requests'
import { IDENTITY, REQUEST_NAME } from './words'

const DEEPEST = 6
const MOST_PARTS = 80

export function isOfNotedCaller(linked: Linked, fn: number, next: number): boolean {
  const { whole } = linked
  const there = knownAround(whole, next)
    .flatMap(({ condition, holds }) => surely(linked, condition, holds))
    .filter((point) => !isForWant(linked, point))
  const found = new Set(there.flatMap(({ node }) => callsBehind(linked, node)))
  const noted = notedBefore(linked, fn, next).flatMap((value) => callsBehind(linked, value))
  const caller = noted.find((call) => found.has(call) && isLookup(linked, call))
  return caller !== undefined && (whole.args(caller).length > 1 || there.some(({ node }) => isProof(linked, node, caller)))
}

/** What is certain where a condition is known to hold, or not to. */
function surely(linked: Linked, condition: number, holds: boolean, depth = 0): TurningPoint[] {
  const { whole } = linked
  const at = thingAwaited(whole, condition)
  if (depth > DEEPEST) return []
  const [a, kind] = [whole.a[at] as number, whole.c[at]]
  if (whole.kind[at] === Kind.Unary && kind === NOT) return surely(linked, a, !holds, depth + 1)
  if (whole.kind[at] !== Kind.Choice) return turningPoints(linked, at, holds)
  // `name ? find(name) : null` that is there is what was found.
  if (kind !== ChoiceKind.And && kind !== ChoiceKind.Or) return [{ node: at, holds }]
  const isOfAll = holds === (kind === ChoiceKind.And)
  return isOfAll ? [...whole.items(a)].flatMap((item) => surely(linked, item, holds, depth + 1)) : []
}

/** Calls that give a value, or what it is a member of. */
function callsBehind(linked: Linked, node: number, depth = 0): number[] {
  const { whole } = linked
  if (depth > DEEPEST || node < 0 || node >= whole.size) return []
  const at = thingAwaited(whole, node)
  const kind = whole.kind[at] as Kind
  if (kind === Kind.Call) return [at]
  if (kind === Kind.Load) return callsBehind(linked, whole.a[at] as number, depth + 1)
  return kind === Kind.Choice || kind === Kind.Object ? whole.madeOf(at).flatMap((item) => callsBehind(linked, item, depth + 1)) : []
}

const isLookup = (linked: Linked, call: number): boolean =>
  storedActs(linked).get(call)?.does === 'read' || [...(linked.solver.callees.get(call) ?? [])].some((fn) => functionsWithActs(linked).has(fn))

/** Values that are put into the request as who is calling, on every way to where it is handed on. */
function notedBefore(linked: Linked, fn: number, next: number): number[] {
  const { whole, effects, solver } = linked
  const before = effects.within(fn).filter((node) => node < next && effects.isInside(whole.region[next] as number, whole.region[node] as number))
  return before.flatMap((node) => {
    if (whole.kind[node] === Kind.Store) return notes(linked, node) ? [whole.c[node] as number] : []
    if (whole.kind[node] !== Kind.Call) return []
    const args = whole.args(node)
    if (!args.some((argument) => isRequest(linked, argument))) return []
    return [...(solver.callees.get(node) ?? [])].slice(0, 2).flatMap((callee) => {
      const stores = effects.ofFunction(callee).filter((store) => whole.kind[store] === Kind.Store && notes(linked, store))
      const params = whole.functions[callee]?.params ?? []
      const put = new Set(stores.flatMap((store) => paramsIn(linked, whole.c[store] as number)))
      return params.flatMap((param, index) => (put.has(param) && args[index] !== undefined ? [args[index]] : []))
    })
  })
}

/** `request.user = …` */
const notes = (linked: Linked, store: number): boolean =>
  IDENTITY.test(linked.whole.text(linked.whole.b[store] as number)) && isRequest(linked, linked.whole.a[store] as number)

function isRequest(linked: Linked, node: number): boolean {
  const at = thingAwaited(linked.whole, node)
  return linked.whole.kind[at] === Kind.Param && (isOfRequest(linked, at) || REQUEST_NAME.test(linked.values.nameOf(at)))
}

/** Parameters that a value is made of, members of them included. */
const paramsIn = (linked: Linked, node: number): number[] =>
  partsOf(linked.whole, node, MOST_PARTS).filter((part) => linked.whole.kind[part] === Kind.Param)

/** Something else is held against what is known of whoever was found: `digest(kept) === given`, `sameInTime(given, kept)`. */
function isProof(linked: Linked, node: number, caller: number): boolean {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  const sides = kind === Kind.Binary ? [whole.a[node] as number, whole.b[node] as number] : kind === Kind.Call ? [...whole.args(node)] : []
  if (sides.length < 2 || sides.some((side) => whole.kind[side] === Kind.String)) return false
  const isKept = sides.map((side) => partsOf(whole, side, MOST_PARTS).includes(caller))
  return isKept.includes(true) && isKept.includes(false)
}
