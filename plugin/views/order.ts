/** What comes first on a page: what the reader asked to focus on, then what is worse, then what comes earlier in the alphabet. */
import { matching } from '../globs'
import type { AnalyseOptions } from '../types'

/** Code units, not the reader's language: the same order on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** True for files that the option `focus` names, by directory or glob. */
export function inFocus({ focus }: Pick<AnalyseOptions, 'focus'>): (file: string) => boolean {
  return focus.length === 0 ? () => false : matching(focus)
}
