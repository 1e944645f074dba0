/** A sheet of squared paper for signs. In: texts and places. Out: lines. */
import { columnsOf, widthOf } from '../words'

/** No line of a drawing is longer: what a terminal, a mail and a page of a site show without scrolling. */
export const widest = 100

export interface Canvas {
  /** What is there already is written over. */
  put(column: number, row: number, text: string): void
  lines(): string[]
}

export function canvas(): Canvas {
  const rows: string[][] = []
  return {
    put(column, row, text) {
      while (rows.length <= row) rows.push([])
      const cells = rows[row]!
      while (cells.length < column) cells.push(' ')
      let at = column
      for (const sign of text) {
        const width = widthOf(sign)
        if (width === 0 && at > 0) cells[at - 1] += sign
        if (width > 0) cells[at++] = sign
        // A sign of two columns fills the next cell too.
        if (width === 2) cells[at++] = ''
      }
    },
    lines: () => rows.map((cells) => cells.join('').trimEnd()),
  }
}

/** Filled up with blanks. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

export function centred(text: string, columns: number): string {
  const room = Math.max(0, columns - columnsOf(text))
  return padded(' '.repeat(Math.floor(room / 2)) + text, columns)
}

export function longest(lines: string[]): number {
  return Math.max(0, ...lines.map(columnsOf))
}
