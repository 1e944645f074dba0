/**
 * What a function or library value does when it stands between a request and its handler. In: a node among handlers. Out:
 * its role, whether it can stop a request, and whether it answers itself. In-house functions are judged by what their bodies
 * do, not by their names; a guard that does not stop (a redirect without return) is none.
 */
import { Kind, RegionKind } from '../graph'
import type { Evidence, Guard } from '../types'
import { LabelKind } from './labels'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from './linked'

export interface Behaviour {
  roles: Set<Guard['role']>
  /** Hands the request on (calls `next`). */
  passes: boolean
  /** Answers with success on some way. */
  answers: boolean
  /** Where it turns requests away for want of identity or rights. */
  denials: { role: 'authentication' | 'authorization'; at: Evidence }[]
  /** Mounted middleware that serves a directory. */
  serves: 'files' | 'directory listing' | undefined
}

/** Property names that carry who the caller is. */
const IDENTITY = /^(?:user|users?_?id|session|sessionid|authorization|cookies?|signedCookies|token|access_?token|id_?token|is_?authenticated|is_?logged_?in|current_?user|authenticated_?users?|account|principal|identity|jwt|jwtPayload|auth|x-access-token|api_?key|x-api-key)$/i
/** Calls that find out who the caller is. */
const IDENTIFIES =
  /^(?:verify|verifyToken|jwtVerify|decode|getSession|getServerSession|unstable_getServerSession|getServerAuthSession|auth|currentUser|getCurrentUser|getUser|getToken|validateRequest|validateSession|isAuthenticated|isAuthorized|isLoggedIn|authenticate|requireUser|getUserId|checkAuth|getAuth|getIronSession|validateSessionToken)$/i
const RIGHTS = /^(?:roles?|permissions?|scopes?|is_?admin|admin|is_?super|superuser|abilit(?:y|ies)|can|cannot|hasRole|hasPermission|privileges?|claims|groups?|accessLevel)$/i
const UNAUTHENTICATED = /unauthori[sz]ed|unauthenticated|notauthenticated|loginrequired|invalidtoken|authenticationerror|autherror/i
const FORBIDDEN = /forbidden|accessdenied|notallowed|permissiondenied|insufficient/i
const LOGIN_PAGE = /(?:^|\/)(?:log-?in|sign-?in|auth|session|account\/login|connect|welcome)/i

const EMPTY: Behaviour = { roles: new Set(), passes: false, answers: false, denials: [], serves: undefined }
const MOST_DEPTH = 4

export class Guards {
  private readonly known = new Map<number, Behaviour>()

  constructor(private readonly linked: Linked) {}

  /** What a value does when it stands among handlers. */
  ofNode(node: number): Behaviour {
    const { solver, models } = this.linked
    const merged: Behaviour = { roles: new Set(), passes: false, answers: false, denials: [], serves: undefined }
    for (const label of solver.of(node)) {
      const kind = solver.labels.kind[label] as LabelKind
      const data = solver.labels.data[label] as number
      if (kind === LabelKind.Function) merge(merged, this.ofFunction(data))
      else if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
        const role = models.roles.get(kind === LabelKind.Api ? data : (solver.labels.extra[label] as number))
        if (!role) continue
        merged.roles.add(role.role)
        merged.passes = true
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
    return merged
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
    const behaviour: Behaviour = { roles: new Set(), passes: false, answers: false, denials: [], serves: undefined }
    const nodes = effects.within(fn)
    const verifies = nodes.some((node) => this.isCall(node) && this.identifies(node))
    const denials: { node: number; kind: Denial }[] = []
    const passes: number[] = []
    for (const node of nodes) {
      const denial = this.denial(node)
      if (denial) denials.push({ node, kind: denial })
      if (!this.isCall(node)) continue
      if (this.isNext(node)) {
        behaviour.passes = true
        if (linked.whole.args(node).length === 0) passes.push(node)
      } else if (!denial && this.isAnswer(node)) behaviour.answers = true
      for (const path of linked.solver.apiCalls.get(node) ?? []) {
        const role = models.roles.get(models.paths.call(path))
        if (!role) continue
        // A library guard run inside: `return passport.authenticate('jwt')(req, res, next)`.
        if (this.isCalledOn(node) || linked.whole.functions[fn]?.returns.includes(node)) {
          behaviour.roles.add(role.role)
          behaviour.passes = true
          if (role.role === 'authentication' || role.role === 'authorization') behaviour.denials.push({ role: role.role, at: cite(linked, node) })
        } else if (role.role !== 'authentication' && role.role !== 'authorization') behaviour.roles.add(role.role)
      }
      for (const callee of linked.solver.callees.get(node) ?? []) {
        if (callee === fn || this.isInnerOf(callee, fn)) continue
        const inner = this.ofFunction(callee, depth + 1)
        if (inner.denials.length > 0 && this.handsOn(node)) merge(behaviour, inner)
        if (inner.answers && this.handsOn(node)) behaviour.answers = true
      }
    }
    for (const { node, kind } of denials) {
      if (kind === 'error' && !this.identityRegion(node) && !(verifies && this.inCatchOrCallback(node))) continue
      const identity = this.identityRegion(node) ?? (verifies ? 'identity' : undefined)
      const role = kind === 'forbidden' && identity !== 'identity' ? 'authorization' : identity === 'rights' ? 'authorization' : 'authentication'
      if (!identity && kind !== 'forbidden' && kind !== 'unauthenticated') continue
      if (!identity && !behaviour.passes) continue
      if (!this.stops(node, passes)) continue
      behaviour.roles.add(role)
      behaviour.denials.push({ role, at: cite(linked, node) })
    }
    return behaviour
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
    for (let node = call + 1; node < Math.min(call + 12, whole.size); node++) if (whole.kind[node] === Kind.Call && whole.a[node] === call) return true
    return false
  }

  /** A call that is given the request, the response or `next`. */
  private handsOn(call: number): boolean {
    return [...this.linked.whole.args(call)].some((argument) => apiPathsOf(this.linked, argument).some((path) => REQUEST_TYPE.test(this.linked.models.paths.show(path))))
  }

  private isNext(call: number): boolean {
    const { whole, models } = this.linked
    const callee = whole.a[call] as number
    if (apiPathsOf(this.linked, callee).some((path) => models.paths.show(path).endsWith('/Next'))) return true
    const name = calledName(this.linked, call)
    return name === 'next' && receiverOf(this.linked, call) < 0
  }

  /** An answer that is no refusal: `res.json(…)`, `reply.send(…)`. */
  private isAnswer(call: number): boolean {
    const name = calledName(this.linked, call)
    if (!/^(?:send|json|jsonp|end|render|sendFile|download|redirect|write|pipe|html|text|view|file)$/.test(name)) return false
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0) return false
    if (name === 'pipe')
      return [...this.linked.whole.args(call)].some((argument) => apiPathsOf(this.linked, argument).some((path) => /\/(?:Response|Reply)$/.test(this.linked.models.paths.show(path))))
    if (!apiPathsOf(this.linked, receiver).some((path) => /\/(?:Response|Reply|Context)\b/.test(this.linked.models.paths.show(path)))) return false
    const status = this.statusBefore(receiver)
    return status === undefined || status < 400
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

  private denial(node: number): Denial | undefined {
    const { whole, values } = this.linked
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Throw) return this.thrown(whole.a[node] as number) ?? 'error'
    if (kind === Kind.Store) {
      if (!/^status(?:Code)?$/.test(whole.text(whole.b[node] as number))) return undefined
      return statusDenial(values.numbers(whole.c[node] as number)[0] ?? this.namedStatus(whole.c[node] as number))
    }
    const name = calledName(this.linked, node)
    if (kind === Kind.New) return undefined
    const args = whole.args(node)
    if (/^(?:status|sendStatus|code|writeHead|throw|error|abort|createError)$/.test(name) && args[0] !== undefined) {
      const denial = statusDenial(values.numbers(args[0])[0] ?? this.namedStatus(args[0]))
      if (denial) return denial
    }
    for (const argument of args) {
      if (whole.kind[argument] !== Kind.Object) continue
      const status = [...values.property(argument, 'status'), ...values.property(argument, 'statusCode')].flatMap((value) => values.numbers(value))[0]
      const denial = statusDenial(status)
      if (denial) return denial
    }
    if (this.isNext(node) && args[0] !== undefined) return values.texts(args[0]).some(({ value }) => value === 'route' || value === 'router') ? undefined : (this.thrown(args[0]) ?? 'error')
    if (/^(?:redirect|permanentRedirect)$/.test(name)) return [...args].some((argument) => values.texts(argument).some(({ value }) => LOGIN_PAGE.test(value))) ? 'login' : undefined
    if (/^(?:unauthorized|notAuthenticated|notLoggedIn)$/i.test(name)) return 'unauthenticated'
    return /^(?:forbidden|accessDenied)$/i.test(name) ? 'forbidden' : undefined
  }

  private thrown(node: number): Denial | undefined {
    const { whole, values } = this.linked
    if (whole.kind[node] !== Kind.New && whole.kind[node] !== Kind.Call) return undefined
    const name = calledName(this.linked, node)
    if (UNAUTHENTICATED.test(name)) return 'unauthenticated'
    if (FORBIDDEN.test(name)) return 'forbidden'
    for (const argument of whole.args(node)) {
      const denial = statusDenial(values.numbers(argument)[0] ?? this.namedStatus(argument))
      if (denial) return denial
      const text = values.texts(argument)[0]
      if (text && UNAUTHENTICATED.test(text.value.replace(/\s/g, ''))) return 'unauthenticated'
    }
    return undefined
  }

  private identifies(call: number): boolean {
    const { models, solver } = this.linked
    if (IDENTIFIES.test(calledName(this.linked, call))) return true
    for (const path of solver.apiCalls.get(call) ?? []) if (models.roles.get(models.paths.call(path))?.role === 'authentication') return true
    return false
  }

  /** Whether a condition that leads here asks who the caller is, or what they may do. */
  private identityRegion(node: number): 'identity' | 'rights' | undefined {
    const { whole } = this.linked
    let found: 'identity' | 'rights' | undefined
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const condition = whole.regions[region * 4 + 2] as number
      const kind = whole.regions[region * 4] as RegionKind
      if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False && kind !== RegionKind.Case)) continue
      const asks = this.asks(condition)
      if (asks === 'rights') return 'rights'
      if (asks) found = asks
    }
    return found
  }

  private readonly asked = new Map<number, 'identity' | 'rights' | undefined>()

  /** What a condition is made of. */
  private asks(condition: number): 'identity' | 'rights' | undefined {
    if (this.asked.has(condition)) return this.asked.get(condition)
    const { whole } = this.linked
    const seen = new Set<number>()
    const stack: number[] = [condition]
    let found: 'identity' | 'rights' | undefined
    while (stack.length > 0 && seen.size < 80) {
      const node = stack.pop() as number
      if (node < 0 || node >= whole.size || seen.has(node)) continue
      seen.add(node)
      switch (whole.kind[node] as Kind) {
        case Kind.Load: {
          const name = whole.text(whole.b[node] as number)
          if (name === 'body' || name === 'query' || name === 'params') break
          if (RIGHTS.test(name)) found = 'rights'
          else if (IDENTITY.test(name) && !this.isFromInput(whole.a[node] as number)) found ??= 'identity'
          stack.push(whole.a[node] as number)
          break
        }
        case Kind.Call: {
          if (this.identifies(node)) found ??= 'identity'
          const name = calledName(this.linked, node)
          if (RIGHTS.test(name)) found = 'rights'
          if (/^(?:get|header)$/.test(name)) {
            const text = this.linked.values.texts(whole.args(node)[0] ?? -1)[0]
            if (text && IDENTITY.test(text.value)) found ??= 'identity'
          }
          stack.push(whole.a[node] as number, ...whole.args(node))
          break
        }
        case Kind.Choice:
        case Kind.Cell:
          stack.push(...whole.items(whole.a[node] as number))
          break
        case Kind.Binary:
        case Kind.LoadDynamic:
          stack.push(whole.a[node] as number, whole.b[node] as number)
          break
        case Kind.Refine:
        case Kind.Await:
        case Kind.Unary:
        case Kind.Rest:
        case Kind.Spread:
          stack.push(whole.a[node] as number)
          break
        case Kind.Param: {
          // What a callback gets: `jwt.verify(token, key, (err, user) => …)`, `.then((session) => …)`.
          const fact = whole.functions[whole.a[node] as number]
          const call = fact ? this.linked.values.callAround(fact.node) : -1
          if (call >= 0 && this.identifies(call)) found ??= 'identity'
          break
        }
        case Kind.Caught:
          break
      }
    }
    this.asked.set(condition, found)
    return found
  }

  private isFromInput(node: number): boolean {
    const { whole } = this.linked
    for (let at = node, hops = 0; hops < 5 && at >= 0; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Load) {
        if (/^(?:body|query|params|form|input|data)$/.test(whole.text(whole.b[at] as number))) return true
        at = whole.a[at] as number
      } else if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
      else return false
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
    if (whole.kind[denial] === Kind.Throw) return true
    return !passes.some((pass) => pass > denial && effects.isInside(region, whole.region[pass] as number))
  }
}

type Denial = 'unauthenticated' | 'forbidden' | 'login' | 'error'

const REQUEST_TYPE = /\/(?:Request|Response|Reply|Next|Context)\b/

function statusDenial(status: number | undefined): Denial | undefined {
  if (status === 401 || status === 407) return 'unauthenticated'
  return status === 403 ? 'forbidden' : undefined
}

function merge(into: Behaviour, from: Behaviour): void {
  for (const role of from.roles) into.roles.add(role)
  into.passes ||= from.passes
  into.answers ||= from.answers
  into.denials.push(...from.denials)
  into.serves ??= from.serves
}
