/**
 * What one function does with a request that it is given. In: the function. Out: where it refuses, hands on and answers, and what it
 * asks for that, read off its body: its name says nothing.
 */
import { Kind, RegionKind } from '../../graph'
import { asserts } from '../assertions'
import { calledName, cite, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { conditionsHolding } from '../regions'
import { asWritten, settingsAskedAround } from '../routes/conditions'
import type { Wrappers } from '../wrappers'
import { handsContextOn, handsNextOn, isAnswer, isNext } from './answers'
import { isAskedElsewhere } from './asked-elsewhere'
import { type Behaviour, demand, merge, nothing, type Refusal, withoutThrown } from './behaviour'
import { BeyondStrangers } from './beyond-strangers'
import { isCaughtFromBehind, triedBefore } from './caught-from-behind'
import type { Conditions } from './conditions'
import type { Denial, Denials } from './denials'
import { refusesAnyCaller } from './for-any-caller'
import { answersWith, givesBackRefusal, isCalledOn, isGivenBack, isOneOfSeveral } from './given-back'
import type { Helpers } from './helpers'
import { findsOut, isOptional } from './library-guards'
import { isOfNotedCaller } from './noted-callers'
import { routeOptionsAgainst } from './options-of-routes'
import { handsRequest, isGivenInput, readsBody } from './parts-of-requests'
import type { Question, Questions } from './questions'
import { optionsAsked, optionsHeld, optionsOfSchema, regionAround } from './refusals-by-option'
import { asksForSharedKey } from './shared-keys'
import type { Strangers } from './strangers'
import { asCalled, isNeverMade, methodsAt, underMethods, underOptions } from './switched-off'
import { isSwitchedOn } from './switches'
import { pathsTestedIn, testedPaths } from './tested-paths'
import type { ThrowingChecks } from './throwing-checks'
import { toldToCallback } from './told-to-callbacks'

const FORGERY = /csrf|xsrf|(?:request|cross.?site).?forgery/i
const LIMIT = /rate[\s_-]?limit|too[\s_-]?many|throttl|limit[\s_-]?exceeded|\b429\b/i
/** Of what refuses, in characters. */
const MOST_REFUSAL = 400

/** What says nothing where it is given back. */
const NOTHING = new Set<Kind>([Kind.Undefined, Kind.Null, Kind.Boolean])

/** What bodies are read with. */
export interface Reading {
  linked: Linked
  questions: Questions
  conditions: Conditions
  denials: Denials
  helpers: Helpers
  strangers: Strangers
  wrappers: Wrappers
  throwing: ThrowingChecks
  /** What another function does. */
  ofFunction(fn: number): Behaviour
}

interface Found {
  node: number
  kind: Denial
}

export class Body {
  private readonly behaviour = nothing()
  private readonly nodes: readonly number[]
  private readonly denials: Found[] = []
  /** Where the request goes on: handed on, or answered. */
  private readonly goesOn: number[] = []
  private readonly handedOn: number[] = []
  /** Where what was handed to the function answers the request. */
  private readonly runs: number[] = []
  private readonly beyond: BeyondStrangers
  /** Call that nobody gets past who shows no valid token; -1 without one. */
  private throwing = -1

  constructor(
    private readonly fn: number,
    private readonly reading: Reading,
  ) {
    this.nodes = reading.linked.effects.within(fn)
    this.beyond = new BeyondStrangers(reading, this.behaviour)
  }

  read(): Behaviour {
    for (const node of this.nodes) this.readNode(node)
    this.demandWhatIsAsked()
    const refused = this.denials.filter((denial) => this.judge(denial)).map(({ node }) => node)
    this.demandWhatThrows()
    this.beyond.settle(this.ways)
    // What goes on behind a refusal was asked; what goes on without one is let pass, for the paths that the nearest test names.
    for (const node of this.handedOn)
      if (!refused.some((denial) => this.isBehind(node, denial))) this.behaviour.exempt.push(...testedPaths(this.reading.linked, node, true))
    if (this.handedOn.length === 0) this.behaviour.exempt.push(...this.pathsComingBack(refused))
    return this.behaviour
  }

  private isCall(node: number): boolean {
    return this.reading.linked.whole.kind[node] === Kind.Call
  }

  private readNode(node: number): void {
    const kind = this.reading.denials.of(node) ?? (this.sendsUnknownAway(node) ? 'unauthenticated' : undefined)
    if (kind) this.denials.push({ node, kind })
    if (!this.isCall(node)) return
    this.readOutcome(node, kind !== undefined)
    if (this.reading.wrappers.runsWhatWasHanded(node) && answersWith(this.reading.linked, node)) this.runs.push(node)
    if (this.throwing < 0 && this.reading.throwing.demands(node, this.fn)) this.throwing = node
    if ((this.throwsWithoutIdentity(node) && !isCalledOn(this.reading.linked, node) && !this.isReturned(node)) || this.isAskedElsewhere(node))
      demand(this.behaviour, { role: 'authentication', at: cite(this.reading.linked, node) })
    this.readLibraryGuards(node)
    for (const callee of this.reading.linked.solver.callees.get(node) ?? []) {
      // What a wrapper is handed differs from call to call: see `wrapped`.
      if (callee === this.fn || this.reading.linked.whole.isWithin(callee, this.fn) || this.reading.wrappers.runsWhatWasHanded(node)) continue
      this.readHelper(node, callee)
    }
  }

  private isReturned(node: number): boolean {
    const { whole } = this.reading.linked
    return whole.functions[this.fn]?.returns.includes(node) ?? false
  }

  /** What becomes of the request. */
  private readOutcome(call: number, isDenial: boolean): void {
    const { linked } = this.reading
    const { behaviour } = this
    if (isNext(linked, call)) {
      // With an argument it reports an error, unless it names the next route.
      if (!isDenial) behaviour.passes = behaviour.passesItself = true
      if (linked.whole.args(call).length === 0 || handsContextOn(linked, call)) this.goesOn.push(call)
      this.handedOn.push(call)
    } else if (!isDenial && isAnswer(linked, call) && !this.isBesideStatus(call)) {
      behaviour.answers = true
      this.goesOn.push(call)
    } else if (handsNextOn(linked, call)) behaviour.passes ||= this.passesThrough(call)
  }

  /** `ctx.status = 401; ctx.send(…)` */
  private isBesideStatus(call: number): boolean {
    const { whole } = this.reading.linked
    return this.denials.some(({ node }) => whole.kind[node] === Kind.Store && whole.region[node] === whole.region[call])
  }

  /** A function that is given `next` may hand on: one of ours by what it does, another by assumption. */
  private passesThrough(call: number): boolean {
    const callees = this.reading.linked.solver.callees.get(call)
    if (!callees || this.reading.wrappers.runsWhatWasHanded(call)) return true
    return [...callees].some((callee) => callee !== this.fn && this.reading.ofFunction(callee).passes)
  }

  /** A library guard run inside: `return passport.authenticate('jwt')(req, res, next)`. */
  private readLibraryGuards(call: number): void {
    const { linked } = this.reading
    const { models, solver } = linked
    for (const path of solver.apiCalls.get(call) ?? []) {
      const role = models.roles.get(models.paths.call(path))
      if (!role || isOptional(linked, call, role.optional)) continue
      const asks = role.role === 'authentication' || role.role === 'authorization'
      if (isCalledOn(linked, call) || (!role.tells && this.isReturned(call))) {
        this.behaviour.passes = true
        if (asks) demand(this.beyond.at(call), { role: role.role as Refusal['role'], at: cite(linked, call) })
        else this.behaviour.roles.add(role.role)
      } else if (!asks) {
        this.behaviour.roles.add(role.role)
        if (role.role === 'validation') this.behaviour.validations.push(optionsOfSchema(linked, call, this.fn))
      }
    }
  }

  private readHelper(call: number, callee: number): void {
    const { linked, helpers } = this.reading
    const { behaviour } = this
    const made = this.beyond.at(call)
    const inner = withoutThrown(asCalled(linked, call, callee, this.reading.ofFunction(callee)))
    const hands = () => handsRequest(linked, call)
    const counts = inner.denials.some(({ returned }) => !returned) || (inner.denials.length > 0 && isGivenBack(linked, call))
    if (counts && hands() && !isOneOfSeveral(linked, call, this.fn))
      this.takeOver(call, made, underOptions(linked, call, this.fn, underMethods(linked, call, this.endingHere(call, inner))))
    else if (inner.denials.length > 0 && givesBackRefusal(linked, call)) for (const { role, at } of inner.denials) demand(made, { role, at })
    if (inner.answers && hands()) behaviour.answers = true
    const refused = helpers.refusedAt(call, callee)
    const options = optionsAsked(linked, call, this.fn)
    if (refused) demand(made, { ...refused, ...methodsAt(linked, call), ...(options.length > 0 ? { options } : {}) })
    // Counting is all that a limiter has to do: who calls one limits, however deep it stands.
    if (inner.roles.has('rate-limit')) behaviour.roles.add('rate-limit')
  }

  /** `signedIn(request, response, () => handle(request, response))`: what it hands the request on to stands right here. */
  private endingHere(call: number, inner: Behaviour): Behaviour {
    const { linked } = this.reading
    const isGoneOnWith = linked.whole.args(call).some((argument) => linked.whole.kind[argument] === Kind.Function)
    return isGoneOnWith && !handsNextOn(linked, call) ? { ...inner, passes: false, passesItself: false } : inner
  }

  /** What a helper demands of those who are known is no more than that where it is called. */
  private takeOver(call: number, made: Behaviour, inner: Behaviour): void {
    const known = inner.denials.filter(({ ofTheKnown }) => ofTheKnown)
    const denials = inner.denials.filter(({ ofTheKnown }) => !ofTheKnown)
    const isOfOne = (role: string, among: readonly Refusal[]) => among.some((denial) => denial.role === role)
    const roles = new Set([...inner.roles].filter((role) => isOfOne(role, denials) || !isOfOne(role, known)))
    merge(made, { ...inner, denials, roles })
    for (const denial of known) demand(this.beyond.ofTheKnown(call), denial)
  }

  /** A check of a token that throws; where something else is said to those who fail it, that is the refusal. */
  private demandWhatThrows(): void {
    if (this.throwing < 0 || this.behaviour.denials.some(({ role }) => role === 'authentication')) return
    demand(this.behaviour, { role: 'authentication', at: cite(this.reading.linked, this.throwing), thrown: true })
  }

  /** Handed on only where the caller is known, whatever happens otherwise. */
  private demandWhatIsAsked(): void {
    const { linked, conditions } = this.reading
    const passes = this.goesOn.filter((node) => isNext(linked, node))
    const [first] = passes
    const asked = passes.map((node) => conditions.identityRegion(node, true) ?? (isOfNotedCaller(linked, this.fn, node) ? 'identity' : undefined))
    if (first === undefined || asked.includes(undefined)) return
    const options = passes.flatMap((node) => optionsHeld(linked, node, this.fn))
    demand(this.behaviour, {
      role: asked.includes('rights') ? 'authorization' : 'authentication',
      at: cite(linked, first),
      ...(options.length > 0 ? { options } : {}),
      ...(this.asksForSharedKey ? { shared: true } : {}),
    })
  }

  /** Whether a refusal is one of whoever is not known, or has no right; what it is otherwise is noted. */
  private judge({ node, kind }: Found): boolean {
    const { linked, conditions } = this.reading
    const { behaviour } = this
    if (this.isAgainstForgery(node)) {
      behaviour.roles.add('csrf')
      return false
    }
    if (isCaughtFromBehind(linked, node, [...this.handedOn, ...this.runs], (call) => this.mayRefuse(call))) return false
    if (kind === 'error' && !this.mayAskCaller(node)) return false
    const question = this.questionAt(node) ?? (kind === 'unauthenticated' && this.isForStrangers(node) ? 'identity' : undefined)
    if (!question && kind !== 'forbidden' && kind !== 'unauthenticated') return false
    if (conditions.isPlaceAlone(node) || isSwitchedOn(linked, node)) return false
    if (conditions.isForWhoeverShowsSomething(node, this.handedOn, this.back)) {
      behaviour.letsStrangersOn = true
      if (question === 'rights' && this.beyond.asksRight(node)) behaviour.ofTheKnown.push(this.refusalAt(node, kind, question))
      return false
    }
    const isAboutPlace = () => conditions.isAboutPlace(node) || conditions.isLeftByPlace(this.goesOn)
    const isAboutOther = () => conditions.isAboutInput(node) || isAboutPlace() || refusesAnyCaller(linked, node)
    if (!question && (!behaviour.passes || isAboutOther())) return false
    if (!this.stops(node) || isNeverMade(linked, node) || (kind === 'returned' && !conditions.isForUnknown(node))) return false
    behaviour.only.push(...testedPaths(linked, node))
    const refusal = this.refusalAt(node, kind, question)
    const to = this.isFaultOfTheKnown(node) ? this.beyond.ofTheKnown(node) : this.beyond.at(node)
    demand(to, this.asksForSharedKey ? { ...refusal, shared: true } : refusal)
    return true
  }

  /** Where a helper comes back with nothing and refuses nobody; what is given back may be an answer that does. */
  private get back(): readonly number[] {
    const { whole } = this.reading.linked
    const of = whole.functions[this.fn]
    if (!of || this.goesOn.length > 0 || this.handedOn.length > 0) return []
    const isNothing = (value: number | undefined) => value === undefined || NOTHING.has(whole.kind[value] as Kind)
    return [...of.returnRegions.filter((_, index) => isNothing(of.returns[index])), of.endRegion].filter((region) => region >= 0)
  }

  /** Told that nobody knows them: whoever is left where others went on, or lacks what the program notes on requests. */
  private isForStrangers(node: number): boolean {
    return this.beyond.isLeftTo(node, this.ways) || this.reading.conditions.isForWantOfNoted(node)
  }

  private get ways() {
    return { fn: this.fn, refused: this.denials.map(({ node }) => node), goesOn: this.goesOn }
  }

  private refusalAt(node: number, kind: Denial, question: Question | undefined): Refusal {
    const { linked, conditions } = this.reading
    const conditional = conditions.besidesIdentity(node)
    const options = optionsAsked(linked, node, this.fn)
    const letBy = routeOptionsAgainst(linked, node)
    const when = options.length > 0 ? [] : settingsAskedAround(linked, [node]).map(asWritten)
    return {
      role: (kind === 'forbidden' && question !== 'identity') || question === 'rights' ? 'authorization' : 'authentication',
      at: cite(linked, node),
      ...(kind === 'returned' ? { returned: true } : {}),
      ...(conditional.length > 0 ? { conditional } : {}),
      ...(options.length > 0 ? { options } : {}),
      ...(when.length > 0 ? { when } : {}),
      ...(letBy.length > 0 ? { letBy } : {}),
      ...methodsAt(linked, node),
    }
  }

  /** An error may mean anything: it is about the caller where what leads to it asks for that. */
  private mayAskCaller(node: number): boolean {
    const { linked, conditions } = this.reading
    if (this.isLimit(node)) return false
    const fault = this.isCall(node) ? (linked.whole.args(node)[0] ?? -1) : -1
    if (toldToCallback(linked, fault) === 'fault') return false
    return conditions.identityRegion(node, false, this.goesOn) !== undefined || this.isCaughtCheck(node)
  }

  /** What is asked of the caller before a refusal. */
  private questionAt(node: number): Question | undefined {
    const { linked, conditions, questions } = this.reading
    const asked = conditions.identityRegion(node) ?? (asserts(linked, node) ? questions.asks(linked.whole.args(node)[0] ?? -1) : undefined)
    if (asked) return asked
    return (this.verifies && !conditions.isAboutSent(node)) || this.isCaughtCheck(node) ? 'identity' : undefined
  }

  private get asksForSharedKey(): boolean {
    this.sharesKey ??= asksForSharedKey(this.reading.linked, this.fn)
    return this.sharesKey
  }
  private sharesKey: boolean | undefined

  private get verifies(): boolean {
    this.verified ??= this.nodes.some((node) => this.isCall(node) && this.reading.questions.identifies(node))
    return this.verified
  }
  private verified: boolean | undefined

  /** A helper that verifies says so by throwing: `try { payload = this.tokens.check(token) } catch { refuse() }`. */
  private isCaughtCheck(node: number): boolean {
    const caught = this.around(node, RegionKind.Catch)
    if (caught < 0) return false
    let asks = this.tried.get(caught)
    if (asks === undefined) {
      const tried = triedBefore(this.reading.linked, caught)
      asks = this.nodes.some((other) => this.isCall(other) && this.isWithin(other, tried) && this.verifiesCaller(other))
      this.tried.set(caught, asks)
    }
    return asks
  }
  /** By the region of a catch, whether what is tried before it asks who is calling. */
  private readonly tried = new Map<number, boolean>()

  /** What a wrapper runs is asked where it is handed over. */
  private verifiesCaller(call: number): boolean {
    const { linked, questions, wrappers } = this.reading
    if (wrappers.runsWhatWasHanded(call)) return false
    return questions.identifies(call) || (!isGivenInput(linked, call) && questions.calleesIdentify(call))
  }

  /** Whether a call may fail because of who is calling: what is made of the whole request may be, `sessions[tokenOf(request)].user`. */
  private mayRefuse(call: number): boolean {
    const { linked, questions, wrappers, ofFunction } = this.reading
    const { solver } = linked
    if (wrappers.runsWhatWasHanded(call)) return false
    if (this.verifiesCaller(call) || questions.asks(call)) return true
    if (!solver.apiCalls.has(call) && handsRequest(linked, call)) return true
    return [...(solver.callees.get(call) ?? [])].some((callee) => callee !== this.fn && ofFunction(callee).denials.length > 0)
  }

  /** Whether a node stands in a region, or in a function that is written there. */
  private isWithin(node: number, ancestor: number): boolean {
    const { whole } = this.reading.linked
    for (let region = whole.region[node] as number; region >= 0; region = regionAround(whole, region, this.fn)) if (region === ancestor) return true
    return false
  }

  private isInCatch(node: number): boolean {
    return this.around(node, RegionKind.Catch) >= 0
  }

  /** Region of a kind that a node stands in, -1 where it stands in none. */
  private around(node: number, kind: RegionKind): number {
    const { whole } = this.reading.linked
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4] === kind) return region
    return -1
  }

  /** `try { user = userOf(request) } catch (fault) { return refuse(fault) }` where `userOf` throws for none but those who show something. */
  private isFaultOfTheKnown(node: number): boolean {
    const { linked, questions } = this.reading
    const { regions } = linked.whole
    const caught = this.around(node, RegionKind.Catch)
    if (caught < 0 || this.verifies) return false
    const isTried = (call: number) => {
      const tried = this.around(call, RegionKind.Try)
      return tried >= 0 && regions[tried * 4 + 1] === regions[caught * 4 + 1]
    }
    const asking = this.nodes.filter((other) => this.isCall(other) && isTried(other) && questions.calleesIdentify(other))
    const done = asking.flatMap((call) => [...(linked.solver.callees.get(call) ?? [])].map((callee) => this.reading.ofFunction(callee)))
    const isOfTheKnown = ({ denials, letsStrangersOn }: Behaviour) =>
      denials.length === 0 ? letsStrangersOn === true : denials.every(({ ofTheKnown }) => ofTheKnown)
    return done.length > 0 && done.every(isOfTheKnown)
  }

  /** `if (request.body.files) await check()`: whoever sends none of that is not asked, nor by a function inside that is called so. */
  private hangsOnInput(call: number): boolean {
    const { linked } = this.reading
    const { whole, solver } = linked
    const needsInput = (node: number) => conditionsHolding(whole, node).some((condition) => readsBody(linked, condition))
    if (needsInput(call)) return true
    const inner = whole.functionOf(call)
    const calls = inner === this.fn ? [] : this.nodes.filter((node) => this.isCall(node) && solver.callees.get(node)?.has(inner))
    return calls.length > 0 && calls.every(needsInput)
  }

  /** A verification that throws when it fails, and nothing catches that and goes on: `await request.jwtVerify()`. */
  private throwsWithoutIdentity(call: number): boolean {
    const { whole, models, solver, effects } = this.reading.linked
    const verifies = [...(solver.apiCalls.get(call) ?? [])].some(
      (path) => models.roles.get(models.paths.call(path))?.role === 'authentication' && /jwtVerify/.test(models.paths.show(path)),
    )
    if (!verifies || this.hangsOnInput(call)) return false
    for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      if (whole.regions[region * 4] !== RegionKind.Try) continue
      // Caught: it counts when the catch answers or throws.
      return effects.ofFunction(whole.functionOf(call)).some((node) => this.isInCatch(node) && (whole.kind[node] === Kind.Throw || this.isCall(node)))
    }
    return true
  }

  private isConditional(node: number): boolean {
    const { whole } = this.reading.linked
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4] === RegionKind.True || whole.regions[region * 4] === RegionKind.False) return true
    return false
  }

  private isAskedElsewhere(call: number): boolean {
    return isAskedElsewhere(this.reading.linked, call) && !this.isConditional(call)
  }

  /** `if (!(await getToken({ req }))) return res.status(404).end()`: whoever is not known is told that there is nothing. */
  private sendsUnknownAway(node: number): boolean {
    const { linked, conditions } = this.reading
    const { whole, values } = linked
    if (!this.isCall(node) || !/^(?:status|sendStatus|code)$/.test(calledName(linked, node))) return false
    const [status] = whole.args(node)
    const numbers = status === undefined ? [] : values.numbers(status)
    if (numbers.length === 0 || !numbers.every((number) => number === 400 || number === 404) || !conditions.isForUnknown(node)) return false
    const isCall = (part: number) => this.isCall(part)
    const tellsCaller = (part: number) => isCall(part) && !isGivenInput(linked, part) && findsOut(linked, part)
    return conditions.of(node).some((condition) => isMadeOf(whole, condition, tellsCaller, isCall))
  }

  /** Turned away for having asked too often: that says nothing of who asks. */
  private isLimit(node: number): boolean {
    return LIMIT.test(this.reading.linked.whole.sourceOf(node, MOST_REFUSAL))
  }

  /** Turned away because the page did not ask, whoever is signed in there: `if (!request.headers['csrf-token']) throw new Forbidden('CSRF token')`. */
  private isAgainstForgery(node: number): boolean {
    const { whole } = this.reading.linked
    const said = [node, ...this.reading.conditions.of(node)].map((each) => whole.sourceOf(each, MOST_REFUSAL))
    return [whole.functions[this.fn]?.fact.name ?? '', ...said].some((text) => FORGERY.test(text))
  }

  /** `if (!user) return refuse(); next()`: what stands later in the block that the refusal is a way out of. */
  private isBehind(node: number, denial: number): boolean {
    const { whole } = this.reading.linked
    return node >= denial && whole.functionOf(node) === whole.functionOf(denial) && this.isPast(whole.region[node] as number, denial)
  }

  private isPast(region: number, denial: number): boolean {
    const { whole, effects } = this.reading.linked
    const of = whole.region[denial] as number
    return of >= 0 && !effects.isInside(region, of) && effects.isInside(region, whole.regions[of * 4 + 1] as number)
  }

  /** `if (path === '/login') return`: where coming back hands the request on, paths for which a function does so without having asked. */
  private pathsComingBack(refused: readonly number[]): string[] {
    const { linked } = this.reading
    const { whole } = linked
    const of = whole.functions[this.fn]
    if (!of || refused.length === 0) return []
    return of.returnRegions.flatMap((region, index) => {
      const at = of.fact.returnsAt[index * 3] ?? 0
      const isAsked = refused.some((denial) => (whole.pos[denial] as number) <= at && this.isPast(region, denial))
      const isRefusal = refused.some((denial) => whole.region[denial] === region)
      return isAsked || isRefusal ? [] : pathsTestedIn(linked, region, true)
    })
  }

  /** A refusal stops the request when no way leads from it to where the request is handed on. */
  private stops(denial: number): boolean {
    const { effects, whole } = this.reading.linked
    if (whole.kind[denial] === Kind.Throw) return true
    if (/^(?:throw|abort|redirectTo|unauthorized|forbidden)$/.test(calledName(this.reading.linked, denial))) return true
    if (asserts(this.reading.linked, denial)) return true
    const region = whole.region[denial] as number
    // `if (asked) { if (!user) { refuse(); return } }`: it comes back there, whatever stands behind.
    const isBetween = (pass: number) => pass > denial && effects.isInside(whole.region[pass] as number, region)
    if (whole.functions[whole.functionOf(denial)]?.returnRegions.includes(region)) return !this.goesOn.some(isBetween)
    return !this.goesOn.some((pass) => pass > denial && effects.isInside(region, whole.region[pass] as number))
  }
}
