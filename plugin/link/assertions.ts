/** Calls that throw unless their first argument holds: `assert(user, error)`, and helpers of the program that come to that. */
import { Kind, RegionKind } from '../graph'
import { calledName, type Linked } from './linked'
import { NOT } from './operators'

const ASSERTS = /^assert(?:[A-Z]\w*)?$/

export function asserts(linked: Linked, call: number): boolean {
  if (linked.whole.kind[call] !== Kind.Call) return false
  if (ASSERTS.test(calledName(linked, call))) return true
  const callees = [...(linked.solver.callees.get(call) ?? [])]
  return callees.length > 0 && callees.every((fn) => throwsWithoutFirst(linked, fn))
}

/** The body asserts its first parameter, or throws where that does not hold. */
function throwsWithoutFirst(linked: Linked, fn: number): boolean {
  const { whole, effects } = linked
  const [first] = whole.functions[fn]?.params ?? []
  if (first === undefined) return false
  const isFirst = (node: number | undefined): boolean =>
    node !== undefined && node >= 0 && (node === first || (whole.kind[node] === Kind.Refine && isFirst(whole.a[node])))
  return effects.ofFunction(fn).some((node) => {
    if (whole.kind[node] === Kind.Call) return ASSERTS.test(calledName(linked, node)) && isFirst(whole.args(node)[0])
    if (whole.kind[node] !== Kind.Throw) return false
    const [kind, , condition = -1] = [0, 1, 2].map((part) => whole.regions[(whole.region[node] as number) * 4 + part])
    if (kind === RegionKind.False) return isFirst(condition)
    return kind === RegionKind.True && whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT && isFirst(whole.a[condition])
  })
}
