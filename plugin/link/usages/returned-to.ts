/** Where a value goes that a function returns. In: the value. Out: the calls that get it; undefined where its function does not return it. */
import type { Linked } from '../linked'

export function returnedTo({ whole, solver }: Linked, node: number): readonly number[] | undefined {
  const fn = whole.functionOf(node)
  return whole.functions[fn]?.returns.includes(node) ? [...(solver.callers.get(fn) ?? [])] : undefined
}
