/**
 * What becomes of a value that a call is handed: it arrives at a parameter of what the call runs, does harm there and then, is shown by
 * a template, or goes through a library.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { type AccessPaths, EMPTY } from '../access-paths'
import { boundBefore } from '../bound-arguments'
import type { Fact } from '../facts'
import { without } from '../kinds'
import { movedOf } from '../moved-arguments'
import type { Knowledge } from './knowledge'
import type { Pages } from './pages'
import type { Places } from './places'
import type { Sinks } from './sinks'
import type { Steps } from './steps'
import type { Tabulation } from './tabulation'

/** Functions that a call through a parameter may run; with more of them, who hands what to whom is lost. */
const MOST_TARGETS = 16

export class Calls {
  private readonly linked: Linked
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
    private readonly pages: Pages,
    private readonly steps: Steps,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** A value that a call is handed. */
  call(fact: Fact, call: number): void {
    const { whole, solver } = this.linked
    const { node, path } = fact
    const args = whole.args(call)
    const functions = solver.callees.get(call)
    // What was asked before is known to whoever is called.
    const mask = functions && this.places.isWhole(path) ? without(fact.mask, this.known.conditions.around(call, node)) : fact.mask
    const isSpread = whole.kind[node] === Kind.Spread
    const before = functions ? boundBefore(this.linked, call) : 0
    for (let index = 0; index < args.length; index++) {
      if (args[index] !== node) continue
      const inner = isSpread ? (path !== EMPTY && this.places.isElement(this.paths.head(path)) ? this.paths.tail(path) : path) : path
      // `f(...list)`: what stands at a known place of the list is that argument.
      const place = isSpread && !args.slice(0, index).some((other) => whole.kind[other] === Kind.Spread) ? this.places.placeInList(path) : -1
      if (functions && !this.isCrossroads(call, functions.size))
        for (const fn of functions) this.argument(fact, call, fn, before + (place < 0 ? index : index + place), isSpread && place < 0, inner, mask)
      else if (functions) this.table.limits++
      const shown: Fact = isSpread || inner !== this.places.asWhole(inner) ? { ...fact, path: this.places.asWhole(inner) } : fact
      this.sinks.strike(shown, call, place < 0 ? index : index + place, isSpread && place < 0, fact.path)
      if (index > 0) this.moved(fact, call, index)
      if (!this.known.templates.isEmpty) this.pages.rendered(shown, call, index)
      this.steps.steps(shown, call, index, args, functions !== undefined && functions.size > 0, inner)
      if (index === 0) this.pages.state(fact, call)
    }
  }

  /** `exec.call(child_process, command)`, `exec.apply(child_process, [command])`. */
  private moved(fact: Fact, call: number, index: number): void {
    const moved = movedOf(this.linked, call)
    if (!moved || this.linked.whole.kind[fact.node] === Kind.Spread) return
    if (!moved.isListed) this.sinks.strike(fact, call, index - 1, false, fact.path, moved.paths)
    else if (index === 1 && fact.path !== EMPTY && this.places.isElement(this.paths.head(fact.path))) {
      const place = this.places.placeInList(fact.path)
      const inner = { ...fact, path: this.places.asWhole(this.paths.tail(fact.path)) }
      this.sinks.strike(inner, call, Math.max(place, 0), place < 0, inner.path, moved.paths)
    }
  }

  /** An argument of a call arrives in a function whose code is here. */
  private argument(fact: Fact, call: number, fn: number, index: number, isSpread: boolean, path: number, mask: number): void {
    const { whole } = this.linked
    const target = whole.functions[fn]
    if (!target) return
    const name = calledName(this.linked, call)
    let position = index
    const receiver = receiverOf(this.linked, call)
    if ((name === 'call' || name === 'apply' || name === 'bind') && receiver >= 0 && this.isFunction(receiver, fn)) {
      if (index === 0) {
        if (target.self >= 0) this.table.enter(fact, call, target.self, path, mask)
        return
      }
      if (name === 'apply') {
        const place = this.places.placeInList(path)
        target.params.forEach((param, at) => {
          if (path === EMPTY) this.table.enter(fact, call, param, EMPTY, mask)
          else if (place < 0 ? this.places.isElement(this.paths.head(path)) : at === place)
            this.table.enter(fact, call, param, this.paths.tail(path), mask)
        })
        return
      }
      position = index - 1
    }
    const last = target.params.length - 1
    const rest = last >= 0 && whole.c[target.params[last] as number] === 1
    if (whole.kind[call] === Kind.Tagged) position = Math.floor(index / 2) + 1
    for (let i = position; i <= (isSpread ? last : position); i++) {
      if (rest && i >= last) {
        this.table.enter(
          fact,
          call,
          target.params[last] as number,
          this.paths.cons(isSpread ? this.places.element : this.places.placed(i - last), path),
          mask,
        )
        break
      }
      const param = target.params[i]
      if (param !== undefined) this.table.enter(fact, call, param, path, mask)
    }
    if (rest && !isSpread && position > last)
      this.table.enter(fact, call, target.params[last] as number, this.paths.cons(this.places.placed(position - last), path), mask)
  }

  /** A wrapper that everything goes through, `(f) => (...args) => f(...args)`: which of many functions it runs depends on who asks. */
  private isCrossroads(call: number, functions: number): boolean {
    if (functions <= MOST_TARGETS) return false
    const { whole } = this.linked
    const callee = whole.a[call] as number
    const root = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : callee
    return whole.kind[root] === Kind.Param || whole.kind[root] === Kind.Choice
  }

  private isFunction(node: number, fn: number): boolean {
    const { solver } = this.linked
    return solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Function && solver.labels.data[label] === fn)
  }
}
