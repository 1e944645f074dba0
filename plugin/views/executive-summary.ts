/** The summary for those who decide: state, figures, what to do first, what it takes. Specification 2.6. */
import type { View } from '../types'
import { frameworkRows } from './compliance/totals'
import type { ViewContext } from './context'
import { actionCount, actionsOf } from './derived/actions'
import { effortOf, hoursPerDay } from './derived/effort'
import { isCounted, isOpen, tally } from './derived/findings'
import { observationsOf } from './derived/observations'
import { summaryOf } from './derived/summary'
import { executivePath, overviewPath, summaryPath } from './reports'

export function executiveSummary(context: ViewContext): View {
  const { program, rows, options, date, repository, verdict } = context
  const open = rows.filter((row) => isOpen(row) && isCounted(row))
  const { actions, urgent } = actionsOf(context)
  return {
    path: executivePath,
    template: 'executive-summary',
    data: {
      project: program.project.name,
      version: program.project.version ?? null,
      date,
      commit: repository?.commit.slice(0, 10) ?? null,
      files: program.files.length,
      included: options.include,
      excluded: options.exclude,
      notAnalysed: program.notAnalysed.length + verdict.problems.length,
      summary: summaryOf(context),
      counts: tally(rows),
      urgent,
      actionCount,
      actions,
      observations: observationsOf(program),
      frameworks: frameworkRows(context),
      effort: effortOf(open, verdict.rulesRun),
      hoursPerDay,
      overviewPath,
      summaryPath,
    },
  }
}
