/**
 * Spreads taint over the value graph until nothing changes. Interprocedural, with calls and returns matched: a function is
 * worked through once for each part of a parameter that may be tainted, and what comes out is carried to each caller with
 * the caller's own taint (the tabulation of Reps, Horwitz and Sagiv, 1995, over value nodes in place of program points).
 * Facts carry access paths and one bit a kind of harm.
 */
import { ChoiceKind, FunctionFlag, Kind, RegionKind } from '../../graph'
import type { SinkModel, Spot, StepModel } from '../flow-models'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'
import { pathsOfCall, pathsOfMember } from '../usages/modelled'
import { settingAt } from '../usages/setting'
import { AccessPaths, EMPTY } from './access-paths'
import { ELSEWHERE, isOwnAddress } from './addresses'
import { Assurances } from './assurances'
import { Boxes } from './boxes'
import { Components } from './components'
import { Conditions, isObject } from './conditions'
import type { Entry, Fact, Hit } from './facts'
import { withText } from './handed-over'
import { Holders } from './holders'
import { instructions } from './instructions'
import { ABSOLUTE, ALL, bitOf, maskOf, neededBy, PROTOTYPE, RAW, type SinkKind, sourceKinds, TEXT_ONLY, UPWARDS, without } from './kinds'
import { type LibraryCallback, libraryCallbackOf, stateSetBy } from './library-callbacks'
import { Loops } from './loops'
import { Methods } from './methods'
import { clearedByPart, isSplitAtHost, leadsElsewhere, staysInAddress } from './parts'
import { clearedBySplit } from './pieces'
import { Reach } from './reach'
import { otherPart } from './read-parts'
import { Schemas, type Shape } from './schemas'
import { reshaped } from './shapes'
import { StandIns } from './stand-ins'
import { isSymbol } from './symbols'
import { Templates } from './templates'
import { beginningOf, clearedBy, endingOf, isComposed, returnsText } from './texts'
import { Uses } from './uses'

/** Most facts of one program; beyond, the rest is not followed, and said so. */
const MOST_FACTS = 3_000_000
/** Most different assumptions and parts at one node. */
const MOST_AT_NODE = 24
/** More than there are access paths: node and path in one number. */
const MOST_PATHS = 4_194_304
/** Functions that a call through a parameter may run; with more of them, who hands what to whom is lost. */
const MOST_TARGETS = 16

/** What a function is worked through for, of one parameter. */
const MOST_ENTRIES = 16
/** The same of an object's methods: what is in one of a thousand results stands under many names. */
const MOST_ENTRIES_OF_THIS = 48
/** States of a path that decide how it goes on: {@link Propagation.lacking}. */
const STATES = ABSOLUTE | RAW
const MOST_STATES = 4

/** Places of a list that are told apart. */
const MOST_PLACES = 20

const NUMBER = maskOf(['number'])
const DISCLOSED = bitOf('disclosure')
const NONE: readonly number[] = []
const NO_NAMES: readonly string[] = []
const NO_STEPS: readonly StepModel[] = []

const PAGE_PROPS = new Set(['getServerSideProps', 'getStaticProps', 'getInitialProps'])

/** Calls that hand data back when a schema lets them pass, as `ApiPaths.show` tells them. */
const isCheck = (called: string) =>
  /^(?:zod|joi|yup|valibot)\b/.test(called) && /\.(?:(?:safe)?[pP]arse(?:Async)?|spa|decode|cast|validate(?:Async|Sync)?|attempt)$/.test(called)

export interface Landing {
  fact: Fact
  hit: Hit
  mask: number
}

const NO_SINKS: readonly SinkModel[] = []

/** Operators of document stores whose operand is compared as it is: in a list, too, an object is no operator. */
const PLAIN_OPERATORS = ['$eq', '$in', '$nin']

const isPlain = (keys: readonly string[], stands: (key: string) => boolean): boolean => PLAIN_OPERATORS.some(stands) || keys.some(stands)

/** As `ApiPaths.show` tells them. */
const BYTES = /^(?:global:)?(?:Buffer\.(?:from|concat|alloc)\(\)|Buffer!|Uint8Array(?:\.from\(\)|!))$|\.(?:arrayBuffer|toBuffer)\(\)$/
const OF_FILE_SYSTEM = /^(?:npm:|type:)?(?:node:)?fs\b/

export class Propagation {
  readonly paths = new AccessPaths()
  readonly conditions: Conditions
  /** Harm that was found, each place and kind with the first fact that got there. */
  readonly landings: Landing[] = []
  /** Times that a limit was reached. */
  limits = 0
  private readonly uses: Uses
  private readonly components: Components
  private readonly templates: Templates
  private readonly methods: Methods
  private readonly schemas: Schemas
  private readonly holders: Holders
  private readonly boxes: Boxes
  private readonly standIns: StandIns
  readonly assurances: Assurances
  readonly loops: Loops
  /** What harm can come of each node: facts elsewhere come to nothing, and are not kept. */
  private readonly reach: Int32Array
  /** By node. */
  private readonly facts: (Fact[] | undefined)[]
  private readonly entries: Entry[] = []
  private readonly entryOf = new Map<number, Map<number, Entry>>()
  private queue: Fact[] = []
  private count = 0
  /** What instructs a language model, each with its message. */
  private readonly instructed: ReadonlyMap<number, number>
  /** Value → functions that return it. */
  private readonly returnsOf = new Map<number, number[]>()
  /** Values that other files or instances see by a name: their successors in the solver go on. */
  private readonly published = new Set<number>()
  /** Function → calls that run it with an element or a promise's value, and what becomes of its result. */
  private readonly callbackSites = new Map<number, { call: number; resultPath: number }[]>()
  private readonly returnedSinks = new Map<number, SinkModel[]>()
  /** Place and kind → what got there. */
  private readonly landed = new Map<string, 'whole' | 'part'>()
  private readonly element: number
  /** Head of what stands under a name that nobody knows: any name may be meant, or any place of a list. */
  private readonly any: number
  /** What an annotation says where it names a type of the language. */
  private readonly typeOf = new Map<number, string>()

  /** @param categories number of source kinds: origins below it */
  constructor(
    readonly linked: Linked,
    private readonly categories: number,
  ) {
    const { whole, solver, models } = linked
    this.components = new Components(linked)
    this.templates = new Templates(linked)
    this.conditions = new Conditions(linked)
    this.assurances = new Assurances(linked, this.conditions)
    this.methods = new Methods(linked, this.conditions)
    this.holders = new Holders(linked, this.methods, this.conditions)
    this.boxes = new Boxes(linked)
    this.standIns = new StandIns(linked, this.holders)
    this.element = this.holders.element
    this.any = this.holders.any
    this.schemas = new Schemas(linked, this.conditions)
    whole.functions.forEach((fn, index) => {
      for (const value of fn.returns) {
        const known = this.returnsOf.get(value)
        if (known) known.push(index)
        else this.returnsOf.set(value, [index])
      }
    })
    for (const [node, type] of whole.annotations) {
      const named = whole.a[type] as number
      if (whole.kind[type] === Kind.TypeRef && whole.c[type] === 0 && named >= 0 && whole.kind[named] === Kind.Global)
        this.typeOf.set(node, whole.text(whole.a[named] as number))
    }
    for (const list of whole.exports) for (const { node } of list) this.published.add(node)
    for (const list of whole.commonjs) for (const node of list) this.published.add(node)
    for (const { members } of whole.classes)
      for (const { node } of members) if (node >= 0 && whole.kind[node] !== Kind.Function) this.published.add(node)
    for (const [path, sinks] of models.flows.returned)
      for (const label of solver.functionsAt(path)) {
        const fn = solver.labels.data[label] as number
        this.returnedSinks.set(fn, [...(this.returnedSinks.get(fn) ?? []), ...sinks])
      }
    this.decoratedReturns()
    const { components, templates, methods, holders, boxes, published, returnedSinks } = this
    this.instructed = instructions(linked, this.conditions, (call, { when }) => !when || this.isWhen(call, when))
    const typeClears = (param: number) => this.typeClears(param)
    const pagesOf = (fn: number) => this.pagesOf(fn)
    this.reach = new Reach({
      linked,
      components,
      templates,
      methods,
      holders,
      boxes,
      published,
      returnedSinks,
      typeClears,
      pagesOf,
      instructed: this.instructed,
    }).bits
    // What is called is of interest through what it is read from.
    this.facts = new Array(this.reach.length)
    const isUsed = new Uint8Array(whole.size)
    for (let node = 0; node < whole.size; node++)
      if (this.mayHarm(node, ALL) || whole.kind[node] === Kind.Load || whole.kind[node] === Kind.LoadDynamic) isUsed[node] = 1
    this.uses = new Uses(whole, isUsed)
    this.loops = new Loops(linked, this.conditions, this.uses)
  }

  /** Whether harm of one of these kinds can come of a value. What the solver made in the meantime leads nobody knows where. */
  mayHarm(node: number, mask: number): boolean {
    return node >= this.reach.length ? mask !== 0 : ((this.reach[node] as number) & mask) !== 0
  }

  /** Puts a source in. @param kind index of its source kind */
  seed(kind: number, node: number, mask: number, path = EMPTY): void {
    if (mask & ELSEWHERE && !(mask & ABSOLUTE)) this.standIns.add(node, path === EMPTY ? -1 : this.paths.head(path))
    this.put(kind, node, path, mask & ~PROTOTYPE, undefined, undefined)
  }

  run(): void {
    while (this.queue.length > 0) {
      const batch = this.queue
      this.queue = []
      for (const fact of batch) this.spread(fact)
    }
  }

  // ── facts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private put(origin: number, node: number, path: number, mask: number, from: Fact | undefined, inside: Fact | undefined): void {
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
  private go(fact: Fact, to: number, path: number, mask: number): void {
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

  /** Function whose parameter a variable is that closures share; -1 where it may outlive a call. */
  private ownerOf(cell: number): number {
    const { whole } = this.linked
    const list = whole.a[cell] as number
    if (list < 0) return -1
    const name = whole.text(whole.b[cell] as number)
    for (const item of whole.items(list)) {
      if (whole.kind[item] !== Kind.Param) continue
      const fn = whole.a[item] as number
      if (whole.functions[fn]?.fact.paramNames[whole.b[item] as number] === name) return fn
    }
    return -1
  }

  private entry(origin: number): Entry {
    return this.entries[origin - this.categories] as Entry
  }

  private escape(fact: Fact, node: number, path: number, mask: number): void {
    const entry = this.entry(fact.origin)
    const key = node * MOST_PATHS + path
    const known = entry.escapes.get(key)
    if (known) {
      if ((mask & ~known.mask) === 0) return
      known.mask |= mask
    } else entry.escapes.set(key, { node, path, mask, inside: fact })
    for (const { fact: outer } of entry.callers) this.release(outer, node, path, this.carried(outer.mask, mask, node, fact), fact)
  }

  /** What a callee holds on to, seen by one caller. */
  private release(outer: Fact, node: number, path: number, mask: number, inside: Fact): void {
    if (!this.mayHarm(node, mask)) return
    if (outer.origin < this.categories) this.put(outer.origin, node, path, mask, outer, inside)
    else if (this.isWithin(outer, node)) this.put(outer.origin, node, path, mask, outer, inside)
    else this.escape({ ...outer, node: inside.node, path, mask, from: outer, inside }, node, path, mask)
  }

  /** A part of an argument arrives at a parameter. */
  private enter(fact: Fact, call: number, param: number, path: number, mask: number, resultPath = EMPTY, fn = -1): void {
    if (param < 0 || !this.mayHarm(param, mask)) return
    const own = fn >= 0 ? fn : this.functionOfParam(param)
    let byPath = this.entryOf.get(param)
    if (!byPath) {
      byPath = new Map()
      this.entryOf.set(param, byPath)
    }
    const lacks = this.lacking(param, mask)
    const key = path * MOST_STATES + lacks
    let entry = byPath.get(key)
    if (!entry) {
      if (byPath.size >= (this.linked.whole.kind[param] === Kind.This ? MOST_ENTRIES_OF_THIS : MOST_ENTRIES)) {
        this.limits++
        return
      }
      entry = { origin: this.categories + this.entries.length, param, path, fn: own, callers: [], returns: [], escapes: new Map(), hits: [] }
      byPath.set(key, entry)
      this.entries.push(entry)
      const absent = (lacks & 1 ? ABSOLUTE : 0) | (lacks & 2 ? RAW : 0)
      this.put(entry.origin, param, path, ALL & ~absent & ~this.typeClears(param), undefined, undefined)
    }
    const outer = mask === fact.mask ? fact : { ...fact, mask, from: fact, inside: undefined }
    const known = entry.callers.find((caller) => caller.call === call && caller.fact.origin === fact.origin && caller.resultPath === resultPath)
    if (known) {
      if ((mask & ~known.fact.mask) === 0) return
      known.fact = { ...outer, mask: mask | known.fact.mask }
    } else entry.callers.push({ call, resultPath, fact: outer })
    for (const result of entry.returns) this.comeBack(outer, call, resultPath, result)
    for (const { node, path: where, mask: left, inside } of [...entry.escapes.values()])
      this.release(outer, node, where, this.carried(mask, left, node, inside), inside)
    for (const hit of [...entry.hits]) this.land(outer, hit.sink, hit.mask & mask, hit.fact)
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
    const kind = whole.kind[param]
    return kind === Kind.Param || kind === Kind.This ? (whole.a[param] as number) : whole.functionOf(param)
  }

  /** A parameter that is declared a number cannot hold text. */
  private typeClears(param: number): number {
    const type = this.typeOf.get(param)
    return type === 'number' || type === 'boolean' || type === 'bigint' ? NUMBER : 0
  }

  /** Where what a callback returns is in the result of the call that runs it. */
  private resultIn(call: number, resultPath: number, path: number): number {
    if (resultPath === EMPTY) return path
    const isFlat = path !== EMPTY && this.isElement(this.paths.head(path)) && calledName(this.linked, call) === 'flatMap'
    return this.paths.cons(this.element, isFlat ? this.paths.tail(path) : path)
  }

  private comeBack(outer: Fact, call: number, resultPath: number, result: Fact): void {
    if (call < 0) return
    const path = this.resultIn(call, resultPath, result.path)
    const accumulator = this.accumulatorOf(call)
    if (accumulator >= 0) {
      // What a reducer returns is what it is handed next.
      const next = this.carried(outer.mask, result.mask, accumulator, result)
      this.enter({ ...outer, from: outer, inside: result, mask: next }, call, accumulator, path, next, resultPath)
    }
    const mask = this.carried(outer.mask, result.mask, call, result)
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
  private carried(given: number, mask: number, to: number, inside: Fact): number {
    const left = given & mask
    if (!(mask & PROTOTYPE) || left & PROTOTYPE || !this.mayHarm(to, PROTOTYPE)) return left
    return given & this.namedBy(inside) ? left | PROTOTYPE : left
  }

  // ── harm ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  private land(fact: Fact, bare: Hit, mask: number, inside?: Fact): void {
    if ((mask & bare.bits) === 0 || (mask & bare.needs) !== bare.needs) return
    const hit = withText(this.linked, bare, fact, inside !== undefined)
    const at: Fact = inside ? { ...fact, from: fact, inside } : fact
    if (fact.origin < this.categories) {
      const key = `${fact.origin} ${hit.at} ${hit.name} ${hit.composed}`
      const known = this.landed.get(key)
      if (known === 'whole') return
      // What is sensitive by its own name goes before what was only read out of something that is.
      const comes = hit.bits === DISCLOSED && otherPart(this.linked, at) !== undefined ? 'part' : 'whole'
      if (known === comes) return
      this.landed.set(key, comes)
      this.landings.push({ fact: at, hit, mask })
      return
    }
    const named = hit.bits === PROTOTYPE ? this.namedBy(fact) : 0
    // Inside a function the prototype was looked up by name: of whoever calls it, the name is what does the harm.
    if (named !== 0) this.land(fact, { ...hit, bits: bitOf('property') }, named, inside)
    const entry = this.entry(fact.origin)
    if (entry.hits.some((known) => isSameHit(known.sink, hit) && (mask & ~known.mask) === 0)) return
    entry.hits.push({ sink: hit, mask, fact: at })
    for (const { fact: outer } of [...entry.callers]) this.land(outer, hit, mask & outer.mask, at)
  }

  /** What is left of the name by which a function looked an object up, `target[key]`; 0 where it was handed the object. */
  private namedBy(fact: Fact): number {
    const { whole } = this.linked
    for (let at: Fact | undefined = fact; at && at.origin === fact.origin; at = at.from) {
      if (!at.from) break
      if (whole.kind[at.node] === Kind.LoadDynamic && at.from.node === whole.b[at.node]) return at.from.mask & bitOf('property')
      const below = at.inside && !(at.from.mask & PROTOTYPE) ? this.namedBy(at.inside) : 0
      if (below !== 0) return at.from.mask & below
    }
    return 0
  }

  /** Sinks at a call, for one argument or its receiver (index -1). */
  private strike(fact: Fact, call: number, index: number, isSpread: boolean): void {
    const { models, whole, solver } = this.linked
    for (const path of pathsOfCall(this.linked, call)) {
      const sinks = models.flows.sinks.get(path)
      if (sinks === undefined || this.isUnseen(path, receiverOf(this.linked, call))) continue
      for (const sink of sinks) {
        if (sink.kind === 'nosql' && isPlain(sink.plain, (key) => this.paths.includes(fact.path, whole.string(key)))) continue
        for (const spot of sink.spots) {
          // A tag is handed texts and values in turn; one that takes a statement binds them, unless a model asks for the text before.
          if (spot !== '*' && !sink.when && whole.kind[call] === Kind.Tagged) continue
          const place = index < 0 ? (spot === 'receiver' ? EMPTY : undefined) : this.placeAt(spot, index, isSpread)
          if (place === undefined || !this.reaches(fact.path, place, sink.inside)) continue
          if (sink.when && !this.isWhen(call, sink.when)) continue
          if (sink.kind === 'path' && index >= 0 && !isSpread && this.isContent(path, whole.args(call)[index] ?? -1)) continue
          const name = calledName(this.linked, call) || whole.sourceOf(whole.a[call] as number, 40)
          const guessed = !solver.apiCalls.get(call)?.has(path)
          this.landAt(fact, sink, call, name, guessed, this.written(call, fact, place))
          break
        }
      }
    }
  }

  /** Bytes, for what takes a file or the name of one: `sharp(Buffer.from(text, 'base64'))`. The file system takes names as bytes too. */
  private isContent(path: number, node: number): boolean {
    const { models } = this.linked
    if (OF_FILE_SYSTEM.test(models.paths.rootOf(path))) return false
    const made = apiPathsOf(this.linked, node)
    return made.length > 0 && made.every((each) => BYTES.test(models.paths.show(each)))
  }

  /** Named by the member alone, and told by its object: an element of a document that a server reads is shown to nobody. */
  private isUnseen(path: number, object: number): boolean {
    const { models } = this.linked
    if (object < 0 || models.unseen.size === 0 || models.paths.rootOf(path) !== 'any') return false
    return apiPathsOf(this.linked, object).some((each) => models.unseen.has(each))
  }

  /** Where the harmful part of an argument is written: the option of an object literal, the argument, else the call. */
  private written(call: number, fact: Fact, place: number): number {
    const { whole } = this.linked
    let at = fact.node
    let path = fact.path === EMPTY ? place : fact.path
    let found = call
    const inside = (node: number) =>
      whole.fileOf(node) === whole.fileOf(call) &&
      (whole.pos[node] as number) >= (whole.pos[call] as number) &&
      (whole.end[node] as number) <= (whole.end[call] as number)
    if (at < whole.size && at !== call && inside(at)) found = at
    while (path !== EMPTY && whole.kind[at] === Kind.Object) {
      const entry = whole.items(whole.a[at] as number).find((item) => whole.kind[item] === Kind.Property && whole.a[item] === this.paths.head(path))
      // An option that a model names is told where it is written, even in front of the call.
      if (entry === undefined || !(inside(entry) || (place !== EMPTY && whole.functionOf(entry) === whole.functionOf(call)))) break
      found = entry
      at = whole.b[entry] as number
      path = this.paths.tail(path)
    }
    return found
  }

  private isWhen(call: number, when: NonNullable<SinkModel['when']>): boolean {
    if (when.begins !== undefined) {
      const at = this.linked.whole.args(call)[Number(when.place)]
      return at !== undefined && beginningOf(this.linked, at).text.trimStart().startsWith(when.begins)
    }
    const { state, texts } = settingAt(this.linked, call, when.place)
    if (when.missing && state === 'missing') return true
    if (when.is !== undefined) return texts.includes(when.is)
    if (when.not !== undefined) return !texts.includes(when.not)
    return !when.missing && state !== 'missing'
  }

  private reaches(path: number, place: number, inside: boolean): boolean {
    if (this.paths.covers(path, place)) return true
    return inside && this.paths.covers(place, path)
  }

  private landAt(fact: Fact, sink: SinkModel, at: number, api: string, guessed: boolean, cited = at): void {
    this.landKind(fact, sink.kind, at, api, sink.library, guessed, cited)
  }

  private landKind(
    fact: Fact,
    kind: SinkKind,
    at: number,
    api: string,
    library: string,
    guessed: boolean,
    cited = at,
    bits = bitOf(kind),
    needs = neededBy(kind),
  ): void {
    if ((fact.mask & bits) === 0) return
    // Back to where the visitor is.
    if ((bits & ELSEWHERE) !== 0 && fact.path === EMPTY && isOwnAddress(this.linked, fact.node)) return
    const left = without(fact.mask, this.conditions.around(at, fact.node))
    if ((left & bits) === 0) return
    this.land(fact, { bits, needs, name: kind, api, library, at, cited, guessed }, left)
  }

  // ── spreading ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private spread(fact: Fact): void {
    const { whole, solver } = this.linked
    const { node } = fact
    if (node >= whole.size) {
      for (const to of solver.successorsOf(node)) this.go(fact, to, fact.path, fact.mask)
      return
    }
    if (this.published.has(node)) for (const to of solver.successorsOf(node)) if (to >= whole.size) this.go(fact, to, fact.path, fact.mask)
    const maker = this.boxes.makerOf(node)
    if (maker >= 0) this.leave(fact, maker)
    const around = this.boxes.constructorAround(node)
    const self = whole.functions[around]?.self ?? -1
    if (self >= 0) this.go(fact, self, fact.path, fact.mask)
    // It does nothing else to what it makes.
    else if (around >= 0) this.leave(fact, around)
    const functions = this.returnsOf.get(node)
    if (functions)
      for (const fn of functions) {
        const left = this.leftAtReturn(fact, fn)
        if (left.mask !== 0) this.leave(left, fn)
      }
    const { first, next, users } = this.uses
    for (let at = first[node] as number; at !== 0; at = next[at] as number) this.use(fact, users[at] as number)
  }

  /** Methods whose decorator says what is made of their result: `@Redirect()`. */
  private decoratedReturns(): void {
    const { whole, models, solver } = this.linked
    if (models.flows.returned.size === 0) return
    for (const { members } of whole.classes)
      for (const { node, decorators } of members)
        for (const decorator of decorators)
          for (const path of apiPathsOf(this.linked, decorator)) {
            const sinks = models.flows.returned.get(path)
            if (!sinks) continue
            for (const label of solver.of(node))
              if (solver.labels.kind[label] === LabelKind.Function) {
                const fn = solver.labels.data[label] as number
                this.returnedSinks.set(fn, [...(this.returnedSinks.get(fn) ?? []), ...sinks])
              }
          }
  }

  /** What was asked on the way to the return: `if (!hosts.has(new URL(address).hostname)) throw …; return address`. */
  private leftAtReturn(fact: Fact, fn: number): Fact {
    const target = this.linked.whole.functions[fn]
    if (!target || fact.path !== EMPTY) return fact
    let cleared = ALL
    target.returns.forEach((value, index) => {
      if (value === fact.node) cleared &= this.assurances.atReturn(fn, index, value)
    })
    const mask = without(fact.mask, cleared)
    return mask === fact.mask ? fact : { ...fact, mask }
  }

  private leave(fact: Fact, fn: number): void {
    const { whole, solver } = this.linked
    this.pageProps(fact, fn)
    for (const sink of this.returnedSinks.get(fn) ?? [])
      if (
        sink.spots.some((spot) => this.reaches(fact.path, this.placeBelow(spot), sink.inside)) &&
        (!sink.composed || this.isComposed(fact) || returnsText(whole, fn))
      )
        this.landAt(fact, sink, fact.node, 'return', false)
    if (fact.origin >= this.categories && this.entry(fact.origin).fn === fn) {
      const entry = this.entry(fact.origin)
      entry.returns.push(fact)
      for (const { call, resultPath, fact: outer } of [...entry.callers]) this.comeBack(outer, call, resultPath, fact)
      return
    }
    // A getter is run by whoever reads the property.
    if ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Getter)
      for (const field of solver.successorsOf(fact.node)) if (field >= whole.size) this.go(fact, field, fact.path, fact.mask)
    const { readers, named } = this.components.readingResult(fn, fact.path === EMPTY ? -1 : this.paths.head(fact.path))
    for (const reader of readers) this.go(fact, reader, named ? this.paths.tail(fact.path) : fact.path, fact.mask)
    if (fact.path !== EMPTY)
      for (const reader of this.templates.readersOfResult(fn, this.paths.head(fact.path)))
        this.go(fact, reader, this.paths.tail(fact.path), fact.mask)
    // What strangers pass comes back to them: callers here pass what they pass.
    if (!this.isOpenParameter(fact, fn)) for (const call of solver.callers.get(fn) ?? []) this.go(fact, call, fact.path, fact.mask)
    const around = whole.functions[fn] ? this.linked.values.callAround(whole.functions[fn].node) : -1
    if (around >= 0 && calledName(this.linked, around) === 'setState' && receiverOf(this.linked, around) >= 0)
      this.hold(fact, receiverOf(this.linked, around), whole.string('state'), fact.path, fact.mask)
    for (const { call, resultPath } of this.sitesOf(fn)) this.go(fact, call, this.resultIn(call, resultPath, fact.path), fact.mask)
  }

  /** Whether the program made a text of it somewhere on its way. */
  private isComposed(fact: Fact): boolean {
    for (let at: Fact | undefined = fact; at; at = at.from)
      if (isComposed(this.linked, at.node) || (at.inside && this.isComposed(at.inside))) return true
    return false
  }

  private isOpenParameter(fact: Fact, fn: number): boolean {
    const { whole } = this.linked
    let first = fact
    while (first.from) first = first.from
    return whole.kind[first.node] === Kind.Param && whole.a[first.node] === fn
  }

  private sitesOf(fn: number): { call: number; resultPath: number }[] {
    const known = this.callbackSites.get(fn)
    if (known) return known
    const { whole, values } = this.linked
    const sites: { call: number; resultPath: number }[] = []
    this.callbackSites.set(fn, sites)
    const node = whole.functions[fn]?.node ?? -1
    const call = node < 0 ? -1 : values.callAround(node)
    if (call >= 0) {
      const result = this.methods.callbackResult(calledName(this.linked, call))
      if (result) sites.push({ call, resultPath: result === 'element' ? this.paths.cons(this.element, EMPTY) : EMPTY })
      const modelled = this.modelledResult(call, node)
      if (modelled !== undefined) sites.push({ call, resultPath: modelled })
    }
    return sites
  }

  /** Part of a call's result that holds what a function returns which it was passed: a model says from `0()`. */
  private modelledResult(call: number, passed: number): number | undefined {
    const { whole, models } = this.linked
    const returned = `${[...whole.args(call)].indexOf(passed)}()`
    for (const at of pathsOfCall(this.linked, call))
      for (const { from, to } of models.flows.steps.get(at) ?? NO_STEPS)
        if (from.includes(returned)) return this.placeBelow(to.find((spot) => spot.startsWith('result')) ?? 'result')
    return undefined
  }

  /** What becomes of a value where a node uses it. */
  private use(sent: Fact, user: number): void {
    const { whole } = this.linked
    const { kind, a, b, c } = whole
    const fact = this.leftOf(sent, user)
    const { node, path, mask } = fact
    if (mask === 0) return
    switch (kind[user] as Kind) {
      case Kind.Choice: {
        // What makes `a && b` false is empty.
        if (c[user] === ChoiceKind.And && whole.items(a[user] as number)[0] === node) break
        // `known.includes(f(x)) ? f(x) : other`: what was asked stands on the way.
        if (c[user] === ChoiceKind.Conditional && path === EMPTY && kind[node] === Kind.Call)
          this.go(fact, user, path, without(mask, this.conditions.around(node, node)))
        else this.go(fact, user, path, this.leftOfWay(user, node, mask))
        break
      }
      case Kind.Cell:
        this.go(fact, user, path, this.leftOfWay(user, node, mask))
        break
      case Kind.Await:
      case Kind.Spread:
        this.go(fact, user, path, mask)
        break
      case Kind.Rest:
        // The rest of a list begins at 0 again.
        this.go(
          fact,
          user,
          path !== EMPTY && this.paths.head(path) !== this.any && this.isElement(this.paths.head(path)) ? this.inArray(path) : path,
          mask,
        )
        break
      case Kind.Yield: {
        const fn = whole.functionOf(user)
        for (const call of this.linked.solver.callers.get(fn) ?? []) this.go(fact, call, this.paths.cons(this.element, path), mask)
        break
      }
      case Kind.Refine:
        if (a[user] !== node) break
        if (path !== EMPTY) this.go(fact, user, path, mask)
        else {
          const cleared = this.conditions.ofRefine(user)
          this.go(fact, user, EMPTY, without(mask, cleared))
          // An object is no text, but what is in it may be.
          if (isObject(cleared)) this.go(fact, user, this.paths.cons(this.any, EMPTY), mask)
        }
        break
      case Kind.Template:
        if (path !== EMPTY && !this.isElements(path)) break
        this.go(fact, user, EMPTY, mask & ~this.clearedInText(user, node, mask))
        this.build(fact, user)
        break
      case Kind.Binary:
        if (c[user] !== PLUS || (path !== EMPTY && !this.isElements(path))) break
        this.go(fact, user, EMPTY, mask & ~this.clearedInText(user, node, mask))
        this.build(fact, user)
        break
      case Kind.Load:
        this.load(fact, user)
        break
      case Kind.LoadDynamic:
        if (a[user] === node) {
          if (path === EMPTY) {
            if (!isSymbol(this.linked, b[user] as number)) this.go(fact, user, EMPTY, mask)
          } else if (this.mayBeKey(b[user] as number, this.paths.head(path))) this.go(fact, user, this.paths.tail(path), mask)
        }
        if (b[user] === node && path === EMPTY) this.lookUp(fact, user)
        break
      case Kind.Store:
        if (a[user] === node) this.pollute(fact, user)
        if (c[user] === node) this.store(fact, a[user] as number, b[user] as number, user)
        break
      case Kind.StoreDynamic:
        if (a[user] === node) this.pollute(fact, user)
        if (c[user] === node) for (const key of this.holders.keysOf(b[user] as number)) this.store(fact, a[user] as number, key, -1)
        if (b[user] === node && path === EMPTY && this.holders.isGlobal(a[user] as number))
          this.landKind(fact, 'property', user, '[…] =', 'javascript', false)
        break
      case Kind.Property:
        if (a[user] === -1 && c[user] === node) break
        if (path === EMPTY && this.instructed.has(user))
          this.landKind(fact, 'prompt', this.instructed.get(user) as number, "role: 'system'", 'openai', false)
        this.go(fact, user, path, this.leftOfPart(user, node, path, mask))
        break
      case Kind.Object:
        if (kind[node] === Kind.Spread) {
          if (!this.isWrittenOver(user, node, path)) this.go(fact, user, path, mask)
        } else if (kind[node] === Kind.Property)
          for (const key of a[node] === -1 ? this.holders.keysOf(c[node] as number) : [a[node] as number])
            this.go(fact, user, this.paths.cons(key, path), mask)
        break
      case Kind.Array: {
        if (kind[node] === Kind.Spread) {
          if (path === EMPTY || this.isElement(this.paths.head(path)))
            this.go(fact, user, path === EMPTY ? this.paths.cons(this.element, EMPTY) : this.inArray(path), mask)
          break
        }
        const items = whole.items(a[user] as number)
        const spread = items.some((item) => kind[item] === Kind.Spread)
        // What follows `--` is no option, whatever it begins with.
        const dashes = items.findIndex((item) => kind[item] === Kind.String && whole.text(a[item] as number) === '--')
        items.forEach((item, index) => {
          if (item === node && dashes >= 0 && index > dashes)
            this.go(fact, user, this.paths.cons(whole.string(String(index)), path), mask & ~bitOf('argument'))
          else if (item === node) this.go(fact, user, this.paths.cons(spread ? this.element : this.placed(index), path), mask)
        })
        break
      }
      case Kind.Element:
        if (path === EMPTY) this.go(fact, user, EMPTY, mask)
        else if (this.isElement(this.paths.head(path))) this.go(fact, user, this.paths.tail(path), mask)
        break
      case Kind.Key:
        // Under which names a secret is kept is none.
        if (path === EMPTY) this.go(fact, user, EMPTY, mask & ~TEXT_ONLY & ~DISCLOSED & ~bitOf('secret'))
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Tagged:
        this.call(fact, user)
        break
      case Kind.Jsx:
        this.jsx(fact, user)
        break
      case Kind.Throw:
        this.thrown(fact, user)
        break
    }
  }

  /** A fact where a node uses it: without the harm that was ruled out on the way there. */
  private leftOf(fact: Fact, user: number): Fact {
    const { node, path, mask } = fact
    if (!this.assurances.mayTell(user, path === EMPTY)) return fact
    const names = path === EMPTY ? NO_NAMES : this.paths.names(path).map((name) => this.linked.whole.text(name))
    const left = without(mask, this.assurances.before(user, node, names))
    return left === mask ? fact : { ...fact, mask: left, from: fact, inside: undefined }
  }

  /** What is left of a part that was asked by itself before the whole goes on: `if (!known.includes(data.target)) return; return { data }`. */
  private leftOfPart(at: number, node: number, path: number, mask: number): number {
    if (path === EMPTY || this.paths.tail(path) !== EMPTY) return mask
    const { whole } = this.linked
    const fn = whole.functionOf(at)
    if (fn < 0) return mask
    let loads = this.loadsIn.get(fn)
    if (!loads) {
      loads = new Map()
      for (const load of lookupOf(whole).inFunction(fn))
        if (whole.kind[load] === Kind.Load) loads.set(whole.b[load] as number, [...(loads.get(whole.b[load] as number) ?? []), load])
      this.loadsIn.set(fn, loads)
    }
    let left = mask
    for (const load of loads.get(this.paths.head(path)) ?? NONE)
      if (this.conditions.isSame(whole.a[load] as number, node)) left = without(left, this.conditions.around(at, load))
    return left
  }
  /** By function: reads of a property, by its name. */
  private readonly loadsIn = new Map<number, Map<number, number[]>>()

  private leftOfWay(choice: number, way: number, mask: number): number {
    return mask & ABSOLUTE && mask & ELSEWHERE && this.standIns.isStandIn(choice, way) ? mask & ~ABSOLUTE : mask
  }

  private isElement(head: number): boolean {
    let answer = this.elementNames[head]
    if (answer === undefined) {
      answer = head === this.element || head === this.any || /^\d+$/.test(this.linked.whole.text(head))
      this.elementNames[head] = answer
    }
    return answer
  }
  /** By string number. */
  private readonly elementNames: (boolean | undefined)[] = []

  private isElements(path: number): boolean {
    return path !== EMPTY && this.isElement(this.paths.head(path)) && this.paths.tail(path) === EMPTY
  }

  /** The same part of an array whose places moved. */
  private inArray(path: number): number {
    return this.paths.cons(this.element, this.paths.tail(path))
  }

  private clearedInText(text: number, part: number, mask: number): number {
    const { whole } = this.linked
    const parts = whole.kind[text] === Kind.Template ? [...whole.items(whole.a[text] as number)] : [whole.a[text] as number, whole.b[text] as number]
    let cleared = ALL
    let prefix = ''
    let known = true
    /** Texts behind the first part that is not known. */
    let between = ''
    for (const at of parts) {
      if (at === part) cleared &= clearedBy(prefix, known, between, (mask & ABSOLUTE) !== 0)
      const next = beginningOf(this.linked, at)
      if (known) prefix += next.text
      else between += next.text
      if (!next.whole) between += endingOf(this.linked, at)
      known &&= next.whole
    }
    return cleared | this.clearedWhenWritten(part)
  }

  /** `${parameters}` of an object that a library made: what becomes part of a text is what its `toString` gives. */
  private clearedWhenWritten(part: number): number {
    const { models } = this.linked
    const { paths, flows } = models
    let cleared = 0
    for (const path of apiPathsOf(this.linked, part))
      for (const { spot, clears } of flows.sanitizers.get(paths.member(path, 'toString')) ?? []) if (spot === 'receiver') cleared |= clears
    return cleared
  }

  /** A statement or markup that is put together, whether or not anything here runs or shows it. */
  private build(fact: Fact, text: number): void {
    const { text: begins } = beginningOf(this.linked, text)
    if (/^\s*(?:select\s.+\sfrom\s|insert\s+into\s|update\s.+\sset\s|delete\s+from\s)/is.test(begins)) this.landText(fact, 'sql', text)
    else if (/^\s*<(?:!--|[a-z][\w-]*[\s>])/i.test(begins) && !this.isCleaned(text)) this.landText(fact, 'html', text)
  }

  /** `sanitize('<p>' + text)`: what is put together goes straight to who takes the harm out. */
  private isCleaned(text: number): boolean {
    if (!this.cleanedMarkup) {
      const { whole, solver, models } = this.linked
      this.cleanedMarkup = new Set()
      for (const [path, calls] of solver.callsOfPath)
        for (const { spot, clears } of models.flows.sanitizers.get(path) ?? [])
          if (clears & bitOf('html')) for (const call of calls) this.cleanedMarkup.add(whole.args(call)[Number(spot)] ?? -1)
    }
    return this.cleanedMarkup.has(text)
  }
  private cleanedMarkup: Set<number> | undefined

  private landText(fact: Fact, kind: 'sql' | 'html', text: number): void {
    const bits = bitOf(kind)
    if (fact.mask & bits)
      this.land(fact, { bits, needs: 0, name: `${kind}-text`, api: 'text', library: 'javascript', at: text, cited: text, guessed: true }, fact.mask)
  }

  private mayBeKey(key: number, head: number): boolean {
    const { whole, solver } = this.linked
    if (head === this.element || head === this.any) return true
    const texts = solver.of(key).filter((label) => solver.labels.kind[label] === LabelKind.Value)
    if (texts.length === 0 || texts.length !== solver.of(key).length) return true
    return texts.some((label) => {
      const at = solver.labels.data[label] as number
      return (whole.kind[at] !== Kind.String && whole.kind[at] !== Kind.Number) || whole.a[at] === head
    })
  }

  private load(fact: Fact, user: number): void {
    const { whole } = this.linked
    const { path, mask } = fact
    const property = whole.b[user] as number
    const name = whole.text(property)
    let isMethod = false
    const { first, next, users } = this.uses
    for (let at = first[user] as number; at !== 0; at = next[at] as number) {
      const call = users[at] as number
      if ((whole.kind[call] === Kind.Call || whole.kind[call] === Kind.Tagged) && whole.a[call] === user) {
        isMethod = true
        this.method(fact, call, name)
      }
    }
    if (path !== EMPTY)
      for (const getter of this.boxes.gettersAt(user)) this.enter(fact, user, whole.functions[getter]?.self ?? -1, path, mask & ~PROTOTYPE)
    if (path === EMPTY) {
      if (isMethod || name === 'length' || name === 'byteLength') {
        if (name === 'length') this.loopOver(fact, user)
        // Of an object it may be whatever was sent; a text or a list is as long as it is.
        if (name === 'length' && mask & bitOf('text')) this.go(fact, user, EMPTY, mask & bitOf('resource'))
        return
      }
      this.go(fact, user, EMPTY, mask & ~PROTOTYPE & ~clearedByPart(this.linked, user))
    } else if (this.paths.head(path) === property || (this.paths.head(path) === this.element && this.isElement(property))) {
      const rest = this.paths.tail(path)
      this.go(fact, user, rest, rest === EMPTY ? mask & ~clearedBySplit(this.linked, whole.a[user] as number) : mask)
    }
    // What was put under names that nobody knows may be read by this one; a secret by a name that does not say so hardly is.
    else if (this.paths.head(path) === this.any && !isMethod && !/^(?:length|size)$/.test(name))
      this.go(fact, user, this.paths.tail(path), mask & ~DISCLOSED)
  }

  /** `{ ...headers, authorization: '-' }`: what stands behind takes the place of what was spread. */
  private isWrittenOver(object: number, spread: number, path: number): boolean {
    if (path === EMPTY) return false
    const { whole } = this.linked
    const items = whole.items(whole.a[object] as number)
    const name = this.paths.head(path)
    return items
      .subarray(items.indexOf(spread) + 1)
      .some((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.a[item] === name)
  }

  /** `i < list.length` of a loop: an object that says it is very long keeps the server busy. A text is as long as it was sent. */
  private loopOver(fact: Fact, length: number): void {
    const { whole } = this.linked
    if ((fact.mask & bitOf('text')) === 0) return
    const bound = bitOf('resource')
    for (const user of this.loops.boundBy(length))
      if (!(this.conditions.around(user, whole.a[length] as number) & bound))
        this.landKind(fact, 'resource', user, 'the length of a loop', 'javascript', false, user, bound, bitOf('text'))
  }

  /** `o[key]` with an outside key: what is looked up may be the prototype of all objects, or a function nobody meant. */
  private lookUp(fact: Fact, user: number): void {
    const { whole } = this.linked
    if (fact.mask & bitOf('property') && !this.hasNoPrototype(whole.a[user] as number)) this.go(fact, user, EMPTY, PROTOTYPE)
    if (!this.holders.isGlobal(whole.a[user] as number)) return
    const { first, next, users } = this.uses
    for (let at = first[user] as number; at !== 0; at = next[at] as number) {
      const by = users[at] as number
      if ((whole.kind[by] === Kind.Call || whole.kind[by] === Kind.New) && whole.a[by] === user)
        this.landKind(fact, 'method', by, '[…]()', 'javascript', false)
    }
  }

  /** A property is written to an object that was looked up by an outside name. */
  private pollute(fact: Fact, store: number): void {
    if (fact.mask & PROTOTYPE && fact.path === EMPTY) this.landKind(fact, 'property', store, '[…] =', 'javascript', false, store, PROTOTYPE)
  }

  /** `Object.create(null)`, a Map: names lead to nothing inherited. */
  private hasNoPrototype(object: number): boolean {
    const { whole } = this.linked
    const root = this.holders.rootOf(object)
    if (root < 0 || root >= whole.size || whole.kind[root] !== Kind.Call) return false
    const [argument] = whole.args(root)
    return calledName(this.linked, root) === 'create' && argument !== undefined && whole.kind[argument] === Kind.Null
  }

  // ── stores ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  private store(fact: Fact, object: number, property: number, at: number): void {
    const { whole, models } = this.linked
    if (at >= 0) {
      const name = whole.text(property)
      for (const path of pathsOfMember(this.linked, object, property))
        for (const sink of this.isUnseen(path, object) ? NO_SINKS : (models.flows.storeSinks.get(path) ?? []))
          if (sink.spots.some((spot) => this.reaches(fact.path, this.placeBelow(spot), sink.inside)))
            this.landAt(fact, sink, at, name, models.paths.rootOf(path) === 'any')
    }
    if (at >= 0 && this.holders.isOfGlobalThis(object)) {
      const readers = this.holders.readersOfGlobal(property)
      for (let i = 0; i < readers.length; i++) this.go(fact, readers[i] as number, fact.path, fact.mask)
    }
    for (const reader of this.components.readingThis(object, property)) this.go(fact, reader, fact.path, fact.mask)
    for (const reader of this.templates.readersOfShared(object, property)) this.go(fact, reader, fact.path, fact.mask)
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
    return runs.length === 0 ? 0 : runs.reduce((all, call) => all & this.conditions.around(call, value), ALL)
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
  private nextCalls: Map<number, number[]> | undefined

  /** `1.url` of an argument is `url` of it. */
  private placeBelow(spot: Spot): number {
    const names = spot
      .replace(/\[\d+\]$/, '')
      .split('.')
      .slice(1)
    return this.paths.of(names.map((name) => this.linked.whole.string(name)))
  }

  /** A part of an object becomes tainted, for everyone who sees the object. */
  private hold(fact: Fact, object: number, property: number, path: number, mask: number): void {
    const { whole, solver } = this.linked
    const inside = this.paths.cons(property, path)
    if (this.boxes.makerOf(object) >= 0) {
      this.go(fact, object, inside, mask)
      return
    }
    let known = false
    for (const label of solver.of(object)) {
      const data = solver.labels.data[label] as number
      for (const setter of this.holders.settersOf(label, property)) this.enter(fact, -1, whole.functions[setter]?.params[0] ?? -1, path, mask)
      switch (solver.labels.kind[label]) {
        case LabelKind.Value:
          break
        case LabelKind.Object:
          known = true
          this.go(fact, data, inside, mask)
          break
        case LabelKind.Api:
          this.holdAt(fact, data, property, path, mask)
          break
        case LabelKind.ApiObject:
          known = true
          this.holdAt(fact, solver.labels.extra[label] as number, property, path, mask)
          this.go(fact, solver.field(label, property), path, mask)
          break
        case LabelKind.Interface:
          break
        default:
          known = true
          this.go(fact, solver.field(label, property === this.any ? this.element : property), path, mask)
      }
    }
    if (known) return
    // Made by a library, or unknown: whatever else is done with the very same value.
    const root = this.holders.rootOf(object)
    if (root >= 0 && whole.kind[root] !== Kind.Global && whole.kind[root] !== Kind.Import) this.go(fact, root, inside, mask)
  }

  /** `req.user = …` in one handler is read as `req.user` in another. */
  private holdAt(fact: Fact, api: number, property: number, path: number, mask: number): void {
    for (const reader of this.holders.readersAt(api, property)) this.go(fact, reader, path, mask)
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private call(fact: Fact, call: number): void {
    const { whole, solver } = this.linked
    const { node, path } = fact
    const args = whole.args(call)
    const functions = solver.callees.get(call)
    // What was asked before is known to whoever is called.
    const mask = functions && path === EMPTY ? without(fact.mask, this.conditions.around(call, node)) : fact.mask
    const isSpread = whole.kind[node] === Kind.Spread
    for (let index = 0; index < args.length; index++) {
      if (args[index] !== node) continue
      const inner = isSpread ? (path !== EMPTY && this.isElement(this.paths.head(path)) ? this.paths.tail(path) : path) : path
      // `f(...list)`: what stands at a known place of the list is that argument.
      const place = isSpread && !args.subarray(0, index).some((other) => whole.kind[other] === Kind.Spread) ? this.placeInList(path) : -1
      if (functions && !this.isCrossroads(call, functions.size))
        for (const fn of functions) this.argument(fact, call, fn, place < 0 ? index : index + place, isSpread && place < 0, inner, mask)
      else if (functions) this.limits++
      const shown: Fact = isSpread ? { ...fact, path: inner } : fact
      this.strike(shown, call, place < 0 ? index : index + place, isSpread && place < 0)
      if (!this.templates.isEmpty) this.rendered(shown, call, index)
      this.steps(shown, call, index, args, functions !== undefined && functions.size > 0)
      if (index === 0) this.state(fact, call)
    }
  }

  /** What a template is given is read in it by name. */
  private rendered(fact: Fact, call: number, index: number): void {
    const head = fact.path === EMPTY ? -1 : this.paths.head(fact.path)
    const isAny = head < 0 || head === this.any || head === this.element
    // Whoever sends the whole of it decides on the names as well.
    const isSent = fact.origin < this.categories && sourceKinds[fact.origin % sourceKinds.length] === 'request'
    for (const reader of isAny ? this.templates.readersOfWhole(call, index, isSent) : this.templates.readersAt(call, index, head))
      this.go(fact, reader, head < 0 ? EMPTY : this.paths.tail(fact.path), fact.mask & ~PROTOTYPE)
  }

  /** A wrapper that everything goes through, `(f) => (...args) => f(...args)`: which of many functions it runs depends on who asks. */
  private isCrossroads(call: number, functions: number): boolean {
    if (functions <= MOST_TARGETS) return false
    const { whole } = this.linked
    const callee = whole.a[call] as number
    const root = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : callee
    return whole.kind[root] === Kind.Param || whole.kind[root] === Kind.Choice
  }

  private argument(fact: Fact, call: number, fn: number, index: number, isSpread: boolean, path: number, mask: number): void {
    const { whole } = this.linked
    const target = whole.functions[fn]
    if (!target) return
    const name = calledName(this.linked, call)
    let position = index
    const receiver = receiverOf(this.linked, call)
    if ((name === 'call' || name === 'apply' || name === 'bind') && receiver >= 0 && this.isFunction(receiver, fn)) {
      if (index === 0) {
        if (target.self >= 0) this.enter(fact, call, target.self, path, mask)
        return
      }
      if (name === 'apply') {
        const place = this.placeInList(path)
        target.params.forEach((param, at) => {
          if (path === EMPTY) this.enter(fact, call, param, EMPTY, mask)
          else if (place < 0 ? this.isElement(this.paths.head(path)) : at === place) this.enter(fact, call, param, this.paths.tail(path), mask)
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
        this.enter(fact, call, target.params[last] as number, this.paths.cons(isSpread ? this.element : this.placed(i - last), path), mask)
        break
      }
      const param = target.params[i]
      if (param !== undefined) this.enter(fact, call, param, path, mask)
    }
    if (rest && !isSpread && position > last)
      this.enter(fact, call, target.params[last] as number, this.paths.cons(this.placed(position - last), path), mask)
  }

  /** Name of a place of a list; of the places far back, that of any. */
  private placed(index: number): number {
    return index > MOST_PLACES ? this.element : this.linked.whole.string(String(index))
  }

  /** Place of a list that a part of it stands at, -1 where it may be any. */
  private placeInList(path: number): number {
    const head = path === EMPTY ? -1 : this.paths.head(path)
    return head < 0 || head === this.element || head === this.any || !this.isElement(head) ? -1 : Number(this.linked.whole.text(head))
  }

  private isFunction(node: number, fn: number): boolean {
    const { solver } = this.linked
    return solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Function && solver.labels.data[label] === fn)
  }

  /** The place that a spot means of argument `index`: a part of it, or undefined where it means another. */
  private placeAt(spot: Spot, index: number, isSpread: boolean): number | undefined {
    let meant = this.spots.get(spot)
    if (meant === undefined) {
      const match = /^(\d+)(\*?)((?:\.(?:[\w$-]+|\[\]))*)(?:\.\*)?$/.exec(spot)
      meant = {
        first: spot === '*' ? 0 : match ? Number(match[1]) : -1,
        goesOn: spot === '*' || (match !== null && match[2] !== ''),
        place: match?.[3] ? this.placeBelow(spot) : EMPTY,
      }
      this.spots.set(spot, meant)
    }
    const { first, goesOn, place } = meant
    if (first < 0) return undefined
    return first === index || (goesOn && index >= first) || (isSpread && first >= index) ? place : undefined
  }

  /** What spots mean: the first argument, -1 where it is none, whether those behind it are meant too, and which part. */
  private readonly spots = new Map<Spot, { first: number; goesOn: boolean; place: number }>()

  /** What a call whose code is not here makes of an argument: what models say, and nothing where none does. */
  private steps(fact: Fact, call: number, index: number, args: Int32Array, hasCode: boolean): void {
    const { whole, models, solver } = this.linked
    const { path } = fact
    const mask = fact.mask & ~PROTOTYPE
    let told = false
    for (const at of pathsOfCall(this.linked, call)) {
      if (this.sanitize(fact, call, at, index)) {
        told = true
        continue
      }
      for (const step of models.flows.steps.get(at) ?? NO_STEPS) {
        if (!step.from.some((spot) => this.covers(fact, spot, index))) continue
        told = true
        if (isCheck(models.paths.show(at)) && this.checked(fact, call, path, mask, step.clears)) continue
        const below = step.from.find((spot) => spot.includes('.'))
        const part = below?.endsWith('.*') ? EMPTY : below ? this.withoutPlace(path, this.placeBelow(below)) : path
        const left = reshaped(this.paths, models.paths.show(at), part, (text) => whole.string(text))
        if (left !== undefined) this.deliver(fact, call, step.to, left, (mask & ~step.clears) | step.adds)
      }
      const passed = models.passes.get(at)
      if (passed === index) this.go(fact, call, path, mask)
    }
    if (whole.kind[call] === Kind.Call) {
      const callee = whole.a[call] as number
      // `resolve(value)` of `new Promise((resolve) => …)`.
      for (const label of solver.of(callee))
        if (index === 0 && solver.isResolve(label)) this.go(fact, solver.labels.data[label] as number, path, mask)
    }
    this.emit(fact, call, index)
    if (index > 0 && calledName(this.linked, call) === 'bind')
      for (const label of solver.of(receiverOf(this.linked, call)))
        if (solver.labels.kind[label] === LabelKind.Function)
          this.enter(fact, -1, whole.functions[solver.labels.data[label] as number]?.params[index - 1] ?? -1, path, mask)
    if (told || hasCode) return
    if (this.templates.passes(call)) this.go(fact, call, path, mask & ~TEXT_ONLY)
    this.methods.gather(call, index, (what, to) => {
      const receiver = receiverOf(this.linked, call)
      if (what === 'receiver') this.hold(fact, receiver, this.element, path, mask)
      else if (what === 'result') this.go(fact, call, path, mask & ~(to === 'text' ? TEXT_ONLY : 0))
      else if (what === 'list') this.go(fact, call, this.paths.cons(this.element, path), mask)
      else if (what === 'accumulator') {
        this.go(fact, call, path, mask)
        this.runCallback(fact, call, args[0] as number, 0, path, mask, EMPTY)
      } else if (what === 'groups' && path === EMPTY) this.matched(fact, call, receiver, mask)
    })
  }

  /** Whether a call is a sanitizer of an argument; what is left is in its result. */
  private sanitize(fact: Fact, call: number, at: number, index: number): boolean {
    const sanitizers = this.linked.models.flows.sanitizers.get(at)
    if (sanitizers === undefined) return false
    let isAny = false
    let isInside = false
    let cleared = 0
    for (const { spot, clears, inside } of sanitizers) {
      if (this.placeAt(spot, index, false) === undefined) continue
      isAny = true
      isInside ||= inside
      cleared |= clears
    }
    const { path } = fact
    if (isAny && index === 1 && isOwnAddress(this.linked, this.linked.whole.args(call)[1] as number)) cleared |= ELSEWHERE
    if (isAny && (path === EMPTY || isInside || this.isElements(path))) this.go(fact, call, EMPTY, fact.mask & ~PROTOTYPE & ~cleared)
    return isAny
  }

  /** What passes a schema comes out field by field, each as harmless as the schema makes it. */
  private checked(fact: Fact, call: number, path: number, mask: number, typed: number): boolean {
    const schema = this.schemas.of(call)
    if (!schema) return false
    const { whole } = this.linked
    const tell = (shape: Shape, done: readonly number[], rest: number, depth: number): void => {
      const left = without(mask, shape.clears | (shape.isOpen ? 0 : typed))
      if (shape.fields && !shape.isOpen && depth < 3) {
        for (const [name, field] of shape.fields)
          if (rest === EMPTY || this.paths.head(rest) === whole.string(name))
            tell(field, [...done, whole.string(name)], rest === EMPTY ? EMPTY : this.paths.tail(rest), depth + 1)
      } else if (shape.element && depth < 3 && (rest === EMPTY || this.isElement(this.paths.head(rest))))
        tell(shape.element, [...done, this.element], rest === EMPTY ? EMPTY : this.paths.tail(rest), depth + 1)
      else
        this.go(
          fact,
          call,
          done.reduceRight((tail, name) => this.paths.cons(name, tail), rest),
          left,
        )
    }
    for (const at of schema.at) {
      const done = at.map((name) => whole.string(name))
      tell(schema.shape, done, path, 0)
    }
    return true
  }

  /** What a text was taken apart into by an expression: the whole match, and what each group allows. */
  private matched(fact: Fact, call: number, pattern: number, mask: number, many = false): void {
    const { whole } = this.linked
    const put = (path: number, clears: number) =>
      this.go(fact, call, many ? this.paths.cons(this.element, path) : path, without(mask & ~TEXT_ONLY, clears))
    const parts = this.conditions.groupsOf(pattern)
    const isList = !many && calledName(this.linked, call) === 'match' && this.conditions.patternOf(pattern)?.flags.includes('g')
    if (!parts || parts.every(({ clears }) => clears === 0)) this.go(fact, call, this.paths.of([this.element]), mask & ~TEXT_ONLY)
    // Every match, without its groups.
    else if (isList) put(this.paths.of([this.element]), parts[0]?.clears ?? 0)
    else
      for (const { name, clears } of parts)
        put(/^\d+$/.test(name) ? this.paths.of([whole.string(name)]) : this.paths.of([whole.string('groups'), whole.string(name)]), clears)
  }

  /** `emitter.emit('name', value)` reaches what listens to that name on such an object. */
  private emit(fact: Fact, call: number, index: number): void {
    const { whole } = this.linked
    if (index === 0 || calledName(this.linked, call) !== 'emit') return
    for (const fn of this.holders.toldBy(call)) this.enter(fact, -1, whole.functions[fn]?.params[index - 1] ?? -1, fact.path, fact.mask)
  }

  private covers(fact: Fact, spot: Spot, index: number): boolean {
    const place = this.placeAt(spot, index, false)
    if (place === undefined) return false
    const path = this.asElement(fact.path, place)
    return this.paths.covers(path, place) || this.paths.covers(place, path)
  }

  /** What a step takes from a receiver: all of it, an element, or any part as if it were all. Undefined where it takes none. */
  private partOfReceiver(from: readonly Spot[], path: number): number | undefined {
    if (from.includes('receiver.*')) return EMPTY
    if (from.includes('receiver.[]') && path !== EMPTY && this.isElement(this.paths.head(path))) return this.paths.tail(path)
    return from.includes('receiver') || (path === EMPTY && from.includes('receiver.[]')) ? path : undefined
  }

  /** The part `0` of a list is an element of it, where elements are asked for. */
  private asElement(path: number, place: number): number {
    const isAsked = path !== EMPTY && place !== EMPTY && this.paths.head(place) === this.element && this.isElement(this.paths.head(path))
    return isAsked ? this.inArray(path) : path
  }

  private withoutPlace(path: number, place: number): number {
    let [left, at] = [this.asElement(path, place), place]
    while (at !== EMPTY && left !== EMPTY && this.paths.head(left) === this.paths.head(at)) {
      left = this.paths.tail(left)
      at = this.paths.tail(at)
    }
    return left
  }

  private deliver(fact: Fact, call: number, spots: Spot[], path: number, mask: number): void {
    const { whole, solver } = this.linked
    const args = whole.args(call)
    for (const spot of spots) {
      if (spot === 'result') this.go(fact, call, path, mask)
      else if (spot.startsWith('result.'))
        this.go(
          fact,
          call,
          this.paths.of([
            ...spot
              .split('.')
              .slice(1)
              .map((name) => whole.string(name)),
          ]),
          mask,
        )
      else if (spot === 'receiver') {
        const receiver = receiverOf(this.linked, call)
        if (receiver >= 0) this.taintValue(fact, receiver, path, mask)
      } else {
        const match = /^(\d+)((?:\.[\w$-]+)*)(?:\[(\d+)\])?$/.exec(spot)
        if (!match) continue
        const argument = args[Number(match[1])]
        if (argument === undefined) continue
        if (match[3] === undefined) this.taintValue(fact, argument, path, mask)
        else
          for (const label of solver.of(argument))
            if (solver.labels.kind[label] === LabelKind.Function) {
              const fn = solver.labels.data[label] as number
              const param = whole.functions[fn]?.params[Number(match[3])]
              // What comes of it in there may be part of what the call gives.
              const site = this.sitesOf(fn).find((it) => it.call === call)
              if (param !== undefined) this.enter(fact, site ? call : -1, param, path, mask, site?.resultPath)
            }
      }
    }
  }

  /** A value that is there already becomes tainted: what a library call writes into. */
  private taintValue(fact: Fact, value: number, path: number, mask: number): void {
    const { solver } = this.linked
    for (const label of solver.of(value))
      if (solver.labels.kind[label] === LabelKind.Object) this.go(fact, solver.labels.data[label] as number, path, mask)
    const root = this.holders.rootOf(value)
    if (root >= 0) this.go(fact, root, path, mask)
  }

  /** A method called on a tainted value. */
  private method(fact: Fact, call: number, name: string): void {
    const { whole, solver, models } = this.linked
    const { path, mask } = fact
    this.strike(fact, call, -1, false)
    const functions = solver.callees.get(call)
    const args = whole.args(call)
    if (functions)
      for (const fn of functions) {
        const self = whole.functions[fn]?.self ?? -1
        if (self >= 0) this.enter(fact, call, self, path, mask & ~PROTOTYPE)
      }
    let told = false
    for (const at of pathsOfCall(this.linked, call)) {
      const sanitizers = (models.flows.sanitizers.get(at) ?? []).filter(({ spot }) => spot === 'receiver')
      // Several models may know a call: what any of them clears is cleared.
      if (sanitizers.length > 0) {
        told = true
        this.go(fact, call, EMPTY, mask & ~sanitizers.reduce((all, { clears }) => all | clears, 0))
      }
      for (const step of models.flows.steps.get(at) ?? NO_STEPS) {
        const part = this.partOfReceiver(step.from, path)
        if (part === undefined) continue
        told = true
        this.deliver(fact, call, step.to, part, (mask & ~step.clears) | step.adds)
      }
    }
    if (told) return
    // Promises hand their value to a function and give what that returns.
    if (name === 'then') {
      if (args[0] !== undefined) this.runCallback(fact, call, args[0], 0, path, mask, EMPTY)
      return
    }
    if (name === 'catch' || name === 'finally') {
      this.go(fact, call, path, mask)
      return
    }
    const isElements = path !== EMPTY && this.isElement(this.paths.head(path))
    if (path !== EMPTY && !isElements) {
      if (name === 'toString' || functions) return
      return
    }
    const act = this.methods.ofReceiver(call, name, functions !== undefined && functions.size > 0)
    if (!act) return
    if ((name === 'match' || name === 'matchAll') && path === EMPTY && args[0] !== undefined && this.conditions.patternOf(args[0])) {
      this.matched(fact, call, args[0], mask & ~PROTOTYPE, name === 'matchAll')
      return
    }
    // What stood at one place of the list stands at another from here on.
    if (isElements && this.methods.movesPlaces(name) && this.paths.head(path) !== this.element && this.paths.head(path) !== this.any)
      this.hold(fact, receiverOf(this.linked, call), this.element, this.paths.tail(path), mask)
    const inner = path === EMPTY ? EMPTY : this.paths.tail(path)
    const isPicked = (name === 'filter' || name === 'find' || name === 'findLast') && args[0] !== undefined
    const left = without(mask & ~PROTOTYPE, act.clears | (isPicked && inner === EMPTY ? this.conditions.passing(args[0] as number) : 0))
    switch (act.result) {
      case 'same':
        this.go(fact, call, path === EMPTY ? EMPTY : this.inArray(path), left)
        break
      case 'text':
        if (path === EMPTY || inner === EMPTY) this.go(fact, call, EMPTY, left & ~TEXT_ONLY)
        break
      case 'element':
        this.go(fact, call, inner, inner === EMPTY ? left & ~clearedBySplit(this.linked, receiverOf(this.linked, call)) : left)
        break
      case 'list':
        // Of a mail address it is what stands in front of the sign that tells whose it is.
        if (inner === EMPTY && left & DISCLOSED && isSplitAtHost(this.linked, call)) {
          this.go(fact, call, this.paths.cons(whole.string('0'), EMPTY), left & DISCLOSED)
          this.go(fact, call, this.paths.cons(this.element, EMPTY), left & ~DISCLOSED)
        } else this.go(fact, call, this.paths.cons(this.element, inner), left)
        break
      case 'pairs':
        this.go(fact, call, this.paths.cons(this.element, this.paths.cons(whole.string('1'), inner)), left)
        break
      case 'flat':
        this.go(fact, call, inner === EMPTY || !this.isElement(this.paths.head(inner)) ? path : this.inArray(inner), left)
        break
    }
    if (act.callback) {
      const { result } = act.callback
      const resultPath = result === 'none' ? undefined : result === 'element' ? this.paths.cons(this.element, EMPTY) : EMPTY
      const callback = args[act.callback.argument]
      if (callback !== undefined) this.runCallback(fact, call, callback, act.callback.parameter, inner, left, resultPath)
    }
  }

  /** @param resultPath where in the result of the call stands what the function returns; undefined where that goes nowhere */
  private runCallback(
    fact: Fact,
    call: number,
    callback: number,
    parameter: number,
    path: number,
    mask: number,
    resultPath: number | undefined,
  ): void {
    const { whole, solver } = this.linked
    for (const label of solver.of(callback))
      if (solver.labels.kind[label] === LabelKind.Function) {
        const fn = solver.labels.data[label] as number
        const param = whole.functions[fn]?.params[parameter]
        if (param !== undefined) this.enter(fact, resultPath === undefined ? -1 : call, param, path, mask, resultPath)
      }
    const library = parameter === 0 ? libraryCallbackOf(this.linked, callback) : undefined
    if (library) this.runLibrary({ ...fact, path, mask: mask & ~PROTOTYPE }, call, library, resultPath)
  }

  /** What models say of the first argument of a function, where that is handed over to be called. */
  private runLibrary(fact: Fact, call: number, { state, promises, paths }: LibraryCallback, resultPath: number | undefined): void {
    const { flows, paths: apis } = this.linked.models
    const { path, mask } = fact
    if (state >= 0) this.go(fact, state, this.paths.cons(this.linked.whole.string('0'), path), mask)
    for (const promise of promises) this.go(fact, promise, path, mask)
    for (const at of paths) {
      for (const sink of flows.sinks.get(at) ?? []) {
        const isMeant = sink.spots.some((spot) => {
          const place = this.placeAt(spot, 0, false)
          return place !== undefined && this.reaches(path, place, sink.inside)
        })
        if (isMeant && !sink.when) this.landAt(fact, sink, call, apis.show(at).split('.').at(-1) as string, false)
      }
      if (resultPath === undefined) continue
      const sanitizers = (flows.sanitizers.get(at) ?? []).filter(({ spot }) => this.placeAt(spot, 0, false) !== undefined)
      if (sanitizers.length > 0) {
        const cleared = sanitizers.reduce((all, { clears }) => all | clears, 0)
        if (path === EMPTY || this.isElements(path)) this.go(fact, call, resultPath, mask & ~cleared)
        continue
      }
      for (const { from, to, clears, adds } of flows.steps.get(at) ?? NO_STEPS)
        if (to.includes('result') && from.some((spot) => this.covers(fact, spot, 0)))
          this.go(fact, call, this.resultIn(call, resultPath, path), (mask & ~clears) | adds)
    }
  }

  // ── elements of a page ─────────────────────────────────────────────────────────────────────────────────────────────

  /** What a component keeps: `this.setState({ name })`, `const [name, setName] = useState()`. */
  private state(fact: Fact, call: number): void {
    const { whole } = this.linked
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load) return
    const state = stateSetBy(this.linked, callee)
    if (state >= 0) this.go(fact, state, this.paths.cons(whole.string('0'), fact.path), fact.mask)
    else if (whole.text(whole.b[callee] as number) === 'setState')
      this.hold(fact, whole.a[callee] as number, whole.string('state'), fact.path, fact.mask)
  }

  /** What a page's server half returns as props arrives at the page. */
  private pageProps(fact: Fact, fn: number): void {
    const { whole } = this.linked
    const pages = this.pagesOf(fn)
    if (pages.length === 0) return
    const isInitial = whole.functions[fn]?.fact.name === 'getInitialProps'
    if (!isInitial && (fact.path === EMPTY || whole.text(this.paths.head(fact.path)) !== 'props')) return
    for (const param of pages) this.enter(fact, -1, param, isInitial ? fact.path : this.paths.tail(fact.path), fact.mask)
  }

  /** First parameters of the pages that are handed what a function returns. */
  private pagesOf(fn: number): readonly number[] {
    const { whole, solver } = this.linked
    if (!PAGE_PROPS.has(whole.functions[fn]?.fact.name ?? '')) return NONE
    const found: number[] = []
    for (const entry of whole.exports[whole.functions[fn]?.file ?? -1] ?? [])
      if (entry.name === 'default')
        for (const label of solver.of(entry.node))
          if (solver.labels.kind[label] === LabelKind.Function) {
            const param = whole.functions[solver.labels.data[label] as number]?.params[0]
            if (param !== undefined) found.push(param)
          }
    return found
  }

  /** From a `throw` to the `catch` of the nearest `try` around it. */
  private thrown(fact: Fact, node: number): void {
    const { whole } = this.linked
    let region = whole.region[node] as number
    while (region >= 0 && whole.regions[region * 4] !== RegionKind.Try) {
      if (whole.regions[region * 4] === RegionKind.Body) return
      region = whole.regions[region * 4 + 1] as number
    }
    if (region < 0) return
    const around = whole.regions[region * 4 + 1]
    for (let at = node + 1; at < whole.size && at < node + 4000; at++) {
      if (whole.kind[at] !== Kind.Caught) continue
      const caught = whole.region[at] as number
      if (whole.regions[caught * 4] === RegionKind.Catch && whole.regions[caught * 4 + 1] === around) {
        this.go(fact, at, fact.path, fact.mask)
        return
      }
    }
  }

  private jsx(fact: Fact, element: number): void {
    const { whole, solver, models } = this.linked
    if (whole.b[element] !== fact.node) return
    const tag = whole.a[element] as number
    const { path, mask } = fact
    if (
      whole.kind[tag] === Kind.String ||
      solver.of(tag).every((label) => solver.labels.kind[label] !== LabelKind.Function && solver.labels.kind[label] !== LabelKind.Class)
    ) {
      const name = this.nameOfTag(tag)
      for (const [place, sinks] of models.flows.jsxSinks) {
        const [wanted, ...below] = place.split('.')
        if (wanted !== '*' && wanted !== name && !(wanted?.startsWith('#') && apiPathsOf(this.linked, tag).includes(Number(wanted.slice(1)))))
          continue
        const at = this.paths.of(below.map((part) => whole.string(part)))
        for (const sink of sinks)
          if (path !== EMPTY && this.reaches(path, at, sink.inside))
            this.landAt(fact, sink, this.attributeOf(element, below[0] as string), below[0] as string, false)
      }
    }
    for (const label of solver.of(tag)) {
      const data = solver.labels.data[label] as number
      if (solver.labels.kind[label] === LabelKind.Function) {
        const param = whole.functions[data]?.params[0]
        if (param !== undefined) this.enter(fact, element, param, path, mask)
      } else if (solver.labels.kind[label] === LabelKind.Class) {
        this.go(fact, solver.field(solver.labels.of(LabelKind.Instance, data), whole.string('props')), path, mask)
        const made = whole.functions[whole.classes[data]?.constructor_ ?? -1]?.params[0]
        if (made !== undefined) this.enter(fact, element, made, path, mask)
      }
    }
  }

  /** `a`, `Link`, `Native.WebView`: as a model names it. What a file calls a default import is its own affair. */
  private nameOfTag(tag: number): string {
    const { whole } = this.linked
    const kind = whole.kind[tag]
    return kind === Kind.String
      ? whole.text(whole.a[tag] as number)
      : kind === Kind.Import || kind === Kind.Load
        ? whole.text(whole.b[tag] as number)
        : ''
  }

  private attributeOf(element: number, name: string): number {
    const { whole } = this.linked
    const attributes = whole.b[element] as number
    if (attributes >= 0 && whole.kind[attributes] === Kind.Object)
      for (const entry of whole.items(whole.a[attributes] as number))
        if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name) return entry
    return element
  }
}

const isSameHit = (one: Hit, other: Hit) => one.at === other.at && one.name === other.name && one.composed === other.composed
