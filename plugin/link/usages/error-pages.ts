/**
 * Error pages made for developers that run everywhere: `app.use(errorhandler())` outside a condition on the environment.
 * They print the stack of every error to whoever caused it. And, the other way round, calls that only such a condition allows.
 */
import { Kind, RegionKind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { callsOfKind, usage } from './modelled'
import { isOutsideProduction } from './outside-production'

const ABOUT_ENVIRONMENT = /\b(?:NODE_ENV|env|environment|development|production|prod|dev|debug|isDev\w*|isProd\w*|__DEV__)\b/i

export function errorPages(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const development = regionsOfDevelopment(linked)
  const isForDevelopment = (node: number) => development[whole.region[node] as number] === 1
  for (const node of lookupOf(whole).of(Kind.Call, Kind.New)) {
    if (!isForDevelopment(node)) continue
    found.push(usage(linked, node, 'development-only', 'environment', calledName(linked, node), {}))
    if (isOutsideProduction(linked, node)) found.push(usage(linked, node, 'outside-production', 'environment', calledName(linked, node), {}))
  }
  for (const [node, model] of callsOfKind(linked, 'error-page'))
    if (!isForDevelopment(node)) found.push(usage(linked, node, 'shown-error-page', model.library, model.library, {}))
  return found
}

/** By region: 1 where a condition on the environment is around it, 2 where none is. */
function regionsOfDevelopment({ whole }: Linked): Uint8Array {
  const known = new Uint8Array(whole.regions.length / 4)
  const conditions = new Map<number, boolean>()
  const asks = (region: number): boolean => {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || kind === RegionKind.Loop || kind === RegionKind.Body) return false
    let about = conditions.get(condition)
    if (about === undefined) {
      about = ABOUT_ENVIRONMENT.test(whole.sourceOf(condition))
      conditions.set(condition, about)
    }
    return about
  }
  for (let region = 0; region < known.length; region++) {
    const way: number[] = []
    let at = region
    for (; at >= 0 && known[at] === 0; at = whole.regions[at * 4 + 1] as number) way.push(at)
    let about = at >= 0 && known[at] === 1
    for (const inner of way.reverse()) {
      about ||= asks(inner)
      known[inner] = about ? 1 : 2
    }
  }
  return known
}
