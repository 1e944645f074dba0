/** Reports 02 to 06: what was looked for in each area, and what was found. One page an area. */
import type { View } from '../types'
import type { ViewContext } from './context'
import { findingsPart } from './derived/findings-part'
import { reports } from './reports'

export function areaReports(context: ViewContext): View[] {
  return reports.flatMap((report, index) =>
    report.ready === 'findings'
      ? [
          {
            path: report.path,
            template: 'area-report',
            data: {
              title: report.title,
              number: `0${index + 1}`,
              position: index + 1,
              about: report.about,
              project: context.program.project.name,
              date: context.date,
              // As the procedure lays out the table of this report.
              layout: report.phase === 'Authentication' ? 'with remediation' : 'plain',
              ...findingsPart(report, context),
            },
          },
        ]
      : [],
  )
}
