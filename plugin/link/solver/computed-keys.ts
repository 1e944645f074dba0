/** Reading and writing properties whose name is computed: by the names that the key is known to be, and else by any. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { collectFields } from './copies'
import { anywhere, isFurther, loadFromEnd } from './further-arguments'
import { load } from './members'
import { addPath, isObject, type State } from './state'

/** Entries of a table whose functions are called by a key that is not known. */
const MOST_ENTRIES = 24
/** Names that a method of a library is looked up by, beyond which it may be any. */
const MOST_KEYS = 12

/** `object[key]`. */
export function loadDynamic(state: State, user: number, label: number, kind: LabelKind): void {
  const { whole, labels, store, fields, paths, steps, names } = state
  // `client[method](query)`: of a library, or of a class, what is named so.
  if (kind === LabelKind.Api || kind === LabelKind.ApiObject || kind === LabelKind.Class) {
    const keys = keysOf(state, whole.b[user] as number)
    if (keys.length <= MOST_KEYS) for (const key of keys) load(state, user, label, kind, key)
  }
  if (kind === LabelKind.Api) addPath(state, user, paths.take(labels.data[label] as number, steps.element), user)
  else if (isObject(kind)) {
    const keys = keysOf(state, whole.b[user] as number)
    for (const key of keys) store.edge(fields.of(label, key), user)
    if (kind !== LabelKind.Object || !loadFromEnd(state, user, label)) store.edge(fields.of(label, names.element), user)
    if (kind === LabelKind.Object && isTableOf(state, label, user, keys)) collectFields(state, label, kind, user)
  }
}

/** `commands[name](argument)`: a table written out in the code, of which any entry may be called. */
function isTableOf({ whole, labels, uses }: State, label: number, load: number, keys: readonly number[]): boolean {
  const at = labels.data[label] as number
  if (!uses.isCalledByKey(load) || whole.kind[at] !== Kind.Object) return false
  const entries = whole.items(whole.a[at] as number)
  return entries.length <= MOST_ENTRIES && entries.every((entry) => !keys.includes(whole.a[entry] as number))
}

/** `object[key] = value`. */
export function storeDynamic(state: State, user: number, label: number, kind: LabelKind): void {
  const { whole, labels, store, fields, names } = state
  const keys = keysOf(state, whole.b[user] as number)
  const value = whole.c[user] as number
  if (kind === LabelKind.Api || kind === LabelKind.ApiObject)
    storeAtLibrary(state, (kind === LabelKind.Api ? labels.data[label] : labels.extra[label]) as number, keys, value)
  if (isObject(kind)) {
    store.edge(value, fields.of(label, names.element))
    if (kind === LabelKind.Object && isFurther(state, label)) anywhere(state, label)
    for (const key of keys) store.edge(value, fields.of(label, key))
    if (keys.length === 0 && kind === LabelKind.Object) takesAnyName(state, label)
  }
}

/** Called from there, where a model says so. */
function storeAtLibrary({ whole, paths, reactions }: State, path: number, keys: readonly number[], value: number): void {
  const names = keys.map((key) => `.${whole.text(key)}`)
  for (const name of names.length > 0 ? names : ['.*']) {
    const to = paths.find(path, name)
    if (to >= 0 && paths.node(to).known) reactions.escape(value, to)
  }
}

/** `models[model.name] = model`: whatever is read from the object by name may be that. */
function takesAnyName({ whole, labels, store, fields, names, computed }: State, label: number): void {
  const at = labels.data[label] as number
  if (whole.kind[at] !== Kind.Object || computed.has(at)) return
  computed.add(at)
  const element = fields.of(label, names.element)
  const count = fields.count(label)
  for (let i = 0; i < count; i++) store.edge(element, fields.item(label, i))
}

/**
 * Keys that became known after the object whose property they name: `run(model, 'find')`, of `model[method]`. Returned is who
 * tells of them once all is quiet, and whether there was anything to tell.
 */
export function keysToTell(state: State): { tell(): boolean } {
  const { whole, labels, store, uses } = state
  const known = new Map<number, number>()
  return {
    tell() {
      let told = false
      for (const user of uses.dynamicLoads()) {
        const keys = keysOf(state, whole.b[user] as number).length
        if (keys === 0 || keys > MOST_KEYS || keys === known.get(user)) continue
        known.set(user, keys)
        const object = whole.a[user] as number
        for (let i = 0; i < store.count(object); i++) {
          const label = store.label(object, i)
          const kind = labels.kind[label] as LabelKind
          if (kind === LabelKind.Value) continue
          loadDynamic(state, user, label, kind)
          told = true
        }
      }
      return told
    },
  }
}

/** Property names that a key is known to be. */
function keysOf({ whole, labels, store }: State, node: number): number[] {
  const keys: number[] = []
  for (let i = 0; i < store.count(node); i++) {
    const label = store.label(node, i)
    if (labels.kind[label] !== LabelKind.Value) continue
    const at = labels.data[label] as number
    if (whole.kind[at] === Kind.String || whole.kind[at] === Kind.Number) keys.push(whole.a[at] as number)
  }
  return keys
}
