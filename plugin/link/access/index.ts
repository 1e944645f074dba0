/**
 * What a door does with stored data, and whether the caller's identity has a say in it. In: a route with its handlers. Out: its
 * reads and changes, each with the parts of the request that choose the records, who decides the fields that are written, and what
 * binds it to the caller: a condition of the selection, or a comparison on the way.
 */
import { ChoiceKind, Kind, type RegionKind } from '../../graph'
import type { AccessFault, Answer, DataUse, EntryPoint, Evidence } from '../../types'
import { placesOf, type Resolved } from '../doors/graphql/resolved'
import { type Asked, canReach } from '../entry-points/conditions'
import type { Guards } from '../guards'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import type { FoundRoute } from '../routes/index'
import { brokenGuards } from './broken-guards'
import { csrfOf } from './cookies'
import { distinctAnswers } from './distinct-answers'
import { privilegedFields } from './privileged-fields'
import { newWay, Provenance, type Way } from './provenance'
import { functionsWithRecords, methodOfRecord, type RecordCall, recordCalls } from './records'

/** Functions and uses of one door that are looked at. */
const MOST_FUNCTIONS = 60
const MOST_USES = 40
/** Regions that a check may stand above. */
const MOST_REGIONS = 60

const PASSWORD = /^(?:new_?)?(?:pass(?:word|wd|phrase)?|pwd)(?:_?hash)?$/i
const PASSWORD_PART = /pass|pwd|current|old/i
const GENERATED: Record<string, DataUse['does']> = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' }

const SIGN_IN = /log-?in|sign-?in|session|authenticate|auth\b/i

type Bound = NonNullable<DataUse['bound']>

/** What of a route is asked here. */
type Served = Pick<FoundRoute, 'path' | 'guards' | 'framework' | 'node' | 'generated' | 'passes'> & {
  handlers: readonly Pick<FoundRoute['handlers'][number], 'functions'>[]
}

interface Walk {
  route: Asked
  overwritten: ReadonlySet<string>
  uses: (DataUse & { node: number })[]
  left: number
  seen: Set<string>
  bound: Bound | undefined
  /** The comparison that says so. */
  boundAt?: Evidence
}

export class Access {
  private readonly provenance: Provenance
  private readonly puts = new Map<number, string[]>()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {
    this.provenance = new Provenance(linked, guards)
  }

  /** Of an operation of GraphQL: its resolvers are handed what is sent, and a context that knows the caller. */
  ofOperation({ method, path, guards, framework }: EntryPoint, { functions, by }: Resolved): { data: DataUse[]; faults: AccessFault[] } {
    for (const fn of functions) {
      const { args, context } = placesOf(this.linked, fn, by)
      this.provenance.takes(args, context)
    }
    return this.of({ path, guards, framework, node: -1, generated: false, handlers: [{ functions: [...functions] }] }, method)
  }

  of(route: Served, method: string): { data: DataUse[]; faults: AccessFault[] } {
    const functions = route.handlers.flatMap((handler) => handler.functions)
    const faults = [...(route.passes ?? []).map(({ fn }) => fn), ...functions].flatMap((fn) => this.faultsOf(fn))
    if (SIGN_IN.test(route.path)) for (const fn of functions) faults.push(...distinctAnswers(this.linked, fn))
    return { data: route.generated ? this.generated(route, method) : this.usesOf(route, method, faults), faults }
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
      known = brokenGuards(this.linked, this.guards, fn)
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
    if (recordCalls(this.linked).size === 0) return []
    const reaching = functionsWithRecords(this.linked)
    const handlers = route.handlers.flatMap(({ functions }) => functions)
    const before = route.passes ?? []
    // A guard may look up whom it lets pass: that is no use of the door's.
    const own = [...before.filter((each) => each.own && this.guards.ofFunction(each.fn).roles.size === 0).map(({ fn }) => fn), ...handlers]
    if (!own.some((fn) => reaching.has(fn))) return []
    const overwritten = new Set([...before.map(({ fn }) => fn), ...handlers].flatMap((fn) => this.putsOf(fn)))
    const walk: Walk = {
      route: { method, path: route.path },
      overwritten,
      uses: [],
      left: MOST_FUNCTIONS,
      seen: new Set(),
      bound: route.guards.some(({ role }) => role === 'authorization') ? 'role' : undefined,
    }
    // A check of a guard counts as one of the handler.
    for (const fn of [...before.map((each) => each.fn), ...handlers])
      if (!reaching.has(fn) && this.guards.ofFunction(fn).denials.length > 0) this.checksOf(fn, walk, 0)
    for (const fn of new Set(own)) this.visit(fn, newWay(), [], walk)
    if (walk.uses.some(({ writes }) => writes.some(({ field }) => PASSWORD.test(field))))
      for (const fn of handlers) faults.push(...this.skippable(fn, walk))
    return walk.uses.map(({ node, ...use }) =>
      use.bound || !walk.bound ? use : { ...use, bound: walk.bound, ...(walk.boundAt ? { boundAt: walk.boundAt } : {}) },
    )
  }

  private checksOf(fn: number, walk: Walk, depth: number): void {
    const { whole, solver } = this.linked
    const seen = new Set<number>()
    for (const node of this.nodesOf(fn)) {
      this.checks(this.conditionsAbove(node, seen), newWay(), walk)
      if (depth < 2 && whole.kind[node] === Kind.Call && this.guards.outerParameter(node) < 0)
        for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 2)) if (callee !== fn) this.checksOf(callee, walk, depth + 1)
    }
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
    const { whole, solver } = linked
    const records = recordCalls(linked)
    const reaching = functionsWithRecords(linked)
    for (const { node, conditions } of this.actsOf(fn)) {
      this.checks(conditions, way, walk)
      if (whole.kind[node] !== Kind.Call) continue
      const record = records.get(node) ?? this.ofRecord(node, way, walk)
      if (record && walk.uses.length < MOST_USES && canReach(linked, [...sites, node], walk.route))
        this.put(node, record, way, walk, sites[0] ?? node)
      // What a wrapper is handed differs from door to door: that is among the handlers.
      if (this.guards.outerParameter(node) >= 0) continue
      for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 4)) {
        const key = `${node} ${callee}`
        if (callee === fn || walk.seen.has(key) || !reaching.has(callee)) continue
        const below = this.provenance.enter(node, callee, way)
        if (!below) continue
        walk.seen.add(key)
        this.visit(callee, below, [...sites, node], walk)
      }
    }
  }

  private readonly acts = new Map<number, { node: number; conditions: number[] }[]>()
  /** What a function does, in source order, each with the conditions above it that stand above nothing before it. */
  private actsOf(fn: number): { node: number; conditions: number[] }[] {
    let known = this.acts.get(fn)
    if (!known) {
      const { whole } = this.linked
      const seen = new Set<number>()
      known = []
      for (const node of this.nodesOf(fn)) {
        const kind = whole.kind[node] as Kind
        if (kind !== Kind.Call && kind !== Kind.New && kind !== Kind.Throw && kind !== Kind.Store) continue
        const conditions = this.conditionsAbove(node, seen)
        if (kind === Kind.Call || conditions.length > 0) known.push({ node, conditions })
      }
      this.acts.set(fn, known)
    }
    return known
  }

  /** @param seen is added to */
  private conditionsAbove(node: number, seen: Set<number>): number[] {
    const { whole } = this.linked
    const found: number[] = []
    for (
      let region = whole.region[node] as number, hops = 0;
      region >= 0 && hops < MOST_REGIONS;
      region = whole.regions[region * 4 + 1] as number, hops++
    ) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0 || seen.has(condition)) continue
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
  private ofRecord(node: number, way: Way, walk: Walk): RecordCall | undefined {
    const does = methodOfRecord(this.linked, node)
    if (!does) return undefined
    const receiver = receiverOf(this.linked, node)
    if (!this.provenance.of(receiver, way, walk.overwritten).stored) return undefined
    const puts = does === 'update' ? [...this.linked.whole.args(node)].slice(0, 1) : []
    return { does, library: '', by: [receiver], puts, of: this.recordOf(receiver) }
  }

  /** What a record was read from: `Basket` of `await Basket.findOne(…)`; else what it is called. */
  private recordOf(node: number): string {
    const { whole, values } = this.linked
    const records = recordCalls(this.linked)
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

  private put(node: number, record: RecordCall, way: Way, walk: Walk, from: number): void {
    const { linked } = this
    const chosenBy = new Set<string>()
    let caller = false
    for (const by of record.by) {
      const made = this.provenance.of(by, way, walk.overwritten)
      caller ||= made.caller
      for (const part of made.request) chosenBy.add(part)
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
    if (walk.uses.some((use) => use.node === node)) return
    const [bound, condition] = caller ? ['selection' as const] : (this.boundAbove(node, way, walk) ?? [])
    walk.uses.push({
      node,
      does,
      of: record.of,
      library: record.library,
      api: `${record.of ? `${record.of}.` : ''}${calledName(linked, node)}`,
      at: cite(linked, node),
      from: cite(linked, from),
      around: linked.whole.functions[linked.whole.functionOf(node)]?.fact.name ?? '',
      chosenBy: [...chosenBy],
      chosenIn: [...new Set(record.by.flatMap((by) => this.fieldsOf(by)))],
      ...(bound ? { bound } : {}),
      ...(condition === undefined ? {} : { boundAt: cite(linked, condition) }),
      writes: record.puts.flatMap((put) => this.writesOf(put, way, walk)),
    })
  }

  /** Names of the fields of a selection. */
  private fieldsOf(node: number): string[] {
    const { whole, values } = this.linked
    return values
      .definitions(node)
      .filter((definition) => definition < whole.size && whole.kind[definition] === Kind.Object)
      .flatMap((object) => [...values.propertyNames(object), ...values.property(object, 'where').flatMap((where) => values.propertyNames(where))])
  }

  /** Fields that are written, and who decides each; `*` for an object that is taken as it comes. */
  private writesOf(node: number, way: Way, walk: Walk, depth = 0): DataUse['writes'] {
    const { whole } = this.linked
    const found: DataUse['writes'] = []
    const told = (field: string, value: number, at: number) => {
      const made = this.provenance.of(value, way, walk.overwritten)
      found.push({ field, by: made.caller ? 'caller' : made.request.size > 0 && !made.stored ? 'request' : 'other', at: cite(this.linked, at) })
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
    if (walk.bound) return
    for (const condition of conditions) {
      walk.bound ??= this.asks(condition, way, walk)
      if (!walk.bound) continue
      walk.boundAt = cite(this.linked, condition)
      return
    }
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
      if (bound) return [bound, condition]
    }
    return undefined
  }

  /** Whether a condition holds the caller against a record or the request, or asks what they may do. */
  private asks(condition: number, way: Way, walk: Walk, depth = 0): Bound | undefined {
    const { whole } = this.linked
    if (condition < 0 || depth > 8) return undefined
    const next = (node: number) => this.asks(node, way, walk, depth + 1)
    const of = (node: number) => this.provenance.of(node, way, walk.overwritten)
    const byRights = (): Bound | undefined => (this.guards.asks(condition) === 'rights' && of(condition).caller ? 'role' : undefined)
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? next(whole.a[condition] as number) : undefined
      case Kind.Refine:
      case Kind.Await:
        return next(whole.a[condition] as number)
      case Kind.Choice:
      case Kind.Cell:
        for (const item of [...whole.items(whole.a[condition] as number)].slice(0, 12)) {
          const bound = next(item)
          if (bound) return bound
        }
        return undefined
      case Kind.Binary: {
        const operator = whole.c[condition] as number
        if (!isEqual(operator) && !isUnequal(operator)) return this.comparesInside(condition, way, walk, depth)
        const [one, other] = [of(whole.a[condition] as number), of(whole.b[condition] as number)]
        const compared = (one.caller && (other.stored || other.request.size > 0)) || (other.caller && (one.stored || one.request.size > 0))
        return compared ? 'comparison' : byRights()
      }
      case Kind.Call: {
        const made = of(condition)
        if (made.caller && (made.stored || made.request.size > 0)) return 'comparison'
        return byRights() ?? this.comparesInside(condition, way, walk, depth)
      }
      default:
        return byRights()
    }
  }

  /** `members.some((member) => member.id === user.id)`, `list.indexOf(user.id) < 0`. */
  private comparesInside(node: number, way: Way, walk: Walk, depth: number): Bound | undefined {
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
