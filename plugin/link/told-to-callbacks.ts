/**
 * What a callback gets of a library that leaves it to decide: `authenticate('jwt', (error, user) => …)`. The second says who is calling, if
 * anybody is known, and the first that it could not be found out. In: a value, and which calls are of such a library. Out: which of them
 * the value is, by its place.
 */
import { Kind } from '../graph'
import type { Linked } from './linked'
import { thingNamed } from './names'

export function toldToCallback({ values, whole }: Linked, node: number, leavesToCallback: (call: number) => boolean): 'fault' | 'caller' | undefined {
  const told = node < 0 ? -1 : thingNamed(whole, node)
  if (told < 0 || whole.kind[told] !== Kind.Param) return undefined
  const fact = whole.functions[whole.a[told] as number]
  const call = fact ? values.callAround(fact.node) : -1
  if (call < 0 || !leavesToCallback(call)) return undefined
  return whole.b[told] === 0 ? 'fault' : whole.b[told] === 1 ? 'caller' : undefined
}
