/** The report of a standard that is a list of requirements in groups: ASVS, and every standard that has no page of its own. Specification 2.7. */
import type { FrameworkResult, View } from '../../types'
import type { ViewContext } from '../context'
import { sectionLabel } from '../derived/failed-requirements'
import { headOf } from './head'
import { rowsOf } from './rows'
import { byGroup, selectedOf, totalsOf } from './totals'

export function byGroupReport(result: FrameworkResult, position: number, context: ViewContext): View {
  const head = headOf(result, position, context)
  const selected = selectedOf(result.requirements)
  return {
    path: result.path,
    template: 'compliance-by-group',
    data: {
      ...head,
      head,
      groups: byGroup(result).map(({ group, requirements }) => ({
        id: group.id,
        title: group.title,
        label: sectionLabel(group.id),
        totals: totalsOf(requirements),
        rows: rowsOf(result, requirements, context),
      })),
      failed: rowsOf(
        result,
        selected.filter(({ verdict }) => verdict === 'fail'),
        context,
      ),
    },
  }
}
