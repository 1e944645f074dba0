/** A fast hash in front of a slow one: bcrypt takes no more than 72 bytes, so longer passwords are made shorter first. */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

const SLOW = /bcrypt|argon|scrypt|pbkdf|^(?:hash|compare|verify)(?:Password|Sync)?$/i
const MOST_HOPS = 6

/** Whether what a call of a hash makes is handed on, in the same function, to something that is called like a hash of passwords. */
export function isHashedAgain(linked: Linked, hash: number): boolean {
  const { whole } = linked
  for (const call of lookupOf(whole).inFunction(whole.functionOf(hash))) {
    if (whole.kind[call] !== Kind.Call || call === hash) continue
    const args = whole.args(call)
    // `pool.exec('hash', [password])`: the work is done by another thread, which is told by name.
    const names = [
      calledName(linked, call),
      ...[...args].filter((it) => whole.kind[it] === Kind.String).map((it) => whole.text(whole.a[it] as number)),
    ]
    if (names.some((name) => SLOW.test(name)) && args.some((argument) => holds(linked, argument, hash, 0))) return true
  }
  return false
}

function holds(linked: Linked, node: number, hash: number, hops: number): boolean {
  const { whole } = linked
  if (node === hash) return true
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
      return holds(linked, receiverOf(linked, node), hash, hops + 1)
    case Kind.Refine:
    case Kind.Await:
    case Kind.Property:
      return holds(linked, whole.kind[node] === Kind.Property ? (whole.b[node] as number) : (whole.a[node] as number), hash, hops + 1)
    case Kind.Cell:
    case Kind.Choice:
    case Kind.Array:
    case Kind.Object:
      return whole.items(whole.a[node] as number).some((item) => holds(linked, item, hash, hops + 1))
    default:
      return false
  }
}
