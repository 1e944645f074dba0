/** Methods that are taken for those of a database by their name alone, `anything.query(value)`: many others are called so, of addresses, of pages, of caches. */
import { Kind } from '../../../graph'
import { type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { partsOf } from '../../made-of'
import { namesOf, snake } from '../../names'
import { type Doubt, low, type Way } from './way'

const OF_DATABASE =
  /(?:^|_)(?:db|database|databases|pool|conn|connection|client|knex|sql\w*|pg|postgres\w*|psql|my_?sql\w*|maria\w*|oracle|mssql|sequelize|orm|repo|repository|dao|manager|runner|trx|transaction|tx|cursor|store|storage|data_?source|adapter|driver|session|executor|schema|table|model|drizzle|d1|neon|warehouse|clickhouse|bigquery)(?:$|_)/
/** What a text to be run is called. */
const OF_STATEMENT = /(?:^|_)(?:sql|query|queries|statement|stmt|select|insert|update|where|command|text|q)(?:$|_)/
const WORDS =
  /\b(?:select\b.*|insert\s+into|update\s+\S+\s+set|delete\s+from|from\s+\S+|where\b|order\s+by|group\s+by|values\s*\(|create\s+(?:table|index|database|user|role|schema|view)|drop\s+\w+|alter\s+\w+|truncate\b|call\s+\w+|exec(?:ute)?\s+\w+|limit\s+\d*|join\s+\w+|set\s+\w+\s*=)/i
/** Packages that speak SQL. */
const SPEAKS =
  /^(?:pg|pg-[\w-]+|postgres|mysql2?|promise-mysql|mariadb|sqlite3?|better-sqlite3|mssql|tedious|oracledb|knex|sequelize|typeorm|slonik|drizzle-orm|kysely|odbc|ibm_db|snowflake-sdk|@neondatabase\/.*|@planetscale\/.*|@vercel\/postgres|@libsql\/.*|@clickhouse\/.*|@google-cloud\/(?:bigquery|spanner)|serverless-mysql|duckdb|alasql|sql\.js|@mikro-orm\/.*|@databases\/.*)(?:\/|$)/

export const guessedQueries: Doubt[] = [
  {
    of: new Set(['sql']),
    tell: (way) =>
      way.hit.library === 'any-database' && !speaksSql(way)
        ? low('That it is a database is guessed by the name of the method: nothing there is written in SQL.')
        : undefined,
  },
]

/** Whether anything but the method's name says that a statement is run. */
function speaksSql({ linked, nodes, hit }: Way): boolean {
  const { whole } = linked
  const [first, ...others] = whole.args(hit.at)
  // Values that are bound, or a callback that is handed rows.
  if (first === undefined || others.length > 0) return true
  if (whole.kind[first] === Kind.Object || namesOf(linked, first).some((name) => OF_STATEMENT.test(snake(name)))) return true
  const receiver = receiverOf(linked, hit.at)
  if (receiver < 0 || whole.kind[receiver] === Kind.This) return true
  // `(await pool.connect()).query(…)`
  if ([...namesOf(linked, receiver), whole.sourceOf(receiver)].some((name) => OF_DATABASE.test(snake(name)))) return true
  return [first, ...nodes].some((node) => partsOf(whole, node).some((part) => isOfStatement(linked, part))) || importsDatabase(linked, hit.at)
}

const isOfStatement = ({ whole }: Linked, part: number): boolean =>
  whole.kind[part] === Kind.String && WORDS.test(whole.text(whole.a[part] as number))

const importsDatabase = ({ whole }: Linked, call: number): boolean =>
  [...lookupOf(whole).of(Kind.Import)].some((node) => whole.fileOf(node) === whole.fileOf(call) && SPEAKS.test(whole.text(whole.a[node] as number)))
