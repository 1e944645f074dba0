/**
 * What is thrown: from a `throw`, a promise that is rejected or a call of a library that says what it was handed, to the `catch` around it
 * or behind the promise, in the function itself or in those that call it. In: facts about what is thrown. Out: facts at what a `catch`
 * receives. On its way from function to function it is a part of the call, under a head that no property has.
 */
import { calledName } from '../../linked'
import { type AccessPaths, EMPTY } from '../access-paths'
import { type Catches, continuations } from '../catches'
import type { Fact } from '../facts'
import { bitOf, DISCLOSED, PROTOTYPE } from '../kinds'
import type { Uses } from '../uses'
import type { Callbacks } from './callbacks'
import type { Knowledge } from './knowledge'
import type { Places } from './places'
import type { Tabulation } from './tabulation'

/** A log is where the failures of others belong: what they repeat is no fault of who logs them. */
const LOGGED = bitOf('log') | bitOf('secret') | DISCLOSED

export class Thrown {
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly uses: Uses,
    private readonly catches: Catches,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly callbacks: Callbacks,
  ) {
    this.paths = places.paths
  }

  /** What a call throws, or the promise that it gave is rejected with: to whoever waits for it there, or else on from where it stands. */
  arrives(fact: Fact): void {
    const { linked } = this.known
    const inner = { ...fact, path: this.paths.tail(fact.path) }
    const behind = continuations(linked, this.uses, fact.node)
    for (const { call, handler } of behind) {
      if (handler < 0) this.table.go(fact, call, fact.path, fact.mask)
      else this.callbacks.runCallback(inner, call, handler, 0, inner.path, fact.mask & ~PROTOTYPE, EMPTY)
    }
    if (behind.length === 0) this.raise(inner, fact.node)
  }

  /** From where something is thrown to the nearest `catch`, or out of the function. */
  raise(fact: Fact, node: number): void {
    const { whole } = this.known.linked
    const caught = this.catches.around(node)
    if (caught === 'unnamed') return
    if (caught !== undefined) this.table.go(fact, caught, fact.path, fact.mask)
    else if (whole.functionOf(node) >= 0) this.leave(fact, whole.functionOf(node))
  }

  private leave(fact: Fact, fn: number): void {
    const thrown = { ...fact, path: this.paths.cons(this.places.thrown, fact.path), mask: fact.mask & ~LOGGED }
    if (thrown.mask === 0) return
    if (this.table.isOfEntry(fact, fn)) {
      this.table.leaveEntry(thrown)
      return
    }
    const { solver } = this.known.linked
    for (const call of solver.callers.get(fn) ?? []) this.table.go(fact, call, thrown.path, thrown.mask)
    for (const { call } of this.callbacks.sitesOf(fn))
      if (calledName(this.known.linked, call) !== 'catch') this.table.go(fact, call, thrown.path, thrown.mask)
  }
}
