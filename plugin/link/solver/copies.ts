/** Objects whose every field counts, whatever its name: those that are spread into others, and those whose values are taken. */
import { LabelKind } from '../labels'
import { addPath, isObject, type State } from './state'

export function copyFields(state: State, from: number, to: number): void {
  const { fields, labels, store } = state
  const kind = labels.kind[from] as LabelKind
  if (kind === LabelKind.Api) copyMembers(state, labels.data[from] as number, to)
  if (from === to || !isObject(kind)) return
  if (fields.copiers.get(from)?.includes(to)) return
  fields.watch(fields.copiers, from, to)
  for (let i = 0, count = fields.count(from); i < count; i++) {
    const field = fields.item(from, i)
    store.edge(field, fields.of(to, store.propertyOf(field)))
  }
}

/** What models name of a package, where all of it is put into another object: `Object.assign(exports, fs)`. */
function copyMembers(state: State, path: number, to: number): void {
  const { fields, paths, steps, whole } = state
  const { parent, step, children } = paths.node(path)
  if (parent >= 0 || step.startsWith('global:') || !children) return
  for (const member of children.keys()) {
    if (!/^\.[\w$]+$/.test(member)) continue
    const property = whole.string(member.slice(1))
    const field = fields.of(to, property)
    addPath(state, field, steps.memberOf(path, property), field)
  }
}

export function collectFields({ fields, store }: State, label: number, kind: LabelKind, to: number): void {
  if (!isObject(kind)) return
  fields.watch(fields.collectors, label, to)
  for (let i = 0, count = fields.count(label); i < count; i++) store.edge(fields.item(label, i), to)
}
