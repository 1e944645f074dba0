/** Diagrams as text. In: a drawing without any format. Out: the text of one format. A format is one file and one entry. */

import type { DiagramFormat } from '../../types'
import type { Drawing } from '../../views/timeline'
import { mermaid } from './mermaid'

export interface DiagramWriter {
  /** Language of the code block that holds the text. */
  language: string
  write(diagram: Drawing): string
}

export const writers: Partial<Record<DiagramFormat, DiagramWriter>> = { mermaid }
