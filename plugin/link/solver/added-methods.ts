/**
 * Methods that the program puts onto objects which a library hands out: `response.sendPage = function (name) {}` in one place is what
 * `response.sendPage('a')` runs in another.
 */
import { Kind } from '../../graph'
import type { State } from './state'

/** Who has the original under the same name at hand puts a wrapper around it, and for that one object: `const { end } = response`. */
export function seedAddedMethods({ whole, addedMethods: { stores, names } }: State): void {
  const { kind, b, c, size } = whole
  for (let node = 0; node < size; node++)
    if (kind[node] === Kind.Store && kind[c[node] as number] === Kind.Function) {
      stores.add(node)
      names.add(b[node] as number)
    }
  if (stores.size === 0) return
  const atHand = new Map<number, Set<number>>()
  for (let node = 0; node < size; node++) {
    if (kind[node] !== Kind.Load || !names.has(b[node] as number)) continue
    const name = b[node] as number
    const functions = atHand.get(name) ?? new Set()
    atHand.set(name, functions.add(whole.functionOf(node)))
  }
  names.clear()
  for (const store of stores)
    if (atHand.get(b[store] as number)?.has(whole.functionOf(store))) stores.delete(store)
    else names.add(b[store] as number)
}

/** Of a name that functions are put under, what stands there besides the library's own. */
export function loadAdded(state: State, to: number, label: number, property: number): void {
  if (state.addedMethods.names.has(property) && isHandedOut(state, label)) state.store.edge(state.fields.of(label, property), to)
}

export function storeAdded(state: State, store: number, label: number): void {
  const { whole, fields } = state
  if (state.addedMethods.stores.has(store) && isHandedOut(state, label))
    state.store.edge(whole.c[store] as number, fields.of(label, whole.b[store] as number))
}

/** Of a type that a model names. Members of modules are what tests replace. */
function isHandedOut({ paths, labels }: State, label: number): boolean {
  const { parent, step } = paths.node(labels.data[label] as number)
  return parent < 0 && step.startsWith('type:')
}
