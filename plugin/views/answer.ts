/**
 * Honest cells. In: answers as the program gives them. Out: cells for a table. A yes shows its evidence; any other
 * answer shows a number, and the reasons behind the numbers are listed once per page, since many cells share one.
 */
import type { Answer, Evidence } from '../types'

export interface Cell {
  answer: Answer['answer']
  /** Names of what was found, as the code calls them. */
  names: string[]
  evidence: Evidence[]
  /** Number of the note that holds the reason. */
  note: number | null
}

export interface Notes {
  cell(answer: Answer, names?: string[]): Cell
  /** Number of the note that says this; null where there is nothing to say. */
  noteOf(reason: string): number | null
  /** Reasons in the order of their numbers. */
  list(): { number: number; reason: string; cells: number }[]
}

export function notes(): Notes {
  const numbers = new Map<string, { number: number; cells: number }>()
  const numberOf = (reason: string): number => {
    const note = numbers.get(reason) ?? { number: numbers.size + 1, cells: 0 }
    numbers.set(reason, note)
    note.cells++
    return note.number
  }
  return {
    noteOf: (reason) => (reason.trim() === '' ? null : numberOf(reason)),
    cell({ answer, reason, evidence }, names = []) {
      const proven = answer === 'yes' && evidence.length > 0
      return { answer, names, evidence, note: proven || reason.trim() === '' ? null : numberOf(reason) }
    },
    list: () => [...numbers].map(([reason, note]) => ({ reason, ...note })),
  }
}
