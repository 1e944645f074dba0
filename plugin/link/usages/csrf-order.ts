/**
 * CSRF protection that runs before the middleware which changes a request's method: a POST with `_method=DELETE` was a
 * method that needs no token when it was looked at, or the other way round.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { packageOf, packagesOf } from './origin'

const NAMES = new Set(['csrf', 'csurf', 'methodOverride'])

export function csrfOrder(linked: Linked): Usage[] {
  const { whole } = linked
  /** Function → first check of a token in it. */
  const checks = new Map<string, number>()
  const found = new Set<number>()
  const packages = packagesOf(linked)
  const isImported = packages.has('csurf') || packages.has('method-override')
  // Where neither is imported, names are all that speaks of them.
  const calls = [...(isImported ? lookupOf(whole).of(Kind.Call) : lookupOf(whole).named(Kind.Call, NAMES))]
  calls.sort((one, other) => whole.fileOf(one) - whole.fileOf(other) || (whole.pos[one] as number) - (whole.pos[other] as number))
  for (const node of calls) {
    const called = calledName(linked, node)
    const from = packageOf(linked, whole.a[node] as number)
    const place = `${whole.fileOf(node)} ${whole.functionOf(node)}`
    if (/^(?:csrf|csurf)$/.test(called) || from === 'csurf') {
      if (!checks.has(place)) checks.set(place, node)
    } else if (called === 'methodOverride' || from === 'method-override') {
      const check = checks.get(place)
      if (check !== undefined) found.add(check)
    }
  }
  return [...found].map((node) => usage(linked, node, 'csrf-before-override', 'csurf', 'csrf', {}))
}
