/** Properties that the solver itself speaks of, as numbers of the program's strings. */
import type { Whole } from '../whole/index'

/** Field of what a list has anywhere, and of what an object has under keys that are not known. */
export const ELEMENT = '[]'
/** Field of what a Map holds under any of its keys: its elements are pairs. */
const HELD = '[held]'
/** Field of what a list of further arguments has at a place that is not known. */
const SOMEWHERE = '[somewhere]'
/** Elements of a written list that have a field of their own besides the one for all. */
const NUMBERED_ELEMENTS = 12
/** Further arguments that are counted from the last one. */
const COUNTED_FROM_END = 3

export interface Names {
  element: number
  held: number
  somewhere: number
  /** `0`, `1` and so on, as many as have a field of their own. */
  indices: readonly number[]
  /** Of further arguments the last, the last but one and so on. */
  fromEnd: readonly number[]
  /** `1`: where a pair has its value. */
  second: number
  super: number
  /** What a component that is a class is given. */
  props: number
  // Not `then` and so on: whatever has that name looks like a promise.
  thenMethod: number
  finallyMethod: number
  catchMethod: number
}

export function namesIn(whole: Whole): Names {
  const element = whole.string(ELEMENT)
  const held = whole.string(HELD)
  const indices = Array.from({ length: NUMBERED_ELEMENTS }, (_, index) => whole.string(String(index)))
  return {
    element,
    held,
    somewhere: whole.string(SOMEWHERE),
    indices,
    fromEnd: Array.from({ length: COUNTED_FROM_END }, (_, index) => whole.string(`[-${index + 1}]`)),
    second: indices[1] as number,
    super: whole.string('super'),
    props: whole.string('props'),
    thenMethod: whole.string('then'),
    finallyMethod: whole.string('finally'),
    catchMethod: whole.string('catch'),
  }
}
