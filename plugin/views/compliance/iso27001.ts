/** The report of ISO 27001 Annex A: domains, controls, input to a statement of applicability, what to mend first. Specification 2.7. */
import type { FrameworkResult, Severity, View } from '../../types'
import type { ViewContext } from '../context'
import { hoursPerDay } from '../derived/effort'
import { sectionLabel } from '../derived/failed-requirements'
import { headOf } from './head'
import { rowsOf } from './rows'
import { byGroup, type Totals, totalsOf } from './totals'
import { workOf } from './work'

export function iso27001Report(result: FrameworkResult, position: number, context: ViewContext): View {
  const head = headOf(result, position, context)
  return {
    path: result.path,
    template: 'compliance-iso27001',
    data: {
      ...head,
      head,
      ...judged(head.totals),
      domains: byGroup(result).map(({ group, requirements }) => ({
        id: group.id,
        title: group.title,
        label: sectionLabel(group.id),
        ...judged(totalsOf(requirements)),
        rows: rowsOf(result, requirements, context),
      })),
      applicability: applicabilityOf(head.totals),
      work: workOf(result, context)
        .map(({ row, priority: risk, hours }) => ({ row, risk, effort: { hours }, priority: priorityOf(risk, hours) }))
        .sort((a, b) => a.priority - b.priority),
    },
  }
}

/** implemented + partial + notJudged + gap = total; notJudged = notApplicable + inconclusive + notAssessed. */
const judged = (totals: Totals) => ({ totals, notJudged: totals.notApplicable + totals.inconclusive + totals.notAssessed })

/** Rows of the summary, whose counts add up to the total; share of all controls, 0 to 1. */
function applicabilityOf({ total, pass, partial, fail, notApplicable, inconclusive, notAssessed }: Totals) {
  const row = (name: string, count: number) => ({ name, count, share: total > 0 ? count / total : null })
  return [
    row('Implemented', pass),
    row('Partially Implemented', partial),
    row('Not Implemented', fail),
    row('Not Applicable', notApplicable),
    row('Inconclusive from code', inconclusive),
    row('Not assessed from code', notAssessed),
  ]
}

/** 1: Critical or High, whatever it costs. 2: less, and done within a day. 3: the rest. */
const priorityOf = (risk: Severity, hours: number): 1 | 2 | 3 => (risk === 'Critical' || risk === 'High' ? 1 : hours <= hoursPerDay ? 2 : 3)
