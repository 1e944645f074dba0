/** Databases of the program. In: how clients are made, what manifests and schemas name. Out: stores, with what is known of disk and line. */
import { rowsByName } from '../../../rows-by-name'
import type { Evidence, Setting, Usage } from '../../../types'
import { code, distinct } from './control'
import type { Ground } from './ground'

export interface Store {
  /** `SQLite`, `MongoDB`. */
  product: string
  kind: 'file' | 'memory' | 'server' | 'cloud'
  /** Path of a file, host of a server, as far as written. */
  place: string
  /** Encrypts what lies on the disk by itself. */
  diskEncrypted: boolean | undefined
  at: Evidence
  usage: Usage | undefined
}

/** By what addresses begin with, and by names of dialects and clients. */
const PRODUCTS: [RegExp, string][] = [
  [/^(?:postgres(?:ql)?|pg|pg-promise|slonik|@neondatabase\/serverless|cockroachdb)\b/i, 'PostgreSQL'],
  [/^(?:mysql2?|promise-mysql2?)\b/i, 'MySQL'],
  [/^mariadb\b/i, 'MariaDB'],
  [/^(?:mssql|sqlserver|tedious)\b/i, 'SQL Server'],
  [/^(?:mongo(?:db|ose)?|monk|@nestjs\/mongoose)\b/i, 'MongoDB'],
  [/^(?:rediss?|ioredis|@redis\/client|@keyv\/redis)\b/i, 'Redis'],
  [/^(?:better-sqlite3?|sqlite3?|sqljs|node:sqlite|bun:sqlite|libsql)\b|sqlite/i, 'SQLite'],
  [/^oracle/i, 'Oracle'],
]
const productOf = (text: string): string | undefined => PRODUCTS.find(([pattern]) => pattern.test(text))?.[1]
const FILES: Record<string, string> = rowsByName({
  nedb: 'NeDB',
  '@seald-io/nedb': 'NeDB',
  lowdb: 'a JSON file (lowdb)',
  lokijs: 'LokiJS',
  marsdb: 'MarsDB',
  tingodb: 'TingoDB',
  level: 'LevelDB',
  pouchdb: 'PouchDB',
})

export function storesOf(ground: Ground): Store[] {
  const found: Store[] = []
  for (const usage of ground.uses('database-client', 'database-file', 'database-encrypted', 'cloud-database')) {
    const store = storeOf(usage, ground.packageOf(usage))
    if (store) found.push(store)
  }
  const named = new Set(found.map(({ product }) => product))
  for (const { name, product, at } of declared(ground)) {
    if (named.has(product)) continue
    named.add(product)
    found.push({ product, kind: product === 'SQLite' ? 'file' : 'server', place: name, diskEncrypted: undefined, at, usage: undefined })
  }
  if (found.length === 0)
    for (const { kind, name, at } of ground.connections)
      if (kind === 'database' && ground.runs(at.file))
        found.push({ product: name, kind: 'server', place: '', diskEncrypted: undefined, at, usage: undefined })
  const placed = new Set(found.filter(({ place }) => place !== '').map(({ product, kind }) => `${product} ${kind}`))
  const told = found.filter(({ product, kind, place }) => place !== '' || !placed.has(`${product} ${kind}`))
  return [...new Map(told.map((store) => [`${store.product} ${store.kind} ${store.place}`, store])).values()]
}

const textsOf = (usage: Usage, pattern: RegExp): string[] =>
  Object.entries(usage.values).flatMap(([name, setting]: [string, Setting]) => (pattern.test(name) ? setting.texts : []))

function storeOf(usage: Usage, library: string): Store | undefined {
  const { kind, at } = usage
  const addresses = textsOf(usage, /^(?:address|uri|link|url)$/)
  const dialects = textsOf(usage, /^dialect/)
  const files = textsOf(usage, /^(?:file\d?|named)$/)
  if (kind === 'cloud-database')
    return { product: `a database of the stack (${usage.api})`, kind: 'cloud', place: '', diskEncrypted: cloudEncrypted(usage), at, usage }
  const told = [...dialects, ...addresses].map(productOf).find((product) => product !== undefined)
  const product = told ?? FILES[library] ?? productOf(library) ?? library
  if (kind === 'database-client' && product !== 'SQLite') {
    // `Sequelize` and `knex` speak to any database; without a dialect nothing is opened that could be told.
    if (told === undefined && /sequelize|typeorm|knex|mikro-orm/.test(product)) return undefined
    const host = textsOf(usage, /^host/)[0] ?? hostOf(addresses)
    return { product, kind: 'server', place: host ?? '', diskEncrypted: undefined, at, usage }
  }
  const paths = [...files, ...addresses]
    .filter((path) => path !== '' && !/^(?:database|username|password|\*+)$/.test(path))
    .map((path) => path.replace(/^(?:file|sqlite):(?:\/\/)?/, ''))
  const disk = paths.find((path) => !/^:memory:$|mode=memory/.test(path))
  const memory = (usage.values.memory?.texts.includes('true') || (paths.length > 0 && disk === undefined) || product === 'MarsDB') ?? false
  const keyed =
    kind === 'database-encrypted' ||
    ['key', 'encryption'].some((name) => usage.values[name] && !['missing', 'unknown'].includes((usage.values[name] as Setting).state))
  const place = Object.entries(usage.values).find(
    ([name, setting]) => /^(?:file\d?|named)$/.test(name) && setting.texts.length > 0 && setting.at,
  )?.[1].at
  return { product, kind: memory ? 'memory' : 'file', place: memory ? '' : (disk ?? ''), diskEncrypted: keyed, at: place ?? at, usage }
}

function cloudEncrypted({ values }: Usage): boolean | undefined {
  const set = [values.encrypted, values.key, values.secondKey].filter(
    (setting): setting is Setting => setting !== undefined && setting.state !== 'missing',
  )
  if (set.some(({ texts }) => texts.includes('true'))) return true
  if (set.some(({ texts }) => texts.includes('false'))) return false
  if (values.options?.state === 'unknown' || set.some(({ state }) => state === 'unknown')) return undefined
  return [values.key, values.secondKey].some((setting) => setting && setting.state !== 'missing')
}

const hostOf = (addresses: readonly string[]): string | undefined =>
  addresses.flatMap((address) => /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:?,]+)/i.exec(address)?.[1] ?? [])[0]

/** Databases that schemas and compose files name. */
function declared({ extracted }: Ground): { name: string; product: string; at: Evidence }[] {
  const found: { name: string; product: string; at: Evidence }[] = []
  for (const { path, facts } of extracted.manifests)
    for (const { kind, name, ecosystem, line, text } of facts) {
      if (kind !== 'service' || !/prisma/.test(path)) continue
      const product = productOf(name)
      if (product && ecosystem !== 'port') found.push({ name: '', product, at: { file: path, line, text } })
    }
  return found
}

/** `SQLite file data/app.db`, `MongoDB at localhost`. */
export function called({ product, kind, place }: Store): string {
  if (kind === 'memory') return `${product} in memory`
  if (kind === 'file') return place ? `${product} file ${code(place)}` : `${product} file`
  return place ? `${product} at ${code(place)}` : product
}

export const placesOf = (stores: readonly Store[]): Evidence[] => distinct(stores.map(({ at }) => at))
