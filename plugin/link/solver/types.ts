/** Type annotations: they name what a value is where values do not, `constructor(private users: UsersService)`. */
import { PairTable } from '../compact'
import { LabelKind } from '../labels'
import { addPath, type State } from './state'

/** Types that stand for what they are given. */
const TRANSPARENT_TYPES = new Set(['Promise', 'Array', 'Partial', 'Readonly', 'Omit', 'Pick', 'Required'])

export function seedTypes({ whole, store }: State): void {
  for (const typed of [whole.annotations, whole.casts]) for (const [node, type] of typed) store.edge(type, node)
  // A declared return type helps where the body says less: `function app(): Express { return make() }`.
  for (const { fact, file, returns } of whole.functions)
    if (fact.returnType >= 0) for (const node of returns) store.edge(fact.returnType + (whole.base[file] as number), node)
}

/** What a type names came to where it is written. */
export function typed(state: State, user: number, label: number, kind: LabelKind): void {
  const { whole, labels, store } = state
  if (whole.c[user] === 1) typedList(state, user, label, kind)
  else if (kind === LabelKind.Api) typedByLibrary(state, user, labels.data[label] as number)
  else if (kind === LabelKind.Class) store.add(user, labels.of(LabelKind.Instance, labels.data[label] as number))
  else if (kind === LabelKind.Interface || kind === LabelKind.Instance) store.add(user, label)
}

/** An array of it: one element of that type. */
function typedList(state: State, user: number, label: number, kind: LabelKind): void {
  const { labels, store, fields, names, paths } = state
  const data = labels.data[label] as number
  const made = labels.of(LabelKind.Object, user)
  store.add(user, made)
  const element = fields.of(made, names.element)
  if (kind === LabelKind.Class) store.add(element, labels.of(LabelKind.Instance, data))
  else if (kind === LabelKind.Api) addPath(state, element, paths.instance(data), user)
  else store.add(element, label)
}

function typedByLibrary(state: State, user: number, type: number): void {
  const { whole, store, paths, deferredTypes } = state
  if (TRANSPARENT_TYPES.has(paths.show(type))) {
    for (const argument of whole.args(user)) store.edge(argument, user)
    return
  }
  // A global type that no model knows says nothing that could be followed.
  if (paths.rootOf(type).startsWith('global:') && !paths.node(type).known) return
  const path = paths.instance(type)
  if (path < 0) return
  if (paths.node(path).instance) deferredTypes.push([user, path])
  else addPath(state, user, path, user)
}

/** Types of stateful objects speak only where values did not: `tell` does so, and says whether anything was new. */
export function typesToTell(state: State): { tell(): boolean } {
  const { store, labels, deferredTypes } = state
  const told = new PairTable()
  return {
    tell() {
      let isNew = false
      for (const [type, path] of deferredTypes)
        for (const node of store.successorsOf(type)) {
          if (told.get(node, path) >= 0) continue
          told.set(node, path, 1)
          isNew = true
          if (!isObjectOf(state, node, path)) store.add(node, labels.of(LabelKind.ApiObject, node, path))
        }
      return isNew
    },
  }
}

function isObjectOf({ store, labels }: State, node: number, path: number): boolean {
  for (let i = 0; i < store.count(node); i++) {
    const label = store.label(node, i)
    if (labels.kind[label] === LabelKind.ApiObject && labels.extra[label] === path) return true
  }
  return false
}
