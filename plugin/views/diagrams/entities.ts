/**
 * Records that the code stores, and how they belong together. In: entities. Out: a diagram whose every box is an entity and whose every
 * line is a relation that the code declares; one that both ends declare is one line.
 */
import type { Entity, EntityDiagram, EntityField, EntityRelation } from '../../types'

/** Fields of one box, keys and links first; fewer where there are many boxes. */
const mostFields = (boxes: number) => (boxes > 12 ? 5 : 10)

export interface EntityDrawing {
  diagram: EntityDiagram
  /** Entities that are joined, and how many of them are drawn. */
  total: number
  shown: number
  left: string[]
  /** Entities that no relation joins to another, where others are. They are listed, not drawn. */
  alone: Entity[]
  /** Relations to what is not among the entities. */
  elsewhere: { entity: string; to: string; at: EntityRelation['at'] }[]
}

/** @param limit boxes; the most joined are drawn */
export function entityDrawing(all: readonly Entity[], limit = 25): EntityDrawing {
  const stored = distinct(all.filter(({ kind }) => kind === 'stored'))
  const names = new Map(stored.flatMap((entity) => [entity.stored ?? entity.name, entity.name].map((name) => [plain(name), entity] as const)))
  const relations = merged(
    stored.flatMap((entity) =>
      entity.relations.flatMap((relation) => {
        const to = names.get(plain(relation.to))
        return to ? [{ from: entity, to, relation }] : []
      }),
    ),
  )
  const ends = new Map<string, number>()
  for (const { from, to } of relations) for (const id of [from, to]) ends.set(id, (ends.get(id) ?? 0) + 1)
  const ranked = [...stored].sort((one, other) => (ends.get(other.name) ?? 0) - (ends.get(one.name) ?? 0) || (one.name < other.name ? -1 : 1))
  const joined = relations.length === 0 ? ranked : ranked.filter(({ name }) => ends.has(name))
  const kept = new Set(joined.slice(0, joined.length <= limit * 1.2 ? joined.length : limit).map(({ name }) => name))
  const foreign = foreignKeys(stored, names)
  return {
    diagram: {
      kind: 'entities',
      title: 'Entities',
      entities: ranked
        .filter(({ name }) => kept.has(name))
        .map(({ name, fields, at }) => {
          const rows = ordered(fields, foreign.get(name) ?? new Set())
          return { id: name, name, fields: rows.slice(0, mostFields(kept.size)), more: Math.max(0, rows.length - mostFields(kept.size)), leadsTo: at }
        }),
      relations: relations.filter(({ from, to }) => kept.has(from) && kept.has(to)),
    },
    total: joined.length,
    shown: kept.size,
    left: joined.filter(({ name }) => !kept.has(name)).map(({ name }) => name),
    alone: relations.length === 0 ? [] : ranked.filter(({ name }) => !ends.has(name)),
    elsewhere: stored.flatMap((entity) => entity.relations.flatMap(({ to, at }) => (names.has(plain(to)) ? [] : [{ entity: entity.name, to, at }]))),
  }
}

const plain = (name: string) =>
  name
    .replace(/(?:Model|Entity|Schema)$/, '')
    .replace(/[^A-Za-z\d]/g, '')
    .toLowerCase()

/** A table that a migration and a model describe is one; the one with more to say stays. */
function distinct(entities: readonly Entity[]): Entity[] {
  const found = new Map<string, Entity>()
  for (const entity of entities) {
    const known = found.get(entity.name)
    if (!known || entity.fields.length + 2 * entity.relations.length > known.fields.length + 2 * known.relations.length)
      found.set(entity.name, entity)
  }
  return [...found.values()]
}

function foreignKeys(entities: readonly Entity[], names: ReadonlyMap<string, Entity>): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  const add = (entity: string, field: string) => keys.set(entity, new Set([...(keys.get(entity) ?? []), field]))
  for (const { name, relations } of entities)
    for (const { to, kind, by } of relations) {
      if (by === undefined) continue
      if (kind === 'many to one' || kind === 'one to one') add(name, by)
      else if (kind === 'one to many') add(names.get(plain(to))?.name ?? to, by)
    }
  return keys
}

function ordered(fields: readonly EntityField[], foreign: ReadonlySet<string>): EntityDiagram['entities'][number]['fields'] {
  const rows = fields.map(({ name, type, primary, unique }) => {
    const key = primary ? ('primary' as const) : foreign.has(name) ? ('foreign' as const) : unique ? ('unique' as const) : undefined
    return { name, type: type.length > 24 ? `${type.slice(0, 23)}…` : type, ...(key ? { key } : {}) }
  })
  const rank = { primary: 0, foreign: 1, unique: 2 }
  return rows.sort((one, other) => (one.key ? rank[one.key] : 3) - (other.key ? rank[other.key] : 3))
}

interface Told {
  from: Entity
  to: Entity
  relation: EntityRelation
}

type Line = EntityDiagram['relations'][number]

/** `User has many Basket` and `Basket belongs to User` say the same; two keys from one entity to another do not. */
function merged(told: Told[]): Line[] {
  const pairs = new Map<string, Told[]>()
  for (const each of told) {
    const { kind } = each.relation
    const ends = kind === 'many to one' ? [each.to.name, each.from.name] : [each.from.name, each.to.name]
    // Of one to many it matters which end is which.
    const key = JSON.stringify(kind === 'one to many' || kind === 'many to one' ? ['many', ...ends] : [kind, ...ends.sort()])
    pairs.set(key, [...(pairs.get(key) ?? []), each])
  }
  return [...pairs.values()].flatMap((all) => {
    const keys = unique(all.filter(({ relation }) => relation.kind === 'many to one'))
    const lists = unique(all.filter(({ relation }) => relation.kind === 'one to many'))
    return [
      // The side with the key says it best. A list without one of these is a relation of its own.
      ...keys.map(({ from, to, relation }) => line(to, from, false, true, relation)),
      ...lists.slice(keys.length).map(({ from, to, relation }) => line(from, to, false, true, relation)),
      ...bothWays(all, 'one to one').map(({ from, to, relation }) => line(from, to, false, false, relation)),
      ...bothWays(all, 'many to many').map(({ from, to, relation }) => line(from, to, true, true, relation)),
    ]
  })
}

/** Said at both ends it is said twice. */
function bothWays(all: Told[], kind: EntityRelation['kind']): Told[] {
  const of = all.filter(({ relation }) => relation.kind === kind)
  const [first] = of
  return first ? of.filter(({ from }) => from === first.from) : []
}

function unique(told: Told[]): Told[] {
  return [...new Map(told.map((each) => [each.relation.by ?? '', each])).values()]
}

function line(from: Entity, to: Entity, fromMany: boolean, toMany: boolean, { by, at }: EntityRelation): Line {
  return { from: from.name, to: to.name, fromMany, toMany, ...(by === undefined ? {} : { label: by }), evidence: at }
}
