/**
 * Cookies that hold nothing but what the address of the request says: `cookie('back', request.query.back)`, or a path of the site. In:
 * calls that set a cookie. Out: a use of the kind `sent-cookie` for each of these, with the names of those parts.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { newFrame, Origins } from '../entry-points/origins/index'
import { type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'
import { callsOfKind, usage } from './modelled'

const MOST_HOPS = 6
/** What frameworks call the parts of an address. */
const OF_ADDRESS = new Set(['query', 'params'])
const ADDRESS = /^(?:originalUrl|url|path|baseUrl|hostname|search)$/

export function sentCookies(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const calls = callsOfKind(linked, 'cookie')
  const origins = calls.length > 0 ? new Origins(linked) : undefined
  for (const [call, model] of calls) {
    const value = whole.args(call)[Number(model.values.value)]
    const names = value === undefined ? undefined : namesSent(value, call, 0)
    if (names) found.push(usage(linked, call, 'sent-cookie', model.library, model.library, { parts: { state: 'constant', texts: [...names] } }))
  }
  return found

  /** Names of the parts that a value is, whichever way it came; undefined where it may be anything else. */
  function namesSent(node: number, call: number, hops: number): Set<string> | undefined {
    if (node < 0 || hops > MOST_HOPS) return undefined
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Refine) return namesSent(whole.a[node] as number, call, hops + 1)
    if (kind === Kind.Choice) {
      const names = whole.items(whole.a[node] as number).map((item) => namesSent(item, call, hops + 1))
      return names.every((each) => each !== undefined) ? new Set(names.flatMap((each) => [...each])) : undefined
    }
    if (isPath(node)) return new Set()
    const parts = origins?.of(node, newFrame()) ?? []
    if (parts.length === 0) return nameBesideAnswer(node, call)
    const isOfAddress = parts.every((part) => part.kind === 'data' && (part.place === 'query' || part.place === 'path' || part.place === 'url'))
    return isOfAddress ? new Set(parts.flatMap((part) => (part.kind === 'data' ? (part.trail.at(-1) ?? []) : []))) : undefined
  }

  /** `'/orders/' + id`: where on the site something is. */
  function isPath(node: number): boolean {
    const kind = whole.kind[node] as Kind
    const first =
      kind === Kind.Template
        ? (whole.items(whole.a[node] as number)[0] ?? -1)
        : kind === Kind.Binary && whole.c[node] === PLUS
          ? (whole.a[node] as number)
          : -1
    return first >= 0 && whole.kind[first] === Kind.String && /^\/[^/?]/.test(whole.text(whole.a[first] as number))
  }

  /**
   * `(request, answer) => answer.cookie('back', request.query.back)`, where nothing is known of either: what is handed over together with
   * the answer that the cookie goes out with, and has an address, is its request.
   */
  function nameBesideAnswer(node: number, call: number): Set<string> | undefined {
    const answer = plain(receiverOf(linked, call))
    if (answer < 0 || whole.kind[answer] !== Kind.Param || whole.kind[node] !== Kind.Load) return undefined
    const isRequest = (at: number) => at >= 0 && whole.kind[at] === Kind.Param && at !== answer && whole.a[at] === whole.a[answer]
    const name = whole.text(whole.b[node] as number)
    const holder = plain(whole.a[node] as number)
    if (isRequest(holder)) return ADDRESS.test(name) ? new Set() : undefined
    if (holder < 0 || whole.kind[holder] !== Kind.Load || !OF_ADDRESS.has(whole.text(whole.b[holder] as number))) return undefined
    return isRequest(plain(whole.a[holder] as number)) ? new Set([name]) : undefined
  }

  function plain(node: number): number {
    let at = node
    while (at >= 0 && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    return at
  }
}
