/**
 * Refusals that every caller meets alike. In: a node that refuses. Out: whether what leads there asks for settings of
 * the program, what sort of call it is and how it came, and for nothing in which callers differ: `if (config.readOnly && type ===
 * 'mutation')`, `if (!request.secure)`.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { conditionsAbove } from '../regions'
import { isHeaders, isOfRequest, readsHeader } from './parts-of-requests'

/** What handlers are told of a call that says nothing of who makes it. */
const OF_THE_CALL = /^(?:method|type|path|input|rawInput|protocol|secure|httpVersion)$/
/** Headers by which a proxy tells how a request came to it. */
const OF_THE_WAY = /^x-(?:forwarded-(?:proto|protocol|scheme|ssl|port)|url-scheme)$/i
/** Of what a condition is made of. */
const MOST_PARTS = 60

export function refusesAnyCaller(linked: Linked, refusal: number): boolean {
  const conditions = conditionsAbove(linked.whole, refusal).filter((condition) => !isAskedByMaker(linked, condition, refusal))
  return conditions.length > 0 && !conditions.some((condition) => mayDiffer(linked, condition))
}

/** Asked by a function around the one that refuses, which knows of no request: when the program starts. */
function isAskedByMaker(linked: Linked, condition: number, refusal: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(condition)
  return fn !== whole.functionOf(refusal) && !(whole.functions[fn]?.params ?? []).some((param) => isOfRequest(linked, param))
}

/** Made of an answer, or of more that a function was handed than what sort of call it is. */
function mayDiffer(linked: Linked, condition: number): boolean {
  const { whole } = linked
  const seen = new Set<number>()
  const stack = [condition]
  while (stack.length > 0) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    if (seen.size > MOST_PARTS) return true
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (tellsTheWay(linked, node)) continue
    if (kind === Kind.Call || kind === Kind.Param || kind === Kind.This || kind === Kind.Caught) return true
    const isOfParameter = kind === Kind.Load && whole.kind[whole.a[node] as number] === Kind.Param
    if (isOfParameter && OF_THE_CALL.test(whole.text(whole.b[node] as number))) continue
    stack.push(...whole.madeOf(node))
  }
  return false
}

/** `request.headers['x-forwarded-proto']`, `request.get('X-Forwarded-Proto')`, `request.socket.encrypted` */
function tellsTheWay(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (readsHeader(linked, node, (name) => OF_THE_WAY.test(name))) return true
  if (whole.kind[node] !== Kind.Load) return false
  const name = whole.text(whole.b[node] as number)
  return name === 'encrypted' || (OF_THE_WAY.test(name) && isHeaders(linked, whole.a[node] as number))
}
