/** What leaves the process: calls whose API path a model knows. */
import { Kind } from '../graph'
import { rowsByName } from '../rows-by-name'
import type { Connection, EntryPoint, Evidence, ManifestFact, ServiceCall } from '../types'
import { callsToPaths } from './acts'
import { calledName, cite, isTest, type Linked, receiverOf } from './linked'
import { lookupOf } from './lookup'
import type { Act } from './models'
import { serverFiles } from './server-files'

/** Calls that begin a connection: of all calls to one store they say best which one it is. */
const CONNECTS = /^(?:connect|createConnection|createPool|createClient|open|openDb|initialize|createTransport|configure|create)$/

interface Beside {
  /** Calls of other services: where a request names the host, it is nobody's configuration. */
  services: readonly ServiceCall[]
  doors: readonly EntryPoint[]
  manifests: readonly { path: string; facts: readonly ManifestFact[] }[]
}

export function connectionsOf(linked: Linked, { services, doors, manifests }: Beside): Connection[] {
  const { solver, models, whole, values } = linked
  const { above } = serverFiles(linked, doors)
  const byRequest = new Set(services.filter(({ host }) => host.from === 'request').map(({ at }) => `${at.file}:${at.line}`))
  const products = productsOf(linked, manifests)
  const byCall = new Map<number, Place>()
  const found = new Map<string, Connection & { begins: number; inFiles: Map<number, Place> }>()
  for (const call of connectingCalls(linked, ({ act }) => act === 'connect'))
    for (const path of solver.apiCalls.get(call) ?? [])
      for (const { library, act } of models.acts.get(path) ?? []) {
        if (act.act !== 'connect' || isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) continue
        let { name } = act
        if (act.kind === 'http') {
          const first = whole.args(call)[0]
          name = first === undefined ? 'an address from configuration' : hostOf(values.texts(first).map(({ value }) => value))
          const at = cite(linked, call)
          if (byRequest.has(`${at.file}:${at.line}`)) name = 'an address that the request gives'
        }
        const product = /^SQL database/.test(name) ? products.get(library) : undefined
        if (product) name = `${product.name} (${name.replace(/^SQL database \((.*)\)$/, '$1')})`
        const from = packageOf(linked, call) ?? library
        // Libraries that a model takes for one share their paths with some of these.
        if (name === 'embedded store' && !Object.hasOwn(EMBEDDED, from)) continue
        if (name === 'embedded store') name = EMBEDDED[from] as string
        const key = `${act.kind} ${name} ${from}`
        const known = found.get(key)
        // What starts the server says it better than a script beside it.
        const begins = whole.kind[call] === Kind.New || CONNECTS.test(calledName(linked, call)) ? (above.has(whole.fileOf(call)) ? 2 : 1) : 0
        const inFiles = known?.inFiles ?? new Map<number, Place>()
        if (!known) found.set(key, { kind: act.kind, name, library: from, at: product?.at ?? cite(linked, call), calls: 1, begins, inFiles })
        else {
          known.calls++
          if (begins > known.begins) Object.assign(known, { at: product?.at ?? cite(linked, call), begins })
        }
        byCall.set(call, placeIn(inFiles, linked, call, begins))
      }
  goOn(linked, byCall)
  return [...found.values()].map(({ begins: _, inFiles, ...connection }) => ({ ...connection, places: placesOf(linked, inFiles) }))
}

function connectingCalls(linked: Linked, isMeant: (act: Act) => boolean): Int32Array {
  return callsToPaths(linked, (path) => linked.models.acts.get(path)?.some(({ act }) => isMeant(act)) ?? false)
}

/** What one file does with a connection: its best call, and how many there are. */
interface Place {
  call: number
  begins: number
  calls: number
  reads: boolean
  writes: boolean
}

/** What calls are named by which something is taken, and by which something is changed. */
const READS =
  /^(?:find|get|select|count|aggregate|read|list|search|all$|each$|exists|distinct|h?m?get|scan|subscribe|query$|raw$|first|one|any$|many)/i
const WRITES =
  /^(?:create(?!Connection|Pool|Client|Transport)|insert|save|update|upsert|replace|delete|remove|destroy|put|h?set(?!Api)|del$|push|l?push|rpush|incr|expire|upload|bulk|sync$|increment|decrement|truncate|publish|send|add$|run$|exec$|\$executeRaw)/i

function placeIn(inFiles: Map<number, Place>, linked: Linked, call: number, begins: number): Place {
  const file = linked.whole.fileOf(call)
  const name = calledName(linked, call)
  const known = inFiles.get(file)
  const reads = READS.test(name)
  const writes = WRITES.test(name)
  if (!known) {
    const place = { call, begins, calls: 1, reads, writes }
    inFiles.set(file, place)
    return place
  }
  known.calls++
  known.reads ||= reads
  known.writes ||= writes
  if (begins > known.begins) Object.assign(known, { call, begins })
  return known
}

/** `knex('tasks').where({ id }).delete()`: what is done stands further on in the chain that the call begins. */
function goOn(linked: Linked, byCall: ReadonlyMap<number, Place>): void {
  for (const call of lookupOf(linked.whole).named(Kind.Call, (name) => READS.test(name) || WRITES.test(name))) {
    let at = receiverOf(linked, call)
    for (let hops = 0; hops < 12 && at >= 0; hops++) {
      const place = byCall.get(at)
      if (place) {
        if (WRITES.test(calledName(linked, call))) place.writes = true
        else place.reads = true
        break
      }
      at = linked.whole.kind[at] === Kind.Call ? receiverOf(linked, at) : linked.whole.kind[at] === Kind.Await ? (linked.whole.a[at] as number) : -1
    }
  }
}

function placesOf(linked: Linked, inFiles: Map<number, Place>): NonNullable<Connection['places']> {
  return [...inFiles]
    .sort(([one], [other]) => one - other)
    .map(([, { call, calls, reads, writes }]) => ({
      at: cite(linked, call),
      calls,
      does: reads && writes ? 'both' : reads ? 'read' : writes ? 'write' : '',
    }))
}

/** Which product the options of an object-relational mapper name, by library. */
const PRODUCTS: Record<string, string> = rowsByName({
  postgres: 'PostgreSQL',
  postgresql: 'PostgreSQL',
  pg: 'PostgreSQL',
  mysql: 'MySQL',
  mysql2: 'MySQL',
  mariadb: 'MariaDB',
  sqlite: 'SQLite',
  sqlite3: 'SQLite',
  'better-sqlite3': 'SQLite',
  mssql: 'Microsoft SQL Server',
  oracle: 'Oracle Database',
  oracledb: 'Oracle Database',
  cockroachdb: 'CockroachDB',
  mongodb: 'MongoDB',
})

/** Stores without a server, by package: what they are called, and where they keep what they are given. */
const EMBEDDED: Record<string, string> = rowsByName({
  marsdb: 'MarsDB (in memory)',
  minimongo: 'minimongo (in memory)',
  nedb: 'NeDB (embedded)',
  '@seald-io/nedb': 'NeDB (embedded)',
  'nedb-promises': 'NeDB (embedded)',
  lokijs: 'LokiJS (in memory)',
  lowdb: 'lowdb (a JSON file)',
  'lowdb/node': 'lowdb (a JSON file)',
  tingodb: 'TingoDB (embedded)',
  alasql: 'AlaSQL (in memory)',
  pouchdb: 'PouchDB (embedded)',
  level: 'LevelDB (embedded)',
})

/** `new Sequelize({ dialect: 'sqlite' })`, `new DataSource({ type: 'postgres' })`, `knex({ client: 'pg' })` */
function productsOf(linked: Linked, manifests: Beside['manifests']): Map<string, { name: string; at: Evidence }> {
  const { solver, models, whole, values } = linked
  const found = new Map<string, { name: string; at: Evidence }>()
  for (const { path, facts } of manifests)
    for (const { kind, ecosystem, name, line, text } of facts)
      if (path.endsWith('.prisma') && kind === 'service' && ecosystem === 'datasource' && Object.hasOwn(PRODUCTS, name))
        found.set('@prisma/client', { name: PRODUCTS[name] as string, at: { file: path, line, text } })
  const toSql = (act: Act) => act.act === 'connect' && /^SQL database/.test(act.name)
  for (const call of connectingCalls(linked, toSql)) {
    const of = [...(solver.apiCalls.get(call) ?? [])].flatMap((path) => (models.acts.get(path) ?? []).filter(({ act }) => toSql(act)))
    const library = of[0]?.library
    if (library === undefined || found.has(library) || isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    const said = whole.args(call).flatMap((argument) => ['dialect', 'type', 'client', 'provider'].flatMap((name) => values.property(argument, name)))
    const text = said.flatMap((node) => values.texts(node)).find(({ value, exact }) => exact && Object.hasOwn(PRODUCTS, value.toLowerCase()))
    if (text) found.set(library, { name: PRODUCTS[text.value.toLowerCase()] as string, at: cite(linked, call) })
  }
  return found
}

/** The package or global a call was reached through, where that stands in the same file. */
export function packageOf({ whole, modules }: Linked, call: number): string | undefined {
  let node = call
  for (let hops = 0; hops < 12 && node >= 0; hops++) {
    switch (whole.kind[node] as Kind) {
      case Kind.Import: {
        const specifier = whole.text(whole.a[node] as number)
        // `@/lib/db` is a file of the program.
        const isOwn =
          /^[./]/.test(specifier) ||
          (/^[@~#]/.test(specifier) && modules.resolve(whole.files[whole.fileOf(node)]?.path ?? '', specifier).kind === 'file')
        return isOwn ? undefined : specifier.replace(/^node:/, '')
      }
      case Kind.Global:
        return whole.text(whole.a[node] as number)
      case Kind.Cell:
        node = whole.items(whole.a[node] as number)[0] ?? -1
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Load:
      case Kind.Await:
      case Kind.Refine:
        node = whole.a[node] as number
        break
      default:
        return undefined
    }
  }
  return undefined
}

/** Host of an address, or that it is not written in the code. */
function hostOf(texts: string[]): string {
  for (const text of texts) {
    const match = /^(?:https?|wss?):\/\/([^/:?#{]+)/.exec(text)
    if (match) return match[1] as string
  }
  return 'an address from configuration'
}
