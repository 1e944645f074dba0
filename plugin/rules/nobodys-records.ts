/**
 * Models whose records are nobody's own: categories, settings of the whole program. In: what is known of stored records. Out: names of
 * those that are defined as a whole, in which nothing could say whose a record is, and which nothing that is somebody's has to do with.
 */
import type { Entity, EntityField } from '../types'

/** What may say whose a record is, or give it to whoever knows something: anywhere in a name. */
const TIES =
  /user|owner|account|tenant|org|team|work_?space|member|customer|client|author|creator|person|people|company|employee|staff|patient|student|teacher|admin|group|subject|sender|recipient|participant|assign|manager|login|e_?mail|phone|address|session|device|token|secret|password|api_?key|signature|(?:^|_)(?:by|to|from|for|of|ip)(?:_|$)/
/** What people have, and things have as well: a printer's, a colour's. */
const OF_BOTH = /profile/
/** What only people have. */
const OF_PEOPLE = /(?:first|last|full|nick|display|family|given|sur)_?name|avatar|photo|picture|birth|gender|biograph|(?:^|_)(?:bio|about|age)(?:_|$)/
/** Names some other record. */
const REFERENCE = /_(?:u?u?ids?|_id|refs?)$/
/** Types that no key of a document has which Mongoose makes: a number is that of some other system. */
const NO_KEY = /^(?:Number|Boolean|Date|Buffer|Object)$/
/** Types that hold anything. */
const HOLDS_ANYTHING = /^$|mixed|json|any|object(?!_?id)|map|unknown|\{/i

/** @param stem what names of a model have in common */
export function nobodysRecords(entities: readonly Entity[], stem: (name: string) => string): Set<string> {
  const stored = entities.filter(({ kind }) => kind === 'stored')
  const named = new Map<string, Entity[]>()
  for (const entity of stored)
    for (const key of new Set([entity.name, entity.stored ?? entity.name].map(stem))) named.set(key, [...(named.get(key) ?? []), entity])
  const left = new Set(stored.filter((entity) => entity.closed && isUntied(entity) && named.get(stem(entity.name))?.length === 1))
  const near = new Map(stored.map((entity) => [entity, toldBy(entity, named, stem)]))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [entity, others] of near)
      for (const other of others) {
        // What one that is somebody's leads to, or that leads to one, is as much theirs.
        if (other === undefined || !left.has(other)) left.delete(entity)
        if (other !== undefined && !left.has(entity)) left.delete(other)
      }
  }
  return new Set([...left].map(({ name }) => stem(name)))
}

function isUntied({ name, fields, relations }: Entity): boolean {
  if (fields.length === 0 || TIES.test(words(name))) return false
  const isOfBoth = OF_BOTH.test(words(name))
  const ties = (field: EntityField) => {
    if (TIES.test(words(field.name)) || (isOfBoth && OF_PEOPLE.test(words(field.name)))) return true
    // Another record tells by itself whose it is.
    return OF_BOTH.test(words(field.name)) && !isOfBoth && !relations.some(({ by }) => by === field.name)
  }
  return fields.every((field) => !ties(field) && !HOLDS_ANYTHING.test(field.type) && !isChosenKey(field))
}

/** A key that the program chooses may be whose the record is. */
const isChosenKey = ({ name, primary, default: standard }: EntityField) => name === '_id' || (primary === true && standard === undefined)

/** Other records that one names; undefined for those that could not be told. */
function toldBy(
  { fields, relations, library }: Entity,
  named: ReadonlyMap<string, Entity[]>,
  stem: (name: string) => string,
): (Entity | undefined)[] {
  const only = (name: string) => {
    const [entity, more] = named.get(stem(name)) ?? []
    return more ? undefined : entity
  }
  const byFields = fields.flatMap(({ name, type, primary }) => {
    const last = name.split('.').at(-1) as string
    if ((/^_?id$/i.test(last) && primary) || relations.some(({ by }) => by === name)) return []
    if (library === 'mongoose' && NO_KEY.test(type)) return []
    const entity = only(last.replace(/_?(?:ids?|Ids?|IDs?|[Uu]uid|_id)$/, ''))
    const isReference = REFERENCE.test(words(last)) || /object_?id/i.test(type)
    return isReference || entity ? [entity] : []
  })
  return [...byFields, ...relations.map(({ to }) => only(to))]
}

/** `createdBy` → `created_by` */
const words = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase()
