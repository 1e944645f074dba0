/** Doors that are asked for by a name: operations of GraphQL, topics, events and queues. In: doors and tests. Out: by door, the text of a test that names it. */
import { Kind } from '../../../../graph'
import type { EntryPoint } from '../../../../types'
import type { Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'

export function namedInTests(linked: Linked, doors: readonly EntryPoint[], tests: Set<number>): Map<EntryPoint, number> {
  const { whole } = linked
  const found = new Map<EntryPoint, number>()
  const wanted = doors.filter(({ kind }) => kind !== 'http' && kind !== 'webhook')
  if (wanted.length === 0) return found
  const texts = new Map<string, number>()
  const words = new Map<string, number>()
  for (const node of lookupOf(whole).of(Kind.String, Kind.Template)) {
    if (!tests.has(whole.fileOf(node))) continue
    const text = whole.kind[node] === Kind.String ? whole.text(whole.a[node] as number) : whole.sourceOf(node, 4000)
    if (!texts.has(text)) texts.set(text, node)
    // A document of GraphQL names its operations in front of brackets.
    if (text.includes('{'))
      for (const [, word] of text.matchAll(/\b([A-Za-z_]\w*)\s*(?=[({])/g)) if (!words.has(word as string)) words.set(word as string, node)
  }
  for (const door of wanted) {
    const name = door.path.split(/[#./]/).at(-1) as string
    const node = door.kind === 'graphql' ? words.get(name) : (texts.get(door.path) ?? texts.get(name))
    if (node !== undefined) found.set(door, node)
  }
  return found
}
