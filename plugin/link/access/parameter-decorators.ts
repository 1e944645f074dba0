/** Decorators of parameters: `@Team() team`. In: a parameter. Out: what stands behind each `@`, in the order of the program. */
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
