/**
 * Requests whose bytes are unpacked as they come: `request.pipe(createGunzip())`, `pipeline(request, createGunzip(), file)`. In: the linked
 * program. Out: nodes that hold such a request. A request as a whole is no value that comes from outside, what streams out of it is.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { pathsOfCall } from '../usages/modelled'
import { isWhen } from './propagation/sink-conditions'

const TAKES_STREAMS = /^(?:pipe|pipeline|pump)$/
const IS_REQUEST = /(?:^|[./])(?:Request|IncomingMessage|req)$/

export function unpackedRequests(linked: Linked): number[] {
  const { whole, models } = linked
  return [...lookupOf(whole).called(TAKES_STREAMS)].flatMap((call) => {
    if (whole.kind[call] !== Kind.Call) return []
    const sinks = [...pathsOfCall(linked, call)].flatMap((path) => models.flows.sinks.get(path) ?? [])
    const isUnpacked = (spot: string) => sinks.some(({ when, spots }) => when?.of && spots.includes(spot) && isWhen(linked, call, when))
    const streams = [isUnpacked('receiver') ? receiverOf(linked, call) : -1, isUnpacked('0') ? (whole.args(call)[0] ?? -1) : -1]
    return streams.filter((node) => node >= 0 && apiPathsOf(linked, node).some((path) => IS_REQUEST.test(models.paths.show(path))))
  })
}
