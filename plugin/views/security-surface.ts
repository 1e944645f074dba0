/** Report 01: every way in. */

import { product } from '../product'
import type { EntryPoint, Guard, View } from '../types'
import { type Cell, type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { boundariesOf } from './derived/boundaries'
import { countKinds, type EndpointGroup, groupByPath, httpOf, othersOf, reachOf } from './derived/entry-points'
import { findingsPart } from './derived/findings-part'
import { functionality } from './derived/functionality'
import { distinctPlaces } from './derived/places'
import { integrationsOf, storesOf, surfaceOf } from './derived/surface'
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
      groups: groups.map((group, index) => groupData(group, index, reasons)),
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
      functions: functionality(program.entryPoints.filter(({ kind }) => kind === 'http' || kind === 'webhook' || kind === 'graphql')),
      surface: surfaceOf(program),
      settings: settingsOf(context),
      frameworks: program.technologies
        .filter(({ category }) => category === 'framework')
        .map(({ name, version, evidence }) => ({ name, version: version ?? null, evidence })),
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
  hasGenerated: boolean
  /** What a reader must know, and of which endpoints. */
  remarks: { remark: string; endpoints: string[] }[]
}

function groupData({ prefix, entries }: EndpointGroup, index: number, reasons: Notes): GroupData {
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
    hasGenerated: entries.some(({ generated }) => generated),
    remarks: remarksOf(entries),
  }
}

function remarksOf(entries: EntryPoint[]): GroupData['remarks'] {
  const byRemark = new Map<string, string[]>()
  for (const { method, path, notes: remarks } of entries) {
    for (const remark of remarks) byRemark.set(remark, [...(byRemark.get(remark) ?? []), `${method} ${path}`])
  }
  return [...byRemark].map(([remark, endpoints]) => ({ remark, endpoints }))
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

/** Middleware that stands before more than one route, each name once. */
function edgeData(middleware: Guard[]): (Pick<Guard, 'name' | 'role' | 'scope'> & { evidence: Guard['at'][] })[] {
  const byName = new Map<string, Pick<Guard, 'name' | 'role' | 'scope'> & { evidence: Guard['at'][] }>()
  for (const { name, role, scope, at } of middleware) {
    const key = JSON.stringify([role, scope, name])
    const known = byName.get(key) ?? { name, role, scope, evidence: [] }
    byName.set(key, { ...known, evidence: [...known.evidence, at] })
  }
  return [...byName.values()].sort((a, b) => compareText(a.role, b.role) || compareText(a.scope, b.scope))
}

const settings = ['headers', 'cors', 'csrf', 'rate-limit'] as const satisfies Guard['role'][]

/** Protective settings of the stack: in force for everything, for some routes only, or not found. */
function settingsOf({
  program,
}: ViewContext): { role: string; reach: 'all' | 'some' | 'none'; names: string[]; evidence: Guard['at'][]; lookedAt: number }[] {
  const all = [...program.middleware, ...program.entryPoints.flatMap(({ guards }) => guards)]
  const places = new Set(all.map(({ at, name }) => `${at.line} ${at.file} ${name}`)).size
  return settings.map((role) => {
    const found = all.filter((guard) => guard.role === role)
    const whole = found.filter(({ scope }) => scope === 'application')
    const shown = whole.length > 0 ? whole : found
    return {
      role,
      reach: whole.length > 0 ? 'all' : found.length > 0 ? 'some' : 'none',
      names: [...new Set(shown.map(({ name }) => name))],
      evidence: distinctPlaces(shown.map(({ at }) => at)),
      lookedAt: places,
    }
  })
}
