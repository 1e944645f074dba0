/** Drawings, before any format. */
import type { Evidence } from './evidence'

export interface DiagramNode {
  id: string
  label: string
  shape?: 'box' | 'round' | 'database' | 'queue' | 'actor' | 'hexagon'
  group?: string
  /** Line of the code to which a click on it leads. */
  leadsTo?: Evidence
}

export interface DiagramEdge {
  from: string
  to: string
  label?: string
  dashed?: boolean
  /** How many places say the same: where lines have to be left out, the lightest are. */
  weight?: number
  /** The line that proves it. */
  evidence?: Evidence
}

/** Boxes and arrows. */
export interface GraphDiagram {
  kind: 'graph'
  title: string
  direction: 'LR' | 'TD'
  groups: { id: string; label: string }[]
  nodes: DiagramNode[]
  edges: DiagramEdge[]
}

/** Work over time. Days are `YYYY-MM-DD`. */
export interface TimelineDiagram {
  kind: 'timeline'
  title: string
  sections: { label: string; tasks: { label: string; start: string; end: string }[] }[]
}

/** Who says what to whom, in order. */
export interface SequenceDiagram {
  kind: 'sequence'
  title: string
  participants: { id: string; label: string; shape?: 'actor' | 'participant' | 'database' }[]
  steps: SequenceStep[]
}

export type SequenceStep =
  /** From and to are ids of participants; the same one twice is a step within it. */
  | { kind: 'message'; from: string; to: string; label: string; reply?: boolean; async?: boolean; evidence?: Evidence }
  /** Exactly one branch happens. */
  | { kind: 'alternatives'; branches: { label: string; steps: SequenceStep[] }[] }
  | { kind: 'optional'; label: string; steps: SequenceStep[] }
  | { kind: 'loop'; label: string; steps: SequenceStep[] }
  | { kind: 'note'; over: string[]; text: string }

/** Records and how they belong together. */
export interface EntityDiagram {
  kind: 'entities'
  title: string
  entities: {
    id: string
    name: string
    fields: { name: string; type: string; key?: 'primary' | 'foreign' | 'unique' }[]
    /** Fields that are not among them. */
    more: number
    leadsTo?: Evidence
  }[]
  /** `many`: how many records of each end may belong to one of the other. */
  relations: { from: string; to: string; fromMany: boolean; toMany: boolean; label?: string; evidence: Evidence }[]
}

/** Points on two scales, 0 to 1. */
export interface QuadrantDiagram {
  kind: 'quadrant'
  title: string
  x: { low: string; high: string }
  y: { low: string; high: string }
  /** Top right, top left, bottom left, bottom right. */
  quadrants: [string, string, string, string]
  points: { label: string; x: number; y: number }[]
}

/** A drawing, before any format. More kinds join this union with the pages that need them. */
export type Diagram = GraphDiagram | TimelineDiagram | SequenceDiagram | EntityDiagram | QuadrantDiagram
