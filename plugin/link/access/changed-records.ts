/**
 * Changes to records that were read before: `const basket = await Basket.findOne(…); basket.update(…)`. In: a call of a method that
 * changes records, where its receiver is one. Out: the act; undefined where the receiver is nothing that was stored.
 */
import { Kind } from '../../graph'
import { type Linked, receiverOf } from '../linked'
import type { Asker } from './conditions'
import type { Way } from './provenance'
import { methodOfRecord } from './records'
import type { Scene } from './scene'
import { type StoredAct, storedActs } from './statements'

/** Between a record and what it was read by. */
const MOST_HOPS = 6

export function changeOfRecord(
  { linked, provenance, overwritten }: Pick<Scene, 'linked' | 'provenance'> & Pick<Asker, 'overwritten'>,
  call: number,
  way: Way,
): StoredAct | undefined {
  const does = methodOfRecord(linked, call)
  if (!does) return undefined
  const receiver = receiverOf(linked, call)
  if (!provenance.of(receiver, way, overwritten).stored) return undefined
  const puts = does === 'update' ? linked.whole.args(call).slice(0, 1) : []
  return { does, library: '', by: [receiver], puts, of: recordOf(linked, receiver) }
}

/** What a record was read from: `Basket` of `await Basket.findOne(…)`; else what it is called. */
function recordOf(linked: Linked, node: number): string {
  const { whole, values } = linked
  const records = storedActs(linked)
  for (const made of values.definitions(node).slice(0, 4)) {
    let at = made
    for (let hops = 0; hops < MOST_HOPS && at < whole.size; hops++) {
      const known = records.get(at)
      if (known) return known.of
      if (whole.kind[at] !== Kind.Await && whole.kind[at] !== Kind.Refine && whole.kind[at] !== Kind.Element) break
      at = whole.a[at] as number
    }
  }
  return values.nameOf(node)
}
