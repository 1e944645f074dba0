/**
 * What a request brings with it, and what of that says who sends it. In: a value, or a call and what it is given. Out: whether it is
 * such a part: the body, a header, a credential, the address that it comes from.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, somePath } from '../linked'
import { thingAwaited, thingNamed } from '../names'
import { HEADER_READ, PAGE_HEADER, REQUEST_TYPE } from './words'

const MOST_HOPS = 6
/** Ways in which a value may be made. */
const MOST_WAYS = 4
/** What gives back what it is given, in another form, or says what form it has. */
const KEEPS = /^(?:Number|String|Boolean|parseInt|parseFloat|isNaN|isInteger|trim)$/

/** A request, an answer, `next`, or the context of them, as a library tells. */
export function isOfRequest(linked: Linked, node: number): boolean {
  const { models } = linked
  let known = typesOfRequests.get(models)
  if (!known) {
    known = new Array<boolean>(models.paths.nodes.length)
    typesOfRequests.set(models, known)
  }
  const isOf = known
  return somePath(linked, node, (path) => (isOf[path] ??= REQUEST_TYPE.test(models.paths.show(path))))
}

/** By API path: asked of every argument of every call in a handler. */
const typesOfRequests = new WeakMap<Linked['models'], boolean[]>()

/** A call that is given the request, the response or `next`, by itself or in an object: `check({ request, text })`. */
export function handsRequest(linked: Linked, call: number): boolean {
  const { whole } = linked
  return whole
    .args(call)
    .some((argument) => (whole.kind[argument] === Kind.Object ? whole.madeOf(argument) : [argument]).some((part) => isOfRequest(linked, part)))
}

export function isHeaders({ values }: Linked, node: number): boolean {
  return values.nameOf(node) === 'headers'
}

/** `request.headers.get('origin')`: whether a call reads a header whose name passes a test. */
export function readsHeader(linked: Linked, call: number, fits: (name: string) => boolean): boolean {
  const { whole, values } = linked
  if (whole.kind[call] !== Kind.Call || !HEADER_READ.test(calledName(linked, call))) return false
  const [name] = whole.args(call)
  return name !== undefined && values.texts(name).some(({ value, exact }) => exact && fits(value))
}

/** Whether a value is made of one that is read under some name. */
function readsNamed({ whole }: Linked, node: number, fits: (load: number, name: string) => boolean): boolean {
  const look = (at: number, hops: number): boolean => {
    if (at < 0 || hops > MOST_HOPS) return false
    if (whole.kind[at] === Kind.Load && fits(at, whole.text(whole.b[at] as number))) return true
    return whole.madeOf(at).some((part) => look(part, hops + 1))
  }
  return look(node, 0)
}

export function readsBody(linked: Linked, node: number): boolean {
  const { whole } = linked
  // What procedures are handed stands in for a body.
  return readsNamed(linked, node, (load, name) => name === 'body' || (name === 'input' && whole.kind[whole.a[load] as number] === Kind.Param))
}

function readsCredential(linked: Linked, node: number): boolean {
  return readsNamed(linked, node, (_, name) => /^(?:headers|cookies|signedCookies|session|authorization)$/.test(name))
}

/** The address that a request comes from, or the page where that is asked for. */
export function readsPlace(linked: Linked, node: number, orPage: boolean, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || hops > MOST_HOPS) return false
  if (whole.kind[node] === Kind.Load) {
    const name = whole.text(whole.b[node] as number)
    if (/^(?:ips?|remoteAddress|remote_?addr)$/i.test(name)) return true
    if (orPage && PAGE_HEADER.test(name) && isHeaders(linked, whole.a[node] as number)) return true
  }
  if (orPage && readsHeader(linked, node, (name) => PAGE_HEADER.test(name))) return true
  return whole.madeOf(node).some((part) => readsPlace(linked, part, orPage, hops + 1))
}

/** A step of signing in verifies what the form brings, and says nothing of who is signed in. */
export function isGivenInput(linked: Linked, call: number): boolean {
  return linked.whole.args(call).some((argument) => readsBody(linked, argument) && !readsCredential(linked, argument))
}

/** `schema.validate(request.params)`: what comes back is what was sent, in form. */
function isCheckedInput(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (!/^(?:safe)?(?:validate|parse)(?:Sync|Async)?$/i.test(calledName(linked, call))) return false
  return whole
    .args(call)
    .slice(0, 2)
    .some((argument) => {
      const at = thingAwaited(whole, argument)
      return whole.kind[at] === Kind.Load && /^(?:body|query|params)$/.test(whole.text(whole.b[at] as number))
    })
}

export function isFromInput(linked: Linked, node: number): boolean {
  const { whole } = linked
  const isInput = (at: number) => whole.kind[at] === Kind.Call && isGivenInput(linked, at)
  let at = thingAwaited(whole, node)
  for (let hops = 0; hops < MOST_HOPS && whole.kind[at] === Kind.Load; hops++) {
    if (/^(?:body|query|params|form|input|data)$/.test(whole.text(whole.b[at] as number))) return true
    at = thingAwaited(whole, whole.a[at] as number)
  }
  // What is read out of a token that the form brought says who is about to sign in.
  if (whole.kind[at] === Kind.Choice)
    return whole
      .items(whole.a[at] as number)
      .slice(0, MOST_WAYS)
      .some(isInput)
  return isInput(at) || (whole.kind[at] === Kind.Call && isCheckedInput(linked, at))
}

/** `request.query.id`, as it came or as a number; the parts of it that say who is calling are none. */
export function isSent(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const next = (part: number) => isSent(linked, part, hops + 1)
  const at = thingNamed(whole, node)
  switch (whole.kind[at] as Kind) {
    case Kind.Load:
      return /^(?:query|params|body)$/.test(whole.text(whole.b[at] as number)) || next(whole.a[at] as number)
    case Kind.Unary:
      return next(whole.a[at] as number)
    case Kind.Call:
      return KEEPS.test(calledName(linked, at)) && whole.args(at).some(next)
    default:
      return false
  }
}
