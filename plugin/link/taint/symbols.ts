/** Keys that no text spells: what is sent from outside, in whatever form, has texts for its keys and never holds anything under a symbol. */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'

/** Whether a key is a symbol that the program has made, whatever else it may be: `Symbol('session')`, `Symbol.for('session')`. */
export function isSymbol(linked: Linked, key: number): boolean {
  const { whole, values } = linked
  const made = values.definitions(key)
  return made.length > 0 && made.every((node) => node < whole.size && whole.kind[node] === Kind.Call && makesSymbol(linked, node))
}

function makesSymbol(linked: Linked, call: number): boolean {
  const receiver = receiverOf(linked, call)
  const isGlobal = (node: number) => linked.whole.kind[node] === Kind.Global && linked.values.nameOf(node) === 'Symbol'
  return receiver < 0 ? isGlobal(linked.whole.a[call] as number) : calledName(linked, call) === 'for' && isGlobal(receiver)
}
