/** What the data structures call: what is done for a label where something waits for every label, and for a field that is new. */
import { LabelKind } from '../labels'
import { extendApi, giveSuper, inherit, inheritField } from './classes'
import { hold } from './collections'
import { collectFields, copyFields } from './copies'
import { decorate } from './decorated'
import { describe } from './described-methods'
import { escapedClass, escapedFunction, escapedObject, escapeField } from './escapes'
import { load } from './members'
import { settledBy } from './promises'
import { Reaction } from './reactions'
import { addPath, isObject, type State } from './state'

/** The meanings of x and y stand beside each reaction's name. */
export function perform(state: State, reaction: Reaction, node: number, x: number, y: number, label: number, kind: LabelKind): void {
  const data = state.labels.data[label] as number
  switch (reaction) {
    case Reaction.Copy:
      copyFields(state, label, x)
      break
    case Reaction.Load:
      load(state, x, label, kind, y)
      break
    case Reaction.Collect:
      collectFields(state, label, kind, x)
      break
    case Reaction.Spread:
      if (isObject(kind)) state.reactions.copy(x, label)
      break
    case Reaction.Inherit:
      if (kind === LabelKind.Class) inherit(state, x, data)
      else if (kind === LabelKind.Api) extendApi(state, x, data)
      break
    case Reaction.Super:
      giveSuper(state, x, kind, data)
      break
    case Reaction.Static:
      if (kind === LabelKind.Api) addPath(state, x, state.steps.memberOf(data, y), x)
      break
    case Reaction.Wrap:
      if (kind === LabelKind.Function) state.store.add(x, label)
      break
    case Reaction.Hold:
      hold(state, x, label, kind)
      break
    case Reaction.Promise:
      settledBy(state, x, kind, data)
      break
    case Reaction.Describe:
      if (kind === LabelKind.Function) describe(state, x, label)
      break
    case Reaction.Decorate:
      decorate(state, x, label, kind)
      break
    case Reaction.Escape:
      if (kind === LabelKind.Function) escapedFunction(state, x, label)
      else if (kind === LabelKind.Class) escapedClass(state, x, label)
      else if (kind === LabelKind.Object && (data === node || state.paths.node(x).known)) escapedObject(state, x, label)
      break
  }
}

export function fieldMade(state: State, object: number, property: number, node: number): void {
  const { fields, labels } = state
  if (fields.isWatched(object)) tellOfField(state, object, property, node)
  if (labels.kind[object] === LabelKind.Instance) inheritField(state, labels.data[object] as number, property, node)
}

function tellOfField(state: State, object: number, property: number, node: number): void {
  const { fields, store } = state
  for (const to of fields.copiers.get(object) ?? NONE) store.edge(node, fields.of(to, property))
  for (const to of fields.collectors.get(object) ?? NONE) store.edge(node, to)
  for (const from of fields.givers.get(object) ?? NONE) store.edge(from, node)
  for (const path of fields.receivers.get(object) ?? NONE) escapeField(state, path, property, node)
}

const NONE: readonly number[] = []
