/** Rows of the report, in the fewest words. In: what was found of one thing. Out: its control, with each place once. */
import type { Control, Evidence } from '../../../types'

export type State = Control['state']

/** What never changes of a row: its id, how it is called, what is advised. */
export interface Row {
  id: string
  aspect: string
  recommended: string
}

export function control(row: Row, state: State, current: string, reason: string, evidence: readonly Evidence[] = []): Control {
  return { id: row.id, aspect: row.aspect, state, current: capital(current), recommended: row.recommended, reason, evidence: distinct(evidence) }
}

export const notApplicable = (row: Row, reason: string): Control => control(row, 'not applicable', '', reason)

/** Names of libraries and cookies stay as they are written. */
const capital = (text: string): string =>
  /^(?:with|by|in|hardcoded|environment|setting|file|made|none|not|no|yes|at|cookie|issuer|audience|password|address|second|others|lower|upper|token)\b/.test(
    text,
  ) && !/^(?:token|cookie|session):/.test(text)
    ? text.slice(0, 1).toUpperCase() + text.slice(1)
    : text

const MOST_PLACES = 8

export function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((at) => [`${at.file}:${at.line}`, at])).values()].slice(0, MOST_PLACES)
}

const ORDER: State[] = ['fail', 'unknown', 'partial', 'pass', 'not looked', 'not applicable']

/** Of several things of one kind: all alike, or in part. */
export function together(states: readonly State[]): State {
  const all = new Set<State>(states.filter((state) => state !== 'not applicable'))
  if (all.size === 0) return 'not applicable'
  if (all.size === 1) return [...all][0] as State
  if (all.has('pass') && all.has('fail')) return 'partial'
  return ORDER.find((state) => all.has(state)) as State
}

/** `a, b and c`, each once. */
export function listed(texts: readonly string[]): string {
  const all = [...new Set(texts.filter((text) => text !== ''))]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** `2 doors`, `1 door` */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
