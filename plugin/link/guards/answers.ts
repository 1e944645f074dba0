/** Where a request goes on: handed to what comes next, or answered with success. In: a call. Out: whether it does that, and the status that it answers with. */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'

/** `res.status(401).set(…).json(…)` */
const MOST_CHAINED = 6
const ANSWERS = /^(?:send|sendStatus|json|jsonp|end|render|sendFile|download|redirect|write|pipe|html|text|view|file)$/

const isNextOf = (linked: Linked, node: number): boolean => apiPathsOf(linked, node).some((path) => linked.models.paths.show(path).endsWith('/Next'))

/** Whether a call hands the request on to what comes next. */
export function isNext(linked: Linked, call: number): boolean {
  if (isNextOf(linked, linked.whole.a[call] as number)) return true
  return calledName(linked, call) === 'next' && receiverOf(linked, call) < 0
}

/** A function is told to hand on: `check(request, response, next)`. */
export function handsNextOn(linked: Linked, call: number): boolean {
  const args = linked.whole.args(call).slice(0, GO_ON.get(calledName(linked, call)))
  return args.some((argument) => isNextOf(linked, argument))
}

/** How many arguments run when all went well: `.catch(next)` and `.then(f, next)` report what went wrong, and let nothing pass. */
const GO_ON = new Map([
  ['catch', 0],
  ['then', 1],
])

/** `next({ ctx: { user } })`: what comes next is told more, and of no fault. */
export function handsContextOn({ whole, values }: Linked, call: number): boolean {
  const [told] = whole.args(call)
  return told !== undefined && whole.kind[told] === Kind.Object && ['ctx', 'context'].some((name) => values.property(told, name).length > 0)
}

/** An answer that is no refusal: `res.json(…)`, `reply.send(…)`. */
export function isAnswer(linked: Linked, call: number): boolean {
  const { models, values, whole } = linked
  const name = calledName(linked, call)
  if (!ANSWERS.test(name)) return false
  const receiver = receiverOf(linked, call)
  if (receiver < 0) return false
  const isOf = (node: number, type: RegExp) => apiPathsOf(linked, node).some((path) => type.test(models.paths.show(path)))
  if (name === 'sendStatus') {
    const [status] = whole.args(call)
    return status === undefined || !values.numbers(status).some((number) => number >= 400)
  }
  if (name === 'pipe') return whole.args(call).some((argument) => isOf(argument, /\/(?:Response|Reply)$/))
  if (!isOf(receiver, /\/(?:Response|Reply|Context)\b/)) return false
  const status = statusBefore(linked, receiver) ?? statusAfter(linked, call)
  return status === undefined || status < 400
}

/** An answer that speaks of a fault of the caller's: `res.status(400).json(…)`. */
export function sendsFault(linked: Linked, call: number): boolean {
  const receiver = receiverOf(linked, call)
  if (receiver < 0 || !ANSWERS.test(calledName(linked, call))) return false
  const status = statusBefore(linked, receiver) ?? statusAfter(linked, call)
  return status !== undefined && status >= 400 && status < 500
}

/** Status behind what is answered: `c.json(body, 429)`, `h.response(body, { status: 404 })`. */
function statusAfter(linked: Linked, call: number): number | undefined {
  const { whole, values } = linked
  for (const argument of whole.args(call).slice(1)) {
    const told = whole.kind[argument] === Kind.Object ? values.property(argument, 'status') : [argument]
    const status = told.flatMap((value) => statusIn(linked, value) ?? [])[0]
    if (status !== undefined && status >= 100 && status < 600) return status
  }
  return undefined
}

/** Status set earlier in the same chain: `res.status(401).json(…)`. */
function statusBefore(linked: Linked, node: number): number | undefined {
  const { whole } = linked
  for (let at = node, hops = 0; hops < MOST_CHAINED; hops++) {
    if (whole.kind[at] !== Kind.Call) return undefined
    if (/^(?:status|code|sendStatus|writeHead)$/.test(calledName(linked, at))) {
      const argument = whole.args(at)[0]
      const number = argument === undefined ? undefined : statusIn(linked, argument)
      if (number !== undefined) return number
    }
    at = receiverOf(linked, at)
    if (at < 0) return undefined
  }
  return undefined
}

export function statusIn({ values }: Linked, node: number): number | undefined {
  return values.numbers(node)[0] ?? namedStatus(values.nameOf(node))
}

/** `httpStatus.UNAUTHORIZED`, `HttpStatus.FORBIDDEN`: the name says the number where the library is not here. */
function namedStatus(name: string): number | undefined {
  if (/^(?:HTTP_?(?:STATUS_?)?)?UNAUTHORI[SZ]ED$/i.test(name)) return 401
  if (/^(?:HTTP_?(?:STATUS_?)?)?FORBIDDEN$/i.test(name)) return 403
  return /^(?:BAD_REQUEST|NOT_FOUND|CONFLICT|UNPROCESSABLE_ENTITY|TOO_MANY_REQUESTS|INTERNAL_SERVER_ERROR)$/.test(name) ? 400 : undefined
}
