/**
 * Databases, caches, brokers and services that calls of libraries lead to. In: connections, technologies. Out: a sighting a file, each with the
 * call that proves it.
 */
import { rowsByName } from '../../../rows-by-name'
import type { Connection, Evidence, Technology } from '../../../types'
import { ownCatalogue } from '../../technologies/catalogue'
import type { KnownArchitecture } from '../known'
import type { Sighting, Target } from '../targets'
import { productOfPackage, systemAt } from './products'

const KINDS: Partial<Record<Connection['kind'], Target['kind']>> = {
  database: 'data store',
  search: 'data store',
  cache: 'cache',
  queue: 'queue',
  storage: 'file store',
  mail: 'external system',
  payment: 'external system',
  identity: 'external system',
  llm: 'external system',
  other: 'external system',
}

const PURPOSES: Partial<Record<Connection['kind'], string>> = {
  database: 'keeps records',
  search: 'answers searches',
  cache: 'keeps short-lived values',
  queue: 'carries messages and jobs',
  storage: 'keeps files',
  mail: 'takes mail to send',
  payment: 'takes payments',
  identity: 'says who somebody is',
  llm: 'answers prompts',
}

/** Generic names, where neither package nor settings tell the product. */
const PLAIN: Record<string, string> = rowsByName({
  'Language model service': 'LLM API',
  'Mail server': 'Mail service',
  'Object storage': 'Object storage',
  'Search engine': 'Search engine',
  'Redis queue': 'Redis',
  FTP: 'FTP server',
})

export function storeSightings(known: KnownArchitecture): Sighting[] {
  const found: Sighting[] = []
  const uses = usesByFile(known)
  const product = onlySqlProduct(known)
  for (const connection of known.connections) {
    const kind = KINDS[connection.kind]
    if (!kind || connection.name === 'memory of the process') continue
    for (const { at, calls, does } of bestFirst(connection) ?? [{ at: connection.at, calls: connection.calls, does: '' as const }]) {
      const name = nameOf(connection, product?.name, at)
      const technology = displayOf(connection.library)
      found.push({
        target: {
          name,
          kind,
          technology: technologyOf(name, technology),
          ...(PURPOSES[connection.kind] ? { purpose: PURPOSES[connection.kind] as string } : {}),
        },
        file: at.file,
        kind: relationKind(connection.kind, connection.kind === 'database' ? both(does, uses.get(at.file)) : does),
        through: technology,
        at,
        calls,
        proof:
          product && /^SQL database/.test(connection.name)
            ? product.evidence
            : at.file === connection.at.file && at.line === connection.at.line
              ? []
              : [connection.at],
      })
    }
  }
  return [...found, ...embeddedUses(known)]
}

/** Stores inside the process share one model, which is called by the first of their packages. */
const EMBEDDED = /\((?:in memory|embedded|a JSON file)\)$/
const EMBEDDED_MODEL = 'minimongo'

/** What handlers do with records of an embedded store stands where its collections are used, not where they are made. */
function embeddedUses({ entryPoints, connections }: KnownArchitecture): Sighting[] {
  const stores = connections.filter(({ name }) => EMBEDDED.test(name))
  const [store] = stores
  if (!store || stores.length > 1) return []
  const technology = displayOf(store.library)
  const uses = entryPoints.flatMap(({ data }) => (data ?? []).filter(({ library }) => library === EMBEDDED_MODEL))
  return [...new Map(uses.map((use) => [`${use.at.file}:${use.at.line}`, use])).values()].map(({ does, at }) => ({
    target: { name: store.name, kind: 'data store', technology, purpose: 'keeps records' },
    file: at.file,
    kind: does === 'read' ? 'reads' : 'writes',
    through: technology,
    at,
    calls: 1,
  }))
}

/** The place that begins the connection says most. */
function bestFirst({ places, at }: Connection): Connection['places'] {
  const isBest = (place: { at: Evidence }) => place.at.file === at.file && place.at.line === at.line
  if (!places) return undefined
  const best = places.filter(isBest)
  return [...(best.length > 0 ? best : [{ at, calls: 0, does: '' as const }]), ...places.filter((place) => !isBest(place))]
}

type Does = '' | 'read' | 'write' | 'both'

/** What handlers are known to do with records, by the file in which they do it. */
function usesByFile({ entryPoints }: KnownArchitecture): Map<string, Does> {
  const found = new Map<string, Does>()
  for (const { data } of entryPoints)
    for (const { does, at } of data ?? []) found.set(at.file, both(found.get(at.file) ?? '', does === 'read' ? 'read' : 'write'))
  return found
}

function both(one: Does, other: Does | undefined): Does {
  return !other || one === other ? one : one === '' ? other : 'both'
}

function relationKind(kind: Connection['kind'], does: Does): Sighting['kind'] {
  if (kind === 'mail') return 'sends mail'
  if (kind === 'queue') return 'publishes'
  if (kind === 'payment' || kind === 'identity' || kind === 'llm' || kind === 'other' || kind === 'http') return 'calls'
  return does === 'read' ? 'reads' : does === 'write' ? 'writes' : does === 'both' ? 'reads and writes' : 'calls'
}

function nameOf({ name, library }: Connection, sqlProduct: string | undefined, at: Evidence): string {
  if (/^SQL database/.test(name)) return sqlProduct ?? 'SQL database'
  const byPackage = productOfPackage(library)
  const generic = Object.hasOwn(PLAIN, name)
  if (generic || byPackage) {
    const host = /\b(?:wss?|https?):\/\/([\w.-]+\.[a-z]{2,})/i.exec(at.text)?.[1]
    const system = host && systemAt(host)
    const plain = generic ? (byPackage ?? (PLAIN[name] as string)) : (byPackage as string)
    return system && system !== plain ? `${plain} (${system})` : plain
  }
  // `SQLite (Sequelize)`: how it is asked stands at the arrow. `MarsDB (in memory)` is what it is.
  return /\((?:in memory|embedded|a JSON file)\)$/.test(name) ? name : name.replace(/\s+\([^)]*\)$/, '')
}

function technologyOf(name: string, library: string): string {
  const bare = name.replace(/\s+\([^)]*\)$/, '')
  return library.toLowerCase() === bare.toLowerCase() ? bare : /server|service|API|node$/.test(bare) ? library : bare
}

const SQL_PRODUCTS = new Set([
  'PostgreSQL',
  'MySQL',
  'MariaDB',
  'SQLite',
  'Microsoft SQL Server',
  'Oracle Database',
  'CockroachDB',
  'libSQL',
  'Turso',
])

/** Where a mapper does not tell which database it asks, and manifests and settings know just one. */
function onlySqlProduct({ technologies }: KnownArchitecture): { name: string; evidence: Evidence[] } | undefined {
  const products = technologies.filter(({ name, category }) => category === 'infrastructure' && SQL_PRODUCTS.has(name))
  return products.length === 1 ? products[0] : undefined
}

/** `Sequelize` for `sequelize`. */
export function displayOf(library: string): string {
  const plain = library.replace(/\/(?!.*@).*$/, (rest) => (library.startsWith('@') ? rest : ''))
  return ownCatalogue().package('npm', plain)?.known.name ?? ownCatalogue().package('npm', library)?.known.name ?? library
}

const STORES: Partial<Record<Technology['kind'], Target['kind']>> = {
  database: 'data store',
  search: 'data store',
  cache: 'cache',
  queue: 'queue',
  storage: 'file store',
}

const KEEPS: Record<string, string> = {
  'data store': 'keeps records',
  cache: 'keeps short-lived values',
  queue: 'carries messages and jobs',
  'file store': 'keeps files',
}

/**
 * Stores that settings, container files or code in other languages name and no call of a known library leads to. What names them in a
 * program's own folder proves the arrow.
 */
export function namedStores(known: KnownArchitecture, seen: ReadonlySet<string>): Sighting[] {
  const drivers = new Set(
    known.extracted.manifests.flatMap(({ path, facts }) =>
      facts.flatMap(({ kind, scope, line }) => (kind === 'dependency' && scope !== 'dev' && scope !== 'peer' ? [`${path}:${line}`] : [])),
    ),
  )
  return known.technologies.flatMap(({ name, category, kind: sort, evidence }): Sighting[] => {
    const kind = STORES[sort]
    if (category !== 'infrastructure' || !kind || seen.has(name.toLowerCase())) return []
    const real = evidence.filter(
      ({ file }) =>
        !/(?:^|\/)(?:package(?:-lock)?\.json|[\w.-]*lock[\w.-]*|\.github\/.*|\.travis\.yml|\.gitlab-ci\.yml)$/.test(file) &&
        !/(?:^|\/)(?:tests?|examples?)\//.test(file),
    )
    const driver = evidence.find(({ file, line }) => drivers.has(`${file}:${line}`))
    // A schema or a line of code says it better than what is deployed.
    const best =
      real.find(({ file }) => /\.(?:prisma|[cm]?[jt]sx?|py|rb|go|java|kt|php|cs)$/.test(file)) ??
      real.find(({ file }) => !/(?:^|\/)\.env|compose|\.json$/.test(file)) ??
      driver ??
      real[0]
    // A driver alone says that it could be asked; a service, an address or a setting besides that it is.
    if (!best || real.length === 0) return []
    return [
      {
        target: { name, kind, technology: name, purpose: KEEPS[kind] as string },
        file: best.file,
        kind: 'calls',
        through: best === driver ? 'its driver' : 'a setting',
        at: best,
        calls: 1,
        proof: real,
      },
    ]
  })
}
