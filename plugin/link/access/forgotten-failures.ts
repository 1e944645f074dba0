/**
 * Calls whose failure changes nothing: `access.may(id).catch(() => undefined).then(drop)`. In: a call. Out: whether what comes next is
 * done all the same, so that whoever was refused there was not turned away.
 */
import { functionsAt, type Linked } from '../linked'
import { usesOf } from '../uses'
import { throwsInside } from './refusals'

export function isFailureForgotten(linked: Linked, call: number): boolean {
  const { whole, solver } = linked
  const { methods } = usesOf(whole).endOfChain(call)
  const caught = methods.findIndex(({ name }) => name === 'catch')
  if (caught < 0 || !methods.slice(caught + 1).some(({ name }) => name === 'then')) return false
  const [handler] = whole.args((methods[caught] as { call: number }).call)
  const functions = handler === undefined ? [] : functionsAt({ solver }, handler)
  return functions.length > 0 && functions.every((fn) => !throwsInside(linked, fn))
}
