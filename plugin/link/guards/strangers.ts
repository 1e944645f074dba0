/**
 * Conditions as they turn out for a stranger: a caller who shows nothing, so that no session knows them and no cookie or header
 * says who they are. In: a condition, or a place in the code. Out: what the condition may be then, and whether a stranger may get to the
 * place. Helpers are followed with what they are handed: `hasRights(getUser(request.session))` is false where they say so of nobody.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { thingNamed } from '../names'
import { isEqual, isUnequal, NOT, TYPEOF } from '../operators'
import { isToldByLibrary } from './library-guards'
import { isFromInput, isHeaders, isOfRequest, readsHeader } from './parts-of-requests'
import { toldToCallback } from './told-to-callbacks'
import { CREDENTIAL, IDENTITY } from './words'

/** What a value may be, as a set. */
const ABSENT = 1
const FALSY = 2
const TRUTHY = 4
const ANYTHING = ABSENT | FALSY | TRUTHY
/** There or not, and with nothing in it: the session of a stranger, their cookies. */
const HOLDER = 8 | ABSENT | TRUTHY
const IS_HOLDER = 8

/** Helpers of helpers, and values that one question leads to. */
const MOST_DEPTH = 5
const MOST_STEPS = 600
/** Between a property and the request that it is of. */
const MOST_LOADS = 5

const HOLDERS = /^(?:session|cookies|signedCookies)$/
/** What a program is called with in place of a session, wherever it is sent. */
const SENT_CREDENTIAL = /^(?:\w+[_-]?)?(?:api|access|auth|personal|client)[_-]?(?:key|token)$/i
/** What says whether somebody is known, and what says who: where the code of it is not here. */
const SAYS_WHETHER = /^is_?(?:user_?)?(?:authenticated|authori[sz]ed|logged_?in)$/i
const SAYS_WHO = /^(?:get(?:Server|ServerAuth|Iron)?Session|get(?:Current|Session)?User(?:Id)?|currentUser|unstable_getServerSession)$/i

/** Parameters of helpers, and what they are handed. */
type Handed = ReadonlyMap<number, number>
const NOTHING: Handed = new Map()

export class Strangers {
  private readonly known = new Map<number, number>()
  private readonly open = new Set<number>()
  private steps = 0

  constructor(private readonly linked: Linked) {}

  /** Whether some condition that leads to a node never turns out so for a stranger. */
  neverGetTo(node: number): boolean {
    return this.neverGetInto(this.linked.whole.region[node] as number)
  }

  /** The same of a region: where a function ends, or comes back. */
  neverGetInto(region: number): boolean {
    return this.isClosed(region, (condition) => this.of(condition))
  }

  /** Whether a condition turns out for every stranger as a region of that kind asks. */
  fulfil(condition: number, kind: RegionKind): boolean {
    if (kind === RegionKind.True) return !mayFail(this.of(condition))
    return kind === RegionKind.False && !mayHold(this.of(condition))
  }

  private isClosed(from: number, of: (condition: number) => number): boolean {
    const { regions } = this.linked.whole
    for (let region = from; region >= 0; region = regions[region * 4 + 1] as number) {
      const condition = regions[region * 4 + 2] as number
      if (condition < 0) continue
      if (regions[region * 4] === RegionKind.True && !mayHold(of(condition))) return true
      if (regions[region * 4] === RegionKind.False && !mayFail(of(condition))) return true
    }
    return false
  }

  private of(condition: number): number {
    let may = this.known.get(condition)
    if (may === undefined) {
      this.steps = 0
      may = this.value(condition, NOTHING, 0)
      this.known.set(condition, may)
    }
    return may
  }

  private value(node: number, handed: Handed, depth: number): number {
    if (node < 0 || node >= this.linked.whole.size || this.open.has(node) || ++this.steps > MOST_STEPS) return ANYTHING
    this.open.add(node)
    const may = this.valueOf(node, handed, depth)
    this.open.delete(node)
    return may
  }

  private valueOf(node: number, handed: Handed, depth: number): number {
    const { whole } = this.linked
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Null:
      case Kind.Undefined:
        return ABSENT
      case Kind.Boolean:
        return a === 1 ? TRUTHY : FALSY
      case Kind.String:
        return whole.text(a) === '' ? FALSY : TRUTHY
      case Kind.Object:
      case Kind.Array:
      case Kind.Function:
        return TRUTHY
      case Kind.Refine:
      case Kind.Await:
        return this.value(a, handed, depth)
      case Kind.Unary:
        return whole.c[node] === NOT ? not(this.value(a, handed, depth)) : ANYTHING
      case Kind.Binary:
        return this.comparison(node, handed, depth)
      case Kind.Choice:
        return this.choice(node, handed, depth)
      case Kind.Cell:
        return this.oneOf([...whole.items(a)], handed, depth)
      case Kind.Param:
        return handed.get(node) ?? (toldToCallback(this.linked, node) === 'caller' ? ABSENT : ANYTHING)
      case Kind.Load:
        return this.property(node, whole.text(whole.b[node] as number), handed, depth)
      case Kind.LoadDynamic: {
        const key = whole.b[node] as number
        return this.property(node, whole.kind[key] === Kind.String ? whole.text(whole.a[key] as number) : '', handed, depth)
      }
      case Kind.Call:
        return this.call(node, handed, depth)
      default:
        return ANYTHING
    }
  }

  private oneOf(nodes: readonly number[], handed: Handed, depth: number): number {
    return nodes.length === 0 ? ANYTHING : nodes.map((node) => this.value(node, handed, depth)).reduce(either)
  }

  private choice(node: number, handed: Handed, depth: number): number {
    const { whole } = this.linked
    const items = [...whole.items(whole.a[node] as number)]
    const goesOnWhere = GOES_ON.get(whole.c[node] as ChoiceKind)
    // `user ? a : b`: only what stands where a stranger gets to.
    const isOpen = (item: number) => !this.isClosed(whole.region[item] as number, (condition) => this.value(condition, handed, depth))
    if (goesOnWhere === undefined) return this.oneOf(items.filter(isOpen), handed, depth)
    let may = 0
    for (const [index, item] of items.entries()) {
      const value = this.value(item, handed, depth)
      if (index === items.length - 1) return may | value
      may |= value & ~goesOnWhere & ANYTHING
      if ((value & goesOnWhere) === 0) break
    }
    return may
  }

  /** `!== undefined`, `typeof … === 'undefined'`, `=== 'admin'`. */
  private comparison(node: number, handed: Handed, depth: number): number {
    const { whole } = this.linked
    const [one, other, operator] = [whole.a[node] as number, whole.b[node] as number, whole.c[node] as number]
    if (!isEqual(operator) && !isUnequal(operator)) return ANYTHING
    const equal = this.typeEquals(one, other, handed, depth) ?? this.equals(one, other, handed, depth)
    return isEqual(operator) ? equal : not(equal)
  }

  private typeEquals(one: number, other: number, handed: Handed, depth: number): number | undefined {
    const { whole } = this.linked
    if (whole.kind[one] !== Kind.Unary || whole.c[one] !== TYPEOF || whole.kind[other] !== Kind.String) return undefined
    const may = this.value(whole.a[one] as number, handed, depth)
    const isAsked = whole.text(whole.a[other] as number) === 'undefined'
    if ((may & ANYTHING) === ABSENT) return isAsked ? TRUTHY : FALSY
    return isAsked && (may & ABSENT) === 0 ? FALSY : TRUTHY | FALSY
  }

  private equals(one: number, other: number, handed: Handed, depth: number): number {
    const [left, right] = [this.value(one, handed, depth), this.value(other, handed, depth)]
    // `session.known === false`: whether it was set so for strangers, or never, does not show.
    if (this.linked.whole.kind[other] === Kind.Boolean && right === FALSY) return (left & TRUTHY) === 0 ? TRUTHY : TRUTHY | FALSY
    if ((left & right & ANYTHING) === 0) return FALSY
    return (left & ANYTHING) === ABSENT && (right & ANYTHING) === ABSENT ? TRUTHY : TRUTHY | FALSY
  }

  private property(node: number, name: string, handed: Handed, depth: number): number {
    const of = this.linked.whole.a[node] as number
    if (this.isOfCaller(of)) {
      if (HOLDERS.test(name)) return HOLDER
      if (IDENTITY.test(name) && !isFromInput(this.linked, of)) return ABSENT
    }
    if (SENT_CREDENTIAL.test(name) && (this.isOfCaller(of) || this.isInput(of))) return ABSENT
    if (isHeaders(this.linked, of) && (IDENTITY.test(name) || CREDENTIAL.test(name))) return ABSENT
    const may = this.value(of, handed, depth)
    return (may & ANYTHING) === ABSENT || (may & IS_HOLDER) !== 0 ? ABSENT : ANYTHING
  }

  /** `request.query`, `request.body || {}` */
  private isInput(node: number, hops = 0): boolean {
    const { whole } = this.linked
    const at = thingNamed(whole, node)
    if (hops > MOST_LOADS || at < 0) return false
    if (whole.kind[at] === Kind.Choice) return whole.items(whole.a[at] as number).some((item) => this.isInput(item, hops + 1))
    return whole.kind[at] === Kind.Load && /^(?:query|body|params)$/.test(whole.text(whole.b[at] as number))
  }

  /** A request, or a part of it by name: `request`, `context.state`. */
  private isOfCaller(node: number): boolean {
    const { whole } = this.linked
    let at = node
    for (let hops = 0; hops < MOST_LOADS; hops++) {
      if (isOfRequest(this.linked, at)) return true
      if (whole.kind[at] !== Kind.Load && whole.kind[at] !== Kind.Refine) return false
      at = whole.a[at] as number
    }
    return false
  }

  private call(call: number, handed: Handed, depth: number): number {
    const { whole } = this.linked
    const args = [...whole.args(call)]
    const name = calledName(this.linked, call)
    const receiver = receiverOf(this.linked, call)
    const [first] = args
    if (readsHeader(this.linked, call, (header) => IDENTITY.test(header) || CREDENTIAL.test(header))) return ABSENT
    if (isToldByLibrary(this.linked, call)) return ABSENT
    if (name === 'Boolean' && receiver < 0 && first !== undefined) return not(not(this.value(first, handed, depth)))
    const inside = this.answered(call, args, handed, depth)
    if (inside !== undefined) return inside
    if (SAYS_WHETHER.test(name)) return FALSY
    if (SAYS_WHO.test(name)) return ABSENT
    if (receiver < 0) return ANYTHING
    if (name === 'includes' && first !== undefined) return this.isAmong(receiver, first, handed, depth)
    // `session.get('user')`, and `_.get(session, ['user'], null)` of a library.
    const held = name === 'get' && first !== undefined ? this.value(first, handed, depth) : 0
    if ((held & IS_HOLDER) !== 0 || (held & ANYTHING) === ABSENT) return args[2] === undefined ? ABSENT : this.value(args[2], handed, depth)
    const of = this.value(receiver, handed, depth)
    return (of & ANYTHING) === ABSENT || (name === 'get' && (of & IS_HOLDER) !== 0) ? ABSENT : ANYTHING
  }

  /** `['admin', 'editor'].includes(user?.role)` */
  private isAmong(list: number, value: number, handed: Handed, depth: number): number {
    const may = this.value(value, handed, depth) & ANYTHING
    const items = this.linked.whole.kind[list] === Kind.Array ? this.linked.values.elements(list) : []
    if (items.length === 0) return ANYTHING
    const listed = items.map((item) => this.value(item, handed, depth)).reduce(either) & ANYTHING
    if ((listed & may) === 0) return FALSY
    return may === ABSENT && items.some((item) => this.value(item, handed, depth) === ABSENT) ? TRUTHY : ANYTHING
  }

  /** What functions of the program answer that a call runs, by the ways on which a stranger gets there. */
  private answered(call: number, args: readonly number[], handed: Handed, depth: number): number | undefined {
    const callees = this.linked.solver.callees.get(call)
    if (callees === undefined || callees.size === 0) return undefined
    if (callees.size > 2 || depth >= MOST_DEPTH) return ANYTHING
    const isSpread = args.some((argument) => this.linked.whole.kind[argument] === Kind.Spread)
    const given = isSpread ? undefined : args.map((argument) => this.value(argument, handed, depth))
    return [...callees].map((fn) => this.answerOf(fn, given, depth + 1)).reduce(either)
  }

  private answerOf(fn: number, given: readonly number[] | undefined, depth: number): number {
    const { whole } = this.linked
    const of = whole.functions[fn]
    if (!of) return ANYTHING
    const isRest = (param: number) => given === undefined || whole.c[param] === 1
    const handed = new Map(of.params.map((param, index) => [param, isRest(param) ? ANYTHING : (given?.[index] ?? ABSENT)]))
    const isClosed = (region: number) => this.isClosed(region, (condition) => this.value(condition, handed, depth))
    const answers = of.returns.flatMap((value, index) => (isClosed(of.returnRegions[index] ?? -1) ? [] : [this.value(value, handed, depth)]))
    if (of.endRegion >= 0 && !isClosed(of.endRegion)) answers.push(ABSENT)
    return answers.length === 0 ? ANYTHING : answers.reduce(either)
  }
}

/** Of what a choice goes on to its next part where a part is that. */
const GOES_ON = new Map<ChoiceKind, number>([
  [ChoiceKind.And, TRUTHY],
  [ChoiceKind.Or, ABSENT | FALSY],
  [ChoiceKind.Nullish, ABSENT],
])

const mayHold = (may: number): boolean => (may & TRUTHY) !== 0
const mayFail = (may: number): boolean => (may & (ABSENT | FALSY)) !== 0
const not = (may: number): number => (mayHold(may) ? FALSY : 0) | (mayFail(may) ? TRUTHY : 0)

/** One or the other: a holder only where both hold nothing. */
function either(one: number, other: number): number {
  const holdsNothing = [one, other].every((may) => (may & IS_HOLDER) !== 0 || (may & ANYTHING) === ABSENT)
  const both = one | other
  return holdsNothing ? both : both & ANYTHING
}
