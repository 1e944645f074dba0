/** The summary for those who decide: state, figures, what to do first, what it takes. Specification 2.6. */

import type { View } from '../types'
import { frameworkRows } from './compliance/totals'
import type { ViewContext } from './context'
import { effortOf, hoursPerDay } from './derived/effort'
import { findingRow, isCounted, isOpen, tally, urgent } from './derived/findings'
import { observationsOf } from './derived/observations'
import { summaryOf } from './derived/summary'
import { executivePath, overviewPath, summaryPath } from './reports'

const actionCount = 3

export function executiveSummary(context: ViewContext): View {
  const { program, rows, options, date, repository, verdict } = context
  const open = rows.filter((row) => isOpen(row) && isCounted(row))
  const actions = urgent(context)
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
      urgent: actions.length,
      actionCount,
      actions: actions
        .slice(0, actionCount)
        .map((row) => ({ ...findingRow(row), impact: row.finding?.impact[0] ?? null, fix: row.finding?.remediation.text ?? null })),
      observations: observationsOf(program),
      frameworks: frameworkRows(context),
      effort: effortOf(open, verdict.rulesRun),
      hoursPerDay,
      overviewPath,
      summaryPath,
    },
  }
}
