/**
 * Fields by which records are looked up although the schema declares no index for them. In: conditions of queries below doors and
 * the entities they are about. Out: a hotspot a field, at its first question; only for schemas that are written out here, and only
 * where no field of the condition has an index.
 */
import type { Entity, Hotspot } from '../../../types'
import { atPlace } from '../../linked'
import { fieldsIn } from './conditions'
import { indexedNames } from './indexes'
import type { Query } from './queries'
import { placeOf, type Scene } from './scene'

/** Libraries whose definitions also make the indexes. */
const DECLARES = new Set(['mongoose', 'prisma', 'sequelize', 'typeorm', 'drizzle', 'mikro-orm', 'sequelize-typescript'])

export function missingIndexes(scene: Scene): Hotspot[] {
  const { linked, known, queries, path, isTest, isTooling } = scene
  const { whole } = linked
  const entities = byName(known.entities)
  if (entities.size === 0) return []
  const indexed = indexedNames(scene)
  // Indexes may be made by statements that are not read here.
  const hasStatements = known.entities.some(({ library }) => library === 'sql')
  const found = new Map<string, Hotspot>()
  for (const query of queries.values()) {
    const file = whole.fileOf(query.call)
    if (isTest[file] || isTooling[file] || query.sql || query.gives === 'nothing' || path.exposureOf(whole.functionOf(query.call)) !== 'request')
      continue
    const entity = entityOf(query, entities)
    if (!entity || !DECLARES.has(entity.library) || (hasStatements && entity.library !== 'prisma')) continue
    const asked = conditionsIn(scene, query)
    if (!asked || asked.length === 0) continue
    const fields = asked.flatMap(({ field, isEqual }) => {
      const of = entity.fields.find(({ name }) => name === field || `${name}Id` === field)
      return of ? [{ of, isEqual }] : []
    })
    // Something that is no field of its own, or one that has an index, narrows it.
    if (
      fields.length !== asked.length ||
      fields.some(({ of }) => of.primary || of.unique || of.indexed || indexed.has(of.name) || /^_?id$/.test(of.name))
    )
      continue
    const first = fields.find(({ isEqual, of }) => isEqual && !isFlag(of.type, of.name))
    if (!first) continue
    const key = `${entity.name}.${first.of.name}`
    if (found.has(key)) continue
    found.set(key, {
      kind: 'missing-index',
      api: query.api,
      library: entity.library,
      ...placeOf(scene, query.call),
      because: [first.of.at],
      detail: `\`${query.api}\` looks records up by \`${first.of.name}\`, for which the schema of \`${entity.name}\` declares no index`,
      suggestion: declarationOf(entity, first.of.name),
      confidence: 'medium',
    })
  }
  return [...found.values()]
}

/** A flag has two values: an index on it helps nobody. */
const isFlag = (type: string, name: string) => /bool/i.test(type) || /^(?:is|has)[A-Z_]/.test(name)

const plain = (name: string) =>
  name
    .replace(/(?:Model|Entity|Schema|Repository|Repo|Collection|Col|Dao)$/i, '')
    .replace(/s$/, '')
    .toLowerCase()

function byName(entities: Entity[]): Map<string, Entity> {
  const found = new Map<string, Entity>()
  const twice = new Set<string>()
  for (const entity of entities) {
    if (entity.kind !== 'stored') continue
    for (const name of new Set([plain(entity.name), ...(entity.stored ? [plain(entity.stored)] : [])])) {
      if (found.has(name)) twice.add(name)
      found.set(name, entity)
    }
  }
  for (const name of twice) found.delete(name)
  return found
}

const entityOf = ({ of, api }: Query, entities: Map<string, Entity>): Entity | undefined =>
  entities.get(plain(of)) ?? entities.get(plain(api.split('.').at(-2) ?? ''))

function conditionsIn(scene: Scene, query: Query) {
  for (const spot of query.where) {
    const nodes = atPlace(scene.linked, query.call, spot)
    if (nodes.length === 0) continue
    return nodes.length === 1 ? fieldsIn(scene, nodes[0] as number) : undefined
  }
  return undefined
}

function declarationOf({ library, name }: Entity, field: string): string | undefined {
  switch (library) {
    case 'mongoose':
      return `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema.index({ ${field}: 1 })`
    case 'prisma':
      return `@@index([${field}])`
    case 'typeorm':
      return `@Index()\n@Column()\n${field}`
    case 'sequelize':
    case 'sequelize-typescript':
      return `indexes: [{ fields: ['${field}'] }]`
    case 'drizzle':
      return `index('${name}_${field}').on(table.${field})`
    default:
      return undefined
  }
}
