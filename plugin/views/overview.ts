/** The first page of the security section: what was found, how far the analysis got, and what to do first. */
import type { View } from '../types'
import { frameworkRows } from './compliance/totals'
import type { ViewContext } from './context'
import { actionCount, actionsOf } from './derived/actions'
import { checklistOf, isComplete, statusOf } from './derived/checklist'
import { isCounted, tally } from './derived/findings'
import { observationsOf } from './derived/observations'
import { daysFor, roadmapOf } from './derived/roadmap'
import { summaryOf } from './derived/summary'
import { executivePath, frameworks, overviewPath, reports } from './reports'

export function overview(context: ViewContext): View {
  const { program, rows, options, date, repository, verdict } = context
  const counts = tally(rows)
  const { actions, urgent } = actionsOf(context)
  const checklist = checklistOf(context)
  return {
    path: overviewPath,
    template: 'overview',
    data: {
      project: program.project.name,
      version: program.project.version ?? null,
      date,
      commit: repository?.commit.slice(0, 10) ?? null,
      branch: repository?.branch ?? null,
      isPublic: options.audience === 'public',
      uncommitted: repository?.uncommitted.size ?? 0,
      summary: summaryOf(context),
      executivePath,
      tally: counts.filter(({ severity }) => severity !== 'Info'),
      info: counts.find(({ severity }) => severity === 'Info')!,
      fixed: rows.filter(({ status }) => status === 'Fixed').length,
      suppressed: rows.filter((row) => row.status === 'Open' && row.suppressed).length,
      unsure: rows.filter((row) => !isCounted(row)).length,
      urgent,
      actionCount,
      actions,
      reports: reports.map((report, index) => ({ ...report, number: `0${index + 1}`, status: statusOf(report, context) })),
      frameworks: frameworkRows(context),
      allFrameworks: Object.values(frameworks),
      observations: observationsOf(program),
      roadmap: roadmapOf(context),
      days: daysFor,
      checklist,
      isComplete: isComplete(checklist),
      notAnalysed: program.notAnalysed.length + verdict.problems.length,
      rulesRun: verdict.rulesRun.length,
      knowledge: program.knowledge,
    },
  }
}
