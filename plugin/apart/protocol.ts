/** What the two processes say to each other. Everything in it survives structured cloning. */
import type { AnalyseOptions, Analysis } from '../types'
import type { WorldOptions } from '../world'

export interface Asked {
  options: AnalyseOptions
  world: Omit<WorldOptions, 'progress'>
}

export type Answered = { analysis: Analysis } | { failed: { isUserError: boolean; message: string; stack: string | undefined } }
