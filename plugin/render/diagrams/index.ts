/** Diagrams as text. In: a drawing without any format. Out: the text of one format. A format is one file and one entry. */
import type { DiagramFormat } from '../../types'
import { ascii } from './ascii/index'
import { excalidraw } from './excalidraw/index'
import { mermaid } from './mermaid'
import { plantuml } from './plantuml'
import type { DiagramWriter } from './writer'

export const writers: Record<DiagramFormat, DiagramWriter> = { mermaid, ascii, plantuml, excalidraw }
