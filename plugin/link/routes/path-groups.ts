/**
 * Paths that are written as an expression: `app.use(/^(\/shop\/\d+)\/?$/, handler)`. In: the call that registers. Out: what each group
 * of its path matches, under the name by which handlers read it.
 */
import { Kind } from '../../graph'
import { type Linked, receiverOf } from '../linked'
import { expressionsOf } from '../regex/expressions'
import { groupsIn } from '../regex/groups'

/** `router.route(/^…$/).get(show).post(change)` */
const MOST_CALLS = 6

/** @param path as it was registered, which may be one of several */
export function pathGroups(linked: Linked, registers: number, path: string): ReadonlyMap<string, string> | undefined {
  const { whole, values } = linked
  let call = registers
  for (let hops = 0; call >= 0 && call < whole.size && whole.kind[call] === Kind.Call && hops < MOST_CALLS; hops++) {
    for (const argument of whole.args(call))
      for (const each of values.elements(argument))
        for (const { pattern, flags = '' } of expressionsOf(linked, each)) if (`/${pattern}/${flags}` === path) return named(pattern, flags)
    call = receiverOf(linked, call)
  }
  return undefined
}

/** Groups without a name of their own are counted. */
function named(pattern: string, flags: string): ReadonlyMap<string, string> {
  let count = 0
  return new Map((groupsIn(pattern, flags) ?? []).map(({ name, source }) => [name ?? String(count++), source]))
}
