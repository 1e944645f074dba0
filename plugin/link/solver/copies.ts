/** Objects whose every field counts, whatever its name: those that are spread into others, and those whose values are taken. */
import type { LabelKind } from '../labels'
import { isObject, type State } from './state'

export function copyFields({ fields, labels, store }: State, from: number, to: number): void {
  if (from === to || !isObject(labels.kind[from] as LabelKind)) return
  if (fields.copiers.get(from)?.includes(to)) return
  fields.watch(fields.copiers, from, to)
  for (let i = 0, count = fields.count(from); i < count; i++) {
    const field = fields.item(from, i)
    store.edge(field, fields.of(to, store.propertyOf(field)))
  }
}

export function collectFields({ fields, store }: State, label: number, kind: LabelKind, to: number): void {
  if (!isObject(kind)) return
  fields.watch(fields.collectors, label, to)
  for (let i = 0, count = fields.count(label); i < count; i++) store.edge(fields.item(label, i), to)
}
