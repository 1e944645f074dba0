/**
 * How a node turns a request away. In: a throw, a store or a call. Out: as what the caller is told: not known, without the right, sent
 * to sign in, or with an error that may mean anything.
 */
import { Kind, RegionKind } from '../../graph'
import { asserts } from '../assertions'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { remember } from '../lookup'
import { thingAwaited } from '../names'
import { handsContextOn, isNext, statusIn } from './answers'
import { isGivenBack } from './given-back'
import { handsRequest } from './parts-of-requests'

/** `returned`: an error that is given back; what it means is for the one who asked to say. */
export type Denial = 'unauthenticated' | 'forbidden' | 'login' | 'error' | 'returned'

const UNAUTHENTICATED = /unauthori[sz]ed|unauthenticated|notauthenticated|loginrequired|invalidtoken|authenticationerror|autherror/i
const FORBIDDEN = /forbidden|accessdenied|notallowed|permissiondenied|insufficient/i
const LOGIN_PAGE = /(?:^|\/)(?:log-?in|sign-?in|auth|session|account\/login|connect|welcome)/i
const ERROR = /error|fail|reject|unauth|forbid|den(?:y|ied)/i

/** Classes further up than this are those of libraries. */
const MOST_BASES = 5

export class Denials {
  private readonly answered = new Map<number, Denial | undefined>()
  private readonly sentBy = new Map<number, Denial | undefined>()
  private readonly thrownBy = new Map<number, Denial | undefined>()

  private readonly known = remember<Denial | undefined>()
  /** Helpers that are being looked into. */
  private looking = 0

  constructor(private readonly linked: Linked) {}

  /** How a node turns a request away; undefined where it does not. */
  of(node: number): Denial | undefined {
    // What is found on the way into a helper that calls itself may be more once that is known.
    return this.looking > 0 ? this.find(node) : this.known(this.linked, node, 0, () => this.find(node))
  }

  private find(node: number): Denial | undefined {
    const { whole } = this.linked
    switch (whole.kind[node] as Kind) {
      case Kind.Throw:
        return this.thrown(whole.a[node] as number) ?? 'error'
      case Kind.Store:
        return /^status(?:Code)?$/.test(whole.text(whole.b[node] as number)) ? this.ofStatus(whole.c[node] as number) : undefined
      case Kind.New:
        return this.ofStatusTold(node) ?? this.ofErrorGivenBack(node)
      default:
        return this.ofCall(node)
    }
  }

  private ofCall(call: number): Denial | undefined {
    const { whole } = this.linked
    const name = calledName(this.linked, call)
    const [first] = whole.args(call)
    // A promise that stands for the request: `reject(new ApiError(403))`.
    if (name === 'reject' && receiverOf(this.linked, call) < 0 && first !== undefined) return this.thrown(first)
    const told = this.ofStatusTold(call) ?? this.ofAssertion(call)
    if (told) return told
    if (first !== undefined && isNext(this.linked, call) && !handsContextOn(this.linked, call)) return this.ofFaultHandedOn(first)
    if (/^(?:redirect|permanentRedirect)$/.test(name)) return this.leadsToLogin(call) ? 'login' : undefined
    if (/^(?:unauthorized|notAuthenticated|notLoggedIn)$/i.test(name)) return 'unauthenticated'
    if (/^(?:forbidden|accessDenied)$/i.test(name)) return 'forbidden'
    const alwaysThrown = this.alwaysThrown(call)
    if (alwaysThrown) return alwaysThrown
    const sent = this.refusalSent(call)
    if (sent) return sent
    if (!isGivenBack(this.linked, call)) return undefined
    const made = this.refusalMade(call)
    if (made === 'unauthenticated' || UNAUTHENTICATED.test(name)) return 'unauthenticated'
    // Of what the caller has no right to, or of what nobody has: the condition has to say.
    return made === 'forbidden' || ERROR.test(name) ? 'returned' : undefined
  }

  /** `return new UserError('Sign in first')`, which a library throws for the resolver that gives it back. */
  private ofErrorGivenBack(node: number): Denial | undefined {
    const { whole, solver } = this.linked
    if (!(whole.functions[whole.functionOf(node)]?.returns ?? []).includes(node)) return undefined
    const isError = (cls: number | undefined, hops = 0): boolean => {
      if (cls === undefined || hops > MOST_BASES) return false
      const base = whole.classes[cls]?.extends ?? -1
      return (base >= 0 && this.linked.values.nameOf(base) === 'Error') || isError(solver.superclass.get(cls), hops + 1)
    }
    const made = solver.of(whole.a[node] as number).filter((label) => solver.labels.kind[label] === LabelKind.Class)
    const isOne =
      made.length > 0
        ? made.every((label) => isError(solver.labels.data[label] as number))
        : /(?:Error|Exception)$/.test(calledName(this.linked, node))
    return isOne ? 'returned' : undefined
  }

  private ofStatus(node: number): Denial | undefined {
    return deniesBy(statusIn(this.linked, node))
  }

  /** `response.status(401)`, `new Response(body, { status: 403 })` */
  private ofStatusTold(node: number): Denial | undefined {
    const { whole, values } = this.linked
    const args = [...whole.args(node)]
    const [first] = args
    if (first !== undefined && /^(?:status|sendStatus|code|writeHead|throw|error|abort|createError)$/.test(calledName(this.linked, node))) {
      const denial = this.ofStatus(first)
      if (denial) return denial
    }
    for (const argument of args) {
      if (whole.kind[argument] !== Kind.Object) continue
      const denial = deniesBy(
        ['status', 'statusCode', 'code'].flatMap((key) => values.property(argument, key)).flatMap((value) => values.numbers(value))[0],
      )
      if (denial) return denial
    }
    return undefined
  }

  /** `ctx.assert(ctx.state.user, 401)`, `assertThat(user, new HttpError(401))`: refuses unless its first argument holds. */
  private ofAssertion(call: number): Denial | undefined {
    const { whole, values } = this.linked
    const error = whole.args(call)[1]
    if (error === undefined || !asserts(this.linked, call)) return undefined
    return deniesBy(values.numbers(error)[0]) ?? this.thrown(error) ?? (whole.kind[error] === Kind.New ? this.of(error) : undefined)
  }

  /** `next(error)`; with a name it goes on with the next route. */
  private ofFaultHandedOn(fault: number): Denial | undefined {
    if (this.linked.values.texts(fault).some(({ value }) => value === 'route' || value === 'router')) return undefined
    return this.thrown(fault) ?? 'error'
  }

  /** `redirect('/login')`, `redirect(new URL('/login', request.url))` */
  private leadsToLogin(call: number): boolean {
    const { whole, values } = this.linked
    return whole
      .args(call)
      .flatMap((argument) => (whole.kind[argument] === Kind.New ? [...whole.args(argument)] : [argument]))
      .some((argument) => values.texts(argument).some(({ value }) => LOGIN_PAGE.test(value)))
  }

  /** What a helper throws that never comes back: `const refuse = () => { throw new Forbidden() }`. Its calls are the refusals. */
  private alwaysThrown(call: number): Denial | undefined {
    const { whole, solver, effects } = this.linked
    const callees = solver.callees.get(call)
    if (callees?.size !== 1) return undefined
    const fn = [...callees][0] as number
    if (!this.thrownBy.has(fn)) {
      const of = whole.functions[fn]
      const isEndless = of !== undefined && of.returns.length === 0 && of.endRegion < 0
      const [first, ...others] = isEndless ? effects.ofFunction(fn).filter((node) => whole.kind[node] === Kind.Throw) : []
      const kind = first === undefined ? undefined : (this.thrown(whole.a[first] as number) ?? 'error')
      this.thrownBy.set(fn, others.every((node) => this.thrown(whole.a[node] as number) === kind) ? kind : 'error')
    }
    return this.thrownBy.get(fn)
  }

  /** What a helper sends that is handed the response, whatever else it does: `challenge(res)` that ends with `res.sendStatus(401)`. */
  private refusalSent(call: number): Denial | undefined {
    const { whole, solver, effects } = this.linked
    const callees = solver.callees.get(call)
    if (callees?.size !== 1 || !handsRequest(this.linked, call)) return undefined
    const fn = [...callees][0] as number
    if (!this.sentBy.has(fn)) {
      this.sentBy.set(fn, undefined)
      this.looking++
      const nodes = effects.ofFunction(fn)
      const isAlways = (node: number) => whole.regions[(whole.region[node] as number) * 4] === RegionKind.Body
      const sent = nodes.filter((node) => isAlways(node) && whole.kind[node] !== Kind.Throw).map((node) => this.of(node))
      this.looking--
      if (!nodes.some((node) => whole.kind[node] === Kind.Call && isNext(this.linked, node)))
        this.sentBy.set(
          fn,
          sent.find((kind) => kind === 'unauthenticated' || kind === 'forbidden'),
        )
    }
    return this.sentBy.get(fn)
  }

  /** What a helper answers whatever it is given: `notAuthenticated()` that returns `Response.json(error, { status: 401 })`. */
  private refusalMade(call: number): Denial | undefined {
    const { whole, solver } = this.linked
    const callees = solver.callees.get(call)
    if (callees?.size !== 1) return undefined
    const fn = [...callees][0] as number
    if (!this.answered.has(fn)) {
      this.answered.set(fn, undefined)
      this.looking++
      const made = (whole.functions[fn]?.returns ?? []).map((value) => {
        if (whole.kind[value] !== Kind.Call && whole.kind[value] !== Kind.New) return undefined
        const told = this.of(value)
        // What an error means that is made for somebody else to throw stands in it.
        return told === undefined || told === 'returned' ? this.thrown(value) : told
      })
      this.looking--
      const [first] = made
      const always = (first === 'unauthenticated' || first === 'forbidden') && made.every((each) => each === first)
      this.answered.set(fn, always ? first : undefined)
    }
    return this.answered.get(fn)
  }

  /** What an error says that is thrown, or handed on. */
  private thrown(value: number): Denial | undefined {
    const { whole, values } = this.linked
    const node = thingAwaited(whole, value)
    if (whole.kind[node] !== Kind.New && whole.kind[node] !== Kind.Call) return undefined
    const name = calledName(this.linked, node)
    if (UNAUTHENTICATED.test(name)) return 'unauthenticated'
    if (FORBIDDEN.test(name)) return 'forbidden'
    // `next(rejection(request))`, with what the helper makes.
    const made = whole.kind[node] === Kind.Call ? this.refusalMade(node) : undefined
    if (made) return made
    for (const argument of whole.args(node)) {
      const denial = this.ofStatus(argument)
      if (denial) return denial
      const text = values.texts(argument)[0]
      if (text && UNAUTHENTICATED.test(text.value.replace(/\s/g, ''))) return 'unauthenticated'
      const told = whole.kind[argument] === Kind.Object ? this.ofCode(argument) : undefined
      if (told) return told
    }
    return undefined
  }

  /** `new ApiError({ code: 'unauthorized', message: … })` */
  private ofCode(options: number): Denial | undefined {
    const { values } = this.linked
    for (const name of ['code', 'type', 'status', 'statusCode']) {
      const [value] = values.property(options, name)
      if (value === undefined) continue
      const code = values.texts(value)[0]?.value.replace(/\W|_/g, '') ?? ''
      if (UNAUTHENTICATED.test(code)) return 'unauthenticated'
      if (FORBIDDEN.test(code)) return 'forbidden'
      const told = this.ofStatus(value)
      if (told) return told
    }
    return undefined
  }
}

function deniesBy(status: number | undefined): Denial | undefined {
  if (status === 401 || status === 407) return 'unauthenticated'
  return status === 403 ? 'forbidden' : undefined
}
