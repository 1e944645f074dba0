/**
 * Parameters that hold an exception by the conventions of the language and of Node: the first of a callback, called `err` or
 * `error`, and what a `catch` handler of a promise receives. In: the linked program. Out: parameter nodes.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'

const NAMES = /^_?(?:err|error|ex|exc|exception)\d?$/i

/** @param isWanted whether anybody wants to know of a parameter */
export function exceptionParameters(linked: Linked, isWanted: (param: number) => boolean = () => true): number[] {
  const { whole, values } = linked
  const found: number[] = []
  for (const { params, fact, node } of whole.functions) {
    const first = params[0]
    if (first === undefined || whole.kind[first] !== Kind.Param || !isWanted(first)) continue
    const call = node < 0 ? -1 : values.callAround(node)
    const called = call < 0 ? '' : calledName(linked, call)
    const isCaught = called === 'catch' || (called === 'then' && whole.args(call)[1] === node)
    if (isCaught || NAMES.test(fact.paramNames[0] ?? '')) found.push(first)
  }
  return found
}
