/** Records that the code stores or carries. In: the solved program and the facts of schema files. Out: entities, by file. One reader a library. */
import type { Extracted } from '../../graph'
import type { Entity, EntryPoint, Shape } from '../../types'
import { isTestCode, type Linked } from '../linked'
import { associations } from './associations'
import { bodySchemas, graphqlTypes } from './carried'
import { decoratedEntities } from './decorated'
import { documents } from './documents'
import { drizzleRelations, drizzleTables } from './drizzle'
import { entitySchemas } from './entity-schemas'
import { KnownEntities, plainName } from './known-entities'
import { mongooseModels } from './mongoose'
import { objectionModels } from './objection'
import type { FoundEntity } from './reading'
import { sequelizeHooks, sequelizeModels } from './sequelize'
import { tables } from './tables'

/** Readers of models; what they find is asked before tables and documents. */
const models: ((linked: Linked) => FoundEntity[])[] = [
  sequelizeModels,
  decoratedEntities,
  entitySchemas,
  mongooseModels,
  drizzleTables,
  objectionModels,
]

export function entitiesOf(linked: Linked, extracted: Extracted, entryPoints: readonly EntryPoint[]): Entity[] {
  const declared = extracted.definitions.flatMap(({ path, entities }) =>
    isTestCode(linked, path)
      ? []
      : (entities ?? []).map((entity) => ({ entity: isSchema(entity) ? { ...entity, closed: true as const } : entity, nodes: [] })),
  )
  const found = [...models.flatMap((read) => read(linked)), ...declared].filter(isRecord(entryPoints))
  const known = new KnownEntities(linked, found)
  associations(linked, (node) => known.of(node))
  sequelizeHooks(linked, (node) => known.of(node))
  drizzleRelations(linked, (node) => known.of(node))
  const all = joined([...found, ...tables(linked, extracted.definitions), ...documents(linked)])
  const named = new Set(all.map(({ entity }) => entity.name))
  all.push(
    ...[...graphqlTypes(linked, extracted.definitions), ...bodySchemas(linked, entryPoints)].filter(
      ({ entity }) => !named.has(entity.name) || entity.library === 'graphql',
    ),
  )
  nodesOf.set(linked, all)
  return all
    .map(({ entity }) => entity)
    .sort((one, other) => compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.name, other.name))
}

/** A schema of Prisma is what the client and the tables are made from. */
const isSchema = ({ library, kind }: Entity) => library === 'prisma' && kind === 'stored'

/** Classes with validation describe settings and arguments too: they are forms of requests where a door takes them, or by their name. */
function isRecord(entryPoints: readonly EntryPoint[]): (found: FoundEntity) => boolean {
  const taken = new Set<string>()
  const see = (shape: Shape | undefined, depth = 0): void => {
    if (!shape || depth > 4) return
    if (shape.name) taken.add(shape.name)
    see(shape.items, depth + 1)
    for (const each of shape.fields ?? []) see(each.shape, depth + 1)
  }
  for (const { body, parameters, responses } of entryPoints) {
    see(body?.shape)
    for (const { shape, schema } of parameters) {
      see(shape)
      if (schema) taken.add(schema.replace(/\[\]$/, ''))
    }
    for (const { shape } of responses) see(shape)
  }
  return ({ entity: { library, name } }) =>
    (library !== 'class-validator' && library !== 'class') ||
    taken.has(name) ||
    /(?:Dto|DTO|Input|Args|Body|Payload|Request|Response|Command|Query|Params|Form|Message|Event)$/.test(name)
}

const nodesOf = new WeakMap<Linked, FoundEntity[]>()

/** Which entity a node of the code stands for; after `entitiesOf`. */
export const knownEntities = (linked: Linked): KnownEntities => new KnownEntities(linked, nodesOf.get(linked) ?? [])

/** A model and the table that a migration makes for it are one; fields that only the table has come to a model that names none. */
function joined(found: FoundEntity[]): FoundEntity[] {
  const byTable = new Map<string, FoundEntity>()
  const kept: FoundEntity[] = []
  for (const each of found) {
    const { entity } = each
    if (entity.kind !== 'stored') {
      kept.push(each)
      continue
    }
    const key = entity.library === 'sql' || entity.library === 'knex' ? plainName(entity.stored ?? entity.name) : ''
    const known = (key ? byTable.get(key) : undefined) ?? byTable.get(plainName(entity.stored ?? entity.name))
    if (known && isTable(entity) && !isTable(known.entity)) {
      if (known.entity.fields.length === 0) known.entity.fields = entity.fields
      if (known.entity.relations.length === 0) known.entity.relations = entity.relations
      known.entity.stored ??= entity.stored
      if (entity.rowSecurity) known.entity.rowSecurity ??= entity.rowSecurity
      continue
    }
    kept.push(each)
    for (const name of [entity.stored, entity.name]) if (name !== undefined && !byTable.has(plainName(name))) byTable.set(plainName(name), each)
  }
  return kept
}

/** What only a migration or a document says; its name is that of the table. */
const isTable = ({ name, stored }: Entity) => name === stored

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
