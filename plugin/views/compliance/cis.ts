/** The report of the CIS Controls: controls, safeguards, what to mend first. Specification 2.7. */
import type { FrameworkResult, View } from '../../types'
import type { ViewContext } from '../context'
import { sectionLabel } from '../derived/failed-requirements'
import { headOf } from './head'
import { rowsOf } from './rows'
import { byGroup, totalsOf } from './totals'
import { workOf } from './work'

export function cisReport(result: FrameworkResult, position: number, context: ViewContext): View {
  const head = headOf(result, position, context)
  const { values } = result.selection
  const groups = byGroup(result)
  return {
    path: result.path,
    template: 'compliance-cis',
    data: {
      ...head,
      head,
      left: (result.attributes as { left?: string[] }).left ?? [],
      groups: groups.map(({ group, requirements }) => ({
        id: group.id,
        title: group.title,
        label: sectionLabel(group.id),
        totals: totalsOf(requirements),
        // Where nothing is asked for at the chosen group, how many the standard has at all.
        published: result.requirements.filter((it) => it.group === group.id).length,
        rows: rowsOf(result, requirements, context),
      })),
      // The standard has its groups done one after the other, the first for everybody.
      work: workOf(result, context)
        .map(({ row, group, hours }) => ({
          control: `${group} ${result.groups.find(({ id }) => id === group)!.title}`,
          row,
          effort: { hours },
        }))
        .sort((a, b) => values.indexOf(a.row.level) - values.indexOf(b.row.level)),
    },
  }
}
