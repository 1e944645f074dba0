/**
 * The facts that are known, and what is known of each function that was entered with a part of a parameter tainted. In: facts, put in
 * one by one, and where harm is done. Out: the facts that came to be known since it was asked last, and the harm. A function is worked
 * through once for each such part; what comes out is carried to each caller with the caller's own taint (the tabulation of Reps,
 * Horwitz and Sagiv, 1995, over value nodes in place of program points). What a node does with a fact is not known here.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked } from '../../linked'
import { type AccessPaths, EMPTY } from '../access-paths'
import { ELSEWHERE } from '../addresses'
import { type Caller, type Entry, type Fact, type Hit, stepsOf } from '../facts'
import { withText } from '../handed-over'
import { ABSOLUTE, ALL, bitOf, DISCLOSED, PROTOTYPE, RAW, UPWARDS } from '../kinds'
import { areBytes, isHarmlessType } from '../parts-of-uploads'
import { otherPart } from '../read-parts'
import { isRuledOut } from '../ruled-out-by-call'
import { isPlaceOfStoredFile } from '../stored-files'
import type { Places } from './places'

/** Most facts of one program; beyond, the rest is not followed, and said so. */
const MOST_FACTS = 3_000_000
/** Most different assumptions and parts at one node. */
const MOST_AT_NODE = 24
/** More than there are access paths: node and path in one number. */
const MOST_PATHS = 4_194_304
/** By what an object is looked up. */
const NAME = bitOf('property')
/** What a function is worked through for, of one parameter. */
const MOST_ENTRIES = 16
/** The same of an object's methods: what is in one of a thousand results stands under many names. */
const MOST_ENTRIES_OF_THIS = 48
/** States of a path that decide how it goes on: {@link Tabulation.lacking}. */
const STATES = ABSOLUTE | RAW
/** Beside those: the object itself is what all share, which is assumed apart from any data. */
const SHARED = 4
const MOST_STATES = 8

export interface Landing {
  fact: Fact
  hit: Hit
  mask: number
}

const isSameHit = (one: Hit, other: Hit) =>
  one.at === other.at &&
  one.name === other.name &&
  // The object that does harm, or the name by which it was looked up.
  one.bits === other.bits &&
  one.composed === other.composed &&
  one.onReceiver === other.onReceiver &&
  one.byName === other.byName &&
  one.leavesOut?.join() === other.leavesOut?.join()

export class Tabulation {
  /** Harm that was found, each place and kind with the first fact that got there. */
  readonly landings: Landing[] = []
  /** Times that a limit was reached. */
  limits = 0
  private readonly paths: AccessPaths
  /** By node. */
  private readonly facts: (Fact[] | undefined)[]
  private readonly entries: Entry[] = []
  private readonly entryOf = new Map<number, Map<number, Entry>>()
  private queue: Fact[] = []
  private count = 0
  /** Place and kind → what got there. */
  private readonly landed = new Map<string, 'whole' | 'part'>()

  /**
   * @param categories number of source kinds: origins below it
   * @param reach what harm can come of each node: facts elsewhere come to nothing, and are not kept
   */
  constructor(
    private readonly linked: Linked,
    readonly categories: number,
    private readonly places: Places,
    private readonly reach: Int32Array,
  ) {
    this.paths = places.paths
    this.facts = new Array(reach.length)
  }

  /** Whether harm of one of these kinds can come of a value. What the solver made in the meantime leads nobody knows where. */
  mayHarm(node: number, mask: number): boolean {
    return node >= this.reach.length ? mask !== 0 : ((this.reach[node] as number) & mask) !== 0
  }

  /** What came to be known since this was asked last. */
  taken(): Fact[] {
    const batch = this.queue
    this.queue = []
    return batch
  }

  /** Whether it is known of a part of a value by itself, other than as a part of the whole. */
  isKnownOf(node: number, name: number): boolean {
    return (this.facts[node] ?? []).some(({ path }) => path !== EMPTY && this.paths.head(path) === name)
  }

  /** Notes a fact, unless what is known says as much. */
  put(origin: number, node: number, path: number, mask: number, from: Fact | undefined, inside: Fact | undefined): void {
    if (node < 0 || !this.mayHarm(node, mask)) return
    let list = this.facts[node]
    if (!list) {
      list = []
      this.facts[node] = list
    }
    let added = mask
    for (let i = 0; i < list.length; i++) {
      const known = list[i] as Fact
      if (known.origin !== origin || !(known.path === path || this.paths.covers(known.path, path))) continue
      // What is known of a path that cannot begin at the root says nothing of one that can.
      if ((mask & STATES & ~known.mask) !== 0) continue
      added &= ~known.mask
      if (added === 0) return
    }
    added |= mask & STATES
    if (list.length >= MOST_AT_NODE || this.count >= MOST_FACTS) {
      this.limits++
      return
    }
    const fact: Fact = { origin, node, path, mask: added, from, inside }
    list.push(fact)
    this.count++
    this.queue.push(fact)
  }

  /** On to another node: inside the function under the same assumption, beyond it for each caller that fulfils it. */
  go(fact: Fact, to: number, path: number, mask: number): void {
    if (to < 0 || !this.mayHarm(to, mask)) return
    if (fact.origin < this.categories || this.isWithin(fact, to)) this.put(fact.origin, to, path, mask, fact, undefined)
    else this.escape(fact, to, path, mask)
  }

  /** In the function that was entered, or in one that is written inside it and sees its parameters as they are there. */
  private isWithin(fact: Fact, to: number): boolean {
    const { whole } = this.linked
    if (to >= whole.size) return false
    const { fn } = this.entry(fact.origin)
    const innermost = whole.kind[to] === Kind.Cell ? this.ownerOf(to) : whole.functionOf(to)
    return whole.isWithin(innermost, fn)
  }

  /** Function that declares a variable which closures share: each call has one of its own. -1 where all share it. */
  private ownerOf(cell: number): number {
    return this.linked.whole.c[cell] as number
  }

  /** The assumption under which a fact holds. */
  private entry(origin: number): Entry {
    return this.entries[origin - this.categories] as Entry
  }

  /** On to a place beyond the function that was entered: for each caller, now and later. */
  private escape(fact: Fact, node: number, path: number, mask: number): void {
    const entry = this.entry(fact.origin)
    const key = node * MOST_PATHS + path
    const known = entry.escapes.get(key)
    if (known) {
      if ((mask & ~known.mask) === 0) return
      known.mask |= mask
    } else entry.escapes.set(key, { node, path, mask, inside: fact })
    for (const { fact: outer } of entry.callers) this.release(outer, node, path, this.carried(outer.mask, mask, fact), fact)
  }

  /** What a callee holds on to, seen by one caller. */
  private release(outer: Fact, node: number, path: number, mask: number, inside: Fact): void {
    if (!this.mayHarm(node, mask)) return
    if (outer.origin < this.categories) this.put(outer.origin, node, path, mask, outer, inside)
    else if (this.isWithin(outer, node)) this.put(outer.origin, node, path, mask, outer, inside)
    else this.escape({ ...outer, node: inside.node, path, mask, from: outer, inside }, node, path, mask)
  }

  /** A part of an argument arrives at a parameter: what it holds, and that it may be the object that all share. */
  enter(fact: Fact, call: number, param: number, path: number, mask: number, resultPath = EMPTY, fn = -1): void {
    if (param < 0) return
    this.enterWith(fact, call, param, path, mask & ~PROTOTYPE, resultPath, fn)
    this.enterWith(fact, call, param, path, mask & PROTOTYPE, resultPath, fn)
  }

  private enterWith(fact: Fact, call: number, param: number, path: number, mask: number, resultPath: number, fn: number): void {
    if (mask === 0 || !this.mayHarm(param, mask)) return
    const own = fn >= 0 ? fn : this.functionOfParam(param)
    let byPath = this.entryOf.get(param)
    if (!byPath) {
      byPath = new Map()
      this.entryOf.set(param, byPath)
    }
    const isShared = mask === PROTOTYPE
    const lacks = isShared ? SHARED : this.lacking(param, mask)
    const key = path * MOST_STATES + lacks
    let entry = byPath.get(key)
    if (!entry) {
      if (byPath.size >= (this.linked.whole.kind[param] === Kind.This ? MOST_ENTRIES_OF_THIS : MOST_ENTRIES)) {
        this.limits++
        return
      }
      const origin = this.categories + this.entries.length
      entry = { origin, param, path, isShared, fn: own, callers: [], callersAt: new Map(), returns: [], escapes: new Map(), hits: [] }
      byPath.set(key, entry)
      this.entries.push(entry)
      const absent = (lacks & 1 ? ABSOLUTE : 0) | (lacks & 2 ? RAW : 0)
      this.put(origin, param, path, isShared ? PROTOTYPE : ALL & ~PROTOTYPE & ~absent, undefined, undefined)
    }
    const outer = mask === fact.mask ? fact : { ...fact, mask, from: fact, inside: undefined }
    const same = entry.callersAt.get(call)
    const known = same?.find((caller) => caller.fact.origin === fact.origin && caller.resultPath === resultPath)
    if (known) {
      if ((mask & ~known.fact.mask) === 0) return
      known.fact = { ...outer, mask: mask | known.fact.mask }
    } else {
      const caller: Caller = { call, resultPath, fact: outer }
      entry.callers.push(caller)
      if (same) same.push(caller)
      else entry.callersAt.set(call, [caller])
    }
    for (const result of entry.returns) this.comeBack(outer, call, resultPath, result)
    // What is told here may be told of the function itself again: only what was known before counts.
    if (entry.escapes.size > 0)
      for (const { node, path: where, mask: left, inside } of [...entry.escapes.values()])
        this.release(outer, node, where, this.carried(mask, left, inside), inside)
    for (const hit of entry.hits.length === 0 ? entry.hits : [...entry.hits])
      if (!this.isRuledOut(call, entry, hit.sink)) this.land(outer, hit.sink, hit.mask & mask, hit.fact)
  }

  /**
   * States of a path that a value does not have and that decide what a function makes of it: `/${name}` leads to another host
   * only where the name may begin with a slash. A function is worked through for each of them apart. 1: cannot begin at the
   * root, 2: is in normal form.
   */
  private lacking(param: number, mask: number): number {
    let lacks = 0
    if (!(mask & ABSOLUTE) && mask & ELSEWHERE && this.mayHarm(param, mask & ELSEWHERE)) lacks |= 1
    if (!(mask & RAW) && mask & UPWARDS && this.mayHarm(param, UPWARDS)) lacks |= 2
    return lacks
  }

  private functionOfParam(param: number): number {
    const { whole } = this.linked
    return whole.kind[param] === Kind.This ? (whole.a[param] as number) : whole.scopeOf(param)
  }

  /** Whether a fact holds under an assumption on a parameter of that function. */
  isOfEntry(fact: Fact, fn: number): boolean {
    return fact.origin >= this.categories && this.entry(fact.origin).fn === fn
  }

  /** What a function that was entered returns goes to each caller, with what that one handed over. */
  leaveEntry(fact: Fact): void {
    const entry = this.entry(fact.origin)
    entry.returns.push(fact)
    for (const { call, resultPath, fact: outer } of [...entry.callers]) this.comeBack(outer, call, resultPath, fact)
  }

  /** What a function returns, seen by one caller. */
  private comeBack(outer: Fact, call: number, resultPath: number, result: Fact): void {
    if (call < 0) return
    const path = this.places.resultIn(call, resultPath, result.path)
    const accumulator = this.places.isThrown(path) ? -1 : this.accumulatorOf(call)
    if (accumulator >= 0) {
      // What a reducer returns is what it is handed next.
      const next = this.carried(outer.mask, result.mask, result)
      this.enter({ ...outer, from: outer, inside: result, mask: next }, call, accumulator, path, next, resultPath)
    }
    const mask = this.carried(outer.mask, result.mask, result)
    if (!this.mayHarm(call, mask)) return
    if (outer.origin < this.categories || this.isWithin(outer, call)) this.put(outer.origin, call, path, mask, outer, result)
    else this.escape({ ...outer, from: outer, inside: result, mask }, call, path, mask)
  }

  /** Parameter of a reducer that is handed what it returned before, -1 where a call runs none. */
  private accumulatorOf(call: number): number {
    const { whole, solver } = this.linked
    if (!/^reduce(?:Right)?$/.test(calledName(this.linked, call)) || solver.callees.has(call)) return -1
    const [reducer] = whole.args(call)
    const label = reducer === undefined ? undefined : solver.of(reducer).find((it) => solver.labels.kind[it] === LabelKind.Function)
    return label === undefined ? -1 : (whole.functions[solver.labels.data[label] as number]?.params[0] ?? -1)
  }

  /**
   * What of a fact inside a function holds for what one caller handed over. An object that was looked up by what he handed over
   * as a name, `target[key]`, may be the prototype of all objects, though a name is not.
   */
  private carried(given: number, mask: number, inside: Fact): number {
    const left = given & mask
    return mask & PROTOTYPE && !this.entry(inside.origin).isShared && given & NAME ? left | PROTOTYPE : left
  }

  /** Data get where they do harm: told where they come from, or for each caller of the function that was entered. */
  land(fact: Fact, bare: Hit, mask: number, inside?: Fact): void {
    if ((mask & bare.bits) === 0 || (mask & bare.needs) !== bare.needs) return
    const hit = withText(this.linked, bare, fact, inside !== undefined)
    const at: Fact = inside ? { ...fact, from: fact, inside } : fact
    if (fact.origin < this.categories) {
      if (hit.name === 'path' && isPlaceOfStoredFile(this.linked, at)) return
      // Who decides on the host decides on more than a path there.
      if (hit.name === 'request-path' && mask & bitOf('url')) return
      // What a request carries besides is up to who hands its address on.
      const handed = hit.name === 'request-path' ? fact.node : ''
      const key = `${fact.origin} ${hit.at} ${hit.name} ${hit.composed} ${hit.leavesOut?.join() ?? ''} ${handed} ${hit.name === 'path' && hit.onReceiver}`
      const known = this.landed.get(key)
      if (known === 'whole') return
      // What is sensitive by its own name goes before what was only read out of something that is.
      const comes = hit.bits === DISCLOSED && otherPart(this.linked, at) !== undefined ? 'part' : 'whole'
      if (known === comes) return
      if (hit.name === 'path' && areBytes(this.linked, stepsOf(at), hit)) return
      if (isHarmlessType(this.linked, () => stepsOf(at), hit.name)) return
      this.landed.set(key, comes)
      this.landings.push({ fact: at, hit, mask })
      return
    }
    const entry = this.entry(fact.origin)
    // Inside a function the prototype was looked up by name: of whoever calls it, the name is what does the harm.
    if (hit.bits === PROTOTYPE && !entry.isShared) {
      this.land(fact, { ...hit, bits: NAME }, NAME, inside)
      return
    }
    if (entry.hits.some((known) => isSameHit(known.sink, hit) && (mask & ~known.mask) === 0)) return
    entry.hits.push({ sink: hit, mask, fact: at })
    for (const { fact: outer, call } of [...entry.callers]) if (!this.isRuledOut(call, entry, hit)) this.land(outer, hit, mask & outer.mask, at)
  }

  /** Whether a caller never gets to a place in the function itself, by what it hands over. */
  private isRuledOut(call: number, { fn }: Entry, { at }: Hit): boolean {
    const { whole } = this.linked
    return call >= 0 && at < whole.size && whole.isWithin(whole.functionOf(at), fn) && isRuledOut(this.linked, call, fn, at)
  }
}
