/**
 * What a standard leaves to do, and how much that is. In: requirements that fail or hold in part. Out: for each its priority and
 * hours. Priority: the worst severity of the open findings it fails by; where lines of the code say so without a finding, Medium
 * for a fail and Low for a part. Hours: those of its findings, as the summary counts them; without one, the first place of a
 * remedy of the size that the standard's file gives.
 */
import type { FrameworkResult, LookedFor, RequirementResult, Severity } from '../../types'
import type { ViewContext } from '../context'
import { effortOf, hoursOf } from '../derived/effort'
import { severities } from '../derived/findings'
import { type RequirementRow, rowsOf } from './rows'

export interface Work {
  row: RequirementRow
  group: string
  priority: Severity
  hours: number
}

type Around = Pick<ViewContext, 'rows' | 'nonfunctional' | 'verdict'>

/** Fails and parts, the most urgent first; within one priority in the order of the standard. */
export function workOf(result: FrameworkResult, context: ViewContext): Work[] {
  const short = result.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'partial')
  const rows = rowsOf(result, short, context)
  const work = short.map((it, index) => ({ row: rows[index]!, group: it.group, priority: priorityOf(it, context), hours: hoursFor(it, context) }))
  return work.sort((a, b) => severities.indexOf(a.priority) - severities.indexOf(b.priority))
}

export function priorityOf({ verdict, findings }: RequirementResult, around: Around): Severity {
  const known = new Set(openOf(findings, around).map(({ severity }) => severity))
  const worst = severities.find((severity) => known.has(severity))
  return worst ?? (verdict === 'fail' ? 'Medium' : 'Low')
}

export function hoursFor({ findings, attributes }: RequirementResult, around: Around): number {
  const rules: LookedFor[] = around.verdict.rulesRun
  const hours = effortOf(openOf(findings, around), rules).reduce((sum, row) => sum + row.hours, 0)
  return hours > 0 ? hours : hoursOf[sizeOf(attributes.size)].first
}

const sizeOf = (size: unknown): keyof typeof hoursOf => (size === 'small' || size === 'large' ? size : 'medium')

function openOf(ids: readonly string[], { rows, nonfunctional }: Around) {
  return [...new Map([...rows, ...nonfunctional].map((row) => [row.id, row])).values()].filter(({ id }) => ids.includes(id))
}
