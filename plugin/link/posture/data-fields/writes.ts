/**
 * Every place that gives a field of an entity its value. In: calls that store records, objects that are made of models, and
 * assignments to members of records. Out: writes by entity and field, each with what protects the value on its way.
 */
import { Kind } from '../../../graph'
import type { Entity, Evidence } from '../../../types'
import { recordCalls } from '../../access/records'
import { collectionOf, putInto, writtenBy } from '../../entities/documents'
import { knownEntities } from '../../entities/index'
import { type KnownEntities, plainName } from '../../entities/known-entities'
import { type Protected, protectionOf } from '../../entities/protection'
import { entriesOf, objectsAt } from '../../entities/reading'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf, merge, remember } from '../../lookup'
import { variablesOf } from '../../names'
import { columnsWritten } from './statements'

export interface FieldWrite {
  at: Evidence
  by: Protected['by']
  plain: boolean
  /** It changes records that are there, past hooks that only see single ones. */
  bulk: boolean
}

export interface EntityWrites {
  /** By plain name of the field. */
  fields: Map<string, FieldWrite[]>
  /** Records that are taken as they come: `User.create(req.body)`. */
  whole: Evidence[]
}

/** Methods of a record that take an object of new values. */
const CHANGES = new Set(['update', 'set', 'updateAttributes', 'patch', 'assign', 'merge', 'updateOne', 'overwrite', 'fill'])

/** Letters and digits alone, so that `card_num` is `cardNum`. */
export const plainField = (name: string): string => (name.split('.').at(-1) as string).replace(/[^A-Za-z\d]/g, '').toLowerCase()

/** @param wanted plain names of the fields that anybody asks about */
export function writesOf(
  linked: Linked,
  entities: readonly Entity[],
  wanted: ReadonlySet<string>,
  runsAt: (node: number) => boolean,
): Map<Entity, EntityWrites> {
  const found = new Map<Entity, EntityWrites>()
  const known = knownEntities(linked)
  const of = (entity: Entity): EntityWrites => {
    const writes = found.get(entity) ?? { fields: new Map(), whole: [] }
    found.set(entity, writes)
    return writes
  }
  const put = (entity: Entity, name: string, value: number, node: number, bulk = false) => {
    const key = plainField(name)
    if (!wanted.has(key)) return
    const { by, plain } = protectionOf(linked, value)
    const { fields } = of(entity)
    fields.set(key, [...(fields.get(key) ?? []), { at: cite(linked, node), by, plain: plain || by.length === 0, bulk }])
  }
  const files = new Set(entities.map(({ at }) => at.file))
  stored(linked, known, runsAt, files, put, (entity, at) => void of(entity).whole.push(at))
  made(linked, known, runsAt, put, (entity, at) => void of(entity).whole.push(at))
  assigned(linked, known, wanted, runsAt, files, put)
  for (const writes of found.values()) for (const [name, list] of writes.fields) writes.fields.set(name, distinct(list))
  return found
}

type Put = (entity: Entity, name: string, value: number, node: number, bulk?: boolean) => void
type PutWhole = (entity: Entity, at: Evidence) => void

function distinct(writes: FieldWrite[]): FieldWrite[] {
  return [...new Map(writes.map((write) => [`${write.at.file}:${write.at.line}`, write])).values()].sort((one, other) =>
    one.at.file === other.at.file ? one.at.line - other.at.line : one.at.file < other.at.file ? -1 : 1,
  )
}

/** Calls that models say to write records. They also tell which files work with records at all. */
function stored(linked: Linked, known: KnownEntities, runsAt: (node: number) => boolean, files: Set<string>, put: Put, whole: PutWhole): void {
  for (const [call, record] of recordCalls(linked)) {
    const entity = known.ofReceiver(call) ?? known.named(record.of) ?? known.named(collectionOf(linked, call, record))
    if (entity && runsAt(call)) files.add((linked.whole.files[linked.whole.fileOf(call)] as { path: string }).path)
    if (!entity || !runsAt(call) || (record.does !== 'create' && record.does !== 'update')) continue
    const written = writtenBy(linked, call, record)
    for (const { name, value, node } of written) put(entity, name, value, node, record.does === 'update')
    const byStatement = written.length === 0 ? columnsWritten(linked, call) : []
    for (const { name, value } of byStatement) put(entity, name, value, call)
    if (written.length + byStatement.length === 0 && record.puts.some((node) => objectsAt(linked, node).length === 0))
      whole(entity, cite(linked, call))
  }
}

/** `new User({ … })`, with what is put into it afterwards. */
function made(linked: Linked, known: KnownEntities, runsAt: (node: number) => boolean, put: Put, taken: PutWhole): void {
  const { whole } = linked
  for (const node of lookupOf(whole).of(Kind.New)) {
    if (!runsAt(node)) continue
    const entity = known.of(whole.a[node] as number)
    if (entity?.kind !== 'stored') continue
    const [first] = whole.args(node)
    const written = entriesOf(linked, first)
    for (const { name, value, entry } of written) put(entity, name, value, entry)
    for (const object of first === undefined ? [] : objectsAt(linked, first))
      for (const each of putInto(linked, object)) put(entity, each.name, each.value, each.node)
    if (first !== undefined && written.length === 0) taken(entity, cite(linked, node))
  }
}

/** `user.password = …`, `user.update({ password: … })`, in files that work with records. */
function assigned(
  linked: Linked,
  known: KnownEntities,
  wanted: ReadonlySet<string>,
  runsAt: (node: number) => boolean,
  files: Set<string>,
  put: Put,
): void {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const isNear = (node: number) => files.has((whole.files[whole.fileOf(node)] as { path: string }).path)
  for (const node of merge([lookup.named(Kind.Store, (name) => wanted.has(plainField(name))), lookup.named(Kind.Call, CHANGES)])) {
    if (!runsAt(node)) continue
    if (whole.kind[node] === Kind.Store) {
      const object = whole.a[node] as number
      const entity = known.of(object) ?? (isNear(node) ? (known.ofRecord(object) ?? byName(linked, known, object)) : undefined)
      // What is put into an object before a call stores it was seen with the call.
      if (entity?.kind === 'stored' && objectsAt(linked, object).length === 0)
        put(entity, whole.text(whole.b[node] as number), whole.c[node] as number, node)
      continue
    }
    if (recordCalls(linked).has(node)) continue
    const receiver = receiverOf(linked, node)
    const args = [...whole.args(node)]
    const isAssign = /^(?:assign|merge)$/.test(calledName(linked, node))
    const target = isAssign ? args[0] : receiver
    if (target === undefined || target < 0 || !isNear(node)) continue
    const entity = known.of(target) ?? known.ofRecord(target) ?? byName(linked, known, target)
    if (entity?.kind !== 'stored') continue
    for (const given of isAssign ? args.slice(1) : args.slice(0, 1))
      for (const { name, value, entry } of entriesOf(linked, given)) put(entity, name, value, entry)
  }
}

/** A variable called like an entity, that is no request and no class. */
function byName(linked: Linked, known: KnownEntities, node: number): Entity | undefined {
  return remembered(linked, node, 0, () => {
    const names = [...variablesOf(linked.whole, node).map(({ name }) => name), linked.values.nameOf(node)]
    return names.flatMap((name) => (plainName(name) === '' || /^[A-Z]/.test(name) ? [] : (known.named(name) ?? [])))[0]
  })
}

const remembered = remember<Entity | undefined>()
