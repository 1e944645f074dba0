/**
 * What was put into the fields of objects, and which fields a property that is read stands for, by the solver's own edges. In: a
 * node. Out: the nodes one step before it. Who follows these himself keeps the calls on the way apart, which labels do not.
 */
import { Kind } from '../graph'
import { IntLists } from './compact'
import type { Linked } from './linked'
import { lookupOf, remember } from './lookup'
import { isSymbol } from './taint/symbols'

/** Of a field, what was put into it; of a property that is read, the fields that it may be; nothing of other nodes. */
export function putInto(linked: Linked, node: number): readonly number[] {
  const { whole } = linked
  const kind = node < whole.size ? (whole.kind[node] as Kind) : undefined
  if (kind !== undefined && !READS.has(kind)) return []
  if (kind === Kind.LoadDynamic && isSymbol(linked, whole.b[node] as number)) return underSymbol(linked, node)
  return before(linked, 0, 0, () => fieldsBefore(linked)).toArray(node)
}

/** `kept[KEY]`: what was put in under that symbol, or under a key that may be it; other symbols lead elsewhere. */
function underSymbol(linked: Linked, load: number): number[] {
  const { whole, solver, values } = linked
  const meant = new Set(values.definitions(whole.b[load] as number))
  const objects = new Set(solver.of(whole.a[load] as number))
  return Array.from(lookupOf(whole).of(Kind.StoreDynamic))
    .filter((store) => {
      const key = whole.b[store] as number
      const mayBe = !isSymbol(linked, key) || values.definitions(key).some((made) => meant.has(made))
      return mayBe && solver.of(whole.a[store] as number).some((label) => objects.has(label))
    })
    .map((store) => whole.c[store] as number)
}

const READS = new Set([Kind.Load, Kind.LoadDynamic, Kind.Element])
const before = remember<IntLists>()

/** Node → what is one step before it, where one of the two is a field. */
function fieldsBefore({ whole, solver }: Linked): IntLists {
  const found = new IntLists(solver.size)
  for (let from = 0; from < solver.size; from++)
    for (let i = 0, count = solver.successorCount(from); i < count; i++) {
      const to = solver.successor(from, i)
      if (to >= whole.size || (from >= whole.size && READS.has(whole.kind[to] as Kind))) found.push(to, from)
    }
  return found
}
