/**
 * Refusals that every caller meets alike. In: a node that refuses. Out: whether what leads there asks for settings of
 * the program and what sort of call it is, and for nothing in which callers differ: `if (config.readOnly && type === 'mutation')`.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { conditionsAbove } from '../regions'

/** What handlers are told of a call that says nothing of who makes it. */
const OF_THE_CALL = /^(?:method|type|path|input|rawInput)$/
/** Of what a condition is made of. */
const MOST_PARTS = 60

export function refusesAnyCaller({ whole }: Linked, refusal: number): boolean {
  const conditions = conditionsAbove(whole, refusal)
  return conditions.length > 0 && !conditions.some((condition) => mayDiffer(whole, condition))
}

/** Made of an answer, or of more that a function was handed than what sort of call it is. */
function mayDiffer(whole: Linked['whole'], condition: number): boolean {
  const seen = new Set<number>()
  const stack = [condition]
  while (stack.length > 0) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    if (seen.size > MOST_PARTS) return true
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call || kind === Kind.Param || kind === Kind.This || kind === Kind.Caught) return true
    const isOfParameter = kind === Kind.Load && whole.kind[whole.a[node] as number] === Kind.Param
    if (isOfParameter && OF_THE_CALL.test(whole.text(whole.b[node] as number))) continue
    stack.push(...whole.madeOf(node))
  }
  return false
}
