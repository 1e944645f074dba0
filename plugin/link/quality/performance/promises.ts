/**
 * Whether a call is answered later, and what becomes of a refusal. In: a call. Out: whether it is known to give a promise, by
 * the program's own functions or by models; and for functions whether they ever reject.
 */
import { FunctionFlag, Kind, RegionKind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { isPromiseClass } from '../../names'
import { pathsOfCall } from '../../usages/modelled'
import { usesOf } from '../../uses'
import { queriesOf } from './queries'
import { isQueued } from './queued'

/** Why a call is known to give a promise: the functions of the program that it runs, or a library. */
export interface Promised {
  functions: readonly number[]
  library: string
  /** Asks and changes nothing, as a model says. */
  reads: boolean
}

const SETTLES = new Set(['then', 'catch', 'finally'])

/** Of commands that are gathered, only what sends them gives a promise. */
const SENDS = new Set(['exec', 'execute', 'commit', 'execAsPipeline', 'execAsTransaction'])

export class Promises {
  private readonly ofFunction = new Map<number, boolean>()
  private readonly rejecting = new Map<number, boolean>()

  constructor(private readonly linked: Linked) {}

  /** undefined: not known to give one. */
  of(node: number, hops = 0): Promised | undefined {
    const { linked } = this
    const { whole, solver, models } = linked
    const kind = whole.kind[node]
    if (hops > 6 || (kind !== Kind.Call && kind !== Kind.New)) return undefined
    if (kind === Kind.New) return this.isOfPromise(node) ? { functions: [], library: '', reads: false } : undefined
    const callees = solver.callees.get(node)
    if (callees && callees.size > 0) {
      if (callees.size > 4) return undefined
      for (const callee of callees) if (!this.functionGives(callee, hops + 1)) return undefined
      return { functions: [...callees], library: '', reads: false }
    }
    const name = calledName(linked, node)
    const receiver = receiverOf(linked, node)
    if (SETTLES.has(name) && receiver >= 0) {
      const of = this.of(this.unwrapped(receiver), hops + 1)
      if (of) return of
    }
    if (this.hasCallback(node) || (!SENDS.has(name) && isQueued(linked, node))) return undefined
    const query = queriesOf(linked).get(node)
    if (query)
      return query.callback || query.sync || query.guessed ? undefined : { functions: [], library: query.library, reads: query.does === 'read' }
    for (const path of pathsOfCall(linked, node)) {
      const model = models.costs.promises.get(path)
      if (model) return { functions: [], library: model.library, reads: model.reads }
    }
    // A chain of a builder whose beginning asks the store.
    if (receiver >= 0 && whole.kind[receiver] === Kind.Call)
      for (let at = receiver, up = 0; up < 12 && at >= 0 && whole.kind[at] === Kind.Call; up++, at = receiverOf(linked, at)) {
        const start = queriesOf(linked).get(at)
        if (start && start.end === node && !start.callback && !start.sync)
          return { functions: [], library: start.library, reads: start.does === 'read' }
      }
    return undefined
  }

  private isOfPromise(node: number): boolean {
    const { whole } = this.linked
    return isPromiseClass(whole, whole.a[node] as number)
  }

  private unwrapped(node: number): number {
    const { whole } = this.linked
    let at = node
    while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    return at
  }

  private hasCallback(call: number): boolean {
    const { whole, solver } = this.linked
    const last = whole.args(call).at(-1)
    if (last === undefined || SETTLES.has(calledName(this.linked, call))) return false
    if (whole.kind[last] === Kind.Function) {
      const around = this.linked
      return !/^(?:transaction|\$transaction|task|tx|map|each|mapSeries|transactional|begin|add|run|props|reduce|try)$/.test(calledName(around, call))
    }
    return whole.kind[last] === Kind.Param && solver.of(last).some((label) => solver.labels.kind[label] === LabelKind.Function)
  }

  /** Declared so, or every way out gives one. */
  functionGives(fn: number, hops = 0): boolean {
    const known = this.ofFunction.get(fn)
    if (known !== undefined) return known
    const { whole } = this.linked
    const { fact, returns } = whole.functions[fn] as (typeof whole.functions)[number]
    if (fact.flags & FunctionFlag.Generator) return false
    if (fact.flags & FunctionFlag.Async) return true
    this.ofFunction.set(fn, false)
    const gives = hops < 4 && returns.length > 0 && returns.every((value) => this.of(value, hops + 1) !== undefined)
    this.ofFunction.set(fn, gives)
    return gives
  }

  /**
   * Whether what goes wrong inside comes out. Not where all that waits or throws stands in a `try` whose `catch` throws nothing,
   * nor where each thing waited for has a `catch` of its own, nor where nothing is waited for and nothing thrown.
   */
  mayReject(fn: number, hops = 0): boolean {
    const known = this.rejecting.get(fn)
    if (known !== undefined) return known
    this.rejecting.set(fn, false)
    const rejects = this.findRejection(fn, hops)
    this.rejecting.set(fn, rejects)
    return rejects
  }

  private findRejection(fn: number, hops: number): boolean {
    const { linked } = this
    const { whole } = linked
    for (const node of lookupOf(whole).inFunction(fn)) {
      const kind = whole.kind[node]
      if (kind !== Kind.Await && kind !== Kind.Throw) continue
      if (this.isCaught(node)) continue
      if (kind === Kind.Throw || !this.isSettled(this.unwrapped(whole.a[node] as number), hops)) return true
    }
    for (const value of whole.functions[fn]?.returns ?? []) {
      const at = this.unwrapped(value)
      if (
        whole.kind[at] === Kind.New ? this.of(at) && this.canBeRefused(at) : whole.kind[at] === Kind.Call && this.of(at) && !this.isSettled(at, hops)
      )
        return true
    }
    return false
  }

  /** `new Promise((resolve) => setTimeout(resolve, 10))` is not: nothing in it refuses or throws. */
  private canBeRefused(made: number): boolean {
    const { whole } = this.linked
    const [executor] = whole.args(made)
    if (executor === undefined || whole.kind[executor] !== Kind.Function) return true
    const fn = whole.a[executor] as number
    const refuse = whole.functions[fn]?.params[1]
    return (
      (refuse !== undefined && usesOf(whole).of(refuse).length > 0) || this.linked.effects.within(fn).some((node) => whole.kind[node] === Kind.Throw)
    )
  }

  /** Ends in a handler of rejections, or is a function that never rejects. */
  isSettled(node: number, hops = 0): boolean {
    const { linked } = this
    const { whole } = linked
    if (whole.kind[node] !== Kind.Call) return false
    const name = calledName(linked, node)
    const receiver = receiverOf(linked, node)
    const args = whole.args(node)
    if (receiver >= 0) {
      if (name === 'catch' && args.length > 0) return true
      if (name === 'then' && args.length > 1 && whole.kind[args[1] as number] !== Kind.Undefined && whole.kind[args[1] as number] !== Kind.Null)
        return true
      if (name === 'then' || name === 'finally') return this.isSettled(this.unwrapped(receiver), hops)
    }
    if (name === 'allSettled') return true
    const callees = linked.solver.callees.get(node)
    if (!callees || callees.size === 0 || callees.size > 4 || hops > 3) return false
    for (const callee of callees) if (this.mayReject(callee, hops + 1)) return false
    return true
  }

  /** Stands in a `try` that has a `catch` which lets nothing out. */
  isCaught(node: number): boolean {
    const { whole } = this.linked
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4] === RegionKind.Try && this.catches(region) === 'all') return true
    return false
  }

  /** What the `catch` of a `try` does with what it gets; undefined where there is none. */
  catches(tried: number): 'all' | 'throws' | undefined {
    const { whole } = this.linked
    const parent = whole.regions[tried * 4 + 1] as number
    const fn = whole.regions[tried * 4 + 3] as number
    let handler = -1
    for (let region = tried + 1; region * 4 < whole.regions.length && region < tried + 4000; region++) {
      if (whole.regions[region * 4 + 1] !== parent || whole.regions[region * 4 + 3] !== fn) continue
      if (whole.regions[region * 4] === RegionKind.Catch) handler = region
      break
    }
    if (handler < 0) return undefined
    for (const node of lookupOf(whole).inFunction(fn))
      if ((whole.kind[node] === Kind.Throw || whole.kind[node] === Kind.Await) && this.linked.effects.isInside(whole.region[node] as number, handler))
        return 'throws'
    return 'all'
  }
}
