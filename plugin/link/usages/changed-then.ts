/** Comparisons of a password that let nobody in: where it is another one, it is hashed, or taken over as it is. */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { thingNamed } from '../names'
import { conditionsHolding } from '../regions'
import type { Whole } from '../whole/index'
import { HASHING } from './value-names'

/**
 * `if (given.password !== stored.password) given.password = hash(given.password)`, and `stored.password = given.password` without a hash:
 * a change is noticed, and nobody let in.
 */
export function isChangedThen(linked: Linked, comparison: number): boolean {
  const { whole, effects } = linked
  const fn = whole.functionOf(comparison)
  if (fn < 0) return false
  const sides = [whole.a[comparison] as number, whole.b[comparison] as number].map((side) => thingNamed(whole, side))
  const takesOver = (store: number): boolean => {
    if (whole.kind[store] !== Kind.Store) return false
    const value = thingNamed(whole, whole.c[store] as number)
    return sides.some((side, index) => isSameRead(whole, side, value) && isReadOf(whole, sides[1 - index] as number, store))
  }
  const holds = (condition: number, hops: number): boolean =>
    condition === comparison || (hops < 4 && whole.madeOf(condition).some((part) => part >= 0 && holds(part, hops + 1)))
  for (const effect of effects.within(fn)) {
    if (!(whole.kind[effect] === Kind.Call && HASHING.test(calledName(linked, effect))) && !takesOver(effect)) continue
    if (conditionsHolding(whole, effect).some((condition) => holds(condition, 0))) return true
  }
  return false
}

/** The same member of the same thing, read twice. */
function isSameRead(whole: Whole, one: number, other: number): boolean {
  if (one === other) return one >= 0
  if (one < 0 || other < 0 || whole.kind[one] !== Kind.Load || whole.kind[other] !== Kind.Load || whole.b[one] !== whole.b[other]) return false
  return isSameRead(whole, thingNamed(whole, whole.a[one] as number), thingNamed(whole, whole.a[other] as number))
}

/** Whether a store writes what a read reads. */
function isReadOf(whole: Whole, read: number, store: number): boolean {
  if (read < 0 || whole.kind[read] !== Kind.Load || whole.b[read] !== whole.b[store]) return false
  return isSameRead(whole, thingNamed(whole, whole.a[read] as number), thingNamed(whole, whole.a[store] as number))
}
