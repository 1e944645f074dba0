/** How records are deleted. In: doors and jobs with what they do to stored data. Out: deletions, with what they leave behind. */
import type { DataUse, Entity, EntryPoint, Evidence } from '../../../types'
import type { Endings } from '../data-fields/retention'
import { code, listed } from './control'
import type { Ground } from './ground'
import { entitiesOfSubject, type Subject, usesOf } from './subjects'

export interface Deletion {
  door: EntryPoint
  use: DataUse
  soft: boolean
}

/** Fields that only say that a record counts as deleted. */
const MARKS =
  /^(?:deleted(?:_?at|_?on)?|is_?deleted|removed(?:_?at)?|is_?active|active|disabled|is_?disabled|enabled|deactivated(?:_?at)?|archived(?:_?at)?|closed(?:_?at)?)$/i
const ABOUT_DELETION = /delet|remov|deactivat|disable|archiv|clos(?:e|ing)|eras|forget/i

export function deletionsOf(doors: readonly EntryPoint[], subject: Subject): Deletion[] {
  const found: Deletion[] = []
  for (const door of doors)
    for (const use of usesOf(door, subject)) {
      if (use.does === 'delete') found.push({ door, use, soft: /soft/i.test(use.api) })
      else if (
        use.does === 'update' &&
        (door.method === 'DELETE' || ABOUT_DELETION.test(`${door.path} ${door.handler?.name ?? ''}`)) &&
        use.writes.some(({ field }) => MARKS.test(field))
      )
        found.push({ door, use, soft: true })
    }
  return found
}

/** Records that only look deleted: the mapper keeps them with a date. */
export function marksOf(of: readonly Entity[]): Evidence[] {
  return of.flatMap(({ ends = [] }) => ends.flatMap(({ how, at }) => (how === 'marked' ? [at] : [])))
}

/** Records that belong to one of these and are left: nothing on the way deletes them, no relation says that they go along. */
export function leftBehind({ entities }: Ground, of: readonly Entity[], deletions: readonly Deletion[]): { name: string; at: Evidence }[] {
  const owners = new Set(of.map(({ name }) => name))
  const gone = new Set(
    deletions.flatMap(({ door }) =>
      (door.data ?? []).filter(({ does }) => does === 'delete').map((use) => use.of.toLowerCase().replace(/model$|s$/g, '')),
    ),
  )
  const found = new Map<string, { name: string; at: Evidence }>()
  const put = (name: string, at: Evidence) => {
    if (owners.has(name) || gone.has(name.toLowerCase().replace(/model$|s$/g, '')) || /cascade/i.test(at.text)) return
    if (!found.has(name)) found.set(name, { name, at })
  }
  for (const { name, kind, relations } of entities) {
    if (kind !== 'stored') continue
    for (const relation of relations) {
      if (owners.has(relation.to) && (relation.kind === 'many to one' || relation.kind === 'one to one')) put(name, relation.at)
      else if (owners.has(name) && relation.kind === 'one to many') put(relation.to, relation.at)
    }
  }
  return [...found.values()]
}

/** `hard delete by user.remove in DELETE /users/:id` */
export function told({ door, use, soft }: Deletion): string {
  return `${soft ? 'marked as deleted' : 'deleted'} by ${code(use.api)} (${code(`${door.method} ${door.path}`)})`
}

/** What ends records of a subject by itself: an index that lets them expire, a job that deletes them. */
export function endsOf({ entities, entryPoints }: Ground, endings: Endings, subject: Subject): { text: string; at: Evidence }[] {
  const of = entitiesOfSubject(entities, subject)
  const jobs = deletionsOf(
    entryPoints.filter(({ kind }) => kind === 'schedule' || kind === 'queue'),
    subject,
  )
  return [
    ...of.flatMap((entity) => (endings.expires.get(entity) ?? []).map(({ text, at }) => ({ text: `expires by the database (${code(text)})`, at }))),
    ...of.flatMap((entity) => (endings.jobs.get(entity) ?? []).map(({ text, at }) => ({ text: `deleted by a job (${code(text)})`, at }))),
    ...jobs.map((each) => ({ text: told(each), at: each.use.at })),
  ]
}

export const names = (entities: readonly Entity[]): string => listed(entities.map(({ name }) => code(name)))
