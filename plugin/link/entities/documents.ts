/**
 * Documents that a driver stores without a schema: `db.collection('users').insertOne({ … })`. In: calls that write records.
 * Out: an entity a collection, its fields as they are written somewhere, each at the place that writes it first.
 */
import { Kind } from '../../graph'
import type { Entity } from '../../types'
import { holderOf, type RecordCall, recordCalls } from '../access/records'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { shapeOfValue } from '../shapes/index'
import { entriesOf, type FoundEntity, field, objectsAt, packagesOf, textAt } from './reading'

/** Libraries whose records have no schema, by the first name of their models: MongoDB's driver and its kin, Firestore among the others. */
const SCHEMALESS = new Set(['mongodb', 'minimongo'])

/** One field that a call writes, with the value and where it stands. */
export interface WrittenField {
  name: string
  value: number
  node: number
}

export function documents(linked: Linked): FoundEntity[] {
  const found = new Map<string, Entity>()
  const nodes = new Map<string, number[]>()
  const calls = [...recordCalls(linked)].filter(([, { library, does }]) => SCHEMALESS.has(library) && (does === 'create' || does === 'update'))
  // What creates a record tells where it begins.
  for (const [call, record] of calls.sort(([, one], [, other]) => Number(other.does === 'create') - Number(one.does === 'create'))) {
    const name = collectionOf(linked, call, record)
    if (name === '' || name.startsWith('{')) continue
    const written = writtenBy(linked, call, record)
    let entity = found.get(name)
    if (!entity) {
      if (written.length === 0 && record.does === 'update') continue
      entity = {
        name,
        stored: name,
        library: packagesOf(linked, receiverOf(linked, call))[0] ?? record.library,
        kind: 'stored',
        at: cite(linked, call),
        fields: [],
        relations: [],
      }
      found.set(name, entity)
    }
    for (const { name: key, value, node } of written) {
      const known = entity.fields.find((each) => each.name === key)
      if (!known) entity.fields.push(field(key, shapeOfValue(linked, value)?.type ?? '', cite(linked, node), { primary: key === '_id' }))
    }
    nodes.set(name, [...(nodes.get(name) ?? []), receiverOf(linked, call)])
  }
  return [...found].map(([name, entity]) => ({ entity, nodes: (nodes.get(name) ?? []).flatMap((node) => linked.values.definitions(node)) }))
}

export function collectionOf(linked: Linked, call: number, { of }: RecordCall): string {
  const { whole, values } = linked
  for (let at = receiverOf(linked, call), hops = 0; at >= 0 && hops < 4; hops++) {
    for (const made of values.definitions(at))
      if (whole.kind[made] === Kind.New || whole.kind[made] === Kind.Call) {
        const text = /collection|datastore|^get$/i.test(calledName(linked, made)) ? textAt(linked, whole.args(made)[0]) : undefined
        if (text !== undefined && /^[\w$.-]+$/.test(text)) return text
      }
    // `db.collection('users').doc(id).set({ … })`
    const [made = at] = values.definitions(at)
    at = whole.kind[made] === Kind.Call ? receiverOf(linked, made) : -1
  }
  return of || holderOf(linked, receiverOf(linked, call))
}

/** Fields of the objects that a call is given to write, those that are put into them before it included. */
export function writtenBy(linked: Linked, call: number, { puts }: RecordCall): WrittenField[] {
  const { values } = linked
  return puts.flatMap((put) => values.elements(put)).flatMap((put) => fieldsOf(linked, call, put, 0))
}

function fieldsOf(linked: Linked, call: number, node: number, hops: number): WrittenField[] {
  const written = entriesOf(linked, node)
  const operators = written.filter(({ name }) => name.startsWith('$'))
  const plain = written.filter(({ name }) => !name.startsWith('$'))
  const inside =
    hops < 2
      ? operators
          .filter(({ name }) => /^\$(?:set|setOnInsert|push|addToSet)$/.test(name))
          .flatMap(({ value }) => fieldsOf(linked, call, value, hops + 1))
      : []
  const later = objectsAt(linked, node).flatMap((object) => putInto(linked, object, call))
  return [...plain.map(({ name, value, entry }) => ({ name, value, node: entry })), ...later, ...inside]
}

/** Assignments to members of an object, in its own file. What a callback of the call does comes too late. */
export function putInto(linked: Linked, object: number, call = -1): WrittenField[] {
  const { whole } = linked
  return (storesOf(linked, whole.fileOf(object)).get(object) ?? [])
    .filter(
      (store) =>
        call < 0 ||
        (whole.pos[store] as number) < (whole.pos[call] as number) ||
        whole.fileOf(store) !== whole.fileOf(call) ||
        (whole.pos[store] as number) > (whole.end[call] as number),
    )
    .map((store) => ({ name: whole.text(whole.b[store] as number), value: whole.c[store] as number, node: store }))
}

const stores = new WeakMap<Linked, { changes: number; byFile: Map<number, Map<number, number[]>> }>()

/** Assignments of a file by the object literal that they write into. */
function storesOf(linked: Linked, file: number): Map<number, number[]> {
  const { whole, solver } = linked
  let memory = stores.get(linked)
  if (!memory || memory.changes !== solver.changes) {
    memory = { changes: solver.changes, byFile: new Map() }
    stores.set(linked, memory)
  }
  const known = memory.byFile.get(file)
  if (known) return known
  const found = new Map<number, number[]>()
  const [from, to] = [whole.base[file] as number, whole.base[file + 1] as number]
  for (const store of lookupOf(whole).of(Kind.Store)) {
    if (store < from) continue
    if (store >= to) break
    for (const label of solver.of(whole.a[store] as number)) {
      const at = label < whole.size && whole.kind[label] === Kind.Object ? label : -1
      if (at >= 0) found.set(at, [...(found.get(at) ?? []), store])
    }
  }
  memory.byFile.set(file, found)
  return found
}
