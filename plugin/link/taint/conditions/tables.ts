/**
 * Objects that are asked for a name. In: an object and a name. Out: whether the names in it are those that are written there, whether the
 * name was taken from the object itself, and kinds of harm that a name cannot do which the object has.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { LITERAL } from '../kinds'
import type { SameValues } from '../same-values'

export class Tables {
  private filled: Set<number> | undefined

  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** An object has a property of that name. That says nothing of a name which was taken from the same object. */
  hasName(object: number, name: number, value: number): number {
    return this.same.isSame(name, value) && !this.isNameIn(object, value) ? LITERAL : 0
  }

  /** `for (const name in object)`, `Object.keys(object).forEach((name) => …)`. */
  isNameIn(object: number, value: number): boolean {
    const { whole, values } = this.linked
    let at = this.same.plain(value)
    if (at < 0 || at >= whole.size) return false
    if (whole.kind[at] === Kind.Key) return this.same.isSame(whole.a[at] as number, object)
    if (whole.kind[at] === Kind.Param) {
      const call = values.callAround(whole.functions[whole.a[at] as number]?.node ?? -1)
      at = call < 0 ? -1 : receiverOf(this.linked, call)
    } else if (whole.kind[at] === Kind.Element || whole.kind[at] === Kind.LoadDynamic) at = whole.a[at] as number
    at = this.same.plain(at)
    if (at < 0 || at >= whole.size || whole.kind[at] !== Kind.Call) return false
    const [listed] = whole.args(at)
    return listed !== undefined && /^(?:keys|getOwnPropertyNames|ownKeys)$/.test(calledName(this.linked, at)) && this.same.isSame(listed, object)
  }

  /** An object that is written out, and to which nothing is put under names that come from elsewhere. */
  isTable(node: number): boolean {
    const { whole, solver } = this.linked
    const labels = solver.of(node)
    this.filled ??= this.filledTables()
    const { filled } = this
    return (
      labels.length > 0 &&
      labels.every(
        (label) =>
          solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Object && !filled.has(label),
      )
    )
  }

  /** Objects that something is put into while the program runs, under names that are not written there: `seen[name] = true`. */
  private filledTables(): Set<number> {
    const { whole, solver } = this.linked
    const filled = new Set<number>()
    for (const store of lookupOf(whole).of(Kind.StoreDynamic))
      if (whole.functionOf(store) >= 0 && !this.same.isFixed(whole.b[store] as number, 0))
        for (const label of solver.of(whole.a[store] as number)) filled.add(label)
    return filled
  }
}
