/** Whether a call listens for errors: `stream.on('error', …)`. In: the call. Out: whether that is the only event that it names. */
import { calledName, type Linked } from '../linked'

export function isErrorEvent(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  if (!/^(?:on|once|addListener|prependListener)$/.test(calledName(linked, call))) return false
  const [event] = whole.args(call)
  const names = event === undefined ? [] : values.texts(event)
  return names.length > 0 && names.every(({ exact, value }) => exact && value === 'error')
}
