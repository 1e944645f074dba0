/**
 * Doors that know the caller by a cookie, which browsers send along with requests that other sites start. In: the functions that a
 * request runs through, and its guards. Out: whether such requests are told apart from the site's own.
 */
import { Kind } from '../../graph'
import type { Answer, Evidence, Guard } from '../../types'
import { atPlace, cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { nameOfParameter } from '../names'
import { callsOfKind } from '../usages/modelled'
import { nameOfValue } from '../usages/value-names'

interface Cookies {
  /** Functions in which a session or a cookie that names the caller is read. */
  readers: Set<number>
  /** Functions that read one of a parameter of another name: a handler's may be the request, a helper's may hold anything. */
  takers: Set<number>
  /** Functions that read whom Passport found in the session. */
  users: Set<number>
  /** Whether a function or what it calls reads one, by function and depth. */
  led: Map<number, boolean>
  /** Sessions whose cookie is not sent along with foreign requests that change something. */
  protectedBy: Evidence[]
  /** Sessions whose cookie may be. */
  open: Evidence[]
  /** Some handler sets such a cookie without saying where it may be sent from. */
  bare: boolean
  /** Calls by which functions ask a library whose cookie is SameSite=Lax where nothing else is said, by function. */
  lax: Map<number, number>
  /** The nearest of these calls that a function leads to, -1 for none, by function and depth. */
  ledToLax: Map<number, number>
}

/** Calls that are followed from a handler or its wrapper to where the session is asked for. */
const LAX_DEPTH = 4

const HOLDERS = new Set(['session', 'cookies', 'signedCookies'])
const CREDENTIAL = /auth|token|session|sid$|jwt|user|login|account|admin/i
const known = new WeakMap<Linked, Cookies>()

function cookiesOf(linked: Linked): Cookies {
  const before = known.get(linked)
  if (before) return before
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const nameOf = (node: number) => (whole.kind[node] === Kind.Param ? nameOfParameter(whole, node) : nameOfValue(linked, node))
  const isRequest = (node: number) => /^(?:_?req|request|ctx|context|c)$/.test(nameOf(node))
  const holders = new Set(
    lookup.named(Kind.Load, HOLDERS).filter((node) => isRequest(whole.a[node] as number) || whole.kind[whole.a[node] as number] === Kind.Param),
  )
  const reads = [...lookup.of(Kind.Load)].filter((node) => {
    const holder = whole.a[node] as number
    return holders.has(holder) && (whole.text(whole.b[holder] as number) === 'session' || CREDENTIAL.test(whole.text(whole.b[node] as number)))
  })
  // Passport keeps who has signed in inside the session, where it is told to.
  const isKeptInSession = callsOfKind(linked, 'session-login').length > 0
  const asked = isKeptInSession ? [...lookup.called(/^is(?:Una|A)uthenticated$/)] : []
  const users = isKeptInSession ? lookup.named(Kind.Load, new Set(['user'])).filter((node) => isRequest(whole.a[node] as number)) : []
  const cookies: Cookies = {
    takers: lookup.functionsWith(reads),
    readers: lookup.functionsWith([
      ...reads.filter((node) => isRequest(whole.a[whole.a[node] as number] as number)),
      ...asked,
      ...callsOfKind(linked, 'lax-session').map(([call]) => call),
    ]),
    users: lookup.functionsWith(users),
    led: new Map(),
    protectedBy: [],
    open: [],
    bare: false,
    lax: laxSessions(linked),
    ledToLax: new Map(),
  }
  for (const [call] of callsOfKind(linked, 'session-cookie')) {
    const list = isSameSite(linked, call, ['0.cookie.sameSite', '0.sameSite']) ? cookies.protectedBy : cookies.open
    list.push(cite(linked, call))
  }
  // Cookies that handlers set themselves: `response.cookie('token', token, { sameSite: 'strict' })`.
  for (const call of lookup.called(/^(?:cookie|setCookie|setSignedCookie)$/)) {
    const [name] = whole.args(call)
    if (name === undefined || !values.texts(name).some(({ value }) => CREDENTIAL.test(value))) continue
    if (isSameSite(linked, call, ['2.sameSite', '3.sameSite'])) cookies.protectedBy.push(cite(linked, call))
    else cookies.bare = true
  }
  known.set(linked, cookies)
  return cookies
}

/** Whether a cookie is not sent along with what other sites start, by what its settings say at these places. */
function isSameSite(linked: Linked, call: number, places: readonly string[]): boolean {
  const texts = places.flatMap((place) => atPlace(linked, call, place, undefined)).flatMap((node) => linked.values.texts(node))
  return texts.length > 0 && texts.every(({ value }) => /^(?:lax|strict|true)$/i.test(value))
}

/** None where the code sets one of these cookies to travel with every request. */
function laxSessions(linked: Linked): Map<number, number> {
  const { whole, values } = linked
  const asks = callsOfKind(linked, 'lax-session')
  const travels = [...asks, ...callsOfKind(linked, 'lax-session-settings')].some(([call, model]) =>
    Object.values(model.values).some((place) =>
      atPlace(linked, call, place, undefined).some((node) => values.texts(node).some(({ value }) => /^none$/i.test(value))),
    ),
  )
  const found = new Map<number, number>()
  if (!travels)
    for (const [call] of asks)
      for (let fn = whole.functionOf(call); fn >= 0 && !found.has(fn); fn = whole.functions[fn]?.parent ?? -1) found.set(fn, call)
  return found
}

/** Undefined where no cookie says who is calling. */
export function csrfOf(linked: Linked, functions: readonly number[], guards: readonly Guard[]): Answer | undefined {
  const token = guards.filter(({ role }) => role === 'csrf')
  const { readers, takers, users, led, protectedBy, open, bare } = cookiesOf(linked)
  const { solver, effects } = linked
  const reads = (fn: number, depth: number): boolean => {
    const before = led.get(fn * 3 + depth)
    if (before !== undefined) return before
    led.set(fn * 3 + depth, false)
    const found =
      readers.has(fn) ||
      (depth < 2 &&
        effects
          .within(fn)
          .some((call) => [...(solver.callees.get(call) ?? [])].slice(0, 2).some((callee) => callee !== fn && reads(callee, depth + 1))))
    led.set(fn * 3 + depth, found)
    return found
  }
  const lax = laxSessionOf(linked, functions)
  // A guard may have found them elsewhere: in a token that no browser sends by itself.
  const isFound = guards.some(({ role }) => role === 'authentication' || role === 'authorization')
  if (lax === undefined && !functions.some((fn) => takers.has(fn) || reads(fn, 0) || (!isFound && users.has(fn)))) return undefined
  const [first] = token
  if (first) return { answer: 'yes', reason: `${first.name} demands a token`, evidence: token.map(({ at }) => at) }
  if (lax !== undefined)
    return {
      answer: 'yes',
      reason: 'The cookie of the session library is SameSite=Lax: it is not sent with requests by which other sites change something',
      evidence: [cite(linked, lax)],
    }
  if (open.length === 0 && !bare && protectedBy.length > 0)
    return { answer: 'yes', reason: 'The session cookie is not sent with requests that other sites start', evidence: protectedBy }
  return { answer: 'no', reason: 'A cookie says who is calling, and no token is demanded', evidence: open }
}

/** The call by which any of these functions, or what they lead to, asks a library whose cookie is Lax who is calling. */
function laxSessionOf(linked: Linked, functions: readonly number[]): number | undefined {
  const { lax, ledToLax } = cookiesOf(linked)
  if (lax.size === 0) return undefined
  const { solver, effects } = linked
  const leads = (fn: number, depth: number): number => {
    const key = fn * (LAX_DEPTH + 1) + depth
    const before = ledToLax.get(key)
    if (before !== undefined) return before
    ledToLax.set(key, -1)
    let found = lax.get(fn) ?? -1
    if (found < 0 && depth < LAX_DEPTH)
      for (const call of effects.within(fn)) {
        for (const callee of [...(solver.callees.get(call) ?? [])].slice(0, 2)) if (found < 0 && callee !== fn) found = leads(callee, depth + 1)
        if (found >= 0) break
      }
    ledToLax.set(key, found)
    return found
  }
  for (const fn of functions) {
    const found = leads(fn, 0)
    if (found >= 0) return found
  }
  return undefined
}
