/**
 * What functions do, as far as it says anything of stored data. In: a function. Out: its steps in source order, each read once however
 * many doors lead there: what is done to stored data, calls that lead to more of it, and the conditions that are asked on the way.
 */
import { Kind } from '../../graph'
import type { Guards } from '../guards'
import type { Linked } from '../linked'
import { newConditionsAbove } from '../regions'
import { methodOfRecord } from './records'
import { MOST_REGIONS, type Scene } from './scene'
import { functionsWithActs, type StoredAct, storedActs, taggedActsOf } from './statements'

export interface Step {
  node: number
  /** Conditions above it that stand above nothing before it. */
  conditions: readonly number[]
  act: StoredAct | undefined
  /** It changes what it is called on, where that turns out to be a record. */
  changes: boolean
  /** Functions with such steps that it calls. */
  callees: readonly number[]
}

const MOST_CALLEES = 4

export class Steps {
  private readonly linked: Linked
  private readonly guards: Guards
  private readonly steps = new Map<number, Step[]>()

  constructor({ linked, guards }: Scene) {
    this.linked = linked
    this.guards = guards
  }

  /** What neither does anything to stored data nor leads to it, with no condition above it, is no step. */
  of(fn: number): readonly Step[] {
    let known = this.steps.get(fn)
    if (!known) {
      known = this.find(fn)
      this.steps.set(fn, known)
    }
    return known
  }

  /** Nodes of a function and of those written inside it, in source order. */
  nodesOf(fn: number): readonly number[] {
    return this.linked.effects.within(fn)
  }

  private find(fn: number): Step[] {
    const { linked } = this
    const { whole } = linked
    const acts = storedActs(linked)
    const seen = new Set<number>()
    const found: Step[] = []
    const tagged = this.taggedIn(fn)
    for (const node of tagged.length > 0 ? [...this.nodesOf(fn), ...tagged].sort((one, other) => one - other) : this.nodesOf(fn)) {
      const conditions = newConditionsAbove(whole, node, seen, MOST_REGIONS)
      const act = acts.get(node)
      const isCall = whole.kind[node] === Kind.Call
      const changes = isCall && !act && methodOfRecord(linked, node) !== undefined
      const callees = isCall || act ? this.calleesOf(node, fn) : []
      if (conditions.length > 0 || act || changes || callees.length > 0) found.push({ node, conditions, act, changes, callees })
    }
    return found
  }

  private calleesOf(call: number, fn: number): number[] {
    // What a wrapper is handed differs from door to door: that is among the handlers.
    if (this.guards.runsWhatWasHanded(call)) return []
    const reaching = functionsWithActs(this.linked)
    return [...(this.linked.solver.callees.get(call) ?? [])]
      .slice(0, MOST_CALLEES)
      .filter((callee) => callee !== fn && (reaching.has(callee) || this.refuses(callee, call)))
  }

  /** `this.assertAdmin(user)`: a helper that throws by what it is handed may be the check. */
  private refuses(fn: number, call: number): boolean {
    const { whole } = this.linked
    return whole.args(call).length > 0 && this.nodesOf(fn).some((node) => whole.kind[node] === Kind.Throw)
  }

  /** Acts that are no calls, of a function and of those written inside it. */
  private taggedIn(fn: number): number[] {
    const { linked } = this
    return [...taggedActsOf(linked, fn), ...linked.effects.functionsIn(fn).flatMap((inner) => this.taggedIn(inner))]
  }
}
