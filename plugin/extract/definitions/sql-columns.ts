/** One column or constraint of a table, as a piece of its statement says it. */

/** A name with or without quotes and schema: `"public"."users"`. */
export const NAME = '(?:[`"\\[]?[\\w$]+[`"\\]]?\\s*\\.\\s*){0,2}[`"\\[]?[\\w$ ]*?[\\w$][`"\\]]?(?=[\\s(),;]|$)'

/** `users` of `"public"."users"`. */
export function identifier(name: string): string {
  const last = name.trim().split('.').at(-1) as string
  return last.trim().replace(/^[`"[]|[`"\]]$/g, '')
}

export interface Column {
  name: string
  type: string
  required: boolean
  unique: boolean
  primary: boolean
  standard: string | undefined
  values: string[]
  references: string | undefined
}

const COLUMN = /^([`"[]?)([\w$ ]+?)\1?[`"\]]?\s+([\s\S]+)$/
/** Where a type ends and what is asked of the column begins. */
const SETTINGS =
  /\s+(?:not\s+null|null|default|primary|unique|references|check|constraint|collate|character\s+set|charset|comment|auto_increment|autoincrement|generated|on\s+update|on\s+delete|identity|key|encode|storage|after|first)\b/i
const TYPE = /^[a-z][\w ]*(?:\([^)]*\))?(?:\s*\[\d*\])*/i

export function columnOf(text: string): Column | undefined {
  const match = COLUMN.exec(text)
  if (!match) return undefined
  const name = match[2] as string
  const rest = match[3] as string
  const ends = SETTINGS.exec(rest)
  const type = (ends ? rest.slice(0, ends.index) : rest).trim().replace(/\s+/g, ' ')
  if (!TYPE.test(type)) return undefined
  const settings = ends ? rest.slice(ends.index) : ''
  const primary = /\bprimary\s+key\b/i.test(settings)
  const listed = /^(?:enum|set)\s*\(([\s\S]*)\)/i.exec(type)?.[1]
  const reference = new RegExp(`\\breferences\\s+(${NAME})`, 'i').exec(settings)?.[1]
  const standard = /\bdefault\s+('(?:[^']|'')*'|\([^)]*\)|[\w.]+(?:\([^)]*\))?)/i.exec(settings)?.[1]
  return {
    name,
    type: type.slice(0, 60),
    required: primary || /\bnot\s+null\b/i.test(settings),
    unique: /\bunique\b/i.test(settings),
    primary,
    // A default of text may be what nobody should read.
    standard: standard?.startsWith("'") && isSecret(name) ? "'…'" : standard,
    values: listed ? [...listed.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value as string).slice(0, 50) : [],
    references: reference === undefined ? undefined : identifier(reference),
  }
}

const isSecret = (name: string) => /pass|secret|token|key|pin|pwd/i.test(name)

export interface Constraint {
  columns: string[]
  primary: string[]
  unique: string[]
  references: string | undefined
}

const CONSTRAINT =
  /^(?:constraint\s+[`"[]?[\w$]+[`"\]]?\s+)?(primary\s+key|unique(?:\s+(?:key|index))?|foreign\s+key|check|exclude|key|index|fulltext|spatial|like|partition|period)\b/i

/** Undefined for a column. */
export function constraintOf(text: string): Constraint | undefined {
  const match = CONSTRAINT.exec(text)
  // `key varchar(10)` is a column of that name.
  if (
    !match ||
    (/^(?:key|index|like|period)$/i.test(match[1] as string) && !/\(/.test(text.slice(match[0].length).split(/\s/).slice(0, 3).join(' ')))
  )
    return undefined
  if (
    /^(?:key|index|like|period|check)$/i.test(match[1] as string) &&
    /^\w+\s+(?:varchar|text|char|int|integer|bigint|boolean|uuid|json|timestamp|date|numeric)\b/i.test(text)
  )
    return undefined
  const kind = (match[1] as string).toLowerCase()
  const columns = (/\(([^)]*)\)/.exec(text)?.[1] ?? '')
    .split(',')
    .map((name) => identifier(name.replace(/\s+(?:asc|desc)\b.*|\(\d+$/i, '')))
    .filter(Boolean)
  const reference = new RegExp(`\\breferences\\s+(${NAME})`, 'i').exec(text)?.[1]
  return {
    columns,
    primary: kind.startsWith('primary') ? columns : [],
    unique: kind.startsWith('unique') ? columns : [],
    references: reference === undefined ? undefined : identifier(reference),
  }
}
