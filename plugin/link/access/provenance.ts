/**
 * Who decides a value: the caller by who they are, the caller by what they send, or what is stored. In: a node and the way by
 * which its function was entered. Out: the three, told apart; a value that is made of several parts has what each of them has.
 */
import { Kind } from '../../graph'
import { newFrame, Origins, type Frame as RequestFrame } from '../entry-points/origins'
import type { Guards } from '../guards'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { recordCalls } from './records'

export interface Made {
  /** Of the session, a verified token, or whatever stands for who is calling. */
  caller: boolean
  /** Of what the request says: `path.id`, `json.owner`; the place alone where all of it is meant. */
  request: ReadonlySet<string>
  /** Of stored records. */
  stored: boolean
}

/** One way into a function: what each parameter was given, and where that was written. */
export interface Way {
  args: ReadonlyMap<number, { node: number; way: Way }>
  through: readonly number[]
  known: Map<number, Made>
}

export const newWay = (args: Way['args'] = new Map(), through: readonly number[] = []): Way => ({ args, through, known: new Map() })

const NOTHING: Made = { caller: false, request: new Set(), stored: false }
const CALLER: Made = { ...NOTHING, caller: true }
const DEEPEST = 40
const MOST_CALLS = 6
const MOST_PARTS = 60

/** Members of requests, contexts and sessions that say who is calling. */
const IDENTITY =
  /^(?:(?:current|logged_?in|auth(?:enticated|orized)?|session)?_?(?:user|account|member|customer|principal|identity|employee)s?(?:_?(?:id|uid|name|email|data|info))?|session|auth|jwt|jwt_?payload|token|access_?token|token_?payload|decoded(?:_?token)?|uid|claims|credentials|passport|logged_?in|is_?authenticated|authorization)$/i
const CREDENTIAL = /auth|token|session|sid$|jwt|api_?-?key|user|login/i
const SENT = /^(?:body|query|params|files?|form|input|rawBody|url|originalUrl)$/
const CALLED = /^(?:(?:current|logged_?in|auth)_?)?(?:user|account|principal|claims|jwt_?payload)$/i
const REQUEST = /^[_{ ]*(?:req|request|ctx|context|socket|client|reply|res|response|session|c|event|locals)\b/

export class Provenance {
  private readonly origins: Origins
  private readonly root: RequestFrame = newFrame()
  /** Members that some guard of the program writes the caller into: `req.account = await verify(token)`. */
  private readonly injected = new Set<string>()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {
    this.origins = new Origins(linked)
  }

  /** @param overwritten parts of the request that a guard in front has put the caller's identity into: `json.UserId` */
  of(node: number, way: Way, overwritten: ReadonlySet<string> = new Set(), depth = 0): Made {
    if (node < 0 || node >= this.linked.whole.size || depth > DEEPEST) return NOTHING
    const known = way.known.get(node)
    if (known) return known
    // What goes round in a circle adds nothing.
    way.known.set(node, NOTHING)
    const found = this.find(node, way, overwritten, depth)
    way.known.set(node, found)
    return found
  }

  private find(node: number, way: Way, overwritten: ReadonlySet<string>, depth: number): Made {
    const { whole } = this.linked
    const each = (nodes: Iterable<number>): Made => {
      let made = NOTHING
      let count = 0
      for (const part of nodes) {
        if (count++ > MOST_PARTS) break
        made = both(made, this.of(part, way, overwritten, depth + 1))
      }
      return made
    }
    switch (whole.kind[node] as Kind) {
      case Kind.Param:
        return this.parameter(node, way, overwritten, depth)
      case Kind.Load:
      case Kind.LoadDynamic:
        return this.member(node, way, overwritten, depth)
      case Kind.Call:
      case Kind.New:
        return this.call(node, way, overwritten, depth)
      case Kind.Element:
      case Kind.Yield:
      case Kind.Throw:
        return each([whole.a[node] as number])
      case Kind.Object:
        return each([...whole.madeOf(node), ...this.written(node)])
      case Kind.Tagged:
        return each(whole.items(whole.b[node] as number))
      case Kind.Function:
      case Kind.Class:
        return NOTHING
      default:
        return each(whole.madeOf(node))
    }
  }

  /** Values that are assigned to members of an object that the code makes. */
  private written(object: number): number[] {
    return this.storesOn(object).map((store) => this.linked.whole.c[store] as number)
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

  private parameter(node: number, way: Way, overwritten: ReadonlySet<string>, depth: number): Made {
    const given = way.args.get(node)
    if (given) return this.of(given.node, given.way, overwritten, depth + 1)
    const { whole, values } = this.linked
    const decorated = this.decorated(node, overwritten)
    if (decorated) return decorated
    const sent = this.sent(node, overwritten)
    if (sent !== NOTHING) return sent
    const fact = whole.functions[whole.a[node] as number]
    const call = fact ? values.callAround(fact.node) : -1
    if (this.isRequest(node)) return NOTHING
    // What a strategy or a session hands to a function that nothing here calls.
    if (call < 0) return CALLED.test(fact?.fact.paramNames[whole.b[node] as number] ?? '') ? CALLER : NOTHING
    // What a callback is given comes of the call that it is handed to.
    return this.call(call, way, overwritten, depth + 1)
  }

  private readonly decorators = new Map<number, number[]>()
  private listed = false
  private decorated(param: number, overwritten: ReadonlySet<string>): Made | undefined {
    const { whole, models, solver, values } = this.linked
    if (!this.listed) {
      this.listed = true
      for (const { fn, index, expression } of whole.parameterDecorators) {
        const at = whole.functions[fn]?.params[index]
        if (at !== undefined) this.decorators.set(at, [...(this.decorators.get(at) ?? []), expression])
      }
    }
    for (const expression of this.decorators.get(param) ?? []) {
      const name = whole.kind[expression] === Kind.Call ? calledName(this.linked, expression) : values.nameOf(expression)
      for (const path of whole.kind[expression] === Kind.Call ? (solver.apiCalls.get(expression) ?? []) : []) {
        const known = models.decorators.get(models.paths.find(path, '()'))
        if (known?.model.decorator !== 'parameter' || !known.model.in) continue
        const first = whole.args(expression)[0]
        const field = first === undefined ? undefined : values.texts(first).find(({ exact }) => exact)?.value
        return this.part(known.model.in, field === undefined ? [] : [field], overwritten)
      }
      if (/user|session|auth|account|principal|identity|member|claims|jwt|token/i.test(name)) return CALLER
    }
    return undefined
  }

  /** Part of a request, where models say that it is one. */
  private sent(node: number, overwritten: ReadonlySet<string>): Made {
    let made = NOTHING
    for (const origin of this.origins.of(node, this.root))
      if (origin.kind === 'data' && origin.place !== 'raw' && origin.place !== 'argument')
        made = both(made, this.part(origin.place, origin.trail, overwritten))
    return made
  }

  private part(place: string, trail: readonly string[], overwritten: ReadonlySet<string>): Made {
    const at = PLACES[place] ?? place
    if ((at === 'header' || at === 'cookie') && (trail.length === 0 || CREDENTIAL.test(trail[0] as string))) return CALLER
    const name = trail.length === 0 ? at : `${at}.${trail[0]}`
    return overwritten.has(name) ? CALLER : { ...NOTHING, request: new Set([name]) }
  }

  private member(node: number, way: Way, overwritten: ReadonlySet<string>, depth: number): Made {
    const { whole } = this.linked
    if (this.saysCaller(node)) return CALLER
    const base = this.of(whole.a[node] as number, way, overwritten, depth + 1)
    const key = whole.kind[node] === Kind.LoadDynamic ? this.of(whole.b[node] as number, way, overwritten, depth + 1) : NOTHING
    if (whole.kind[node] === Kind.Load && base.request.size > 0 && !base.stored) {
      const name = whole.text(whole.b[node] as number)
      const parts = [...base.request].map((part) => (part === 'url.query' ? `query.${name}` : part.includes('.') ? part : `${part}.${name}`))
      const left = parts.filter((part) => !overwritten.has(part))
      return { caller: base.caller || left.length < parts.length, request: new Set(left), stored: false }
    }
    const made = both(base, key)
    return isNothing(made) && whole.kind[whole.a[node] as number] !== Kind.This ? this.sent(node, overwritten) : made
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
          IDENTITY.test(name) ||
          this.injected.has(name) ||
          (index > 0 && /^(?:headers|cookies|signedCookies)$/.test(names[index - 1] as string) && CREDENTIAL.test(name)),
      )
    )
      return false
    return this.isRequest(at) || (whole.kind[at] === Kind.This && /^(?:req|request|ctx|context)$/.test(names[0] as string))
  }

  /** A request, an answer, a context or a session, by what is known of it or by what it is called. */
  isRequest(node: number): boolean {
    const { whole, models } = this.linked
    if (node < 0) return false
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Param && REQUEST.test(whole.functions[whole.a[node] as number]?.fact.paramNames[whole.b[node] as number] ?? '')) return true
    if (kind !== Kind.Param && kind !== Kind.Call && kind !== Kind.Global && kind !== Kind.Cell) return false
    return apiPathsOf(this.linked, node).some((path) => /\/(?:Request|Response|Reply|Context|IncomingMessage|Socket)$/.test(models.paths.show(path)))
  }

  private call(call: number, way: Way, overwritten: ReadonlySet<string>, depth: number): Made {
    const { whole, solver } = this.linked
    if (this.guards.identifies(call)) return CALLER
    const sent = this.sent(call, overwritten)
    if (sent !== NOTHING) return sent
    const receiver = receiverOf(this.linked, call)
    const args = [...whole.args(call)]
    if (receiver >= 0 && this.isRequest(receiver) && /^(?:get|header)$/.test(calledName(this.linked, call)) && args[0] !== undefined)
      if (this.linked.values.texts(args[0]).some(({ value }) => IDENTITY.test(value))) return CALLER
    let made: Made = recordCalls(this.linked).has(call) ? { ...NOTHING, stored: true } : NOTHING
    if (receiver >= 0) made = both(made, this.of(receiver, way, overwritten, depth + 1))
    for (const argument of args.slice(0, 8))
      if (whole.kind[argument] !== Kind.Function) made = both(made, this.of(argument, way, overwritten, depth + 1))
    if (whole.kind[call] === Kind.New) for (const value of this.written(call)) made = both(made, this.of(value, way, overwritten, depth + 1))
    for (const fn of [...(solver.callees.get(call) ?? [])].slice(0, 3)) {
      const below = this.enter(call, fn, way)
      if (below) for (const value of whole.functions[fn]?.returns ?? []) made = both(made, this.of(value, below, overwritten, depth + 1))
    }
    return made
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

  /** Parts of the request that a function puts the caller into, as `overwritten` names them; members of its own are remembered. */
  putsCaller(fn: number): string[] {
    const { whole, effects } = this.linked
    const found: string[] = []
    for (const node of effects.within(fn)) {
      if (whole.kind[node] !== Kind.Store || !this.of(whole.c[node] as number, newWay()).caller) continue
      const name = whole.text(whole.b[node] as number)
      const target = whole.a[node] as number
      if (this.isRequest(target)) this.injected.add(name)
      else for (const part of this.sent(target, new Set()).request) if (!part.includes('.')) found.push(`${part}.${name}`)
    }
    return found
  }
}

/** Forms of a body are one place here: a guard that writes `req.body.owner` writes whatever form it came in. */
const PLACES: Record<string, string> = { body: 'json', form: 'json' }

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
