/** Functions that something runs: when one arrives at a node, one of its parameters gets a value and its results go somewhere. */
import { LabelKind, type Labels } from '../labels'
import type { Whole } from '../whole/index'
import type { Store } from './store'

export interface Callback {
  parameter: number
  /** Node whose labels the parameter gets. */
  from: number
  /** Node that gets what it returns, -1 where nobody wants it. */
  result: number
}

export class Callbacks {
  /** Node → what functions that arrive there are run with. */
  private readonly at = new Map<number, Callback[]>()

  constructor(
    private readonly whole: Whole,
    private readonly labels: Labels,
    private readonly store: Store,
  ) {}

  add(node: number, callback: Callback): void {
    const { store, labels } = this
    const list = this.at.get(node)
    if (list) {
      if (list.some((other) => other.parameter === callback.parameter && other.from === callback.from && other.result === callback.result)) return
      list.push(callback)
    } else this.at.set(node, [callback])
    for (let i = 0; i < store.count(node); i++) {
      const label = store.label(node, i)
      if (labels.kind[label] === LabelKind.Function) this.run(labels.data[label] as number, callback)
    }
  }

  /** A function arrived at a node. */
  arrive(node: number, label: number): void {
    const list = this.at.get(node)
    if (list) for (const callback of list) this.run(this.labels.data[label] as number, callback)
  }

  private run(fn: number, { parameter, from, result }: Callback): void {
    const fact = this.whole.functions[fn]
    if (!fact) return
    const param = fact.params[parameter]
    if (param !== undefined) this.store.edge(from, param)
    if (result >= 0) for (const value of fact.returns) this.store.edge(value, result)
  }
}
