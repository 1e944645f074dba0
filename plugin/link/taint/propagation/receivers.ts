/** What a method makes of the value that it is called on: its own code where that is here, else models, else what the language says. */
import type { StepModel } from '../../flow-models'
import { type Linked, receiverOf } from '../../linked'
import { pathsOfCall } from '../../usages/modelled'
import { type AccessPaths, EMPTY } from '../access-paths'
import type { Fact } from '../facts'
import { clearedByFewness, isAskedAsText } from '../few-characters'
import { bitOf, DISCLOSED, madeAnew, PROTOTYPE, TEXT_ONLY, without } from '../kinds'
import { isSplitAtHost } from '../parts'
import { clearedByPick, clearedBySplit } from '../pieces'
import type { Uses } from '../uses'
import type { Callbacks } from './callbacks'
import type { Knowledge } from './knowledge'
import type { Objects } from './objects'
import type { Outcomes } from './outcomes'
import type { Places } from './places'
import type { Sinks } from './sinks'
import type { Tabulation } from './tabulation'

const NO_STEPS: readonly StepModel[] = []

export class Receivers {
  private readonly linked: Linked
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly uses: Uses,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
    private readonly objects: Objects,
    private readonly callbacks: Callbacks,
    private readonly outcomes: Outcomes,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** A method of a map that has tainted keys. */
  private ofKeys(fact: Fact, call: number, name: string): void {
    const key = this.paths.tail(fact.path)
    const [callback] = this.linked.whole.args(call)
    if (name === 'keys') this.table.go(fact, call, this.paths.cons(this.places.element, key), fact.mask)
    else if (name === 'entries')
      this.table.go(fact, call, this.paths.cons(this.places.element, this.paths.cons(this.places.placed(0), key)), fact.mask)
    else if (name === 'forEach' && callback !== undefined) this.callbacks.runCallback(fact, call, callback, 1, key, fact.mask, undefined)
  }

  /** A method called on a tainted value. */
  method(fact: Fact, call: number, name: string): void {
    const { whole, solver, models } = this.linked
    const { path, mask } = fact
    this.sinks.strike(fact, call, -1, false)
    const functions = solver.callees.get(call)
    const args = whole.args(call)
    if (functions)
      for (const fn of functions) {
        const self = whole.functions[fn]?.self ?? -1
        if (self >= 0) this.table.enter(fact, call, self, path, mask & ~PROTOTYPE)
      }
    let told = false
    for (const at of pathsOfCall(this.linked, call)) {
      const sanitizers = (models.flows.sanitizers.get(at) ?? []).filter(({ spot }) => spot === 'receiver')
      // Several models may know a call: what any of them clears is cleared.
      if (sanitizers.length > 0) {
        told = true
        this.table.go(fact, call, EMPTY, mask & ~sanitizers.reduce((all, { clears }) => all | clears, 0))
      }
      for (const step of models.flows.steps.get(at) ?? NO_STEPS) {
        const part = this.places.partOfReceiver(step.from, path)
        if (part === undefined) continue
        told = true
        this.outcomes.deliver(fact, call, step.to, part, (mask & ~step.clears) | step.adds)
      }
    }
    if (told) return
    // Promises hand their value to a function and give what that returns.
    if (name === 'then') {
      if (args[0] !== undefined) this.callbacks.runCallback(fact, call, args[0], 0, path, mask, EMPTY)
      return
    }
    if (name === 'catch' || name === 'finally') {
      this.table.go(fact, call, path, mask)
      return
    }
    const isElements = path !== EMPTY && this.places.isElement(this.paths.head(path))
    if (path !== EMPTY && this.paths.head(path) === this.places.keys && !functions) {
      this.ofKeys(fact, call, name)
      return
    }
    if (path !== EMPTY && !isElements) {
      if (name === 'toString' || functions) return
      return
    }
    const act = this.known.methods.ofReceiver(call, name, functions !== undefined && functions.size > 0)
    if (!act) return
    if (
      (name === 'match' || name === 'matchAll') &&
      path === EMPTY &&
      args[0] !== undefined &&
      this.known.conditions.expressions.patternOf(args[0])
    ) {
      this.outcomes.matched(fact, call, args[0], mask & ~PROTOTYPE, name === 'matchAll')
      return
    }
    if ((name === 'replace' || name === 'replaceAll') && path === EMPTY) this.outcomes.matchesHanded(fact, call, madeAnew(mask, false))
    // What stood at one place of the list stands at another from here on.
    if (
      isElements &&
      this.known.methods.movesPlaces(name) &&
      this.paths.head(path) !== this.places.element &&
      this.paths.head(path) !== this.places.any
    )
      this.objects.hold(fact, receiverOf(this.linked, call), this.places.element, this.paths.tail(path), mask)
    const inner = path === EMPTY ? EMPTY : this.paths.tail(path)
    const isPicked = (name === 'filter' || name === 'find' || name === 'findLast') && args[0] !== undefined
    const isText = path === EMPTY && (act.result === 'text' || !(mask & bitOf('text')) || isAskedAsText(this.linked, this.uses.of(call), call))
    const left = without(
      madeAnew(mask, isElements && this.known.methods.isOfLanguage(name)),
      act.clears |
        (path === EMPTY ? clearedByFewness(this.linked, call, isText) : 0) |
        (isPicked && inner === EMPTY ? this.known.conditions.predicates.passing(args[0] as number) | clearedByPick(this.linked, call) : 0),
    )
    switch (act.result) {
      case 'same':
        this.table.go(fact, call, path === EMPTY ? EMPTY : this.places.inArray(path), left)
        break
      case 'text':
        if (path === EMPTY || inner === EMPTY) this.table.go(fact, call, EMPTY, madeAnew(left, false) & ~TEXT_ONLY)
        break
      case 'element':
        this.table.go(fact, call, inner, inner === EMPTY ? left & ~clearedBySplit(this.linked, receiverOf(this.linked, call)) : left)
        break
      case 'list':
        // Of a mail address it is what stands in front of the sign that tells whose it is.
        if (inner === EMPTY && left & DISCLOSED && isSplitAtHost(this.linked, call)) {
          this.table.go(fact, call, this.paths.cons(whole.string('0'), EMPTY), left & DISCLOSED)
          this.table.go(fact, call, this.paths.cons(this.places.element, EMPTY), left & ~DISCLOSED)
        } else this.table.go(fact, call, this.paths.cons(this.places.element, inner), left)
        break
      case 'pairs':
        this.table.go(fact, call, this.paths.cons(this.places.element, this.paths.cons(whole.string('1'), inner)), left)
        break
      case 'flat':
        this.table.go(fact, call, inner === EMPTY || !this.places.isElement(this.paths.head(inner)) ? path : this.places.inArray(inner), left)
        break
    }
    if (act.callback) {
      const { result } = act.callback
      const resultPath = result === 'none' ? undefined : result === 'element' ? this.paths.cons(this.places.element, EMPTY) : EMPTY
      const callback = args[act.callback.argument]
      if (callback !== undefined) this.callbacks.runCallback(fact, call, callback, act.callback.parameter, inner, left, resultPath)
    }
  }
}
