/**
 * Rules that say the same of one line, each in its own words. In: two findings at one place. Out: whether the first makes the
 * second unnecessary.
 */
import { rowsByName } from '../rows-by-name'
import type { Finding } from '../types'

/**
 * Stronger rule, then those that only say less of the same when they cite the same line: the remedy of the first is the remedy of
 * all. Ends of data at one place, of one class, need no entry.
 */
const SAYS_MORE: Record<string, string[]> = rowsByName({
  'angular-bypass-sanitizer': ['unescaped-parameter', 'unsafe-html-construction'],
  'admin-route-without-guard': ['missing-authentication'],
  'user-controlled-role': ['mass-assignment'],
  'sql-injection': ['sql-text-from-input'],
  'nosql-injection': ['sql-injection'],
  'code-injection': ['template-injection', 'dynamic-method-call', 'module-injection'],
  'command-injection': ['argument-injection'],
  'server-side-request-forgery': ['headless-browser-injection', 'request-path-injection'],
  'javascript-address': ['open-redirect'],
  'reflected-cors-origin': ['permissive-cors', 'header-injection'],
  'user-controlled-security-header': ['header-injection'],
  'plain-text-password': ['recoverable-password'],
  'fast-password-hash': ['weak-hash', 'weak-password-hash-settings'],
  'password-in-token': ['sensitive-data-in-token'],
  'unverified-token': ['token-expiry-ignored'],
  'development-error-page': ['stack-trace-exposure'],
  'incomplete-tag-filter': ['incomplete-removal', 'incomplete-escaping'],
  'incomplete-removal': ['incomplete-escaping'],
  'script-from-anyone': ['script-without-integrity'],
  redos: ['exponential-regex'],
})

/** Whether the other need not be told. A guess never stands for something that is sure. */
export function saysMore(one: Finding, other: Finding): boolean {
  if (one.rule === other.rule || (one.confidence === 'low' && other.confidence !== 'low') || areOfOtherDoors(one, other)) return false
  if (SAYS_MORE[one.rule]?.includes(other.rule)) return true
  if (!one.flow || !other.flow || one.class !== other.class || one.flow.sink !== other.flow.sink) return false
  return strength(one) > strength(other) || (strength(one) === strength(other) && one.rule < other.rule)
}

/** One line may register several routes, and what is said of one says nothing of the next. */
function areOfOtherDoors(one: Finding, other: Finding): boolean {
  if (one.flow || other.flow || !one.route || !other.route) return false
  const routes = [one.route, ...(one.otherRoutes ?? [])]
  return ![other.route, ...(other.otherRoutes ?? [])].some((route) => routes.includes(route))
}

/** By how sure it is first, then by score. */
export function strength({ confidence, cvss }: Finding): number {
  return { high: 200, medium: 100, low: 0 }[confidence] + cvss
}
