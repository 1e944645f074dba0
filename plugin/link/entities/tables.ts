/**
 * Tables as all migrations together leave them. In: changes of SQL files, of SQL in code and of migrations. Out: one entity a
 * table that is there in the end. Files count in the order of their names, which is how migrations are run.
 */
import type { Definition, TableChange } from '../../graph'
import type { Entity } from '../../types'
import { isTestCode, type Linked } from '../linked'
import { type PlacedChange, tableCalls } from './migrations'
import type { FoundEntity } from './reading'

export function tables(linked: Linked, definitions: readonly Definition[]): FoundEntity[] {
  const changes: PlacedChange[] = [
    ...definitions
      .filter(({ path }) => !isTestCode(linked, path))
      .flatMap(({ path, tables: of }) => (of ?? []).map((change, index) => ({ file: path, line: index, change }))),
    ...tableCalls(linked),
  ].sort((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line))
  const found = new Map<string, Entity>()
  for (const { change } of changes) apply(found, change)
  return [...found.values()].map((entity) => ({ entity, nodes: [] }))
}

function apply(tables: Map<string, Entity>, change: TableChange): void {
  const key = change.table.toLowerCase()
  switch (change.does) {
    case 'create': {
      const known = tables.get(key)
      // Facts are kept between builds: what is changed here is a copy.
      const copy: Entity = { ...change.entity, fields: change.entity.fields.map((field) => ({ ...field })), relations: [...change.entity.relations] }
      // The same table for another database, or once more where it is missing: what is new in it counts.
      if (known) add(known, copy)
      else tables.set(key, copy)
      break
    }
    case 'drop':
      tables.delete(key)
      break
    case 'rename': {
      const known = tables.get(key)
      if (!known) break
      tables.delete(key)
      tables.set(change.to.toLowerCase(), { ...known, name: change.to, stored: change.to })
      break
    }
    case 'alter': {
      const known = tables.get(key)
      if (!known) break
      known.fields = known.fields.filter(({ name }) => !change.drop.includes(name))
      for (const [from, to] of change.renamed) for (const field of known.fields) if (field.name === from) field.name = to
      add(known, { fields: change.add, relations: change.relations })
      for (const field of known.fields) if (change.unique.includes(field.name)) field.unique = true
    }
  }
}

export function add(to: Pick<Entity, 'fields' | 'relations'>, { fields, relations }: Pick<Entity, 'fields' | 'relations'>): void {
  for (const field of fields) if (!to.fields.some(({ name }) => name === field.name)) to.fields.push({ ...field })
  for (const each of relations) if (!to.relations.some((known) => known.to === each.to && known.by === each.by)) to.relations.push(each)
}
