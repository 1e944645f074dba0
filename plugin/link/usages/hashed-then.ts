/** Comparisons of a password that let nobody in: where it is another one, it is hashed and kept. */
import { Kind, RegionKind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { HASHING } from './value-names'

/** `if (given.password !== stored.password) given.password = hash(given.password)`: a change is noticed, and nobody let in. */
export function isHashedThen(linked: Linked, comparison: number): boolean {
  const { whole, effects } = linked
  const fn = whole.functionOf(comparison)
  if (fn < 0) return false
  const holds = (condition: number, hops: number): boolean =>
    condition === comparison || (hops < 4 && whole.madeOf(condition).some((part) => part >= 0 && holds(part, hops + 1)))
  for (const call of effects.within(fn)) {
    if (whole.kind[call] !== Kind.Call || !HASHING.test(calledName(linked, call))) continue
    for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition >= 0 && whole.regions[region * 4] === RegionKind.True && holds(condition, 0)) return true
    }
  }
  return false
}
