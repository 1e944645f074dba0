/**
 * What follows `--` in a list of arguments is no option, whatever it begins with. In: a call that puts values into a list. Out: whether
 * `--` is in it before, from the same call, an earlier one that always runs before, or the list as it was written.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

export function isBehindDashes(linked: Linked, call: number, index: number): boolean {
  const { whole, values } = linked
  const name = calledName(linked, call)
  if (name !== 'push' && name !== 'concat') return false
  if (hasDashes(whole.args(call).slice(0, index))) return true
  const list = receiverOf(linked, call)
  const made = values.definitions(list).filter((node) => node < whole.size)
  if (made.length === 0 || made.some((node) => whole.kind[node] !== Kind.Array)) return false
  if (made.every((node) => hasDashes(whole.items(whole.a[node] as number)))) return true
  const above = regionsAbove(call)
  return [...lookupOf(whole).inFunction(whole.functionOf(call))].some(
    (other) =>
      whole.kind[other] === Kind.Call &&
      calledName(linked, other) === 'push' &&
      (whole.pos[other] as number) < (whole.pos[call] as number) &&
      ((whole.region[other] as number) < 0 || above.has(whole.region[other] as number)) &&
      hasDashes(whole.args(other)) &&
      values.definitions(receiverOf(linked, other)).some((node) => made.includes(node)),
  )

  function hasDashes(items: ArrayLike<number>): boolean {
    return Array.from(items).some((item) => whole.kind[item] === Kind.String && whole.text(whole.a[item] as number) === '--')
  }

  function regionsAbove(node: number): Set<number> {
    const regions = new Set<number>()
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) regions.add(region)
    return regions
  }
}
