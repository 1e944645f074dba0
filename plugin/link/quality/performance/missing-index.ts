/**
 * Fields by which records are looked up although the schema declares no index for them. In: conditions of queries below doors and
 * the entities they are about. Out: a hotspot a field, at its first question; only for schemas that are written out here, and only
 * where no field of the condition has an index.
 */
import { Kind } from '../../../graph'
import type { Entity, Hotspot } from '../../../types'
import { atPlace, calledName, cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { fieldsIn } from './conditions'
import type { Query } from './queries'
import { placeOf, type Scene } from './scene'

/** Libraries whose definitions also make the indexes. */
const DECLARES = new Set(['mongoose', 'prisma', 'sequelize', 'typeorm', 'drizzle', 'mikro-orm', 'sequelize-typescript'])
const INDEXES = new Set([
  'index',
  'createIndex',
  'ensureIndex',
  'createIndexes',
  'addIndex',
  'addConstraint',
  'unique',
  'uniqueIndex',
  'Index',
  'Unique',
  'BelongsTo',
  'PrimaryKey',
])

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

/** Names of fields that some declaration of an index mentions, whichever table it is of. */
function indexedNames(scene: Scene): Set<string> {
  const { linked } = scene
  const { whole, values } = linked
  const found = new Set<string>()
  const put = (node: number, depth = 0) => {
    if (depth > 4 || node < 0 || node >= whole.size) return
    const kind = whole.kind[node]
    if (kind === Kind.String) found.add(whole.text(whole.a[node] as number))
    else if (kind === Kind.Load) found.add(whole.text(whole.b[node] as number))
    else if (kind === Kind.Object)
      for (const name of values.propertyNames(node)) {
        found.add(name)
        for (const value of values.property(node, name)) put(value, depth + 1)
      }
    else if (kind === Kind.Array) for (const item of whole.items(whole.a[node] as number)) put(item, depth + 1)
    else if (kind === Kind.Function) for (const value of whole.functions[whole.a[node] as number]?.returns ?? []) put(value, depth + 1)
  }
  for (const call of lookupOf(whole).named(Kind.Call, INDEXES)) for (const argument of whole.args(call)) put(argument)
  // `index().on(table.email)`
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['on'])))
    if (/index/i.test(calledOfReceiver(scene, call))) for (const argument of whole.args(call)) put(argument)
  for (const property of lookupOf(whole).named(Kind.Property, new Set(['indexes', 'uniqueKeys']))) put(whole.b[property] as number)
  for (const property of lookupOf(whole).named(Kind.Property, new Set(['index', 'unique', 'primaryKey', 'indexed', 'sparse', 'expires', 'text']))) {
    const value = whole.b[property] as number
    if (whole.kind[value] === Kind.Boolean && whole.a[value] === 0) continue
    const object = lookupOf(whole).objectOf(property)
    for (const user of object < 0 ? [] : scene.uses.of(object))
      if (whole.kind[user] === Kind.Property && (whole.a[user] as number) >= 0) found.add(whole.text(whole.a[user] as number))
  }
  whole.classes.forEach(({ members }) => {
    for (const { name, decorators } of members)
      for (const decorator of decorators) {
        const called = whole.kind[decorator] === Kind.Call ? calledName(linked, decorator) : values.nameOf(decorator)
        const options = whole.kind[decorator] === Kind.Call ? [...whole.args(decorator)] : []
        const says = options.some((option) => ['index', 'unique', 'primaryKey', 'primary'].some((key) => values.property(option, key).length > 0))
        if (says || /^(?:Index|Unique|PrimaryKey|Primary\w*|ForeignKey|OneToOne)$/.test(called)) found.add(name)
      }
  })
  return found
}

function calledOfReceiver({ linked }: Scene, call: number): string {
  const { whole } = linked
  const callee = whole.a[call] as number
  const receiver = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
  return receiver >= 0 && whole.kind[receiver] === Kind.Call ? calledName(linked, receiver) : ''
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
