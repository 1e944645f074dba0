/** What a handler of messages tells apart, and what of a message it reads. */
import { Kind } from '../../../graph'
import type { Parameter } from '../../../types'
import { cite, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { isEqual } from '../../operators'
import { nodesBelow } from '../cli/environment'

/** Fields by which messages say what they are. */
const DISCRIMINANT = /^(?:type|event|eventName|action|kind|op|opcode|cmd|command|method|topic|msgType|messageType|message_type|t|name)$/

export interface MessageType {
  name: string
  node: number
}

/** `switch (message.type) { case 'join': … }`, `if (data.event === 'join')`, `handlers[message.type]`: constants and where they stand. */
export function messageTypes(linked: Linked, functions: readonly number[]): MessageType[] {
  const { whole, values } = linked
  const found = new Map<string, MessageType>()
  const put = (name: string, node: number) => {
    if (name !== '' && !found.has(name)) found.set(name, { name, node })
  }
  for (const fn of nodesBelow(linked, functions))
    for (const node of lookupOf(whole).inFunction(fn)) {
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Binary && isEqual(whole.c[node] as number))
        for (const [text, field] of [
          [whole.b[node], whole.a[node]],
          [whole.a[node], whole.b[node]],
        ] as [number, number][]) {
          if (!isDiscriminant(linked, field)) continue
          for (const { value, exact } of values.texts(text)) if (exact && isConstant(linked, text)) put(value, node)
        }
      else if (kind === Kind.LoadDynamic && isDiscriminant(linked, whole.b[node] as number))
        for (const name of values.propertyNames(whole.a[node] as number)) if (name !== '[]') put(name, node)
    }
  return [...found.values()]
}

function isConstant({ whole, values }: Linked, node: number): boolean {
  return values.definitions(node).some((made) => whole.kind[made] === Kind.String)
}

function isDiscriminant({ whole, values }: Linked, node: number): boolean {
  const [made = node] = whole.kind[node] === Kind.Cell ? values.definitions(node) : [node]
  return (whole.kind[made] === Kind.Load || whole.kind[made] === Kind.Refine) && DISCRIMINANT.test(values.nameOf(made))
}

/** Fields of a message that a handler reads of one of its parameters; the parameter as a whole where it reads none. */
export function payloadOf(linked: Linked, functions: readonly number[], index: number): Parameter[] {
  const { whole } = linked
  const found = new Map<string, Parameter>()
  for (const fn of functions) {
    const fact = whole.functions[fn]
    const param = fact?.params[index]
    if (!fact || param === undefined) continue
    const written = fact.fact.paramNames[index] ?? ''
    // What answers the sender is no part of the message.
    if (/^(?:_|cb|callback|ack|done|next|fn|reply|respond)$/i.test(written)) continue
    if (
      lookupOf(whole)
        .inFunction(fn)
        .some((node) => whole.kind[node] === Kind.Call && whole.a[node] === param)
    )
      continue
    const reads: Parameter[] = []
    for (const node of lookupOf(whole).inFunction(fn))
      if (whole.kind[node] === Kind.Load && whole.a[node] === param) {
        const name = whole.text(whole.b[node] as number)
        if (!OF_VALUES.has(name)) reads.push({ name, in: 'json', at: cite(linked, node) })
      }
    const own: Parameter[] = reads.length > 0 ? reads : [{ name: /^[\w$]+$/.test(written) ? written : 'body', in: 'body', at: cite(linked, param) }]
    for (const parameter of own) if (!found.has(`${parameter.in} ${parameter.name}`)) found.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...found.values()]
}

/** Members of texts, lists and buffers. */
const OF_VALUES = new Set(
  'length toString trim split slice map forEach filter includes indexOf replace startsWith endsWith toLowerCase toUpperCase join push [] json text then catch content data'.split(
    ' ',
  ),
)
