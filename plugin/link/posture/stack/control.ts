/** A row of the settings of the stack. In: which one, and what was found. Out: its control. */
import type { Control, Evidence } from '../../../types'
import type { rows } from './rows'

export type Row = (typeof rows)[keyof typeof rows]

const MOST_PLACES = 8

export function control(row: Row, state: Control['state'], current: string, reason: string, evidence: Evidence[] = []): Control {
  const places = new Map(evidence.map((at) => [`${at.file}:${at.line}`, at]))
  return { ...row, state, current: begun(current), reason: begun(reason), evidence: [...places.values()].slice(0, MOST_PLACES) }
}

/** With a capital, unless the first word is one of the code. */
const begun = (text: string): string =>
  /^(?:as|browsers|by|decided|every|from|left|no|origins?|scripts|switched|the|whole|written) /.test(text)
    ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
    : text

/** `a`, `a and b`, `a, b and 3 more`. */
export function listed(texts: string[], most = 5): string {
  const all = [...new Set(texts)]
  const shown = all.length > most ? [...all.slice(0, most), `${all.length - most} more`] : all
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Ends `in force`: ` where config.env === 'production'`. */
export const under = (when: string[] | undefined): string => (when && when.length > 0 ? `, only where ${when.join(' and ')}` : '')
