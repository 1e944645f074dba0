/**
 * Models of Python services that stand in the same repository: SQLAlchemy, Flask-SQLAlchemy and Django. In: a module with
 * models. Out: an entity for each class that extends one of their bases. Line by line, without taking expressions apart.
 */
import type { Entity, EntityField, EntityRelation, Evidence } from '../../types'
import type { DefinitionReader } from './reader'

const CLASS = /^class\s+(\w+)\s*\(([^)]*)\)\s*:/
const BASE = /(?:^|[\s,.])(?:db\.Model|models\.Model|Base|DeclarativeBase|AbstractUser|AbstractBaseUser|SQLModel)(?:[\s,]|$)/
const MEMBER = /^\s+(\w+)\s*(?::\s*([^=]+?))?\s*=\s*(.+)$/
const COLUMN = /(?:^|\.)(?:Column|mapped_column|\w*Field)\(/
const LINK = /(?:^|\.)(relationship|ForeignKey|OneToOneField|ManyToManyField)\(/

export const pythonModels: DefinitionReader = {
  format: 'python-models',
  reads: (path, text) =>
    /\.py$/.test(path) &&
    BASE.test(
      text
        .match(/^class\s+\w+\s*\([^)]*\)/gm)
        ?.join('\n')
        .replace(/[()]/g, ' ') ?? '',
    ),
  read: (text, path) => ({ operations: [], types: [], entities: entitiesIn(text.split(/\r?\n/), path) }),
}

function entitiesIn(lines: string[], path: string): Entity[] {
  const found: Entity[] = []
  let open: Entity | undefined
  for (const [index, text] of lines.entries()) {
    const at: Evidence = { file: path, line: index + 1, text: text.trim().slice(0, 160) }
    const begins = CLASS.exec(text)
    if (begins) {
      open = BASE.test(begins[2] as string)
        ? {
            name: begins[1] as string,
            library: /models\.Model|Abstract/.test(begins[2] as string) ? 'django' : 'sqlalchemy',
            kind: 'stored',
            at,
            fields: [],
            relations: [],
          }
        : undefined
      if (open) found.push(open)
    } else if (/^\S/.test(text) && text.trim() !== '') open = undefined
    else if (open) put(open, text, at)
  }
  for (const entity of found) for (const each of entity.relations) if (each.by && isKeyHolder(entity, each.by)) each.kind = 'many to one'
  return found
}

/** The side with the key: `user` beside `user_id`. */
const isKeyHolder = ({ fields }: Entity, by: string) => fields.some(({ name, at }) => name === `${by}_id` && /ForeignKey/.test(at.text))

function put(entity: Entity, text: string, at: Evidence): void {
  const member = MEMBER.exec(text)
  if (!member) return
  const [, name, , value] = member as unknown as [string, string, string | undefined, string]
  if (name === '__tablename__' || name === 'db_table') {
    const stored = /['"]([\w.]+)['"]/.exec(value)?.[1]
    if (stored) entity.stored = stored
    return
  }
  const link = LINK.exec(value)
  if (link) entity.relations.push(relationOf(name, link[1] as string, value, at))
  if (COLUMN.test(value) && !/ManyToManyField\(/.test(value)) entity.fields.push(fieldOf(name, value, at))
}

/** `ForeignKey('users.id')` names a table, `ForeignKey(User, …)` a class. */
function relationOf(by: string, kind: string, value: string, at: Evidence): EntityRelation {
  const to = /(?:relationship|ForeignKey|OneToOneField|ManyToManyField)\(\s*['"]?(?:\w+\.(?=[A-Z]))?(\w+)/.exec(value)?.[1] ?? ''
  return {
    to,
    kind:
      kind === 'relationship' ? 'one to many' : kind === 'ManyToManyField' ? 'many to many' : kind === 'OneToOneField' ? 'one to one' : 'many to one',
    by,
    at,
  }
}

function fieldOf(name: string, value: string, at: Evidence): EntityField {
  const type =
    /(?:Column|mapped_column)\(\s*(?:['"]\w+['"]\s*,\s*)?(?:\w+\.)?(\w+(?:\([^)]*\))?)/.exec(value)?.[1] ?? /(\w+Field)\(/.exec(value)?.[1] ?? ''
  const standard = /\bdefault\s*=\s*([^,)]+)/.exec(value)?.[1]?.trim()
  const primary = /\bprimary_key\s*=\s*True\b/.test(value)
  return {
    name,
    type,
    required: primary || (/Field\(/.test(value) ? !/\bnull\s*=\s*True\b/.test(value) : /\bnullable\s*=\s*False\b/.test(value)),
    ...(/\bunique\s*=\s*True\b/.test(value) ? { unique: true } : {}),
    ...(primary ? { primary } : {}),
    ...(standard === undefined ? {} : { default: standard }),
    at,
  }
}
