/**
 * What holds of a value because the code came this far: a call came back that throws unless the value is as it should be, or
 * something was read of what a table had under it, which throws where it has nothing. In: the linked program. Out: for a value and
 * the node that uses it, the kinds of harm that were ruled out before.
 */
import { ChoiceKind, FunctionFlag, Kind, RegionKind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { DELETE } from '../operators'
import { knownAround } from '../regions'
import { pathsOfCall } from '../usages/modelled'
import type { Conditions, Given } from './conditions'
import { EarlierInChain } from './earlier-in-chain'
import { elementsAsked, elementsAskedAround, readsElements } from './every-element'
import { ALL, isObject, LITERAL, maskOf, PATH, TEXT_ONLY } from './kinds'
import { type Passed, SchemaChecks } from './schema-checks'
import { Schemas } from './schemas'
import { uniqueKeys } from './unique-keys'

/** Functions around one that a value may have been asked in. */
const MOST_AROUND = 6
/** Helpers that throw by another helper. */
const MOST_DEPTH = 2
/** Promises that wait for one another. */
const MOST_WAITING = 5
/** Functions that one call may run. */
const MOST_RUN = 4
/** Names of functions that turn away what they do not like. */
const TURNS_AWAY = /^(?:check|validate?|assert|verify|ensure|guard|require|must|reject|refuse|throw)(?=[A-Z_]|$)/
/** Methods of texts that nothing else has which may come from outside: lists, numbers and parsed objects have none of these names. */
const OF_TEXTS =
  /^(?:trim(?:Start|End|Left|Right)?|to(?:Locale)?(?:Lower|Upper)Case|startsWith|endsWith|charAt|charCodeAt|codePointAt|substr|substring|split|pad(?:Start|End)|match|matchAll|replace|replaceAll|normalize|localeCompare|search|repeat)$/
/** Regions between the two of a try that are looked through. */
const MOST_REGIONS_BACK = 200
/** Most of them in one function; a list of a thousand demands is a test or a table. */
const MOST_TOLD = 200

/** Behind `end`, wherever a region lies in `region`, a value, or the part of it at `trail`, does no harm of some kinds. */
interface Told {
  end: number
  region: number
  value: number
  trail: readonly string[]
  clears: number
  /** A path that the value is part of: what is ruled out for it by the conditions around is ruled out for the value. */
  path?: number
}

/** Where a function comes back, and with what, -1 for nothing. */
interface Exit {
  region: number
  pos: number
  promise: number
}

type Asks = (region: number, value: number) => number | undefined

/** What is put in place of something to be rid of it. */
const FIXED = new Set<Kind>([Kind.Undefined, Kind.Null, Kind.String, Kind.Boolean])

const NONE: readonly Told[] = []

export class Assurances {
  private readonly known = new Map<number, readonly Told[]>()
  private readonly named = new Map<number, readonly number[]>()
  /** Functions that throw themselves. */
  private readonly throwing = new Set<number>()
  private awaited: Set<number> | undefined
  private readonly checks: SchemaChecks
  private readonly chains: EarlierInChain
  private depth = 0
  /** Promises that are waited for by functions that others wait for. */
  private waiting = 0
  /** By region: whether a condition around it asks, or says that data passed. */
  private readonly askedAround: (boolean | undefined)[]
  private readonly passingAround: (boolean | undefined)[]
  /** By region, of parts and of whole values in turn: whether anything is made sure of there. */
  private readonly telling: (boolean | undefined)[]

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
  ) {
    const { whole } = linked
    const regions = whole.regions.length / 4
    this.askedAround = new Array(regions)
    this.passingAround = new Array(regions)
    this.telling = new Array(regions * 2 + 2)
    for (const node of lookupOf(whole).of(Kind.Throw)) this.throwing.add(whole.functionOf(node))
    this.checks = new SchemaChecks(linked, conditions, new Schemas(linked, conditions))
    this.chains = new EarlierInChain(linked, { plain: (node) => conditions.madeAs(node) })
  }

  /** Whether anything is made sure of before a node at all, for whole values or parts: most code asks nothing. */
  mayTell(user: number, ofWhole: boolean): boolean {
    // -1 is the region of what stands in none.
    const key = ((this.linked.whole.region[user] as number) + 1) * 2 + Number(ofWhole)
    let answer = this.telling[key]
    if (answer === undefined) {
      answer = this.tells(user, ofWhole)
      this.telling[key] = answer
    }
    return answer
  }

  private tells(user: number, ofWhole: boolean): boolean {
    const { whole } = this.linked
    let at = user
    for (let fn = whole.functionOf(user), hops = 0; fn >= 0 && hops < MOST_AROUND; hops++) {
      const region = whole.region[at] as number
      if (this.toldIn(fn).length > 0 || this.passesAround(region) || (ofWhole && this.asksAround(region))) return true
      at = whole.functions[fn]?.node ?? -1
      fn = whole.functions[fn]?.parent ?? -1
      if (at < 0) break
      if (this.doneBefore(at).length > 0) return true
    }
    return false
  }

  private asksAround(region: number): boolean {
    if (region < 0) return false
    let answer = this.askedAround[region]
    if (answer === undefined) {
      answer = this.asksInside(region) || this.asksAround(this.linked.whole.regions[region * 4 + 1] as number)
      this.askedAround[region] = answer
    }
    return answer
  }

  /** Kinds ruled out for a part of a value, told by names, where a node uses it; 0 where nothing is known. */
  before(user: number, value: number, names: readonly string[]): number {
    const { whole } = this.linked
    let [at, mask] = [user, 0]
    const isElement = names.length === 0 ? readsElements(this.linked, this.conditions, user, value) : names.length === 1 && names[0] === ELEMENT
    for (let fn = whole.functionOf(user), hops = 0; fn >= 0 && hops < MOST_AROUND; hops++) {
      const told = this.toldIn(fn)
      if (isElement) mask |= this.ofElements(told, at, value)
      if (names.length === 0) mask |= this.amongKnown(whole.region[at] as number, value)
      if (told.length > 0) mask |= this.held(told, whole.pos[at] as number, whole.region[at] as number, value, names)
      mask |= this.passedAround(whole.region[at] as number, value, names)
      // What a function closes over was asked before it was made.
      at = whole.functions[fn]?.node ?? -1
      fn = whole.functions[fn]?.parent ?? -1
      if (at < 0) break
      mask |= this.behind(this.doneBefore(at), value, names)
    }
    return mask
  }

  /** Kinds ruled out for whatever element of a list is read at a node. */
  private ofElements(told: readonly Told[], at: number, list: number): number {
    const { whole } = this.linked
    const region = whole.region[at] as number
    return (
      this.held(told, whole.pos[at] as number, region, list, [ELEMENT]) |
      elementsAskedAround(this.linked, this.conditions, region, (node) => this.conditions.isSame(node, list))
    )
  }

  // ── chains of promises ─────────────────────────────────────────────────────────────────────────────────────────────

  /** What of a chain is done where a function of it runs, and may have thrown. */
  private doneBefore(fn: number): readonly number[] {
    let done = this.done.get(fn)
    if (!done) {
      done = this.chains.before(fn).filter((node) => this.mayFail(node))
      this.done.set(fn, done)
    }
    return done
  }
  private readonly done = new Map<number, readonly number[]>()

  private mayFail(done: number): boolean {
    const { whole, solver } = this.linked
    if (whole.kind[done] !== Kind.Function)
      return whole.args(done).length > 0 && ((solver.callees.get(done)?.size ?? 0) > 0 || this.checks.throwsUnlessPassed(done, () => true))
    const fn = whole.a[done] as number
    return this.throwing.has(fn) || this.toldIn(fn).length > 0 || this.givesPromise(fn)
  }

  private givesPromise(fn: number): boolean {
    return this.linked.whole.functions[fn]?.returns.some((value) => this.chains.whereResolved(value).length > 0) ?? false
  }

  /** Kinds ruled out for what a closure sees, where functions have run and calls have come to an end. */
  private behind(done: readonly number[], value: number, names: readonly string[]): number {
    if (done.length === 0 || this.waiting >= MOST_WAITING || !this.isSettled(value)) return 0
    const { whole, solver } = this.linked
    let mask = 0
    const put = (clears: number) => {
      // That it is an object says nothing of what is in it.
      if (!isObject(clears)) mask |= clears
    }
    this.waiting++
    for (const node of done) {
      if (whole.kind[node] === Kind.Function) {
        const fn = whole.a[node] as number
        const told = this.toldIn(fn)
        const says = ({ region, pos, promise }: Exit) =>
          (names.length === 0 ? this.conditions.inside(region, value) : 0) |
          this.held(told, pos, region, value, names) |
          this.passedAround(region, value, names) |
          this.behind(this.chains.whereResolved(promise), value, names)
        put(this.atExits(fn, says))
        continue
      }
      // `schema.parseAsync(body).then(() => …)`
      if (this.checks.throwsUnlessPassed(node, () => true))
        for (const passed of this.checks.passed(node)) if (this.isMeant(value, names, passed.value, passed.property)) put(passed.clears)
      const functions = [...(solver.callees.get(node) ?? [])]
      if (names.length > 0 || functions.length === 0 || functions.length > MOST_RUN) continue
      const given = this.conditions.handed.givenAt([...whole.args(node)], value)
      if (given) put(this.sureOf(functions, given, true))
    }
    this.waiting--
    return mask
  }

  /**
   * What is asked inside of what came back before a node, `find(name).then(() => read(name))`, `await find(name); read(name)`: in front of
   * every place where that comes back.
   *
   * @param asks what stands around a region that asks about a value
   */
  askedInside(user: number, value: number, asks: Asks): number | undefined {
    const { whole } = this.linked
    let at = user
    for (let fn = whole.functionOf(user), hops = 0; fn >= 0 && hops < MOST_AROUND; hops++) {
      for (const call of this.callsBefore(fn, at)) {
        const found = this.askedByCall(call, value, asks, this.isAwaited(call), 0)
        if (found !== undefined) return found
      }
      at = whole.functions[fn]?.node ?? -1
      fn = whole.functions[fn]?.parent ?? -1
      if (at < 0) break
      const found = this.askedBehind(this.doneBefore(at), value, asks, 0)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Calls that every way to a node passes, and that may throw. */
  private callsBefore(fn: number, at: number): number[] {
    const { whole } = this.linked
    return this.handingOver(fn).filter(
      (call) =>
        (whole.end[call] as number) <= (whole.pos[at] as number) &&
        this.isInside(whole.region[at] as number, whole.region[call] as number) &&
        this.comesBack(call, this.functionsOf(call)),
    )
  }

  /** Calls in a function that hand something to few functions of the program. */
  private handingOver(fn: number): readonly number[] {
    let calls = this.handing.get(fn)
    if (!calls) {
      const { whole, solver } = this.linked
      calls = [...lookupOf(whole).inFunction(fn)].filter((node) => {
        if (whole.kind[node] !== Kind.Call || whole.args(node).length === 0) return false
        const functions = solver.callees.get(node)
        return functions !== undefined && functions.size > 0 && functions.size <= MOST_RUN
      })
      this.handing.set(fn, calls)
    }
    return calls
  }
  private readonly handing = new Map<number, readonly number[]>()

  private functionsOf(call: number): number[] {
    return [...(this.linked.solver.callees.get(call) ?? [])]
  }

  private askedBehind(done: readonly number[], value: number, asks: Asks, hops: number): number | undefined {
    if (hops > MOST_WAITING || !this.isSettled(value)) return undefined
    const { whole } = this.linked
    for (const node of done) {
      const found =
        whole.kind[node] === Kind.Function
          ? this.askedAtExits(whole.a[node] as number, value, asks, true, hops)
          : this.askedByCall(node, value, asks, true, hops)
      if (found !== undefined) return found
    }
    return undefined
  }

  private askedByCall(call: number, value: number, asks: Asks, isAwaited: boolean, hops: number): number | undefined {
    const { whole, solver } = this.linked
    const functions = [...(solver.callees.get(call) ?? [])]
    const given = this.conditions.handed.givenAt([...whole.args(call)], value)
    if (!given || functions.length === 0 || functions.length > MOST_RUN) return undefined
    const found = functions.map((fn) => {
      const param = this.conditions.handed.takenBy(fn, given)
      return param === undefined ? undefined : this.askedAtExits(fn, param, asks, isAwaited, hops)
    })
    return found.every((each) => each !== undefined) ? found[0] : undefined
  }

  private askedAtExits(fn: number, value: number, asks: Asks, isAwaited: boolean, hops: number): number | undefined {
    const found = this.exitsOf(fn).map(
      ({ region, promise }) =>
        asks(region, value) ?? (isAwaited ? this.askedBehind(this.chains.whereResolved(promise), value, asks, hops + 1) : undefined),
    )
    return found.every((each) => each !== undefined) ? found[0] : undefined
  }

  /** A variable that is set again has another value meanwhile. */
  private isSettled(value: number): boolean {
    const { whole } = this.linked
    let at = this.conditions.madeAs(value)
    while (at >= 0 && at < whole.size && whole.kind[at] === Kind.Load) at = this.conditions.madeAs(whole.a[at] as number)
    return at >= 0 && at < whole.size && whole.kind[at] !== Kind.Cell
  }

  /** `const { error } = schema.validate(body); if (error) return`: conditions around that say that data passed a schema. */
  private passedAround(within: number, value: number, names: readonly string[]): number {
    if (!this.passesAround(within)) return 0
    const { regions } = this.linked.whole
    let mask = 0
    for (let region = within; region >= 0; region = regions[region * 4 + 1] as number)
      for (const passed of this.passedIn(region))
        if ((passed.clears & ~mask) !== 0 && this.isMeant(value, names, passed.value, passed.property)) mask |= passed.clears
    return mask
  }

  private passesAround(region: number): boolean {
    if (region < 0) return false
    let answer = this.passingAround[region]
    if (answer === undefined) {
      answer = this.passedIn(region).length > 0 || this.passesAround(this.linked.whole.regions[region * 4 + 1] as number)
      this.passingAround[region] = answer
    }
    return answer
  }

  private passedIn(region: number): readonly Passed[] {
    let passed = this.passedOf.get(region)
    if (!passed) {
      const { regions } = this.linked.whole
      const kind = regions[region * 4] as RegionKind
      const isKnown = kind === RegionKind.True || kind === RegionKind.False
      passed = isKnown ? this.checks.passedWhere(regions[region * 4 + 2] as number, kind === RegionKind.True) : []
      this.passedOf.set(region, passed)
    }
    return passed
  }
  private readonly passedOf = new Map<number, readonly Passed[]>()

  /** `if (!known.find((each) => each.id === id)) return`, `if (!(await findBoard(id))) return`: conditions that say so by what was found. */
  private amongKnown(within: number, value: number): number {
    const { regions } = this.linked.whole
    let mask = 0
    for (let region = within; region >= 0; region = regions[region * 4 + 1] as number)
      if (this.asksInside(region)) mask |= this.conditions.ofRegion(region, value)
    return mask
  }

  private asksInside(region: number): boolean {
    const known = this.asked.get(region)
    if (known !== undefined) return known
    const { whole, solver, models } = this.linked
    let at = whole.regions[region * 4 + 2] as number
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) at = -1
    while (at >= 0 && (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await || whole.kind[at] === Kind.Unary)) at = whole.a[at] as number
    const variable =
      at >= 0 && at < whole.size && (whole.kind[at] === Kind.Choice || whole.kind[at] === Kind.Cell)
        ? this.conditions.variables.waysOf(at)
        : undefined
    // `if (!found) return`, of what was filled under a condition.
    let asks = variable?.isOpen === true && variable.filled.length > 0
    at = this.conditions.madeAs(at)
    // `const entry = table[key]; if (!entry) return`
    if (at >= 0 && at < whole.size && whole.kind[at] === Kind.LoadDynamic) asks = true
    // `const result = check(value); if (!result.valid) return`
    else if (at >= 0 && at < whole.size && whole.kind[at] === Kind.Load && this.conditions.answers.flagged(at) >= 0) asks = true
    else if (at >= 0 && at < whole.size && whole.kind[at] === Kind.Call && this.asksOfText(at)) asks = true
    else if (at >= 0 && at < whole.size && whole.kind[at] === Kind.Call && FINDS.test(calledName(this.linked, at))) {
      const [first] = whole.args(at)
      if (first !== undefined && whole.kind[first] === Kind.Function) asks = /^(?:find|findLast|some|every)$/.test(calledName(this.linked, at))
      else
        asks =
          (calledName(this.linked, at) === 'get' && whole.args(at).length === 1) ||
          pathsOfCall(this.linked, at).some((path) => models.flows.records.has(path)) ||
          (solver.callees.get(at)?.size ?? 0) > 0
    }
    this.asked.set(region, asks)
    return asks
  }
  private readonly asked = new Map<number, boolean>()

  /** `isRelative(`/${page}`)`: a text that is put together where it is asked. */
  private asksOfText(call: number): boolean {
    const { whole } = this.linked
    return whole.args(call).some((argument) => whole.kind[argument] === Kind.Template || whole.kind[argument] === Kind.Binary)
  }

  /** Kinds ruled out for what a function gives back by one of its returns: by the conditions around that, and by what came back before. */
  atReturn(fn: number, index: number, value: number, names: readonly string[]): number {
    const of = this.linked.whole.functions[fn]
    const region = of?.returnRegions[index] ?? -1
    if (!of || region < 0) return 0
    const asked = names.length === 0 ? this.conditions.inside(region, value) : 0
    return asked | this.held(this.toldIn(fn), of.fact.returnsAt[index * 3] ?? 0, region, value, names)
  }

  /** A call before a node that is named as if it turned a value away, and of which nothing else is known. */
  askedBefore(at: number, value: number): number | undefined {
    const { whole, solver } = this.linked
    const fn = whole.functionOf(at)
    if (fn < 0) return undefined
    return this.turningAway(fn).find(
      (call) =>
        (whole.end[call] as number) <= (whole.pos[at] as number) &&
        this.isInside(whole.region[at] as number, whole.region[call] as number) &&
        (solver.callees.get(call)?.size ?? 0) > 0 &&
        this.conditions.handed.givenAt([...whole.args(call)], value) !== undefined,
    )
  }

  private turningAway(fn: number): readonly number[] {
    const known = this.named.get(fn)
    if (known) return known
    const { whole } = this.linked
    const found: number[] = []
    for (const node of lookupOf(whole).inFunction(fn))
      if (whole.kind[node] === Kind.Call && TURNS_AWAY.test(calledName(this.linked, node))) found.push(node)
    this.named.set(fn, found)
    return found
  }

  // ── schemas ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether a call holds data against a schema. */
  holdsData(call: number): boolean {
    return this.checks.holdsData(call)
  }

  /** Whether what follows such a call runs only where the data passed. */
  throwsUnlessPassed(call: number): boolean {
    return this.checks.throwsUnlessPassed(call, () => this.isAwaited(call))
  }

  /** Whether the conditions around a node say that the data of such a call passed. */
  isPassedAt(at: number, call: number): boolean {
    return knownAround(this.linked.whole, at).some(({ condition, holds }) => this.checks.passing(condition, holds).includes(call))
  }

  /** Whether all of a region was run wherever another is. */
  isRunIn(region: number, before: number): boolean {
    return before < 0 || this.isInside(region, before)
  }

  private held(told: readonly Told[], pos: number, region: number, value: number, names: readonly string[]): number {
    let mask = 0
    for (const each of told) {
      if (each.end > pos || (each.clears & ~mask) === 0 || !this.isInside(region, each.region)) continue
      if (!this.isMeant(value, names, each.value, each.trail)) continue
      mask |= each.path === undefined ? each.clears : each.clears & this.conditions.inside(region, each.path)
    }
    return mask
  }

  private isInside(region: number, ancestor: number): boolean {
    const { regions } = this.linked.whole
    for (let at = region; at >= 0; at = regions[at * 4 + 1] as number) {
      if (at === ancestor) return true
      // Behind a try whose catch does not come back, all of the try was run.
      if (regions[at * 4] === RegionKind.Past && this.tryBefore(at) === ancestor) return true
    }
    return false
  }

  private tryBefore(past: number): number {
    const { regions, regionsAt } = this.linked.whole
    for (let at = past - 1; at >= 0 && at > past - MOST_REGIONS_BACK; at--)
      if (regions[at * 4] === RegionKind.Try && regions[at * 4 + 3] === regions[past * 4 + 3] && regionsAt[at * 2] === regionsAt[past * 2]) return at
    return -1
  }

  /** Whether a value and names of a part of it mean what stands at `trail` of another value. */
  private isMeant(value: number, names: readonly string[], of: number, trail: readonly string[]): boolean {
    /** Names of the trail that are not found yet, from its end. */
    let left = trail.length
    for (let index = names.length - 1; index >= 0; index--) {
      if (left === 0) return false
      const [name, last] = [names[index] as string, trail[--left] as string]
      if (!(last === name || (last === ELEMENT && isElement(name)))) return false
    }
    const { whole } = this.linked
    let at = value
    while (left > 0 && at >= 0 && at < whole.size) {
      const kind = whole.kind[at] as Kind
      const last = trail[left - 1] as string
      if ((kind === Kind.Load && isPart(whole.text(whole.b[at] as number), last)) || (kind === Kind.Element && last === ELEMENT)) left--
      else if (kind !== Kind.Refine && kind !== Kind.Await) return false
      at = whole.a[at] as number
    }
    return left === 0 && this.conditions.isSame(at, of)
  }

  // ── what a function makes sure of ──────────────────────────────────────────────────────────────────────────────────

  private toldIn(fn: number): readonly Told[] {
    const known = this.known.get(fn)
    if (known) return known
    // A function that makes sure of something by calling itself says nothing more.
    this.known.set(fn, NONE)
    const { whole } = this.linked
    const told: Told[] = []
    for (const node of lookupOf(whole).inFunction(fn)) {
      if (told.length > MOST_TOLD) break
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Call) this.called(node, told)
      else if (kind === Kind.New) this.demanded(node, told)
      else if (kind === Kind.Load || kind === Kind.Element) this.read(node, told)
      else if (kind === Kind.Unary || kind === Kind.Store) this.takenOut(node, told)
    }
    for (const { list, ...asked } of elementsAsked(this.linked, this.conditions, fn, (each, element) => this.whereItComesBack(each, element)))
      told.push({ ...asked, value: list, trail: [ELEMENT] })
    this.known.set(fn, told)
    return told
  }

  /** `delete user.password`, `user.password = undefined`: nothing is under that name from then on, unless something is put there again. */
  private takenOut(node: number, told: Told[]): void {
    const { whole } = this.linked
    const isDeleted = whole.kind[node] === Kind.Unary
    const part = isDeleted ? (whole.a[node] as number) : node
    if (isDeleted ? whole.c[node] !== DELETE || whole.kind[part] !== Kind.Load : !FIXED.has(whole.kind[whole.c[node] as number] as Kind)) return
    const [object, name] = [whole.a[part] as number, whole.b[part] as number]
    const end = whole.end[node] as number
    const isPutAgain = lookupOf(whole)
      .named(Kind.Store, whole.text(name))
      .some((store) => (whole.pos[store] as number) > end && store !== node && this.conditions.isSame(whole.a[store] as number, object))
    if (!isPutAgain) told.push({ end, region: whole.region[node] as number, value: object, trail: [whole.text(name)], clears: ALL })
  }

  private called(call: number, told: Told[]): void {
    const { whole, solver } = this.linked
    const args = whole.args(call)
    this.calledOn(call, told)
    if (args.length === 0) return
    const at = { end: whole.end[call] as number, region: whole.region[call] as number }
    const put = (value: number, clears: number, trail: readonly string[] = []) => {
      // That it is an object says nothing of what is in it.
      if (clears !== 0 && !isObject(clears)) told.push({ ...at, value, trail, clears })
    }
    this.demanded(call, told)
    const callees = solver.callees.get(call)
    // `schema.parse(request.body)`: what passed is as the schema says, whether or not the result is used.
    if (this.throwsUnlessPassed(call)) for (const { value, property, clears } of this.checks.passed(call)) put(value, clears, property)
    if (callees) {
      for (const { value, property, clears } of this.checks.passedByHelper(call, (each) => this.isAwaited(each)))
        if (value !== call) put(value, clears, property)
        // Nobody has what it gives back before.
        else if (clears !== 0) told.push({ end: 0, region: at.region, value, trail: property, clears })
      for (const { value, property, clears } of this.checks.passedInPairs(call, (each) => this.isAwaited(each))) put(value, clears, property)
    }
    if (args.length > 1 && /^(?:join|resolve)$/.test(calledName(this.linked, call)))
      for (const part of args.slice(1)) for (const way of this.waysOf(part)) told.push({ ...at, value: way, trail: [], clears: PATH, path: call })
    if (!callees || callees.size === 0 || callees.size > MOST_RUN || this.depth >= MOST_DEPTH) return
    const functions = [...callees]
    if (!this.comesBack(call, functions)) return
    const isAwaited = this.isAwaited(call)
    for (const [position, argument] of args.entries()) {
      const kind = whole.kind[argument] as Kind
      if (kind === Kind.Spread) return
      if (kind === Kind.Object) {
        for (const item of whole.items(whole.a[argument] as number))
          if (whole.kind[item] === Kind.Property && whole.a[item] !== -1)
            put(whole.b[item] as number, this.sureOf(functions, { position, property: whole.text(whole.a[item] as number) }, isAwaited))
      } else if (MAY_VARY.has(kind)) put(argument, this.sureOf(functions, { position }, isAwaited))
    }
  }

  /** What models say that a call throws for. */
  private demanded(call: number, told: Told[]): void {
    const { whole, models } = this.linked
    if (models.flows.demands.size === 0) return
    const args = whole.args(call)
    const at = { end: whole.end[call] as number, region: whole.region[call] as number }
    const put = (value: number, clears: number, trail: readonly string[] = []) => {
      if (clears !== 0 && !isObject(clears)) told.push({ ...at, value, trail, clears })
    }
    for (const path of pathsOfCall(this.linked, call))
      for (const { argument, by, unique, clears: taken } of models.flows.demands.get(path) ?? []) {
        const value = args[argument]
        if (value === undefined) continue
        if (taken !== undefined) put(value, taken)
        else if (unique !== undefined) {
          if (this.isAwaited(call)) for (const key of uniqueKeys(this.linked, value, unique)) put(key, TEXT_ONLY)
        } else if (by === undefined) for (const asked of this.askedIn(value)) put(asked, this.conditions.where(value, asked))
        else if (args[by] !== undefined) for (const { trail, clears } of this.conditions.patterns.of(args[by] as number)) put(value, clears, trail)
      }
  }

  /** `name.trim()`, which throws where the name is an object: what came this far is a text. */
  private calledOn(call: number, told: Told[]): void {
    const { whole } = this.linked
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0 || !MAY_VARY.has(whole.kind[receiver] as Kind) || !OF_TEXTS.test(calledName(this.linked, call))) return
    if (isOptionalCall(this.linked, call)) return
    const value = this.askedOf(receiver)
    const region = this.whereElseHarmless(whole.region[call] as number, value)
    told.push({ end: whole.end[call] as number, region, value, trail: [], clears: TEXT_ONLY })
  }

  /** `(name || '').trim()`: the method is the name's, or the name is empty. */
  private askedOf(receiver: number): number {
    const { whole } = this.linked
    const isElse = whole.kind[receiver] === Kind.Choice && (whole.c[receiver] === ChoiceKind.Or || whole.c[receiver] === ChoiceKind.Nullish)
    const first = isElse ? whole.items(whole.a[receiver] as number)[0] : undefined
    return first !== undefined && MAY_VARY.has(whole.kind[first] as Kind) ? this.askedOf(first) : receiver
  }

  /** `name && name.trim()`: where it is not called the name is empty, so that what it says holds around the condition as well. */
  private whereElseHarmless(within: number, value: number): number {
    const { regions } = this.linked.whole
    let region = within
    for (let hops = 0; region >= 0 && hops < MOST_AROUND; hops++) {
      const [kind, around, condition] = [regions[region * 4] as RegionKind, regions[region * 4 + 1] as number, regions[region * 4 + 2] as number]
      if ((kind !== RegionKind.True && kind !== RegionKind.False) || condition < 0) break
      if ((this.conditions.where(condition, value, kind === RegionKind.False) & TEXT_ONLY) !== TEXT_ONLY) break
      region = around
    }
    return region
  }

  /** `part`, or what else may stand for it: `part || ''`. */
  private waysOf(part: number): number[] {
    const { whole } = this.linked
    if (whole.kind[part] !== Kind.Choice) return [part]
    return whole.items(whole.a[part] as number).filter((way) => MAY_VARY.has(whole.kind[way] as Kind))
  }

  /** Whether what follows a call waits for what it does, and something in there throws. */
  private comesBack(call: number, functions: readonly number[]): boolean {
    const { whole } = this.linked
    const mayFail = (fn: number) => this.throwing.has(fn) || this.toldOf(fn).length > 0 || (this.isAwaited(call) && this.givesPromise(fn))
    if (!functions.every(mayFail)) return false
    if (functions.every((fn) => ((whole.functions[fn]?.fact.flags ?? 0) & (FunctionFlag.Async | FunctionFlag.Generator)) === 0)) return true
    return this.isAwaited(call)
  }

  private isAwaited(call: number): boolean {
    const { whole } = this.linked
    this.awaited ??= new Set([...lookupOf(whole).of(Kind.Await)].map((node) => whole.a[node] as number))
    return this.awaited.has(call)
  }

  private toldOf(fn: number): readonly Told[] {
    this.depth++
    const told = this.depth > MOST_DEPTH ? NONE : this.toldIn(fn)
    this.depth--
    return told
  }

  /** What is ruled out for what a function is handed, at every place where it comes back, and where it is awaited by then. */
  private sureOf(functions: readonly number[], given: Given, isAwaited: boolean): number {
    let all = ALL
    for (const fn of functions) {
      const param = this.conditions.handed.takenBy(fn, given)
      if (param === undefined) return 0
      const told = this.toldOf(fn)
      all &= this.atExits(fn, ({ region, pos, promise }) => {
        const here = this.conditions.inside(region, param) | this.held(told, pos, region, param, [])
        return isAwaited ? here | this.behind(this.chains.whereResolved(promise), param, []) : here
      })
      if (all === 0) return 0
    }
    return all
  }

  /** Every place where a function comes back. */
  private exitsOf(fn: number): Exit[] {
    const of = this.linked.whole.functions[fn]
    if (!of) return []
    const exits = of.returnRegions.map((region, index) => ({
      region,
      // What it gives back was worked out before.
      pos: of.fact.returnsAt[index * 3 + 1] ?? 0,
      promise: of.returns[index] as number,
    }))
    return of.endRegion >= 0 ? [...exits, { region: of.endRegion, pos: of.fact.end, promise: -1 }] : exits
  }

  /** What holds at all of them. */
  private atExits(fn: number, says: (exit: Exit) => number): number {
    const exits = this.exitsOf(fn)
    return exits.length === 0 ? 0 : exits.reduce((all, exit) => (all === 0 ? 0 : all & says(exit)), ALL)
  }

  /** Kinds ruled out for a value that a function sees, wherever that comes back. */
  whereItComesBack(fn: number, value: number): number {
    const told = this.toldIn(fn)
    return this.atExits(
      fn,
      ({ region, pos }) => this.conditions.inside(region, value) | this.held(told, pos, region, value, []) | this.passedAround(region, value, []),
    )
  }

  /** Whether the code goes on behind a call only when the function that it runs has come back. */
  isWaitedFor(call: number, fn: number): boolean {
    const isLater = ((this.linked.whole.functions[fn]?.fact.flags ?? 0) & (FunctionFlag.Async | FunctionFlag.Generator)) !== 0
    return !isLater || this.isAwaited(call)
  }

  /** Values that a condition asks about. */
  private askedIn(condition: number): number[] {
    const { whole } = this.linked
    const found: number[] = []
    const stack = [condition]
    for (let count = 0; stack.length > 0 && count < 60; count++) {
      const node = stack.pop() as number
      if (node < 0 || node >= whole.size) continue
      if (whole.kind[node] === Kind.Load || whole.kind[node] === Kind.Param || whole.kind[node] === Kind.Element) found.push(node)
      stack.push(
        ...(whole.kind[node] === Kind.Unary || whole.kind[node] !== Kind.Call
          ? whole.madeOf(node)
          : [receiverOf(this.linked, node), ...whole.args(node)]),
      )
    }
    return found
  }

  // ── tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** `const [extension] = kinds.get(type)`, `KINDS[type].extension`: nothing is read of what is not there. */
  private read(node: number, told: Told[]): void {
    const { whole } = this.linked
    const from = whole.a[node] as number
    const kind = whole.kind[from] as Kind
    const isMap =
      kind === Kind.Call && calledName(this.linked, from) === 'get' && whole.args(from).length === 1 && this.isMap(receiverOf(this.linked, from))
    if (!isMap && kind !== Kind.LoadDynamic) return
    if (isOptional(this.linked, node)) return
    const at = { end: whole.end[node] as number, region: whole.region[node] as number, trail: [] }
    if (isMap) told.push({ ...at, value: whole.args(from)[0] as number, clears: LITERAL })
    else if (this.conditions.tables.isTable(whole.a[from] as number))
      told.push({ ...at, value: whole.b[from] as number, clears: LITERAL & ~maskOf(['property', 'method']) })
  }

  private isMap(node: number): boolean {
    const { whole, solver } = this.linked
    if (node < 0) return false
    const made = this.conditions.madeAs(node)
    if (made >= 0 && whole.kind[made] === Kind.New && calledName(this.linked, made) === 'Map') return true
    return solver.of(node).some((label) => {
      const at = solver.labels.data[label] as number
      return (
        solver.labels.kind[label] === LabelKind.ApiObject && at < whole.size && whole.kind[at] === Kind.New && calledName(this.linked, at) === 'Map'
      )
    })
  }
}

/** Names of what hands out one of many, and nothing where there is none. */
const FINDS = /^(?:find|some$|every$|get|fetch|load|read|lookup|by[A-Z])/

/** Nodes of values that are not written out. */
const MAY_VARY = new Set<Kind>([Kind.Load, Kind.LoadDynamic, Kind.Param, Kind.Refine, Kind.Cell, Kind.Choice, Kind.Call, Kind.Element, Kind.Await])

/** An element of a list, among names of parts. */
const ELEMENT = '[]'
const isElement = (name: string) => name === ELEMENT || name === '[*]' || /^\d+$/.test(name)
const isPart = (name: string, wanted: string) => name === wanted || (wanted === '[]' && /^\d+$/.test(name))

/** `kinds.get(type)?.extension`: reading of what is not there gives nothing, and throws nothing. */
export function isOptional({ whole }: Linked, load: number): boolean {
  const [from, to] = [whole.end[whole.a[load] as number] as number, whole.end[load] as number]
  return from < to && (whole.files[whole.fileOf(load)] as { text: string }).text.slice(from, to).trimStart().startsWith('?.')
}

/** `name.trim?.()`: where there is no such method, nothing is called and nothing is thrown. */
export function isOptionalCall({ whole }: Linked, call: number): boolean {
  const [from, to] = [whole.end[whole.a[call] as number] as number, whole.end[call] as number]
  return (whole.files[whole.fileOf(call)] as { text: string }).text.slice(from, to).trimStart().startsWith('?.')
}
