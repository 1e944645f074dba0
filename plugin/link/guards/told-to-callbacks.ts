/**
 * What a callback gets of a library that leaves it to decide: `authenticate('jwt', (error, user) => …)`. The second says who is calling, if
 * anybody is known, and the first that it could not be found out. In: a value. Out: which of them the value is, by its place.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { thingNamed } from '../names'
import { isOptional } from './library-guards'

export function toldToCallback(linked: Linked, node: number): 'fault' | 'caller' | undefined {
  const { values, whole } = linked
  const told = node < 0 ? -1 : thingNamed(whole, node)
  if (told < 0 || whole.kind[told] !== Kind.Param) return undefined
  const fact = whole.functions[whole.a[told] as number]
  const call = fact ? values.callAround(fact.node) : -1
  if (call < 0 || !leavesToCallback(linked, call)) return undefined
  return whole.b[told] === 0 ? 'fault' : whole.b[told] === 1 ? 'caller' : undefined
}

/** Its library leaves it to a callback what becomes of a request. */
function leavesToCallback(linked: Linked, call: number): boolean {
  const { models, solver } = linked
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => isOptional(linked, call, models.roles.get(models.paths.call(path))?.optional))
}
