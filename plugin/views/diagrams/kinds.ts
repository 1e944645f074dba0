/** Every picture of the architecture, in the order of the pages. Adding one is an entry here, and a word on how to read it in the template. */
import type { Diagram, Evidence, GraphDiagram, Program } from '../../types'
import { boundariesOf } from '../derived/boundaries'
import { dataDiagram } from '../derived/data-diagram'
import { fold } from '../fold'
import { diagramsFolder, reports, surfacePath } from '../reports'
import { architectureDrawing, componentDrawings, containerDrawing, contextDrawing } from './containers'
import { deploymentDrawing } from './deployment'
import type { Drawing } from './drawn'
import { entityDrawing } from './entities'
import { moduleDrawing } from './modules'
import { thinned } from './thin'

export interface DiagramKind {
  /** As the command line calls it. */
  id: 'architecture' | 'context' | 'containers' | 'components' | 'modules' | 'entities' | 'deployment' | 'boundaries' | 'data-flow'
  title: string
  about: string
  page: string
  /** It stands on a page of another section, which says more about it. */
  isElsewhere?: true
  drawings(program: Program): Picture[]
}

export interface Line {
  from: string
  to: string
  label: string
  evidence: Evidence
}

/** One picture as it is shown, and the whole it was folded from. */
export interface Picture {
  of?: string
  diagram: Diagram
  shown: number
  total: number
  cut: { group: string; count: number }[]
  /** Lines that were left out, the lightest. */
  without: number
  lines: Line[]
  notes: string[]
  /** Undefined where the picture shows all of it. */
  whole: { diagram: Diagram; lines: Line[] } | undefined
}

/** In one picture: more cannot be followed with the eye. */
const MOST_LINES = 45

export function pictureOf({ of, diagram, notes = [] }: Drawing): Picture {
  const folded = fold(diagram)
  const thin = thinned(folded.diagram, MOST_LINES)
  return {
    ...(of === undefined ? {} : { of }),
    diagram: thin.diagram,
    shown: folded.shown,
    total: folded.total,
    cut: folded.cut,
    without: thin.without,
    lines: linesIn(thin.diagram),
    notes,
    whole: folded.cut.length === 0 && thin.without === 0 ? undefined : { diagram, lines: linesIn(diagram) },
  }
}

function linesIn({ nodes, edges }: GraphDiagram): Line[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.flatMap(({ from, to, label, evidence }) =>
    evidence ? [{ from: labels.get(from) ?? from, to: labels.get(to) ?? to, label: label ?? '', evidence }] : [],
  )
}

/** However many lines join them. */
const FEWEST_ENTITIES = 12

function entityPictures({ entities }: Program): Picture[] {
  let drawing = entityDrawing(entities)
  for (let limit = 25; drawing.diagram.relations.length > MOST_LINES && limit > FEWEST_ENTITIES; limit--) drawing = entityDrawing(entities, limit)
  if (drawing.diagram.entities.length === 0) return []
  const whole = drawing.left.length === 0 ? undefined : entityDrawing(entities, Number.POSITIVE_INFINITY).diagram
  const lines = ({ relations }: typeof drawing.diagram): Line[] =>
    relations.map(({ from, to, fromMany, toMany, label, evidence }) => ({
      from,
      to,
      label: `${fromMany ? 'many' : 'one'} to ${toMany ? 'many' : 'one'}${label === undefined ? '' : `, by ${label}`}`,
      evidence,
    }))
  return [
    {
      diagram: drawing.diagram,
      shown: drawing.shown,
      total: drawing.total,
      cut: drawing.left.length === 0 ? [] : [{ group: '', count: drawing.left.length }],
      without: 0,
      lines: lines(drawing.diagram),
      notes: [],
      whole: whole ? { diagram: whole, lines: lines(whole) } : undefined,
    },
  ]
}

const some = (drawing: Drawing): Picture[] => (drawing.diagram.nodes.length === 0 ? [] : [pictureOf(drawing)])
const page = (id: string) => `${diagramsFolder}/${id}.md`

export const diagramKinds: DiagramKind[] = [
  {
    id: 'architecture',
    title: 'Architecture',
    about: 'Frontend, backend, data and external systems, and what calls what.',
    page: page('architecture'),
    drawings: (program) => some(architectureDrawing(program)),
  },
  {
    id: 'context',
    title: 'System context',
    about: 'The system as one box among the people and systems around it (C4, level 1).',
    page: page('context'),
    drawings: (program) => some(contextDrawing(program)),
  },
  {
    id: 'containers',
    title: 'Containers',
    about: 'What runs and what keeps data by itself (C4, level 2).',
    page: page('containers'),
    drawings: (program) => some(containerDrawing(program)),
  },
  {
    id: 'components',
    title: 'Components',
    about: 'The parts of each container and what they use (C4, level 3).',
    page: page('components'),
    drawings: (program) => componentDrawings(program).map(pictureOf),
  },
  {
    id: 'modules',
    title: 'Modules',
    about: 'Which folder imports which.',
    page: page('modules'),
    drawings: ({ architecture }) => some(moduleDrawing(architecture.modules)),
  },
  {
    id: 'entities',
    title: 'Entities',
    about: 'Records that the code stores, and how they belong together.',
    page: page('entities'),
    drawings: entityPictures,
  },
  {
    id: 'deployment',
    title: 'Deployment',
    about: 'What runs where, as files of operation say it.',
    page: page('deployment'),
    drawings: (program) => some(deploymentDrawing(program)),
  },
  {
    id: 'boundaries',
    title: 'Network boundaries',
    about: 'What talks to what across which boundary: external, edge, application, data.',
    page: surfacePath,
    isElsewhere: true,
    drawings: (program) => some({ diagram: boundariesOf(program) }),
  },
  {
    id: 'data-flow',
    title: 'Data flow',
    about: 'Where sensitive data comes in, is processed and kept, and goes out.',
    page: reports.find(({ phase }) => phase === 'Data Protection')?.path ?? surfacePath,
    isElsewhere: true,
    drawings: (program) => some({ diagram: dataDiagram(program) }),
  },
]
