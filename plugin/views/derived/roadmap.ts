/**
 * When to have which finding out of the way. In: the ledger's rows and the day of the analysis. Out: a timeline, or null
 * when nothing is open. The time given depends on severity alone and is a target, not an estimate of the work.
 */
import type { Severity, TimelineDiagram } from '../../types'
import type { ViewContext } from '../context'
import { addDays } from '../days'
import { inOrder, isCounted, isOpen, severities } from './findings'

/** Days from the analysis. What is only informative is not planned. */
export const daysFor: Record<Exclude<Severity, 'Info'>, number> = { Critical: 7, High: 30, Medium: 90, Low: 180 }

/** More bars of one severity than this are drawn as one. */
const bars = 6

export function roadmapOf(context: ViewContext): TimelineDiagram | null {
  const open = inOrder(
    context.rows.filter((row) => isOpen(row) && isCounted(row)),
    context,
  )
  const sections = severities.flatMap((severity) => {
    const rows = open.filter((row) => row.severity === severity)
    if (severity === 'Info' || rows.length === 0) return []
    const end = addDays(context.date, daysFor[severity])
    const shown = rows.length > bars ? rows.slice(0, bars - 1) : rows
    const labels = shown.map((row) => `${row.id} ${row.title}`)
    if (shown.length < rows.length) labels.push(`${rows.length - shown.length} more ${severity}`)
    return [{ label: severity, tasks: labels.map((label) => ({ label, start: context.date, end })) }]
  })
  return sections.length === 0 ? null : { kind: 'timeline', title: 'Remediation roadmap', sections }
}
