/**
 * What the conditions that lead to a place ask of the caller. In: where a request is refused, or goes on. Out: whether they ask who is
 * calling, whether they hold for a stranger, and what else they ask: of the body, of the address that the request comes from.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { thingAwaited } from '../names'
import { isEqual, isUnequal, NOT } from '../operators'
import { conditionsAbove, conditionsOf } from '../regions'
import { isFromInput, isHeaders, isOfRequest, isSent, readsBody, readsHeader, readsPlace } from './parts-of-requests'
import { aboutParts, isSentPart, partsNeeded } from './parts-of-some'
import type { Question, Questions } from './questions'
import type { Strangers } from './strangers'
import { isRequestPath } from './tested-paths'
import { testsIn } from './tests'
import { toldToCallback } from './told-to-callbacks'
import { CREDENTIAL, IDENTITY } from './words'

/** Negations around each other. */
const MOST_HOPS = 60
/** Loads between a property and the request that it is of. */
const MOST_LOADS = 5

/** A condition on the way to a place, and how it turned out: of a region with `kind`. */
interface Step {
  region: number
  kind: RegionKind
  condition: number
}

export class Conditions {
  constructor(
    private readonly linked: Linked,
    private readonly questions: Questions,
    private readonly strangers: Strangers,
  ) {}

  /** Conditions that lead to a node, the nearest first. */
  of(node: number): number[] {
    return conditionsAbove(this.linked.whole, node)
  }

  /** Conditions around a region, the nearest first. */
  ofRegion(region: number): number[] {
    return conditionsOf(this.linked.whole, region)
  }

  /** The same with their outcome; those of loops and of what is tried say nothing of that. */
  private steps(node: number): Step[] {
    return this.stepsInto(this.linked.whole.region[node] as number)
  }

  private stepsInto(innermost: number): Step[] {
    const { whole } = this.linked
    const found: Step[] = []
    for (let region = innermost; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const kind = whole.regions[region * 4] as RegionKind
      const condition = whole.regions[region * 4 + 2] as number
      if (condition >= 0 && (kind === RegionKind.True || kind === RegionKind.False || kind === RegionKind.Case))
        found.push({ region, kind, condition })
    }
    return found
  }

  /**
   * Whether a condition that leads here asks who the caller is, or what they may do.
   * @param besides what the same conditions lead to as well is not told apart by them
   */
  identityRegion(node: number, mustHold = false, besides: readonly number[] = []): Question | undefined {
    const { whole, effects } = this.linked
    let found: Question | undefined
    for (const { region, kind, condition } of this.steps(node)) {
      if (mustHold && ((kind === RegionKind.False) === this.holdsWhenKnown(condition) || this.strangers.fulfil(condition, kind))) continue
      if (besides.some((other) => effects.isInside(whole.region[other] as number, region))) continue
      if (this.isAskedOnce(condition, node)) continue
      const asks = this.questions.asks(condition)
      if (asks === 'rights') return 'rights'
      if (asks) found = asks
    }
    return found
  }

  /** A condition in what makes the guard is asked while the program starts: `if (!authentication.enabled) return (req, res, next) => next()`. */
  private isAskedOnce(condition: number, node: number): boolean {
    const { whole } = this.linked
    const maker = whole.functionOf(condition)
    const isIn = (value: number) => whole.kind[value] === Kind.Function && whole.isWithin(whole.functionOf(node), whole.a[value] as number)
    return maker !== whole.functionOf(node) && (whole.functions[maker]?.returns.some(isIn) ?? false)
  }

  /** Whether what leads here holds where nobody is known, or somebody without the right: `!user`, `!mayChange(user)`. */
  isForUnknown(node: number): boolean {
    const { whole } = this.linked
    return this.steps(node).some(({ kind, condition }) => {
      if (kind === RegionKind.Case || !this.questions.asks(condition)) return false
      const asking = testsIn(whole, condition).find((test) => this.questions.asks(test)) ?? condition
      return (kind === RegionKind.True) !== this.holdsWhenKnown(asking)
    })
  }

  /** Whether what leads here asks what the caller may do, and whoever may is not led here: `user.role !== 'admin'`. */
  isForThoseWithoutRight(node: number): boolean {
    const asked = this.steps(node).flatMap(({ kind, condition }) => {
      const test = testsIn(this.linked.whole, condition).find((each) => this.questions.asks(each) === 'rights')
      return test === undefined ? [] : [{ kind, test }]
    })
    return asked.length > 0 && asked.every(({ kind, test }) => (kind === RegionKind.True) !== this.holdsWhenKnown(test))
  }

  /** Whether a condition holds for a caller who is known, and not for one who is not: `user` does, `!user` and `key !== KEY` do not. */
  private holdsWhenKnown(condition: number, hops = 0): boolean {
    const { whole } = this.linked
    if (hops > MOST_HOPS) return true
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? !this.holdsWhenKnown(whole.a[condition] as number, hops + 1) : true
      case Kind.Binary: {
        const operator = whole.c[condition] as number
        const other = whole.kind[whole.b[condition] as number] as Kind
        const absent = other === Kind.Null || other === Kind.Undefined || (other === Kind.Boolean && whole.a[whole.b[condition] as number] === 0)
        if (isEqual(operator)) return !absent
        if (isUnequal(operator)) return absent
        return true
      }
      case Kind.Choice:
        return this.holdsWhenKnown(whole.items(whole.a[condition] as number)[0] as number, hops + 1)
      default:
        return true
    }
  }

  /** `req.headers['x-api-key'] !== KEY`: a credential is held against something that is no mere absence. */
  comparesCredential(condition: number): boolean {
    return this.questions.asks(condition) !== undefined && this.holdsWhenKnown(condition) === false
  }

  /**
   * `if (token) { if (!verify(token)) refuse() } next()`: whoever shows nothing is let on.
   * @param back regions where a function that hands nothing on comes back without having refused
   */
  isForWhoeverShowsSomething(denial: number, handedOn: readonly number[], back: readonly number[]): boolean {
    const { whole, effects } = this.linked
    const ways = handedOn.filter((node) => whole.functionOf(node) === whole.functionOf(denial)).map((node) => whole.region[node] as number)
    return this.steps(denial).some(({ region, kind, condition }) => {
      const isOutside = (way: number) => !effects.isInside(way, region)
      if (kind === RegionKind.Case) return false
      const holds = kind === RegionKind.True
      if (ways.some(isOutside) && (holds ? this.showsSomething(condition) : this.lacksSomething(condition))) return true
      const isOpen = (way: number) => isOutside(way) && this.stepsInto(way).every((step) => this.partsAsked(step).length === 0)
      return (ways.some(isOpen) || back.some(isOpen)) && this.isAboutWhatSomeSend(denial, condition, holds)
    })
  }

  /** Parts of which a request has to have one to get into a region. */
  private partsAsked({ kind, condition }: Step): number[] {
    return kind === RegionKind.Case ? [] : partsNeeded(this.linked, condition, kind === RegionKind.True)
  }

  /** `if (request.query.share) { if (!found) refuse() } next()`: it hangs on a part that not every request has, and nothing else is asked of the caller. */
  private isAboutWhatSomeSend(denial: number, condition: number, holds: boolean): boolean {
    const parts = partsNeeded(this.linked, condition, holds)
    if (parts.length === 0) return false
    const isAbout = aboutParts(this.linked, parts)
    return this.steps(denial).every((step) => this.questions.asksBesides(step.condition, isAbout) === undefined)
  }

  /** `if (!request.member) refuse()`: it hangs on something that the program has not noted on the request. */
  isForWantOfNoted(node: number): boolean {
    return this.steps(node).some(({ kind, condition }) => {
      const there = kind === RegionKind.Case ? [] : partsNeeded(this.linked, condition, kind !== RegionKind.True)
      return there.some((part) => !isSentPart(this.linked, part))
    })
  }

  /** What leads here is a credential that was sent, and it may be that others have come another way: `if (request.get('token')) { … }`. */
  isForSentCredential(node: number): boolean {
    return this.steps(node).some((step) => this.partsAsked(step).some((part) => isSentPart(this.linked, part)))
  }

  /** `if (isRead || !user) return next()` in front of the refusal. */
  private lacksSomething(condition: number): boolean {
    const { whole } = this.linked
    if (whole.kind[condition] === Kind.Refine) return this.lacksSomething(whole.a[condition] as number)
    if (whole.kind[condition] === Kind.Choice && whole.c[condition] === ChoiceKind.Or)
      return whole.items(whole.a[condition] as number).some((item) => this.lacksSomething(item))
    return whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT && this.showsSomething(whole.a[condition] as number)
  }

  /** A credential or who is calling is there, whatever else has to hold: `request.headers.authorization`, `token && isApi`. */
  private showsSomething(condition: number): boolean {
    const { whole } = this.linked
    if (whole.kind[condition] === Kind.Choice && whole.c[condition] === ChoiceKind.And)
      return whole.items(whole.a[condition] as number).some((item) => this.showsSomething(item))
    const at = thingAwaited(whole, condition)
    if (whole.kind[at] === Kind.Load) {
      const name = whole.text(whole.b[at] as number)
      const of = whole.a[at] as number
      return (isHeaders(this.linked, of) && CREDENTIAL.test(name)) || (IDENTITY.test(name) && !isFromInput(this.linked, of))
    }
    if (toldToCallback(this.linked, at) === 'caller') return true
    // A variable that only a credential fills: what is refused behind it is refused to those who showed one.
    if (whole.kind[at] === Kind.Cell) return this.questions.asks(at) === 'identity'
    return readsHeader(this.linked, at, (name) => IDENTITY.test(name) || CREDENTIAL.test(name))
  }

  /** `if (!user && kind !== PUBLIC) refuse()`: on what it hangs whether the caller is asked for, which is not the path. */
  besidesIdentity(node: number): number[] {
    const { whole } = this.linked
    return this.steps(node)
      .filter(({ kind, condition }) => kind === RegionKind.True && whole.kind[condition] === Kind.Choice && whole.c[condition] === ChoiceKind.And)
      .filter(({ condition }) => this.questions.asks(condition))
      .flatMap(({ condition }) => testsIn(whole, condition).filter((test) => !this.questions.asks(test) && this.comparesWithWritten(test)))
  }

  /** `kind !== Kind.Public`, `mode === 'session'`, `survey.pin`; not what is asked of the path, nor whether something is missing. */
  private comparesWithWritten(test: number): boolean {
    const { whole } = this.linked
    if (whole.kind[test] === Kind.Load) return !isRequestPath(this.linked, test) && !this.isReadOfRequest(test)
    if (whole.kind[test] !== Kind.Binary || !(isEqual(whole.c[test] as number) || isUnequal(whole.c[test] as number))) return false
    return ![whole.a[test] as number, whole.b[test] as number].some(
      (part) => whole.kind[part] === Kind.Null || whole.kind[part] === Kind.Undefined || isRequestPath(this.linked, part),
    )
  }

  private isReadOfRequest(node: number): boolean {
    const { whole } = this.linked
    for (let at = node, hops = 0; hops < MOST_LOADS && whole.kind[at] === Kind.Load; hops++) {
      at = whole.a[at] as number
      if (isOfRequest(this.linked, at)) return true
    }
    return false
  }

  /** Refused for what the body says, a captcha for example, and not for who sends it. */
  isAboutInput(node: number): boolean {
    return this.of(node).some((condition) => readsBody(this.linked, condition))
  }

  /** `if (!Number(request.query.id)) refuse()`: what decides is a part of the request itself, and nothing that was looked up by it. */
  isAboutSent(node: number): boolean {
    const { whole } = this.linked
    const region = whole.region[node] as number
    const condition = region < 0 ? -1 : (whole.regions[region * 4 + 2] as number)
    if (condition < 0) return false
    return testsIn(whole, condition).some((test) => {
      const kind = whole.kind[test] as Kind
      const parts =
        kind === Kind.Binary ? [whole.a[test] as number, whole.b[test] as number] : [kind === Kind.Unary ? (whole.a[test] as number) : test]
      return parts.some((part) => isSent(this.linked, part))
    })
  }

  /** Refused for the address or the page that the request comes from: that lets in whoever is there, known or not, and says that it is. */
  isAboutPlace(node: number): boolean {
    return this.of(node).some((condition) => readsPlace(this.linked, condition, true))
  }

  /** Whether others go on by the place that they come from alone: `if (origins.includes(request.headers.origin)) return next()`. */
  isLeftByPlace(passes: readonly number[]): boolean {
    const isByPlace = (node: number) => this.isAboutPlace(node) && this.identityRegion(node) === undefined
    return passes.length > 0 && passes.every(isByPlace)
  }

  /** `if (isBlocked(ip)) refuse()`, behind whatever else was asked before. */
  isPlaceAlone(node: number): boolean {
    const [nearest] = this.of(node)
    return nearest !== undefined && readsPlace(this.linked, nearest, false) && this.questions.asks(nearest) === undefined
  }
}
