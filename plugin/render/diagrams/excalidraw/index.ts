/**
 * Files of the whiteboard Excalidraw, to be opened and edited there. In: a drawing. Out: JSON that depends on the drawing
 * alone. A page cannot show it: there stands the drawing as Mermaid, and the file beside the page.
 */
import type { Diagram } from '../../../types'
import { mermaid } from '../mermaid'
import { wrapped } from '../words'
import { columnsIn, type Sheet, sheet, sizeOf } from './elements'
import { entities } from './entities'
import { graph } from './graph'
import { quadrant } from './quadrant'
import { sequence } from './sequence'
import { timeline } from './timeline'

export const excalidraw = { ...mermaid, beside: { extension: 'excalidraw', write } }

function write(diagram: Diagram): string {
  const drawing = sheet()
  const title = wrapped(diagram.title, columnsIn(900))
  drawing.text('title', { x: 0, y: 0 }, title)
  draw(diagram, drawing, sizeOf(title).height + 40)
  const file = {
    type: 'excalidraw',
    version: 2,
    source: 'https://excalidraw.com',
    elements: drawing.elements,
    appState: { gridSize: null, viewBackgroundColor: '#ffffff' },
    files: {},
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function draw(diagram: Diagram, drawing: Sheet, top: number): void {
  switch (diagram.kind) {
    case 'graph':
      graph(diagram, drawing, top)
      break
    case 'timeline':
      timeline(diagram, drawing, top)
      break
    case 'sequence':
      sequence(diagram, drawing, top)
      break
    case 'entities':
      entities(diagram, drawing, top)
      break
    case 'quadrant':
      quadrant(diagram, drawing, top)
  }
}
