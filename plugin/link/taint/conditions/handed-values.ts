/**
 * Where a value stands among what a function is handed, and where the function takes it from there. In: arguments of a call and a value, or
 * the function that is called. Out: the position, with the property that holds it; the parameter, or where its property is read.
 */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import type { SameValues } from '../same-values'

/** Where a function is handed a value: a parameter, or a property of what a parameter stands for. */
export interface Given {
  position: number
  property?: string
}

export class HandedValues {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** Where a value stands among what a function is handed: by itself, or as a property of an object that is written out. */
  givenAt(args: readonly number[], value: number): Given | undefined {
    const { whole } = this.linked
    for (const [position, argument] of args.entries()) {
      if (whole.kind[argument] === Kind.Spread) return undefined
      if (this.same.isSame(argument, value)) return { position }
      const object = this.same.plain(argument)
      if (object < 0 || whole.kind[object] !== Kind.Object) continue
      const items = [...whole.items(whole.a[object] as number)]
      const at = items.findIndex(
        (item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && this.same.isSame(whole.b[item] as number, value),
      )
      // What is spread later may put something else there.
      if (at >= 0 && !items.slice(at).some((item) => whole.kind[item] !== Kind.Property))
        return { position, property: whole.text(whole.a[items[at] as number] as number) }
    }
    return undefined
  }

  /** Where among what a function is handed the normal form of a path stands: `isInside(path.resolve(file))`. */
  normalFormAt(args: readonly number[], value: number): Given | undefined {
    const position = args.findIndex((argument) => this.same.isNormalForm(argument, value))
    return position < 0 || args.slice(0, position).some((each) => this.linked.whole.kind[each] === Kind.Spread) ? undefined : { position }
  }

  /** A parameter, or where the function first reads a property of it; undefined where it never does. */
  takenBy(fn: number, { position, property }: Given): number | undefined {
    const { whole } = this.linked
    const param = whole.functions[fn]?.params[position]
    if (param === undefined || property === undefined) return param
    return lookupOf(whole)
      .inFunction(fn)
      .find(
        (load) =>
          whole.kind[load] === Kind.Load && whole.text(whole.b[load] as number) === property && this.same.isSame(whole.a[load] as number, param),
      )
  }
}
