/**
 * The completion checklist of the procedure (specification 4.1, Finalization). In: the context, and what checking all links
 * of all pages found. Out: its five items, each with what it lacks. The status is Complete when all of them hold.
 */
import type { LedgerRow } from '../../types'
import type { ViewContext } from '../context'
import { frameworkNamed, type Report, reports } from '../reports'
import { isOpen } from './findings'

export interface ChecklistItem {
  id: 'reports' | 'executive summary' | 'compliance' | 'links' | 'findings'
  holds: boolean
  /** What is missing, each as a reader knows it: titles of reports, broken links, ids of findings. */
  missing: string[]
}

/** A report for which no rule ran says nothing of its area. */
export function statusOf({ phase }: Report, { verdict }: ViewContext): 'whole' | 'none' {
  const ran = phase === undefined ? verdict.rulesRun.length > 0 : verdict.rulesRun.some((rule) => rule.phase === phase)
  return ran ? 'whole' : 'none'
}

export function checklistOf(context: ViewContext): ChecklistItem[] {
  const { program, options, rows, broken, compliance } = context
  const item = (id: ChecklistItem['id'], missing: string[]): ChecklistItem => ({ id, holds: missing.length === 0, missing })
  const hasCode = program.files.some(({ kind }) => kind === 'code')
  return [
    item(
      'reports',
      reports.filter((report) => statusOf(report, context) !== 'whole').map(({ title }) => title),
    ),
    item('executive summary', hasCode ? [] : ['there is no code to summarise']),
    item(
      'compliance',
      options.frameworks.filter((id) => !compliance.some((it) => it.id === id)).map((id) => frameworkNamed(id).title),
    ),
    item('links', broken),
    item('findings', unactionable(rows)),
  ]
}

export function isComplete(checklist: ChecklistItem[]): boolean {
  return checklist.every(({ holds }) => holds)
}

/** Open findings that lack what a person needs to act on them: a place, what may follow, and what to do. Their ids. */
function unactionable(rows: LedgerRow[]): string[] {
  return rows
    .filter((row) => isOpen(row) && row.finding)
    .filter(
      // A place that is withheld from these readers is there all the same.
      ({ finding }) =>
        (!finding!.at.withheld && (finding!.at.file === '' || finding!.at.line < 1)) ||
        finding!.impact.length === 0 ||
        finding!.remediation.text.trim() === '',
    )
    .map(({ id }) => id)
}
