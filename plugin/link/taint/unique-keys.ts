/**
 * Values by which one record is told from all others. In: the options of a call that finds one record, and which of them selects it. Out:
 * the values of its unique fields, which the call takes as they are or throws: `{ where: { id, active } }`, `{ where: { user_team: { user, team } } }`.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'

export function uniqueKeys(linked: Linked, options: number, selection: string): number[] {
  const { whole } = linked
  const where = entriesOf(linked, options).find(({ name }) => name === selection)
  const fields = where ? entriesOf(linked, where.value) : []
  // Of several fields any may only narrow the choice, except the id; an object below one is a key of several columns.
  const keys = fields.filter(({ name, value }) => fields.length === 1 || name === 'id' || (name.includes('_') && whole.kind[value] === Kind.Object))
  return keys.flatMap(({ value }) => (whole.kind[value] === Kind.Object ? entriesOf(linked, value).map((entry) => entry.value) : [value]))
}

function entriesOf({ whole }: Linked, object: number): { name: string; value: number }[] {
  if (object < 0 || whole.kind[object] !== Kind.Object) return []
  const items = [...whole.items(whole.a[object] as number)]
  if (items.some((item) => whole.kind[item] !== Kind.Property || whole.a[item] === -1)) return []
  return items.map((item) => ({ name: whole.text(whole.a[item] as number), value: whole.b[item] as number }))
}
