/**
 * Cookies that hold nothing but what the address of the request says: `cookie('back', request.query.back)`. In: calls that set a
 * cookie. Out: a use of the kind `sent-cookie` for each of these, with the names of those parts.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { newFrame, Origins } from '../entry-points/origins/index'
import type { Linked } from '../linked'
import { callsOfKind, usage } from './modelled'

const MOST_HOPS = 6

export function sentCookies(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const calls = callsOfKind(linked, 'cookie')
  const origins = calls.length > 0 ? new Origins(linked) : undefined
  for (const [call, model] of calls) {
    const value = whole.args(call)[Number(model.values.value)]
    const names = value === undefined ? undefined : namesSent(value, 0)
    if (names) found.push(usage(linked, call, 'sent-cookie', model.library, model.library, { parts: { state: 'constant', texts: [...names] } }))
  }
  return found

  /** Names of the parts that a value is, whichever way it came; undefined where it may be anything else. */
  function namesSent(node: number, hops: number): Set<string> | undefined {
    if (node < 0 || hops > MOST_HOPS) return undefined
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Refine) return namesSent(whole.a[node] as number, hops + 1)
    if (kind === Kind.Choice) {
      const names = whole.items(whole.a[node] as number).map((item) => namesSent(item, hops + 1))
      return names.every((each) => each !== undefined) ? new Set(names.flatMap((each) => [...each])) : undefined
    }
    const parts = origins?.of(node, newFrame()) ?? []
    const isOfAddress = parts.length > 0 && parts.every((part) => part.kind === 'data' && (part.place === 'query' || part.place === 'path'))
    return isOfAddress ? new Set(parts.flatMap((part) => (part.kind === 'data' ? (part.trail.at(-1) ?? []) : []))) : undefined
  }
}
