/**
 * Commands that are gathered and sent together: `pipeline.get(key)` of Redis, `bulk.find(key).updateOne(change)` of MongoDB. In: a call
 * on a store. Out: yes or no; what is queued in a loop is one question all the same.
 */
import { Kind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'

const GATHERS = /^(?:batch|multi|pipeline|createBatch|writeBatch|initialize(?:Uno|O)rderedBulkOp|bulkWriter)$/
const MOST_HOPS = 8

export function isQueued(linked: Linked, call: number): boolean {
  return comesFrom(linked, receiverOf(linked, call), 0)
}

function comesFrom(linked: Linked, node: number, hops: number): boolean {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Call) return GATHERS.test(calledName(linked, node)) || comesFrom(linked, receiverOf(linked, node), hops + 1)
  if (kind === Kind.Load || kind === Kind.Await || kind === Kind.Refine) return comesFrom(linked, whole.a[node] as number, hops + 1)
  if (kind !== Kind.Cell) return false
  // `let queue` before the condition that opens it is no other source.
  const made = values.definitions(node).filter((each) => each !== node && whole.kind[each] !== Kind.Undefined && whole.kind[each] !== Kind.Null)
  return made.length > 0 && made.every((each) => comesFrom(linked, each, hops + 1))
}
