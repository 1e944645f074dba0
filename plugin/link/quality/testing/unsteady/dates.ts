/** Assertions that hold the clock against something: equal to the present moment, or done within a time. */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import type { Linked } from '../../../linked'
import { MINUS } from '../../../operators'
import { namesOf } from '../calls'
import { placeAt, type TestFile } from './place'

const EQUAL = /^(?:toBe|toEqual|toStrictEqual|equal|equals|strictEqual|deepEqual|deepStrictEqual|eql|eq|is|same|toMatchObject)$/
const ORDER =
  /^(?:toBeLessThan|toBeLessThanOrEqual|toBeGreaterThan|toBeGreaterThanOrEqual|below|lessThan|lessThanOrEqual|isBelow|isAtMost|most|above|least|greaterThan|within|toBeCloseTo|closeTo)$/

const CLOCK = /\bDate\b|\bperformance\b/
const HOLDS_ORDER = /LessThan|lessThan|GreaterThan|greaterThan|[bB]elow|\babove\b|\bleast\b|\bmost\b|isAtMost|\bwithin\b|[cC]loseTo/

export function comparedDates(file: TestFile): UnsteadyPlace[] {
  const { linked, text, calls, hasFakeTime } = file
  const { whole } = linked
  if (!CLOCK.test(text) && !HOLDS_ORDER.test(text)) return []
  return calls().flatMap(({ call, root, names }) => {
    const matcher = names.at(-1) ?? ''
    if (!(root === 'expect' || root === 'assert' || root === 't') || !(EQUAL.test(matcher) || ORDER.test(matcher))) return []
    const expected = root === 'expect' ? expectedIn(linked, whole.a[call] as number) : -1
    const subject = expected < 0 ? [] : [...whole.args(expected)]
    const sides = [...whole.args(call), ...subject]
    // A moment that was kept in a variable is the same on both sides.
    const isWritten = (node: number) => isIn(linked, node, call) || (expected >= 0 && isIn(linked, node, expected))
    if (EQUAL.test(matcher) && sides.some((side) => isNow(linked, side, isWritten)) && !hasFakeTime())
      return [placeAt(file, call, 'date', 'It is equal only where both sides are made in the same millisecond.', 'high')]
    if (ORDER.test(matcher) && sides.some((side) => isElapsed(linked, side)) && !hasFakeTime())
      return [placeAt(file, call, 'date', 'It holds only where the machine is fast enough, and slow enough.', 'medium')]
    return []
  })
}

/** The call of `expect` in front of a matcher, -1 without one. */
function expectedIn({ whole }: Linked, callee: number): number {
  for (let at = callee, hops = 0; at >= 0 && hops < 12; hops++) {
    if (whole.kind[at] === Kind.Load) at = whole.a[at] as number
    else if (whole.kind[at] === Kind.Call) {
      const inner = whole.a[at] as number
      if (whole.kind[inner] === Kind.Global || whole.kind[inner] === Kind.Import) return at
      at = inner
    } else return -1
  }
  return -1
}

/** It is written between the brackets, and not brought along by a name. */
function isIn({ whole }: Linked, node: number, call: number): boolean {
  return (whole.pos[node] as number) >= (whole.pos[call] as number) && (whole.end[node] as number) <= (whole.end[call] as number)
}

/** `new Date()`, `Date.now()`, and what is read from them at once. */
function isNow(linked: Linked, node: number, isMeant: (node: number) => boolean, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || hops > 4 || !isMeant(node)) return false
  if (whole.kind[node] === Kind.New) {
    const callee = whole.a[node] as number
    return whole.args(node).length === 0 && whole.kind[callee] === Kind.Global && whole.text(whole.a[callee] as number) === 'Date'
  }
  if (whole.kind[node] !== Kind.Call) return false
  const { root, names } = namesOf(linked, whole.a[node] as number)
  if (/^(?:Date|performance)$/.test(root) && names.at(-1) === 'now') return true
  // `new Date().toISOString()`, but not the year of it.
  return (
    /^(?:getTime|toISOString|valueOf|toJSON|toString)$/.test(names.at(-1) ?? '') &&
    isNow(linked, whole.a[whole.a[node] as number] as number, isMeant, hops + 1)
  )
}

function isElapsed(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  return [node, ...values.definitions(node)].some(
    (at) =>
      whole.kind[at] === Kind.Binary &&
      whole.c[at] === MINUS &&
      [whole.a[at] as number, whole.b[at] as number].some((side) =>
        values.definitions(side).some((definition) => isNow(linked, definition, () => true)),
      ),
  )
}
