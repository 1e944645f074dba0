/** Paths of a Mongoose schema: fields, documents inside of documents, references, indexes that let records expire. */
import { Kind } from '../../graph'
import type { EntityEnd, EntityField, EntityRelation } from '../../types'
import { calledName, cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { setterOf } from './hooks'
import { choicesAt, type Entry, entriesOf, entryNamed, field, nameAt, objectsAt, relation, says, sourceText, textAt, typeText } from './reading'

export interface Reading {
  linked: Linked
  relations: EntityRelation[]
  ends: EntityEnd[]
  depth: number
  prefix: string
}

/** Documents inside of documents deeper than this are not taken apart. */
const DEEPEST = 3

export function pathsIn(reading: Reading, node: number): EntityField[] {
  return entriesOf(reading.linked, node).flatMap((entry) => pathOf(reading, entry))
}

function pathOf(reading: Reading, { name, value, entry }: Entry): EntityField[] {
  const { linked, relations, ends, prefix, depth } = reading
  const { whole, values } = linked
  const path = `${prefix}${name}`
  const at = cite(linked, entry)
  const [first = value] = whole.kind[value] === Kind.Array ? [...whole.items(whole.a[value] as number)] : []
  const isList = first !== value
  const said = objectsAt(linked, first).length > 0 ? entryNamed(linked, first, 'type') : undefined
  // `type` itself may be the name of a field: then it is described by an object of its own.
  const isNested = objectsAt(linked, first).length > 0 && (!said || entryNamed(linked, said.value, 'type') !== undefined)
  if (isNested && depth < DEEPEST) {
    const inner = pathsIn({ ...reading, depth: depth + 1, prefix: `${path}.` }, first)
    if (inner.length > 0) return inner
  }
  const type = said?.value ?? first
  const inner = values.definitions(type).find((each) => calledName2(linked, each) === 'Schema')
  if (inner !== undefined && depth < DEEPEST) {
    const [fields] = whole.args(inner)
    if (fields !== undefined) return pathsIn({ ...reading, depth: depth + 1, prefix: `${path}.` }, fields)
  }
  const options = said ? first : undefined
  const ref = entryNamed(linked, options, 'ref')
  const items = said && whole.kind[said.value] === Kind.Array ? whole.items(whole.a[said.value] as number)[0] : undefined
  const itemRef = ref ?? entryNamed(linked, items, 'ref')
  if (itemRef) relations.push(relation(nameAt(linked, itemRef.value), isList || items !== undefined ? 'one to many' : 'many to one', at, path))
  const expires = entryNamed(linked, options, 'expires', 'expireAfterSeconds')
  if (expires) ends.push({ how: 'expires', by: `${expires.name}: ${sourceText(linked, expires.value)} on ${path}`, at: cite(linked, expires.entry) })
  endsInIndex(linked, entryNamed(linked, options, 'index')?.value, path, ends)
  const standard = entryNamed(linked, options, 'default')
  const setter = entryNamed(linked, options, 'set')
  const transformed = setter && setterOf(linked, name, 'set', setter.value)
  return [
    field(path, `${typeText(linked, type)}${isList ? '[]' : ''}`, at, {
      required: isRequired(linked, options),
      unique: says(linked, options, 'unique'),
      primary: name === '_id',
      ...(standard ? { default: sourceText(linked, standard.value) } : {}),
      ...hiddenBy(linked, options),
      values: choicesAt(linked, entryNamed(linked, options, 'enum')?.value),
      ...(transformed ? { transformedBy: [transformed] } : {}),
    }),
  ]
}

/** Mongoose knows `select: false`; what else a schema says counts where some code of the program asks for it. */
function hiddenBy(linked: Linked, options: number | undefined): Pick<EntityField, 'hidden' | 'hiddenAt'> {
  const entry = entriesOf(linked, options).find(({ name, value }) =>
    name === 'select'
      ? textAt(linked, value) === 'false'
      : HIDES.has(name) && textAt(linked, value) === 'true' && lookupOf(linked.whole).named(Kind.Load, name).length > 0,
  )
  return entry ? { hidden: true, hiddenAt: cite(linked, entry.entry) } : {}
}

const HIDES = new Set(['private', 'hidden', 'hide', 'protect'])

const calledName2 = (linked: Linked, node: number): string =>
  linked.whole.kind[node] === Kind.Call || linked.whole.kind[node] === Kind.New ? calledName(linked, node) : ''

/** `required: true`, `[true, 'message']`, or a function that decides. */
function isRequired(linked: Linked, options: number | undefined): boolean {
  const required = entryNamed(linked, options, 'required')
  if (!required) return false
  return linked.values.elements(required.value).some((each) => textAt(linked, each) === 'true')
}

export function endsInIndex(linked: Linked, options: number | undefined, path: string, ends: EntityEnd[]): void {
  const expires = options === undefined ? undefined : entryNamed(linked, options, 'expires', 'expireAfterSeconds')
  if (expires) ends.push({ how: 'expires', by: `${expires.name}: ${sourceText(linked, expires.value)} on ${path}`, at: cite(linked, expires.entry) })
}
