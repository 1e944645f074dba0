/** What several pages say of findings: which count, how many, in which order, and what one section shows of one. */
import type { Evidence, Finding, LedgerRow, Severity } from '../../types'
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

/** Those in focus first, then open before settled, worse before better, and by id. */
export function inOrder(rows: LedgerRow[], { options }: ViewContext): LedgerRow[] {
  const focused = inFocus(options)
  const rank = (row: LedgerRow): number[] => [
    focused(row.file) ? 0 : 1,
    isOpen(row) ? 0 : 1,
    severities.indexOf(row.severity),
    -(row.finding?.cvss ?? 0),
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
  return report?.ready ? { page: report.path, label: reportId } : null
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
  section: { page: string; label: string } | null
}

export function findingRow(row: LedgerRow): FindingRow {
  const { finding } = row
  return {
    id: row.id,
    reportId: row.reportId,
    title: row.title,
    severity: row.severity,
    cvss: finding?.cvss ?? null,
    status: row.status,
    isSuppressed: row.suppressed !== undefined,
    isLowConfidence: !isCounted(row),
    location: finding?.at ?? null,
    file: row.file,
    phase: finding?.phase ?? reportOf(row.reportId)?.phase ?? null,
    route: finding?.route ?? null,
    section: sectionOf(row),
  }
}

/** Everything that the section of a finding shows. */
export interface FindingSection extends FindingRow {
  detail: (Omit<Finding, 'route' | 'remediation'> & { remediation: { text: string; code: string | null }; codeLanguage: string }) | null
  since: LedgerRow['since']
  fixedIn: { commit: string | null; date: string } | null
  /** Weaknesses by number first, then what the rule refers to. */
  references: string[]
  suppressed: { reason: string; until: string | null; from: 'code' | 'options'; at: Evidence | null } | null
}

export function findingSection(row: LedgerRow): FindingSection {
  const { finding, suppressed } = row
  return {
    ...findingRow(row),
    detail: finding ? detailOf(finding) : null,
    since: row.since,
    references: finding ? referencesOf(finding) : [],
    fixedIn: row.fixedIn ?? null,
    suppressed: suppressed ? { reason: suppressed.reason, until: suppressed.until ?? null, from: suppressed.from, at: suppressed.at ?? null } : null,
  }
}

function referencesOf({ cwe, references }: Finding): string[] {
  return [...new Set([...cwe.map((id) => `https://cwe.mitre.org/data/definitions/${id}.html`), ...references])]
}

function detailOf(finding: Finding): FindingSection['detail'] {
  const { text, code } = finding.remediation
  return { ...finding, remediation: { text, code: code ?? null }, codeLanguage: languageOf(finding.at.file) }
}

/** For the colours of a code block. */
function languageOf(file: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? ''
}

/** Critical and high ones that are open, worst first. Others can be planned. */
export function urgent(context: ViewContext): LedgerRow[] {
  const those = context.rows.filter((row) => isOpen(row) && isCounted(row) && (row.severity === 'Critical' || row.severity === 'High'))
  return inOrder(those, { ...context, options: { ...context.options, focus: [] } })
}
