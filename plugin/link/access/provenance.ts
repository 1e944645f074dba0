/**
 * Who decides a value: the caller by who they are, the caller by what they send, or what is stored. In: a node and the way by
 * which its function was entered. Out: the three, told apart; a value that is made of several parts has what each of them has.
 *
 * What a node is made of is worked out once for all ways, in terms of the parameters around it (`Source`); a way then says what
 * those were given. A service that forty doors call is read once.
 */
import { ChoiceKind, Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import { fieldTaken } from '../decorated/parameters'
import { newFrame, Origins, type Frame as RequestFrame } from '../entry-points/origins/index'
import type { Guards } from '../guards'
import type { Handed } from '../handed'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { nameOfParameter, thingNamed } from '../names'
import { variablesOfGuards } from './context-variables'
import { decoratorsOf, filledBy } from './parameter-decorators'
import { type StoredAct, storedActs } from './statements'

export interface Made {
  /** Of the session, a verified token, or whatever stands for who is calling. */
  caller: boolean
  /** Of what the request says: `path.id`, `json.owner`; the place alone where all of it is meant. */
  request: ReadonlySet<string>
  /** Of stored records. */
  stored: boolean
}

/** What the sender names, and neither the caller nor anything stored has a say in. */
export const isOfSenderAlone = ({ caller, request, stored }: Made): boolean => request.size > 0 && !caller && !stored

/** The caller, and nothing that was looked up for them by what the request names. */
export const isOfCallerAlone = ({ caller, request }: Made): boolean => caller && request.size === 0

/** One way into a function: what each parameter was given, and where that was written. */
export interface Way {
  args: ReadonlyMap<number, { node: number; way: Way }>
  through: readonly number[]
  /** By parameter. */
  known: Map<number, Made>
  /** By parameter and member. */
  members: Map<number, Made>
}

export const newWay = (args: Way['args'] = new Map(), through: readonly number[] = []): Way => ({
  args,
  through,
  known: new Map(),
  members: new Map(),
})

/** What is known of a value whatever its parameters are given, and the parameters whose values have a say in it. */
interface Source {
  made: Made
  open: readonly Opened[]
}

/** A parameter, and the members of it that are read, outermost last. There is one of each, so that they are told apart by identity. */
class Opened {
  /** What it comes to where nothing is known of what the parameter was given. */
  ofNothing: Made | undefined
  private readonly further = new Map<number, Opened>()

  constructor(
    readonly param: number,
    readonly loads: readonly number[] = [],
  ) {}

  member(load: number): Opened {
    if (this.loads.length >= MOST_LOADS) return this
    let member = this.further.get(load)
    if (!member) {
      member = new Opened(this.param, [...this.loads, load])
      this.further.set(load, member)
    }
    return member
  }
}

/** A value, and members that are read of it, outermost last. */
interface Read {
  at: number
  loads: readonly number[]
}

const NO_NODES: readonly number[] = []
const NOTHING: Made = { caller: false, request: new Set(), stored: false }
const CALLER: Made = { ...NOTHING, caller: true }
const NO_SOURCE: Source = { made: NOTHING, open: [] }
const OF_CALLER: Source = { made: CALLER, open: [] }
const DEEPEST = 400
const DEEPEST_WAY = 40
const MOST_CALLS = 6
const MOST_PARTS = 60
/** Parameters that a value is told in terms of, and members of each. */
const MOST_OPEN = 24
const MOST_LOADS = 5
/** More names than a program has. */
const MOST_NAMES = 2 ** 24

/** Members of requests, contexts and sessions that say who is calling. */
const IDENTITY =
  /^(?:(?:current|logged_?in|auth(?:enticated|orized)?|session)?_?(?:user|account|member|customer|principal|identity|employee)s?(?:_?(?:id|uid|name|email|data|info))?|session|auth|jwt|jwt_?payload|token|access_?token|token_?payload|decoded(?:_?token)?|uid|claims|credentials|passport|logged_?in|is_?authenticated|authorization)$/i
/** What a caller belongs to, as a store beside the request has it from whoever let them in. */
const BELONGS_TO =
  /^(?:(?:current|auth(?:enticated)?|active)_?)?(?:tenant|org|organi[sz]ation|workspace|company|team|realm)(?:[._]?(?:u?u?id|slug|key|code))?$/i
/** Calls that add a record and never find one that is there: `save` and `upsert` may. */
const MAKES = /^(?:create|createOne|insert|insertOne|add|addDoc)$/
const NO_NAMES: ReadonlySet<string> = new Set()
const CREDENTIAL = /auth|token|session|sid$|jwt|api_?-?key|user|login|^cookies?$/i
/** Columns of what is handed out to those who signed in, and to nobody else: who names one of these is the one it was handed to. */
const HANDED_OUT = /^(?:(?:session|auth|access|bearer)_?token|api_?(?:key|token))(?:_?hash)?$/i
/** Properties that say whose something is. */
export const NAMES_ONE = /(?:^|_)(?:id|uid|email)$|(?:Id|ID|Uid|Email)$/
const SENT = /^(?:body|query|params|files?|form|(?:parsed|raw|client)?input|rawBody|url|originalUrl)$/i
const CALLED = /^(?:(?:current|logged_?in|auth)_?)?(?:user|account|principal|claims|jwt_?payload)$/i
const REQUEST = /^[_{ ]*(?:req|request|ctx|context|socket|client|reply|res|response|session|c|event|locals)\b/

export class Provenance {
  private readonly root: RequestFrame = newFrame()
  /** Members that some guard of the program writes the caller into: `req.account = await verify(token)`. */
  private injected = new Set<string>()

  /** @param left of the values that a variable may have where branches meet, those that are asked about */
  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
    private readonly origins = new Origins(linked),
    private readonly left?: (choice: number) => readonly number[],
  ) {}

  /** The same of a program in which variables may be less where branches meet. */
  where(left: (choice: number) => readonly number[]): Provenance {
    const narrower = new Provenance(this.linked, this.guards, this.origins, left)
    narrower.injected = this.injected
    return narrower
  }

  private readonly sentParameters = new Set<number>()
  private readonly contexts = new Set<number>()
  /** Parameters of a function that something else than a router calls: what the request says, and who sends it. Before anything is asked of them. */
  takes(sent: number | undefined, context: number | undefined): void {
    if (sent !== undefined) this.sentParameters.add(sent)
    if (context !== undefined) this.contexts.add(context)
  }

  /** Parameters that are what is sent, with what they are called. */
  private readonly sentArguments = new Map<number, string>()
  /**
   * Functions that get what is sent in a way that no library's request tells. Before anything is asked of them.
   * @param before what stands in front of them
   */
  takesHanded(handed: Handed, functions: readonly number[], before: readonly number[]): void {
    if ('params' in handed) {
      for (const param of handed.params) this.sentArguments.set(param, nameOfParameter(this.linked.whole, param))
      return
    }
    for (const fn of [...functions, ...before]) this.takesTogether(fn, handed.members)
    for (const fn of before) if (this.guards.ofFunction(fn).denials.length > 0) for (const name of this.idsHandedOn(fn)) this.injected.add(name)
  }

  /** What a check of the caller tells those behind it: `next({ ctx: { tenantId } })`. */
  private idsHandedOn(fn: number): string[] {
    const { whole, effects, values } = this.linked
    return effects.within(fn).flatMap((call) => {
      if (whole.kind[call] !== Kind.Call || calledName(this.linked, call) !== 'next') return []
      return whole
        .args(call)
        .flatMap((argument) => [...values.property(argument, 'ctx'), ...values.property(argument, 'context')])
        .flatMap((context) => values.propertyNames(context).filter((name) => NAMES_ONE.test(name)))
    })
  }

  private readonly sentMembers = new Map<number, Source>()
  /** One object holds what is sent, and what says who sends it. */
  private takesTogether(fn: number, sent: ReadonlyMap<string, string>): void {
    const { whole } = this.linked
    const param = whole.functions[fn]?.params[0]
    if (param === undefined || this.contexts.has(param)) return
    this.contexts.add(param)
    for (const [name, place] of sent)
      for (const load of lookupOf(whole).named(Kind.Load, name)) if (whole.a[load] === param) this.sentMembers.set(load, closed(partOf(place, [])))
    // What is sent may be had by asking for it: `await getRawInput()`.
    for (const call of this.linked.effects.within(fn)) {
      const asked = whole.kind[call] === Kind.Call ? this.sentMembers.get(thingNamed(whole, whole.a[call] as number)) : undefined
      if (asked) this.sentMembers.set(call, asked)
    }
  }

  /** @param overwritten parts of the request that a guard in front has put the caller's identity into: `json.UserId` */
  of(node: number, way: Way, overwritten: ReadonlySet<string> = new Set()): Made {
    const made = this.along(this.source(node), way, 0)
    if (overwritten.size === 0) return made
    const left = [...made.request].filter((part) => !overwritten.has(part))
    return left.length === made.request.size ? made : { caller: true, stored: made.stored, request: new Set(left) }
  }

  /** What a source comes to on a way. */
  private along({ made, open }: Source, way: Way, depth: number): Made {
    for (const opened of open) {
      const [first, ...rest] = opened.loads
      const argument = way.args.has(opened.param) ? undefined : this.sentArguments.get(opened.param)
      if (argument !== undefined) {
        made = both(made, partOf('json', [this.memberRead(first) ?? argument]))
        continue
      }
      const told = first === undefined ? undefined : this.givenMember(opened.param, first, way, depth)
      const part = told ? rest.reduce((member, load) => this.loaded(member, load), told) : this.members(opened, this.given(opened.param, way, depth))
      made = both(made, part)
    }
    return made
  }

  private memberRead(load: number | undefined): string | undefined {
    const { whole } = this.linked
    return load !== undefined && whole.kind[load] === Kind.Load ? whole.text(whole.b[load] as number) : undefined
  }

  private members(opened: Opened, given: Made): Made {
    if (!isNothing(given)) return opened.loads.reduce((made, load) => this.loaded(made, load), given)
    opened.ofNothing ??= opened.loads.reduce((made, load) => this.loaded(made, load), NOTHING)
    return opened.ofNothing
  }

  private given(param: number, way: Way, depth: number): Made {
    const known = way.known.get(param)
    if (known || depth > DEEPEST_WAY) return known ?? NOTHING
    way.known.set(param, NOTHING)
    const given = way.args.get(param)
    const made = given ? this.along(this.source(given.node), given.way, depth + 1) : this.along(this.unbound(param), way, depth + 1)
    way.known.set(param, made)
    return made
  }

  /** A member of what a parameter was given, where that is written as an object: `find({ id, owner })` is asked for each alone. */
  private givenMember(param: number, load: number, way: Way, depth: number): Made | undefined {
    const given = way.args.get(param)
    if (!given || depth > DEEPEST_WAY || this.linked.whole.kind[load] !== Kind.Load) return undefined
    const key = param * MOST_NAMES + (this.linked.whole.b[load] as number)
    const known = way.members.get(key)
    if (known) return known
    const at = thingNamed(this.linked.whole, given.node)
    if (this.linked.whole.kind[at] === Kind.Param) return this.givenMember(at, load, given.way, depth + 1)
    const value = this.memberNode(at, load, given.way)
    if (value === undefined) return undefined
    way.members.set(key, NOTHING)
    const made = value < 0 ? NOTHING : this.along(this.source(value), given.way, depth + 1)
    way.members.set(key, made)
    return made
  }

  /**
   * Value of a member of an object as it is written; -1 where it has none, undefined where that cannot be told.
   * @param way tells what is spread into the object, where that is a parameter
   */
  private memberNode(node: number, load: number, way?: Way, depth = 0): number | undefined {
    const { whole } = this.linked
    if (whole.kind[load] !== Kind.Load || whole.kind[node] !== Kind.Object || this.storesOn(node).length > 0) return undefined
    // What stands further behind wins.
    for (const entry of [...whole.items(whole.a[node] as number)].reverse()) {
      if (whole.kind[entry] === Kind.Spread) {
        if (!this.hasNone(whole.a[entry] as number, load, way, depth)) return undefined
      } else if (whole.kind[entry] !== Kind.Property || whole.a[entry] === -1) return undefined
      else if (whole.a[entry] === whole.b[load]) return whole.b[entry] as number
    }
    return -1
  }

  /** An object without the member: `...event` of a function that was handed `{ action: 'delete', id }` has no `owner`. */
  private hasNone(node: number, load: number, way: Way | undefined, depth: number): boolean {
    const at = thingNamed(this.linked.whole, node)
    const given = way?.args.get(at)
    if (depth > MOST_LOADS) return false
    return given ? this.hasNone(given.node, load, given.way, depth + 1) : this.memberNode(at, load, way, depth + 1) === -1
  }

  // ── what a node is made of ─────────────────────────────────────────────────────────────────────────────────────────

  private readonly sources = new Map<number, Source>()
  /** Nodes that are being worked out, by how deep they stand. */
  private readonly pending = new Map<number, number>()
  /** The shallowest pending node that was met again: what stands below it is not complete before it is. */
  private lowest = Infinity
  private readonly provisional = new Map<number, { source: Source; lowest: number }>()

  private source(node: number): Source {
    if (node < 0 || node >= this.linked.whole.size) return NO_SOURCE
    return this.once(node, () => this.find(node))
  }

  /** @param key a node, or `-2 - param` for a parameter that nothing is known to be given to */
  private once(key: number, find: () => Source): Source {
    const known = this.sources.get(key)
    if (known) return known
    const half = this.provisional.get(key)
    if (half) {
      this.lowest = Math.min(this.lowest, half.lowest)
      return half.source
    }
    const depth = this.pending.size
    const met = this.pending.get(key)
    if (met !== undefined || depth > DEEPEST) {
      // What goes round in a circle adds nothing.
      this.lowest = Math.min(this.lowest, met ?? 0)
      return NO_SOURCE
    }
    const outer = this.lowest
    this.lowest = Infinity
    this.pending.set(key, depth)
    const found = find()
    this.pending.delete(key)
    if (this.lowest < depth) this.provisional.set(key, { source: found, lowest: this.lowest })
    else {
      this.sources.set(key, found)
      if (this.lowest === depth) this.provisional.clear()
      this.lowest = Infinity
    }
    this.lowest = Math.min(outer, this.lowest)
    return found
  }

  private find(node: number): Source {
    const { whole } = this.linked
    const each = (nodes: Iterable<number>): Source => {
      let made = NO_SOURCE
      let count = 0
      for (const part of nodes) {
        if (count++ > MOST_PARTS) break
        made = union(made, this.source(part))
      }
      return made
    }
    const sent = this.sentMembers.get(node)
    if (sent) return sent
    switch (whole.kind[node] as Kind) {
      case Kind.Param:
        return { made: NOTHING, open: [new Opened(node)] }
      case Kind.Load:
      case Kind.LoadDynamic:
        return this.member(node)
      case Kind.Call:
      case Kind.New:
        return this.call(node)
      case Kind.Element:
      case Kind.Yield:
      case Kind.Throw:
        return each([whole.a[node] as number])
      case Kind.Object:
        return each([...whole.madeOf(node), ...this.written(node)])
      case Kind.Array:
        return each([...whole.madeOf(node), ...this.pushed(node)])
      case Kind.Tagged:
        return union(storedActs(this.linked).has(node) ? closed({ ...NOTHING, stored: true }) : NO_SOURCE, each(whole.args(node)))
      case Kind.Function:
      case Kind.Class:
        return NO_SOURCE
      case Kind.Choice:
        return each(this.left?.(node) ?? whole.madeOf(node))
      default:
        return each(whole.madeOf(node))
    }
  }

  /** Values that are assigned to members of an object that the code makes. */
  private written(object: number): number[] {
    return this.storesOn(object).map((store) => this.linked.whole.c[store] as number)
  }

  private pushes: Map<number, number[]> | undefined
  /** What is put into a list after it was made: `values.push(request.user.id)`. */
  private pushed(array: number): readonly number[] {
    const { whole, values } = this.linked
    if (!this.pushes) {
      this.pushes = new Map()
      for (const call of lookupOf(whole).called(/^(?:push|unshift)$/)) {
        const receiver = receiverOf(this.linked, call)
        if (receiver < 0) continue
        for (const made of values.definitions(receiver))
          if (made < whole.size && whole.kind[made] === Kind.Array) this.pushes.set(made, [...(this.pushes.get(made) ?? []), ...whole.args(call)])
      }
    }
    return this.pushes.get(array) ?? NO_NODES
  }

  private stores: Map<number, number[]> | undefined
  storesOn(object: number): readonly number[] {
    const { whole } = this.linked
    if (!this.stores) {
      this.stores = new Map()
      for (const store of lookupOf(whole).of(Kind.Store)) {
        const list = this.stores.get(whole.a[store] as number)
        if (list) list.push(store)
        else this.stores.set(whole.a[store] as number, [store])
      }
    }
    return this.stores.get(object) ?? []
  }

  /** A parameter that no way says anything of. */
  private unbound(node: number): Source {
    return this.once(-2 - node, () => {
      const decorated = this.decorated(node)
      if (decorated) return closed(decorated)
      if (this.sentParameters.has(node)) return closed(partOf('json', []))
      const sent = this.sent(node)
      if (sent !== NOTHING) return closed(sent)
      const { whole, values } = this.linked
      const fact = whole.functions[whole.a[node] as number]
      const call = fact ? values.callAround(fact.node) : -1
      if (this.isRequest(node)) return NO_SOURCE
      // What a strategy or a session hands to a function that nothing here calls.
      if (call < 0) return CALLED.test(nameOfParameter(whole, node)) ? OF_CALLER : NO_SOURCE
      // What a callback is given comes of the call that it is handed to.
      return this.givenByWrapper(node) ?? this.source(call)
    })
  }

  /** `(request) => authenticate(request).then((user) => handler(request, user))`: what a wrapper of the program's own hands to what it wraps. */
  private givenByWrapper(param: number): Source | undefined {
    const { whole, solver } = this.linked
    const fn = whole.a[param] as number
    const index = whole.functions[fn]?.params.indexOf(param) ?? -1
    const calls = [...(solver.callers.get(fn) ?? [])].filter((call) => whole.args(call)[index] !== undefined && this.guards.runsWhatWasHanded(call))
    if (index < 0 || calls.length === 0 || calls.length > MOST_CALLS) return undefined
    return calls.reduce((made, call) => union(made, this.source(whole.args(call)[index] as number)), NO_SOURCE)
  }

  private decorated(param: number): Made | undefined {
    const sent = this.sentTo(param)
    if (sent !== undefined) return sent === 'caller' ? CALLER : partOf(sent.place, sent.trail)
    const filled = decoratorsOf(this.linked.whole, param).flatMap((expression) => filledBy(this.linked, expression))
    const made = filled.reduce((all, value) => both(all, this.source(value).made), NOTHING)
    return isNothing(made) ? undefined : made
  }

  /** What a decorator says that a parameter is handed: a part of the request, or who is calling. */
  private sentTo(param: number): { place: string; trail: string[] } | 'caller' | undefined {
    const { whole, models, solver, values } = this.linked
    for (const expression of decoratorsOf(whole, param)) {
      const name = whole.kind[expression] === Kind.Call ? calledName(this.linked, expression) : values.nameOf(expression)
      for (const path of whole.kind[expression] === Kind.Call ? (solver.apiCalls.get(expression) ?? []) : []) {
        const known = models.decorators.get(models.paths.find(path, '()'))
        if (known?.model.decorator !== 'parameter' || !known.model.in) continue
        const first = whole.args(expression)[0]
        const field = first === undefined ? undefined : fieldTaken(this.linked, first)
        return { place: known.model.in, trail: field === undefined ? [] : [field] }
      }
      if (/user|session|auth|account|principal|identity|member|claims|jwt|token/i.test(name)) return 'caller'
    }
    return undefined
  }

  /** Parts of the request that a node is, by place: `['x-role']` of the headers. */
  partsSent(node: number): { place: string; trail: readonly string[] }[] {
    const handed = this.linked.whole.kind[node] === Kind.Param ? this.sentTo(node) : undefined
    if (handed !== undefined && handed !== 'caller') return [handed]
    return [...this.origins.of(node, this.root)].flatMap((origin) => (origin.kind === 'data' ? [{ place: origin.place, trail: origin.trail }] : []))
  }

  private readonly sentBy = new Map<number, Made>()
  /** Part of a request, where models say that it is one. */
  private sent(node: number): Made {
    let made = this.sentBy.get(node)
    if (made) return made
    made = NOTHING
    for (const origin of this.origins.of(node, this.root))
      if (origin.kind === 'data' && origin.place !== 'raw' && origin.place !== 'argument') made = both(made, partOf(origin.place, origin.trail))
    this.sentBy.set(node, made)
    return made
  }

  private member(node: number): Source {
    const { whole } = this.linked
    if (this.saysCaller(node)) return whole.kind[node] === Kind.LoadDynamic ? union(OF_CALLER, this.source(whole.b[node] as number)) : OF_CALLER
    const value = this.memberNode(thingNamed(this.linked.whole, whole.a[node] as number), node)
    if (value !== undefined) return this.source(value)
    const told = this.toldInFront(node)
    if (told.length > 0) return told.reduce((made, each) => union(made, this.source(each)), NO_SOURCE)
    const things = this.thingsRead(node, 0)
    if (things && things.length <= MOST_CALLS)
      return things.reduce(
        (made, { at, loads }) =>
          union(
            made,
            loads.reduce((of, load) => this.memberOf(of, load), this.source(at)),
          ),
        NO_SOURCE,
      )
    const of = this.memberOf(this.source(whole.a[node] as number), node)
    return whole.kind[node] === Kind.LoadDynamic ? union(of, this.source(whole.b[node] as number)) : of
  }

  /** What those in front put there for an action: `shop` of `({ ctx: { shop } })` behind `next({ ctx: { shop } })`. */
  private toldInFront(load: number): number[] {
    const { whole, values } = this.linked
    const context = thingNamed(whole, whole.a[load] as number)
    if (whole.kind[load] !== Kind.Load || whole.kind[context] !== Kind.Load || !this.contexts.has(whole.a[context] as number)) return []
    return values.definitions(load).filter((made) => made !== load)
  }

  /**
   * What members are read of, where that is one of several values: of `args = { input: { id } }` the member `input` is asked for alone.
   * Undefined where no branches meet on the way.
   */
  private thingsRead(node: number, depth: number): Read[] | undefined {
    const { whole } = this.linked
    const at = thingNamed(whole, node)
    if (depth > MOST_LOADS) return undefined
    if (whole.kind[at] === Kind.Choice && whole.c[at] === ChoiceKind.Join)
      return [...(this.left?.(at) ?? whole.items(whole.a[at] as number))].flatMap(
        (item) => this.thingsRead(item, depth + 1) ?? [{ at: thingNamed(whole, item), loads: [] }],
      )
    if (whole.kind[at] !== Kind.Load) return undefined
    return this.thingsRead(whole.a[at] as number, depth + 1)?.flatMap(({ at: base, loads }): Read[] => {
      const value = loads.length === 0 ? this.memberNode(base, at) : undefined
      if (value === undefined) return [{ at: base, loads: [...loads, at] }]
      return value < 0 ? [] : (this.thingsRead(value, depth + 1) ?? [{ at: thingNamed(whole, value), loads: [] }])
    })
  }

  private memberOf({ made, open }: Source, load: number): Source {
    return {
      made: open.length > 0 && isNothing(made) ? NOTHING : this.loaded(made, load),
      open: open.map((opened) => opened.member(load)),
    }
  }

  /** A member of a value: `query` of the URL's, `name` of the body. */
  private loaded(base: Made, node: number): Made {
    const { whole } = this.linked
    if (isNothing(base)) return whole.kind[whole.a[node] as number] === Kind.This ? NOTHING : this.sent(node)
    if (whole.kind[node] !== Kind.Load || base.request.size === 0 || base.stored) return base
    const name = whole.text(whole.b[node] as number)
    return {
      caller: base.caller,
      request: new Set(
        [...base.request].map((part) =>
          // Operations of GraphQL wrap their fields once more.
          part === 'url.query' ? `query.${name}` : part === 'json.input' ? `json.${name}` : part.includes('.') ? part : `${part}.${name}`,
        ),
      ),
      stored: false,
    }
  }

  /** `req.user.id`, `ctx.state.user`, `res.locals.account`, `req.session.userId`. */
  private saysCaller(node: number): boolean {
    const { whole } = this.linked
    const names: string[] = []
    let at = node
    for (let hops = 0; hops < 10; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Load) names.unshift(whole.text(whole.b[at] as number))
      else if (kind !== Kind.LoadDynamic && kind !== Kind.Refine && kind !== Kind.Await) break
      at = whole.a[at] as number
    }
    if (names.length === 0 || names.some((name) => SENT.test(name))) return false
    if (
      !names.some(
        (name, index) =>
          (IDENTITY.test(name) && !isType(name)) ||
          this.injected.has(name) ||
          this.guards.namesOfCallers.has(name) ||
          (index > 0 && /^(?:headers|cookies|signedCookies)$/.test(names[index - 1] as string) && CREDENTIAL.test(name)),
      )
    )
      return false
    return this.isOneRequest(at) || (whole.kind[at] === Kind.This && /^(?:req|request|ctx|context)$/.test(names[0] as string))
  }

  /** `req.session.workspaces[req.params.workspace]`: of what the caller has, what the request names. */
  isOfCallersOwn(node: number, { caller, request }: Made): boolean {
    return this.linked.whole.kind[node] === Kind.LoadDynamic && caller && request.size > 0 && this.saysCaller(node)
  }

  /** A request, or one of several ways to the same: `req = context.switchToHttp().getRequest()` where it was not there before. */
  isOneRequest(node: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Choice || whole.c[node] !== ChoiceKind.Join) return this.isRequest(node)
    const items = [...whole.items(whole.a[node] as number)].map((item) => thingNamed(whole, item))
    return items.every((item) => this.isRequest(whole.kind[item] === Kind.Load ? thingNamed(whole, whole.a[item] as number) : item))
  }

  /** A request, an answer, a context or a session, by what is known of it or by what it is called. */
  isRequest(node: number): boolean {
    const { whole, models } = this.linked
    if (node < 0) return false
    if (this.contexts.has(node)) return true
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Param && REQUEST.test(nameOfParameter(this.linked.whole, node))) return true
    if (kind !== Kind.Param && kind !== Kind.Call && kind !== Kind.Global && kind !== Kind.Cell) return false
    return apiPathsOf(this.linked, node).some((path) => /\/(?:Request|Response|Reply|Context|IncomingMessage|Socket)$/.test(models.paths.show(path)))
  }

  /** `res.locals`, `ctx.state`: where what belongs to a request is left for those behind. */
  private isStateOfRequest(node: number): boolean {
    const { whole } = this.linked
    const isState = whole.kind[node] === Kind.Load && /^(?:locals|state)$/.test(whole.text(whole.b[node] as number))
    return isState && this.isRequest(whole.a[node] as number)
  }

  /** Where a library keeps what belongs to a request beside it. */
  private isStoreOfRequest(node: number): boolean {
    const { models } = this.linked
    return apiPathsOf(this.linked, node).some((path) => /\/RequestStore$/.test(models.paths.show(path)))
  }

  private call(call: number): Source {
    const { whole, solver } = this.linked
    if (this.guards.identifies(call) || this.asksForCaller(call)) return OF_CALLER
    const sent = this.sent(call)
    if (sent !== NOTHING) return closed(sent)
    const receiver = receiverOf(this.linked, call)
    const args = [...whole.args(call)]
    if (receiver >= 0 && this.isRequest(receiver) && /^(?:get|header)$/.test(calledName(this.linked, call)) && args[0] !== undefined)
      if (this.linked.values.texts(args[0]).some(({ value }) => IDENTITY.test(value) || this.leftByGuards().has(value))) return OF_CALLER
    if (receiver >= 0 && calledName(this.linked, call) === 'get' && args[0] !== undefined && this.isStoreOfRequest(receiver))
      if (this.linked.values.texts(args[0]).some(({ value }) => IDENTITY.test(value.split('.')[0] as string) || BELONGS_TO.test(value)))
        return OF_CALLER
    if (this.asksService(call)) return closed({ ...NOTHING, stored: true })
    const act = storedActs(this.linked).get(call)
    // A record that this very call makes is nobody else's: what the sender wrote into it names none that was there before.
    if (act?.does === 'create' && MAKES.test(calledName(this.linked, call))) return closed({ ...NOTHING, stored: true })
    if (act?.does === 'read' && this.fieldsAsked(act).some((field) => HANDED_OUT.test(field))) return OF_CALLER
    let made = act ? closed({ ...NOTHING, stored: true }) : NO_SOURCE
    if (receiver >= 0) made = union(made, this.source(receiver))
    for (const argument of args.slice(0, 8)) if (whole.kind[argument] !== Kind.Function) made = union(made, this.source(argument))
    if (whole.kind[call] === Kind.New) for (const value of this.written(call)) made = union(made, this.source(value))
    for (const fn of [...(solver.callees.get(call) ?? [])].slice(0, 3))
      for (const value of whole.functions[fn]?.returns ?? []) made = union(made, this.handed(this.source(value), fn, args))
    return made
  }

  /** `request.user()`, `ctx.getCurrentUser()`: a request that is asked, by nothing else, who sends it. */
  private asksForCaller(call: number): boolean {
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0 || this.linked.whole.args(call).length > 0) return false
    const name = calledName(this.linked, call).replace(/^(?:get|load|fetch)_?(?=[A-Z_])/, '')
    return IDENTITY.test(name) && !/^[A-Z][a-z]+s$/.test(name) && !SENT.test(name) && this.isRequest(thingNamed(this.linked.whole, receiver))
  }

  private variables: ReadonlySet<string> | undefined
  private leftByGuards(): ReadonlySet<string> {
    // Asked for again while it is found out: what a guard reads of another says nothing yet.
    if (!this.variables) {
      this.variables = NO_NAMES
      this.variables = variablesOfGuards(
        this.linked,
        this.guards,
        (node) => this.isRequest(node),
        (node) => this.of(node, newWay()).request.size > 0,
      )
    }
    return this.variables
  }

  /** Fields that choose what an act is about: `{ owner: id }`, `{ where: { owner: id } }`, columns of a statement. */
  fieldsAsked({ by, columns = [] }: StoredAct): string[] {
    const { whole, values } = this.linked
    const objects = by.flatMap((node) =>
      values.definitions(node).filter((definition) => definition < whole.size && whole.kind[definition] === Kind.Object),
    )
    const fields = objects.flatMap((object) => [
      ...values.propertyNames(object),
      ...values.property(object, 'where').flatMap((where) => values.propertyNames(where)),
    ])
    return [...new Set([...fields, ...columns])]
  }

  /** What another service answers is its own word, whatever it was asked: `stripe.checkout.sessions.retrieve(id)`. */
  private asksService(call: number): boolean {
    const { solver, models } = this.linked
    return [...(solver.apiCalls.get(call) ?? [])].some((path) =>
      models.acts.get(path)?.some(({ act }) => act.act === 'connect' && (act.kind === 'payment' || act.kind === 'http')),
    )
  }

  /** What a function gives back, told in terms of what a call hands it. */
  private handed({ made, open }: Source, fn: number, args: readonly number[]): Source {
    const { whole } = this.linked
    const params = whole.functions[fn]?.params ?? []
    let found = closed(made)
    for (const opened of open) {
      const index = params.indexOf(opened.param)
      if (index < 0) {
        found = union(found, { made: NOTHING, open: [opened] })
        continue
      }
      const argument = args[index]
      const isKnown = argument !== undefined && whole.kind[argument] !== Kind.Spread
      const [first] = opened.loads
      const value = isKnown && first !== undefined ? this.memberNode(thingNamed(this.linked.whole, argument), first) : undefined
      let part = value !== undefined ? this.source(value) : isKnown ? this.source(argument) : this.unbound(opened.param)
      for (const load of value === undefined ? opened.loads : opened.loads.slice(1)) part = this.memberOf(part, load)
      found = union(found, part)
    }
    return found
  }

  /** The way into a function that a call calls; undefined where ways lead too deep or in a circle. */
  enter(call: number, fn: number, way: Way): Way | undefined {
    if (way.through.length >= MOST_CALLS || way.through.includes(call)) return undefined
    const { whole } = this.linked
    const args = new Map(way.args)
    const given = whole.args(call)
    whole.functions[fn]?.params.forEach((param, index) => {
      const node = given[index]
      if (node !== undefined && whole.kind[node] !== Kind.Spread) args.set(param, { node, way })
      else args.delete(param)
    })
    return newWay(args, [...way.through, call])
  }

  /** Other functions than the one around that a call calls, the first of them, each with the way into it. */
  waysInto(call: number, around: number, way: Way, most: number): { fn: number; way: Way }[] {
    return [...(this.linked.solver.callees.get(call) ?? [])].slice(0, most).flatMap((fn) => {
      const below = fn === around ? undefined : this.enter(call, fn, way)
      return below ? [{ fn, way: below }] : []
    })
  }

  /** Parts of the request that a function puts the caller into, as `overwritten` names them; members of its own are remembered. */
  putsCaller(fn: number): string[] {
    const { whole, effects } = this.linked
    const found: string[] = []
    for (const node of effects.within(fn)) {
      if (whole.kind[node] !== Kind.Store) continue
      const target = whole.a[node] as number
      const isRequest = this.isRequest(target) || this.isStateOfRequest(target)
      const parts = isRequest ? [] : [...this.sent(target).request].filter((part) => !part.includes('.'))
      const name = whole.text(whole.b[node] as number)
      // Few values are put into a request, and where each of the others comes from need not be asked; nor where an answer does, `ctx.body`.
      if (isRequest ? SENT.test(name) : parts.length === 0) continue
      if (!this.of(whole.c[node] as number, newWay()).caller) continue
      if (isRequest) this.injected.add(name)
      found.push(...parts.map((part) => `${part}.${name}`))
    }
    return found
  }
}

/** `User` of a context is a model of users, and not who is calling. */
const isType = (name: string): boolean => /^[A-Z][a-z]/.test(name)

/** Forms of a body are one place here: a guard that writes `req.body.owner` writes whatever form it came in. */
const PLACES: Record<string, string> = rowsByName({ body: 'json', form: 'json' })

function partOf(place: string, trail: readonly string[]): Made {
  const at = PLACES[place] ?? place
  if ((at === 'header' || at === 'cookie') && (trail.length === 0 || CREDENTIAL.test(trail[0] as string))) return CALLER
  return { ...NOTHING, request: new Set([trail.length === 0 ? at : `${at}.${trail[0]}`]) }
}

const closed = (made: Made): Source => ({ made, open: [] })

function union(one: Source, other: Source): Source {
  if (other === NO_SOURCE) return one
  if (one === NO_SOURCE) return other
  const added = one.open.length >= MOST_OPEN ? [] : other.open.filter((opened) => !one.open.includes(opened))
  return { made: both(one.made, other.made), open: added.length === 0 ? one.open : [...one.open, ...added].slice(0, MOST_OPEN) }
}

const isNothing = ({ caller, request, stored }: Made): boolean => !caller && !stored && request.size === 0

function both(one: Made, other: Made): Made {
  if (one === NOTHING || isNothing(one)) return other
  if (other === NOTHING || isNothing(other)) return one
  return {
    caller: one.caller || other.caller,
    stored: one.stored || other.stored,
    request: other.request.size === 0 ? one.request : one.request.size === 0 ? other.request : new Set([...one.request, ...other.request]),
  }
}
