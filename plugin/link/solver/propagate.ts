/** Until nothing changes: each label that is new at a node is passed on to those behind it, and told to the code that uses the node. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { call } from './calls'
import { loadDynamic, storeDynamic } from './computed-keys'
import { construct } from './construct'
import { tagged } from './functions'
import { component } from './jsx'
import { load, loadItem, store } from './members'
import type { State } from './state'
import { typed } from './types'

export function propagate(state: State): void {
  for (let batch = state.store.waiting(); batch.length > 0; batch = state.store.waiting())
    for (let i = 0; i < batch.length; i += 2) arrive(state, batch.get(i), batch.get(i + 1))
}

function arrive(state: State, node: number, label: number): void {
  state.store.spread(node, label)
  const kind = state.labels.kind[label] as LabelKind
  if (kind === LabelKind.Value) return
  if (node < state.whole.size) {
    const { starts, users } = state.uses
    const end = starts[node + 1] as number
    for (let at = starts[node] as number; at < end; at++) meet(state, users[at] as number, label, kind)
  }
  if (kind === LabelKind.Function) state.callbacks.arrive(node, label)
  state.reactions.arrive(node, label, kind)
}

/**
 * Only tells who sees to it. Code that has run a while is compiled for what it has seen, and compiled again with whatever it
 * contains when it sees more: short functions make that cheap.
 */
function meet(state: State, user: number, label: number, kind: LabelKind): void {
  switch (state.whole.kind[user] as Kind) {
    case Kind.Load:
      load(state, user, label, kind, state.whole.b[user] as number)
      break
    case Kind.Call:
      call(state, user, label, kind)
      break
    case Kind.TypeRef:
      typed(state, user, label, kind)
      break
    default:
      meetRarely(state, user, label, kind)
  }
}

function meetRarely(state: State, user: number, label: number, kind: LabelKind): void {
  switch (state.whole.kind[user] as Kind) {
    case Kind.LoadDynamic:
      loadDynamic(state, user, label, kind)
      break
    case Kind.Store:
      store(state, user, label, kind)
      break
    case Kind.StoreDynamic:
      storeDynamic(state, user, label, kind)
      break
    case Kind.Element:
      loadItem(state, user, label, kind)
      break
    case Kind.New:
      construct(state, user, label, kind)
      break
    case Kind.Jsx:
      component(state, user, label, kind)
      break
    case Kind.Tagged:
      tagged(state, user, label, kind)
      break
  }
}
