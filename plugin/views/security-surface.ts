/** Report 01: every way in. */
import { product } from '../product'
import { rowsByName } from '../rows-by-name'
import type { EntryPoint, Guard, Program, View } from '../types'
import { type Cell, type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { controlRows } from './controls'
import { boundariesOf } from './derived/boundaries'
import { countKinds, type EndpointGroup, groupByPath, httpOf, othersOf, reachOf } from './derived/entry-points'
import { findingsPart } from './derived/findings-part'
import { functionality } from './derived/functionality'
import { distinctPlaces } from './derived/places'
import { integrationsOf, storesOf, surfaceOf } from './derived/surface'
import { vulnerabilitiesOf } from './derived/vulnerabilities'
import { fold } from './fold'
import { compareText, inFocus } from './order'
import { reports, surfacePath } from './reports'

const report = reports.find(({ path }) => path === surfacePath)!

export function securitySurface(context: ViewContext): View {
  const { program, options, date } = context
  const reasons = notes()
  const endpoints = httpOf(program)
  const groups = focusedFirst(groupByPath(endpoints), context)
  return {
    path: surfacePath,
    template: 'security-surface',
    data: {
      title: report.title,
      about: report.about,
      project: program.project.name,
      date,
      analyst: options.analyst ?? `${product.title} ${product.version}`,
      kinds: countKinds(program),
      endpointCount: endpoints.length,
      groups: groups.map((group, index) => groupData(group, index, reasons, program)),
      unmounted: program.unmounted,
      others: othersOf(program).map((entry) => ({
        ...entryData(entry),
        kind: entry.kind,
        auth: reasons.cell(entry.authRequired, namesOf(entry, 'authentication', 'authorization')),
        limited: entry.rateLimited.answer,
        framework: entry.framework,
      })),
      boundaries: fold(boundariesOf(program)),
      edge: edgeData(program.middleware),
      connections: [...integrationsOf(program), ...storesOf(program)],
      functions: functionsOf(program, reasons),
      surface: surfaceOf(program),
      settings: controlRows(program.posture.stack, reasons),
      vulnerabilities: vulnerabilitiesOf(program),
      ...findingsPart(report, context),
      notes: reasons.list(),
      knowledge: program.knowledge,
    },
  }
}

interface GroupData {
  /** Null for the only group, or for what is left over; `isRest` tells them apart. */
  prefix: string | null
  isRest: boolean
  label: string
  count: number
  open: number
  signedIn: number
  untold: number
  entries: ReturnType<typeof endpointData>[]
  /** Libraries that register endpoints for a list of models, and the calls that make them do it. */
  generatedBy: string[]
  generatedAt: Guard['at'][]
  /** What a reader must know, of which endpoints, and the lines that prove it. */
  remarks: { remark: string; endpoints: string[]; evidence: Guard['at'][] }[]
}

function groupData({ prefix, entries }: EndpointGroup, index: number, reasons: Notes, program: Program): GroupData {
  const reach = entries.map(reachOf)
  const count = (of: string): number => reach.filter((it) => it === of).length
  return {
    prefix,
    isRest: prefix === null && index > 0,
    label: `endpoints ${prefix ?? ''}`,
    count: entries.length,
    open: count('public'),
    signedIn: count('signed in'),
    untold: count('could not tell'),
    entries: entries.map((entry) => endpointData(entry, reasons)),
    generatedBy: [...new Set(entries.filter(({ generated }) => generated).map(({ framework }) => framework))],
    generatedAt: distinctPlaces(entries.filter(({ generated }) => generated).map(({ at }) => at)),
    remarks: remarksOf(entries, program),
  }
}

function remarksOf(entries: EntryPoint[], { flows }: Program): GroupData['remarks'] {
  const byRemark = new Map<string, { endpoints: string[]; evidence: Guard['at'][] }>()
  const put = (remark: string, endpoint: string, evidence: Guard['at'][]): void => {
    const known = byRemark.get(remark) ?? { endpoints: [], evidence: [] }
    byRemark.set(remark, { endpoints: [...new Set([...known.endpoints, endpoint])], evidence: distinctPlaces([...known.evidence, ...evidence]) })
  }
  for (const entry of entries) {
    const endpoint = `${entry.method} ${entry.path}`
    for (const remark of entry.notes) put(remark, endpoint, remark.startsWith('Registered') ? (entry.when ?? []) : [])
    for (const { sink, source, confidence, route, test, at } of flows) {
      const said = source === 'request' && confidence !== 'low' && !test && route === endpoint ? addressSinks[sink] : undefined
      if (said) put(said, endpoint, [at])
    }
  }
  return [...byRemark].map(([remark, { endpoints, evidence }]) => ({ remark, endpoints, evidence }))
}

/** Places at which a request decides where the server, or its visitor, goes next. */
const addressSinks: Record<string, string | undefined> = rowsByName({
  redirect: 'Redirects to an address that the request gives.',
  url: 'Calls an address that the request gives.',
})

/** The matrix, and what it would have besides. */
function functionsOf({ entryPoints, posture }: Program, reasons: Notes) {
  const doors = entryPoints.filter(({ kind }) => kind === 'http' || kind === 'webhook' || kind === 'graphql')
  // What a guard refuses to everyone is no function that anybody has.
  const refusing = posture.authorization.enforcement.filter(({ checks, idle }) => checks === 'refuses all' && idle === undefined)
  const refused = new Set(refusing.flatMap(({ doors: of }) => of.map(({ door }) => door)))
  const isOpen = ({ method, path }: EntryPoint): boolean => !refused.has(`${method} ${path}`)
  const { absent, ...rows } = functionality(doors.filter(isOpen))
  const looked = (words: string[]): string => `No method, path or handler is named like it. Looked for: ${words.join(', ')}.`
  return {
    ...rows,
    refused: { count: doors.filter((door) => !isOpen(door)).length, evidence: refusing.map(({ at }) => at) },
    absent: absent.map(({ name, words }) => ({ name, note: reasons.noteOf(looked(words)) })),
  }
}

function endpointData(entry: EntryPoint, reasons: Notes): ReturnType<typeof entryData> & { auth: Cell; limited: Cell; validated: Cell } {
  return {
    ...entryData(entry),
    auth: reasons.cell(entry.authRequired, namesOf(entry, 'authentication', 'authorization')),
    limited: reasons.cell(entry.rateLimited, namesOf(entry, 'rate-limit')),
    validated: reasons.cell(entry.validated, namesOf(entry, 'validation')),
  }
}

function entryData({ method, path, at, notes: remarks, generated }: EntryPoint) {
  return { method, path, at, generated, notes: remarks }
}

function namesOf({ guards }: EntryPoint, ...roles: Guard['role'][]): string[] {
  return [...new Set(guards.filter(({ role }) => roles.includes(role)).map(({ name }) => name))]
}

function focusedFirst(groups: EndpointGroup[], { options }: ViewContext): EndpointGroup[] {
  const focused = inFocus(options)
  const rank = ({ entries }: EndpointGroup): number => (entries.some(({ at }) => focused(at.file)) ? 0 : 1)
  return groups.length < 2 ? groups : [...groups].sort((a, b) => rank(a) - rank(b))
}

interface Standing extends Pick<Guard, 'name' | 'role' | 'scope'> {
  /** Settings on which it depends. */
  when: string[]
  evidence: Guard['at'][]
}

/** Middleware that stands before more than one route, each name once. */
function edgeData(middleware: Guard[]): Standing[] {
  const byName = new Map<string, Standing>()
  for (const { name, role, scope, at, mounted, when } of middleware) {
    const key = JSON.stringify([role, scope, name, when])
    const known = byName.get(key) ?? { name, role, scope, when: when ?? [], evidence: [] }
    byName.set(key, { ...known, evidence: [...known.evidence, mounted ?? at] })
  }
  return [...byName.values()].sort((a, b) => compareText(a.role, b.role) || compareText(a.scope, b.scope))
}
