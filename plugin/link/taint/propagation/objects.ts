/**
 * What is put into an object. In: a fact about a value that is stored under a name. Out: facts about the object, for everyone who sees
 * it: where it was made, in fields of instances and modules, at readers in other handlers and in templates.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { apiPathsOf, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { type AccessPaths, EMPTY } from '../access-paths'
import { ELSEWHERE } from '../addresses'
import type { Fact } from '../facts'
import { ALL, madeAnew, NO_NAME, PROTOTYPE, without } from '../kinds'
import { leadsElsewhere, staysInAddress } from '../parts'
import type { Knowledge } from './knowledge'
import type { Places } from './places'
import { BY_LANGUAGE, type Sinks } from './sinks'
import type { Tabulation } from './tabulation'

const NONE: readonly number[] = []

export class Objects {
  private readonly linked: Linked
  private readonly paths: AccessPaths
  /** By function: its calls of `next()`. */
  private nextCalls: Map<number, number[]> | undefined
  /** Readers of a request of which all is told already. */
  private readonly settled = new Set<number>()

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  settle(reader: number): void {
    this.settled.add(reader)
  }

  /** `o.name = value`. */
  store(fact: Fact, object: number, property: number, at: number): void {
    if (at >= 0) this.sinks.atStore({ ...fact, path: this.places.asWhole(fact.path) }, object, property, at)
    if (at >= 0 && this.known.holders.isOfGlobal(object))
      for (const reader of this.known.holders.readersOfGlobal(property)) this.table.go(fact, reader, fact.path, fact.mask)
    for (const reader of this.known.components.readingThis(object, property)) this.table.go(fact, reader, fact.path, fact.mask)
    for (const reader of this.known.templates.readersOfShared(object, property)) this.table.go(fact, reader, fact.path, fact.mask)
    if (at >= 0 && fact.path === EMPTY && leadsElsewhere(this.linked, object, property)) this.taintValue(fact, object, EMPTY, fact.mask & ELSEWHERE)
    const isChecked = at >= 0 && fact.path === EMPTY && fact.mask !== 0
    const kept = isChecked ? without(fact.mask, this.whereNextRuns(at, fact.node)) : fact.mask
    this.hold(fact, object, property, fact.path, staysInAddress(this.linked, object, property) ? kept & ~ELSEWHERE : kept)
  }

  /**
   * What middleware puts into a request or its answer is read by whom `next()` runs: what is asked in front of every such call holds
   * there, `res.locals.file = file; if (!isInside(root, file)) return refuse(); next()`.
   */
  private whereNextRuns(store: number, value: number): number {
    const { whole } = this.linked
    const runs = this.nextRuns(whole.functionOf(store)).filter((call) => (whole.pos[call] as number) > (whole.pos[store] as number))
    return runs.length === 0 ? 0 : runs.reduce((all, call) => all & this.known.conditions.around(call, value), ALL)
  }

  private nextRuns(fn: number): readonly number[] {
    if (!this.nextCalls) {
      this.nextCalls = new Map()
      const { whole } = this.linked
      for (const call of lookupOf(whole).named(Kind.Call, 'next')) {
        if (whole.args(call).length > 0 || receiverOf(this.linked, call) >= 0) continue
        const own = whole.functionOf(call)
        this.nextCalls.set(own, [...(this.nextCalls.get(own) ?? []), call])
      }
    }
    return this.nextCalls.get(fn) ?? NONE
  }

  /** `for (const key of Object.keys(source)) target[key] = source[key]`: every part goes where it was, under its own name. */
  copy(fact: Fact, target: number): void {
    const { path, mask } = fact
    // What all objects have is no part of one.
    if (path === EMPTY) this.store({ ...fact, mask: madeAnew(mask, false) }, target, this.places.any, -1)
    else this.store({ ...fact, path: this.paths.tail(path) }, target, this.paths.head(path), -1)
  }

  /** An object gets a property whose name is tainted, or a map such a key: for everyone who sees it made. */
  name(fact: Fact, object: number, head: number): void {
    const { whole, solver } = this.linked
    const [path, mask] = [this.paths.cons(head, EMPTY), fact.mask & ~NO_NAME]
    if (mask === 0 || fact.path !== EMPTY) return
    let known = false
    for (const label of solver.of(object))
      if (solver.labels.kind[label] === LabelKind.Object) {
        known = true
        this.table.go(fact, this.ownOrShared(object, solver.labels.data[label] as number), path, mask)
      }
    const root = known ? -1 : this.known.holders.rootOf(object)
    if (root >= 0 && whole.kind[root] !== Kind.Global && whole.kind[root] !== Kind.Import) this.table.go(fact, root, path, mask)
  }

  /** A part of an object becomes tainted, for everyone who sees the object. */
  hold(fact: Fact, object: number, property: number, path: number, mask: number): void {
    const { whole, solver } = this.linked
    const inside = this.paths.cons(property, path)
    if (this.known.boxes.makerOf(object) >= 0) {
      this.table.go(fact, object, inside, mask)
      return
    }
    let known = false
    for (const label of solver.of(object)) {
      const data = solver.labels.data[label] as number
      for (const setter of this.known.holders.settersOf(label, property))
        this.table.enter(fact, -1, whole.functions[setter]?.params[0] ?? -1, path, mask)
      switch (solver.labels.kind[label]) {
        case LabelKind.Value:
          break
        case LabelKind.Object:
          known = true
          this.table.go(fact, this.ownOrShared(object, data), inside, mask)
          break
        case LabelKind.Api:
          this.holdAt(fact, data, property, path, mask)
          break
        case LabelKind.ApiObject:
          known = true
          this.holdAt(fact, solver.labels.extra[label] as number, property, path, mask)
          this.table.go(fact, solver.field(label, property), path, mask)
          break
        case LabelKind.Interface:
          break
        default:
          known = true
          this.table.go(fact, solver.field(label, this.places.isAny(property) ? this.places.element : property), path, mask)
      }
    }
    if (known) return
    // Made by a library, or unknown: whatever else is done with the very same value.
    const root = this.known.holders.rootOf(object)
    if (root >= 0 && whole.kind[root] !== Kind.Global && whole.kind[root] !== Kind.Import) this.table.go(fact, root, inside, mask)
  }

  /** Where the object was made, unless its function made it for one caller alone: then the call. */
  private ownOrShared(object: number, made: number): number {
    const call = this.known.freshResults.callOf(object, made)
    return call >= 0 ? call : made
  }

  /** `req.user = …` in one handler is read as `req.user` in another. What a query found is another object each time. */
  private holdAt(fact: Fact, api: number, property: number, path: number, mask: number): void {
    if (this.isFound(api)) return
    for (const reader of this.known.holders.readersAt(api, property)) if (!this.settled.has(reader)) this.table.go(fact, reader, path, mask)
  }

  private readonly found = new Map<number, boolean>()
  /** Whether an API path is that of a stored record, or of a part of one: `repository.findOne().address`. */
  private isFound(api: number): boolean {
    let answer = this.found.get(api)
    if (answer === undefined) {
      const { paths, flows } = this.linked.models
      const { parent, step } = paths.node(api)
      const isStored = flows.sources.get(api)?.some(({ kind }) => kind === 'stored') ?? false
      answer = isStored || (parent >= 0 && ((step === '()' && flows.records.has(parent)) || this.isFound(parent)))
      this.found.set(api, answer)
    }
    return answer
  }

  /** Whether those who read it elsewhere are told what a node writes: of a member with very many readers nobody is. */
  isTold(store: number): boolean {
    const { whole } = this.linked
    const names = whole.kind[store] === Kind.Store ? [whole.b[store] as number] : this.known.holders.keysOf(whole.b[store] as number)
    return apiPathsOf(this.linked, whole.a[store] as number).some((api) => names.some((name) => this.known.holders.readersAt(api, name).length > 0))
  }

  /** A value that is there already becomes tainted: what a library call writes into. */
  taintValue(fact: Fact, value: number, path: number, mask: number): void {
    const { solver } = this.linked
    for (const label of solver.of(value))
      if (solver.labels.kind[label] === LabelKind.Object) this.table.go(fact, solver.labels.data[label] as number, path, mask)
    const root = this.known.holders.rootOf(value)
    if (root >= 0) this.table.go(fact, root, path, mask)
  }

  /** `Object.assign(target, source)`. */
  join(fact: Fact, target: number, call: number): void {
    if (this.places.isWhole(fact.path)) this.sinks.atFields({ ...fact, path: EMPTY }, target, call, false)
    else if (fact.path !== EMPTY)
      this.sinks.atCopied({ ...fact, path: this.places.asWhole(this.paths.tail(fact.path)) }, target, this.paths.head(fact.path), call)
  }

  /** A property is written to an object that was looked up by an outside name. */
  pollute(fact: Fact, at: number, api = '[…] ='): void {
    const { whole } = this.linked
    // `line[i] = 0`: what is put under a number is asked for by nobody who does not go over numbers anyway.
    if (whole.kind[at] === Kind.StoreDynamic && this.known.conditions.numbers.isNumber(whole.b[at] as number)) return
    if (fact.mask & PROTOTYPE && this.places.isWhole(fact.path)) this.sinks.land(fact, { name: 'property', at, api, ...BY_LANGUAGE, bits: PROTOTYPE })
  }
}
