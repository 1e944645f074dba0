/** Decorators of parameters: `@Team() team`. In: a parameter. Out: what stands behind each `@`, in the order of the program. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import type { Whole } from '../whole/index'

const known = new WeakMap<Whole, Map<number, number[]>>()

export function decoratorsOf(whole: Whole, param: number): readonly number[] {
  let all = known.get(whole)
  if (!all) {
    all = new Map()
    for (const { fn, index, expression } of whole.parameterDecorators) {
      const at = whole.functions[fn]?.params[index]
      if (at !== undefined) all.set(at, [...(all.get(at) ?? []), expression])
    }
    known.set(whole, all)
  }
  return all.get(param) ?? []
}

/** What a decorator of the program's own puts into a parameter: what the function returns that it is made of, `createParamDecorator((_, context) => …)`. */
export function filledBy({ whole, values }: Linked, expression: number): readonly number[] {
  if (whole.kind[expression] !== Kind.Call) return []
  return values.definitions(whole.a[expression] as number).flatMap((made) => {
    const [first] = made < whole.size && whole.kind[made] === Kind.Call ? whole.args(made) : []
    return first === undefined || whole.kind[first] !== Kind.Function ? [] : (whole.functions[whole.a[first] as number]?.returns ?? [])
  })
}
