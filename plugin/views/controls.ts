/**
 * Rows of controls, the same on every page. In: controls as the program tells them. Out: rows for a table whose columns the
 * template chooses; what a cell is too small for becomes a numbered note.
 */
import type { Control } from '../types'
import type { Notes } from './answer'

export interface ControlRow {
  id: string
  aspect: string
  state: Control['state']
  /** What is in force; '' shows as "Not found". */
  current: string
  recommended: string
  reason: string
  evidence: Control['evidence']
  /** Number of the note with the reason. */
  note: number | null
}

export function controlRows(controls: Control[], reasons: Notes): ControlRow[] {
  return controls.map((control) => controlRow(control, reasons))
}

export function controlRow(control: Control, reasons: Notes): ControlRow {
  const { id, aspect, state, current, recommended, reason, evidence } = control
  return { id, aspect, state, current, recommended, reason, evidence, note: reasons.noteOf(reason) }
}
