/**
 * `new Proxy(target, handler)`. In: what it is made of. Out: besides the members of its target, which a model says that it has,
 * what the handler's `get` gives for whatever is asked of it.
 */
import { LabelKind } from '../labels'
import type { State } from './state'

export function proxy(state: State, site: number, target: number, handler: number): void {
  const { whole, labels, store, fields, reactions, callbacks } = state
  const trap = store.fresh()
  reactions.load(handler, whole.string('get'), trap)
  const made = labels.of(LabelKind.ObjectOf, site)
  const given = store.fresh()
  store.add(site, made)
  callbacks.add(trap, { parameter: 0, from: target, result: given })
  // Which name was asked for is known to nobody: each may be any of it.
  fields.watch(fields.givers, made, given)
}
