/** Drizzle: `pgTable('users', { id: serial('id').primaryKey() })`, with `relations(users, …)`. */
import { Kind } from '../../graph'
import type { Entity, EntityField, EntityRelation } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { variablesOf } from '../names'
import { usesOf } from '../uses'
import {
  choicesAt,
  type Entry,
  entriesOf,
  entryNamed,
  type FoundEntity,
  field,
  nameAt,
  objectsAt,
  packagesOf,
  relation,
  sourceText,
  textAt,
  variableAt,
} from './reading'

const MAKERS = new Set(['pgTable', 'mysqlTable', 'sqliteTable', 'mssqlTable', 'singlestoreTable', 'table', 'createTable'])

const CREATORS = new Set(['pgTableCreator', 'mysqlTableCreator', 'sqliteTableCreator', 'singlestoreTableCreator'])

export function drizzleTables(linked: Linked): FoundEntity[] {
  const { whole } = linked
  const found: FoundEntity[] = []
  for (const call of callsOfMakers(linked)) {
    const [first, second] = whole.args(call)
    const stored = textAt(linked, first)
    if (stored === undefined || second === undefined || isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    // A maker of the project's own, which puts a prefix in front of names, is known by its columns.
    const columns = columnsAt(linked, second)
    if (!isDrizzle(linked, call) && !columns.some(({ value }) => rootPackages(linked, value).some((name) => name.startsWith('drizzle-orm')))) continue
    const name = variablesOf(whole, call)[0]?.name ?? stored
    const relations: EntityRelation[] = []
    const fields = columns.map((entry) => columnOf(linked, entry, relations))
    found.push({ entity: { name, stored, library: 'drizzle', kind: 'stored', at: cite(linked, call), fields, relations }, nodes: [call] })
  }
  return found
}

/** Calls of Drizzle's own makers, by their name, and of what `pgTableCreator` gives, by whatever name it is kept under. */
function callsOfMakers({ whole }: Linked): Int32Array {
  const lookup = lookupOf(whole)
  const creators = [...lookup.named(Kind.Call, CREATORS)]
  if (creators.length === 0) return lookup.named(Kind.Call, MAKERS)
  const kept = creators.flatMap((creator) => variablesOf(whole, creator).map(({ name }) => name))
  const uses = usesOf(whole)
  const made = creators.flatMap((creator) => [...uses.of(creator)].filter((user) => whole.kind[user] === Kind.Call && whole.a[user] === creator))
  return merge([lookup.named(Kind.Call, new Set([...MAKERS, ...kept])), made.sort((one, other) => one - other)])
}

const isDrizzle = (linked: Linked, call: number) => packagesOf(linked, call).some((name) => name.startsWith('drizzle-orm'))

/** Columns as an object, or what a function makes of the builders: `(t) => ({ id: t.serial() })`. */
function columnsAt(linked: Linked, node: number): Entry[] {
  const { whole, values } = linked
  if (objectsAt(linked, node).length > 0) return entriesOf(linked, node)
  const fn = values.definitions(node).find((at) => whole.kind[at] === Kind.Function)
  return fn === undefined ? [] : (whole.functions[whole.a[fn] as number]?.returns ?? []).flatMap((returned) => entriesOf(linked, returned))
}

/** Calls of a chain, the first first. */
function chainOf(linked: Linked, node: number): number[] {
  const calls: number[] = []
  let [at = node] = linked.values.definitions(node)
  for (let hops = 0; hops < 20 && at >= 0 && linked.whole.kind[at] === Kind.Call; hops++) {
    calls.unshift(at)
    at = receiverOf(linked, at)
  }
  return calls
}

function rootPackages(linked: Linked, node: number): string[] {
  const [first] = chainOf(linked, node)
  return first === undefined ? [] : packagesOf(linked, first)
}

function columnOf(linked: Linked, { name, value, entry }: Entry, relations: EntityRelation[]): EntityField {
  const { whole } = linked
  const chain = chainOf(linked, value)
  const [first] = chain
  const at = cite(linked, entry)
  const called = new Map(chain.slice(1).map((call) => [calledName(linked, call), call]))
  const options = first === undefined ? undefined : whole.args(first).find((argument) => objectsAt(linked, argument).length > 0)
  const length = textAt(linked, entryNamed(linked, options, 'length')?.value)
  const standard = called.get('default') ?? called.get('$defaultFn') ?? called.get('$default')
  const references = called.get('references')
  if (references !== undefined) {
    const to = tableOf(linked, whole.args(references)[0])
    if (to) relations.push(relation(to, 'many to one', at, name))
  }
  const type = first === undefined ? '' : calledName(linked, first)
  const shown = standard === undefined ? undefined : whole.args(standard)[0]
  return field(name, `${type}${length ? `(${length})` : ''}${called.has('array') ? '[]' : ''}`, at, {
    required: called.has('notNull') || called.has('primaryKey'),
    unique: called.has('unique'),
    primary: called.has('primaryKey'),
    ...(shown === undefined ? {} : { default: sourceText(linked, shown) }),
    values: choicesAt(linked, entryNamed(linked, options, 'enum')?.value),
  })
}

/** `() => users.id` → `users` */
function tableOf(linked: Linked, node: number | undefined): string {
  if (node === undefined) return ''
  const { whole } = linked
  const [returned = node] = whole.kind[node] === Kind.Function ? (whole.functions[whole.a[node] as number]?.returns ?? []) : []
  return whole.kind[returned] === Kind.Load ? variableAt(linked, whole.a[returned] as number) : nameAt(linked, returned)
}

/** `relations(users, ({ one, many }) => ({ posts: many(posts) }))` */
export function drizzleRelations(linked: Linked, of: (node: number) => Entity | undefined): void {
  const { whole } = linked
  for (const call of lookupOf(whole).named(Kind.Call, 'relations')) {
    const [table, made] = whole.args(call)
    const entity = table === undefined ? undefined : of(table)
    if (!entity || made === undefined || whole.kind[made] !== Kind.Function) continue
    for (const returned of whole.functions[whole.a[made] as number]?.returns ?? [])
      for (const { name, value, entry } of entriesOf(linked, returned)) {
        const target = whole.kind[value] === Kind.Call ? whole.args(value)[0] : undefined
        if (target === undefined) continue
        const to = of(target)?.name ?? variableAt(linked, target)
        if (entity.relations.some((known) => known.to === to)) continue
        entity.relations.push(relation(to, calledName(linked, value) === 'many' ? 'one to many' : 'many to one', cite(linked, entry), name))
      }
  }
}
