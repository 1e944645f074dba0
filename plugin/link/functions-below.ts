/** What functions lead to: those that stand in them, and those that they call. In: functions. Out: these and all below. */
import type { Linked } from './linked'

/**
 * @param deepest calls one below the other
 * @param most functions in all; where there are more, nothing is told
 */
export function functionsBelow(
  { effects, solver }: Pick<Linked, 'effects' | 'solver'>,
  functions: readonly number[],
  deepest: number,
  most: number,
): ReadonlySet<number> | undefined {
  const found = new Set<number>()
  let next = functions.filter((fn) => fn >= 0)
  for (let depth = 0; next.length > 0 && depth <= deepest; depth++) {
    const later: number[] = []
    for (let at = 0; at < next.length; at++) {
      const fn = next[at] as number
      if (found.has(fn)) continue
      found.add(fn)
      if (found.size > most) return undefined
      next.push(...effects.functionsIn(fn))
      for (const node of effects.ofFunction(fn)) later.push(...(solver.callees.get(node) ?? []))
    }
    next = later
  }
  return found
}
