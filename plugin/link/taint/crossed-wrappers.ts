/**
 * Ways through a wrapper that calls what it was handed, `(callback) => (...args) => callback(...args)`, which go in by what one call of
 * the wrapper made and come out in what another was handed: the analysis keeps one wrapper for all. In: the nodes of one way. Out: the
 * wrapper's name where the two calls are known, and are not the same.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'

const MOST_HOPS = 6

export function crossedWrapper(linked: Linked, steps: readonly number[]): string | undefined {
  const { whole, values } = linked
  for (let index = 2; index < steps.length; index++) {
    const param = steps[index] as number
    if (param >= whole.size || whole.kind[param] !== Kind.Param) continue
    const handed = values.callAround(whole.functions[whole.a[param] as number]?.node ?? -1)
    if (handed < 0 || whole.kind[handed] !== Kind.Call) continue
    const made = madeBy(linked, handed, steps.slice(0, index))
    if (made !== undefined && made !== handed) return calledName(linked, handed)
  }
  return undefined
}

/** The call of the same wrapper that made the function by which a way went into it; undefined where it did not, or that is not known. */
function madeBy(linked: Linked, handed: number, before: readonly number[]): number | undefined {
  const { whole, solver } = linked
  const wrappers = solver.callees.get(handed)
  if (!wrappers || wrappers.size === 0) return undefined
  for (let index = before.length - 1; index > 0; index--) {
    const param = before[index] as number
    if (param >= whole.size || whole.kind[param] !== Kind.Param) continue
    const fn = whole.a[param] as number
    if (!isInside(linked, fn, wrappers)) continue
    const given = before[index - 1] as number
    const calls = [...(solver.callers.get(fn) ?? [])].filter((call) => whole.args(call).includes(given))
    return calls.length === 1 ? makerOf(linked, whole.a[calls[0] as number] as number, wrappers) : undefined
  }
  return undefined
}

/** A function that a wrapper makes. */
function isInside({ whole }: Linked, fn: number, wrappers: ReadonlySet<number>): boolean {
  for (let at = whole.functions[fn]?.parent ?? -1, hops = 0; at >= 0 && hops < MOST_HOPS; at = whole.functions[at]?.parent ?? -1, hops++)
    if (wrappers.has(at)) return true
  return false
}

/** `const [run, isBusy] = useBusy(…)`, `const run = once(…)`: the call whose outcome is called. */
function makerOf({ whole, solver }: Linked, callee: number, wrappers: ReadonlySet<number>): number | undefined {
  for (let at = callee, hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; hops++) {
    const kind = whole.kind[at] as Kind
    const items = kind === Kind.Cell ? whole.items(whole.a[at] as number) : []
    if (kind === Kind.Call) return [...(solver.callees.get(at) ?? [])].some((fn) => wrappers.has(fn)) ? at : undefined
    if (kind === Kind.Refine || kind === Kind.Load || kind === Kind.Element) at = whole.a[at] as number
    else if (items.length === 1) at = items[0] as number
    else return undefined
  }
  return undefined
}
