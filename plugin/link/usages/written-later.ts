/**
 * What is written into options after they were made: `options.cookie.secure = true`. In: the values that an option is read from, and what
 * stands there as its value. Out: what assignments put in its place on some way, as far as they are not behind the call.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** An option that so many assignments of the program write is a name for anything. */
const MOST_STORES = 2000

/** @param values what stands in the literal; where that leaves the option out, the solver tells every assignment anyway */
export function writtenLater(linked: Linked, objects: readonly number[], name: string, values: readonly number[], call: number): number[] {
  const { whole } = linked
  if (values.length === 0 || values.some((value) => value >= whole.size)) return []
  const stores = lookupOf(whole).named(Kind.Store, name)
  if (stores.length === 0 || stores.length > MOST_STORES) return []
  const made = new Set(objects.flatMap((object) => madeAs(linked, object)))
  return [...stores]
    .filter((store) => isOfThese(store) && !isBehind(store) && !isTestCode(linked, fileOf(store)))
    .map((store) => whole.c[store] as number)

  function isOfThese(store: number): boolean {
    return madeAs(linked, whole.a[store] as number).some((object) => made.has(object))
  }

  function isBehind(store: number): boolean {
    return (
      call >= 0 &&
      whole.functionOf(store) === whole.functionOf(call) &&
      whole.fileOf(store) === whole.fileOf(call) &&
      (whole.pos[store] as number) > (whole.pos[call] as number)
    )
  }

  function fileOf(store: number): string {
    return whole.files[whole.fileOf(store)]?.path ?? ''
  }
}

/** Objects as they are written that a value may be. */
function madeAs({ whole, solver }: Linked, node: number): number[] {
  if (node < whole.size && whole.kind[node] === Kind.Object) return [node]
  return solver
    .of(node)
    .flatMap((label) =>
      solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Object
        ? [solver.labels.data[label] as number]
        : [],
    )
}
