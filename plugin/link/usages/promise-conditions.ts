/**
 * Promises that stand as conditions: `if (isRight(password))` of an async function holds whatever comes of it. In: conditions that are a
 * call, or a constant that holds nothing else. Out: those whose call always gives a promise that nobody ever waits for, with what the
 * condition was to decide.
 */
import { ChoiceKind, FunctionFlag, Kind, RegionKind } from '../../graph'
import type { Usage } from '../../types'
import { Denials } from '../guards/denials'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { namesOf } from '../names'
import { NOT } from '../operators'
import { Promises } from '../quality/performance/promises'
import { sensitivityOf } from '../taint/sensitive'
import { type Uses, usesOf } from '../uses'
import { identityWrites } from './login-sessions'
import { modelsOfCall, usage } from './modelled'

/** What a condition is made of: `!a`, `a && b`. */
const MOST_HOPS = 8
/** What makes a caller somebody, by the kinds that models give it. */
const SIGNS_IN = new Set(['token-sign', 'token-issue', 'cookie', 'session-login'])

export function promiseConditions(linked: Linked): Usage[] {
  const { whole } = linked
  const asked = askedCalls(linked)
  if (asked.size === 0) return []
  const scene: Scene = { linked, uses: usesOf(whole), promises: new Promises(linked), given: givenBack(linked) }
  const found = [...asked].filter((call) => !isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path) && isPromise(scene, call))
  if (found.length === 0) return []
  const decided = decidedBy(linked, new Set(found))
  return found.map((call) =>
    usage(linked, call, 'promise-condition', scene.promises.of(call)?.library ?? '', calledName(linked, call), {
      sure: said(isSure(scene, call) ? 'true' : 'false'),
      decides: said(decided.get(call) ?? (comparesSecret(linked, call) ? 'secret' : '')),
    }),
  )
}

interface Scene {
  linked: Linked
  uses: Uses
  promises: Promises
  /** Values that functions give back or files export. */
  given: ReadonlySet<number>
}

const said = (text: string) => ({ state: 'constant' as const, texts: [text] })

/** Calls that are a condition, or a part of one that decides by itself. */
function askedCalls({ whole }: Linked): Set<number> {
  const lookup = lookupOf(whole)
  const found = new Set<number>()
  const seen = new Set<number>()
  const take = (node: number, hops = 0) => {
    if (node < 0 || hops > MOST_HOPS || seen.has(node)) return
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call) found.add(node)
    else for (const part of partsOf(whole, node)) take(part, hops + 1)
  }
  for (let region = 0; region * 4 < whole.regions.length; region++) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind === RegionKind.True || kind === RegionKind.False) take(whole.regions[region * 4 + 2] as number)
  }
  for (const node of lookup.of(Kind.Unary)) if (whole.c[node] === NOT) take(whole.a[node] as number)
  for (const node of lookup.of(Kind.Choice)) {
    if (whole.c[node] !== ChoiceKind.And) continue
    for (const item of whole.items(whole.a[node] as number).slice(0, -1)) take(item)
  }
  return found
}

/** What a condition is made of, where each part is a condition as well. */
function partsOf(whole: Linked['whole'], node: number): readonly number[] {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Refine || (kind === Kind.Unary && whole.c[node] === NOT)) return [whole.a[node] as number]
  const isLogical = kind === Kind.Choice && (whole.c[node] === ChoiceKind.And || whole.c[node] === ChoiceKind.Or)
  return isLogical ? [...whole.items(whole.a[node] as number)] : []
}

function givenBack({ whole }: Linked): Set<number> {
  const given = new Set<number>()
  for (const { returns } of whole.functions) for (const node of returns) given.add(node)
  for (const exported of whole.exports) for (const { node } of exported) given.add(node)
  return given
}

function isPromise(scene: Scene, call: number): boolean {
  const promised = scene.promises.of(call)
  return promised !== undefined && isOnlyAsked(scene, call, new Set())
}

/** Nobody has the promise but conditions: what is kept may be waited for later, and whether there is one is then a question of its own. */
function isOnlyAsked(scene: Scene, node: number, seen: Set<number>): boolean {
  const { linked, uses, given } = scene
  const { whole } = linked
  if (seen.has(node)) return true
  seen.add(node)
  if (given.has(node) || seen.size > 40) return false
  for (const user of uses.of(node)) {
    const kind = whole.kind[user] as Kind
    if (kind === Kind.Unary && whole.c[user] === NOT) continue
    const isAnd = kind === Kind.Choice && whole.c[user] === ChoiceKind.And
    if (isAnd && whole.items(whole.a[user] as number).at(-1) !== node) continue
    const passesOn = kind === Kind.Refine || isAnd || (kind === Kind.Choice && whole.c[user] === ChoiceKind.Or)
    if (!passesOn || !isOnlyAsked(scene, user, seen)) return false
  }
  return true
}

/** Every function that the call may run is async by its own word, and nothing else may be called there. */
function isSure({ linked, promises }: Scene, call: number): boolean {
  const { whole, solver } = linked
  const callee = whole.a[call] as number
  const functions = promises.of(call)?.functions ?? []
  // A query may be an object that asks nothing until somebody waits for it.
  if (functions.length === 0) return [...(linked.solver.apiCalls.get(call) ?? [])].some((path) => linked.models.costs.promises.has(path))
  return (
    whole.kind[callee] !== Kind.Param &&
    apiPathsOf(linked, callee).length === 0 &&
    solver.of(callee).every((label) => solver.labels.kind[label] === LabelKind.Function) &&
    functions.every((fn) => ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0)
  )
}

/** What the conditions decide: whether a caller is turned away, or becomes somebody. The weightiest thing counts. */
function decidedBy(linked: Linked, calls: ReadonlySet<number>): Map<number, string> {
  const { whole } = linked
  const denials = new Denials(linked)
  const files = new Set([...calls].map((call) => whole.fileOf(call)))
  const writes = new Set(identityWrites(linked))
  const decided = new Map<number, string>()
  for (const node of lookupOf(whole).of(Kind.Call, Kind.New, Kind.Store, Kind.Throw)) {
    if (!files.has(whole.fileOf(node))) continue
    const asked = callsAround(linked, node, calls)
    if (asked.length === 0) continue
    const does = whatItDoes(linked, denials, writes, node)
    for (const call of asked) if (does !== '' && decided.get(call) !== 'caller') decided.set(call, does)
  }
  return decided
}

function whatItDoes(linked: Linked, denials: Denials, writes: ReadonlySet<number>, node: number): string {
  const kind = linked.whole.kind[node] as Kind
  if (writes.has(node)) return 'caller'
  if (kind === Kind.Call && modelsOfCall(linked, node).some((model) => SIGNS_IN.has(model.kind))) return 'caller'
  const denial = denials.of(node)
  if (denial === 'unauthenticated' || denial === 'forbidden' || denial === 'login') return 'caller'
  return denial === undefined ? '' : 'refusal'
}

/** Those of some calls that stand in the conditions around a node. */
function callsAround({ whole }: Linked, node: number, calls: ReadonlySet<number>): number[] {
  const found: number[] = []
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) continue
    const stack = [whole.regions[region * 4 + 2] as number]
    for (let at = stack.pop(), count = 0; at !== undefined && count < 30; at = stack.pop(), count++) {
      if (at >= 0 && calls.has(at)) found.push(at)
      else if (at >= 0) stack.push(...partsOf(whole, at))
    }
  }
  return found
}

/** A password or another secret is among what the function is handed. */
function comparesSecret(linked: Linked, call: number): boolean {
  return linked.whole
    .args(call)
    .some((argument) => namesOf(linked, argument).some((name) => ['password', 'secret'].includes(sensitivityOf(name) ?? '')))
}
