/** What several pages say of findings: which count, how many, in which order, and what a table shows of one. */
import type { Evidence, FaultPlace, Finding, LedgerRow, Severity } from '../../types'
import { withheld } from '../audience'
import type { ViewContext } from '../context'
import { compareText, inFocus } from '../order'
import { type Report, reportOf } from '../reports'

export const severities: Severity[] = ['Critical', 'High', 'Medium', 'Low', 'Info']

/** What is sure enough to be counted. A finding of low confidence is listed apart; a fixed one has no confidence any more. */
export function isCounted({ finding }: LedgerRow): boolean {
  return finding?.confidence !== 'low'
}

/** Open, and nobody has said why it may stay. */
export function isOpen({ status, suppressed }: LedgerRow): boolean {
  return status === 'Open' && !suppressed
}

export interface Tally {
  severity: Severity
  count: number
  open: number
}

export function tally(rows: LedgerRow[]): Tally[] {
  return severities.map((severity) => {
    const those = rows.filter((row) => row.severity === severity && isCounted(row))
    return { severity, count: those.length, open: those.filter(isOpen).length }
  })
}

/** Those in focus first, then open before settled, worse before better, reachable before others, and by id. */
export function inOrder(rows: LedgerRow[], { options }: ViewContext): LedgerRow[] {
  const focused = inFocus(options)
  const rank = (row: LedgerRow): number[] => [
    focused(row.file) ? 0 : 1,
    isOpen(row) ? 0 : 1,
    severities.indexOf(row.severity),
    -(row.finding?.cvss ?? 0),
    // What a door leads to matters before what nothing may ever call.
    row.finding?.route ? 0 : 1,
  ]
  return [...rows].sort((a, b) => {
    const [left, right] = [rank(a), rank(b)]
    const different = left.findIndex((value, index) => value !== right[index])
    return different < 0 ? compareText(a.id, b.id) : left[different]! - right[different]!
  })
}

/** The report that holds the section of a finding; null while that report does not exist. */
export function sectionOf({ reportId }: LedgerRow): { page: string; label: string } | null {
  const report = reportOf(reportId)
  return report ? { page: report.path, label: reportId } : null
}

export function rowsOf(report: Report, context: ViewContext): LedgerRow[] {
  return inOrder(
    context.rows.filter((row) => reportOf(row.reportId) === report),
    context,
  )
}

export interface FindingRow {
  id: string
  reportId: string
  title: string
  severity: Severity
  cvss: number | null
  status: LedgerRow['status']
  isSuppressed: boolean
  isLowConfidence: boolean
  location: Evidence | null
  /** Known even where no line is. */
  file: string
  phase: string | null
  route: string | null
  /** Further routes that lead there, and further places of the same fault. */
  otherRoutes: number
  otherPlaces: number
  /** There is a place, and this reader is not told. */
  isWithheld: boolean
  remediation: string | null
  section: { page: string; label: string } | null
}

export function findingRow(row: LedgerRow): FindingRow {
  const { finding } = row
  const isWithheld = finding?.at.withheld ?? row.file === withheld.file
  return {
    id: row.id,
    reportId: row.reportId,
    title: row.title,
    severity: row.severity,
    cvss: finding?.cvss ?? null,
    status: row.status,
    isSuppressed: row.suppressed !== undefined,
    isLowConfidence: !isCounted(row),
    location: finding && !isWithheld ? finding.at : null,
    file: row.file,
    phase: finding?.phase ?? reportOf(row.reportId)?.phase ?? null,
    route: (isWithheld ? undefined : finding?.route) ?? null,
    otherRoutes: finding?.otherRoutes?.length ?? 0,
    otherPlaces: finding ? otherPlacesOf(finding).length : 0,
    isWithheld,
    remediation: finding?.remediation.text ?? null,
    section: sectionOf(row),
  }
}

/** Without those that only call the same line by another name. */
export function otherPlacesOf({ at, places = [] }: Finding): FaultPlace[] {
  return places.filter(({ file, line, withheld: isHidden }) => isHidden || file !== at.file || line !== at.line)
}

/** Critical and high ones that are open, worst first. Others can be planned. */
export function urgent(context: ViewContext): LedgerRow[] {
  const those = context.rows.filter((row) => isOpen(row) && isCounted(row) && (row.severity === 'Critical' || row.severity === 'High'))
  return inOrder(those, { ...context, options: { ...context.options, focus: [] } })
}
