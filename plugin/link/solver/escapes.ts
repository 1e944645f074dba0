/**
 * What is handed to an API path: functions are called from there, objects may hold some. Objects are followed where a model asks
 * for what is in them, and otherwise only where they are written out as the argument: every object that ever reaches any unknown
 * call would be far more than anyone asks for.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { addPath, type State } from './state'

/** Hands an argument of a call to an API path. */
export function hand({ whole, store, reactions, names }: State, argument: number, to: number): void {
  if (to < 0) return
  if (whole.kind[argument] !== Kind.Spread) {
    reactions.escape(argument, to)
    return
  }
  const node = store.fresh()
  reactions.load(whole.a[argument] as number, names.element, node)
  reactions.escape(node, to)
}

/** Its parameters are what the library gives there, and its `this` what the library calls it on. */
export function escapedFunction(state: State, path: number, label: number): void {
  const { escapes, whole, labels, paths, steps } = state
  if (escapes.seen.get(path, label) >= 0) return
  escapes.seen.set(path, label, 1)
  escapes.functions.push(path, label)
  const fn = whole.functions[labels.data[label] as number]
  // What it gives when the library calls it, where a model asks: `fields: () => ({ … })`.
  const given = paths.find(path, '()')
  if (given >= 0) for (const value of fn?.returns ?? NONE) state.reactions.escape(value, given)
  const params = fn?.params ?? NONE
  const self = fn?.self ?? -1
  if (self >= 0) addPath(state, self, paths.look(path, steps.self), self)
  const arity = params.length
  const byArity = paths.look(path, steps.arity(arity)) >= 0
  for (let index = 0; index < arity; index++) {
    const to = byArity ? paths.find(path, `[${index}/${arity}]`) : paths.parameter(path, index)
    if (to >= 0) addPath(state, params[index] as number, to, params[index] as number)
  }
}

/** A component that is a class is given as `this.props` what one that is a function is given first, where a model says what that is. */
export function escapedClass(state: State, path: number, label: number): void {
  const { whole, labels, fields, paths, names } = state
  const cls = labels.data[label] as number
  const props = paths.find(path, '[0]')
  if (props < 0 || !paths.node(props).known || !whole.classes[cls]?.members.some(({ name }) => name === 'render')) return
  const field = fields.of(labels.of(LabelKind.Instance, cls), names.props)
  addPath(state, field, props, field)
}

export function escapedObject(state: State, path: number, label: number): void {
  const { fields, store } = state
  if (fields.receivers.get(label)?.includes(path)) return
  fields.watch(fields.receivers, label, path)
  for (let i = 0, count = fields.count(label); i < count; i++) {
    const field = fields.item(label, i)
    escapeField(state, path, store.propertyOf(field), field)
  }
}

export function escapeField({ reactions, steps, paths, names }: State, path: number, property: number, node: number): void {
  if (property === names.element) {
    reactions.escape(node, path)
    return
  }
  if (steps.isIndex(property)) return
  const step = steps.member(property)
  const to = paths.node(path).known ? paths.look(path, step) : paths.take(path, step)
  if (to >= 0) reactions.escape(node, to)
}

const NONE: readonly number[] = []
