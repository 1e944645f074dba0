/**
 * Buffers whose memory is as others left it, and that are sent, or handed to a callback, without anything having been written into them.
 * In: calls of `Buffer.allocUnsafe`. Out: a use of the kind `left-memory` for each call that sends one.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { callsOfKind, usage } from './modelled'

const SENDS = /^(?:send|end|write|json)$/
/** What asks a buffer, or makes another of its bytes, and writes nothing into it. */
const ASKS = /^(?:toString|slice|subarray|toJSON|readU?Int\w*)$/

export function leftMemory(linked: Linked): Usage[] {
  const { whole, values } = linked
  const made = new Set(callsOfKind(linked, 'unfilled-buffer').map(([call]) => call))
  if (made.size === 0) return []
  const places = new Set([...made].map((call) => whole.functionOf(call)))
  const makersOf = (node: number) => (node < 0 ? [] : values.definitions(node).filter((each) => made.has(each)))
  const sent: [call: number, maker: number][] = []
  const changed = new Set<number>()
  for (const call of lookupOf(whole).of(Kind.Call, Kind.New)) {
    if (!places.has(whole.functionOf(call)) || made.has(call)) continue
    const name = calledName(linked, call)
    if (!ASKS.test(name)) for (const maker of makersOf(receiverOf(linked, call))) changed.add(maker)
    const isSending = SENDS.test(name) && receiverOf(linked, call) >= 0
    whole.args(call).forEach((argument, index) => {
      for (const maker of makersOf(argument)) {
        if (isSending && index === 0) sent.push([call, maker])
        else changed.add(maker)
      }
    })
  }
  // `bytes[0] = 1`, and whatever else is put into it.
  for (const store of lookupOf(whole).of(Kind.Store, Kind.StoreDynamic)) for (const maker of makersOf(whole.a[store] as number)) changed.add(maker)
  return sent.filter(([, maker]) => !changed.has(maker)).map(([call]) => usage(linked, call, 'left-memory', 'buffer', calledName(linked, call), {}))
}
