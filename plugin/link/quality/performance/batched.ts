/**
 * One question in place of many, in the words of the code and of its library. In: a query in a loop. Out: lines of code; undefined
 * where what is asked by is not a single field.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../graph'
import { atPlace, calledName } from '../../linked'
import { skipTrivia } from '../../whole/index'
import { fieldsIn } from './conditions'
import type { Query } from './queries'
import type { Scene } from './scene'

/** @param list what the loop goes through, @param item its variable; both as the code writes them, '' where that is long */
export function batched(scene: Scene, query: Query, list: string, item: string): string | undefined {
  const key = keyOf(scene, query)
  if (query.does !== 'read' || !key || !/^[\w$]+$/.test(item) || list === '') return undefined
  const table = query.api.split('.').slice(0, -1).join('.')
  const ask = askFor(query, table, key.field)
  if (!ask || !new RegExp(`(?<![\\w$.])${escapeStringRegexp(item)}(?![\\w$])`).test(key.value)) return undefined
  return [
    `const keys = ${list}.map((${item}) => ${key.value})`,
    `const rows = await ${ask}`,
    `const byKey = new Map(rows.map((row) => [row.${key.field}, row]))`,
    `for (const ${item} of ${list}) {`,
    `  const row = byKey.get(${key.value})`,
    '}',
  ].join('\n')
}

/** The one field that records are asked by, and the value for it. */
function keyOf(scene: Scene, query: Query): { field: string; value: string } | undefined {
  const { linked } = scene
  const { whole, values } = linked
  const [first] = whole.args(query.call)
  if (first === undefined) return undefined
  if (/^(?:findByPk|findById)$/.test(calledName(linked, query.call)))
    return { field: query.library === 'mongoose' ? '_id' : 'id', value: wordsOf(scene, first) }
  for (const spot of query.where)
    for (const where of atPlace(linked, query.call, spot)) {
      const fields = fieldsIn(scene, where)
      if (fields?.length !== 1 || whole.kind[where] !== Kind.Object) continue
      const field = values.propertyNames(where)[0] as string
      const [value] = values.property(where, field)
      if (value !== undefined && value < whole.size) return { field, value: wordsOf(scene, value) }
    }
  return undefined
}

function askFor({ library }: Query, table: string, field: string): string | undefined {
  if (table === '') return undefined
  switch (library) {
    case 'sequelize':
      return `${table}.findAll({ where: { ${field}: keys } })`
    case 'mongoose':
      return `${table}.find({ ${field}: { $in: keys } })`
    case 'mongodb':
      return `${table}.find({ ${field}: { $in: keys } }).toArray()`
    case 'typeorm':
      return `${table}.findBy({ ${field}: In(keys) })`
    case '@prisma/client':
      return `${table}.findMany({ where: { ${field}: { in: keys } } })`
    default:
      return undefined
  }
}

/** An expression as it is written; a field with what it is read of. */
function wordsOf({ linked: { whole } }: Scene, node: number): string {
  const source = whole.sourceOf(node, 60)
  if (whole.kind[node] !== Kind.Load) return source
  const { text } = whole.files[whole.fileOf(node)] as { text: string }
  const start = skipTrivia(text, whole.pos[node] as number)
  return `${/(?:[\w$]+[?!]?\.)*$/.exec(text.slice(Math.max(0, start - 80), start))?.[0] ?? ''}${source}`
}
