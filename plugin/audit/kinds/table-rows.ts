/** Rows of tables in documents, found once: what a row is about stands in its first cell. */
import type { DocumentFacts, Passage } from '../../types'

const indexes = new WeakMap<DocumentFacts, Map<string, Passage>>()

/** The first cell of the row that a cell is in. */
export function firstOfRow(document: DocumentFacts, { cell }: Passage): Passage | undefined {
  if (!cell) return undefined
  let index = indexes.get(document)
  if (!index) {
    index = new Map()
    for (const passage of document.passages) if (passage.cell?.column === 0) index.set(`${passage.cell.table} ${passage.cell.row}`, passage)
    indexes.set(document, index)
  }
  return index.get(`${cell.table} ${cell.row}`)
}
