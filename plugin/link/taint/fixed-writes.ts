/**
 * Writes of which the program decides the last name: `seen[id].count = value`, and those of which it decides the value as well:
 * `seen[id].opened = true`. In: a store. Out: what comes from the code alone, also where callers hand it over; who chooses the object
 * does not decide it.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { RIGHTS_FIELD, ROLE_FIELD, ROLE_FLAG } from '../posture/authorization/words'

const MOST_HOPS = 6
const WRITTEN = new Set<Kind>([Kind.String, Kind.Number, Kind.Boolean, Kind.Null, Kind.Undefined])

/** `name` where the name alone is the program's; undefined where it is not, and where it is one by which a program asks what a caller may do. */
export function fixedOfWrite(linked: Linked, store: number): 'name' | 'name and value' | undefined {
  const { whole } = linked
  if (whole.kind[store] === Kind.Store) {
    const name = whole.text(whole.b[store] as number)
    if (ROLE_FLAG.test(name) || ROLE_FIELD.test(name) || RIGHTS_FIELD.test(name)) return undefined
  } else if (whole.kind[store] !== Kind.StoreDynamic || !isOfCode(linked, whole.b[store] as number, 0)) return undefined
  return isOfCode(linked, whole.c[store] as number, 0) ? 'name and value' : 'name'
}

function isOfCode(linked: Linked, node: number, hops: number): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  if (WRITTEN.has(whole.kind[node] as Kind)) return true
  switch (whole.kind[node] as Kind) {
    case Kind.Param: {
      const handed = handedOver(linked, node)
      return handed.length > 0 && handed.every((value) => isOfCode(linked, value, hops + 1))
    }
    case Kind.Cell:
    case Kind.Choice:
      return whole.items(whole.a[node] as number).every((item) => isOfCode(linked, item, hops + 1))
    case Kind.Refine:
      return isOfCode(linked, whole.a[node] as number, hops + 1)
    default:
      return false
  }
}

/** What callers hand over for a parameter, -1 where one hands over nothing; none where somebody unknown may call. */
function handedOver({ whole, solver }: Linked, param: number): number[] {
  if (whole.c[param] === 1) return []
  return [...(solver.callers.get(whole.a[param] as number) ?? [])].map((call) => {
    const args = whole.kind[call] === Kind.Call ? whole.args(call) : new Int32Array()
    const at = whole.b[param] as number
    return args.slice(0, at + 1).some((argument) => whole.kind[argument] === Kind.Spread) ? -1 : (args[at] ?? -1)
  })
}
