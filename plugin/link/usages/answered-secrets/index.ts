/**
 * What a server's answers hold that nobody outside is meant to have: its environment, keys out of it, and stored records as a whole.
 * In: the linked program. Out: one usage an answer and secret, at the answer; `what` is `environment`, `setting`, `field` or `record`,
 * `name` the variable, field or entity, `from` where it comes from, `filtered` where a schema leaves out what could not be read. Whether an
 * entity has a password, a rule asks.
 */
import { Kind } from '../../../graph'
import type { Setting, Usage } from '../../../types'
import { decorationsOf } from '../../decorated/decorations'
import { LabelKind } from '../../labels'
import { calledName, cite, type Linked } from '../../linked'
import { sinksOfKind, usage } from '../modelled'
import { Contents } from './contents'
import type { Held } from './whole-records'

/** Models of what a server answers with. */
const ANSWERS = new Set(['answers', 'next'])
/** A template shows what it names, and not all it is handed. */
const SHOWS_PARTS = /^(?:render|view)$/

export function answeredSecrets(linked: Linked): Usage[] {
  const { whole } = linked
  const contents = new Contents(linked)
  const found = new Map<string, Usage>()
  for (const { node, value, library } of answersOf(linked))
    for (const held of contents.of(value)) {
      // An object that several lines of a handler send is one fault.
      const key = `${whole.functionOf(node)} ${held.what} ${held.name}`
      const api = whole.kind[node] === Kind.Call && node !== value ? calledName(linked, node) : 'return'
      if (!found.has(key)) found.set(key, usage(linked, node, 'answered-secret', library, api, values(linked, held)))
    }
  return [...found.values()]
}

const values = (linked: Linked, { what, name, node, filtered }: Held): Usage['values'] => ({
  what: text(what),
  name: text(name),
  from: { ...text(name), at: cite(linked, node) },
  ...(filtered ? { filtered: text('true') } : {}),
})

const text = (value: string): Setting => ({ state: 'constant', texts: [value] })

/** Calls that answer, and what handlers of a framework return that answers with it. */
function* answersOf(linked: Linked): Generator<{ node: number; value: number; library: string }> {
  const { whole, solver } = linked
  for (const [call, { library }] of sinksOfKind(linked, 'disclosure')) {
    if (whole.kind[call] !== Kind.Call || !ANSWERS.has(library) || SHOWS_PARTS.test(calledName(linked, call))) continue
    const [value] = whole.args(call)
    if (value !== undefined) yield { node: call, value, library }
  }
  for (const { members } of whole.classes)
    for (const { node, decorators } of members) {
      if (decorators.length === 0) continue
      const route = decorationsOf(linked, decorators).find(({ model }) => model.decorator === 'route')
      if (!route) continue
      for (const label of solver.of(node))
        if (solver.labels.kind[label] === LabelKind.Function)
          for (const value of whole.functions[solver.labels.data[label] as number]?.returns ?? [])
            yield { node: value, value, library: route.library }
    }
}
