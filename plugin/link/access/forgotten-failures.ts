/**
 * Calls whose failure changes nothing: `access.may(id).catch(() => undefined).then(drop)`. In: a call. Out: whether what comes next is
 * done all the same, so that whoever was refused there was not turned away.
 */
import { Kind } from '../../graph'
import { functionsAt, type Linked } from '../linked'
import { usesOf } from '../uses'

export function isFailureForgotten({ whole, solver, effects }: Linked, call: number): boolean {
  const { methods } = usesOf(whole).endOfChain(call)
  const caught = methods.findIndex(({ name }) => name === 'catch')
  if (caught < 0 || !methods.slice(caught + 1).some(({ name }) => name === 'then')) return false
  const [handler] = whole.args((methods[caught] as { call: number }).call)
  const functions = handler === undefined ? [] : functionsAt({ solver }, handler)
  return functions.length > 0 && functions.every((fn) => !effects.within(fn).some((node) => whole.kind[node] === Kind.Throw))
}
