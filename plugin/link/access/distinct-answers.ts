/**
 * Sign-in handlers that tell a wrong name from a wrong password. In: a handler. Out: the answer that speaks of the name, where another
 * answer of the same handler speaks of the password alone.
 */
import { Kind } from '../../graph'
import type { AccessFault } from '../../types'
import { calledName, cite, type Linked } from '../linked'

const ANSWERS = /^(?:render|json|send|end|status|redirect|flash|message|next|done|html|text|[A-Z]\w*(?:Error|Exception))$/
const NAME =
  /\b(?:user(?:\s?name)?|account|e-?mail(?:\s+address)?|login)\b.{0,24}\b(?:not found|unknown|invalid|incorrect|does not exist|doesn't exist|not registered|wrong)\b|\b(?:invalid|unknown|incorrect|wrong|no such|no)\s+(?:user(?:\s?name)?|account|e-?mail)\b/i
const PASSWORD =
  /\b(?:invalid|incorrect|wrong|bad)\s+password\b|\bpassword\b.{0,16}\b(?:invalid|incorrect|wrong|mismatch|does not match|is not correct)\b/i
/** Both at once: nothing is told apart. */
const EITHER = /\b(?:or|and|\/)\b/i

export function distinctAnswers(linked: Linked, fn: number): AccessFault[] {
  const { whole, values, effects } = linked
  const said: { node: number; text: string }[] = []
  for (const node of effects.within(fn)) {
    const kind = whole.kind[node] as Kind
    if ((kind !== Kind.Call && kind !== Kind.New) || !ANSWERS.test(calledName(linked, node))) continue
    for (const argument of [...whole.args(node)].slice(0, 3)) {
      const parts =
        whole.kind[argument] === Kind.Object
          ? [...whole.items(whole.a[argument] as number)].filter((entry) => whole.kind[entry] === Kind.Property)
          : [argument]
      for (const part of parts)
        for (const { value } of values.texts(whole.kind[part] === Kind.Property ? (whole.b[part] as number) : part).slice(0, 4))
          said.push({ node: part, text: value })
    }
  }
  const ofName = said.find(({ text }) => NAME.test(text) && !PASSWORD.test(text) && !(/password/i.test(text) && EITHER.test(text)))
  const ofPassword = said.find(({ text }) => PASSWORD.test(text) && !NAME.test(text) && !/user|e-?mail|account/i.test(text))
  if (!ofName || !ofPassword) return []
  const at = cite(linked, ofName.node)
  return [{ fault: 'distinct answers', name: ofName.text, at, trace: [at, cite(linked, ofPassword.node)] }]
}
