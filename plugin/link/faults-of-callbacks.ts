/**
 * What went wrong, as a callback gets it: `authenticate('jwt', (error, user) => …)`. Some libraries say by the second that nobody is known,
 * and by the first that they could not find out. In: a value, and which calls are of such a library. Out: whether it is the first, which
 * says nothing of who is calling.
 */
import { Kind } from '../graph'
import type { Linked } from './linked'
import { thingNamed } from './names'

export function isFaultOfCallback({ values, whole }: Linked, node: number, tellsByTheSecond: (call: number) => boolean): boolean {
  const told = node < 0 ? -1 : thingNamed(whole, node)
  if (told < 0 || whole.kind[told] !== Kind.Param || whole.b[told] !== 0) return false
  const fact = whole.functions[whole.a[told] as number]
  const call = fact ? values.callAround(fact.node) : -1
  return call >= 0 && tellsByTheSecond(call)
}
