/**
 * What the program itself keeps at a thing under a name, by a method that also reads: `node.data('row', row)`, and later
 * `node.data('row')`. In: a call that reads. Out: whether some call of that method keeps something under the same name.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'

export class KeptValues {
  private readonly byMethod = new Map<string, ReadonlySet<string>>()

  constructor(private readonly linked: Linked) {}

  isKept(read: number): boolean {
    const { whole, values } = this.linked
    const [name] = whole.args(read)
    if (name === undefined) return false
    const texts = values.texts(name)
    const kept = this.namesOf(calledName(this.linked, read))
    return texts.length > 0 && texts.every(({ value, exact }) => exact && kept.has(value))
  }

  private namesOf(method: string): ReadonlySet<string> {
    const known = this.byMethod.get(method)
    if (known) return known
    const { whole, values } = this.linked
    const names = new Set<string>()
    for (const call of lookupOf(whole).called(method)) {
      const [name, value] = whole.args(call)
      if (name === undefined) continue
      if (value !== undefined) for (const text of values.texts(name)) if (text.exact) names.add(text.value)
      // `node.data({ row, column })`
      if (value === undefined && whole.kind[name] === Kind.Object)
        for (const entry of whole.items(whole.a[name] as number))
          if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1) names.add(whole.text(whole.a[entry] as number))
    }
    this.byMethod.set(method, names)
    return names
  }
}
