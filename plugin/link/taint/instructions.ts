/**
 * Messages that instruct a language model, by the shape that its services share: `{ role: 'system', content }`. In: the linked
 * program. Out: their contents, where the program asks such a service at all.
 */
import { Kind } from '../../graph'
import type { SinkModel } from '../flow-models'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { modelsOfCalls } from '../usages/modelled'
import type { Conditions } from './conditions'

/** Who speaks where the service itself is told what to do: of OpenAI's interface and of those that follow it. */
const INSTRUCTS = new Set(['system', 'developer'])

/**
 * Property nodes, each with the message that it is of.
 * @param holds whether the condition that a model puts to a call holds
 */
export function instructions(linked: Linked, conditions: Conditions, holds: (call: number, sink: SinkModel) => boolean): Map<number, number> {
  const { whole } = linked
  const found = new Map<number, number>()
  const contents = lookupOf(whole).named(Kind.Property, 'content')
  if (
    contents.length === 0 ||
    ![...modelsOfCalls(linked).sinks].some(([call, sinks]) => sinks.some((sink) => sink.kind === 'prompt' && holds(call, sink)))
  )
    return found
  const meant = new Set(contents)
  for (const object of lookupOf(whole).of(Kind.Object)) {
    const entries = [...whole.items(whole.a[object] as number)]
    const content = entries.find((entry) => meant.has(entry))
    if (content === undefined) continue
    const role = entries.find(
      (entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === 'role',
    )
    if (role !== undefined && INSTRUCTS.has(conditions.textOf(whole.b[role] as number) ?? '')) found.set(content, object)
  }
  return found
}
