/** What a door answers with, field by field: also where the fields were put into a text before. */
import { Kind } from '../../../graph'
import type { EntryPoint, Evidence } from '../../../types'
import { calledName, cite, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Ground } from './ground'

const ANSWERS = new Set(['send', 'json', 'jsonp', 'end', 'attachment', 'write', 'csv', 'status'])

export function exportedFields({ linked, runsAt }: Ground, doors: readonly EntryPoint[]): { names: string[]; at: Evidence[] } {
  const { whole } = linked
  const lines = new Set(
    doors.flatMap(({ responses }) => responses.filter(({ status }) => status === undefined || status < 400).map(({ at }) => `${at.file}:${at.line}`)),
  )
  const names = new Set<string>()
  const places: Evidence[] = []
  for (const { responses } of doors)
    for (const { shape, at, status } of responses) {
      if (!shape?.fields?.length || (status ?? 200) >= 400) continue
      for (const field of shape.fields) names.add(field.name)
      places.push(at)
    }
  for (const call of lookupOf(whole).named(Kind.Call, ANSWERS)) {
    if (!runsAt(call)) continue
    const at = cite(linked, call)
    if (!lines.has(`${at.file}:${at.line}`)) continue
    for (const argument of whole.args(call)) {
      const inner = insideTexts(linked, argument)
      if (inner.length > 0 || linked.values.propertyNames(argument).length > 0) places.push(at)
      if (inner.length > 0) {
        // The data stand in a text; what carries the text says nothing.
        names.clear()
        for (const name of inner) names.add(name)
        return { names: [...names], at: [at] }
      }
      for (const name of linked.values.propertyNames(argument)) names.add(name)
    }
  }
  return { names: [...names], at: places }
}

/** Fields of what was made a text: `{ userData: JSON.stringify(data) }`. */
function insideTexts(linked: Linked, node: number): string[] {
  const { whole, values } = linked
  const objects = [node, ...values.definitions(node)].filter((at) => at < whole.size)
  const found: string[] = []
  for (const object of objects) {
    const parts =
      whole.kind[object] === Kind.Object
        ? whole.items(whole.a[object] as number).flatMap((entry) => (whole.kind[entry] === Kind.Property ? [whole.b[entry] as number] : []))
        : [object]
    for (const part of parts)
      if (whole.kind[part] === Kind.Call && calledName(linked, part) === 'stringify') found.push(...values.propertyNames(whole.args(part)[0] ?? -1))
  }
  return [...new Set(found)]
}
