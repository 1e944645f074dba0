/**
 * In which order registrations run: guards count only when they come first. A call's order is the way to it: where its file
 * is imported, where its function is called or made, and its own place. Compared step by step.
 */
import { Kind } from '../graph'
import type { Linked } from './linked'
import { lookupOf } from './lookup'

export type Order = readonly number[]

export class Timeline {
  private readonly ofFile = new Map<number, Order>()
  private readonly ofFunction = new Map<number, Order>()
  private readonly firstImport = new Map<number, number>()

  constructor(private readonly linked: Linked) {
    const { whole, modules, fileIndex } = linked
    for (const node of lookupOf(whole).of(Kind.Import)) {
      const from = whole.files[whole.fileOf(node)] as { path: string }
      const to = modules.resolve(from.path, whole.text(whole.a[node] as number))
      const file = to.kind === 'file' ? fileIndex.get(to.path) : undefined
      if (file !== undefined && !this.firstImport.has(file)) this.firstImport.set(file, node)
    }
  }

  of(node: number): Order {
    const fn = this.linked.whole.functionOf(node)
    return [...(fn < 0 ? this.fileOrder(this.linked.whole.fileOf(node)) : this.functionOrder(fn)), node]
  }

  private fileOrder(file: number): Order {
    const known = this.ofFile.get(file)
    if (known) return known
    this.ofFile.set(file, [])
    const importer = this.firstImport.get(file)
    const order = importer === undefined ? [] : this.of(importer)
    this.ofFile.set(file, order)
    return order
  }

  private functionOrder(fn: number): Order {
    const known = this.ofFunction.get(fn)
    if (known) return known
    this.ofFunction.set(fn, [])
    const callers = [...(this.linked.solver.callers.get(fn) ?? [])]
    const node = this.linked.whole.functions[fn]?.node ?? -1
    const order =
      this.linked.values.callAround(node) >= 0 ? this.callbackOrder(node, callers) : this.earliest(callers.length > 0 || node < 0 ? callers : [node])
    this.ofFunction.set(fn, order)
    return order
  }

  /**
   * A callback runs where it is handed over, or later. Who calls it elsewhere, calls all that others hand over as well, and says
   * nothing of when this one comes.
   */
  private callbackOrder(node: number, callers: readonly number[]): Order {
    const { whole } = this.linked
    const made = this.of(node)
    const called = this.earliest(callers.filter((at) => whole.fileOf(at) === whole.fileOf(node)))
    return compare(called, made) > 0 ? called : made
  }

  private earliest(places: readonly number[]): Order {
    return (
      places
        .slice(0, 20)
        .map((at) => this.of(at))
        .sort(compare)[0] ?? []
    )
  }
}

export function compare(one: Order, other: Order): number {
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const difference = (one[i] as number) - (other[i] as number)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}
