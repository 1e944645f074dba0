/**
 * Sign-ins that are sent nothing that proves who it is: whom to sign in, or how another site is to be asked. In: a route with what it takes.
 * Out: whether that is all its handlers can see of the request: nothing of it goes to code that might read more.
 */
import { Kind } from '../../graph'
import type { Parameter, Shape } from '../../types'
import { type Linked, receiverOf } from '../linked'
import { thingNamed } from '../names'
import type { FoundRoute } from '../routes/index'
import { describedBy } from '../shapes/index'
import { pathsOfCall } from '../usages/modelled'
import type { Whole } from '../whole/index'

/** Who it is, how to come back, and how another site is to be asked: a password may be called anything else. */
const NAMES =
  /^(?:e-?mail(?:_?address)?|user_?(?:name|id)|user|login(?:_?name)?|phone(?:_?number)?|remember(?:_?me)?|redirect\w*|return_?to|next|locale|lang(?:uage)?|iss(?:uer)?|\w+_hint|client_?id|target_link_uri|\w*deployment_id|scopes?|prompt|provider)$/i
/** What tells who is calling, among headers. */
const PROOF = /pass|pwd|pin$|otp|code$|secret|credential|assertion|grant_?type|token|signature|hash|key$|authenti|authoriz|saml|jwt|sess|cookie/i
/** What paths of doors are called at which somebody signs in. */
export const SIGNS_IN = /(?:log|sign)_?-?in|session|authenticate|token/i
/** Members of no field in particular. */
const WHOLE = /^(?:body|rawBody|request|req)$/
const SENT_ON = /^(?:body|data|payload|input|dto)$/i
const MOST_CALLS = 4
/** What a request says besides what is sent with it. */
const OF_PATH = /^(?:params|method|path|url|originalUrl|baseUrl|log|logger|id|ip)$/

/** Functions of the language that look at a value and keep nothing of it. */
const LOOKS = /^(?:Reflect\.(?:get|has|ownKeys)|Object\.(?:keys|hasOwn)|Array\.isArray)$/

/** `Reflect.get`; '' of what is no member of something global. */
const sayingOf = (whole: Whole, callee: number): string => {
  if (callee < 0 || whole.kind[callee] !== Kind.Load) return ''
  const of = whole.a[callee] as number
  return whole.kind[of] === Kind.Global ? `${whole.text(whole.a[of] as number)}.${whole.text(whole.b[callee] as number)}` : ''
}

const settled = (whole: Whole, node: number): number => (node >= 0 && whole.kind[node] === Kind.Await ? (whole.a[node] as number) : node)

export function provesNothing(linked: Linked, route: Pick<FoundRoute, 'path' | 'handlers' | 'guards'>, parameters: readonly Parameter[]): boolean {
  if (!SIGNS_IN.test(route.path)) return false
  const sent = parameters.filter(({ in: place }) => place !== 'path' && place !== 'cookie' && place !== 'header')
  const fields = sent.flatMap(({ name, shape }) => [
    ...(SENT_ON.test(name) && shape?.fields ? [] : [name]),
    ...(shape?.fields ?? []).map((field) => field.name),
  ])
  const isSentNothing = sent.length === 0
  if (isSentNothing ? !namesPersonAlone(route.path) : !fields.every((name) => NAMES.test(name))) return false
  if (parameters.some(({ in: place, name }) => place === 'header' && PROOF.test(name))) return false
  if (route.guards.some(({ role, opaque, scope }) => role === 'authentication' || (opaque && scope === 'route'))) return false
  const functions = route.handlers.flatMap((handler) => handler.functions)
  return (
    functions.length > 0 &&
    !functions.some((fn) => {
      const requests = requestsOf(linked, fn)
      return (isSentNothing && readsMoreThanPath(linked, fn, requests)) || handsRequestOn(linked, fn, requests, 0)
    })
  )
}

/** `/users/:userId/login`: a token for somebody who is named, and nothing that they know. `/login/:code` is sent something to guess. */
function namesPersonAlone(path: string): boolean {
  const parts = path.split('/').filter((step) => /^[:{[]/.test(step))
  return parts.length > 0 && parts.every((step) => NAMES.test(step.replace(/\W/g, '')) || /(?:^|_)u?u?id$|Id$/.test(step.replace(/\W/g, '')))
}

/** Anything of the request but its path, whatever is made of that. */
function readsMoreThanPath({ whole, effects }: Linked, fn: number, requests: ReadonlySet<number>): boolean {
  return effects.within(fn).some((node) => {
    const kind = whole.kind[node] as Kind
    if ((kind !== Kind.Load && kind !== Kind.LoadDynamic) || !requests.has(thingNamed(whole, whole.a[node] as number))) return false
    return kind === Kind.LoadDynamic || !OF_PATH.test(whole.text(whole.b[node] as number))
  })
}

/** Its parameters but for the answer and what goes on. */
const requestsOf = ({ whole, values }: Linked, fn: number): Set<number> =>
  new Set((whole.functions[fn]?.params ?? []).filter((param) => !/^_?(?:res|response|reply|next|done)$/.test(values.nameOf(param))))

/**
 * The request or all that was sent is handed to something that is not here, or to whatever calls what the handler gives back. What is
 * held against a schema is known by that.
 */
function handsRequestOn(linked: Linked, fn: number, held: ReadonlySet<number>, hops: number): boolean {
  const { whole, effects, solver, models } = linked
  if (hops > MOST_CALLS) return true
  const isWhole = (node: number): boolean => {
    const at = thingNamed(whole, node)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return held.has(at)
    if (kind === Kind.Spread || kind === Kind.Await) return isWhole(whole.a[at] as number)
    if (kind === Kind.Call) return isChecked(at) && shapeOf(at) === undefined
    if (kind === Kind.Object)
      return whole.items(whole.a[at] as number).some((item) => isWhole(whole.kind[item] === Kind.Property ? (whole.b[item] as number) : item))
    return kind === Kind.Load && WHOLE.test(whole.text(whole.b[at] as number)) && isWhole(whole.a[at] as number)
  }
  const isSchema = (call: number) => pathsOfCall(linked, call).some((path) => models.roles.get(models.paths.find(path, '()'))?.role === 'validation')
  /** All that was sent, held against a schema there or in what is called. */
  const isChecked = (call: number) =>
    whole.args(call).some(isWhole) &&
    (isSchema(call) ||
      [...(solver.callees.get(call) ?? [])].some((callee) => whole.functions[callee]?.returns.some((value) => isSchema(settled(whole, value)))))
  /** Where the schema is written out: what it lets through is told with the door. */
  const shapeOf = (call: number): Shape | undefined =>
    [receiverOf(linked, call), ...whole.args(call)]
      .flatMap((node) => (node < 0 ? [] : (describedBy(linked, node)?.shape ?? [])))
      .find(({ fields }) => fields)
  // What comes back of a check is looked at where it comes back.
  if (hops > 0 && (whole.functions[fn]?.returns ?? []).some((value) => whole.kind[settled(whole, value)] !== Kind.Call && isWhole(value))) return true
  return effects.within(fn).some((node) => {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Store || kind === Kind.StoreDynamic) return isWhole(whole.c[node] as number)
    if (kind !== Kind.Call && kind !== Kind.New) return false
    const args = whole.args(node)
    if (!args.some(isWhole) || LOOKS.test(sayingOf(whole, whole.a[node] as number))) return false
    if (isChecked(node) && shapeOf(node)?.fields?.some(({ name }) => !NAMES.test(name))) return true
    if (isSchema(node)) return false
    const callees = [...(solver.callees.get(node) ?? [])]
    if (callees.length === 0 || args.some((argument) => whole.kind[argument] === Kind.Spread)) return true
    return callees.some((callee) => {
      const params = whole.functions[callee]?.params ?? []
      const given = new Set(params.filter((_, index) => args[index] !== undefined && isWhole(args[index])))
      return given.size > 0 && handsRequestOn(linked, callee, given, hops + 1)
    })
  })
}
