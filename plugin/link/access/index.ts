/**
 * What a door does with stored data, and whether the caller's identity has a say in it. In: a route with its handlers. Out: its
 * reads and changes, each with the parts of the request that choose the records, who decides the fields that are written, and what
 * binds it to the caller: a condition of the selection, or a comparison on the way.
 */
import { ChoiceKind, Kind, type RegionKind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { AccessFault, Answer, DataUse, EntryPoint, Evidence, NamedCheck, Parameter } from '../../types'
import { placesOf, type Resolved } from '../doors/resolved'
import { type Reaches, reachedBy } from '../entry-points/conditions'
import type { Origins } from '../entry-points/origins/index'
import type { Guards } from '../guards'
import { asksCaller } from '../guards/asks-caller'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { ownSecretAsked } from '../own-secrets'
import { conditionsAbove, knownInside } from '../regions'
import { askedOf } from '../routes/asked-rights'
import type { FoundRoute } from '../routes/index'
import type { Handler } from '../routes/tree'
import { brokenGuards } from './broken-guards'
import { claimedRights } from './claimed-rights'
import { csrfOf } from './cookies'
import { distinctAnswers } from './distinct-answers'
import { isFailureForgotten } from './forgotten-failures'
import { Marks } from './marks'
import { NamedChecks } from './named-checks'
import { type KeyLookUp, keyLookedUp } from './nameless-keys'
import { Nested } from './nested'
import { openWithoutSecrets } from './open-without-secrets'
import { PRIVILEGED, privilegedFields } from './privileged-fields'
import { NAMES_ONE, newWay, Provenance, type Way } from './provenance'
import { methodOfRecord } from './records'
import { type RecordAsked, recordsAsked, turnsAway } from './records-asked'
import { sparedAddresses } from './spared-addresses'
import { functionsWithActs, type StoredAct, storedActs, taggedActsOf } from './statements'
import { ToldByGuards } from './told-by-guards'
import { unboundCodes } from './unbound-codes'

/** `isSiteAdmin(userId)`, `hasAccess(user)`: what somebody may do, and not whether something of theirs is there. */
const ASKS_RIGHT = /^(?:can|may)[A-Z]|^(?:is|has|check|ensure|require|assert|demand)\w*(?:Admin|Superuser|Permission|Role|Right|Privilege|Access)/
/** Functions and uses of one door that are looked at. */
const MOST_FUNCTIONS = 90
const MOST_USES = 40
/** Ways of marking handlers for which a guard is read again. */
const MOST_MARKS = 16
/** From a condition to the change that it asks about, names and calls together. */
const DEEPEST_CHANGE = 12
/** Regions that a check may stand above. */
const MOST_REGIONS = 60

const PASSWORD = /^(?:new_?)?(?:pass(?:word|wd|phrase)?|pwd)(?:_?hash)?$/i
const PASSWORD_PART = /pass|pwd|current|old/i
const GENERATED: Record<string, DataUse['does']> = rowsByName({ GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' })

const NONE_OVERWRITTEN: ReadonlySet<string> = new Set()

const SIGN_IN = /log-?in|sign-?in|session|authenticate|auth\b/i

type Bound = NonNullable<DataUse['bound']>

/** Something that a function does, as far as it says anything of stored data. */
interface Step {
  node: number
  /** Conditions above it that stand above nothing before it. */
  conditions: readonly number[]
  act: StoredAct | undefined
  /** It changes what it is called on, where that turns out to be a record. */
  changes: boolean
  /** Functions with such steps that it calls. */
  callees: readonly number[]
}

/** What of a route is asked here. */
type Served = Pick<FoundRoute, 'path' | 'guards' | 'framework' | 'node' | 'generated' | 'passes' | 'front' | 'asks' | 'byMarks' | 'handed'> & {
  /** What it takes. */
  parameters?: readonly Parameter[]

  handlers: readonly (Pick<Handler, 'functions'> & Partial<Pick<Handler, 'node'>>)[]
}

interface Walk {
  reaches: Reaches
  overwritten: ReadonlySet<string>
  /** What guards in front leave in the request that says whether something is the caller's: `team.isOwner`. */
  noted: ReadonlySet<string>
  /** By node. */
  uses: Map<number, DataUse>
  left: number
  /** Functions that calls have led into, each as the call and the function. */
  seen: Set<number>
  bound: Bound | undefined
  /** The comparison that says so. */
  boundAt?: Evidence
  /** Inside what may fail without anything coming of it. */
  isForgotten?: boolean
  /** Of a path with several parts: which of them is asked about, and which chooses. */
  nested?: Nested
}

/** What is known where a condition is asked. */
type Asker = Pick<Walk, 'overwritten'> & { noted?: ReadonlySet<string>; provenance?: Provenance }

export class Access {
  private readonly provenance: Provenance
  private readonly toldByGuards: ToldByGuards
  private readonly namedChecks: NamedChecks
  private readonly puts = new Map<number, string[]>()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
    origins?: Origins,
  ) {
    this.provenance = new Provenance(linked, guards, origins)
    this.namedChecks = new NamedChecks(linked, guards, this.provenance)
    this.toldByGuards = new ToldByGuards(
      linked,
      (node) => this.provenance.isOneRequest(node),
      (node) => this.asks(node, newWay(), { overwritten: NONE_OVERWRITTEN }) === 'comparison',
    )
  }

  /** Of an operation of GraphQL or a procedure: its functions are handed what is sent, and a context that knows the caller. */
  ofOperation(
    { method, path, guards, framework, parameters }: EntryPoint,
    { functions, by, handed, asks = [], byMarks }: Resolved,
  ): Pick<EntryPoint, 'data' | 'faults' | 'checks' | 'handsOn' | 'namelessKey'> {
    for (const fn of functions) {
      const { args, context } = placesOf(this.linked, fn, by)
      this.provenance.takes(args, context)
    }
    const handlers = [{ functions: [...functions] }]
    return this.of(
      {
        path,
        guards,
        framework,
        node: -1,
        generated: false,
        handlers,
        asks,
        parameters,
        ...(byMarks ? { byMarks } : {}),
        ...(handed ? { handed } : {}),
      },
      method,
    )
  }

  of(route: Served, method: string): Pick<EntryPoint, 'data' | 'faults' | 'checks' | 'handsOn' | 'namelessKey'> {
    const functions = route.handlers.flatMap((handler) => handler.functions)
    const before = (route.asks ?? []).map(({ fn }) => fn)
    if (route.handed) this.provenance.takesHanded(route.handed, functions, before)
    const passed = [...(route.passes ?? []).map(({ fn }) => fn), ...functions].flatMap((fn) => this.faultsOf(fn))
    const faults = [...(route.byMarks?.faults ?? []), ...passed]
    if (/^(?:GET|ALL|ANY)$/.test(method)) faults.push(...unboundCodes(this.linked, [...functions, ...(route.passes ?? []).map(({ fn }) => fn)]))
    if (SIGN_IN.test(route.path)) for (const fn of functions) faults.push(...distinctAnswers(this.linked, fn))
    const { checks, handsOn } = this.namedChecksOf(route)
    const data = route.generated ? this.generated(route, method) : this.usesOf(route, method, faults)
    const namelessKey = this.namelessKeyOf(route, data)
    return {
      data,
      faults,
      ...(namelessKey ? { namelessKey } : {}),
      ...(checks.length > 0 ? { checks } : {}),
      ...(handsOn.length > 0 ? { handsOn } : {}),
    }
  }

  private readonly keys = new Map<number, KeyLookUp | undefined>()
  /** Where a key is looked up by which alone callers get there; undefined where any of what asks them, or the handler, knows who they are. */
  private namelessKeyOf({ guards, asks = [], passes = [], handlers }: Served, data: readonly DataUse[]): Evidence | undefined {
    const { whole } = this.linked
    const asking = guards.filter(asksCaller)
    const functions = [...asks.map(({ fn }) => fn), ...passes.map(({ fn }) => fn), ...handlers.flatMap((handler) => handler.functions)]
    const found: KeyLookUp[] = []
    for (const { name } of asking) {
      const those = functions.filter((fn) => whole.functions[fn]?.fact.name === name.replace(/\(.*$/s, ''))
      const lookUps = those.map((fn) => {
        if (!this.keys.has(fn)) this.keys.set(fn, keyLookedUp(this.linked, this.guards, this.provenance, fn))
        return this.keys.get(fn)
      })
      if (lookUps.length === 0 || lookUps.includes(undefined)) return undefined
      found.push(...(lookUps as KeyLookUp[]))
    }
    const [first] = found
    if (!first) return undefined
    const places = new Set(found.flatMap(({ leading }) => [...leading].map((node) => placeOf(cite(this.linked, node)))))
    const knowsCaller = ({ from, bound, writes }: DataUse) =>
      !places.has(placeOf(from)) &&
      (bound === 'selection' || bound === 'comparison' || writes.some(({ field, by }) => by === 'caller' && NAMES_ONE.test(field)))
    return data.some(knowsCaller) ? undefined : cite(this.linked, first.at)
  }

  private readonly checked = new WeakMap<object, { checks: NamedCheck[]; handsOn: string[] }>()
  /** Checks in handlers and in guards that answer whether a request may go on, and what handlers hand on: the same for all methods of a route. */
  private namedChecksOf(route: Served): { checks: NamedCheck[]; handsOn: string[] } {
    const known = this.checked.get(route.handlers)
    if (known) return known
    const handlers = route.handlers.flatMap((handler) => handler.functions)
    const overwritten = this.overwrittenBefore(route)
    const found = {
      checks: [...markedChecks(route), ...this.namedChecks.of([...(route.asks ?? []).map(({ fn }) => fn), ...handlers], overwritten)],
      handsOn: this.namedChecks.handedOn(handlers, overwritten),
    }
    this.checked.set(route.handlers, found)
    return found
  }

  /** Parts of the request that guards or handlers put the caller's identity into. */
  private overwrittenBefore({ passes = [], handlers }: Served): Set<string> {
    const functions = [...passes.map(({ fn }) => fn), ...handlers.flatMap((handler) => handler.functions)]
    return new Set(functions.flatMap((fn) => this.putsOf(fn)))
  }

  /** Whether a forged request is told apart; undefined where no cookie says who is calling. */
  csrfOf(route: FoundRoute): Answer | undefined {
    const guards = (route.passes ?? []).map(({ fn }) => fn).filter((fn) => this.guards.ofFunction(fn).denials.length > 0)
    return csrfOf(this.linked, [...guards, ...route.handlers.flatMap(({ functions }) => functions)], route.guards)
  }

  private readonly faults = new Map<number, AccessFault[]>()
  private faultsOf(fn: number): AccessFault[] {
    let known = this.faults.get(fn)
    if (!known) {
      known = [
        ...brokenGuards(this.linked, this.guards, fn),
        ...sparedAddresses(this.linked, this.guards, fn),
        ...openWithoutSecrets(this.linked, this.guards, fn),
        ...claimedRights(this.linked, this.guards, this.provenance, fn),
      ]
      this.faults.set(fn, known)
    }
    return known
  }

  /** What a library does for each method of a resource, besides what the program's own handlers at the same path do. */
  private generated(route: Served, method: string): DataUse[] {
    const does = GENERATED[method]
    if (!does) return []
    const of = route.path.split('/').findLast((step) => /^\w+$/.test(step)) ?? ''
    const at = cite(this.linked, route.node)
    const faults: AccessFault[] = []
    const own = this.usesOf(route, method, faults)
    const hasId = /[:{]/.test(route.path)
    const fields = does === 'create' || does === 'update' ? privilegedFields(this.linked, of) : []
    return [
      ...own,
      {
        does,
        of,
        library: route.framework,
        api: `${method} ${route.path}`,
        at,
        from: at,
        around: '',
        chosenBy: hasId ? ['path.id'] : [],
        chosenIn: hasId ? ['id'] : [],
        writes: fields.map((field) => ({ field, by: 'request' as const, at })),
      },
    ]
  }

  private usesOf(route: Served, method: string, faults: AccessFault[]): DataUse[] {
    if (storedActs(this.linked).size === 0) return []
    const reaching = functionsWithActs(this.linked)
    const handlers = route.handlers.flatMap(({ functions }) => functions)
    const before = route.passes ?? []
    // A guard may look up whom it lets pass: that is no use of the door's.
    const guarding = new Set(route.handlers.flatMap(({ node }) => (node === undefined ? [] : this.guards.checksWrapped(node))))
    const own = [
      ...before.filter((each) => each.own && this.guards.ofFunction(each.fn).roles.size === 0).map(({ fn }) => fn),
      ...handlers.filter((fn) => !guarding.has(fn)),
    ]
    if (!own.some((fn) => reaching.has(fn))) return []
    const overwritten = this.overwrittenBefore(route)
    const asksAnybody =
      route.guards.some(asksCaller) || handlers.some((fn) => this.guards.ofFunction(fn).denials.some(({ ofTheKnown }) => !ofTheKnown))
    const given = {
      reaches: reachedBy(this.linked, { method, path: route.path }),
      overwritten,
      noted: new Set(
        [...(route.asks ?? []).map(({ fn }) => fn), ...before.map(({ fn }) => fn), ...handlers].flatMap((fn) => this.toldByGuards.leftBy(fn)),
      ),
      // What refuses some of the known alone binds nothing where strangers pass.
      bound: route.guards.some(({ role }) => role === 'authorization') && asksAnybody ? ('role' as const) : undefined,
    }
    // A check of a guard counts as one of the handler; of one that was given no right to ask for, nothing is left.
    const asking = before.filter(({ unasked }) => !unasked).map(({ fn }) => fn)
    const checking = route.handlers
      .filter(({ node }) => node === undefined || askedOf(this.linked, node)?.length !== 0)
      .flatMap(({ functions }) => functions)
    const walked = (nested: Nested | undefined): Walk => {
      const walk: Walk = { ...given, uses: new Map(), left: MOST_FUNCTIONS, seen: new Set(), ...(nested ? { nested } : {}) }
      for (const fn of [...asking, ...checking])
        if (!reaching.has(fn) && this.guards.ofFunction(fn).denials.length > 0) this.checksOf(fn, newWay(), walk, 0)
      for (const fn of new Set(own)) this.visit(fn, newWay(), [], walk)
      return walk
    }
    let walk = walked(Nested.isAt(route.path) ? this.nestedOf(route, method, overwritten) : undefined)
    // Which of several ids is asked about is worked out where something is.
    if (!walk.nested && walk.bound && !Nested.isAt(route.path) && Nested.isSent([...walk.uses.values()].flatMap(({ chosenBy }) => chosenBy)))
      walk = walked(this.nestedOf(route, method, overwritten))
    const { nested } = walk
    const uses = this.heldBefore(route, method, [...walk.uses.values()])
    if (uses.some(({ writes }) => writes.some(({ field }) => PASSWORD.test(field))))
      for (const fn of handlers) faults.push(...this.skippable(fn, walk))
    const checked = new Set(this.namedChecksOf(route).checks.map(({ part }) => part))
    const byNode = [...walk.uses.keys()]
    return uses.map((found, index) => {
      const below = walk.left > 0 ? nested?.below(byNode[index] as number) : undefined
      const use = below ? { ...found, below } : found
      if (!use.bound && walk.bound) return { ...use, bound: walk.bound, ...(walk.boundAt ? { boundAt: walk.boundAt } : {}) }
      return !use.bound && use.chosenBy.some((part) => checked.has(part)) ? { ...use, bound: 'comparison' } : use
    })
  }

  /** What was asked about in front of a door that is sent several ids; undefined where a guard asks for what cannot be told. */
  private nestedOf(route: Served, method: string, overwritten: ReadonlySet<string>): Nested | undefined {
    const { whole } = this.linked
    const asked = this.askedBefore(route).filter(({ part, methods }) => Nested.isPart(part) && methods?.includes(method) !== false)
    const nested = new Nested(this.linked, this.provenance, overwritten)
    const names = new Set(asked.map(({ by }) => by))
    for (const { name, role } of route.guards) if (role === 'authorization' && !names.has(name.replace(/\(.*$/s, ''))) return undefined
    const hasRole = route.guards.some(({ role }) => role === 'authorization')
    for (const { part, compared } of asked) if (compared || hasRole) nested.asked.add(part)
    for (const { part } of this.namedChecksOf(route).checks) if (Nested.isPart(part)) nested.asked.add(part)
    const front = [
      ...(route.asks ?? []).map(({ fn }) => fn),
      ...(route.passes ?? []).map(({ fn }) => fn),
      ...(route.front ?? []).flatMap(({ functions }) => functions),
    ]
    for (const fn of new Set(front)) if (whole.functions[fn]) this.tiesIn(fn, newWay(), nested, 0)
    return nested
  }

  /** What stands in front may hold one part of the path against another, and leave it at that. */
  private tiesIn(fn: number, way: Way, nested: Nested, depth: number): void {
    const { whole, solver } = this.linked
    const seen = new Set<number>()
    for (const node of this.nodesOf(fn)) {
      for (const condition of this.conditionsAbove(node, seen)) nested.condition(condition, way)
      const act = storedActs(this.linked).get(node)
      if (act) nested.act(node, act, way)
      nested.call(node, way)
      if (depth >= 2 || whole.kind[node] !== Kind.Call) continue
      for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 2)) {
        const below = callee === fn ? undefined : this.provenance.enter(node, callee, way)
        if (below) this.tiesIn(callee, below, nested, depth + 1)
      }
    }
    for (const answer of whole.functions[fn]?.returns ?? []) nested.condition(answer, way)
  }

  /** What a guard in front held against the caller is not asked again: the record that the same part of the request names. */
  private heldBefore(route: Served, method: string, uses: DataUse[]): DataUse[] {
    const held = new Set(
      this.askedBefore(route).flatMap(({ part, compared, methods }) => (compared && methods?.includes(method) !== false ? [part] : [])),
    )
    return held.size === 0
      ? uses
      : uses.map((use) => (!use.bound && use.chosenBy.some((part) => held.has(part)) ? { ...use, bound: 'comparison' } : use))
  }

  /** Records that guards in front look up by what the request names. */
  askedBefore({ asks = [], passes = [], front = [] }: Pick<Served, 'asks' | 'passes' | 'front'>): RecordAsked[] {
    const unasked = new Set(passes.flatMap(({ fn, unasked: isUnasked }) => (isUnasked ? [fn] : [])))
    const handing = front.filter(({ isConditional }) => !isConditional)
    return [
      ...asks.flatMap(({ fn, marks }) => this.askedBy(fn, Marks.of(this.linked, { fn, marks }))),
      ...handing.flatMap(({ functions, params }) =>
        functions.length === 1 && !unasked.has(functions[0] as number)
          ? this.askedBy(functions[0] as number, undefined, true).filter(({ part }) => isSeen(part, params))
          : [],
      ),
    ]
  }

  private askedBy(fn: number, marks: Marks | undefined, hands = false): RecordAsked[] {
    const key = `${fn} ${hands} ${marks?.key ?? ''}`
    let known = this.asked.get(key)
    if (!known) {
      const provenance = marks ? this.markedProvenance(marks) : this.provenance
      known = recordsAsked(
        this.linked,
        this.guards,
        provenance,
        { fn, marks, hands },
        (condition, way) => this.asks(condition, way, { overwritten: NONE_OVERWRITTEN, provenance }) === 'comparison',
      )
      this.asked.set(key, known)
    }
    return known
  }
  private readonly asked = new Map<string, RecordAsked[]>()

  private readonly marked = new Map<string, Provenance>()
  private markedProvenance(marks: Marks): Provenance {
    const known = this.marked.get(marks.key)
    if (known || this.marked.size >= MOST_MARKS) return known ?? this.provenance
    const made = this.provenance.where((choice) => marks.left(choice))
    this.marked.set(marks.key, made)
    return made
  }

  /** Parameters of a handler that name records which a guard in front looks up, each with the guard. */
  parametersAsked({ asks = [], handlers }: Pick<FoundRoute, 'asks' | 'handlers'>): [param: number, by: string][] {
    const asked = this.askedBefore({ asks })
    if (asked.length === 0) return []
    const params = handlers.flatMap(({ functions }) => functions).flatMap((fn) => this.linked.whole.functions[fn]?.params ?? [])
    return params.flatMap((param) => {
      const { request } = this.provenance.of(param, newWay())
      const by = asked.find(({ part }) => request.has(part))?.by
      return by === undefined ? [] : [[param, by] as [number, string]]
    })
  }

  private checksOf(fn: number, way: Way, walk: Walk, depth: number): void {
    const { whole, solver } = this.linked
    const seen = new Set<number>()
    for (const node of this.nodesOf(fn)) {
      if (walk.bound && !walk.nested) return
      this.checks(this.conditionsAbove(node, seen), way, walk)
      if (depth < 2 && whole.kind[node] === Kind.Call && !this.guards.runsWhatWasHanded(node))
        for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 2)) {
          const below = callee === fn ? undefined : this.provenance.enter(node, callee, way)
          if (below) this.checksOf(callee, below, walk, depth + 1)
        }
    }
    if (walk.nested) this.refusalsIn(fn, walk.nested)
  }

  private refusalsIn(fn: number, nested: Nested): void {
    const { whole } = this.linked
    for (const node of this.nodesOf(fn))
      if (whole.kind[node] === Kind.Throw || turnsAway(this.linked, this.guards, node))
        nested.refused(knownInside(whole, whole.region[node] as number, MOST_REGIONS).map(({ condition }) => condition))
  }

  /** `if (old && hash(old) !== user.password) refuse()`: whoever leaves the old password out is not asked for it. */
  private skippable(fn: number, walk: Walk): AccessFault[] {
    const { whole } = this.linked
    const way = newWay()
    const of = (node: number) => this.provenance.of(node, way, walk.overwritten)
    const found = new Map<number, AccessFault>()
    for (const node of this.nodesOf(fn))
      for (
        let region = whole.region[node] as number, hops = 0;
        region >= 0 && hops < MOST_REGIONS;
        region = whole.regions[region * 4 + 1] as number, hops++
      ) {
        const condition = whole.regions[region * 4 + 2] as number
        if (condition < 0 || found.has(condition) || whole.kind[condition] !== Kind.Choice || whole.c[condition] !== ChoiceKind.And) continue
        const [first, second] = [...whole.items(whole.a[condition] as number)]
        if (first === undefined || second === undefined || whole.kind[second] !== Kind.Binary || !isUnequal(whole.c[second] as number)) continue
        const asked = of(first)
        if (asked.request.size !== 1 || asked.caller || asked.stored || whole.kind[first] === Kind.Binary || whole.kind[first] === Kind.Call) continue
        const [one, other] = [of(whole.a[second] as number), of(whole.b[second] as number)]
        const [sent, kept] = one.request.size > 0 ? [one, other] : [other, one]
        const [part] = asked.request
        if (!sent.request.has(part as string) || !(kept.caller || kept.stored) || !PASSWORD_PART.test(part as string)) continue
        found.set(condition, { fault: 'skippable', name: (part as string).replace(/^.*\./, ''), at: cite(this.linked, condition), trace: [] })
      }
    return [...found.values()]
  }

  private putsOf(fn: number): string[] {
    let known = this.puts.get(fn)
    if (!known) {
      known = this.provenance.putsCaller(fn)
      this.puts.set(fn, known)
    }
    return known
  }

  private visit(fn: number, way: Way, sites: readonly number[], walk: Walk): void {
    if (walk.left-- <= 0) return
    const { linked } = this
    if (walk.nested) for (const node of this.nodesOf(fn)) walk.nested.call(node, way)
    for (const { node, conditions, act, changes, callees } of this.stepsOf(fn)) {
      // There is nothing left to be told.
      if (walk.bound && walk.uses.size >= MOST_USES) return
      this.checks(conditions, way, walk)
      const done = changes ? this.ofRecord(node, way, walk) : act
      if (done && !walk.uses.has(node) && walk.uses.size < MOST_USES && walk.reaches.all([...sites, node]))
        this.put(node, done, way, walk, sites[0] ?? node)
      for (const callee of callees) {
        const key = node * linked.whole.functions.length + callee
        if (walk.seen.has(key)) continue
        const below = this.provenance.enter(node, callee, way)
        if (!below) continue
        walk.seen.add(key)
        const { isForgotten = false } = walk
        walk.isForgotten = isForgotten || isFailureForgotten(linked, node)
        this.visit(callee, below, [...sites, node], walk)
        walk.isForgotten = isForgotten
      }
    }
    if (walk.nested) this.refusalsIn(fn, walk.nested)
  }

  private readonly steps = new Map<number, Step[]>()
  /** In source order; what neither does anything to stored data nor leads to it, with no condition above it, is no step. */
  private stepsOf(fn: number): Step[] {
    let known = this.steps.get(fn)
    if (!known) {
      const { linked } = this
      const { whole } = linked
      const acts = storedActs(linked)
      const seen = new Set<number>()
      known = []
      const tagged = this.taggedIn(fn)
      for (const node of tagged.length > 0 ? [...this.nodesOf(fn), ...tagged].sort((one, other) => one - other) : this.nodesOf(fn)) {
        const conditions = this.conditionsAbove(node, seen)
        const act = acts.get(node)
        const isCall = whole.kind[node] === Kind.Call
        const changes = isCall && !act && methodOfRecord(linked, node) !== undefined
        const callees = isCall || act ? this.calleesOf(node, fn) : []
        if (conditions.length > 0 || act || changes || callees.length > 0) known.push({ node, conditions, act, changes, callees })
      }
      this.steps.set(fn, known)
    }
    return known
  }

  private calleesOf(call: number, fn: number): number[] {
    // What a wrapper is handed differs from door to door: that is among the handlers.
    if (this.guards.runsWhatWasHanded(call)) return []
    const reaching = functionsWithActs(this.linked)
    return [...(this.linked.solver.callees.get(call) ?? [])]
      .slice(0, 4)
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

  /** @param seen is added to */
  private conditionsAbove(node: number, seen: Set<number>): number[] {
    const found: number[] = []
    for (const condition of conditionsAbove(this.linked.whole, node, MOST_REGIONS)) {
      if (seen.has(condition)) continue
      seen.add(condition)
      found.push(condition)
    }
    return found
  }

  private readonly nodes = new Map<number, number[]>()
  /** Nodes of a function and of those written inside it, in source order. */
  private nodesOf(fn: number): number[] {
    let known = this.nodes.get(fn)
    if (!known) {
      known = this.linked.effects.within(fn)
      this.nodes.set(fn, known)
    }
    return known
  }

  /** A change to a record that was read before. */
  private ofRecord(node: number, way: Way, walk: Walk): StoredAct | undefined {
    const does = methodOfRecord(this.linked, node)
    if (!does) return undefined
    const receiver = receiverOf(this.linked, node)
    if (!this.provenance.of(receiver, way, walk.overwritten).stored) return undefined
    const puts = does === 'update' ? this.linked.whole.args(node).slice(0, 1) : []
    return { does, library: '', by: [receiver], puts, of: this.recordOf(receiver) }
  }

  /** What a record was read from: `Basket` of `await Basket.findOne(…)`; else what it is called. */
  private recordOf(node: number): string {
    const { whole, values } = this.linked
    const records = storedActs(this.linked)
    for (const made of values.definitions(node).slice(0, 4)) {
      let at = made
      for (let hops = 0; hops < 6 && at < whole.size; hops++) {
        const known = records.get(at)
        if (known) return known.of
        if (whole.kind[at] !== Kind.Await && whole.kind[at] !== Kind.Refine && whole.kind[at] !== Kind.Element) break
        at = whole.a[at] as number
      }
    }
    return values.nameOf(node)
  }

  private put(node: number, record: StoredAct, way: Way, walk: Walk, from: number): void {
    const { linked } = this
    const chosenBy = new Set<string>()
    let caller = false
    for (const by of record.by) {
      const made = this.provenance.of(by, way, walk.overwritten)
      caller ||= made.caller && !this.givesWay(by, way, walk)
      for (const part of made.request) chosenBy.add(part)
    }
    for (const { call, by } of record.later ?? []) {
      const made = by.map((part) => this.provenance.of(part, way, walk.overwritten))
      for (const { request } of made) for (const part of request) chosenBy.add(part)
      caller ||= made.some((part) => part.caller) && !/^or/.test(calledName(linked, call)) && !this.isLeftToSender(call, node, way, walk)
    }
    // What is saved again was read before: whoever chose it then chooses it now.
    let { does } = record
    if (does === 'create')
      for (const put of record.puts) {
        const made = this.provenance.of(put, way, walk.overwritten)
        if (!made.stored || linked.whole.kind[put] === Kind.Object) continue
        does = 'update'
        for (const part of made.request) if (/^(?:path|query)\b/.test(part)) chosenBy.add(part)
        caller ||= made.caller
      }
    walk.nested?.act(node, record, way)
    const [bound, condition] = caller ? ['selection' as const] : (this.boundAbove(node, way, walk) ?? [])
    const { api, around, at, chosenIn } = this.toldOf(node, record)
    walk.uses.set(node, {
      does,
      of: record.of,
      library: record.library,
      api,
      at,
      from: cite(linked, from),
      around,
      chosenBy: [...chosenBy],
      chosenIn,
      ...(bound ? { bound } : {}),
      ...(condition === undefined ? {} : { boundAt: cite(linked, condition) }),
      writes: [
        ...record.puts.flatMap((put) => this.writesOf(put, way, walk)),
        ...(record.written ?? []).map(({ name, value }) => this.write(name, value, value < 0 ? node : value, way, walk)),
      ],
    })
  }

  /** `if (req.query.mine) query.andWhere('owner', req.user.id)`: whoever does not ask for it is shown everybody's. */
  private isLeftToSender(later: number, act: number, way: Way, walk: Walk): boolean {
    const around = new Set(this.conditionsAbove(act, new Set()))
    return this.conditionsAbove(later, new Set()).some((condition) => {
      if (around.has(condition)) return false
      const { request, caller, stored } = this.provenance.of(condition, way, walk.overwritten)
      return request.size > 0 && !caller && !stored
    })
  }

  private readonly told = new Map<number, Pick<DataUse, 'api' | 'around' | 'at' | 'chosenIn'>>()
  /** What is to be told of an act whoever leads to it. */
  private toldOf(node: number, act: StoredAct): Pick<DataUse, 'api' | 'around' | 'at' | 'chosenIn'> {
    let told = this.told.get(node)
    if (!told) {
      const { linked } = this
      told = {
        api: `${act.of ? `${act.of}.` : ''}${calledName(linked, node) || 'sql'}`,
        around: linked.whole.functions[linked.whole.functionOf(node)]?.fact.name ?? '',
        at: cite(linked, node),
        chosenIn: this.provenance.fieldsAsked(act),
      }
      this.told.set(node, told)
    }
    return told
  }

  /** `req.body.userId || req.user.id`: the caller stands in only where the request names nobody. */
  private givesWay(node: number, way: Way, walk: Walk, depth = 0): boolean {
    const { whole } = this.linked
    if (depth > 8) return false
    const of = (part: number) => this.provenance.of(part, way, walk.overwritten)
    switch (whole.kind[node] as Kind) {
      case Kind.Choice: {
        if (whole.c[node] === ChoiceKind.Conditional || whole.c[node] === ChoiceKind.Join) return this.givesWayAsSent(node, way, walk)
        if (whole.c[node] !== ChoiceKind.Or && whole.c[node] !== ChoiceKind.Nullish) return false
        const [first] = whole.items(whole.a[node] as number)
        const made = first === undefined ? undefined : of(first)
        return made !== undefined && made.request.size > 0 && !made.caller && !made.stored
      }
      case Kind.Param: {
        const given = way.args.get(node)
        return given !== undefined && this.givesWay(given.node, given.way, walk, depth + 1)
      }
      case Kind.Cell: {
        const items = whole.items(whole.a[node] as number)
        return items.length === 1 && this.givesWay(items[0] as number, way, walk, depth + 1)
      }
      case Kind.Refine:
        return this.givesWay(whole.a[node] as number, way, walk, depth + 1)
      case Kind.Call:
      case Kind.Array:
      case Kind.Object: {
        // Of several parts, none of which is the caller alone.
        const parts = (whole.kind[node] === Kind.Call ? [...whole.args(node)] : whole.madeOf(node)).filter((part) => of(part).caller)
        return parts.length > 0 && parts.every((part) => this.givesWay(part, way, walk, depth + 1))
      }
      default:
        return false
    }
  }

  /** `req.params.id === 'me' ? req.user.id : req.params.id`: the sender says whether the caller is meant. */
  private givesWayAsSent(choice: number, way: Way, walk: Walk): boolean {
    const { whole } = this.linked
    const of = (part: number) => this.provenance.of(part, way, walk.overwritten)
    const items = [...whole.items(whole.a[choice] as number)]
    const callers = items.filter((item) => of(item).caller && of(item).request.size === 0)
    const sent = items.filter((item) => of(item).request.size > 0 && !of(item).caller && !of(item).stored)
    if (items.length !== 2 || callers.length !== 1 || sent.length !== 1) return false
    const inside = items.map((item) => whole.region[item] as number).find((region) => whole.regions[region * 4 + 1] === whole.region[choice])
    const condition = inside === undefined ? -1 : (whole.regions[inside * 4 + 2] as number)
    if (condition < 0) return false
    const asked = of(condition)
    return asked.request.size > 0 && !asked.caller && !asked.stored && this.asks(condition, way, walk) === undefined
  }

  /** Who decides what a field is set to; -1 where the code writes it. */
  private write(field: string, value: number, at: number, way: Way, walk: Walk): DataUse['writes'][number] {
    const made = value < 0 ? undefined : this.provenance.of(value, way, walk.overwritten)
    const sent =
      (made !== undefined && made.request.size > 0 && !made.stored) ||
      (PRIVILEGED.test(field) && !made?.caller && this.isDecidedBySender(value, at, way, walk))
    const by = made?.caller ? 'caller' : sent ? 'request' : 'other'
    return { field, by, at: cite(this.linked, at) }
  }

  /** `if (req.body.isAdmin) account.isAdmin = true`: the value is the code's, and the sender says whether. */
  private isDecidedBySender(value: number, at: number, way: Way, walk: Walk): boolean {
    const { whole, values } = this.linked
    const made = value < 0 ? [] : values.definitions(value).slice(0, 4)
    const nodes = [
      at,
      ...made.flatMap((node) => (node < whole.size && whole.kind[node] === Kind.Choice ? [...whole.items(whole.a[node] as number)] : [node])),
    ]
    const conditions = nodes.flatMap((node) => (node < whole.size ? this.conditionsAbove(node, new Set()) : []))
    const asked = conditions.map((condition) => this.provenance.of(condition, way, walk.overwritten))
    return !asked.some(({ caller }) => caller) && asked.some(({ request }) => [...request].some((part) => PRIVILEGED.test(part.replace(/^.*\./, ''))))
  }

  /** Fields that are written, and who decides each; `*` for an object that is taken as it comes. */
  private writesOf(node: number, way: Way, walk: Walk, depth = 0): DataUse['writes'] {
    const { whole } = this.linked
    const found: DataUse['writes'] = []
    const told = (field: string, value: number, at: number) => {
      found.push(this.write(field, value, at, way, walk))
    }
    for (const made of this.linked.values.definitions(node).slice(0, 4)) {
      const kind = made < whole.size ? (whole.kind[made] as Kind) : Kind.Unknown
      if (kind === Kind.Param && depth < 4) {
        const given = way.args.get(made)
        if (given) found.push(...this.writesOf(given.node, given.way, walk, depth + 1))
        else told('*', made, node)
        continue
      }
      if (kind !== Kind.Object && kind !== Kind.New && kind !== Kind.Call) {
        if (made < whole.size) told('*', made, node)
        continue
      }
      if (kind === Kind.Object)
        for (const entry of whole.items(whole.a[made] as number)) {
          if (whole.kind[entry] === Kind.Spread) told('*', whole.a[entry] as number, entry)
          else if (whole.a[entry] !== -1) {
            const name = whole.text(whole.a[entry] as number)
            if (/^\$(?:set|setOnInsert|push)$/.test(name) && depth < 4) found.push(...this.writesOf(whole.b[entry] as number, way, walk, depth + 1))
            else told(name, whole.b[entry] as number, entry)
          }
        }
      for (const store of this.provenance.storesOn(made)) told(whole.text(whole.b[store] as number), whole.c[store] as number, store)
    }
    return found
  }

  // ── what binds it to the caller ────────────────────────────────────────────────────────────────────────────────────

  /** Checks on any way of the walk count for all of it: they stand before what is changed, or before the answer. */
  private checks(conditions: readonly number[], way: Way, walk: Walk): void {
    if (walk.isForgotten) return
    for (const condition of conditions) {
      if (walk.nested) this.asksOfParts(condition, way, walk, walk.nested)
      if (walk.bound) continue
      walk.bound = this.asks(condition, way, walk)
      if (!walk.bound) continue
      walk.boundAt = cite(this.linked, condition)
    }
  }

  private asksOfParts(condition: number, way: Way, walk: Walk, nested: Nested): void {
    if (this.tellsOfChange(condition, way, walk)) return
    nested.condition(condition, way)
    if (this.asks(condition, way, walk)) nested.holds(condition, way)
  }

  private boundAbove(node: number, way: Way, walk: Walk): [Bound, condition: number] | undefined {
    const { whole } = this.linked
    for (
      let region = whole.region[node] as number, hops = 0;
      region >= 0 && hops < MOST_REGIONS;
      region = whole.regions[region * 4 + 1] as number, hops++
    ) {
      const kind = whole.regions[region * 4] as RegionKind
      const condition = whole.regions[region * 4 + 2] as number
      const bound = condition >= 0 && kind !== undefined ? this.asks(condition, way, walk) : undefined
      if (bound && walk.nested) walk.nested.holds(condition, way)
      if (bound) return [bound, condition]
    }
    return undefined
  }

  /** Whether a condition holds the caller against a record or the request, or asks what they may do. */
  private asks(condition: number, way: Way, walk: Asker, depth = 0): Bound | undefined {
    const { whole } = this.linked
    if (condition < 0 || depth > 8) return undefined
    const next = (node: number) => this.asks(node, way, walk, depth + 1)
    const of = (node: number) => (walk.provenance ?? this.provenance).of(node, way, walk.overwritten)
    const isOwn = () => [true, false].some((holds) => ownSecretAsked(this.linked, condition, holds) !== undefined)
    const byRights = (): Bound | undefined => ((this.guards.asks(condition) === 'rights' && of(condition).caller) || isOwn() ? 'role' : undefined)
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? next(whole.a[condition] as number) : undefined
      case Kind.Refine:
      case Kind.Await:
        return next(whole.a[condition] as number)
      case Kind.Choice:
      case Kind.Cell:
        for (const item of whole.items(whole.a[condition] as number).slice(0, 12)) {
          const bound = next(item)
          if (bound) return bound
        }
        return undefined
      case Kind.Binary: {
        const operator = whole.c[condition] as number
        if (!isEqual(operator) && !isUnequal(operator)) return this.comparesInside(condition, way, walk, depth)
        const [one, other] = [of(whole.a[condition] as number), of(whole.b[condition] as number)]
        const compared = (one.caller && (other.stored || other.request.size > 0)) || (other.caller && (one.stored || one.request.size > 0))
        if (!compared) return byRights()
        // Of the caller's own on both sides: what they are there, and nothing of the record that is named.
        return one.caller && other.caller && one.request.size === 0 && other.request.size === 0 ? 'role' : 'comparison'
      }
      // `orRefuse(request.userId, team.members.includes(request.userId))`: what was asked is handed over.
      case Kind.Param: {
        const given = way.args.get(condition)
        return (given && this.asks(given.node, given.way, walk, depth + 1)) ?? byRights()
      }
      case Kind.Call: {
        const made = of(condition)
        if (this.tellsOfChange(condition, way, walk)) return undefined
        // What is looked up by the caller alone is theirs, whatever record the request names.
        if (made.caller && made.request.size > 0) return 'comparison'
        if (made.caller && ASKS_RIGHT.test(calledName(this.linked, condition))) return 'role'
        return byRights() ?? this.comparesInside(condition, way, walk, depth)
      }
      case Kind.LoadDynamic:
        return (walk.provenance ?? this.provenance).isOfCallersOwn(condition, of(condition)) ? 'comparison' : byRights()
      // `if (!team.isOwner) refuse()`, where a guard left that in the request.
      case Kind.Load: {
        const name = walk.noted?.size ? this.toldByGuards.nameOf(condition) : undefined
        return name !== undefined && walk.noted?.has(name) ? 'comparison' : byRights()
      }
      default:
        return byRights()
    }
  }

  /** `if (!(await repository.drop(id, { by: user.id }))) fail()`: whether something was changed that the caller had no say in choosing. */
  private tellsOfChange(node: number, way: Way, walk: Asker, depth = 0): boolean {
    const { whole, solver } = this.linked
    if (node < 0 || depth > DEEPEST_CHANGE) return false
    switch (whole.kind[node] as Kind) {
      case Kind.Unary:
      case Kind.Refine:
      case Kind.Await:
      case Kind.Element:
      case Kind.Load:
      case Kind.LoadDynamic:
        return this.tellsOfChange(whole.a[node] as number, way, walk, depth + 1)
      case Kind.Cell: {
        const items = whole.items(whole.a[node] as number)
        return items.length === 1 && this.tellsOfChange(items[0] as number, way, walk, depth + 1)
      }
      case Kind.Call: {
        const act = storedActs(this.linked).get(node)
        if (act) return act.does !== 'read' && !act.by.some((by) => (walk.provenance ?? this.provenance).of(by, way, walk.overwritten).caller)
        const callees = [...(solver.callees.get(node) ?? [])]
        return (
          callees.length > 0 &&
          callees.slice(0, 3).every((callee) => {
            const inside = this.provenance.enter(node, callee, way)
            const returns = whole.functions[callee]?.returns ?? []
            return inside !== undefined && returns.length > 0 && returns.every((each) => this.tellsOfChange(each, inside, walk, depth + 1))
          })
        )
      }
      default:
        return false
    }
  }

  /** `members.some((member) => member.id === user.id)`, `list.indexOf(user.id) < 0`. */
  private comparesInside(node: number, way: Way, walk: Asker, depth: number): Bound | undefined {
    const { whole } = this.linked
    for (const part of whole.madeOf(node)) {
      if (whole.kind[part] === Kind.Function) {
        for (const value of whole.functions[whole.a[part] as number]?.returns ?? []) {
          const bound = this.asks(value, way, walk, depth + 1)
          if (bound) return bound
        }
      } else if (
        whole.kind[part] === Kind.Call &&
        (whole.kind[node] === Kind.Call || /^(?:indexOf|findIndex|lastIndexOf)$/.test(calledName(this.linked, part)))
      ) {
        const bound = this.asks(part, way, walk, depth + 1)
        if (bound) return bound
      }
    }
    return undefined
  }
}

const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`

/** What decorators note that a guard in front asks by, with the part of the request that they name: `@MayHave(Kind.Site, 'data.siteId')`. */
function markedChecks({ byMarks, parameters = [] }: Served): NamedCheck[] {
  return (byMarks?.asked ?? []).flatMap(({ name, texts, at }) => {
    const parts = texts.flatMap((text) => {
      const last = text.slice(text.lastIndexOf('.') + 1)
      const named = /^[A-Za-z_$][\w$.]*$/.test(text) ? parameters.find((parameter) => parameter.name === last) : undefined
      return named ? [`${named.in}.${named.in === 'path' ? last : text}`] : []
    })
    return (parts.length > 0 ? parts : ['']).map((part) => ({ name, part, at, marked: true as const }))
  })
}

/** Whether a part of the request is the same to what stands in front. */
const isSeen = (part: string, params: readonly string[] | undefined): boolean =>
  params === undefined || !part.startsWith('path.') || params.includes(part.slice('path.'.length))
