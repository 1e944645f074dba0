/**
 * Whether what stands in front of a handler lets nothing pass but data that passed a schema. In: what holds the data, a call of the
 * schema or the call that makes middleware of one, and the handler. Out: whether every way on to the handler leads past it.
 */
import { Kind, RegionKind } from '../../graph'
import { isNext } from '../guards/answers'
import { LabelKind } from '../labels'
import { type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { Assurances } from './assurances'
import type { Conditions } from './conditions'

export class InFront {
  /** By what holds the data, and handler. */
  private readonly known = new Map<string, boolean>()

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly assurances: Assurances,
  ) {}

  letsOnlyPassed(by: number, handler: number): boolean {
    const key = `${by} ${handler}`
    let answer = this.known.get(key)
    if (answer === undefined) {
      answer = this.findOut(by, handler)
      this.known.set(key, answer)
    }
    return answer
  }

  private findOut(by: number, handler: number): boolean {
    const { whole, solver } = this.linked
    if (by < 0 || by >= whole.size || whole.kind[by] !== Kind.Call) return false
    if (this.assurances.holdsData(by)) {
      const own = whole.functionOf(by)
      return own >= 0 && !whole.isWithin(own, handler) && !whole.isWithin(handler, own) && this.isPassed(own, [by], handler)
    }
    // Middleware of a library that is known to turn away, or what a function of the program makes.
    const made = solver.of(by).filter((label) => solver.labels.kind[label] === LabelKind.Function)
    if (made.length === 0) return !solver.callees.has(by)
    return made.every((label) => {
      const fn = solver.labels.data[label] as number
      const calls = [...lookupOf(whole).inFunction(fn)].filter((node) => whole.kind[node] === Kind.Call && this.assurances.holdsData(node))
      return calls.length > 0 && this.isPassed(fn, calls, handler)
    })
  }

  /** Whether a function goes on to a handler only behind one of these calls. */
  private isPassed(fn: number, calls: readonly number[], handler: number): boolean {
    const { whole } = this.linked
    const ways = [...lookupOf(whole).inFunction(fn)].filter((node) => whole.kind[node] === Kind.Call && this.goesOn(node, handler))
    return ways.length > 0 && ways.every((way) => calls.some((call) => this.isBehind(way, call)))
  }

  /** `next()`, `handler(req, res)`. */
  private goesOn(call: number, handler: number): boolean {
    const { whole, solver } = this.linked
    return isNext(this.linked, call) ? whole.args(call).length === 0 : (solver.callees.get(call)?.has(handler) ?? false)
  }

  private isBehind(way: number, call: number): boolean {
    const { whole } = this.linked
    if (this.assurances.isPassedAt(way, call)) return true
    return this.assurances.throwsUnlessPassed(call) && (whole.end[call] as number) <= (whole.pos[way] as number) && this.isRunBefore(call, way)
  }

  /** Whether a call was run wherever another is, if its schema was given at all: `if (schemas.body) req.body = schemas.body.parse(req.body)`. */
  private isRunBefore(call: number, way: number): boolean {
    const { whole } = this.linked
    const schema = receiverOf(this.linked, call)
    let region = whole.region[call] as number
    while (region >= 0 && whole.regions[region * 4] === RegionKind.True && schema >= 0) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0 || !this.conditions.isSame(condition, schema)) break
      region = whole.regions[region * 4 + 1] as number
    }
    return this.assurances.isRunIn(whole.region[way] as number, region)
  }
}
