/**
 * What talks to what across which boundary, in four zones. In: the program. Out: a graph; its lines are proven by an
 * entry point, by middleware or by a call that leaves the process.
 */
import type { Connection, DiagramEdge, DiagramNode, EntryPoint, Evidence, GraphDiagram, Guard, Program, Technology } from '../../types'
import { compareText } from '../order'
import { countKinds, httpOf, isFixed, reachOf, stepsOf } from './entry-points'
import { distinct, integrationsOf, isStore, storesOf } from './surface'

const zones = [
  { id: 'external', label: 'External' },
  { id: 'edge', label: 'Edge' },
  { id: 'application', label: 'Application' },
  { id: 'data', label: 'Data' },
]

export function boundariesOf(program: Program): GraphDiagram {
  const outside = program.entryPoints.some(({ kind }) => overTheNetwork.has(kind))
  const edge = edgeOf(program)
  const parts = partsOf(program)
  const connections = [...integrationsOf(program), ...storesOf(program)]
  const loose = connections.filter((connection) => partsOfConnection(program, parts, connection).length === 0)
  const nodes: DiagramNode[] = [
    ...(outside ? [node('clients', 'Clients', 'external', 'actor')] : []),
    ...(program.entryPoints.some(({ kind }) => kind === 'cli') ? [node('operators', 'Operators', 'external', 'actor')] : []),
    ...connections.filter((it) => !isStore(it)).map((it) => node(idOf(it), it.name, 'external', 'hexagon')),
    ...edge.map(({ id, label }) => node(id, label, 'edge', 'box')),
    ...(loose.length > 0 ? [node('other code', 'Other code', 'application', 'round')] : []),
    ...parts.map((part) => node(part.id, part.label, 'application', 'box')),
    ...connections.filter(isStore).map((it) => node(idOf(it), it.name, 'data', it.kind === 'queue' ? 'queue' : 'database')),
    ...declaredStores(program).map((it) => node(`declared ${it.name}`, it.name, 'data', it.purpose === 'queue' ? 'queue' : 'database')),
  ]
  return { kind: 'graph', title: 'Network boundaries', direction: 'TD', groups: zones, nodes, edges: edgesOf(program, edge, parts, connections) }
}

function node(id: string, label: string, group: string, shape: DiagramNode['shape']): DiagramNode {
  return { id, label, group, shape }
}

function idOf(connection: Connection): string {
  return JSON.stringify([connection.kind, connection.name, connection.library])
}

// ── edge ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const overTheNetwork = new Set<EntryPoint['kind']>(['http', 'graphql', 'websocket', 'webhook', 'static'])

/** What stands before every request. Parsers and loggers do not hold anyone back. */
const holdsBack: Partial<Record<Guard['role'], string>> = {
  'rate-limit': 'Rate limit',
  headers: 'Security headers',
  cors: 'Cross-origin policy',
  csrf: 'CSRF protection',
  authentication: 'Authentication',
  authorization: 'Authorization',
}

interface EdgePart {
  id: string
  label: string
  /** The line that puts it there. */
  at: Evidence | undefined
}

/** Proxies that manifests declare, then the application's own middleware in the order in which it runs. */
function edgeOf({ technologies, middleware }: Program): EdgePart[] {
  const proxies = technologies.filter(
    ({ purpose }) => /proxy|cdn|gateway|load balancer|web server|ingress/i.test(purpose) && !/payment/i.test(purpose),
  )
  const byRole = new Map<string, Guard[]>()
  for (const guard of middleware) {
    const label = holdsBack[guard.role]
    if (label && guard.scope === 'application') byRole.set(label, [...(byRole.get(label) ?? []), guard])
  }
  return [
    ...proxies.map(({ name, evidence }) => ({ id: `proxy ${name}`, label: name, at: evidence[0] })),
    ...[...byRole].map(([role, guards]) => ({
      id: `role ${role}`,
      label: `${role} (${[...new Set(guards.map(({ name }) => name))].slice(0, 2).join(', ')})`,
      at: guards[0]?.at,
    })),
  ]
}

// ── application ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface Part {
  id: string
  label: string
  /** How clients get to it; undefined for what nobody calls from outside. */
  from: 'clients' | 'operators' | undefined
  entries: EntryPoint[]
}

const kindNames: Record<Exclude<EntryPoint['kind'], 'http'>, string> = {
  webhook: 'Webhooks',
  graphql: 'GraphQL operations',
  rpc: 'Remote procedures',
  websocket: 'WebSocket handlers',
  static: 'Static files',
  queue: 'Queue consumers',
  event: 'Event handlers',
  schedule: 'Scheduled jobs',
  cli: 'Commands',
}

/** So many beginnings of paths can be drawn one by one; where there are more, those with fewer endpoints than this are joined. */
const fewRoutes = 8
const telling = 3

/** Every kind is one part, but routes are told apart by the beginning of their path, largest first. */
function partsOf(program: Program): Part[] {
  const routes = new Map<string, EntryPoint[]>()
  for (const entry of httpOf(program)) {
    const prefix = prefixOf(entry.path)
    routes.set(prefix, [...(routes.get(prefix) ?? []), entry])
  }
  const others = countKinds(program).flatMap(({ kind, count }): Part[] => {
    if (kind === 'http') return []
    const from = kind === 'cli' ? 'operators' : overTheNetwork.has(kind) ? 'clients' : undefined
    return [{ id: `kind ${kind}`, label: `${kindNames[kind]} (${count})`, from, entries: program.entryPoints.filter((entry) => entry.kind === kind) }]
  })
  const small = routes.size > fewRoutes ? [...routes].filter(([, entries]) => entries.length < telling) : []
  for (const [prefix] of small) routes.delete(prefix)
  const byRoute = [...routes]
    .sort(([a, left], [b, right]) => right.length - left.length || compareText(a, b))
    .map(([prefix, entries]): Part => ({ id: `routes ${prefix}`, label: prefix, from: 'clients', entries }))
  if (small.length > 0)
    byRoute.push({ id: 'other routes', label: `Other paths (${small.length})`, from: 'clients', entries: small.flatMap(([, entries]) => entries) })
  return [...others, ...byRoute]
}

/** `/api/users` for `/api/users/:id`, `/login` for `/login`: a step that only says "here is the API" tells nothing alone. */
function prefixOf(path: string): string {
  const steps = stepsOf(path)
  const open = steps.findIndex((step) => !isFixed(step))
  const fixed = open < 0 ? steps : steps.slice(0, open)
  const first = fixed.findIndex((step) => !/^(api|rest|v\d+)$/i.test(step))
  return `/${fixed.slice(0, first < 0 ? fixed.length : first + 1).join('/')}`
}

// ── lines ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function edgesOf(program: Program, edge: EdgePart[], parts: Part[], connections: Connection[]): DiagramEdge[] {
  const edges: DiagramEdge[] = []
  const fromClients = parts.filter(({ from }) => from === 'clients')
  const chain = fromClients.length > 0 ? [{ id: 'clients', at: undefined }, ...edge] : []
  for (const [index, { id, at }] of chain.slice(1).entries()) edges.push({ from: chain[index]!.id, to: id, evidence: at })
  for (const part of fromClients) edges.push({ from: chain.at(-1)!.id, to: part.id, label: reachLabel(part.entries), evidence: part.entries[0]?.at })
  for (const part of parts.filter(({ from }) => from === 'operators')) edges.push({ from: 'operators', to: part.id, evidence: part.entries[0]?.at })
  for (const connection of connections) {
    const users = partsOfConnection(program, parts, connection)
    for (const id of users.length > 0 ? users : ['other code'])
      edges.push({ from: id, to: idOf(connection), label: connection.library, evidence: connection.at })
    for (const part of parts) {
      const consumer =
        connection.kind === 'queue' && part.entries.find(({ kind, framework }) => consumes.has(kind) && framework === connection.library)
      if (consumer) edges.push({ from: idOf(connection), to: part.id, label: connection.library, evidence: consumer.at })
    }
  }
  return edges
}

/** Handlers that a queue of the same library calls. */
const consumes = new Set<EntryPoint['kind']>(['queue', 'event'])

function reachLabel(entries: EntryPoint[]): string {
  const signedIn = entries.filter((entry) => reachOf(entry) === 'signed in').length
  const open = entries.filter((entry) => reachOf(entry) === 'public').length
  const unknown = entries.length - signedIn - open
  return [signedIn && `${signedIn} signed in`, open && `${open} open`, unknown && `${unknown} unknown`].filter(Boolean).join(', ')
}

/** A part uses a connection when a call stands in the file of one of its handlers. What is called further away is not traced here. */
function partsOfConnection({ connections }: Program, parts: Part[], connection: Connection): string[] {
  const files = new Set(connections.filter((it) => idOf(it) === idOf(connection)).map(({ at }) => at.file))
  return parts.filter(({ entries }) => entries.some((entry) => files.has(entry.handler?.at.file ?? entry.at.file))).map(({ id }) => id)
}

/** Databases, caches and queues that a manifest declares while no call to them was recognised. Without a line, since none is proven. */
function declaredStores({ technologies, connections }: Program): Technology[] {
  const seen = new Set(distinct(connections).map(({ name }) => name.toLowerCase()))
  return technologies.filter(
    ({ category, purpose, name }) => category === 'infrastructure' && /database|cache|queue|broker/i.test(purpose) && !seen.has(name.toLowerCase()),
  )
}
