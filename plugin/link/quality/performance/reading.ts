/**
 * Whether a call only asks. In: a call. Out: yes where a model says so, or where every function of the program that it may run asks
 * something and changes and sends nothing.
 */
import { Kind } from '../../../graph'
import { calledName, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Scene } from './scene'

const MOST_HOPS = 3
/** Such functions stand in front of others for a reason: they refuse, make ready, or say who is calling. */
const GUARDS =
  /^(?:auth|getAuth|session|getSession|getServerSession|currentUser|getCurrentUser|signIn|check|ensure|assert|validate|verify|require|guard|authori[sz]e|authenticate|can|lock|acquire|wait|sleep|delay|login|connect|init|start|open)(?:[A-Z_]|$)/

const known = new WeakMap<Scene, Map<number, boolean>>()

export function isReading(scene: Scene, call: number, hops = 0): boolean {
  const { linked, queries, promises } = scene
  const { whole, solver } = linked
  if (call < 0 || whole.kind[call] !== Kind.Call) return false
  for (let at = call, up = 0; at >= 0 && up < 16 && whole.kind[at] === Kind.Call; up++, at = receiverOf(linked, at)) {
    const query = queries.get(at)
    if (query) return query.does === 'read' && !query.guessed && !query.callback && (!query.sql || query.gives !== 'nothing')
  }
  const name = calledName(linked, call)
  if (GUARDS.test(name)) return false
  const callees = solver.callees.get(call)
  if (callees && callees.size > 0) return callees.size <= 3 && [...callees].every((fn) => onlyReads(scene, fn, hops + 1))
  const promised = promises.of(call)
  return promised?.reads === true && !isSent(scene, call)
}

/** `fetch(url, { method: 'POST' })`. */
function isSent({ linked }: Scene, call: number): boolean {
  return linked.whole.args(call).some((argument) => linked.values.property(argument, 'method').length > 0)
}

function onlyReads(scene: Scene, fn: number, hops: number): boolean {
  let answers = known.get(scene)
  if (!answers) {
    answers = new Map()
    known.set(scene, answers)
  }
  const before = answers.get(fn)
  if (before !== undefined) return before
  // Too far down says nothing of whoever asks of it first hand.
  if (hops > MOST_HOPS) return false
  answers.set(fn, false)
  const is = findOnlyReads(scene, fn, hops)
  answers.set(fn, is)
  return is
}

function findOnlyReads(scene: Scene, fn: number, hops: number): boolean {
  const { linked, promises, queries } = scene
  const { whole, solver, effects } = linked
  if (!promises.functionGives(fn) || GUARDS.test(whole.functions[fn]?.fact.name ?? '')) return false
  let asks = false
  for (const node of effects.within(fn)) {
    const kind = whole.kind[node]
    if (kind === Kind.Store) {
      // Something outlives the call.
      let at = whole.a[node] as number
      while (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Refine) at = whole.a[at] as number
      if (whole.kind[at] === Kind.This || whole.kind[at] === Kind.Global || whole.kind[at] === Kind.Import || whole.kind[at] === Kind.Param)
        return false
      continue
    }
    if (kind !== Kind.Call) continue
    const query = queries.get(node)
    if (query) {
      if (query.does !== 'read') return false
      asks = true
      continue
    }
    const callees = solver.callees.get(node)
    if (callees && callees.size > 0) {
      if ([...callees].some((callee) => promises.functionGives(callee))) {
        if (!isReading(scene, node, hops)) return false
        asks = true
      }
      continue
    }
    const promised = promises.of(node)
    if (promised && !promised.reads && !/^(?:then|catch|finally|all|allSettled)$/.test(calledName(linked, node))) return false
    if (promised?.reads) asks = true
  }
  for (const node of lookupOf(whole).inFunction(fn)) if (whole.kind[node] === Kind.Await && !isTold(scene, whole.a[node] as number)) return false
  return asks
}

/** What is awaited is known: a question, a function of the program, or several together. */
function isTold(scene: Scene, node: number): boolean {
  const { linked } = scene
  const { whole } = linked
  let at = node
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  if (whole.kind[at] !== Kind.Call) return false
  // The body of an answer: `await response.json()`.
  if (/^(?:json|text|blob|arrayBuffer|formData|buffer|bytes)$/.test(calledName(linked, at)) && whole.args(at).length === 0) return true
  return isReading(scene, at, MOST_HOPS) || scene.promises.of(at) !== undefined || (linked.solver.callees.get(at)?.size ?? 0) > 0
}
