/** A call, by what came to its callee. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { callApi } from './api-calls'
import { construct } from './construct'
import { enter, receiverOf } from './functions'
import { isReject, isResolve } from './promises'
import type { State } from './state'

export function call(state: State, call: number, label: number, kind: LabelKind): void {
  const { whole, labels } = state
  const data = labels.data[label] as number
  if (kind === LabelKind.Function) {
    const list = whole.b[call] as number
    enter(state, call, data, whole.lists, list + 1, list < 0 ? 0 : list + 1 + (whole.lists[list] as number), receiverOf(state, call))
  } else if (kind === LabelKind.Api) callApi(state, call, data)
  else if (kind === LabelKind.ApiObject && isResolve(state, label)) {
    const value = whole.args(call)[0]
    if (value !== undefined) state.store.edge(value, data)
  } else if (kind === LabelKind.ApiObject && !isReject(state, label)) callApi(state, call, labels.extra[label] as number)
  // `super(…)` of a class of the program.
  else if (kind === LabelKind.Class && whole.kind[whole.a[call] as number] === Kind.Global) construct(state, call, label, kind)
}
