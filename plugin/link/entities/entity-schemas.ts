/** Entities that are described by an object in place of decorators: TypeORM's and MikroORM's `EntitySchema`, `defineEntity`. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { EntityEnd, EntityField, EntityRelation } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { setterOf } from './hooks'
import {
  choicesAt,
  denies,
  type Entry,
  entriesOf,
  entryNamed,
  type FoundEntity,
  field,
  nameAt,
  optionText,
  packagesOf,
  relation,
  says,
  sourceText,
  typeText,
} from './reading'

const KINDS: Record<string, EntityRelation['kind']> = rowsByName({
  'one-to-one': 'one to one',
  'one-to-many': 'one to many',
  'many-to-one': 'many to one',
  'many-to-many': 'many to many',
  '1:1': 'one to one',
  '1:m': 'one to many',
  'm:1': 'many to one',
  'm:n': 'many to many',
  oneToOne: 'one to one',
  oneToMany: 'one to many',
  manyToOne: 'many to one',
  manyToMany: 'many to many',
})

export function entitySchemas(linked: Linked): FoundEntity[] {
  const { whole } = linked
  const found: FoundEntity[] = []
  for (const call of lookupOf(whole).called(new Set(['EntitySchema', 'defineEntity']))) {
    const from = packagesOf(linked, call)
    const library = from.includes('typeorm') ? 'typeorm' : from.some((name) => name.startsWith('@mikro-orm/')) ? 'mikro-orm' : undefined
    const [options] = whole.args(call)
    if (!library || options === undefined || isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    const cls = entryNamed(linked, options, 'class', 'target')
    const name = optionText(linked, options, 'name') ?? nameAt(linked, cls?.value)
    if (!name) continue
    const stored = optionText(linked, options, 'tableName', 'collection')
    const relations: EntityRelation[] = []
    const ends: EntityEnd[] = []
    const columns = entriesOf(linked, entryNamed(linked, options, 'columns', 'properties')?.value)
    const fields = columns.flatMap((entry) => columnOf(linked, entry, relations, ends))
    for (const entry of entriesOf(linked, entryNamed(linked, options, 'relations')?.value)) put(linked, entry, relations)
    // The object says where the entity begins, not the call that takes it.
    const at = cite(linked, entryNamed(linked, options, 'name', 'class')?.entry ?? call)
    const nodes = [call, ...(cls ? linked.values.definitions(cls.value) : [])]
    found.push({
      entity: { name, ...(stored ? { stored } : {}), library, kind: 'stored', at, fields, relations, ...(ends.length > 0 ? { ends } : {}) },
      nodes,
    })
  }
  return found
}

function columnOf(linked: Linked, entry: Entry, relations: EntityRelation[], ends: EntityEnd[]): EntityField[] {
  const { name, value } = entry
  if (put(linked, entry, relations)) return []
  const chain = chained(linked, value)
  const at = cite(linked, entry.entry)
  if (says(linked, value, 'deleteDate')) ends.push({ how: 'marked', by: 'deleteDate', at })
  const standard = entryNamed(linked, value, 'default')
  const to = entryNamed(linked, value, 'transformer', 'customType')
  const setter = to && setterOf(linked, name, 'transformer', entryNamed(linked, to.value, 'to')?.value ?? to.value)
  return [
    field(name, chain.length > 0 ? (chain[0] as string) : typeText(linked, entryNamed(linked, value, 'type')?.value ?? value), at, {
      required: chain.length > 0 ? !chain.includes('nullable') : !says(linked, value, 'nullable'),
      unique: says(linked, value, 'unique') || chain.includes('unique'),
      primary: says(linked, value, 'primary', 'objectId') || chain.includes('primary'),
      ...(standard ? { default: sourceText(linked, standard.value) } : {}),
      hidden: denies(linked, value, 'select') || says(linked, value, 'hidden') || chain.includes('hidden'),
      values: choicesAt(linked, entryNamed(linked, value, 'enum', 'items')?.value),
      ...(setter ? { transformedBy: [setter] } : {}),
    }),
  ]
}

/** Names of the calls of `p.string().unique()`, behind the builder. */
function chained(linked: Linked, node: number): string[] {
  const names: string[] = []
  for (let at = node, hops = 0; at >= 0 && linked.whole.kind[at] === Kind.Call && hops < 20; at = receiverOf(linked, at), hops++)
    names.unshift(calledName(linked, at))
  return names
}

function put(linked: Linked, { name, value, entry }: Entry, relations: EntityRelation[]): boolean {
  const chain = chained(linked, value)
  const kind = KINDS[optionText(linked, value, 'kind', 'reference') ?? optionText(linked, value, 'type') ?? chain.find((each) => KINDS[each]) ?? '']
  if (!kind) return false
  let target = entryNamed(linked, value, 'entity', 'target')?.value
  for (
    let at = value, hops = 0;
    target === undefined && at >= 0 && linked.whole.kind[at] === Kind.Call && hops < 20;
    at = receiverOf(linked, at), hops++
  )
    if (KINDS[calledName(linked, at)]) target = linked.whole.args(at)[0]
  relations.push(relation(nameAt(linked, target), kind, cite(linked, entry), name))
  return true
}
