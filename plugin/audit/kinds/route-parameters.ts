/** Names of the parameters of a path, where the route itself is there. */
import type { Claim, EntryPoint } from '../../types'
import { contradicted, type Spot } from '../claim'
import { nameOf } from './route-lists'
import type { RouteMention } from './route-mentions'
import { isVariable, segments } from './route-table'

/** Empty where a route has these names, or names that mean the same: `id` for `orderId`. */
export function otherParameter(kind: string, spot: Spot, mention: RouteMention, routes: EntryPoint[]): Claim[] {
  const told = segments(mention.path)
  if (mention.form === 'sample' || !mention.method || routes.length !== 1) return []
  const [route] = routes as [EntryPoint]
  const all = segments(route.path).slice(-told.length)
  const differing = told.flatMap((part, index) => {
    const [says, has] = [bare(part), bare(all[index] ?? '')]
    return says && has && !same(says, has) ? [{ says, has, part, other: all[index] as string }] : []
  })
  const [first] = differing
  if (!first || differing.length > 1) return []
  return [
    contradicted(kind, spot, `${first.says} of ${nameOf(mention)}`, {
      says: `The parameter of the path is called ${first.says}.`,
      actual: `The code calls it ${first.has}.`,
      impact: 'It may be another property that is asked for, and errors of the program speak of a name that the document does not know.',
      action: `Call it ${first.has}.`,
      severity: 'Low',
      confidence: 'medium',
      evidence: [route.at],
      ...(spot.text.split(first.part).length === 2 ? { patch: { line: mention.line, from: first.says, to: first.has } } : {}),
    }),
  ]
}

/** `orderId` of `:orderId`, `{orderId}`, `<orderId>`, `[orderId]` and `:orderId(\\d+)`; undefined for what is no plain parameter. */
function bare(part: string): string | undefined {
  return isVariable(part) ? /^[:{<[]{1,2}([a-z]\w*)(?:\([^)]*\))?[}>\]]{0,2}\??$/i.exec(part)?.[1] : undefined
}

function same(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.toLowerCase().replace(/_/g, '')) as [string, string]
  return a.endsWith(b) || b.endsWith(a)
}
