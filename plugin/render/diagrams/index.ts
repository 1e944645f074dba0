/** Diagrams as text. In: a drawing without any format. Out: the text of one format. A format is one file and one entry. */

import type { Diagram, DiagramFormat, Evidence } from '../../types'
import { ascii } from './ascii/index'
import { excalidraw } from './excalidraw/index'
import { mermaid } from './mermaid'
import { plantuml } from './plantuml'

/** The permanent address of a line; a site resolves no other links inside of drawings. */
export type AddressOf = (at: Evidence) => string | undefined

export interface DiagramWriter {
  /** Language of the code block that holds the text. */
  language: string
  /** @param addressOf for formats whose boxes can be links */
  write(diagram: Diagram, addressOf?: AddressOf): string
  /** The format itself, where a page cannot show it: a file beside the page, which links to it. */
  beside?: { extension: string; write(diagram: Diagram): string }
}

export const writers: Record<DiagramFormat, DiagramWriter> = { mermaid, ascii, plantuml, excalidraw }
