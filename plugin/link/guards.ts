/**
 * What a function or library value does when it stands between a request and its handler. In: a node among handlers. Out:
 * its role, whether it can stop a request, and whether it answers itself. In-house functions are judged by what their bodies
 * do, not by their names; a guard that does not stop (a redirect without return) is none.
 */
import { ChoiceKind, Kind, RegionKind } from '../graph'
import type { Evidence, Guard } from '../types'
import { asserts } from './assertions'
import { isCaughtFromBehind } from './caught-from-behind'
import { LabelKind } from './labels'
import { apiPathsOf, atPlace, calledName, cite, type Linked, receiverOf } from './linked'
import { lookupOf } from './lookup'
import { isEqual, isUnequal, NOT } from './operators'
import { partsAsked } from './parts-of-paths'
import { type AskedOption, isSwitchedOff, makersOf, optionsAsked, optionsHeld } from './refusals-by-option'
import { addressesAt, isMethod } from './routes/tests-of-requests'
import { toldToCallback } from './told-to-callbacks'
import { Wrappers } from './wrappers'

export interface Refusal {
  role: 'authentication' | 'authorization'
  at: Evidence
  /** It is what the function gives back: whoever calls it and goes on regardless refuses nobody. */
  returned?: true
  /** Comparisons besides who is calling that have to hold: `kind !== PUBLIC`. */
  conditional?: readonly number[]
  /** What the function has to be told for it. */
  options?: readonly AskedOption[]
  /** Only requests of these methods get there: `if (request.method === 'GET')`. */
  methods?: readonly string[]
}

export interface Behaviour {
  roles: Set<Guard['role']>
  /** Hands the request on (calls `next`). */
  passes: boolean
  /** By a call of its own, and not by what it wraps. */
  passesItself: boolean
  /** Answers with success on some way. */
  answers: boolean
  /** Where it turns requests away for want of identity or rights. */
  denials: Refusal[]
  /** Mounted middleware that serves a directory. */
  serves: 'files' | 'directory listing' | undefined
  /** Nothing of it could be looked at. */
  opaque: boolean
  /** Notes faults without refusing: only counts where another handler asks for them. */
  collects: boolean
  /** Refuses only those who show something: whoever shows nothing is let on. */
  letsStrangersOn?: boolean
  /** Paths that it lets pass, and paths that it only looks at; prefixes where they end in `*`, expressions in slashes. */
  exempt: string[]
  only: string[]
}

/** Property names that carry who the caller is. */
const IDENTITY =
  /^(?:user|users?_?id|session|sessionid|authorization|cookies?|signedCookies|logged_?in|logged|token|access_?token|id_?token|is_?authenticated|is_?logged_?in|current_?user|authenticated_?users?|account|principal|identity|jwt|jwtPayload|auth|authentication|auth_?(?:context|ctx|result|info|data)|viewer|x-access-token|api_?key|x-api-key)$/i
/** Calls that find out who the caller is. */
const IDENTIFIES =
  /^(?:verify|verifyToken|jwtVerify|decode|getSession|getServerSession|unstable_getServerSession|getServerAuthSession|auth|currentUser|getCurrentUser|getUser|getToken|validateRequest|validateSession|isAuthenticated|isAuthorized|isLoggedIn|authenticate|requireUser|getUserId|checkAuth|getAuth|getIronSession|validateSessionToken)$/i
const WEAK = /^(?:verify|decode|auth|getUser|getToken|authenticate)$/i
const RIGHTS =
  /^(?:roles?|permissions?|scopes?|is_?admin|admin|is_?super|superuser|abilit(?:y|ies)|can|cannot|hasRole|hasPermission|privileges?|claims|groups?|accessLevel)$/i
/** What an account says of its own rights: `user.isAdminOrUp`, `user.canUpload`; nothing of them where it is not an account that says so. */
const OWN_RIGHT = /^(?:can|may)[A-Z]|^(?:is|has)_?(?:admin|administrator|root|super|staff|moderator|privileged)/i
const UNAUTHENTICATED = /unauthori[sz]ed|unauthenticated|notauthenticated|loginrequired|invalidtoken|authenticationerror|autherror/i
const FORGERY = /csrf|xsrf|(?:request|cross.?site).?forgery/i
const FORBIDDEN = /forbidden|accessdenied|notallowed|permissiondenied|insufficient/i
const LOGIN_PAGE = /(?:^|\/)(?:log-?in|sign-?in|auth|session|account\/login|connect|welcome)/i

const nothing = (): Behaviour => ({
  roles: new Set(),
  passes: false,
  passesItself: false,
  answers: false,
  denials: [],
  serves: undefined,
  opaque: false,
  collects: false,
  exempt: [],
  only: [],
})
const EMPTY = nothing()
const MOST_DEPTH = 4
/** Of what refuses, in characters. */
const MOST_REFUSAL = 400
/** Of what a condition is made of. */
const MOST_PARTS = 60

export class Guards {
  private readonly known = new Map<number, Behaviour>()
  private readonly wrappers: Wrappers

  constructor(private readonly linked: Linked) {
    this.wrappers = new Wrappers(linked)
  }

  /** The parameter of an outer function that a call calls, -1 when it calls something else. */
  outerParameter(call: number): number {
    return this.wrappers.outerParameter(call)
  }

  /** Whether a call runs what some function was handed: a wrapper's call of what it wraps. */
  runsWhatWasHanded(call: number): boolean {
    return this.wrappers.runsWhatWasHanded(call)
  }

  /** Handlers that a call of a wrapper wraps: of `wrap(f)` and `wrap({ handler: f })`, f. */
  wrapped(node: number): number[] {
    return this.wrappers.wrapped(node)
  }

  /**
   * What a value does when it stands among handlers.
   * @param wrapped what a wrapper is handed to make it, where that is known better than by the value alone
   */
  ofNode(
    node: number,
    labels: readonly number[] = this.linked.solver.of(node),
    wrapped: readonly { node: number; labels?: readonly number[] }[] = this.wrapped(node).map((inner) => ({ node: inner })),
  ): Behaviour {
    const { solver, models } = this.linked
    const merged = nothing()
    for (const inner of wrapped) merge(merged, this.ofNode(inner.node, inner.labels))
    const { passes } = merged
    merged.opaque =
      merged.roles.size === 0 &&
      !labels.some((label) => solver.labels.kind[label] === LabelKind.Function || solver.labels.kind[label] === LabelKind.Instance)
    const judged = new Set(wrapped.flatMap((inner) => inner.labels ?? solver.of(inner.node)))
    for (const label of labels) {
      // What is wrapped was judged by what it was made with.
      if (judged.has(label)) continue
      const kind = solver.labels.kind[label] as LabelKind
      const data = solver.labels.data[label] as number
      if (kind === LabelKind.Function) merge(merged, this.asMade(node, this.ofFunction(data)))
      else if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
        const role = models.roles.get(kind === LabelKind.Api ? data : (solver.labels.extra[label] as number))
        if (!role) continue
        merged.opaque = false
        if (this.isOptional(node, role.optional)) {
          merged.passes = true
          continue
        }
        merged.roles.add(role.role)
        merged.passes = true
        merged.collects ||= role.collects ?? false
        merged.exempt.push(...this.exceptions(node))
        if (role.serves) merged.serves = role.serves
        if (role.role === 'authentication' || role.role === 'authorization') merged.denials.push({ role: role.role, at: cite(this.linked, node) })
      } else if (kind === LabelKind.Instance) {
        // A class whose `use` or `canActivate` is the guard.
        for (const method of ['use', 'canActivate', 'intercept', 'handle']) {
          const fn = this.method(label, method)
          if (fn >= 0) merge(merged, this.ofFunction(fn))
        }
      }
    }
    // A wrapper gives `next` to what it wraps; whether that hands on is what counts, where it does not itself.
    if (wrapped.length > 0) merged.passes = passes || merged.passesItself
    return merged
  }

  /** The library call that made a value, through in-house factories. */
  madeBy(node: number, hops = 0): number {
    const { whole, solver } = this.linked
    if (hops > 5 || node < 0 || node >= whole.size) return -1
    switch (whole.kind[node] as Kind) {
      case Kind.Call: {
        if (solver.apiCalls.has(node)) return node
        for (const callee of solver.callees.get(node) ?? [])
          for (const value of whole.functions[callee]?.returns ?? []) {
            const made = this.madeBy(value, hops + 1)
            if (made >= 0) return made
          }
        return -1
      }
      case Kind.Refine:
      case Kind.Await:
        return this.madeBy(whole.a[node] as number, hops + 1)
      case Kind.Load: {
        // `auth.optional` of `const auth = { required: jwt(…), optional: jwt({ credentialsRequired: false }) }`.
        const made = this.linked.values.definitions(node).filter((at) => at !== node && at < whole.size && whole.kind[at] === Kind.Call)
        return made.length === 1 ? this.madeBy(made[0] as number, hops + 1) : -1
      }
      case Kind.Cell:
      case Kind.Choice:
        for (const item of whole.items(whole.a[node] as number)) {
          const made = this.madeBy(item, hops + 1)
          if (made >= 0) return made
        }
        return -1
      default:
        return -1
    }
  }

  /** Options with which a library guard lets everyone pass. */
  private isOptional(node: number, options: { option: string; is: string }[] | undefined): boolean {
    if (!options) return false
    const call = this.madeBy(node)
    if (call < 0) return false
    const { values } = this.linked
    return options.some(({ option, is }) =>
      atPlace(this.linked, call, option, undefined)
        .flatMap((value) => values.elements(value))
        .some((value) =>
          is === 'function' ? this.linked.whole.kind[value] === Kind.Function : values.texts(value).some((text) => text.value === is),
        ),
    )
  }

  /** `guard.unless({ path: ['/login', /^\/public/] })`. */
  private exceptions(node: number): string[] {
    const { values, whole } = this.linked
    const call = this.madeBy(node)
    if (call < 0 || calledName(this.linked, call) !== 'unless') return []
    const [options] = whole.args(call)
    if (options === undefined) return []
    return values
      .property(options, 'path')
      .flatMap((value) => values.elements(value))
      .flatMap((value) => [...values.property(value, 'url').flatMap((url) => values.texts(url)), ...values.texts(value)])
      .map(({ value }) => value)
  }

  method(label: number, name: string): number {
    const { solver, whole } = this.linked
    const field = solver.fieldsOf.get(label)?.get(whole.string(name))
    if (field === undefined) return -1
    for (const value of solver.of(field)) if (solver.labels.kind[value] === LabelKind.Function) return solver.labels.data[value] as number
    return -1
  }

  ofFunction(fn: number, depth = 0): Behaviour {
    const known = this.known.get(fn)
    if (known) return known
    if (depth > MOST_DEPTH) return EMPTY
    this.known.set(fn, EMPTY)
    const behaviour = this.judge(fn, depth)
    this.known.set(fn, behaviour)
    return behaviour
  }

  private judge(fn: number, depth: number): Behaviour {
    const { linked } = this
    const { effects, models } = linked
    const behaviour = nothing()
    const nodes = effects.within(fn)
    const verifies = nodes.some((node) => this.isCall(node) && this.identifies(node))
    /** A helper that verifies says so by throwing: `try { payload = this.tokens.check(token) } catch { refuse() }`. */
    let helps: boolean | undefined
    const isCaughtCheck = (node: number) => {
      if (!this.inCatchOrCallback(node)) return false
      helps ??= verifies || nodes.some((other) => this.isCall(other) && !this.isGivenInput(other) && this.calleesIdentify(other))
      return helps
    }
    const denials: { node: number; kind: Denial }[] = []
    /** Where the request goes on: handed on, or answered. */
    const goesOn: number[] = []
    const handedOn: number[] = []
    const refused: number[] = []
    for (const node of nodes) {
      const denial = this.denial(node) ?? (this.sendsUnknownAway(node) ? 'unauthenticated' : undefined)
      if (denial) denials.push({ node, kind: denial })
      if (!this.isCall(node)) continue
      if (this.isNext(node)) {
        // With an argument it reports an error, unless it names the next route.
        if (!denial) behaviour.passes = behaviour.passesItself = true
        if (linked.whole.args(node).length === 0 || this.handsContextOn(node)) goesOn.push(node)
        handedOn.push(node)
      } else if (
        !denial &&
        this.isAnswer(node) &&
        !denials.some((earlier) => linked.whole.kind[earlier.node] === Kind.Store && linked.whole.region[earlier.node] === linked.whole.region[node])
      ) {
        behaviour.answers = true
        goesOn.push(node)
      } else if (this.handsNextOn(node)) behaviour.passes ||= this.passesThrough(node, fn, depth)
      if (this.throwsWithoutIdentity(node) && !this.isCalledOn(node) && !linked.whole.functions[fn]?.returns.includes(node)) {
        behaviour.roles.add('authentication')
        behaviour.denials.push({ role: 'authentication', at: cite(linked, node) })
      }
      for (const path of linked.solver.apiCalls.get(node) ?? []) {
        const role = models.roles.get(models.paths.call(path))
        if (!role || this.isOptional(node, role.optional)) continue
        // A library guard run inside: `return passport.authenticate('jwt')(req, res, next)`.
        if (this.isCalledOn(node) || (!role.tells && linked.whole.functions[fn]?.returns.includes(node))) {
          behaviour.roles.add(role.role)
          behaviour.passes = true
          if (role.role === 'authentication' || role.role === 'authorization') behaviour.denials.push({ role: role.role, at: cite(linked, node) })
        } else if (role.role !== 'authentication' && role.role !== 'authorization') behaviour.roles.add(role.role)
      }
      for (const callee of linked.solver.callees.get(node) ?? []) {
        // What a wrapper is handed differs from call to call: see `wrapped`.
        if (callee === fn || this.isInnerOf(callee, fn) || this.runsWhatWasHanded(node)) continue
        const inner = this.asCalled(node, callee, this.ofFunction(callee, depth + 1))
        const counts = inner.denials.some(({ returned }) => !returned) || (inner.denials.length > 0 && this.isGivenBack(node))
        if (counts && this.handsOn(node) && !this.isOneOfSeveral(node, fn)) merge(behaviour, this.underMethods(node, inner))
        else if (inner.denials.length > 0 && this.givesBackRefusal(node)) {
          for (const { role, at } of inner.denials) {
            behaviour.roles.add(role)
            behaviour.denials.push({ role, at })
          }
        }
        if (inner.answers && this.handsOn(node)) behaviour.answers = true
        const refused = this.refusedByHelper(node, callee)
        if (refused) {
          behaviour.roles.add(refused.role)
          behaviour.denials.push({ ...refused, ...this.methodsAt(node) })
        }
        // Counting is all that a limiter has to do: who calls one limits, however deep it stands.
        if (inner.roles.has('rate-limit')) behaviour.roles.add('rate-limit')
      }
    }
    const asked = goesOn.filter((node) => this.isNext(node)).map((node) => this.identityRegion(node, true))
    if (asked.length > 0 && asked.every((what) => what !== undefined)) {
      // Handed on only where the caller is known, whatever happens otherwise.
      const role = asked.includes('rights') ? 'authorization' : 'authentication'
      const first = goesOn.find((node) => this.isNext(node)) as number
      behaviour.roles.add(role)
      const options = goesOn.filter((node) => this.isNext(node)).flatMap((node) => optionsHeld(linked, node, fn))
      behaviour.denials.push({ role, at: cite(linked, first), ...(options.length > 0 ? { options } : {}) })
    }
    for (const { node, kind } of denials) {
      if (this.isAgainstForgery(node, fn)) {
        behaviour.roles.add('csrf')
        continue
      }
      if (
        kind === 'error' &&
        (this.isLimit(node) ||
          this.toldToCallback(this.isCall(node) ? (linked.whole.args(node)[0] ?? -1) : -1) === 'fault' ||
          (!this.identityRegion(node) && !isCaughtCheck(node)))
      )
        continue
      const identity =
        this.identityRegion(node) ??
        (asserts(linked, node) ? this.asks(linked.whole.args(node)[0] ?? -1) : undefined) ??
        ((verifies && !this.isAboutSent(node)) || isCaughtCheck(node) ? 'identity' : undefined)
      const role = kind === 'forbidden' && identity !== 'identity' ? 'authorization' : identity === 'rights' ? 'authorization' : 'authentication'
      if (!identity && ((kind !== 'forbidden' && kind !== 'unauthenticated') || isCaughtFromBehind(linked, node, handedOn))) continue
      if (this.isPlaceAlone(node)) continue
      if (this.isForWhoeverShowsSomething(node, handedOn)) {
        behaviour.letsStrangersOn = true
        continue
      }
      if (!identity && (!behaviour.passes || this.isAboutInput(node) || this.isAboutPlace(node, kind === 'forbidden'))) continue
      if (!this.stops(node, goesOn) || this.isNeverMade(node)) continue
      if (kind === 'returned' && !this.isForUnknown(node)) continue
      refused.push(node)
      behaviour.only.push(...this.testedPaths(node))
      behaviour.roles.add(role)
      const conditional = this.besidesIdentity(node)
      const options = optionsAsked(linked, node, fn)
      behaviour.denials.push({
        role,
        at: cite(linked, node),
        ...(kind === 'returned' ? { returned: true } : {}),
        ...(conditional.length > 0 ? { conditional } : {}),
        ...(options.length > 0 ? { options } : {}),
        ...this.methodsAt(node),
      })
    }
    // What goes on behind a refusal was asked; what goes on without one is let pass, for the paths that the nearest test names.
    for (const node of handedOn) if (!refused.some((denial) => this.isBehind(node, denial))) behaviour.exempt.push(...this.testedPaths(node, true))
    return behaviour
  }

  /** `if (!(await getToken({ req }))) return res.status(404).end()`: whoever is not known is told that there is nothing. */
  private sendsUnknownAway(node: number): boolean {
    const { whole, values } = this.linked
    if (!this.isCall(node) || !/^(?:status|sendStatus|code)$/.test(calledName(this.linked, node))) return false
    const [status] = whole.args(node)
    if (status === undefined || !values.numbers(status).every((number) => number === 400 || number === 404)) return false
    if (values.numbers(status).length === 0 || !this.isForUnknown(node)) return false
    return this.conditionsOf(node).some((condition) => this.isMadeByCall(condition, (call) => !this.isGivenInput(call) && this.findsOut(call)))
  }

  /** A library, or a helper of the program around it, says who is calling. */
  private findsOut(call: number): boolean {
    const { models, solver } = this.linked
    const byLibrary = (at: number) =>
      [...(solver.apiCalls.get(at) ?? [])].some((path) => models.roles.get(models.paths.call(path))?.role === 'authentication')
    return (
      byLibrary(call) ||
      [...(solver.callees.get(call) ?? [])].some((fn) => this.linked.effects.within(fn).some((node) => this.isCall(node) && byLibrary(node)))
    )
  }

  private isMadeByCall(node: number, fits: (call: number) => boolean): boolean {
    const { whole } = this.linked
    const seen = new Set([node])
    const stack = [node]
    for (let at = stack.pop(); at !== undefined && seen.size < MOST_PARTS; at = stack.pop()) {
      if (this.isCall(at)) {
        if (fits(at)) return true
        continue
      }
      for (const part of whole.madeOf(at))
        if (part >= 0 && !seen.has(part)) {
          seen.add(part)
          stack.push(part)
        }
    }
    return false
  }

  /** Methods of the requests that get to a node; nothing where some condition leaves them open. */
  private methodsAt(node: number): { methods?: readonly string[] } {
    const methods = addressesAt(this.linked, node).map(({ method }) => method)
    return methods.length > 0 && methods.every((method) => method !== undefined) ? { methods: methods as string[] } : {}
  }

  /** What a helper does, but for the refusals that this call of it switches off. */
  private asCalled(call: number, callee: number, inner: Behaviour): Behaviour {
    const denials = inner.denials.filter(({ options = [] }) => !isSwitchedOff(this.linked, call, callee, options))
    if (denials.length === inner.denials.length) return inner
    const told = new Set(inner.denials.map(({ role }) => role))
    for (const { role } of denials) told.delete(role)
    return { ...inner, denials, roles: new Set([...inner.roles].filter((role) => !(told as ReadonlySet<string>).has(role))) }
  }

  /** What a guard does, but for the refusals that the call that made it switches off. */
  private asMade(node: number, inner: Behaviour): Behaviour {
    if (inner.denials.every(({ options = [] }) => options.length === 0)) return inner
    const makers = makersOf(this.linked, node)
    return makers.length === 1 ? makers.reduce((left, { call, callee }) => this.asCalled(call, callee, left), inner) : inner
  }

  /** `if (refuse) return refuse()`, where the helper that makes `refuse` was told not to. */
  private isNeverMade(call: number): boolean {
    const { whole, effects, solver } = this.linked
    if (!this.isCall(call)) return false
    const callees = [...(solver.callees.get(call) ?? [])]
    const caller = whole.functionOf(call)
    return (
      callees.length > 0 &&
      callees.every((callee) => {
        const { parent = -1, node = -1 } = whole.functions[callee] ?? {}
        if (parent < 0 || node < 0 || parent === caller) return false
        const options = optionsAsked(this.linked, node, parent)
        if (options.length === 0) return false
        const makers = effects.ofFunction(caller).filter((at) => this.isCall(at) && solver.callees.get(at)?.has(parent))
        return makers.length > 0 && makers.every((maker) => isSwitchedOff(this.linked, maker, parent, options))
      })
    )
  }

  /** What a helper does, where it is called for some methods only. */
  private underMethods(call: number, inner: Behaviour): Behaviour {
    const { methods } = this.methodsAt(call)
    if (!methods) return inner
    return {
      ...inner,
      denials: inner.denials.map((each) => ({ ...each, methods: each.methods?.filter((method) => methods.includes(method)) ?? methods })),
    }
  }

  /** `if (!Number(request.query.id)) refuse()`: what decides is a part of the request itself, and nothing that was looked up by it. */
  private isAboutSent(node: number): boolean {
    const { whole } = this.linked
    const region = whole.region[node] as number
    const condition = region < 0 ? -1 : (whole.regions[region * 4 + 2] as number)
    if (condition < 0) return false
    return this.conjuncts(condition).some((test) => {
      const kind = whole.kind[test] as Kind
      const parts =
        kind === Kind.Binary ? [whole.a[test] as number, whole.b[test] as number] : [kind === Kind.Unary ? (whole.a[test] as number) : test]
      return parts.some((part) => this.isSent(part))
    })
  }

  /** `request.query.id`, as it came or as a number; the parts of it that say who is calling are none. */
  private isSent(node: number, hops = 0): boolean {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || hops > 6) return false
    const next = (at: number) => this.isSent(at, hops + 1)
    switch (whole.kind[node] as Kind) {
      case Kind.Load:
        return /^(?:query|params|body)$/.test(whole.text(whole.b[node] as number)) || next(whole.a[node] as number)
      case Kind.Refine:
      case Kind.Unary:
        return next(whole.a[node] as number)
      case Kind.Cell:
        return whole.items(whole.a[node] as number).length === 1 && next(whole.items(whole.a[node] as number)[0] as number)
      case Kind.Call:
        return (
          /^(?:Number|String|Boolean|parseInt|parseFloat|isNaN|isInteger|trim)$/.test(calledName(this.linked, node)) &&
          [...whole.args(node)].some(next)
        )
      default:
        return false
    }
  }

  /** `if (!user && kind !== PUBLIC) refuse()`: on what it hangs whether the caller is asked for, which is not the path. */
  private besidesIdentity(node: number): number[] {
    const { whole } = this.linked
    const found: number[] = []
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0 || whole.regions[region * 4] !== RegionKind.True || whole.c[condition] !== ChoiceKind.And) continue
      if (whole.kind[condition] !== Kind.Choice || !this.asks(condition)) continue
      found.push(...this.conjuncts(condition).filter((test) => !this.asks(test) && this.comparesWithWritten(test)))
    }
    return found
  }

  /** `kind !== Kind.Public`, `mode === 'session'`, `survey.pin`; not what is asked of the path, nor whether something is missing. */
  private comparesWithWritten(test: number): boolean {
    const { whole } = this.linked
    if (whole.kind[test] === Kind.Load) return !this.isRequestPath(test) && !this.isOfRequest(test)
    if (whole.kind[test] !== Kind.Binary || !(isEqual(whole.c[test] as number) || isUnequal(whole.c[test] as number))) return false
    return ![whole.a[test] as number, whole.b[test] as number].some(
      (part) => whole.kind[part] === Kind.Null || whole.kind[part] === Kind.Undefined || this.isRequestPath(part),
    )
  }

  /** `if (!user) return refuse(); next()`: what stands later in the block that the refusal is a way out of. */
  private isBehind(node: number, denial: number): boolean {
    const { whole, effects } = this.linked
    const of = whole.region[denial] as number
    if (of < 0 || node < denial || whole.functionOf(node) !== whole.functionOf(denial)) return false
    const region = whole.region[node] as number
    return !effects.isInside(region, of) && effects.isInside(region, whole.regions[of * 4 + 1] as number)
  }

  /**
   * Texts against which the conditions that lead here test the request's path.
   * @param nearest of several tests one inside the other the innermost alone, which names the fewest
   */
  private testedPaths(node: number, nearest = false): string[] {
    const { whole, values } = this.linked
    const found: string[] = []
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      if (nearest && found.length > 0) return found
      const condition = whole.regions[region * 4 + 2] as number
      const kind = whole.regions[region * 4] as RegionKind
      // What follows `if (!path.startsWith('/admin')) return` runs where it does.
      const isPast = kind === RegionKind.False && whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT
      if (condition < 0 || (kind !== RegionKind.True && !isPast)) continue
      const asked = isPast ? (whole.a[condition] as number) : condition
      found.push(...this.pathsAsked(asked))
      for (const test of this.conjuncts(asked).map((part) => this.plain(part))) {
        if (whole.kind[test] === Kind.Call) {
          const receiver = receiverOf(this.linked, test)
          const [argument] = whole.args(test)
          if (receiver < 0 || argument === undefined) continue
          const name = calledName(this.linked, test)
          if (name === 'some') found.push(...this.prefixesOf(receiver, argument))
          else if (name === 'startsWith' && this.isRequestPath(receiver)) found.push(...values.texts(argument).map(({ value }) => `${value}*`))
          else if (/^(?:includes|has|indexOf)$/.test(name) && this.isRequestPath(argument))
            found.push(
              ...values
                .elements(receiver)
                .flatMap((item) => values.texts(item))
                .filter(({ exact }) => exact)
                .map(({ value }) => value),
            )
          else if (name === 'test' && this.isRequestPath(argument)) found.push(...this.expressions(receiver))
        } else if (whole.kind[test] === Kind.Binary && isEqual(whole.c[test] as number)) {
          for (const [one, other] of [
            [whole.a[test], whole.b[test]],
            [whole.b[test], whole.a[test]],
          ] as [number, number][])
            if (this.isRequestPath(one))
              found.push(
                ...values
                  .texts(other)
                  .filter(({ exact }) => exact)
                  .map(({ value }) => value),
              )
        }
      }
    }
    return found
  }

  /** By helpers and by parts of the path; one of several reasons that says nothing of the path holds for any. */
  private pathsAsked(condition: number, seen: Set<number> = new Set()): string[] {
    const { whole } = this.linked
    const test = this.plain(condition)
    if (whole.kind[test] !== Kind.Choice)
      return [...this.pathsAskedByHelper(test), ...partsAsked(this.linked, test, (node) => this.isRequestPath(this.plain(node)))]
    if (seen.has(test)) return []
    seen.add(test)
    const asked = [...whole.items(whole.a[test] as number)].map((item) => this.pathsAsked(item, seen))
    if (whole.c[test] === ChoiceKind.And) return asked.flat()
    return whole.c[test] === ChoiceKind.Or && asked.every((paths) => paths.length > 0) ? asked.flat() : []
  }

  /**
   * `isOpen(request)` of `isOpen(request) { return request.method === 'GET' && OPEN.some((each) => each.test(request.path)) }`: what a
   * helper answers, with the method that it asks for as well in front of each path.
   */
  private pathsAskedByHelper(call: number): string[] {
    const { whole, solver, values } = this.linked
    const callees = whole.kind[call] === Kind.Call ? solver.callees.get(call) : undefined
    const [fn] = callees?.size === 1 ? callees : []
    const answers = (fn === undefined ? [] : (whole.functions[fn]?.returns ?? [])).filter((value) => whole.kind[value] !== Kind.Undefined)
    if (answers.length !== 1) return []
    const answer = this.plain(answers[0] as number)
    const all = whole.kind[answer] === Kind.Choice ? [...whole.items(whole.a[answer] as number)].map((part) => this.plain(part)) : [answer]
    const [isEach, isAny] = [whole.c[answer] === ChoiceKind.And, whole.c[answer] === ChoiceKind.Or]
    if (all.length > 1 && !isEach && !isAny) return []
    const paths = all.flatMap((part) => {
      const parts = partsAsked(this.linked, part, (node) => this.isRequestPath(this.plain(node)))
      if (parts.length > 0) return parts
      const receiver = whole.kind[part] === Kind.Call ? receiverOf(this.linked, part) : -1
      const [argument] = receiver < 0 ? [] : whole.args(part)
      if (argument === undefined) return []
      const name = calledName(this.linked, part)
      if (name === 'some') return this.prefixesOf(receiver, argument)
      return name === 'test' && this.isRequestPath(argument) ? this.expressions(receiver) : []
    })
    const methods = (isAny ? [] : all)
      .filter((part) => whole.kind[part] === Kind.Binary && isEqual(whole.c[part] as number) && isMethod(this.linked, whole.a[part] as number))
      .flatMap((part) => values.texts(whole.b[part] as number).map(({ value }) => value.toUpperCase()))
    return methods.length === 0 ? paths : methods.flatMap((method) => paths.map((path) => `${method} ${path}`))
  }

  /** Expressions in slashes; what is put into one while running may be anything: `new RegExp(`^${base}/health$`)`. */
  private expressions(node: number): string[] {
    const { whole, values } = this.linked
    return [node, ...values.definitions(node)].flatMap((at) => {
      if (at >= whole.size) return []
      if (whole.kind[at] !== Kind.New && whole.kind[at] !== Kind.Call) return at === node ? values.texts(at).map(({ value }) => value) : []
      const [source] = whole.args(at)
      if (calledName(this.linked, at) !== 'RegExp' || source === undefined) return []
      return values.texts(source).map(({ value, exact }) => `/${exact ? value : value.replace(/\{(?!\d+,?\d*\})[^{}]*\}/g, '.*')}/`)
    })
  }

  /** `list.some((prefix) => request.path.startsWith(prefix))`, and `list.some((each) => each.test(request.path))` of expressions. */
  private prefixesOf(list: number, callback: number): string[] {
    const { whole, values } = this.linked
    const fn = whole.kind[callback] === Kind.Function ? whole.functions[whole.a[callback] as number] : undefined
    const [prefix] = fn?.params ?? []
    const asksBy = (name: string, asked: (test: number) => [path: number, by: number | undefined]) =>
      fn?.returns.some((test) => {
        if (whole.kind[test] !== Kind.Call || calledName(this.linked, test) !== name) return false
        const [path, by] = asked(test)
        return by === prefix && this.isRequestPath(path)
      })
    if (asksBy('test', (test) => [whole.args(test)[0] ?? -1, receiverOf(this.linked, test)]))
      return values.elements(list).flatMap((item) => this.expressions(item))
    return asksBy('startsWith', (test) => [receiverOf(this.linked, test), whole.args(test)[0]])
      ? values
          .elements(list)
          .flatMap((item) => values.texts(item))
          .filter(({ exact }) => exact)
          .map(({ value }) => `${value}*`)
      : []
  }

  /** What a name that is set once stands for. */
  private plain(node: number): number {
    const { whole } = this.linked
    let at = node
    for (let hops = 0; hops < 4; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
      else if (kind === Kind.Cell && whole.items(whole.a[at] as number).length === 1) at = whole.items(whole.a[at] as number)[0] as number
      else return at
    }
    return at
  }

  /** Tests of which one at least holds or all hold: operands of `&&` and `||`. */
  private conjuncts(condition: number, seen: Set<number> = new Set()): number[] {
    const { whole } = this.linked
    if (whole.kind[condition] !== Kind.Choice) return [condition]
    // What a loop assigns is made of itself: `found = found || matches(item)`.
    if (seen.has(condition)) return []
    seen.add(condition)
    return [...whole.items(whole.a[condition] as number)].flatMap((item) => this.conjuncts(item, seen))
  }

  private isOfRequest(node: number): boolean {
    const { whole, models } = this.linked
    for (let at = node, hops = 0; hops < 5 && whole.kind[at] === Kind.Load; hops++) {
      at = whole.a[at] as number
      if (apiPathsOf(this.linked, at).some((path) => REQUEST_TYPE.test(models.paths.show(path)))) return true
    }
    return false
  }

  private isRequestPath(node: number): boolean {
    const { whole } = this.linked
    if (node < 0) return false
    const at = whole.kind[node] === Kind.Refine ? (whole.a[node] as number) : node
    return whole.kind[at] === Kind.Load && /^(?:path|pathname|url|originalUrl|baseUrl|routerPath)$/.test(whole.text(whole.b[at] as number))
  }

  /** A verification that throws when it fails, and nothing catches that and goes on: `await request.jwtVerify()`. */
  private throwsWithoutIdentity(call: number): boolean {
    const { whole, models, solver, effects } = this.linked
    const verifies = [...(solver.apiCalls.get(call) ?? [])].some(
      (path) => models.roles.get(models.paths.call(path))?.role === 'authentication' && /jwtVerify/.test(models.paths.show(path)),
    )
    if (!verifies) return false
    for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      if (whole.regions[region * 4] !== RegionKind.Try) continue
      // Caught: it counts when the catch answers or throws.
      return effects
        .ofFunction(whole.functionOf(call))
        .some((node) => this.inCatchOrCallback(node) && (whole.kind[node] === Kind.Throw || this.isCall(node)))
    }
    return true
  }

  /** A function that is given `next` may hand on: one of ours by what it does, another by assumption. */
  private passesThrough(call: number, fn: number, depth: number): boolean {
    const callees = this.linked.solver.callees.get(call)
    if (!callees || this.runsWhatWasHanded(call)) return true
    return [...callees].some((callee) => callee !== fn && this.ofFunction(callee, depth + 1).passes)
  }

  private handsNextOn(call: number): boolean {
    return [...this.linked.whole.args(call)].some((argument) =>
      apiPathsOf(this.linked, argument).some((path) => this.linked.models.paths.show(path).endsWith('/Next')),
    )
  }

  private isInnerOf(fn: number, outer: number): boolean {
    for (let at = fn; at >= 0; at = this.linked.whole.functions[at]?.parent ?? -1) if (at === outer) return true
    return false
  }

  private isCall(node: number): boolean {
    return this.linked.whole.kind[node] === Kind.Call
  }

  /** Whether the result of a call is itself called: `guard(options)(req, res, next)`. */
  private isCalledOn(call: number): boolean {
    const { whole } = this.linked
    for (let node = call + 1; node < Math.min(call + 12, whole.size); node++)
      if (whole.kind[node] === Kind.Call && whole.a[node] === call) return true
    return false
  }

  /** A call that is given the request, the response or `next`, by itself or in an object: `check({ request, text })`. */
  private handsOn(call: number): boolean {
    const { whole, models } = this.linked
    return [...whole.args(call)]
      .flatMap((argument) => (whole.kind[argument] === Kind.Object ? whole.madeOf(argument) : [argument]))
      .some((argument) => apiPathsOf(this.linked, argument).some((path) => REQUEST_TYPE.test(models.paths.show(path))))
  }

  /** `checkMember(request.userId, team)`: a helper that is told who is calling and refuses whoever that does not suit. */
  private refusedByHelper(call: number, callee: number): Behaviour['denials'][number] | undefined {
    for (const [position, argument] of [...this.linked.whole.args(call)].entries()) {
      const refused = this.isCaller(argument) ? this.refusesFor(callee, position) : undefined
      if (refused) return refused
    }
    return undefined
  }

  /** Who is calling, as the request tells: `request.userId`, `request.user.id`, `this.userId` of a method that pages call. */
  private isCaller(node: number, hops = 0): boolean {
    const { whole, models } = this.linked
    if (node < 0 || hops > 3) return false
    if (whole.kind[node] === Kind.Refine || whole.kind[node] === Kind.Await) return this.isCaller(whole.a[node] as number, hops + 1)
    if (whole.kind[node] !== Kind.Load) return false
    const of = whole.a[node] as number
    if (!IDENTITY.test(whole.text(whole.b[node] as number))) return this.isCaller(of, hops + 1)
    if (whole.kind[of] === Kind.This) return whole.text(whole.b[node] as number) === 'userId'
    return apiPathsOf(this.linked, of).some((path) => REQUEST_TYPE.test(models.paths.show(path))) || this.isCaller(of, hops + 1)
  }

  private readonly refusedBy = new Map<number, Behaviour['denials'][number] | undefined>()

  /** Where a function refuses by what one of its parameters says, itself or in a function that it hands it to. */
  private refusesFor(fn: number, position: number, depth = 0): Behaviour['denials'][number] | undefined {
    const { whole, effects, solver } = this.linked
    const param = whole.functions[fn]?.params[position]
    if (param === undefined || depth > MOST_DEPTH) return undefined
    if (this.refusedBy.has(param)) return this.refusedBy.get(param)
    this.refusedBy.set(param, undefined)
    let found: Behaviour['denials'][number] | undefined
    for (const node of effects.within(fn)) {
      const kind = this.denial(node)
      if (kind && kind !== 'login') {
        const asked = this.conditionsOf(node).filter((condition) => this.isMadeOf(condition, param))
        const isRefusal = kind === 'error' || kind === 'returned' ? asked.some((condition) => this.isAbsence(condition, param)) : asked.length > 0
        if (isRefusal) found ??= { role: kind === 'forbidden' ? 'authorization' : 'authentication', at: cite(this.linked, node) }
      } else if (this.isCall(node)) {
        const handed = [...whole.args(node)].indexOf(param)
        if (handed < 0) continue
        for (const callee of solver.callees.get(node) ?? []) found ??= this.refusesFor(callee, handed, depth + 1)
      }
      if (found) break
    }
    this.refusedBy.set(param, found)
    return found
  }

  private conditionsOf(node: number): number[] {
    return this.conditionsAbove(this.linked.whole.region[node] as number)
  }

  private conditionsAbove(from: number): number[] {
    const { whole } = this.linked
    const found: number[] = []
    for (let region = from; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition >= 0) found.push(condition)
    }
    return found
  }

  private isMadeOf(node: number, value: number): boolean {
    const { whole } = this.linked
    const seen = new Set([node])
    const stack = [node]
    for (let at = stack.pop(); at !== undefined && seen.size < MOST_PARTS; at = stack.pop()) {
      if (at === value) return true
      for (const part of whole.madeOf(at))
        if (part >= 0 && !seen.has(part)) {
          seen.add(part)
          stack.push(part)
        }
    }
    return false
  }

  /** `!userId`, `userId === undefined`. */
  private isAbsence(condition: number, value: number): boolean {
    const { whole } = this.linked
    return this.conjuncts(condition).some((test) => {
      const kind = whole.kind[test] as Kind
      if (kind === Kind.Unary) return whole.c[test] === NOT && whole.a[test] === value
      return kind === Kind.Binary && isEqual(whole.c[test] as number) && (whole.a[test] === value || whole.b[test] === value)
    })
  }

  /** `if (host === ADMIN) return admin(request)`: one of several that may answer, and no check in front of what follows. */
  private isOneOfSeveral(call: number, fn: number): boolean {
    const { whole, models } = this.linked
    if (whole.functionOf(call) !== fn || !this.isGivenBack(call) || whole.regions[(whole.region[call] as number) * 4] !== RegionKind.True)
      return false
    return ![...whole.args(call)].some((argument) =>
      apiPathsOf(this.linked, argument).some((path) => /\/(?:(?:Api)?Response|Reply|Next)$/.test(models.paths.show(path))),
    )
  }

  /** Turned away for having asked too often: that says nothing of who asks. */
  private isLimit(node: number): boolean {
    return /rate[\s_-]?limit|too[\s_-]?many|throttl|limit[\s_-]?exceeded|\b429\b/i.test(this.linked.whole.sourceOf(node, MOST_REFUSAL))
  }

  /** Turned away because the page did not ask, whoever is signed in there: `if (!request.headers['csrf-token']) throw new Forbidden('CSRF token')`. */
  private isAgainstForgery(node: number, fn: number): boolean {
    const { whole } = this.linked
    const said = [whole.sourceOf(node, MOST_REFUSAL), ...this.conditionsOf(node).map((condition) => whole.sourceOf(condition, MOST_REFUSAL))]
    return FORGERY.test(whole.functions[fn]?.fact.name ?? '') || said.some((text) => FORGERY.test(text))
  }

  /** Whether a call hands the request on to what comes next. */
  isNext(call: number): boolean {
    const { whole, models } = this.linked
    const callee = whole.a[call] as number
    if (apiPathsOf(this.linked, callee).some((path) => models.paths.show(path).endsWith('/Next'))) return true
    return calledName(this.linked, call) === 'next' && receiverOf(this.linked, call) < 0
  }

  /** `next({ ctx: { user } })`: what comes next is told more, and of no fault. */
  private handsContextOn(call: number): boolean {
    const { whole, values } = this.linked
    const [told] = whole.args(call)
    return told !== undefined && whole.kind[told] === Kind.Object && ['ctx', 'context'].some((name) => values.property(told, name).length > 0)
  }

  /** An answer that is no refusal: `res.json(…)`, `reply.send(…)`. */
  private isAnswer(call: number): boolean {
    const name = calledName(this.linked, call)
    if (!/^(?:send|sendStatus|json|jsonp|end|render|sendFile|download|redirect|write|pipe|html|text|view|file)$/.test(name)) return false
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0) return false
    if (name === 'sendStatus') {
      const [status] = this.linked.whole.args(call)
      return status === undefined || !this.linked.values.numbers(status).some((number) => number >= 400)
    }
    if (name === 'pipe')
      return [...this.linked.whole.args(call)].some((argument) =>
        apiPathsOf(this.linked, argument).some((path) => /\/(?:Response|Reply)$/.test(this.linked.models.paths.show(path))),
      )
    if (!apiPathsOf(this.linked, receiver).some((path) => /\/(?:Response|Reply|Context)\b/.test(this.linked.models.paths.show(path)))) return false
    const status = this.statusBefore(receiver) ?? this.statusAfter(call)
    return status === undefined || status < 400
  }

  /** Status behind what is answered: `c.json(body, 429)`, `h.response(body, { status: 404 })`. */
  private statusAfter(call: number): number | undefined {
    const { whole, values } = this.linked
    for (const argument of [...whole.args(call)].slice(1)) {
      const told = whole.kind[argument] === Kind.Object ? values.property(argument, 'status') : [argument]
      const status = told.flatMap((value) => values.numbers(value)[0] ?? this.namedStatus(value) ?? [])[0]
      if (status !== undefined && status >= 100 && status < 600) return status
    }
    return undefined
  }

  /** Status set earlier in the same chain: `res.status(401).json(…)`. */
  private statusBefore(node: number): number | undefined {
    const { whole, values } = this.linked
    for (let at = node, hops = 0; hops < 6; hops++) {
      if (whole.kind[at] !== Kind.Call) return undefined
      if (/^(?:status|code|sendStatus|writeHead)$/.test(calledName(this.linked, at))) {
        const argument = whole.args(at)[0]
        const number = argument === undefined ? undefined : (values.numbers(argument)[0] ?? this.namedStatus(argument))
        if (number !== undefined) return number
      }
      at = receiverOf(this.linked, at)
      if (at < 0) return undefined
    }
    return undefined
  }

  /** `httpStatus.UNAUTHORIZED`, `HttpStatus.FORBIDDEN`: the name says the number where the library is not here. */
  private namedStatus(node: number): number | undefined {
    const name = this.linked.values.nameOf(node)
    if (/^(?:HTTP_?(?:STATUS_?)?)?UNAUTHORI[SZ]ED$/i.test(name)) return 401
    if (/^(?:HTTP_?(?:STATUS_?)?)?FORBIDDEN$/i.test(name)) return 403
    return /^(?:BAD_REQUEST|NOT_FOUND|CONFLICT|UNPROCESSABLE_ENTITY|TOO_MANY_REQUESTS|INTERNAL_SERVER_ERROR)$/.test(name) ? 400 : undefined
  }

  /** How a node turns a request away; undefined where it does not. */
  denial(node: number): Denial | undefined {
    const { whole, values } = this.linked
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Throw) return this.thrown(whole.a[node] as number) ?? 'error'
    if (kind === Kind.Store) {
      if (!/^status(?:Code)?$/.test(whole.text(whole.b[node] as number))) return undefined
      return statusDenial(values.numbers(whole.c[node] as number)[0] ?? this.namedStatus(whole.c[node] as number))
    }
    const name = calledName(this.linked, node)
    const args = whole.args(node)
    // A promise that stands for the request: `reject(new ApiError(403))`.
    if (name === 'reject' && receiverOf(this.linked, node) < 0 && args[0] !== undefined) return this.thrown(args[0])
    if (/^(?:status|sendStatus|code|writeHead|throw|error|abort|createError)$/.test(name) && args[0] !== undefined) {
      const denial = statusDenial(values.numbers(args[0])[0] ?? this.namedStatus(args[0]))
      if (denial) return denial
    }
    for (const argument of args) {
      if (whole.kind[argument] !== Kind.Object) continue
      const status = ['status', 'statusCode', 'code'].flatMap((key) => values.property(argument, key)).flatMap((value) => values.numbers(value))[0]
      const denial = statusDenial(status)
      if (denial) return denial
    }
    if (kind === Kind.New) return undefined
    if (args[1] !== undefined && asserts(this.linked, node)) {
      // `ctx.assert(ctx.state.user, 401)`, `assertThat(user, new HttpError(401))`: refuses unless its first argument holds.
      const denial =
        statusDenial(values.numbers(args[1])[0]) ?? this.thrown(args[1]) ?? (whole.kind[args[1]] === Kind.New ? this.denial(args[1]) : undefined)
      if (denial) return denial
    }
    if (this.isNext(node) && args[0] !== undefined && !this.handsContextOn(node))
      return values.texts(args[0]).some(({ value }) => value === 'route' || value === 'router') ? undefined : (this.thrown(args[0]) ?? 'error')
    if (/^(?:redirect|permanentRedirect)$/.test(name))
      return [...args]
        .flatMap((argument) => (whole.kind[argument] === Kind.New ? [...whole.args(argument)] : [argument]))
        .some((argument) => values.texts(argument).some(({ value }) => LOGIN_PAGE.test(value)))
        ? 'login'
        : undefined
    if (/^(?:unauthorized|notAuthenticated|notLoggedIn)$/i.test(name)) return 'unauthenticated'
    if (/^(?:forbidden|accessDenied)$/i.test(name)) return 'forbidden'
    if (!this.isGivenBack(node)) return undefined
    const made = this.refusalMade(node)
    if (made === 'unauthenticated' || UNAUTHENTICATED.test(name)) return 'unauthenticated'
    // Of what the caller has no right to, or of what nobody has: the condition has to say.
    return made === 'forbidden' || ERROR.test(name) ? 'returned' : undefined
  }

  private readonly answered = new Map<number, Denial | undefined>()
  /** What a helper answers whatever it is given: `notAuthenticated()` that returns `Response.json(error, { status: 401 })`. */
  private refusalMade(call: number): Denial | undefined {
    const { whole, solver } = this.linked
    const callees = solver.callees.get(call)
    if (callees?.size !== 1) return undefined
    const fn = [...callees][0] as number
    if (!this.answered.has(fn)) {
      this.answered.set(fn, undefined)
      const made = (whole.functions[fn]?.returns ?? []).map((value) =>
        whole.kind[value] === Kind.Call || whole.kind[value] === Kind.New ? (this.denial(value) ?? this.thrown(value)) : undefined,
      )
      const [first] = made
      const always = (first === 'unauthenticated' || first === 'forbidden') && made.every((each) => each === first)
      this.answered.set(fn, always ? first : undefined)
    }
    return this.answered.get(fn)
  }

  /** Whether what a call makes is what its function gives back, by itself or as part of an object. */
  private isGivenBack(call: number): boolean {
    const { whole } = this.linked
    return (whole.functions[whole.functionOf(call)]?.returns ?? []).some(
      (value) => value === call || ((whole.kind[value] === Kind.Await || whole.kind[value] === Kind.Object) && whole.madeOf(value).includes(call)),
    )
  }

  /**
   * A helper that knows the request without being handed it, and whose refusal is given back where it is one:
   * `const admin = await requireAdmin(); if (admin instanceof Response) return admin`. What it is handed besides is written here.
   */
  private givesBackRefusal(call: number): boolean {
    const { whole } = this.linked
    const fn = whole.functions[whole.functionOf(call)]
    if (!fn || ![...whole.args(call)].every((argument) => this.isWritten(argument))) return false
    return fn.returns.some(
      (value, index) =>
        this.isTakenFrom(value, call) && this.conditionsAbove(fn.returnRegions[index] ?? -1).some((asked) => this.isMadeOf(asked, call)),
    )
  }

  /** `'admin'`, `['admin', 'owner']`, `{ role: Role.Admin }`. */
  private isWritten(node: number, hops = 0): boolean {
    const { whole, values } = this.linked
    const kind = whole.kind[node] as Kind
    if (hops > 3) return false
    if (kind === Kind.Array) return [...whole.items(whole.a[node] as number)].every((item) => this.isWritten(item, hops + 1))
    if (kind === Kind.Object) return whole.madeOf(node).every((value) => this.isWritten(value, hops + 1))
    if (kind === Kind.Boolean || kind === Kind.Number || kind === Kind.Null || kind === Kind.Undefined) return true
    const texts = values.texts(node)
    return texts.length > 0 && texts.every(({ exact }) => exact)
  }

  /** What a call gave, or a part of it. */
  private isTakenFrom(value: number, call: number): boolean {
    const { whole } = this.linked
    for (let at = value, hops = 0; hops < 5 && at >= 0 && at < whole.size; hops++) {
      if (at === call) return true
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Refine || kind === Kind.Await || kind === Kind.Load) at = whole.a[at] as number
      else if (kind === Kind.Cell && whole.items(whole.a[at] as number).length === 1) at = whole.items(whole.a[at] as number)[0] as number
      else return false
    }
    return false
  }

  private thrown(node: number): Denial | undefined {
    const { whole, values } = this.linked
    if (whole.kind[node] !== Kind.New && whole.kind[node] !== Kind.Call) return undefined
    const name = calledName(this.linked, node)
    if (UNAUTHENTICATED.test(name)) return 'unauthenticated'
    if (FORBIDDEN.test(name)) return 'forbidden'
    // `next(rejection(request))`, with what the helper makes.
    if (whole.kind[node] === Kind.Call) {
      const made = this.refusalMade(node)
      if (made) return made
    }
    for (const argument of whole.args(node)) {
      const denial = statusDenial(values.numbers(argument)[0] ?? this.namedStatus(argument))
      if (denial) return denial
      const text = values.texts(argument)[0]
      if (text && UNAUTHENTICATED.test(text.value.replace(/\s/g, ''))) return 'unauthenticated'
      // `new ApiError({ code: 'unauthorized', message: … })`
      if (whole.kind[argument] !== Kind.Object) continue
      for (const name of ['code', 'type', 'status', 'statusCode']) {
        const [value] = values.property(argument, name)
        if (value === undefined) continue
        const code = values.texts(value)[0]?.value.replace(/\W|_/g, '') ?? ''
        if (UNAUTHENTICATED.test(code)) return 'unauthenticated'
        if (FORBIDDEN.test(code)) return 'forbidden'
        const told = statusDenial(values.numbers(value)[0] ?? this.namedStatus(value))
        if (told) return told
      }
    }
    return undefined
  }

  /** The call of a library that made a handler and asks who is calling: `verifySignatureAppRouter(handler)`. */
  askedByMaker(node: number): Evidence | undefined {
    const { whole, values, solver, models } = this.linked
    const isHanded = (call: number) =>
      [...whole.args(call)].slice(0, 1).some((first) => solver.of(first).some((label) => solver.labels.kind[label] === LabelKind.Function))
    const asks = (call: number) =>
      isHanded(call) && [...(solver.apiCalls.get(call) ?? [])].some((path) => /^auth/.test(models.roles.get(models.paths.call(path))?.role ?? ''))
    const made = [node, ...values.definitions(node)].find((at) => at >= 0 && at < whole.size && whole.kind[at] === Kind.Call && asks(at))
    return made === undefined ? undefined : cite(this.linked, made)
  }

  /** Whether a call finds out who the caller is. */
  identifies(call: number): boolean {
    const { models, solver } = this.linked
    const name = calledName(this.linked, call)
    // A weak name says nothing where the code itself can be looked at, or belongs to another library: argon2.verify.
    if (IDENTIFIES.test(name) && !(WEAK.test(name) && (solver.callees.has(call) || this.isOtherLibrary(call)))) return true
    for (const path of solver.apiCalls.get(call) ?? []) if (models.roles.get(models.paths.call(path))?.role === 'authentication') return true
    return false
  }

  /** Refused for what the body says, a captcha for example, and not for who sends it. */
  isAboutInput(node: number): boolean {
    const { whole } = this.linked
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition >= 0 && this.readsBody(condition)) return true
    }
    return false
  }

  /**
   * Refused for the address or the page that the request comes from: that lets in whoever is there, known or not. Who answers by the
   * page that the caller is not signed in (401) takes it for a proof of who is calling.
   */
  private isAboutPlace(node: number, isForbidden: boolean): boolean {
    return this.conditionsOf(node).some((condition) => this.readsPlace(condition, isForbidden))
  }

  /** `if (token) { if (!verify(token)) refuse() } next()`: whoever shows nothing is let on. */
  private isForWhoeverShowsSomething(denial: number, handedOn: readonly number[]): boolean {
    const { whole, effects } = this.linked
    if (handedOn.length === 0) return false
    for (let region = whole.region[denial] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      const kind = whole.regions[region * 4]
      if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
      const within = region
      const isOutside = (node: number) =>
        whole.functionOf(node) === whole.functionOf(denial) && !effects.isInside(whole.region[node] as number, within)
      const shown = kind === RegionKind.True ? this.showsSomething(condition) : this.lacksSomething(condition)
      if (shown && handedOn.some(isOutside)) return true
    }
    return false
  }

  /** `if (isRead || !user) return next()` in front of the refusal. */
  private lacksSomething(condition: number): boolean {
    const { whole } = this.linked
    if (whole.kind[condition] === Kind.Refine) return this.lacksSomething(whole.a[condition] as number)
    if (whole.kind[condition] === Kind.Choice && whole.c[condition] === ChoiceKind.Or)
      return [...whole.items(whole.a[condition] as number)].some((item) => this.lacksSomething(item))
    return whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT && this.showsSomething(whole.a[condition] as number)
  }

  /** A credential or who is calling is there, whatever else has to hold: `request.headers.authorization`, `token && isApi`. */
  private showsSomething(condition: number): boolean {
    const { whole, values } = this.linked
    if (whole.kind[condition] === Kind.Choice && whole.c[condition] === ChoiceKind.And)
      return [...whole.items(whole.a[condition] as number)].some((item) => this.showsSomething(item))
    let at = condition
    for (let hops = 0; hops < MOST_DEPTH; hops++) {
      if (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
      else if (whole.kind[at] === Kind.Cell && whole.items(whole.a[at] as number).length === 1) at = whole.items(whole.a[at] as number)[0] as number
      else break
    }
    if (whole.kind[at] === Kind.Load) {
      const name = whole.text(whole.b[at] as number)
      return (this.isHeader(whole.a[at] as number) && CREDENTIAL.test(name)) || (IDENTITY.test(name) && !this.isFromInput(whole.a[at] as number))
    }
    if (this.toldToCallback(at) === 'caller') return true
    // A variable that only a credential fills: what is refused behind it is refused to those who showed one.
    if (whole.kind[at] === Kind.Cell) return this.asks(at) === 'identity'
    if (!this.isCall(at) || !HEADER_READ.test(calledName(this.linked, at))) return false
    const [name] = whole.args(at)
    return name !== undefined && values.texts(name).some(({ value, exact }) => exact && (IDENTITY.test(value) || CREDENTIAL.test(value)))
  }

  /** `if (isBlocked(ip)) refuse()`, behind whatever else was asked before. */
  private isPlaceAlone(node: number): boolean {
    const [nearest] = this.conditionsOf(node)
    return nearest !== undefined && this.readsPlace(nearest, false) && this.asks(nearest) === undefined
  }

  private readsPlace(node: number, orPage: boolean, hops = 0): boolean {
    const { whole } = this.linked
    if (node < 0 || hops > 6) return false
    if (whole.kind[node] === Kind.Load) {
      const name = whole.text(whole.b[node] as number)
      if (/^(?:ips?|remoteAddress|remote_?addr)$/i.test(name)) return true
      if (orPage && PAGE_HEADER.test(name) && this.isHeader(whole.a[node] as number)) return true
    }
    if (orPage && this.isCall(node) && HEADER_READ.test(calledName(this.linked, node))) {
      const [name] = whole.args(node)
      if (name !== undefined && this.linked.values.texts(name).some(({ value, exact }) => exact && PAGE_HEADER.test(value))) return true
    }
    return whole.madeOf(node).some((part) => this.readsPlace(part, orPage, hops + 1))
  }

  private readsBody(node: number, hops = 0): boolean {
    const { whole } = this.linked
    if (node < 0 || hops > 6) return false
    if (whole.kind[node] === Kind.Load && whole.text(whole.b[node] as number) === 'body') return true
    return whole.madeOf(node).some((part) => this.readsBody(part, hops + 1))
  }

  /** A step of signing in verifies what the form brings, and says nothing of who is signed in. */
  private isGivenInput(call: number): boolean {
    return [...this.linked.whole.args(call)].some((argument) => this.readsBody(argument) && !this.readsCredential(argument))
  }

  private readsCredential(node: number, hops = 0): boolean {
    const { whole } = this.linked
    if (node < 0 || hops > 6) return false
    if (whole.kind[node] === Kind.Load && /^(?:headers|cookies|signedCookies|session|authorization)$/.test(whole.text(whole.b[node] as number)))
      return true
    return whole.madeOf(node).some((part) => this.readsCredential(part, hops + 1))
  }

  /** Where a function refuses whoever sends no credentials that some record has: `const user = findUser(body.auth); if (!user) refuse()`. */
  credentialsIn(fn: number): Evidence | undefined {
    const { whole, effects, solver } = this.linked
    for (const node of effects.within(fn)) {
      const kind = this.isCall(node) ? this.denial(node) : undefined
      if (kind !== 'forbidden' && kind !== 'unauthenticated') continue
      const region = whole.region[node] as number
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0 || whole.regions[region * 4] !== RegionKind.True) continue
      const asked = this.conjuncts(condition)
        .filter((test) => whole.kind[test] === Kind.Unary && whole.c[test] === NOT)
        .map((test) => whole.a[test] as number)
        .find((test) => whole.kind[test] === Kind.Call && this.isGivenInput(test))
      if (asked === undefined) continue
      const compares = [...(solver.callees.get(asked) ?? [])].some((callee) =>
        lookupOf(whole)
          .named(Kind.Load, /^(?:password|secret|api_?key|pin)$/i)
          .some((load) => isBelow(whole.functions, whole.functionOf(load), callee)),
      )
      if (compares) return cite(this.linked, node)
    }
    return undefined
  }

  /** A method of another library, or of what the language has itself: `new TextDecoder().decode(bytes)`. */
  private isOtherLibrary(call: number): boolean {
    const { models, solver } = this.linked
    return [...(solver.apiCalls.get(call) ?? [])].some((path) => {
      const root = models.paths.rootOf(path)
      return (root.startsWith('npm:') && !models.paths.node(path).known) || (root.startsWith('global:') && receiverOf(this.linked, call) >= 0)
    })
  }

  /** Whether a node turns a caller away for want of identity, by what it does and by the condition that leads there. */
  refuses(node: number): boolean {
    const kind = this.denial(node)
    if (!kind || !this.identityRegion(node)) return false
    return kind !== 'error' || this.linked.whole.kind[node] === Kind.Throw
  }

  /** Whether a call lets the request go on: hands it on, or answers with success. */
  handsRequestOn(call: number): boolean {
    if (this.isNext(call)) return this.linked.whole.args(call).length === 0 || this.handsContextOn(call)
    return !this.denial(call) && this.isAnswer(call)
  }

  /** `req.headers['x-api-key'] !== KEY`: a credential is held against something that is no mere absence. */
  comparesCredential(condition: number): boolean {
    return this.asks(condition) !== undefined && this.holdsWhenKnown(condition) === false
  }

  /** Whether a condition that leads here asks who the caller is, or what they may do. */
  private identityRegion(node: number, mustHold = false): 'identity' | 'rights' | undefined {
    const { whole } = this.linked
    let found: 'identity' | 'rights' | undefined
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      const kind = whole.regions[region * 4] as RegionKind
      if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False && kind !== RegionKind.Case)) continue
      if (mustHold && (kind === RegionKind.False) === this.holdsWhenKnown(condition)) continue
      if (this.isAskedOnce(condition, node)) continue
      const asks = this.asks(condition)
      if (asks === 'rights') return 'rights'
      if (asks) found = asks
    }
    return found
  }

  /** A condition in what makes the guard is asked while the program starts: `if (!authentication.enabled) return (req, res, next) => next()`. */
  private isAskedOnce(condition: number, node: number): boolean {
    const { whole } = this.linked
    const maker = whole.functionOf(condition)
    const isWithin = (value: number) =>
      whole.kind[value] === Kind.Function && isBelow(whole.functions, whole.functionOf(node), whole.a[value] as number)
    return maker !== whole.functionOf(node) && (whole.functions[maker]?.returns.some(isWithin) ?? false)
  }

  /** Whether what leads here holds where nobody is known, or somebody without the right: `!user`, `!mayChange(user)`. */
  private isForUnknown(node: number): boolean {
    const { whole } = this.linked
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      const kind = whole.regions[region * 4] as RegionKind
      if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False) || !this.asks(condition)) continue
      const asking = this.conjuncts(condition).find((test) => this.asks(test)) ?? condition
      if ((kind === RegionKind.True) !== this.holdsWhenKnown(asking)) return true
    }
    return false
  }

  /** Whether a condition holds for a caller who is known, and not for one who is not: `user` does, `!user` and `key !== KEY` do not. */
  private holdsWhenKnown(condition: number, hops = 0): boolean {
    const { whole } = this.linked
    if (hops > MOST_PARTS) return true
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

  /** What a function that says yes or no goes by: what its answers are made of, and the conditions under which it gives them. */
  answersBy(fn: number): 'authentication' | 'authorization' | undefined {
    const asked = (this.linked.whole.functions[fn]?.returns ?? []).flatMap((node) => [this.asks(node), this.identityRegion(node)])
    if (asked.includes('rights')) return 'authorization'
    return asked.includes('identity') ? 'authentication' : undefined
  }

  private readonly asked = new Map<number, 'identity' | 'rights' | undefined>()

  /** What a condition is made of. */
  asks(condition: number): 'identity' | 'rights' | undefined {
    if (this.asked.has(condition)) return this.asked.get(condition)
    const { whole } = this.linked
    const seen = new Set<number>()
    const stack: number[] = [condition]
    let found: 'identity' | 'rights' | undefined
    while (stack.length > 0 && seen.size < 80) {
      const node = stack.pop() as number
      if (node < 0 || node >= whole.size || seen.has(node)) continue
      seen.add(node)
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Load) {
        const name = whole.text(whole.b[node] as number)
        if (name === 'body' || name === 'query' || name === 'params') continue
        if ((RIGHTS.test(name) && !this.isConfigured(whole.a[node] as number)) || (OWN_RIGHT.test(name) && this.isAccount(whole.a[node] as number)))
          found = 'rights'
        else if (this.isHeader(whole.a[node] as number) && CREDENTIAL.test(name)) found ??= 'identity'
        // `User` of a context is a model of users, and not who is calling.
        else if (IDENTITY.test(name) && !/^[A-Z][a-z]/.test(name) && !this.isFromInput(whole.a[node] as number)) found ??= 'identity'
      } else if (kind === Kind.Call) {
        if ((this.identifies(node) || this.calleesIdentify(node) || this.readsCredentials(node)) && !this.isGivenInput(node)) found ??= 'identity'
        const name = calledName(this.linked, node)
        if (RIGHTS.test(name)) found = 'rights'
        if (/^(?:get|header|get(?:Signed)?Cookie|get(?:Request)?Header)$/.test(name))
          for (const argument of whole.args(node)) {
            const text = this.linked.values.texts(argument)[0]
            if (text?.exact && (IDENTITY.test(text.value) || CREDENTIAL.test(text.value))) found ??= 'identity'
          }
      } else if (kind === Kind.Param) {
        // What a callback gets: `jwt.verify(token, key, (err, user) => …)`, `.then((session) => …)`.
        const fact = whole.functions[whole.a[node] as number]
        const call = fact ? this.linked.values.callAround(fact.node) : -1
        if (call >= 0 && this.identifies(call) && this.toldToCallback(node) !== 'fault') found ??= 'identity'
      }
      // A callback among the arguments is asked too: `roles.every((role) => user.roles.includes(role))`.
      if (kind === Kind.Function) stack.push(...(whole.functions[whole.a[node] as number]?.returns ?? []))
      stack.push(...whole.madeOf(node))
    }
    this.asked.set(condition, found)
    return found
  }

  /** Its library leaves it to a callback what becomes of a request. */
  private leavesToCallback(call: number): boolean {
    const { models, solver } = this.linked
    return [...(solver.apiCalls.get(call) ?? [])].some((path) => this.isOptional(call, models.roles.get(models.paths.call(path))?.optional))
  }

  private toldToCallback(node: number): 'fault' | 'caller' | undefined {
    return toldToCallback(this.linked, node, (call) => this.leavesToCallback(call))
  }

  /** An in-house helper that asks: `if (!(await mayChange(id)))`. */
  private calleesIdentify(call: number, depth = 0): boolean {
    const { effects, solver } = this.linked
    return [...(solver.callees.get(call) ?? [])].some((fn) =>
      effects.within(fn).some((node) => this.isCall(node) && (this.identifies(node) || (depth < 1 && this.calleesIdentify(node, depth + 1)))),
    )
  }

  private readonly reading = new Map<number, boolean>()
  /** A helper of the program that reads a credential out of the headers it is handed: `authenticate(request)` with `headers.get('x-api-key')`. */
  private readsCredentials(call: number, depth = 0): boolean {
    const { effects, solver } = this.linked
    if (!this.handsOn(call) && ![...this.linked.whole.args(call)].some((argument) => REQUEST_NAME.test(this.linked.values.nameOf(argument))))
      return false
    return [...(solver.callees.get(call) ?? [])].slice(0, 2).some((fn) => {
      const known = this.reading.get(fn)
      if (known !== undefined || depth > MOST_DEPTH) return known ?? false
      this.reading.set(fn, false)
      const nodes = effects.ofFunction(fn)
      const reads =
        nodes.some((node) => this.isCredentialHeader(node)) || nodes.some((node) => this.isCall(node) && this.readsCredentials(node, depth + 1))
      this.reading.set(fn, reads)
      return reads
    })
  }

  /** `headers.get('x-api-key')`, `headers.authorization` */
  private isCredentialHeader(node: number): boolean {
    const { whole, values } = this.linked
    if (whole.kind[node] === Kind.Load) return CREDENTIAL_HEADER.test(whole.text(whole.b[node] as number)) && this.isHeader(whole.a[node] as number)
    if (!this.isCall(node) || !HEADER_READ.test(calledName(this.linked, node))) return false
    const [name] = whole.args(node)
    return name !== undefined && values.texts(name).some(({ value, exact }) => exact && CREDENTIAL_HEADER.test(value))
  }

  private isAccount(node: number): boolean {
    return /^(?:current_?|auth(?:enticated)?_?|logged_?in_?|session_?)?(?:user|account|member|viewer|principal)$/i.test(
      this.linked.values.nameOf(node),
    )
  }

  /** `this.config.permissions.guests`: what the operator has set says nothing of who is calling. */
  private isConfigured(node: number): boolean {
    return /(?:config(?:uration)?|settings?|env(?:ironment)?)$/i.test(this.linked.values.nameOf(node))
  }

  private isHeader(node: number): boolean {
    return this.linked.values.nameOf(node) === 'headers'
  }

  private isFromInput(node: number): boolean {
    const { whole } = this.linked
    for (let at = node, hops = 0; hops < 5 && at >= 0; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Load) {
        if (/^(?:body|query|params|form|input|data)$/.test(whole.text(whole.b[at] as number))) return true
        at = whole.a[at] as number
      } else if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
      else if (kind === Kind.Cell && whole.items(whole.a[at] as number).length === 1) at = whole.items(whole.a[at] as number)[0] as number
      // What is read out of a token that the form brought says who is about to sign in.
      else if (kind === Kind.Choice)
        return [...whole.items(whole.a[at] as number)].slice(0, 4).some((item) => whole.kind[item] === Kind.Call && this.isGivenInput(item))
      else return kind === Kind.Call && this.isGivenInput(at)
    }
    return false
  }

  private inCatchOrCallback(node: number): boolean {
    const { whole } = this.linked
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4] === RegionKind.Catch) return true
    return false
  }

  /** A refusal stops the request when no way leads from it to where the request is handed on. */
  private stops(denial: number, passes: number[]): boolean {
    const { effects, whole } = this.linked
    const region = whole.region[denial] as number
    if (whole.kind[denial] === Kind.Throw || /^(?:throw|abort|redirectTo|unauthorized|forbidden)$/.test(calledName(this.linked, denial))) return true
    if (asserts(this.linked, denial)) return true
    return !passes.some((pass) => pass > denial && effects.isInside(region, whole.region[pass] as number))
  }
}

function isBelow(functions: readonly { parent: number }[], fn: number, outer: number): boolean {
  for (let at = fn; at >= 0; at = functions[at]?.parent ?? -1) if (at === outer) return true
  return false
}

/** `request.headers.get('origin')`, `c.req.header('Origin')` */
const HEADER_READ = /^(?:get|header|get(?:Request)?Header)$/
/** Headers that say which page a request comes from. */
const PAGE_HEADER = /^(?:origin|referr?er)$/i
const REQUEST_NAME = /^(?:req|request|headers|ctx|context)$/i
/** Headers that say who is calling, and nothing else. */
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^(?:x-)?(?:api|access|auth)[_-]?(?:key|token)$/i

/** `returned`: an error that is given back; what it means is for the one who asked to say. */
export type Denial = 'unauthenticated' | 'forbidden' | 'login' | 'error' | 'returned'

const ERROR = /error|fail|reject|unauth|forbid|den(?:y|ied)/i

/** Header names that carry a credential. */
const CREDENTIAL =
  /key|token|secret|auth|signature|^x-(?!request|forwarded|real|correlation|[\w-]*(?:version|locale|lang|time-?zone|trace|platform|device|frame|content|powered|robots))/i

/** What knows who is calling: requests and answers, and the connection that messages come in by. */
const REQUEST_TYPE = /\/(?:(?:Web|Api)?Request|(?:Api)?Response|Reply|Next|Context(?:\.req(?:uest)?)?|Socket)$/

/**
 * Whether a guard looks at requests to a path: some let paths pass, some only look at a few.
 * @param path as clients send it, and where it is another one as the guard sees it, behind what it is mounted at
 */
export function appliesTo({ exempt, only }: Behaviour, path: string | readonly string[], method?: string): boolean {
  const named = (text: string) => [path].flat().some((each) => namesPath(text, each, method))
  return !exempt.some(named) && (only.length === 0 || only.some(named))
}

/** What may stand for a parameter of a path, where expressions ask for its form. */
const SAMPLES = ['1', 'a', '00000000-0000-4000-8000-000000000000']

/** A prefix with `*`, an expression in slashes, or the path itself; `GET ` in front where it is about that method alone. */
function namesPath(named: string, path: string, method: string | undefined): boolean {
  const [, asked, text] = /^(?:([A-Z]+) )?(.*)$/s.exec(named) as unknown as [string, string | undefined, string]
  if (asked !== undefined && asked !== method) return false
  const expression = /^\/(.+)\/([a-z]*)$/.exec(text)
  if (expression && /[\\^$(]/.test(expression[1] as string)) {
    try {
      const form = new RegExp(expression[1] as string, expression[2]?.replace(/[gy]/g, ''))
      return form.test(path) || (path.includes('/:') && SAMPLES.some((sample) => form.test(path.replace(/:\w+/g, sample))))
    } catch {
      // An expression of another dialect: it names no path that we could tell.
      return false
    }
  }
  return text.endsWith('*') ? path.startsWith(text.slice(0, -1)) : text === path
}

function statusDenial(status: number | undefined): Denial | undefined {
  if (status === 401 || status === 407) return 'unauthenticated'
  return status === 403 ? 'forbidden' : undefined
}

function merge(into: Behaviour, from: Behaviour): void {
  for (const role of from.roles) into.roles.add(role)
  into.passes ||= from.passes
  into.passesItself ||= from.passesItself
  into.answers ||= from.answers
  into.denials.push(...from.denials)
  into.serves ??= from.serves
  into.collects ||= from.collects
  into.exempt.push(...from.exempt)
  into.only.push(...from.only)
}
