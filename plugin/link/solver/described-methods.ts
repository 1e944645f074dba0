/**
 * Methods that are described rather than written in a class, as compilers put them: `createClass(Shop, [{ key: 'open', value: function () {} }],
 * [{ key: 'of', value: function () {} }])`. The first list is the prototype's, the second the class's own.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { giveSelf } from './classes'
import { Reaction } from './reactions'
import type { State } from './state'

/** Told for each call: few have a list of such objects as their second or third argument. */
export function seedDescribedMethods(state: State, call: number): void {
  const { whole, reactions } = state
  const list = whole.b[call] as number
  if (list < 0 || (whole.lists[list] as number) < 2) return
  const args = whole.args(call)
  if (isDescription(state, args[1] as number) || (args[2] !== undefined && isDescription(state, args[2])))
    reactions.add(args[0] as number, Reaction.Describe, call)
}

/** A function came where the class stands. */
export function describe(state: State, call: number, label: number): void {
  const { whole, labels } = state
  const args = whole.args(call)
  const prototype = labels.of(LabelKind.Constructed, labels.data[label] as number)
  if (isDescription(state, args[1] as number)) give(state, args[1] as number, prototype)
  if (args[2] !== undefined && isDescription(state, args[2])) give(state, args[2], label)
}

function isDescription({ whole }: State, node: number): boolean {
  if (whole.kind[node] !== Kind.Array || (whole.a[node] as number) < 0) return false
  const entries = whole.items(whole.a[node] as number)
  return entries.length > 0 && entries.every((entry) => whole.kind[entry] === Kind.Object && keyOf(whole, entry) >= 0)
}

function give(state: State, list: number, owner: number): void {
  const { whole, store, fields } = state
  for (const entry of whole.items(whole.a[list] as number)) {
    const field = fields.of(owner, keyOf(whole, entry))
    const value = propertyOf(whole, entry, 'value')
    const getter = propertyOf(whole, entry, 'get')
    if (value >= 0) store.edge(value, field)
    if (getter >= 0 && whole.kind[getter] === Kind.Function)
      for (const answer of whole.functions[whole.a[getter] as number]?.returns ?? []) store.edge(answer, field)
    for (const node of [value, getter, propertyOf(whole, entry, 'set')])
      if (node >= 0 && whole.kind[node] === Kind.Function) giveSelf(state, whole.a[node] as number, owner)
  }
}

type Program = State['whole']

/** The text that names the method, -1 where the object describes none. */
function keyOf(whole: Program, object: number): number {
  const key = propertyOf(whole, object, 'key')
  const isMethod = ['value', 'get', 'set'].some((name) => {
    const node = propertyOf(whole, object, name)
    return node >= 0 && whole.kind[node] === Kind.Function
  })
  return key >= 0 && whole.kind[key] === Kind.String && isMethod ? (whole.a[key] as number) : -1
}

function propertyOf(whole: Program, object: number, name: string): number {
  if ((whole.a[object] as number) < 0) return -1
  for (const entry of whole.items(whole.a[object] as number))
    if (whole.kind[entry] === Kind.Property && (whole.a[entry] as number) >= 0 && whole.text(whole.a[entry] as number) === name)
      return whole.b[entry] as number
  return -1
}
