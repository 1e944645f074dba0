/** Interface specification: one entry for each door, on pages by kind and path, and what goes out by other doors. */
import type { DescribedOperation, EntryPoint, EntryPointKind, Guard, Program, View } from '../../types'
import { notes } from '../answer'
import type { ViewContext } from '../context'
import { byPath, groupByPath, httpOf } from '../derived/entry-points'
import { fileNames } from '../derived/file-names'
import { type FindingRow, findingRow, inOrder, isCounted, isOpen } from '../derived/findings'
import { compareText } from '../order'
import { asyncApiOf } from './asyncapi'
import { interfaceData, keyOf } from './door'
import { openApiOf } from './openapi'

export const interfacesFolder = 'architecture/interfaces'
export const interfacesPath = `${interfacesFolder}/index.md`
export const openApiPath = `${interfacesFolder}/openapi.json`
export const asyncApiPath = `${interfacesFolder}/asyncapi.json`

/** Doors on one page. */
const mostOnPage = 30
/** Pages in one folder: a sidebar with more is no help. */
const mostInFolder = 50

export function interfaces(context: ViewContext): View[] {
  const { program, date } = context
  const shelves = shelvesOf(program)
  const pages = shelves.flatMap(({ pages: inside }) => inside)
  const findings = findingsByRoute(context)
  const openApi = openApiOf(program)
  const asyncApi = asyncApiOf(program)
  return [
    folder(interfacesFolder, { label: 'Interfaces', position: 2, collapsed: true, link: { type: 'doc', id: `${interfacesFolder}/index` } }),
    ...shelves.flatMap(({ folders }) => folders),
    {
      path: interfacesPath,
      template: 'interfaces',
      data: {
        project: program.project.name,
        date,
        kinds: shelves
          .filter(({ pages: inside }) => inside.length > 0)
          .map(({ kind, pages: inside }) => ({
            kind,
            count: inside.reduce((sum, { entries }) => sum + entries.length, 0),
            pages: inside.map(({ path, label, part, entries }) => ({ path, label, part, count: entries.length })),
          })),
        services: program.serviceCalls.map(({ host, ...call }) => ({
          ...call,
          method: call.method ?? '',
          host: { ...host, name: host.name ?? null },
        })),
        publications: program.publications,
        formats: program.formats,
        uiRoutes: [...program.uiRoutes].sort((a, b) => compareText(a.path, b.path)),
        described: describedData(program.described),
        openApi: openApi ? { path: openApiPath, count: openApi.count, leftOut: openApi.leftOut } : null,
        asyncApi: asyncApi ? { path: asyncApiPath, count: asyncApi.count } : null,
      },
    },
    ...pages.map((page) => pageView(page, context, findings)),
    ...(openApi ? [{ path: openApiPath, template: 'data', data: openApi.document }] : []),
    ...(asyncApi ? [{ path: asyncApiPath, template: 'data', data: asyncApi.document }] : []),
  ]
}

interface Shelf {
  kind: EntryPointKind
  folders: View[]
  pages: InterfacePage[]
}

interface InterfacePage {
  path: string
  kind: EntryPointKind
  /** Beginning of the paths, or null for what has no common one. */
  label: string | null
  /** Which of several pages with the same label. */
  part: { number: number; of: number } | null
  position: number
  entries: EntryPoint[]
}

const kinds: EntryPointKind[] = ['http', 'webhook', 'graphql', 'rpc', 'websocket', 'queue', 'event', 'schedule', 'cli', 'static']

function shelvesOf(program: Program): Shelf[] {
  return kinds.map((kind, position) => {
    const entries = kind === 'http' ? httpOf(program) : program.entryPoints.filter((entry) => entry.kind === kind).sort(byPath)
    const groups = kind === 'http' ? groupByPath(entries) : entries.length === 0 ? [] : [{ prefix: null, entries }]
    const parts = groups.flatMap(({ prefix, entries: members }) => {
      const chunks = chunked(members, mostOnPage)
      return chunks.map((chunk, index) => ({
        label: prefix,
        part: chunks.length > 1 ? { number: index + 1, of: chunks.length } : null,
        entries: chunk,
      }))
    })
    return shelve(kind, position + 1, parts)
  })
}

/** One page stands by itself; several get a folder, and more than fit into one get folders inside it. */
function shelve(kind: EntryPointKind, position: number, parts: Pick<InterfacePage, 'label' | 'part' | 'entries'>[]): Shelf {
  const [only] = parts
  if (parts.length === 1 && only) return { kind, folders: [], pages: [{ ...only, kind, position, path: `${interfacesFolder}/${kind}.md` }] }
  const home = `${interfacesFolder}/${kind}`
  const shelves = chunked(parts, mostInFolder)
  const names = fileNames('paths')
  const folders = parts.length === 0 ? [] : [folder(home, { label: labels[kind], position, collapsed: true })]
  const pages = shelves.flatMap((shelf, shelfIndex) => {
    const inside = shelves.length > 1 ? `${home}/${shelfIndex + 1}` : home
    if (shelves.length > 1)
      folders.push(folder(inside, { label: `${shelfIndex + 1} of ${shelves.length}`, position: shelfIndex + 1, collapsed: true }))
    return shelf.map((part, index) => ({ ...part, kind, position: index + 1, path: `${inside}/${names(part.label ?? 'other')}.md` }))
  })
  return { kind, folders, pages }
}

const labels: Record<EntryPointKind, string> = {
  http: 'HTTP endpoints',
  webhook: 'Webhooks',
  graphql: 'GraphQL',
  rpc: 'Remote procedures',
  websocket: 'WebSocket',
  queue: 'Queues',
  event: 'Events',
  schedule: 'Schedules',
  cli: 'Commands',
  static: 'Static files',
}

function folder(path: string, data: Record<string, unknown>): View {
  return { path: `${path}/_category_.json`, template: 'data', data }
}

function chunked<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}

function pageView(
  { path, kind, label, part, position, entries }: InterfacePage,
  context: ViewContext,
  findings: Map<string, FindingsOfKind[]>,
): View {
  const { program, date } = context
  const reasons = notes()
  const shared = sharedBy(entries)
  const doors = entries.map((entry) => {
    const name = `${entry.method} ${entry.path}`
    return { ...interfaceData(entry, reasons, shared), name, findings: findings.get(name) ?? [] }
  })
  return {
    path,
    template: 'interface-group',
    data: {
      project: program.project.name,
      date,
      kind,
      label,
      isRest: kind === 'http' && label === null && path.split('/').length > 3,
      part,
      position,
      title: labels[kind],
      shared: shared.map(({ name, role, at }) => ({ name, role, at })),
      doors,
      notes: reasons.list(),
    },
  }
}

interface FindingsOfKind {
  title: string
  severity: FindingRow['severity']
  findings: FindingRow[]
}

/** Open ones, worst first, by each route that leads to them and there by what they say; what is withheld names no route. */
function findingsByRoute(context: ViewContext): Map<string, FindingsOfKind[]> {
  const found = new Map<string, FindingsOfKind[]>()
  for (const row of inOrder(context.rows.filter(isOpen).filter(isCounted), context)) {
    const shown = findingRow(row)
    if (shown.route === null) continue
    for (const route of [shown.route, ...(row.finding?.otherRoutes ?? [])]) {
      const kinds = found.get(route) ?? []
      found.set(route, kinds)
      const same = kinds.find(({ title, severity }) => title === shown.title && severity === shown.severity)
      if (same) same.findings.push(shown)
      else kinds.push({ title: shown.title, severity: shown.severity, findings: [shown] })
    }
  }
  return found
}

/** What all of them pass, in order: said once for the page. */
function sharedBy(entries: EntryPoint[]): Guard[] {
  const [first, ...others] = entries.map(({ guards }) => guards)
  if (!first || others.length === 0) return []
  const keys = others.map((guards) => new Set(guards.map(keyOf)))
  const everywhere = first.filter((guard) => keys.every((of) => of.has(keyOf(guard))))
  return [...new Map(everywhere.map((guard) => [keyOf(guard), guard])).values()]
}

function describedData(rows: DescribedOperation[]) {
  const differing = rows.filter(({ differences }) => differences.length > 0)
  return {
    total: rows.filter(({ described }) => described).length,
    agreeing: rows.filter(({ described, registered, differences }) => described && registered && differences.length === 0).length,
    differing: differing.map(({ method, path, described, registered, differences }) => ({ method, path, described, registered, differences })),
    missing: rows.filter(({ registered }) => !registered).map(({ method, path, described }) => ({ method, path, at: described })),
    undescribed: rows.filter(({ described }) => !described).map(({ method, path, registered }) => ({ method, path, at: registered })),
  }
}
