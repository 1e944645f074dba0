/** Mongoose and Dynamoose: `model('User', new Schema({ … }, options))`, with what is hung onto the schema afterwards. */
import { Kind } from '../../graph'
import type { Entity, EntityEnd, EntityRelation } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed, variablesOf } from '../names'
import { withHook } from './hooks'
import { endsInIndex, pathsIn, type Reading } from './mongoose-paths'
import { byPlugin } from './mongoose-plugins'
import { choicesAt, entriesOf, type FoundEntity, optionText, packagesOf, textAt } from './reading'

const LIBRARIES = /^(?:mongoose|dynamoose|@mongoosejs\/.+|couchbase|ottoman)$/
const HOOKS = new Set('save validate insertMany updateOne updateMany findOneAndUpdate update'.split(' '))

export function mongooseModels(linked: Linked): FoundEntity[] {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const outside = (node: number) => !isTestCode(linked, (whole.files[whole.fileOf(node)] as { path: string }).path)
  const schemas = [...lookup.called('Schema')].filter((call) => outside(call) && isMongoose(linked, call))
  if (schemas.length === 0) return []
  const additions = hungOnto(linked)
  const found: FoundEntity[] = []
  const used = new Set<number>()
  for (const call of lookup.named(Kind.Call, new Set(['model', 'discriminator']))) {
    const [first, second, third] = whole.args(call)
    const name = textAt(linked, first)
    if (name === undefined || second === undefined || !outside(call)) continue
    const schema = schemaAt(linked, second, schemas)
    if (schema === undefined) continue
    used.add(schema)
    found.push({ entity: entityOf(linked, name, schema, call, additions.get(schema) ?? [], textAt(linked, third)), nodes: [call] })
  }
  // A schema that no model is made of here: one inside another, or one that is handed out.
  for (const schema of schemas) {
    const name = used.has(schema) ? '' : schemaName(linked, schema)
    if (name && values.definitions(schema).length > 0)
      found.push({ entity: entityOf(linked, name, schema, schema, additions.get(schema) ?? [], undefined), nodes: [schema] })
  }
  return found
}

const isMongoose = (linked: Linked, call: number) => packagesOf(linked, call).some((name) => LIBRARIES.test(name))

/** The call that makes a schema. */
function schemaAt(linked: Linked, node: number, schemas: readonly number[]): number | undefined {
  const written = linked.values.definitions(node).find((at) => schemas.includes(at))
  return written ?? (schemas.includes(node) ? node : undefined)
}

function schemaName(linked: Linked, schema: number): string {
  const name = variablesOf(linked.whole, schema)[0]?.name ?? ''
  const plain = name.replace(/_?schema$/i, '')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

interface Addition {
  method: string
  call: number
}

/** Calls on schemas after they were made: hooks, indexes, plugins, further fields. */
function hungOnto(linked: Linked): Map<number, Addition[]> {
  const { whole, values } = linked
  const found = new Map<number, Addition[]>()
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['pre', 'index', 'plugin', 'add', 'path', 'set']))) {
    const receiver = receiverOf(linked, call)
    if (receiver < 0) continue
    for (const schema of values.definitions(receiver))
      if (whole.kind[schema] === Kind.New || (whole.kind[schema] === Kind.Call && calledName(linked, schema) === 'Schema'))
        found.set(schema, [...(found.get(schema) ?? []), { method: calledName(linked, call), call }])
  }
  return found
}

function entityOf(linked: Linked, name: string, schema: number, made: number, additions: Addition[], collection: string | undefined): Entity {
  const { whole } = linked
  const [fields, options] = whole.args(schema)
  const stored = collection ?? optionText(linked, options, 'collection')
  const relations: EntityRelation[] = []
  const ends: EntityEnd[] = []
  const reading: Reading = { linked, relations, ends, depth: 0, prefix: '' }
  const entity: Entity = {
    name,
    ...(stored === undefined ? {} : { stored }),
    library: packagesOf(linked, schema).find((each) => LIBRARIES.test(each)) ?? 'mongoose',
    kind: 'stored',
    at: cite(linked, made),
    fields: fields === undefined ? [] : pathsIn(reading, fields),
    relations,
  }
  for (const { method, call } of additions) {
    const args = [...whole.args(call)]
    if (method === 'add' && args[0] !== undefined) entity.fields.push(...pathsIn(reading, args[0]))
    if (method === 'index') endsOfIndex(linked, args, ends)
    if (method === 'pre' && args.some((each) => choicesAt(linked, each).some((event) => HOOKS.has(event)) || HOOKS.has(textAt(linked, each) ?? '')))
      withHook(linked, entity, `pre ${textAt(linked, args[0]) ?? choicesAt(linked, args[0])[0] ?? 'save'}`, args.at(-1))
    if (method === 'plugin') byPlugin(linked, entity, args)
  }
  if (ends.length > 0) entity.ends = ends
  if (calledName(linked, made) !== 'discriminator' && namesEveryField(linked, fields, options, additions)) entity.closed = true
  return entity
}

/** A schema that is written out here, which lets nothing else be stored, and to which nothing is added later but indexes and hooks. */
function namesEveryField(linked: Linked, fields: number | undefined, options: number | undefined, additions: readonly Addition[]): boolean {
  const { whole } = linked
  if (fields === undefined || !isWrittenOut(whole, fields)) return false
  if (options !== undefined && (!isWrittenOut(whole, options) || entriesOf(linked, options).some(({ name }) => OPENS.has(name)))) return false
  return additions.every(({ method }) => method === 'index' || method === 'pre')
}

/** Options by which records hold more than the schema says. */
const OPENS = new Set(['strict', 'strictQuery', 'discriminatorKey', 'typeKey'])

function isWrittenOut(whole: Linked['whole'], node: number): boolean {
  const object = thingNamed(whole, node)
  return (
    whole.kind[object] === Kind.Object &&
    whole.items(whole.a[object] as number).every((item) => whole.kind[item] !== Kind.Spread && whole.a[item] !== -1)
  )
}

function endsOfIndex(linked: Linked, args: number[], ends: EntityEnd[]): void {
  const [keys, options] = args
  const name = entriesOf(linked, keys)[0]?.name ?? ''
  endsInIndex(linked, options, name, ends)
}
