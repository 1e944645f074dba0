/**
 * Prisma schemas. In: a `.prisma` file. Out: an entity for each model and composite type, with fields, defaults, choices of its
 * enumerations, and relations. Line by line: the language has one field a line.
 */
import type { Entity, EntityField, Evidence } from '../../types'
import type { DefinitionReader } from './reader'

const MOST_CHARACTERS = 4_000_000
const BEGINS = /^\s*(model|type|view|enum)\s+(\w+)\s*\{/
const FIELD = /^\s*(\w+)\s+(\w+)(\[\])?(\?)?\s*(.*)$/

interface Block {
  kind: string
  name: string
  line: number
  text: string
  /** Numbered from 1 in the file. */
  lines: { line: number; text: string; comment: string }[]
}

export const prisma: DefinitionReader = {
  format: 'prisma',
  reads: (path) => /\.prisma$/i.test(path),
  read(text, path) {
    if (text.length > MOST_CHARACTERS) throw new Error(`${text.length} characters are more than are read of a schema (${MOST_CHARACTERS})`)
    const blocks = blocksOf(text)
    const enums = new Map(blocks.filter(({ kind }) => kind === 'enum').map((block) => [block.name, choicesOf(block)]))
    const models = new Set(blocks.filter(({ kind }) => kind !== 'enum').map(({ name }) => name))
    return {
      operations: [],
      types: [],
      variables: variablesOf(text),
      entities: blocks.filter(({ kind }) => kind !== 'enum').map((block) => entityOf(block, path, models, enums)),
    }
  },
}

/** `url = env("DATABASE_URL")` */
function variablesOf(text: string): { name: string; line: number; text: string }[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, index) =>
      [...line.matchAll(/\benv\(\s*"(\w+)"\s*\)/g)].map(([, name]) => ({ name: name as string, line: index + 1, text: line.trim() })),
    )
}

function blocksOf(text: string): Block[] {
  const found: Block[] = []
  let open: Block | undefined
  let before = ''
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const at = raw.search(/(?<!:)\/\//)
    const [code, comment] = at < 0 ? [raw, ''] : [raw.slice(0, at), raw.slice(at)]
    const begins = BEGINS.exec(code)
    if (begins) open = { kind: begins[1] as string, name: begins[2] as string, line: index + 1, text: raw.trim(), lines: [] }
    else if (open && /^\s*\}/.test(code)) {
      found.push(open)
      open = undefined
    } else if (open && code.trim() !== '') open.lines.push({ line: index + 1, text: code.trim(), comment: `${before} ${comment}` })
    // A comment of its own line is about the field below.
    before = code.trim() === '' ? comment : ''
  }
  return found
}

const choicesOf = ({ lines }: Block) => lines.map(({ text }) => text.split(/\s/)[0] as string).filter((name) => /^\w+$/.test(name))

function entityOf(block: Block, path: string, models: Set<string>, enums: Map<string, string[]>): Entity {
  const place = (line: number, text: string): Evidence => ({ file: path, line, text: text.slice(0, 160) })
  const entity: Entity = { name: block.name, library: 'prisma', kind: 'stored', at: place(block.line, block.text), fields: [], relations: [] }
  const stored = block.lines.map(({ text }) => /^@@map\(\s*(?:name:\s*)?"([^"]+)"/.exec(text)?.[1]).find(Boolean)
  if (stored) entity.stored = stored
  const keys = new Set(block.lines.flatMap(({ text }) => /^@@id\(\[([^\]]*)\]/.exec(text)?.[1]?.split(',') ?? []).map((name) => name.trim()))
  // A list of fields serves questions about its first.
  const indexed = new Set(block.lines.flatMap(({ text }) => /^@@(?:index|unique|id|fulltext)\(\s*(?:fields:\s*)?\[\s*(\w+)/.exec(text)?.[1] ?? []))
  for (const { line, text, comment } of block.lines) {
    const match = FIELD.exec(text)
    if (!match || text.startsWith('@@')) continue
    const [, name, type, list, optional, attributes] = match as unknown as [string, string, string, string | undefined, string | undefined, string]
    const at = place(line, text)
    if (models.has(type) && !/^(?:type)$/.test(block.kind)) entity.relations.push(relationOf(name, type, list !== undefined, attributes, at))
    else entity.fields.push(fieldOf(name, type, list !== undefined, optional !== undefined, attributes, comment, keys, enums, at, indexed.has(name)))
  }
  return entity
}

/** Which side holds the key tells the kind; of two lists it is many to many, which the other side's line says. */
function relationOf(name: string, to: string, isList: boolean, attributes: string, at: Evidence): Entity['relations'][number] {
  const holdsKey = /@relation\([^)]*fields:/.test(attributes)
  return { to, kind: isList ? 'one to many' : holdsKey ? 'many to one' : 'one to one', by: name, at }
}

function fieldOf(
  name: string,
  type: string,
  isList: boolean,
  isOptional: boolean,
  attributes: string,
  comment: string,
  keys: Set<string>,
  enums: Map<string, string[]>,
  at: Evidence,
  isIndexed: boolean,
): EntityField {
  const native = /@db\.(\w+(?:\([^)]*\))?)/.exec(attributes)?.[1]
  const standard = defaultIn(attributes)
  const values = enums.get(type)
  // `/// @encrypted` is how the extension that encrypts fields is told.
  const encrypted = /\/\/\/.*@encrypted\b/.test(comment)
  const hash = /\/\/\/.*@encryption:hash\b/.test(comment)
  return {
    name,
    type: `${native ? `${type} (${native})` : type}${isList ? '[]' : ''}`,
    required: !isOptional && !isList,
    ...(/@unique\b/.test(attributes) ? { unique: true } : {}),
    ...(/@id\b/.test(attributes) || keys.has(name) ? { primary: true } : {}),
    ...(isIndexed ? { indexed: true } : {}),
    ...(standard === undefined ? {} : { default: standard }),
    ...(values && values.length > 0 ? { values } : {}),
    ...(/@omit\b|@HideField\b/.test(attributes + comment) ? { hidden: true } : {}),
    ...(encrypted ? { transformedBy: [{ name: '@encrypted', does: 'encrypt' as const, with: 'prisma-field-encryption', at }] } : {}),
    ...(hash ? { transformedBy: [{ name: '@encryption:hash', does: 'hash' as const, with: 'prisma-field-encryption', at }] } : {}),
    at,
  }
}

/** What stands in `@default(…)`, brackets inside of it included. */
function defaultIn(attributes: string): string | undefined {
  const from = attributes.indexOf('@default(')
  if (from < 0) return undefined
  let depth = 0
  for (let at = from + '@default'.length; at < attributes.length; at++) {
    if (attributes[at] === '(') depth++
    else if (attributes[at] === ')' && --depth === 0) return attributes.slice(from + '@default('.length, at)
  }
  return undefined
}
