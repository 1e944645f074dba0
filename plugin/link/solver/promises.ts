/** A promise is what it settles to: nothing but what models say of queries tells the two apart, so `await` and `then` pass on. */
import { LabelKind } from '../labels'
import { Reaction } from './reactions'
import type { State } from './state'

/** `p.then(f)`, `p.finally(f)`, `p.catch(f)`: methods that mean the same on any receiver. */
export function seedPromiseMethod({ whole, names, callbacks, store }: State, call: number, callee: number): void {
  const { a, b } = whole
  const method = b[callee] as number
  if (method === names.thenMethod) {
    const first = whole.args(call)[0]
    if (first === undefined) return
    const from = store.fresh()
    store.awaitedEdge(a[callee] as number, from)
    callbacks.add(first, { parameter: 0, from, result: call })
  } else if (method === names.finallyMethod || method === names.catchMethod) store.edge(a[callee] as number, call)
}

/** `new Promise((resolve) => resolve(x))` is x: its `resolve` knows which promise it settles. */
export function promise({ reactions }: State, site: number, executor: number): void {
  reactions.add(executor, Reaction.Promise, site)
}

/** A function came as the executor of a promise. */
export function settledBy({ whole, labels, store, resolvePath, rejectPath }: State, promise: number, kind: LabelKind, fn: number): void {
  if (kind !== LabelKind.Function) return
  const [resolve, reject] = whole.functions[fn]?.params ?? []
  if (resolve !== undefined) store.add(resolve, labels.of(LabelKind.ApiObject, promise, resolvePath))
  if (reject !== undefined) store.add(reject, labels.of(LabelKind.ApiObject, promise, rejectPath))
}

/** Whether a label is the `resolve` of a promise; its data is then the promise. */
export function isResolve({ labels, resolvePath }: State, label: number): boolean {
  return labels.kind[label] === LabelKind.ApiObject && labels.extra[label] === resolvePath
}

/** Whether a label is the `reject` of a promise; its data is then the promise. */
export function isReject({ labels, rejectPath }: State, label: number): boolean {
  return labels.kind[label] === LabelKind.ApiObject && labels.extra[label] === rejectPath
}
