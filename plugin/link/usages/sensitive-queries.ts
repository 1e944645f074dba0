/**
 * Passwords and card data that GET handlers read from the address: `req.query.password`, `req.param('password')`, and query
 * parameters that are put into variables of such a name. Addresses stay in histories, logs and Referer headers.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { thingAwaited, variablesOf } from '../names'
import { sensitivityOf } from '../taint/sensitive'
import { usage } from './modelled'
import { handlerAround, routeHandlers } from './route-handlers'

export function sensitiveQueries(linked: Linked): Usage[] {
  const { whole, models } = linked
  const queries = new Set([...models.requests].filter(([, where]) => where === 'query').map(([path]) => path))
  // Objects whose members are requests' queries: `req.param('x')` is asked of them too.
  const requests = new Set([...queries].map((path) => models.paths.node(path).parent))
  const found: Usage[] = []
  let handlers: ReturnType<typeof routeHandlers> | undefined
  const lookup = lookupOf(whole)
  const put = whole.names.flatMap(({ node, name }) => (whole.kind[node] === Kind.Load && isForBodiesOnly(name) ? [node] : []))
  for (const node of merge([lookup.named(Kind.Load, isForBodiesOnly), put, lookup.named(Kind.Call, 'param')])) {
    const parameter = parameterAt(linked, node, queries, requests)
    if (parameter === undefined) continue
    const name = [parameter, ...variablesOf(whole, node).map((variable) => variable.name)].find(isForBodiesOnly)
    if (name === undefined) continue
    handlers ??= routeHandlers(linked)
    const handler = handlerAround(linked, handlers, node)
    const methods = handlers.get(handler)
    if (methods?.has('GET')) found.push(usage(linked, node, 'sensitive-query', name, parameter, {}))
  }
  return found
}

/** Links in mails carry tokens on purpose, so those are left out. */
const isForBodiesOnly = (name: string) => ['password', 'financial', 'health'].includes(sensitivityOf(name) ?? '')

/** Name of the query parameter that a node reads. */
function parameterAt(linked: Linked, node: number, queries: Set<number>, requests: Set<number>): string | undefined {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Load) {
    const object = whole.a[node] as number
    const isQuery = apiPathsOf(linked, object).some((path) => queries.has(path)) && isGivenQuery(linked, object, queries, requests)
    return isQuery ? whole.text(whole.b[node] as number) : undefined
  }
  if (kind !== Kind.Call || calledName(linked, node) !== 'param') return undefined
  const receiver = receiverOf(linked, node)
  const argument = whole.args(node)[0]
  if (receiver < 0 || argument === undefined || whole.kind[argument] !== Kind.String) return undefined
  return apiPathsOf(linked, receiver).some((path) => requests.has(path)) ? whole.text(whole.a[argument] as number) : undefined
}

/**
 * `clean(request.query)`, but not `clean(decode(token))`: what a helper of the program gives back to all who call it is a query only for who
 * hands it one, or nothing at all.
 */
function isGivenQuery(linked: Linked, object: number, queries: Set<number>, requests: Set<number>): boolean {
  const { whole, solver } = linked
  const at = thingAwaited(whole, object)
  if (whole.kind[at] !== Kind.Call || !solver.callees.has(at) || whole.args(at).length === 0) return true
  return whole.args(at).some((argument) => apiPathsOf(linked, argument).some((path) => queries.has(path) || requests.has(path)))
}
