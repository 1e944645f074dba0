/** Diagrams as text. In: a drawing without any format. Out: the text of one format. A format is one file and one entry. */

import type { Diagram, DiagramFormat } from '../../types'
import { mermaid } from './mermaid'

export interface DiagramWriter {
  /** Language of the code block that holds the text. */
  language: string
  write(diagram: Diagram): string
}

export const writers: Partial<Record<DiagramFormat, DiagramWriter>> = { mermaid }
