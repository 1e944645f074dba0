/** Records that stand in the code. In: a node. Out: whether it is a text of one of several objects in a list. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'

export function isOfWrittenRecord({ whole }: Linked, node: number): boolean {
  if (whole.kind[node] !== Kind.String) return false
  const file = whole.fileOf(node)
  const made = (kind: Kind) =>
    lookupOf(whole)
      .of(kind)
      .filter((at) => whole.fileOf(at) === file)
  const records = new Set(made(Kind.Object).filter((object) => whole.madeOf(object).includes(node)))
  return made(Kind.Array).some((list) => {
    const items = whole.madeOf(list)
    return items.length > 1 && items.some((item) => records.has(item)) && items.every((item) => whole.kind[item] === Kind.Object)
  })
}
