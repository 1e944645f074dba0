/** Tables that migrations in code create: builders of Knex, and Sequelize's and TypeORM's objects. Their SQL is read by `extract/`. */
import type { TableChange } from '../../graph'
import { Kind } from '../../graph'
import type { Entity, EntityField, EntityRelation } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import {
  choicesAt,
  denies,
  type Entry,
  entriesOf,
  entryNamed,
  field,
  objectsAt,
  optionText,
  packagesOf,
  relation,
  says,
  sourceText,
  textAt,
  typeText,
} from './reading'
import { type Built, builderOf } from './table-builders'

/** A step with where it stands, so that those of all files can be put in order. */
export interface PlacedChange {
  file: string
  line: number
  change: TableChange
}

const CALLS = new Set(
  'createTable createTableIfNotExists alterTable table dropTable dropTableIfExists renameTable addColumn addColumns removeColumn dropColumn renameColumn'.split(
    ' ',
  ),
)
/** Functions that take a migration back. */
const UNDOES = /^(?:down|undo|rollback|revert|unsafe_down)$/i

export function tableCalls(linked: Linked): PlacedChange[] {
  const { whole } = linked
  const found: PlacedChange[] = []
  for (const call of lookupOf(whole).named(Kind.Call, CALLS)) {
    const file = (whole.files[whole.fileOf(call)] as { path: string }).path
    if (receiverOf(linked, call) < 0 || isTestCode(linked, file) || isUndone(linked, call)) continue
    for (const change of changesOf(linked, call)) found.push({ file, line: whole.linesOf(call)[0], change })
  }
  return found
}

function isUndone({ whole }: Linked, call: number): boolean {
  for (let fn = whole.functionOf(call); fn >= 0; fn = whole.functions[fn]?.parent ?? -1)
    if (UNDOES.test(whole.functions[fn]?.fact.name ?? '')) return true
  return false
}

function changesOf(linked: Linked, call: number): TableChange[] {
  const [first, second, third] = linked.whole.args(call)
  const name = calledName(linked, call)
  const table = textAt(linked, first) ?? optionText(linked, first, 'tableName', 'name')
  if (/^createTable/.test(name)) {
    if (first !== undefined && isTypeormTable(linked, first)) return typeormTable(linked, first, call)
    if (table === undefined || second === undefined) return []
    const built = builderOf(linked, second)
    if (built) return [{ does: 'create', table, entity: tableOf(linked, table, call, 'knex', built) }]
    if (objectsAt(linked, second).length === 0) return []
    return [{ does: 'create', table, entity: tableOf(linked, table, call, 'sequelize', attributesOf(linked, entriesOf(linked, second))) }]
  }
  if (table === undefined) return []
  if (name === 'alterTable' || name === 'table') {
    const built = second === undefined ? undefined : builderOf(linked, second)
    return built
      ? [{ does: 'alter', table, add: built.fields, unique: built.unique, drop: built.drop, renamed: built.renamed, relations: built.relations }]
      : []
  }
  const change = {
    does: 'alter' as const,
    table,
    add: [] as EntityField[],
    unique: [],
    drop: [] as string[],
    renamed: [] as [string, string][],
    relations: [] as EntityRelation[],
  }
  const column = textAt(linked, second)
  switch (name) {
    case 'dropTable':
    case 'dropTableIfExists':
      return [{ does: 'drop', table }]
    case 'renameTable': {
      const to = textAt(linked, second)
      return to === undefined ? [] : [{ does: 'rename', table, to }]
    }
    case 'addColumn':
      if (column === undefined || third === undefined) return []
      return [{ ...change, add: [attributeOf(linked, { name: column, value: third, entry: call })] }]
    case 'removeColumn':
    case 'dropColumn':
      return column === undefined ? [] : [{ ...change, drop: [column] }]
    case 'renameColumn': {
      const to = textAt(linked, third)
      return column === undefined || to === undefined ? [] : [{ ...change, renamed: [[column, to]] }]
    }
    default:
      return []
  }
}

function tableOf(linked: Linked, table: string, call: number, library: string, { fields, relations }: Pick<Built, 'fields' | 'relations'>): Entity {
  return { name: table, stored: table, library, kind: 'stored', at: cite(linked, call), fields, relations }
}

// ── Sequelize ────────────────────────────────────────────────────────────────────────────────────────────────────────

function attributesOf(linked: Linked, entries: Entry[]): Pick<Built, 'fields' | 'relations'> {
  const relations = entries.flatMap(({ name, value, entry }) => {
    const references = entryNamed(linked, value, 'references')
    const to = references && (textAt(linked, references.value) ?? optionText(linked, references.value, 'model', 'tableName', 'table'))
    return to ? [relation(to, 'many to one', cite(linked, entry), name)] : []
  })
  return { fields: entries.map((entry) => attributeOf(linked, entry)), relations }
}

function attributeOf(linked: Linked, { name, value, entry }: Entry): EntityField {
  const standard = entryNamed(linked, value, 'defaultValue')
  return field(name, typeText(linked, entryNamed(linked, value, 'type')?.value ?? value), cite(linked, entry), {
    required: denies(linked, value, 'allowNull'),
    unique: says(linked, value, 'unique'),
    primary: says(linked, value, 'primaryKey'),
    ...(standard ? { default: sourceText(linked, standard.value) } : {}),
  })
}

// ── TypeORM ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function isTypeormTable(linked: Linked, node: number): boolean {
  const [made = node] = linked.values.definitions(node)
  return linked.whole.kind[made] === Kind.New && calledName(linked, made) === 'Table' && packagesOf(linked, made).includes('typeorm')
}

function typeormTable(linked: Linked, node: number, call: number): TableChange[] {
  const [made = node] = linked.values.definitions(node)
  const options = linked.whole.args(made)[0]
  const table = optionText(linked, options, 'name')
  if (table === undefined) return []
  const columns = linked.values.elements(entryNamed(linked, options, 'columns')?.value ?? -1).flatMap((column) => {
    const name = optionText(linked, column, 'name')
    if (name === undefined) return []
    const standard = entryNamed(linked, column, 'default')
    return [
      field(name, optionText(linked, column, 'type') ?? '', cite(linked, column), {
        required: !says(linked, column, 'isNullable'),
        unique: says(linked, column, 'isUnique'),
        primary: says(linked, column, 'isPrimary'),
        ...(standard ? { default: sourceText(linked, standard.value) } : {}),
      }),
    ]
  })
  const keys = linked.values.elements(entryNamed(linked, options, 'foreignKeys')?.value ?? -1).flatMap((key) => {
    const to = optionText(linked, key, 'referencedTableName')
    return to === undefined
      ? []
      : [relation(to, 'many to one', cite(linked, key), choicesAt(linked, entryNamed(linked, key, 'columnNames')?.value)[0])]
  })
  return [{ does: 'create', table, entity: tableOf(linked, table, call, 'typeorm', { fields: columns, relations: keys }) }]
}
