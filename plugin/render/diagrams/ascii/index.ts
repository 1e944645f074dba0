/** Drawings of plain signs. In: a drawing. Out: text of at most 100 columns that holds every word of every label. */
import type { Diagram } from '../../../types'
import { entities } from './entities'
import { graph } from './graph'
import { quadrant } from './quadrant'
import { sequence } from './sequence'
import { timeline } from './timeline'

export const ascii = { language: 'text', write }

function write(diagram: Diagram): string {
  return linesOf(diagram).join('\n')
}

function linesOf(diagram: Diagram): string[] {
  switch (diagram.kind) {
    case 'graph':
      return graph(diagram)
    case 'timeline':
      return timeline(diagram)
    case 'sequence':
      return sequence(diagram)
    case 'entities':
      return entities(diagram)
    case 'quadrant':
      return quadrant(diagram)
  }
}
