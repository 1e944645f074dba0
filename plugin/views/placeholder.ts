/** The first page of the security section before anything was analysed: its headings, and no fact. */
import type { AnalyseOptions, View } from '../types'
import { frameworkNamed, overviewPath, reports } from './reports'

export function placeholder(project: string, options: Pick<AnalyseOptions, 'frameworks'>): View {
  return {
    path: overviewPath,
    template: 'placeholder',
    data: {
      project,
      reports: reports.map(({ title, about }, index) => ({ number: `0${index + 1}`, title, about })),
      frameworks: options.frameworks.map(frameworkNamed),
    },
  }
}
