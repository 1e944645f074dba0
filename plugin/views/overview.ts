/** The first page of the security section: what was found so far, and what to do about it. */

import type { View } from '../types'
import type { ViewContext } from './context'
import { countKinds, httpOf, isForAdmins, reachOf } from './derived/entry-points'
import { findingRow, inOrder, isCounted, isOpen, tally, urgent } from './derived/findings'
import type { Language } from './derived/languages'
import { languagesOf } from './derived/languages'
import { observationsOf } from './derived/observations'
import { daysFor, roadmapOf } from './derived/roadmap'
import { integrationsOf, storesOf } from './derived/surface'
import { frameworks, overviewPath, type Report, reports, surfacePath } from './reports'

const actionCount = 3

/** A report of findings alone says nothing of an area for which no rule ran. */
function statusOf({ ready, phase }: Report, { verdict }: ViewContext): 'whole' | 'findings' | 'none' {
  if (ready === 'findings') return verdict.rulesRun.some((rule) => rule.phase === phase) ? 'findings' : 'none'
  return ready || 'none'
}

export function overview(context: ViewContext): View {
  const { program, rows, options, date, repository } = context
  const endpoints = httpOf(program)
  const count = (of: string): number => endpoints.filter((entry) => reachOf(entry) === of).length
  const counts = tally(rows)
  const open = rows.filter((row) => isOpen(row) && isCounted(row))
  const actions = urgent(context)
  const languages: Language[] = languagesOf(program)
  return {
    path: overviewPath,
    template: 'overview',
    data: {
      project: program.project.name,
      version: program.project.version ?? null,
      date,
      commit: repository?.commit.slice(0, 10) ?? null,
      branch: repository?.branch ?? null,
      uncommitted: repository?.uncommitted.size ?? 0,
      files: program.files.length,
      codeFiles: program.files.filter(({ kind }) => kind === 'code').length,
      languages,
      kinds: countKinds(program),
      endpoints: {
        count: endpoints.length,
        open: count('public'),
        signedIn: count('signed in'),
        untold: count('could not tell'),
        forAdmins: endpoints.filter(isForAdmins).length,
        limited: endpoints.filter(({ rateLimited }) => rateLimited.answer === 'yes').length,
      },
      stores: storesOf(program).map(({ name }) => name),
      integrations: integrationsOf(program).length,
      tally: counts.filter(({ severity }) => severity !== 'Info'),
      info: counts.find(({ severity }) => severity === 'Info')!,
      found: open.length,
      openTally: counts.filter((it) => it.open > 0),
      worst: open.length > 0 ? findingRow(inOrder(open, { ...context, options: { ...options, focus: [] } })[0]!) : null,
      fixed: rows.filter(({ status }) => status === 'Fixed').length,
      suppressed: rows.filter((row) => row.status === 'Open' && row.suppressed).length,
      unsure: rows.filter((row) => !isCounted(row)).length,
      urgent: actions.length,
      actionCount,
      actions: actions.slice(0, actionCount).map((row) => ({
        ...findingRow(row),
        impact: row.finding?.impact[0] ?? null,
        fix: row.finding?.remediation.text ?? null,
      })),
      surfacePath,
      reports: reports.map((report, index) => ({ ...report, number: `0${index + 1}`, status: statusOf(report, context) })),
      whole: reports.filter((report) => statusOf(report, context) === 'whole').length,
      partly: reports.filter((report) => statusOf(report, context) === 'findings').length,
      frameworks: options.frameworks.map((framework) => frameworks[framework]),
      observations: observationsOf(program),
      roadmap: roadmapOf(context),
      days: daysFor,
      notAnalysed: program.notAnalysed.length + context.verdict.problems.length,
      rulesRun: context.verdict.rulesRun.length,
      knowledge: program.knowledge,
    },
  }
}
