/** The answers of a door: is a caller demanded, is it rate limited, is its input validated. In: a route with its guards. */

import { Kind } from '../../graph'
import type { Answer, Evidence, Guard } from '../../types'
import type { Guards } from '../guards'
import { asksCaller } from '../guards/asks-caller'
import type { Behaviour } from '../guards/behaviour'
import { askedByMaker } from '../guards/library-guards'
import { asMade } from '../guards/switched-off'
import { calledName, cite, functionsAt, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed } from '../names'
import { AT_LEAST, AT_MOST, GREATER, LESS, PLUS } from '../operators'
import { strategiesMade } from '../posture/authentication/strategies'
import type { FoundRoute } from '../routes/index'
import { beginningOf } from '../taint/texts'
import { pathsOfCall } from '../usages/modelled'
import { callsOneOfMany } from '../wrappers'
import { holdsAt } from './decided-by-option'
import { refusedByKeptFailures } from './kept-failures'
import { lockedByRecord } from './locked-records'

export function authenticationOf(linked: Linked, guards: Guards, route: FoundRoute): Answer {
  const required = route.guards.filter(asksCaller)
  // What stands there under some settings alone says less than what always does.
  const first = required.find(({ when }) => when === undefined) ?? required[0]
  if (first) return { answer: 'yes', reason: `${first.name} (${SCOPES[first.scope]})`, evidence: distinct(required.map(({ at }) => at)) }
  if (route.generated) return { answer: 'no', reason: 'No guard is in force on this generated route', evidence: [] }
  const handler = route.handlers[route.handlers.length - 1]
  const functions = handler?.functions ?? []
  if (route.signsIn)
    return { answer: 'no', reason: 'No guard comes before the handler, in which a library finds out who the caller is', evidence: [] }
  const refused = functions.flatMap((fn) => asWrapped(linked, guards, handler, fn).denials).filter(({ methods }) => isOf(methods, route))
  const denials = refused.filter(({ conditional = [] }) => !conditional.some((test) => holdsAt(linked, route, test) === false))
  const certain = denials.filter(({ conditional = [] }) => conditional.every((test) => holdsAt(linked, route, test)))
  if (certain[0]) return { answer: 'yes', reason: 'Checked inside the handler', evidence: distinct(certain.map(({ at }) => at)) }
  const [maker] = handler ? [handler.node, ...guards.wrapped(handler.node)].flatMap((node) => askedByMaker(linked, node) ?? []) : []
  if (maker) return { answer: 'yes', reason: 'Checked by what is around the handler', evidence: [maker] }
  const [credentials] = SIGN_IN.test(route.path) ? [] : functions.flatMap((fn) => guards.credentialsIn(fn) ?? [])
  if (credentials) return { answer: 'yes', reason: 'The handler demands credentials with every request', evidence: [credentials] }
  if (denials[0])
    return {
      answer: 'unknown',
      reason: 'The handler asks who is calling under a condition that could not be told',
      evidence: distinct(denials.map(({ at }) => at)),
    }
  const opaque = route.guards.find(({ opaque: unseen, name }) => unseen && MAY_GUARD.test(calledOf(name)))
  if (opaque) return { answer: 'unknown', reason: `What ${opaque.name} does could not be told`, evidence: [opaque.at] }
  if (functions.length === 0 && handler && !guards.ofHandler(handler).opaque)
    return { answer: 'no', reason: 'No guard comes before the handler, which a library provides', evidence: [] }
  if (functions.length === 0 && !route.serves && !route.modules)
    return { answer: 'unknown', reason: 'No guard comes before the handler, and the handler itself was not found', evidence: [] }
  return { answer: 'no', reason: 'No guard comes before the handler and none is inside it', evidence: [] }
}

/** What a function of a handler does, but for what calls of wrappers switch off that made it: `withUser(handler, { strict: false })`. */
const asWrapped = (linked: Linked, guards: Guards, handler: FoundRoute['handlers'][number] | undefined, fn: number): Behaviour =>
  [handler?.node ?? -1, ...(handler ? guards.wrapped(handler.node) : [])].reduce((does, node) => asMade(linked, node, does), guards.ofFunction(fn))

/** Whether requests of a route get to where only some methods lead; of a route for every method some do. */
const isOf = (methods: readonly string[] | undefined, route: FoundRoute): boolean =>
  methods === undefined || route.methods.some((method) => method === 'ALL' || method === 'ANY' || methods.includes(method))

/** What functions of the program are called that limit how often something is done. */
const LIMITS =
  /rate_?-?limit|throttl|slow_?-?down|limiter|brute_?-?force|lock_?-?out|ban(?:ned)?_?ip|ip_?ban|failed_?(?:log|sign)_?in|(?:log|sign)_?in_?(?:attempt|failure)s?/i

export function rateLimitOf(linked: Linked, route: FoundRoute): Answer {
  const own = route.limits.filter((node) => node < linked.whole.size)
  if (own.length > 0) return { answer: 'yes', reason: 'A limit is given with the route', evidence: distinct(own.map((node) => cite(linked, node))) }
  const found = byRole(route, 'rate-limit', 'rate limiter')
  if (found.answer !== 'no') return found
  const named = route.guards.find(({ name }) => LIMITS.test(name))
  if (!named) {
    const functions = route.handlers.at(-1)?.functions ?? []
    const refusal = tooManyIn(linked, functions)
    if (refusal !== undefined)
      return { answer: 'yes', reason: 'The handler itself turns callers away who ask too often (429)', evidence: [cite(linked, refusal)] }
    const call = limitCalledBy(linked, [...functions, ...strategiesBefore(linked, route)])
    if (call === undefined) {
      const count = SIGN_IN.test(route.path) ? countedIn(linked, functions) : undefined
      const kept = SIGN_IN.test(route.path) && count === undefined ? refusedByKeptFailures(linked, functions) : undefined
      if (kept !== undefined)
        return {
          answer: 'unknown',
          reason: 'The handler turns callers away by failures that it keeps; how many it lets through could not be told',
          evidence: [cite(linked, kept)],
        }
      const locked =
        SIGN_IN.test(route.path) && kept === undefined && count === undefined ? lockedByRecord(linked, reachedFrom(linked, functions)) : undefined
      if (locked !== undefined)
        return {
          answer: 'unknown',
          reason: 'Failures are noted with the account and turn callers away; how many are let through could not be told',
          evidence: [cite(linked, locked)],
        }
      if (count === undefined) return found
      return {
        answer: 'unknown',
        reason: 'The handler counts and stops at a number; what it counts could not be told',
        evidence: [cite(linked, count)],
      }
    }
    const name = LIMITS.test(calledName(linked, call))
      ? `${calledName(linked, call)} is called on the way and is called a limit; what it counts`
      : 'Attempts are counted on the way; what that leads to'
    return { answer: 'unknown', reason: `${name} could not be told`, evidence: [cite(linked, call)] }
  }
  return {
    answer: 'unknown',
    reason: `${named.name} stands in front and is called a limit; what it counts could not be told`,
    evidence: [named.mounted ?? named.at],
  }
}

/** Where functions answer with 429 Too Many Requests (RFC 6585, section 4): `error.statusCode = 429`, `res.status(429)`. */
function tooManyIn(linked: Linked, functions: readonly number[]): number | undefined {
  const { whole, effects, values } = linked
  const isTooMany = (node: number) => values.numbers(node).includes(429)
  const nodes = functions.flatMap((fn) => effects.within(fn))
  const unused = helpersLeft(linked, nodes)
  return nodes
    .filter((node) => !unused.some((helper) => whole.isWithin(whole.functionOf(node), helper)))
    .find((node) => {
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Store) return STATUS.test(whole.text(whole.b[node] as number)) && isTooMany(whole.c[node] as number)
      if (kind !== Kind.Call && kind !== Kind.New) return false
      const args = [...whole.args(node)]
      return args.some((argument) =>
        whole.kind[argument] === Kind.Object
          ? ['status', 'statusCode', 'code'].some((name) => values.property(argument, name).some(isTooMany))
          : whole.kind[argument] === Kind.Number && isTooMany(argument),
      )
    })
}
const STATUS = /^status(?:Code)?$/

/** `response.tooMany = () => { … }`: helpers that handlers are left, among nodes none of which calls them. */
function helpersLeft({ whole, solver }: Linked, nodes: readonly number[]): number[] {
  const stores = nodes.filter((node) => whole.kind[node] === Kind.Store && whole.kind[whole.c[node] as number] === Kind.Function)
  if (stores.length === 0) return []
  const calls = new Set(nodes.filter((node) => whole.kind[node] === Kind.Call))
  const names = new Set(
    [...calls].map((call) => whole.a[call] as number).flatMap((callee) => (whole.kind[callee] === Kind.Load ? [whole.b[callee]] : [])),
  )
  return stores
    .filter((store) => !names.has(whole.b[store] as number))
    .map((store) => whole.a[whole.c[store] as number] as number)
    .filter((fn) => ![...(solver.callers.get(fn) ?? [])].some((call) => calls.has(call)))
}

/** `failed.count = failed.count + 1`, where a condition of the same function holds that part against a number: `failed.count < 5`. */
function countedIn(linked: Linked, functions: readonly number[]): number | undefined {
  const { whole, effects } = linked
  const stores = functions.flatMap((fn) => effects.within(fn)).filter((node) => whole.kind[node] === Kind.Store && isRaised(linked, node))
  return stores.find((store) =>
    lookupOf(whole)
      .inFunction(whole.functionOf(store))
      .some((node) => whole.kind[node] === Kind.Binary && isHeldAgainstNumber(linked, node, whole.b[store] as number)),
  )
}

/** Whether a part of an object is stored as itself and one more, by itself or as one of two ways. */
function isRaised({ whole }: Linked, store: number): boolean {
  const value = whole.c[store] as number
  const ways = whole.kind[value] === Kind.Choice ? [...whole.items(whole.a[value] as number)] : [value]
  return ways.some((way) => {
    if (whole.kind[way] !== Kind.Binary || whole.c[way] !== PLUS) return false
    const [one, other] = [whole.a[way] as number, whole.b[way] as number]
    return isPart(whole, one, whole.b[store] as number) && whole.kind[other] === Kind.Number
  })
}

function isHeldAgainstNumber({ whole, values }: Linked, binary: number, name: number): boolean {
  if (!COMPARES.has(whole.c[binary] as number)) return false
  const [one, other] = [whole.a[binary] as number, whole.b[binary] as number]
  const number = isPart(whole, one, name) ? values.numbers(other)[0] : isPart(whole, other, name) ? values.numbers(one)[0] : undefined
  return number !== undefined && number > 1
}

function isPart(whole: Linked['whole'], node: number, name: number): boolean {
  const at = thingNamed(whole, node)
  return whole.kind[at] === Kind.Load && whole.b[at] === name
}
const COMPARES = new Set<number>([LESS, AT_MOST, GREATER, AT_LEAST])

/** How far functions are followed that a handler calls, and how many of them. */
const MOST_HOPS = 4
const MOST_FUNCTIONS = 300

/** What counts failures of one account, and locks it. */
const COUNTS =
  /(?:log_?-?in|sign_?-?in|password|auth\w*)[_-]?(?:attempts|tries|failures)|(?:failed|bad|wrong)[_-]?(?:log_?-?in|sign_?-?in|password)s?(?:[_-]?(?:count|at|attempts?))?$|(?:handle|record|count|track|register|increment|check|log)[_-]?(?:\w*[_-])?(?:log_?-?in|sign_?-?in|password|auth)[_-]?attempt$/i
/** The same of keys under which a store counts: `lockout:${id}`. */
const COUNTED_BY =
  /^(?:\w+[:/.-])?(?:account[_-]?)?(?:lock_?-?out|(?:failed_?-?)?(?:log_?-?in|sign_?-?in)_?-?(?:attempts?|failures|tries))(?:[:/.-]|$)/i

const limitsCalled = new WeakMap<Linked, Map<string, number | undefined>>()

/** A call of something that is called a limit, in functions or in those that they call; the nearest first. */
function limitCalledBy(linked: Linked, functions: readonly number[]): number | undefined {
  const known = limitsCalled.get(linked) ?? new Map<string, number | undefined>()
  limitsCalled.set(linked, known)
  const key = functions.join()
  if (!known.has(key)) known.set(key, findLimit(linked, functions))
  return known.get(key)
}

function findLimit(linked: Linked, functions: readonly number[]): number | undefined {
  for (const fn of reachedFrom(linked, functions)) {
    const limit = limitIn(linked, fn)
    if (limit !== undefined) return limit
  }
  return undefined
}

/** Functions and those that they call, the nearest first. */
function* reachedFrom(linked: Linked, functions: readonly number[]): Generator<number> {
  const seen = new Set(functions)
  let next = [...functions]
  for (let hops = 0; hops <= MOST_HOPS && next.length > 0 && seen.size < MOST_FUNCTIONS; hops++) {
    yield* next
    const called = next.flatMap((fn) => calledBy(linked, fn))
    next = []
    for (const fn of called)
      if (!seen.has(fn)) {
        seen.add(fn)
        next.push(fn)
      }
  }
}

const callees = new WeakMap<Linked, Map<number, readonly number[]>>()

/** Functions that one calls, in order, with those that Passport runs for it: many handlers lead to the same. */
function calledBy(linked: Linked, fn: number): readonly number[] {
  const known = callees.get(linked) ?? new Map<number, readonly number[]>()
  callees.set(linked, known)
  let functions = known.get(fn)
  if (!functions) {
    functions = callsIn(linked, fn).flatMap((call) => [
      // Which of several a wrapper runs is said by the handler: they are asked themselves.
      ...(callsOneOfMany(linked, call) ? [] : (linked.solver.callees.get(call) ?? [])),
      ...(isPassport(linked, call) ? verifiersOf(linked) : []),
    ])
    known.set(fn, functions)
  }
  return functions
}

/** The first call of a function itself that limits or counts, -1 in memory where it has none: many handlers lead to the same. */
function limitIn(linked: Linked, fn: number): number | undefined {
  let known = limitsIn.get(linked)
  if (!known) {
    known = new Map()
    limitsIn.set(linked, known)
  }
  let limit = known.get(fn)
  if (limit === undefined) {
    limit = callsIn(linked, fn).find((call) => LIMITS.test(calledName(linked, call)) || countsAttempts(linked, call)) ?? -1
    known.set(fn, limit)
  }
  return limit < 0 ? undefined : limit
}

const limitsIn = new WeakMap<Linked, Map<number, number>>()

const callsIn = ({ whole, effects }: Linked, fn: number): number[] =>
  effects.within(fn).filter((node) => whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New)

/** A call by name, or by the key that it is handed. */
function countsAttempts(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (COUNTS.test(calledName(linked, call))) return true
  return whole.args(call).some((argument) => {
    const kind = whole.kind[argument] as Kind
    return (kind === Kind.Template || kind === Kind.String || kind === Kind.Binary) && COUNTED_BY.test(beginningOf(linked, argument).text)
  })
}

/** `passport.authenticate('local', …)` */
const isPassport = (linked: Linked, call: number): boolean =>
  calledName(linked, call) === 'authenticate' && pathsOfCall(linked, call).some((path) => PASSPORT.test(linked.models.paths.show(path)))
const PASSPORT = /(?:^|[:/-])passport\b/

const verifiers = new WeakMap<Linked, readonly number[]>()

/** Functions that strategies ask whether a password is right: no call in the program runs them. */
function verifiersOf(linked: Linked): readonly number[] {
  let known = verifiers.get(linked)
  if (known) return known
  const { whole } = linked
  const made = strategiesMade(linked).filter(({ name }) => /local|ldap|custom/.test(name))
  known = made.flatMap(({ node }) => {
    const owner = whole.classes[whole.functions[whole.functionOf(node)]?.owner ?? -1]
    const handed =
      whole.kind[node] === Kind.New
        ? [...whole.args(node)]
        : (owner?.members ?? []).flatMap(({ name, node: of }) => (name === 'validate' ? [of] : []))
    return handed.flatMap((value) => functionsAt(linked, value))
  })
  verifiers.set(linked, known)
  return known
}

/** Those of a strategy that stands in front of the handler. */
function strategiesBefore(linked: Linked, route: FoundRoute): readonly number[] {
  const isBefore = route.guards.some(({ name, role }) => role === 'authentication' && /passport|AuthGuard|authenticate/i.test(name))
  return isBefore ? verifiersOf(linked) : []
}

function byRole(route: FoundRoute, role: Guard['role'], what: string): Answer {
  const found = route.guards.filter((guard) => guard.role === role)
  const [first] = found
  if (first) {
    const schema = found.find((guard) => guard.schema)?.schema
    return {
      answer: 'yes',
      reason: `${first.name} (${SCOPES[first.scope]})${schema ? `, by ${schema}` : ''}`,
      evidence: distinct(found.map(({ at, mounted }) => (role === 'rate-limit' ? (mounted ?? at) : at))),
    }
  }
  return { answer: 'no', reason: `No ${what} is in force on it`, evidence: [] }
}

/** @param schema name of what the handler itself holds its input against */
export function validationOf(linked: Linked, guards: Guards, route: FoundRoute, schema: string | undefined): Answer {
  const guarded = byRole(route, 'validation', 'validator')
  if (guarded.answer === 'yes') return guarded
  const by = schema ? `, by ${schema}` : ''
  const schemas = route.schemas.filter((node) => node < linked.whole.size)
  if (schemas[0] !== undefined)
    return { answer: 'yes', reason: `A schema is given with the route${by}`, evidence: distinct(schemas.map((node) => cite(linked, node))) }
  const handler = route.handlers[route.handlers.length - 1]
  const functions = handler?.functions ?? []
  if (functions.some((fn) => guards.ofFunction(fn).roles.has('validation')))
    return { answer: 'yes', reason: `Validated inside the handler${by}`, evidence: handler ? [handler.at] : [] }
  if (functions.length === 0 && !route.generated && !route.serves && !route.modules)
    return { answer: 'unknown', reason: 'The handler was not found', evidence: [] }
  return { answer: 'no', reason: 'No schema or validator was found', evidence: [] }
}

/** `helper` of `helper(options)`, the library of `require('library')()`. */
const calledOf = (name: string) => name.replace(/^require\(\s*['"`]([^'"`]*)['"`]\s*\)/, '$1').replace(/\(.*$/s, '')
/** Names of unseen middleware that may stand for a check of the caller. */
const MAY_GUARD = /auth|log(?:ged)?_?in|session|token|permi|protect|secur|admin|role|guard|require|ensure|must|verify|user|access|restrict|private/i

/** Doors at which callers show who they are for the first time. */
const SIGN_IN = /log-?in|sign-?(?:in|up)|auth|session|regist|token|2fa|mfa|otp|verify|reset|password/i

const SCOPES: Record<Guard['scope'], string> = {
  route: 'on the route',
  router: 'on its router',
  path: 'on its path',
  application: 'for the whole application',
  class: 'on its class',
  handler: 'inside the handler',
}

export function distinct(evidence: Evidence[]): Evidence[] {
  return [...new Map(evidence.map((at) => [`${at.file}:${at.line}`, at])).values()]
}
