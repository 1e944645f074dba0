/**
 * Tables that SQL creates and changes. In: a `.sql` file, or a text of the code. Out: each `CREATE TABLE`, `ALTER TABLE` and
 * `DROP TABLE` in order, and the policies by which a database lets rows through. Tolerant: of a statement in a dialect's own words as much is kept as is understood, and everything
 * else is passed over.
 */
import type { TableChange } from '../../graph'
import type { Entity, EntityField, EntityRelation, Evidence } from '../../types'
import type { DefinitionReader } from './reader'
import { type Column, columnOf, constraintOf, identifier, NAME } from './sql-columns'
import { pieces, type Statement, statements } from './sql-text'

/** Dumps are longer; their tables stand at the beginning of what matters, and nobody writes that much by hand. */
const MOST_CHARACTERS = 8_000_000

export const sql: DefinitionReader = {
  format: 'sql',
  reads: (path, text) => /\.sql$/i.test(path) && !isUndo(path) && /\b(?:create|alter|drop)\s+(?:\w+\s+){0,3}(?:table|policy)\b/i.test(text),
  read(text, path) {
    if (text.length > MOST_CHARACTERS) throw new Error(`${text.length} characters are more than are read of statements (${MOST_CHARACTERS})`)
    return { operations: [], types: [], tables: tablesIn(withoutUndo(text), path) }
  },
}

/** Files and parts of files that take a migration back. */
const isUndo = (path: string) => /(?:^|[._/-])(?:undo|down|rollback|revert)(?:[._-][^/]*)?\.sql$/i.test(path) && !IS_DONE.test(path)
/** `0126.do.revert_names.sql`: a step like any other, whatever it is about. */
const IS_DONE = /[._](?:do|up)\.[^/]*$/i
const UNDO = /^[ \t]*--[ \t]*(?:\+?migrate[ :]+down|\+goose down|down migration|@?(?:undo|down|rollback)\b|!downs)/im
const REDO = /^[ \t]*--[ \t]*(?:\+?migrate[ :]+up|\+goose up|up migration|@?up\b|!ups)/im

/** Blanks in place of what stands behind a mark that begins the way back, so that lines stay. */
function withoutUndo(text: string): string {
  const from = text.search(UNDO)
  if (from < 0) return text
  const rest = text.slice(from + 1)
  const again = rest.search(REDO)
  const until = again < 0 ? text.length : from + 1 + again
  return text.slice(0, from) + text.slice(from, until).replace(/[^\n]/g, ' ') + withoutUndo(text.slice(until))
}

/** @param lineOffset lines in front of the text in its file */
export function tablesIn(text: string, path: string, lineOffset = 0): TableChange[] {
  const found: TableChange[] = []
  for (const statement of statements(text)) {
    const place = (offset: number): Evidence => ({ file: path, line: statement.lineAt(offset) + lineOffset, text: shown(statement.lineText(offset)) })
    const change = created(statement, place) ?? altered(statement, place) ?? dropped(statement) ?? uniqueIndex(statement) ?? policy(statement)
    if (change) found.push(change)
  }
  return found
}

/** Defaults and comments of columns may hold what must not get about. */
const shown = (line: string) =>
  line
    .trim()
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .slice(0, 160)

type Place = (offset: number) => Evidence

const CREATE = new RegExp(
  `^\\s*create\\s+(?:or\\s+replace\\s+)?(?:(?:global|local|temp|temporary|unlogged|external|virtual)\\s+)*table\\s+(?:if\\s+not\\s+exists\\s+)?(${NAME})\\s*\\(`,
  'i',
)

function created(statement: Statement, place: Place): TableChange | undefined {
  const match = CREATE.exec(statement.text)
  if (!match || /^\s*create\s+(?:\w+\s+)*temp/i.test(statement.text)) return undefined
  const table = identifier(match[1] as string)
  const entity: Entity = {
    name: table,
    stored: table,
    library: 'sql',
    kind: 'stored',
    at: place(statement.text.search(/\S/)),
    fields: [],
    relations: [],
  }
  for (const { text, offset } of pieces(statement.text, match[0].length)) put(text, place(offset), entity)
  return { does: 'create', table, entity }
}

function put(text: string, at: Evidence, into: Pick<Entity, 'fields' | 'relations'>): void {
  const constraint = constraintOf(text)
  if (constraint) {
    for (const field of into.fields) {
      if (constraint.primary.includes(field.name)) Object.assign(field, { primary: true, required: true })
      if (constraint.unique.length === 1 && constraint.unique[0] === field.name) field.unique = true
    }
    if (constraint.references) into.relations.push(relationOf(constraint.references, constraint.columns[0] ?? '', at))
    return
  }
  const column = columnOf(text)
  if (!column) return
  into.fields.push(fieldOf(column, at))
  if (column.references) into.relations.push(relationOf(column.references, column.name, at))
}

const relationOf = (to: string, by: string, at: Evidence): EntityRelation => ({ to, kind: 'many to one', ...(by ? { by } : {}), at })

function fieldOf({ name, type, required, unique, primary, standard, values }: Column, at: Evidence): EntityField {
  return {
    name,
    type,
    required,
    ...(unique ? { unique } : {}),
    ...(primary ? { primary } : {}),
    ...(standard === undefined ? {} : { default: standard }),
    ...(values.length > 0 ? { values } : {}),
    at,
  }
}

const ALTER = new RegExp(`^\\s*alter\\s+table\\s+(?:only\\s+)?(?:if\\s+exists\\s+)?(?:only\\s+)?(${NAME})\\s+`, 'i')

function altered(statement: Statement, place: Place): TableChange | undefined {
  const match = ALTER.exec(statement.text)
  if (!match) return undefined
  const table = identifier(match[1] as string)
  const rest = statement.text.slice(match[0].length)
  const renamed = new RegExp(`^rename\\s+(?:to|as)\\s+(${NAME})`, 'i').exec(rest)
  if (renamed) return { does: 'rename', table, to: identifier(renamed[1] as string) }
  const change: Extract<TableChange, { does: 'alter' }> = { does: 'alter', table, add: [], unique: [], drop: [], renamed: [], relations: [] }
  const security = /^\s*(enable|force|disable|no\s+force)\s+row\s+level\s+security\b/i.exec(rest)
  if (security && !/force/i.test(security[1] as string))
    change.rowSecurity = { on: /^enable$/i.test(security[1] as string), at: place(statement.text.search(/\S/)) }
  for (const { text, offset } of pieces(`${statement.text})`, match[0].length)) {
    const added = /^\s*add\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?\(?/i.exec(text)
    const column = new RegExp(`^\\s*rename\\s+(?:column\\s+)?(${NAME})\\s+to\\s+(${NAME})`, 'i').exec(text)
    const gone = new RegExp(`^\\s*drop\\s+(?:column\\s+)?(?:if\\s+exists\\s+)?(${NAME})`, 'i').exec(text)
    if (added) {
      const into = { fields: change.add, relations: change.relations }
      const said = text.slice(added[0].length)
      change.unique.push(...(constraintOf(said)?.unique ?? []))
      put(said, place(offset), into)
    } else if (column) change.renamed.push([identifier(column[1] as string), identifier(column[2] as string)])
    else if (gone && !/^\s*drop\s+(?:constraint|index|primary|foreign|check|default)\b/i.test(text)) change.drop.push(identifier(gone[1] as string))
  }
  return change
}

function dropped({ text }: Statement): TableChange | undefined {
  const match = new RegExp(`^\\s*drop\\s+table\\s+(?:if\\s+exists\\s+)?(${NAME})`, 'i').exec(text)
  return match ? { does: 'drop', table: identifier(match[1] as string) } : undefined
}

/** `CREATE POLICY own ON notes TO people USING (owner = current_owner())` */
function policy({ text }: Statement): TableChange | undefined {
  const match = new RegExp(`^\\s*(create|alter|drop)\\s+policy\\s+(?:if\\s+exists\\s+)?(${NAME})\\s+on\\s+(${NAME})`, 'i').exec(text)
  if (!match) return undefined
  const [, does = '', name = '', table = ''] = match
  const how = /^create$/i.test(does) ? 'create' : /^alter$/i.test(does) ? 'change' : 'drop'
  const rest = text.slice(match[0].length)
  if (/\bfor\s+(?:insert|update|delete)\b/i.test(rest)) return undefined
  const using = /\busing\s*\(\s*([\s\S]*)/i.exec(rest)?.[1]
  const roles = /\bto\s+([\w\s,"]+?)\s*(?:\busing\b|\bwith\b|$)/i.exec(rest.replace(/\([\s\S]*/, ''))?.[1]
  return {
    does: 'policy',
    how,
    table: identifier(table),
    name: identifier(name),
    ...(using === undefined ? {} : { open: /^true\s*\)/i.test(using) }),
    ...(roles === undefined ? {} : { roles: roles.toLowerCase().replace(/\s/g, '') }),
  }
}

/** `CREATE UNIQUE INDEX … ON users (email)` */
function uniqueIndex({ text }: Statement): TableChange | undefined {
  const match = new RegExp(
    `^\\s*create\\s+unique\\s+index\\b[^(]*?\\bon\\s+(?:only\\s+)?(${NAME})\\s*(?:using\\s+\\w+\\s*)?\\(\\s*(${NAME})\\s*\\)`,
    'i',
  ).exec(text)
  return match
    ? {
        does: 'alter',
        table: identifier(match[1] as string),
        add: [],
        unique: [identifier(match[2] as string)],
        drop: [],
        renamed: [],
        relations: [],
      }
    : undefined
}
