/**
 * Tables as all migrations together leave them. In: changes of SQL files, of SQL in code and of migrations. Out: one entity a
 * table that is there in the end. Files count in the order of their names, which is how migrations are run.
 */
import type { Definition, PolicyChange, TableChange } from '../../graph'
import type { Entity } from '../../types'
import { isTestCode, type Linked } from '../linked'
import { type PlacedChange, tableCalls } from './migrations'
import type { FoundEntity } from './reading'

/** Whom a policy without names is for. */
const EVERYBODY = 'public'

export function tables(linked: Linked, definitions: readonly Definition[]): FoundEntity[] {
  const changes: PlacedChange[] = [
    ...definitions
      .filter(({ path }) => !isTestCode(linked, path))
      .flatMap(({ path, tables: of }) => (of ?? []).map((change, index) => ({ file: path, line: index, change }))),
    ...tableCalls(linked),
  ].sort((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line))
  const found = new Map<string, Entity>()
  const policies = new Map<string, Policies>()
  for (const { change } of changes)
    if (change.does === 'policy') applyPolicy(policies, change)
    else apply(found, change)
  for (const [key, entity] of found) if (isOpen(policies.get(key) ?? new Map())) delete entity.rowSecurity
  return [...found.values()].map((entity) => ({ entity, nodes: [] }))
}

/** Who may read which rows, by the name of a policy. */
type Policies = Map<string, { open: boolean; roles: string }>

function applyPolicy(tables: Map<string, Policies>, { how, table, name, open, roles }: PolicyChange): void {
  const key = table.toLowerCase()
  const policies: Policies = tables.get(key) ?? new Map()
  tables.set(key, policies)
  const known = policies.get(name)
  if (how === 'create') policies.set(name, { open: open ?? false, roles: roles ?? EVERYBODY })
  else if (how === 'drop') policies.delete(name)
  else if (known) policies.set(name, { open: open ?? known.open, roles: roles ?? known.roles })
}

/** Every row may be read by all for whom there is a policy: whichever of several lets a row through is enough. */
function isOpen(policies: Policies): boolean {
  const all = [...policies.values()]
  const opened = new Set(all.flatMap(({ open, roles }) => (open ? [roles] : [])))
  return opened.has(EVERYBODY) || (opened.size > 0 && all.every(({ roles }) => opened.has(roles)))
}

function apply(tables: Map<string, Entity>, change: Exclude<TableChange, PolicyChange>): void {
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
      if (change.rowSecurity?.on) known.rowSecurity = change.rowSecurity.at
      else if (change.rowSecurity) delete known.rowSecurity
    }
  }
}

export function add(to: Pick<Entity, 'fields' | 'relations'>, { fields, relations }: Pick<Entity, 'fields' | 'relations'>): void {
  for (const field of fields) if (!to.fields.some(({ name }) => name === field.name)) to.fields.push({ ...field })
  for (const each of relations) if (!to.relations.some((known) => known.to === each.to && known.by === each.by)) to.relations.push(each)
}
