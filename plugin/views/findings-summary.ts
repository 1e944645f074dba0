/** Report 07: all findings together, what to mend first, and for whom which of it matters. */
import type { LedgerRow, View } from '../types'
import type { ViewContext } from './context'
import { ofEachKind } from './derived/actions'
import { className } from './derived/class-names'
import { effortOf, hoursPerDay } from './derived/effort'
import { groupsOf } from './derived/finding-groups'
import { type FindingRow, findingRow, inOrder, isCounted, isOpen, severities, tally, urgent } from './derived/findings'
import { observationsOf } from './derived/observations'
import { grid, impacts, likelihoods, type Rating, type Risk, riskOf } from './derived/risk'
import { daysFor, roadmapOf } from './derived/roadmap'
import { summaryOf } from './derived/summary'
import { compareText } from './order'
import { reports, summaryPath } from './reports'

const report = reports.find(({ path }) => path === summaryPath)!

/** Findings that are shown whole; the reports have all of them. */
const mostShown = 10
/** Rows of tables that say again, from another side, what the table of all findings has; the rest is folded. */
const mostFiles = 20
const mostRisks = 25

export function findingsSummary(context: ViewContext): View {
  const { program, rows, date, verdict } = context
  const everything = { ...context, options: { ...context.options, focus: [] } }
  const counted = inOrder(rows.filter(isCounted), everything)
  const open = counted.filter(isOpen)
  const counts = tally(rows)
  const top = topOf(urgent(context), open)
  const risks = open.flatMap((row) => {
    const risk = row.finding && riskOf(row.finding)
    return risk ? [{ row, risk }] : []
  })
  return {
    path: summaryPath,
    template: 'findings-summary',
    data: {
      title: report.title,
      about: report.about,
      project: program.project.name,
      date,
      summary: summaryOf(context),
      counts,
      total: counts.reduce((sum, { count }) => sum + count, 0),
      fixed: counted.filter(({ status }) => status === 'Fixed').length,
      suppressed: rows.filter((row) => row.status === 'Open' && row.suppressed).length,
      unsure: rows.length - counted.length,
      rulesRun: verdict.rulesRun.length,
      top: top.map((row) => ({
        ...findingRow(row),
        ...groupsOf([row], [])[0]!,
        sameKind: open.filter((other) => other.rule === row.rule && !top.includes(other)).map(findingRow),
      })),
      kinds: new Set(open.map(({ rule }) => rule)).size,
      mostShown,
      openCount: open.length,
      all: counted.map(findingRow),
      byFile: byFile(open),
      mostFiles,
      mostRisks,
      byWeakness: byWeakness(open),
      roadmap: roadmapOf(context),
      days: daysFor,
      risks: risks.sort((a, b) => rank(b.risk) - rank(a.risk) || compareText(a.row.id, b.row.id)).map(({ row, risk }) => riskRow(row, risk)),
      unrated: open.length - risks.length,
      grid: gridOf(risks),
      impacts,
      effort: effortOf(open, verdict.rulesRun),
      hoursPerDay,
      observations: observationsOf(program),
    },
  }
}

/** What is urgent; where that is little, what comes next as well, so that the report never shows less than three. */
function topOf(pressing: LedgerRow[], open: LedgerRow[]): LedgerRow[] {
  const more = open.filter((row) => !pressing.includes(row) && row.severity !== 'Info')
  const told = [...pressing, ...more].filter(({ finding }) => finding)
  // One of a kind says what the others would say again.
  const kinds = new Set(pressing.map(({ rule }) => rule)).size
  return ofEachKind(told, Math.max(3, Math.min(mostShown, kinds)))
}

const ratings: Rating[] = ['I', 'L', 'M', 'H', 'C']

function rank({ rating, likelihood, impact }: Risk): number {
  return ratings.indexOf(rating) * 100 + impact * 10 + likelihood
}

function riskRow(row: LedgerRow, { likelihood, impact, rating }: Risk) {
  return { ...findingRow(row), likelihood: likelihoods[likelihood]!, impact: impacts[impact]!, rating }
}

interface GridRow {
  likelihood: string
  cells: { rating: Rating; rows: FindingRow[]; count: number }[]
}

/** Most likely first, as such grids are drawn. */
function gridOf(risks: { row: LedgerRow; risk: Risk }[]): GridRow[] {
  return likelihoods
    .map((likelihood, y) => ({
      likelihood,
      cells: impacts.map((_, x) => {
        const those = risks.filter(({ risk }) => risk.likelihood === y && risk.impact === x)
        return { rating: grid[y]![x]!, rows: those.map(({ row }) => findingRow(row)), count: those.length }
      }),
    }))
    .reverse()
}

interface FileRow {
  file: string
  findings: FindingRow[]
}

/** For those who mend: what lies where, worst files first. */
function byFile(open: LedgerRow[]): FileRow[] {
  const files = new Map<string, LedgerRow[]>()
  for (const row of open) files.set(row.file, [...(files.get(row.file) ?? []), row])
  return [...files]
    .map(([file, rows]) => ({ file, rows }))
    .sort((a, b) => worstOf(a.rows) - worstOf(b.rows) || b.rows.length - a.rows.length || compareText(a.file, b.file))
    .map(({ file, rows }) => ({ file, findings: rows.map(findingRow) }))
}

function worstOf(rows: LedgerRow[]): number {
  return Math.min(...rows.map(({ severity }) => severities.indexOf(severity)))
}

interface WeaknessRow {
  phase: string
  weakness: string
  /** As the field calls it; empty where nothing but the title is known any more. */
  className: string
  cwe: number[]
  count: number
  worst: string
}

/** For the security team: which weaknesses, of which area, how often. */
function byWeakness(open: LedgerRow[]): WeaknessRow[] {
  const kinds = new Map<string, LedgerRow[]>()
  for (const row of open) kinds.set(row.rule, [...(kinds.get(row.rule) ?? []), row])
  return [...kinds.values()]
    .map((rows) => ({
      phase: rows.find(({ finding }) => finding)?.finding?.phase ?? '',
      weakness: rows[0]!.title,
      className: className(rows.find(({ finding }) => finding)?.finding?.class ?? ''),
      cwe: rows.find(({ finding }) => finding)?.finding?.cwe ?? [],
      count: rows.length,
      worst: severities[worstOf(rows)]!,
    }))
    .sort(
      (a, b) =>
        severities.indexOf(a.worst as never) - severities.indexOf(b.worst as never) || b.count - a.count || compareText(a.weakness, b.weakness),
    )
}
