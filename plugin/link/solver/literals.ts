/** Objects and lists as they are written out. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { seedMember } from './classes'
import type { State } from './state'

export function seedObject(state: State, node: number, list: number): void {
  const { whole, labels, store, fields, reactions, names, computed } = state
  const { kind, a, b, lists } = whole
  const object = labels.of(LabelKind.Object, node)
  store.add(node, object)
  if (list < 0) return
  for (let at = list + 1, end = at + (lists[list] as number); at < end; at++) {
    const entry = lists[at] as number
    const key = a[entry] as number
    if (kind[entry] === Kind.Spread) reactions.copy(key, object)
    else seedMember(state, b[entry] as number, fields.of(object, key !== -1 ? key : names.element))
    if (kind[entry] === Kind.Property && key === -1) computed.add(node)
  }
}

export function seedArray({ whole, labels, store, fields, reactions, names }: State, node: number, list: number): void {
  const { kind, a, lists } = whole
  const object = labels.of(LabelKind.Object, node)
  store.add(node, object)
  if (list < 0) return
  for (let index = 0; index < (lists[list] as number); index++) {
    const item = lists[list + 1 + index] as number
    if (kind[item] === Kind.Spread) reactions.copy(a[item] as number, object)
    else {
      store.edge(item, fields.of(object, names.element))
      if (index < names.indices.length) store.edge(item, fields.of(object, names.indices[index] as number))
    }
  }
}
