/**
 * The list of further arguments, `(...args)`, keeps apart what it is handed at which place, from the first on and from the last back:
 * `const [router, path] = args`, `args[args.length - 1]`. In: a call's arguments, or a read of such a list. Out: they are joined.
 * What comes there by a spread, or where something moves its elements, may stand anywhere.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { MINUS } from '../operators'
import type { State } from './state'

/** Methods by which elements come to other places. */
const MOVES = new Set(['push', 'unshift', 'pop', 'shift', 'splice', 'reverse', 'sort', 'fill', 'copyWithin'])

const listOf = ({ labels }: State, param: number): number => labels.of(LabelKind.Object, param)

/** Whether an object is such a list. */
export const isFurther = ({ whole, labels }: State, list: number): boolean => whole.kind[labels.data[list] as number] === Kind.Param

/** @param count how many there are in all; undefined where a list is spread among them */
export function giveFurther(state: State, param: number, argument: number, place: number, count: number | undefined): void {
  const { store, fields, names } = state
  const list = listOf(state, param)
  store.add(param, list)
  store.edge(argument, fields.of(list, names.element))
  const [first, last] = [names.indices[place], count === undefined ? names.somewhere : names.fromEnd[count - 1 - place]]
  if (first !== undefined) store.edge(argument, fields.of(list, first))
  if (last !== undefined) store.edge(argument, fields.of(list, last))
}

/** Elements of another list, by which place nobody knows. */
export function giveSpread(state: State, param: number, spread: number): void {
  const { store, fields, reactions, names } = state
  const list = listOf(state, param)
  store.add(param, list)
  const somewhere = fields.of(list, names.somewhere)
  reactions.load(spread, names.element, somewhere)
  store.edge(somewhere, fields.of(list, names.element))
}

/** `args[0]`: of what has a place of its own, that alone. Whether the list tells. */
export function loadPlace(state: State, to: number, list: number, property: number): boolean {
  if (!isFurther(state, list) || !state.names.indices.includes(property)) return false
  state.store.edge(state.fields.of(list, state.names.somewhere), to)
  return true
}

/** `args[args.length - 1]`. Whether the list tells. */
export function loadFromEnd(state: State, load: number, list: number): boolean {
  const { whole, store, fields, names } = state
  if (!isFurther(state, list)) return false
  const key = whole.b[load] as number
  if (whole.kind[key] !== Kind.Binary || whole.c[key] !== MINUS || !isLengthOf(state, whole.a[key] as number, whole.a[load] as number)) return false
  const back = whole.b[key] as number
  const last = whole.kind[back] === Kind.Number ? names.fromEnd[Number(whole.text(whole.a[back] as number)) - 1] : undefined
  if (last === undefined) return false
  store.edge(fields.of(list, last), load)
  store.edge(fields.of(list, names.somewhere), load)
  return true
}

function isLengthOf({ whole }: State, node: number, list: number): boolean {
  const at = plain(whole, node)
  return whole.kind[at] === Kind.Load && whole.text(whole.b[at] as number) === 'length' && plain(whole, whole.a[at] as number) === plain(whole, list)
}

/** Past what tests say of it. */
function plain(whole: State['whole'], node: number): number {
  let at = node
  while (at >= 0 && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}

/** A method of the list is called: behind one that moves elements, any may stand anywhere. */
export function moveFurther(state: State, list: number, method: string): void {
  if (MOVES.has(method) && isFurther(state, list)) anywhere(state, list)
}

/** `args[i] = value`. */
export function anywhere({ store, fields, names }: State, list: number): void {
  store.edge(fields.of(list, names.element), fields.of(list, names.somewhere))
}
