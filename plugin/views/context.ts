/** What a view may look at. Everything that two pages show is derived from it in `derived/`, once for both. */
import type { AnalyseOptions, LedgerRow, Program, Repository, Verdict, View } from '../types'

export interface ViewContext {
  program: Program
  rows: LedgerRow[]
  verdict: Verdict
  options: AnalyseOptions
  /** `YYYY-MM-DD`. */
  date: string
  repository: Repository | undefined
}

export type PageView = (context: ViewContext) => View | View[]
