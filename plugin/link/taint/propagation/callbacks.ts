/**
 * Functions that a library runs: with an element, with the value of a promise. In: a fact about what they are run with. Out: facts at
 * their parameters, and which calls hold what they return.
 */
import type { StepModel } from '../../flow-models'
import { LabelKind } from '../../labels'
import { calledName, type Linked } from '../../linked'
import { pathsOfCall } from '../../usages/modelled'
import { type AccessPaths, EMPTY } from '../access-paths'
import type { Fact } from '../facts'
import { PROTOTYPE } from '../kinds'
import { type LibraryCallback, libraryCallbackOf } from '../library-callbacks'
import type { Knowledge } from './knowledge'
import type { Places } from './places'
import type { Sinks } from './sinks'
import type { Tabulation } from './tabulation'

const NO_STEPS: readonly StepModel[] = []

export class Callbacks {
  private readonly linked: Linked
  private readonly paths: AccessPaths
  /** Function → calls that run it with an element or a promise's value, and what becomes of its result. */
  private readonly callbackSites = new Map<number, { call: number; resultPath: number }[]>()

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** Calls that run a function with an element or the value of a promise. */
  sitesOf(fn: number): { call: number; resultPath: number }[] {
    const known = this.callbackSites.get(fn)
    if (known) return known
    const { whole, values } = this.linked
    const sites: { call: number; resultPath: number }[] = []
    this.callbackSites.set(fn, sites)
    const node = whole.functions[fn]?.node ?? -1
    const call = node < 0 ? -1 : values.callAround(node)
    if (call >= 0) {
      const result = this.known.methods.callbackResult(calledName(this.linked, call))
      if (result) sites.push({ call, resultPath: result === 'element' ? this.paths.cons(this.places.element, EMPTY) : EMPTY })
      const modelled = this.modelledResult(call, node)
      if (modelled !== undefined) sites.push({ call, resultPath: modelled })
    }
    return sites
  }

  /** Part of a call's result that holds what a function returns which it was passed: a model says from `0()`. */
  private modelledResult(call: number, passed: number): number | undefined {
    const { whole, models } = this.linked
    const returned = `${whole.args(call).indexOf(passed)}()`
    for (const at of pathsOfCall(this.linked, call))
      for (const { from, to } of models.flows.steps.get(at) ?? NO_STEPS)
        if (from.includes(returned)) return this.places.placeBelow(to.find((spot) => spot.startsWith('result')) ?? 'result')
    return undefined
  }

  /** @param resultPath where in the result of the call stands what the function returns; undefined where that goes nowhere */
  runCallback(fact: Fact, call: number, callback: number, parameter: number, path: number, mask: number, resultPath: number | undefined): void {
    const { whole, solver } = this.linked
    for (const label of solver.of(callback))
      if (solver.labels.kind[label] === LabelKind.Function) {
        const fn = solver.labels.data[label] as number
        const param = whole.functions[fn]?.params[parameter]
        if (param !== undefined) this.table.enter(fact, resultPath === undefined ? -1 : call, param, path, mask, resultPath)
      }
    const library = parameter === 0 ? libraryCallbackOf(this.linked, callback) : undefined
    if (library) this.runLibrary({ ...fact, path, mask: mask & ~PROTOTYPE }, call, library, resultPath)
  }

  /** What models say of the first argument of a function, where that is handed over to be called. */
  private runLibrary(fact: Fact, call: number, { state, promises, paths }: LibraryCallback, resultPath: number | undefined): void {
    const { flows, paths: apis } = this.linked.models
    const { path, mask } = fact
    if (state >= 0) this.table.go(fact, state, this.paths.cons(this.linked.whole.string('0'), path), mask)
    for (const promise of promises) this.table.go(fact, promise, path, mask)
    for (const at of paths) {
      for (const sink of flows.sinks.get(at) ?? []) {
        const isMeant = sink.spots.some((spot) => {
          const place = this.places.placeAt(spot, 0, false)
          return place !== undefined && this.places.reaches(path, place, sink.inside)
        })
        if (isMeant && !sink.when) this.sinks.landAt(fact, sink, call, apis.show(at).split('.').at(-1) as string, false)
      }
      if (resultPath === undefined) continue
      const sanitizers = (flows.sanitizers.get(at) ?? []).filter(({ spot }) => this.places.placeAt(spot, 0, false) !== undefined)
      if (sanitizers.length > 0) {
        const cleared = sanitizers.reduce((all, { clears }) => all | clears, 0)
        if (path === EMPTY || this.places.isElements(path)) this.table.go(fact, call, resultPath, mask & ~cleared)
        continue
      }
      for (const { from, to, clears, adds } of flows.steps.get(at) ?? NO_STEPS)
        if (to.includes('result') && from.some((spot) => this.places.covers(path, spot, 0)))
          this.table.go(fact, call, this.places.resultIn(call, resultPath, path), (mask & ~clears) | adds)
    }
  }
}
