/**
 * Cookies of a session whose value the request chose: `cookie('sid', request.query.sid)`. In: calls that set a cookie, and headers that
 * do. Out: a use of the kind `taken-session` for each of these, with the parts of the request that the value comes from.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { newFrame, Origins } from '../entry-points/origins/index'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'
import { isJar } from './cookies'
import { callsOfKind, usage } from './modelled'
import { allHeaders } from './response-headers'
import { constant } from './setting'

/** What frameworks and applications call the cookie that tells one session from the others. */
const OF_SESSION = /^(?:[\w.-]+[._-])?(?:connect\.sid|s?sid|sess(?:ion)?[-_]?(?:id|token|key)?|(?:php|j)sess(?:ion)?id|asp\.net_sessionid)$/i
/** Whoever writes a link, or a form on another site, fills in these; a cookie that comes back is the visitor's own. */
const CHOSEN = new Set(['query', 'path', 'body', 'json', 'form'])

export function takenSessions(linked: Linked): Usage[] {
  const { whole, values } = linked
  let known: Origins | undefined
  const placesOf = (node: number): string[] => {
    known ??= new Origins(linked)
    const places = known.of(node, newFrame()).map((part) => (part.kind === 'data' ? part.place : ''))
    return places.every((place) => CHOSEN.has(place)) ? places : []
  }
  const isSession = (name: number | undefined) => name !== undefined && values.texts(name).some(({ value, exact }) => exact && OF_SESSION.test(value))
  const calls: [node: number, value: number | undefined, api: string][] = []
  for (const [call, { values }] of callsOfKind(linked, 'cookie')) {
    const [name, value] = [values.name, values.value].map((spot) => whole.args(call)[Number(spot)])
    if (isSession(name)) calls.push([call, value, 'cookie'])
  }
  for (const call of lookupOf(whole).named(Kind.Call, 'set')) {
    const [name, value] = whole.args(call)
    if (isSession(name) && isJar(linked, call)) calls.push([call, value, 'cookies.set'])
  }
  for (const headers of allHeaders(linked).values())
    for (const { name, value } of headers)
      if (name === 'set-cookie')
        for (const item of values.elements(value)) {
          const [first, second] = partsOf(linked, item)
          const named =
            first !== undefined && whole.kind[first] === Kind.String ? /^([^=;]+)=$/.exec(whole.text(whole.a[first] as number))?.[1] : undefined
          if (named !== undefined && OF_SESSION.test(named)) calls.push([item, second, 'Set-Cookie'])
        }
  return calls.flatMap(([node, value, api]) => {
    const places = value === undefined ? [] : placesOf(value)
    return places.length === 0 ? [] : [usage(linked, node, 'taken-session', 'http', api, { places: constant(...new Set(places)) })]
  })
}

/** `'sid=' + id + '; Secure'`, and the same as a template. */
function partsOf(linked: Linked, node: number): number[] {
  const { whole } = linked
  if (whole.kind[node] === Kind.Template) return [...whole.items(whole.a[node] as number)]
  if (whole.kind[node] !== Kind.Binary || whole.c[node] !== PLUS) return [node]
  return [...partsOf(linked, whole.a[node] as number), whole.b[node] as number]
}
