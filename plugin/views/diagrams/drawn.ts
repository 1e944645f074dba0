/** What pictures of the architecture are made of: nodes once each, and lines that are proven. */
import type { Component, DiagramEdge, DiagramNode, Evidence, GraphDiagram } from '../../types'

export interface Drawing {
  /** Of several on one page, which part it shows: a container. */
  of?: string
  diagram: GraphDiagram
  /** What stands in it that needs a word: an empty part, a rule of drawing. */
  notes?: string[]
}

/** A graph as it grows. What leads twice from one node to another is one line. */
export class Graph {
  private readonly nodes = new Map<string, DiagramNode>()
  private readonly edges = new Map<string, { edge: DiagramEdge; labels: Set<string> }>()

  node(node: DiagramNode): string {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, node)
    return node.id
  }

  has(id: string): boolean {
    return this.nodes.has(id)
  }

  /** Nothing is drawn that no line proves. */
  edge(from: string, to: string, label: string, evidence: Evidence | undefined, dashed = false): void {
    if (!evidence || from === to || !this.nodes.has(from) || !this.nodes.has(to)) return
    const key = JSON.stringify([from, to])
    const known = this.edges.get(key)
    if (!known) this.edges.set(key, { edge: { from, to, evidence, ...(dashed ? { dashed } : {}) }, labels: new Set([label]) })
    else {
      known.labels.add(label)
      if (!dashed) delete known.edge.dashed
    }
  }

  /** The most telling nodes of each group first: those that most lines end at. */
  diagram(title: string, direction: GraphDiagram['direction'], groups: GraphDiagram['groups'], mostLabels = 3): GraphDiagram {
    const edges = [...this.edges.values()].map(({ edge, labels }) => ({ ...edge, ...labelled([...labels].filter(Boolean), mostLabels) }))
    const lines = new Map<string, number>()
    for (const { from, to } of edges) for (const id of [from, to]) lines.set(id, (lines.get(id) ?? 0) + 1)
    const nodes = [...this.nodes.values()].sort((one, other) => (lines.get(other.id) ?? 0) - (lines.get(one.id) ?? 0))
    return { kind: 'graph', title, direction, groups: groups.filter(({ id }) => nodes.some(({ group }) => group === id)), nodes, edges }
  }
}

function labelled(labels: string[], most: number): { label?: string } {
  if (labels.length === 0) return {}
  return { label: labels.slice(0, most).join(', ') + (labels.length > most ? '…' : '') }
}

export const shapeOf: Record<Component['kind'], DiagramNode['shape']> = {
  frontend: 'round',
  backend: 'box',
  worker: 'box',
  function: 'box',
  command: 'box',
  library: 'box',
  module: 'box',
  'data store': 'database',
  cache: 'database',
  queue: 'queue',
  'file store': 'database',
  'external system': 'hexagon',
}

/** Characters of a label: longer ones make boxes that nothing else fits beside. */
const MOST_LABEL = 48

export function shortened(text: string, most = MOST_LABEL): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
}

/** As C4 writes it: the name, and what it is made with. */
export function componentNode({ id, name, kind, technology, evidence }: Component, group: string | undefined): DiagramNode {
  const plain = shortened(name)
  const made =
    technology !== '' && !plain.toLowerCase().includes(technology.toLowerCase().split(',')[0] as string) ? ` (${shortened(technology, 28)})` : ''
  const [at] = evidence
  return { id, label: `${plain}${made}`, shape: shapeOf[kind], ...(group === undefined ? {} : { group }), ...(at ? { leadsTo: at } : {}) }
}
