/** One area of the nonfunctional section: its figures, the ten findings that matter first, and every finding by type. */
import type { Evidence, Impact, View } from '../../types'
import type { ViewContext } from '../context'
import { type FailedRequirement, failedRequirements } from '../derived/failed-requirements'
import { compareText } from '../order'
import { summaryPath } from '../reports'
import { type AreaPage, areaPages } from './areas'
import { dashboardOf } from './dashboards/index'
import { firstOf, impacts, isSeen, ranked, rowsOfArea, type SeenRow } from './ranked'
import { mostSections, suppressedLabel, typeLabel, unsureLabel } from './sections'

const first = 10

export const areaPrefix: Record<AreaPage['area'], string> = {
  'Testing coverage': 'TEST',
  'Configuration audit': 'CONFIG',
  'Performance hotspots': 'PERF',
  'Code health': 'CODE',
}

export function nonfunctionalAreas(context: ViewContext): View[] {
  return areaPages.map((page, index) => areaView(page, index, context))
}

function areaView(page: AreaPage, index: number, context: ViewContext): View {
  const { program, verdict, date } = context
  const rows = rowsOfArea(page.area, areaPrefix[page.area], context.nonfunctional)
  const seen = ranked(rows.filter(isSeen), context)
  const sure = seen.filter(({ nonfunctional, suppressed }) => nonfunctional.confidence !== 'low' && !suppressed)
  const rules = verdict.nonfunctional
  const ofArea = <Rule extends { area: string }>(all: Rule[] = []): Rule[] => all.filter(({ area }) => area === page.area)
  const fails = failedRequirements(context.compliance)
  const groups = groupsOf(sure, ofArea(rules?.rulesRun), fails)
  return {
    path: page.path,
    template: 'nonfunctional-area',
    data: {
      project: program.project.name,
      date,
      area: page.area,
      about: page.about,
      position: index + 2,
      tally: impacts.map((impact) => ({ impact, count: sure.filter((row) => row.nonfunctional.impact === impact).length })),
      total: sure.length,
      dashboard: dashboardOf(page.area, context),
      first: sure.length > first ? firstOf(sure, first).map(briefOf) : [],
      groups,
      unsure: seen.filter(({ nonfunctional, suppressed }) => nonfunctional.confidence === 'low' && !suppressed).map((row) => partsOf(row)),
      suppressed: seen.filter(({ suppressed }) => suppressed).map((row) => ({ ...briefOf(row), suppressed: row.suppressed })),
      settled: rows
        .filter((row) => !isSeen(row))
        .map(({ id, reportId, title, file, status, fixedIn }) => ({ id, reportId, title, file, status, fixedIn: fixedIn ?? null })),
      ran: ofArea(rules?.rulesRun).map(({ id, title, why }) => ({
        title,
        why,
        found: seen.filter(({ nonfunctional }) => nonfunctional.rule === id).length,
      })),
      blind: ofArea(rules?.rulesBlind).map(({ title, reason }) => ({ title, reason })),
      labels: { unsure: unsureLabel, suppressed: suppressedLabel },
      churn: program.quality.health.churn.length > 0,
    },
  }
}

interface Group {
  title: string
  label: string
  why: string
  count: number
  /** Fewer where there are many; the rest are rows. */
  sections: Parts[]
  rows: Parts[]
  /** Whether some row fails a requirement: then the table says which. */
  rowsFail: boolean
}

/** The five parts of the specification: heading, finding, evidence, impact, recommendation. */
interface Parts {
  id: string
  reportId: string
  /** Of the section of a security report that says the same; the id is its id there. */
  security: string | null
  area: string
  title: string
  found: string
  at: Evidence
  endLine: number | null
  language: string
  /** Lines that prove it, in the order in which they are read. */
  evidence: Evidence[]
  places: Evidence[]
  impact: Impact
  reason: string
  recommendation: { text: string; code: string | null }
  figures: { name: string; value: number }[]
  confidence: string
  /** Requirements of standards that fail by it. */
  fails: FailedRequirement[]
}

export function partsOf({ id, reportId, finding, nonfunctional }: SeenRow, fails?: Map<string, FailedRequirement[]>): Parts {
  const { area, title, found, at, evidence, places = [], impact, reason, recommendation, figures = {}, confidence } = nonfunctional
  return {
    id,
    reportId,
    security: finding ? summaryPath : null,
    area,
    title,
    found,
    at,
    endLine: at.endLine ?? null,
    language: /\.([a-z0-9]{1,10})$/i.exec(at.file)?.[1]?.toLowerCase() ?? '',
    // A copy is told once.
    evidence: evidence.filter(({ file, line }) => !places.some((place) => place.file === file && place.line === line)),
    places: elsewhere(at, places),
    impact,
    reason,
    recommendation: { text: recommendation.text, code: recommendation.code ?? null },
    figures: Object.entries(figures).map(([name, value]) => ({ name, value })),
    confidence,
    fails: fails?.get(id) ?? [],
  }
}

/** Passages of several copies begin on the same line: to a reader that is one place, and the evidence stands above. */
function elsewhere(at: Evidence, places: Evidence[]): Evidence[] {
  const keyOf = ({ file, line }: Evidence) => `${file}:${line}`
  return [...new Map(places.map((place) => [keyOf(place), place])).values()].filter((place) => place.withheld || keyOf(place) !== keyOf(at))
}

function groupsOf(rows: SeenRow[], rules: { id: string; title: string; why: string }[], fails: Map<string, FailedRequirement[]>): Group[] {
  const groups = rules.flatMap(({ id, title, why }): (Group & { worst: number })[] => {
    const those = rows.filter(({ nonfunctional }) => nonfunctional.rule === id).map((row) => partsOf(row, fails))
    if (those.length === 0) return []
    const worst = Math.min(...those.map(({ impact }) => impacts.indexOf(impact)))
    const rest = those.slice(mostSections)
    const rowsFail = rest.some((row) => row.fails.length > 0)
    return [{ title, label: typeLabel(id), why, count: those.length, sections: those.slice(0, mostSections), rows: rest, rowsFail, worst }]
  })
  return groups.sort((a, b) => a.worst - b.worst || b.count - a.count || compareText(a.title, b.title)).map(({ worst, ...group }) => group)
}

export interface Brief {
  id: string
  reportId: string
  area: string
  page: string
  title: string
  impact: Impact
  at: Evidence
}

export function briefOf(row: SeenRow): Brief {
  const { title, impact, at, area } = row.nonfunctional
  return { id: row.id, reportId: row.reportId, area, page: areaPages.find((page) => page.area === area)!.path, title, impact, at }
}
