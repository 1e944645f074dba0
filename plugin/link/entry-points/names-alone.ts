/**
 * Sign-ins that are sent nothing but whom to sign in. In: a route with what it takes. Out: whether that is all its handlers can see of the
 * request: nothing of it goes to code that might read more.
 */
import { Kind } from '../../graph'
import type { Parameter } from '../../types'
import type { Linked } from '../linked'
import { thingNamed } from '../names'
import type { FoundRoute } from '../routes/index'

/** Who it is, and how to come back: nothing that proves anything. */
const NAMES =
  /^(?:e-?mail(?:_?address)?|user_?(?:name|id)|user|login(?:_?name)?|phone(?:_?number)?|remember(?:_?me)?|redirect\w*|return_?to|next|locale|lang(?:uage)?)$/i
const WHOLE = /^(?:body|rawBody|request|req)$/

export function takesNamesAlone(linked: Linked, route: Pick<FoundRoute, 'handlers' | 'guards'>, parameters: readonly Parameter[]): boolean {
  const sent = parameters.filter(({ in: place }) => place !== 'path' && place !== 'cookie' && place !== 'header')
  if (sent.length === 0 || !sent.every(({ name }) => NAMES.test(name)) || parameters.some(({ in: place }) => place === 'header')) return false
  if (route.guards.some(({ role, opaque, scope }) => role === 'authentication' || (opaque && scope === 'route'))) return false
  const functions = route.handlers.flatMap((handler) => handler.functions)
  return functions.length > 0 && !functions.some((fn) => handsRequestOn(linked, fn))
}

/** The request or all that was sent is handed to something, or to whatever calls what the handler gives back. */
function handsRequestOn(linked: Linked, fn: number): boolean {
  const { whole, effects } = linked
  const params = new Set(whole.functions[fn]?.params)
  const isWhole = (node: number): boolean => {
    const at = thingNamed(whole, node)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return params.has(at)
    if (kind === Kind.Spread || kind === Kind.Await) return isWhole(whole.a[at] as number)
    if (kind === Kind.Object)
      return whole.items(whole.a[at] as number).some((item) => isWhole(whole.kind[item] === Kind.Property ? (whole.b[item] as number) : item))
    return kind === Kind.Load && WHOLE.test(whole.text(whole.b[at] as number)) && isWhole(whole.a[at] as number)
  }
  return effects.within(fn).some((node) => {
    const kind = whole.kind[node] as Kind
    return (kind === Kind.Call || kind === Kind.New) && whole.args(node).some(isWhole)
  })
}
