/**
 * What changes an object and is no assignment: `delete object[name]`, `Object.assign(object, values)`. In: the linked program. Out: reads of
 * what is deleted, and the objects that calls copy into.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf, untilMoreIsLearned } from '../lookup'
import { DELETE } from '../operators'

export interface OtherWrites {
  /** `object[name]` of what is deleted → `object`. */
  deleted: ReadonlyMap<number, number>
  /** Call → what it copies into. */
  copied: ReadonlyMap<number, number>
}

export const otherWritesOf = untilMoreIsLearned(find)

function find({ whole, solver, models }: Linked): OtherWrites {
  const deleted = new Map<number, number>()
  const copied = new Map<number, number>()
  const lookup = lookupOf(whole)
  for (const node of lookup.of(Kind.Unary)) {
    if (whole.c[node] !== DELETE) continue
    const part = whole.a[node] as number
    if (whole.kind[part] === Kind.Load || whole.kind[part] === Kind.LoadDynamic) deleted.set(part, whole.a[part] as number)
  }
  for (const call of lookup.called(COPIES)) {
    const [into] = whole.args(call)
    if (into === undefined || ![...(solver.apiCalls.get(call) ?? [])].some((path) => models.copies.has(path))) continue
    copied.set(call, into)
  }
  return { deleted, copied }
}
const COPIES = /^(?:assign|extend|assignIn|defaults)$/
