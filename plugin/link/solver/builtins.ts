/** Functions of the language itself whose result is made of their arguments: `Object.values`, `Promise.all` and their like. */
import { LabelKind } from '../labels'
import type { State } from './state'

/** @param path what is called, nothing of a package; @param args at least one */
export function builtIn(state: State, call: number, path: number, args: ArrayLike<number>): void {
  const { paths, store } = state
  const first = args[0] as number
  const name = paths.show(path)
  switch (name) {
    case 'Object.values':
    case 'Object.entries':
    case 'Array.from':
    case 'Promise.all':
    case 'Promise.allSettled':
    case 'Object.keys':
      makeList(state, call, name, first)
      break
    case 'Object.create':
      inherit(state, call, first)
      break
    case 'Object.freeze':
    case 'Promise.resolve':
    case 'structuredClone':
      store.edge(first, call)
      break
  }
}

/** `Object.create(prototype)`: an object of its own, which has what the prototype has. */
function inherit({ labels, store, reactions }: State, call: number, prototype: number): void {
  const made = labels.of(LabelKind.Object, call)
  store.add(call, made)
  reactions.copy(prototype, made)
}

function makeList({ labels, store, fields, reactions, names }: State, call: number, name: string, from: number): void {
  const list = labels.of(LabelKind.Object, call)
  store.add(call, list)
  if (name === 'Object.keys') return
  const element = fields.of(list, names.element)
  if (name === 'Object.entries') {
    // A pair's second half is any property's value; its first half is text.
    const pair = labels.of(LabelKind.ObjectOf, call)
    store.add(element, pair)
    reactions.collect(from, fields.of(pair, names.second))
  } else if (name === 'Object.values') reactions.collect(from, element)
  else {
    reactions.load(from, names.element, element)
    if (name.startsWith('Promise')) reactions.copy(from, list)
  }
}
