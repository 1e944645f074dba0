/** What a view may look at. Everything that two pages show is derived from it in `derived/`, once for both. */
import type { AnalyseOptions, Audit, FrameworkResult, LedgerRow, Program, Repository, Verdict, View } from '../types'

export interface ViewContext {
  program: Program
  /** Findings; discrepancies stand apart. */
  rows: LedgerRow[]
  /** Of the nonfunctional section; what a security report has as well is in both. */
  nonfunctional: LedgerRow[]
  discrepancies: LedgerRow[]
  /** One a standard that was chosen, in the order of the options. */
  compliance: FrameworkResult[]
  audit: Audit
  verdict: Verdict
  options: AnalyseOptions
  /** `YYYY-MM-DD`. */
  date: string
  repository: Repository | undefined
  /** Links of the pages that lead nowhere, as the check of the printed pages found them; none before. */
  broken: string[]
}

export type PageView = (context: ViewContext) => View | View[]
