/**
 * What leaves a function by what it returns: to its callers, to whoever else runs it (a library, a template, whoever reads a property).
 */
import { FunctionFlag, Kind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'
import { type Lookup, lookupOf } from '../../lookup'
import { type AccessPaths, EMPTY } from '../access-paths'
import type { Fact } from '../facts'
import { ALL, without } from '../kinds'
import type { WrittenOver } from '../written-over'
import type { Callbacks } from './callbacks'
import type { Knowledge } from './knowledge'
import type { Objects } from './objects'
import type { Pages } from './pages'
import type { Places } from './places'
import type { Sinks } from './sinks'
import type { Tabulation } from './tabulation'

const NO_NAMES: readonly string[] = []

export class Returns {
  private readonly linked: Linked
  private readonly paths: AccessPaths
  private readonly lookup: Lookup

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
    private readonly objects: Objects,
    private readonly callbacks: Callbacks,
    private readonly pages: Pages,
    private readonly writtenOver: WrittenOver,
  ) {
    this.linked = known.linked
    this.paths = places.paths
    this.lookup = lookupOf(known.linked.whole)
  }

  /** A value that functions return: to whoever runs them. */
  comesBack(fact: Fact): void {
    for (const fn of this.lookup.returning(fact.node)) {
      const asked = this.leftAtReturn(fact, fn)
      const isWhole = this.places.isWhole(asked.path)
      if (!isWhole && this.writtenOver.isGoneAtReturn(asked.node, fn, this.paths.head(asked.path))) continue
      const filled = isWhole ? this.writtenOver.atReturn(asked.node, fn) : []
      const left = filled.length === 0 ? asked : { ...asked, path: this.places.allBut(asked.path, filled) }
      if (left.mask !== 0) this.leave(left, fn)
    }
  }

  /** What a function returns: to its callers, and to whoever else runs it. */
  leave(fact: Fact, fn: number): void {
    const { whole, solver } = this.linked
    this.pages.pageProps(fact, fn)
    this.sinks.atReturn({ ...fact, path: this.places.asWhole(fact.path) }, fn)
    if (this.table.isOfEntry(fact, fn)) {
      this.table.leaveEntry(fact)
      return
    }
    // A getter is run by whoever reads the property.
    if ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Getter)
      for (const field of solver.successorsOf(fact.node)) if (field >= whole.size) this.table.go(fact, field, fact.path, fact.mask)
    const { readers, named } = this.known.components.readingResult(fn, this.places.isWhole(fact.path) ? -1 : this.paths.head(fact.path))
    for (const reader of readers) this.table.go(fact, reader, named ? this.paths.tail(fact.path) : fact.path, fact.mask)
    if (fact.path !== EMPTY)
      for (const reader of this.known.templates.readersOfResult(fn, this.paths.head(fact.path)))
        this.table.go(fact, reader, this.paths.tail(fact.path), fact.mask)
    // What strangers pass comes back to them: callers here pass what they pass.
    if (!this.isOpenParameter(fact, fn)) for (const call of solver.callers.get(fn) ?? []) this.table.go(fact, call, fact.path, fact.mask)
    const around = whole.functions[fn] ? this.linked.values.callAround(whole.functions[fn].node) : -1
    if (around >= 0 && calledName(this.linked, around) === 'setState' && receiverOf(this.linked, around) >= 0)
      this.objects.hold(fact, receiverOf(this.linked, around), whole.string('state'), fact.path, fact.mask)
    for (const { call, resultPath } of this.callbacks.sitesOf(fn))
      this.table.go(fact, call, this.places.resultIn(call, resultPath, fact.path), fact.mask)
  }

  /** What was asked on the way to the return: `if (!hosts.has(new URL(address).hostname)) throw …; return address`. */
  private leftAtReturn(fact: Fact, fn: number): Fact {
    const target = this.linked.whole.functions[fn]
    if (!target) return fact
    const names = this.places.isWhole(fact.path) ? NO_NAMES : this.places.textsOf(fact.path)
    let cleared = ALL
    let isReturned = false
    target.returns.forEach((value, index) => {
      if (value !== fact.node) return
      isReturned = true
      cleared &= this.known.assurances.atReturn(fn, index, value, names)
    })
    if (!isReturned) return fact
    const mask = without(fact.mask, cleared)
    return mask === fact.mask ? fact : { ...fact, mask }
  }

  private isOpenParameter(fact: Fact, fn: number): boolean {
    const { whole } = this.linked
    let first = fact
    while (first.from) first = first.from
    return whole.kind[first.node] === Kind.Param && whole.a[first.node] === fn
  }
}
