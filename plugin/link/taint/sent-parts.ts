/** Which part of what was sent goes on. In: the nodes of a way, from its source. Out: the part that is read, and whether it stood in the body of a request. */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked } from '../linked'

/** The part of the source that goes on: `req.query.name` of `req.query`. */
export function partOf({ whole }: Linked, steps: readonly number[]): number {
  let part = steps[0] as number
  for (const step of steps.slice(1, 4)) {
    if (step >= whole.size || (whole.kind[step] !== Kind.Load && whole.kind[step] !== Kind.LoadDynamic) || whole.a[step] !== part) break
    part = step
  }
  return part
}

const BODY = new Set(['body', 'json', 'form', 'file'])

/** Whether it was sent in the body of a request, which is what senders sign. */
export function isSentInBody(linked: Linked, steps: readonly number[]): boolean {
  const { whole } = linked
  const part = partOf(linked, steps)
  if (part >= whole.size) return false
  if (whole.kind[part] === Kind.Call) return /^(?:json|text|formData|arrayBuffer|blob)$/.test(calledName(linked, part))
  const isRead = whole.kind[part] === Kind.Load || whole.kind[part] === Kind.LoadDynamic
  return isOfBody(linked, isRead ? part : (steps[0] as number)) === true
}

/** The same where nothing else of a request stands beside it that goes on in its place: `request.body.next || request.query.next`. */
export function isSentInBodyAlone(linked: Linked, steps: readonly number[]): boolean {
  const { whole } = linked
  if (!isSentInBody(linked, steps)) return false
  const isWay = (node: number) => node < whole.size && (whole.kind[node] === Kind.Choice || whole.kind[node] === Kind.Cell)
  return !steps.some((node) => isWay(node) && whole.items(whole.a[node] as number).some((item) => isOfBody(linked, item) === false))
}

/** undefined where it is no part of a request. */
function isOfBody(linked: Linked, node: number): boolean | undefined {
  const { whole, models } = linked
  let at = node
  for (let hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; at = whole.a[at] as number, hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return isBodyParameter(linked, at)
    if (kind === Kind.LoadDynamic || kind === Kind.Refine) continue
    if (kind !== Kind.Load) return undefined
    const name = whole.text(whole.b[at] as number)
    if (/^(?:body|rawBody)$/.test(name)) return true
    const places = apiPathsOf(linked, whole.a[at] as number).flatMap((base) => models.requests.get(models.paths.find(base, `.${name}`)) ?? [])
    if (places.length > 0) return places.every((place) => BODY.has(place))
  }
  return undefined
}
const MOST_HOPS = 8

/** `@Body() dto`; undefined for what no decorator fills. */
function isBodyParameter(linked: Linked, param: number): boolean | undefined {
  const { whole } = linked
  const places = whole.parameterDecorators
    .filter(({ fn, index }) => whole.functions[fn]?.params[index] === param)
    .flatMap(({ expression }) => decoratedPlaces(linked, expression))
  return places.length > 0 ? places.every((place) => BODY.has(place)) : undefined
}

/** Where of a request a decorator takes what it fills a parameter with. */
export function decoratedPlaces({ solver, models }: Linked, expression: number): string[] {
  return [...(solver.apiCalls.get(expression) ?? [])].flatMap((path) => {
    const known = models.decorators.get(models.paths.call(path))?.model
    return known?.decorator === 'parameter' && known.in !== undefined ? [known.in] : []
  })
}
