/** Where a function is put in force. In: a function, and names of calls. Out: calls by these names that are handed it. */
import { Kind } from '../../graph'
import { functionsAt, type Linked } from '../linked'
import { lookupOf, type Names } from '../lookup'

export const callsHanded = (linked: Linked, fn: number, names: Names): number[] =>
  [...lookupOf(linked.whole).named(Kind.Call, names)].filter((call) =>
    linked.whole.args(call).some((argument) => functionsAt(linked, argument).includes(fn)),
  )
