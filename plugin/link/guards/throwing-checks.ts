/**
 * Checks of a token that throw where it is a wrong one, with nothing asked of what they give: `jwt.verify(request.headers.authorization,
 * KEY)`, by itself, in a helper, or in what was made of the credential (`const access = made(token); await access.check()`). In: a call of
 * a function. Out: whether nobody gets past it who shows no valid token in a header or a cookie.
 */
import { FunctionFlag, Kind, RegionKind } from '../../graph'
import { functionsLeadingTo } from '../access/records'
import { calledName, functionsAt, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { thingAwaited, thingNamed } from '../names'
import { usesOf } from '../uses'
import { isNext } from './answers'
import { catchOf } from './caught-inside'
import type { Denials } from './denials'
import { readsHeader } from './parts-of-requests'

/** Calls between a function and the check. */
const MOST_CALLS = 3
const MOST_HOPS = 12
const MOST_CALLEES = 2
const CREDENTIALS = /^(?:headers|cookies|signedCookies|authorization)$/
const READS_COOKIE = /^(?:get_?)?(?:signed_?)?cookies?$/i
const SENT = /^(?:body|query|params|files?|searchParams|input)$/

/** What parameters were given, and where that was written. */
type Frame = ReadonlyMap<number, { node: number; frame: Frame }>

const NO_FRAME: Frame = new Map()

export class ThrowingChecks {
  private all: ReadonlySet<number> | undefined
  private leading: ReadonlySet<number> | undefined

  constructor(
    private readonly linked: Linked,
    private readonly denials: Denials,
  ) {}

  /** @param fn whose way the call has to stand in */
  demands(call: number, fn: number): boolean {
    return this.checks.size > 0 && this.linked.whole.functionOf(call) === fn && this.demandsAt(call, NO_FRAME, 0)
  }

  private demandsAt(call: number, frame: Frame, depth: number): boolean {
    const { whole, solver, effects } = this.linked
    const isCheck = this.checks.has(call)
    const callees = isCheck ? [] : [...(solver.callees.get(call) ?? [])]
    if (!isCheck && (depth >= MOST_CALLS || callees.length === 0 || callees.length > MOST_CALLEES)) return false
    if (!callees.every((fn) => this.functions.has(fn)) || !this.isInTheWay(call, depth)) return false
    if (isCheck) return sentBy(this.linked, whole.args(call)[0] ?? -1, frame) === 'credential'
    return callees.every((fn) => {
      const isAsync = ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0
      if (isAsync && !isWaitedFor(this.linked, call)) return false
      const below = entered(this.linked, call, fn, frame)
      return effects.ofFunction(fn).some((node) => whole.kind[node] === Kind.Call && this.demandsAt(node, below, depth + 1))
    })
  }

  /** Calls that check a token by themselves; with a callback that is told what is wrong, nothing is thrown. */
  private get checks(): ReadonlySet<number> {
    if (!this.all) {
      const { whole, solver, models } = this.linked
      const throws = (call: number) =>
        [...(solver.apiCalls.get(call) ?? [])].some((path) => models.roles.get(models.paths.call(path))?.throws === true) &&
        !whole.args(call).some((argument) => functionsAt({ solver }, argument).length > 0)
      this.all = new Set([...lookupOf(whole).of(Kind.Call)].filter(throws))
    }
    return this.all
  }

  private get functions(): ReadonlySet<number> {
    this.leading ??= functionsLeadingTo(this.linked, this.checks)
    return this.leading
  }

  /** Done whatever holds, and what it throws ends what comes behind it. */
  private isInTheWay(call: number, depth: number): boolean {
    const { whole } = this.linked
    for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const kind = whole.regions[region * 4] as RegionKind
      if (kind === RegionKind.True || kind === RegionKind.False || kind === RegionKind.Catch) return false
      const caught = kind === RegionKind.Try ? catchOf(this.linked, region) : -1
      if (caught >= 0 && this.goesOnBehind(call, region, caught, depth)) return false
    }
    return true
  }

  /** What was caught is over: a helper comes back, a handler does what stands behind or hands the request on. */
  private goesOnBehind(call: number, tried: number, caught: number, depth: number): boolean {
    const { whole, effects } = this.linked
    const fn = whole.functionOf(call)
    const nodes = effects.ofFunction(fn)
    const isInside = (node: number, region: number) => effects.isInside(whole.region[node] as number, region)
    const inside = nodes.filter((node) => isInside(node, caught))
    const isCall = (node: number) => whole.kind[node] === Kind.Call
    if (inside.some((node) => isCall(node) && isNext(this.linked, node) && whole.args(node).length === 0)) return true
    if (inside.some((node) => whole.kind[node] === Kind.Throw || this.denials.of(node) !== undefined)) return false
    if (depth > 0) return true
    if (whole.functions[fn]?.returnRegions.some((region) => effects.isInside(region, caught))) return false
    return nodes.some((node) => isCall(node) && node > call && !isInside(node, tried) && !isInside(node, caught))
  }
}

/** Awaited or given back, and nothing that it rejects with is caught on the way. */
function isWaitedFor({ whole }: Linked, call: number): boolean {
  const uses = usesOf(whole)
  const { end, methods } = uses.endOfChain(call)
  if (methods.some(({ name }) => name === 'catch')) return false
  return uses.of(end).some((user) => whole.kind[user] === Kind.Await) || (whole.functions[whole.functionOf(call)]?.returns.includes(end) ?? false)
}

/** The way into a function that a call calls; of what a function made, with what that was handed. */
function entered(linked: Linked, call: number, fn: number, frame: Frame): Frame {
  const { whole, solver, values } = linked
  const below = new Map(frame)
  const bind = (from: number, callee: number) =>
    whole.functions[callee]?.params.forEach((param, index) => {
      const node = whole.args(from)[index]
      if (node !== undefined) below.set(param, { node, frame })
    })
  const receiver = receiverOf(linked, call)
  for (const made of receiver < 0 ? [] : values.definitions(receiver)) {
    if (made >= whole.size || (whole.kind[made] !== Kind.Call && whole.kind[made] !== Kind.New)) continue
    const makers = whole.kind[made] === Kind.New ? functionsAt({ solver }, whole.a[made] as number) : [...(solver.callees.get(made) ?? [])]
    for (const maker of makers) if (maker !== fn && whole.isWithin(fn, maker)) bind(made, maker)
  }
  bind(call, fn)
  return below
}

/** Where a value comes from: a header or a cookie, or what a form, an address or a question brings. */
function sentBy(linked: Linked, node: number, frame: Frame, hops = 0): 'credential' | 'input' | undefined {
  const { whole, solver } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return undefined
  const at = thingNamed(whole, thingAwaited(whole, node))
  const of = (parts: Iterable<number>, within = frame): 'credential' | 'input' | undefined => {
    let found: 'credential' | undefined
    for (const part of parts) {
      const sent = sentBy(linked, part, within, hops + 1)
      if (sent === 'input') return sent
      found ??= sent
    }
    return found
  }
  switch (whole.kind[at] as Kind) {
    case Kind.Param: {
      const given = frame.get(at)
      return given ? sentBy(linked, given.node, given.frame, hops + 1) : undefined
    }
    case Kind.Load: {
      const name = whole.text(whole.b[at] as number)
      if (CREDENTIALS.test(name)) return 'credential'
      return SENT.test(name) ? 'input' : of([whole.a[at] as number])
    }
    case Kind.Call: {
      if (readsHeader(linked, at, () => true) || READS_COOKIE.test(calledName(linked, at))) return 'credential'
      const own = of([receiverOf(linked, at), ...whole.args(at)])
      if (own === 'input') return own
      for (const fn of [...(solver.callees.get(at) ?? [])].slice(0, MOST_CALLEES)) {
        const given = of(whole.functions[fn]?.returns ?? [], entered(linked, at, fn, frame))
        if (given) return given
      }
      return own
    }
    default:
      return of(whole.madeOf(at))
  }
}
