/** Programs that finish what they began when they are told to stop: a handler of the signal that does more than end the process. */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, functionsAt, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'

const SIGNALS = /^SIG(?:TERM|INT|QUIT|HUP|USR2)$/
/** A line in a log and the end of the process keep nothing that was under way. */
const ENDS = /^(?:exit|kill|abort|log|info|warn|error|debug|trace|fatal|write|on|once|off|removeListener|removeAllListeners|now|Number|String)$/

export function orderlyStops(linked: Linked): Usage[] {
  const { whole, values } = linked
  return [...lookupOf(whole).named(Kind.Call, new Set(['on', 'once', 'addListener']))].flatMap((call) => {
    const [signal, handler] = whole.args(call)
    const receiver = receiverOf(linked, call)
    if (signal === undefined || handler === undefined || receiver < 0 || values.nameOf(receiver) !== 'process') return []
    if (!values.texts(signal).some(({ value }) => SIGNALS.test(value)) || !doesMore(linked, handler)) return []
    return [usage(linked, call, 'orderly-stop', 'node', 'process.on', {})]
  })
}

function doesMore(linked: Linked, handler: number): boolean {
  const { whole, effects } = linked
  const functions = functionsAt(linked, handler)
  // Made by a call, or of a library: it was not written to do nothing.
  if (functions.length === 0) return true
  return functions.some((fn) => effects.ofFunction(fn).some((node) => whole.kind[node] === Kind.Call && !ENDS.test(calledName(linked, node))))
}
