/** The answers of a door: is a caller demanded, is it rate limited, is its input validated. In: a route with its guards. */

import type { Answer, Evidence, Guard } from '../../types'
import type { Guards } from '../guards'
import { cite, type Linked } from '../linked'
import type { FoundRoute } from '../routes/index'

export function authenticationOf(guards: Guards, route: FoundRoute): Answer {
  const required = route.guards.filter(({ role }) => role === 'authentication' || role === 'authorization')
  const [first] = required
  if (first) return { answer: 'yes', reason: `${first.name} (${SCOPES[first.scope]})`, evidence: distinct(required.map(({ at }) => at)) }
  if (route.generated) return { answer: 'no', reason: 'No guard is in force on this generated route', evidence: [] }
  const handler = route.handlers[route.handlers.length - 1]
  const functions = handler?.functions ?? []
  const denials = functions.flatMap((fn) => guards.ofFunction(fn).denials)
  if (denials[0]) return { answer: 'yes', reason: 'Checked inside the handler', evidence: distinct(denials.map(({ at }) => at)) }
  const maker = handler && guards.askedByMaker(handler.node)
  if (maker) return { answer: 'yes', reason: 'Checked by what is around the handler', evidence: [maker] }
  const [credentials] = SIGN_IN.test(route.path) ? [] : functions.flatMap((fn) => guards.credentialsIn(fn) ?? [])
  if (credentials) return { answer: 'yes', reason: 'The handler demands credentials with every request', evidence: [credentials] }
  const opaque = route.guards.find(({ opaque: unseen, name }) => unseen && MAY_GUARD.test(calledOf(name)))
  if (opaque) return { answer: 'unknown', reason: `What ${opaque.name} does could not be told`, evidence: [opaque.at] }
  if (functions.length === 0 && handler && !guards.ofNode(handler.node, handler.labels, handler.wraps).opaque)
    return { answer: 'no', reason: 'No guard comes before the handler, which a library provides', evidence: [] }
  if (functions.length === 0 && !route.serves && !route.modules)
    return { answer: 'unknown', reason: 'No guard comes before the handler, and the handler itself was not found', evidence: [] }
  return { answer: 'no', reason: 'No guard comes before the handler and none is inside it', evidence: [] }
}

/** What functions of the program are called that limit how often something is done. */
const LIMITS = /rate_?-?limit|throttl|slow_?-?down|limiter|brute_?-?force/i

export function rateLimitOf(linked: Linked, route: FoundRoute): Answer {
  const own = route.limits.filter((node) => node < linked.whole.size)
  if (own.length > 0) return { answer: 'yes', reason: 'A limit is given with the route', evidence: distinct(own.map((node) => cite(linked, node))) }
  const found = byRole(route, 'rate-limit', 'rate limiter')
  const named = found.answer === 'no' ? route.guards.find(({ name }) => LIMITS.test(name)) : undefined
  if (!named) return found
  return {
    answer: 'unknown',
    reason: `${named.name} stands in front and is called a limit; what it counts could not be told`,
    evidence: [named.mounted ?? named.at],
  }
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
