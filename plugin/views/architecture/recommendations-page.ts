/** What to do about the architecture, in the order in which it pays. */
import type { View } from '../../types'
import type { ViewContext } from '../context'
import { recommendationsPath } from '../reports'
import { recommendationsOf } from './recommendations/index'

export function recommendations(context: ViewContext): View {
  const rows = recommendationsOf(context)
  return {
    path: recommendationsPath,
    template: 'recommendations',
    data: {
      project: context.program.project.name,
      date: context.date,
      rows: rows.map((each, index) => ({ ...each, number: index + 1, page: each.page ?? null })),
      counts: (['High', 'Medium', 'Low'] as const).map((priority) => ({ priority, count: rows.filter((each) => each.priority === priority).length })),
    },
  }
}
