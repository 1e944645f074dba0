/**
 * Sessions that become somebody's without getting a new number: `req.session.userId = user.id` in a handler that never calls
 * `regenerate`. Whoever planted the number beforehand is logged in too.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { nameOfValue } from './value-names'

/** What handlers write into a session once they know who it is. */
const IDENTITY =
  /^(?:(?:current|logged_?in|auth(?:enticated)?|session)?_?(?:user|account|member|customer|admin|employee)(?:_?(?:id|uid|name|email|data|info))?|uid|login|logged_?in|is_?logged_?in|logged|is_?auth(?:enticated)?|auth(?:enticated|orized)?|user_?name|principal|identity|passport)$/i
const RENEWS = /^(?:regenerate|regenerateSession|resetSession|renew|createSession|regenerateId)$/

export function loginSessions(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  // One handler writes several fields: the first stands for all.
  const seen = new Set<number>()
  const lookup = lookupOf(whole)
  const renewing = lookup.functionsWith(lookup.named(Kind.Call, RENEWS))
  for (const node of identityWrites(linked)) {
    const outer = outermost(linked, whole.functionOf(node))
    if (outer < 0 || seen.has(outer) || renewing.has(outer)) continue
    seen.add(outer)
    found.push(usage(linked, node, 'login-session', 'session', whole.text(whole.b[node] as number), {}))
  }
  return found
}

/** Where a session becomes somebody's: `req.session.userId = user.id`. */
export function identityWrites(linked: Linked): number[] {
  const { a, c } = linked.whole
  return [...lookupOf(linked.whole).named(Kind.Store, IDENTITY)].filter(
    (node) => isSession(linked, a[node] as number) && !isCleared(linked, c[node] as number),
  )
}

/** `req.session`, by what is known of it or by its name on something that is a request. */
function isSession(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  if (apiPathsOf(linked, node).some((path) => models.paths.show(path).endsWith('Request.session'))) return true
  if (whole.kind[node] !== Kind.Load || whole.text(whole.b[node] as number) !== 'session') return false
  return /^(?:req|request|ctx|context)$/.test(nameOfValue(linked, whole.a[node] as number))
}

/** Logging out writes the same properties. */
function isCleared({ whole }: Linked, value: number): boolean {
  const kind = whole.kind[value] as Kind
  return (
    kind === Kind.Null ||
    kind === Kind.Undefined ||
    (kind === Kind.Boolean && whole.a[value] === 0) ||
    (kind === Kind.Number && whole.text(whole.a[value] as number) === '0') ||
    (kind === Kind.String && whole.text(whole.a[value] as number) === '')
  )
}

/** The handler: the outermost function that still knows the request, so that callbacks count as part of it. */
function outermost({ whole }: Linked, fn: number): number {
  let found = fn
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1)
    if (whole.functions[at]?.fact.paramNames.some((name) => /^(?:_?req|request|ctx|context)$|\breq\b/.test(name))) found = at
  return found
}
