/**
 * Guards by which callers are not told apart: a key of the program itself is asked for, whoever has it passes, and nothing is left behind
 * that says who it was. In: a function that refuses. Out: whether it is such a guard.
 */
import { FunctionFlag, Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isNext } from './answers'
import { isByLibrary, isToldByLibrary } from './library-guards'
import { isHeaders, isOfRequest, readsHeader } from './parts-of-requests'
import { CREDENTIAL } from './words'

/** Between what is written or read and the request that it is of. */
const MOST_LOADS = 4

export function asksForSharedKey(linked: Linked, fn: number): boolean {
  const { whole, effects } = linked
  const nodes = effects.within(fn)
  const passes = nodes.filter((node) => whole.kind[node] === Kind.Call && isNext(linked, node))
  // What is looked up is waited for: then each caller may have a key of their own.
  const waits = ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0 || passes.some((node) => whole.functionOf(node) !== fn)
  if (passes.length === 0 || waits) return false
  const all = functionsOf(linked, fn).flatMap((each) => [...lookupOf(whole).inFunction(each)])
  return all.some((node) => asksForKey(linked, node)) && !all.some((node) => leavesOrReadsCaller(linked, node) || tellsApart(linked, node))
}

const functionsOf = (linked: Linked, fn: number): number[] => [fn, ...linked.effects.functionsIn(fn).flatMap((inner) => functionsOf(linked, inner))]

/** `jwt.verify(token, key)`: a token has its holder in it. */
const tellsApart = (linked: Linked, node: number): boolean =>
  linked.whole.kind[node] === Kind.Call && isByLibrary(linked, node) && !isToldByLibrary(linked, node)

/** `req.user = …`, `req.session.user`, `res.locals.house = …`; what is answered is none of that. */
function leavesOrReadsCaller(linked: Linked, node: number): boolean {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind !== Kind.Store && kind !== Kind.Load) return false
  const name = whole.text(whole.b[node] as number)
  if (kind === Kind.Store ? /^(?:status(?:Code)?|body)$/.test(name) : !/^(?:session|user|cookies|signedCookies)$/.test(name)) return false
  let at = whole.a[node] as number
  for (let hops = 0; hops < MOST_LOADS && whole.kind[at] === Kind.Load && !isOfRequest(linked, at); hops++) at = whole.a[at] as number
  return isOfRequest(linked, at)
}

/** `basicAuth(req)`, `req.headers['x-api-key']`, `req.get('authorization')` */
function asksForKey(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] === Kind.Call) return isToldByLibrary(linked, node) || readsHeader(linked, node, (name) => CREDENTIAL.test(name))
  return whole.kind[node] === Kind.Load && isHeaders(linked, whole.a[node] as number) && CREDENTIAL.test(whole.text(whole.b[node] as number))
}
