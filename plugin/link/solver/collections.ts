/**
 * Lists, Maps and Sets. What a list or a Set has stands in one field for all its elements; a Map has besides a field for what it
 * holds under any of its keys, since its elements are pairs.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { moveFurther } from './further-arguments'
import { Reaction } from './reactions'
import type { State } from './state'

/** Array methods whose callback sees elements, and what they return. */
const ELEMENT_CALLBACKS = new Map<string, { element: number; result: 'mapped' | 'same' | 'element' | 'none' | 'flat' }>([
  ['forEach', { element: 0, result: 'none' }],
  ['map', { element: 0, result: 'mapped' }],
  ['flatMap', { element: 0, result: 'flat' }],
  ['filter', { element: 0, result: 'same' }],
  ['find', { element: 0, result: 'element' }],
  ['findLast', { element: 0, result: 'element' }],
  ['some', { element: 0, result: 'none' }],
  ['every', { element: 0, result: 'none' }],
  ['sort', { element: 0, result: 'same' }],
  ['reduce', { element: 1, result: 'none' }],
  ['reduceRight', { element: 1, result: 'none' }],
])
const SAME_ARRAY = new Set(['slice', 'reverse', 'concat', 'flat', 'toSorted', 'toReversed', 'splice', 'values'])
const TAKES_ELEMENT = new Set(['pop', 'shift', 'at'])
/** Makers of Maps and Sets, by what they make. */
const COLLECTIONS = new Map<string, Collection>([
  ['Map', 'map'],
  ['WeakMap', 'map'],
  ['Set', 'set'],
  ['WeakSet', 'set'],
])
/** Steps of a path up to which it is looked whether it is a part of a request. */
const MOST_STEPS_UP = 12

export type Collection = 'map' | 'set'

/** What `new` of a global makes, where that is a collection. */
export function kindOfCollection(name: string): Collection | undefined {
  return COLLECTIONS.get(name)
}

/** A method of a list is read: what its calls do. */
export function arrayMethod(state: State, load: number, label: number, method: string): void {
  const { whole, store, fields, reactions, names } = state
  const elements = fields.of(label, names.element)
  moveFurther(state, label, method)
  for (const call of state.uses.callsOf(load)) {
    if (method === 'push' || method === 'unshift') {
      for (const argument of whole.args(call)) {
        if (whole.kind[argument] === Kind.Spread) reactions.copy(whole.a[argument] as number, label)
        else store.edge(argument, elements)
      }
    } else if (ELEMENT_CALLBACKS.has(method)) overElements(state, call, label, method, elements)
    else if (SAME_ARRAY.has(method)) store.add(call, label)
    else if (TAKES_ELEMENT.has(method)) store.edge(elements, call)
  }
}

/** `list.map((element) => …)` and its like. */
function overElements(state: State, call: number, label: number, method: string, elements: number): void {
  const { whole, labels, store, fields, callbacks, names } = state
  const known = ELEMENT_CALLBACKS.get(method) as { element: number; result: string }
  const args = whole.args(call)
  let result = -1
  if (known.result === 'mapped') {
    const made = labels.of(LabelKind.Object, call)
    store.add(call, made)
    result = fields.of(made, names.element)
  } else if (known.result === 'same' || known.result === 'flat') store.add(call, label)
  else if (known.result === 'element') store.edge(elements, call)
  if (args[0] !== undefined) callbacks.add(args[0], { parameter: known.element, from: elements, result })
  if (method.startsWith('reduce') && args[1] !== undefined) {
    store.edge(args[1], call)
    // What it returned for one element it is handed with the next.
    callbacks.add(args[0] as number, { parameter: 0, from: call, result: call })
  }
}

/** `new Map([['a', x]])`: elements are pairs, whose second half is what it holds; those of a Set are what was put in. */
export function collection(state: State, site: number, made: Collection): void {
  const { whole, labels, store, fields, reactions, names } = state
  const label = labels.of(LabelKind.Object, site)
  store.add(site, label)
  const given = whole.args(site)[0]
  const elements = fields.of(label, names.element)
  if (made === 'set') {
    if (given !== undefined) reactions.load(given, names.element, elements)
    return
  }
  state.maps.add(label)
  const held = fields.of(label, names.held)
  const pair = labels.of(LabelKind.ObjectOf, site)
  store.add(elements, pair)
  store.edge(held, fields.of(pair, names.second))
  if (given === undefined) return
  const pairs = store.fresh()
  reactions.load(given, names.element, pairs)
  reactions.load(pairs, names.second, held)
}

/** A method of a Map or a Set is read: whatever was put in comes out, by whichever key. */
export function collectionMethod(state: State, load: number, label: number, method: string): void {
  const { whole, labels, store, fields, reactions, names } = state
  if (!state.maps.has(label) && (method === 'forEach' || method === 'values')) {
    arrayMethod(state, load, label, method)
    return
  }
  const held = fields.of(label, names.held)
  for (const call of state.uses.callsOf(load)) {
    const args = whole.args(call)
    if (method === 'get') store.edge(held, call)
    else if (method === 'forEach' && args[0] !== undefined) state.callbacks.add(args[0], { parameter: 0, from: held, result: -1 })
    else if (method === 'set' && args[1] !== undefined) {
      reactions.add(args[1], Reaction.Hold, held)
      store.add(call, label)
    } else if (method === 'add' && args[0] !== undefined) {
      reactions.add(args[0], Reaction.Hold, fields.of(label, names.element))
      store.add(call, label)
    } else if (method === 'values') {
      const list = labels.of(LabelKind.Object, call)
      store.add(call, list)
      store.edge(held, fields.of(list, names.element))
    } else if (method === 'entries') store.add(call, label)
  }
}

/** A label is put in, and flows to what the collection holds. What requests bring is kept there for others, and is no part of the request that reads it. */
export function hold(state: State, held: number, label: number, kind: LabelKind): void {
  if (kind !== LabelKind.Api || !isSent(state, state.labels.data[label] as number)) state.store.add(held, label)
}

/** Whether a path is a part of a request. */
function isSent({ paths, models }: State, path: number): boolean {
  for (let at = path, hops = 0; at >= 0 && hops < MOST_STEPS_UP; at = paths.node(at).parent, hops++) if (models.doors.inputs.has(at)) return true
  return false
}
