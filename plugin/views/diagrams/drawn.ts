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
  edge(from: string, to: string, label: string, evidence: Evidence | undefined, { dashed = false, weight = 1 } = {}): void {
    if (!evidence || from === to || !this.nodes.has(from) || !this.nodes.has(to)) return
    const key = JSON.stringify([from, to])
    const known = this.edges.get(key)
    if (!known) this.edges.set(key, { edge: { from, to, evidence, weight, ...(dashed ? { dashed } : {}) }, labels: new Set([label]) })
    else {
      known.labels.add(label)
      known.edge.weight = (known.edge.weight ?? 0) + weight
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

function labelled(all: string[], most: number): { label?: string } {
  const labels = withoutDoubt(all)
  if (labels.length === 0) return {}
  return { label: labels.slice(0, most).join(', ') + (labels.length > most ? '…' : '') }
}

const ACCESS = ['reads', 'writes', 'reads and writes']

/** What several places do is one thing to who looks at the picture. */
function withoutDoubt(labels: string[]): string[] {
  const access = labels.filter((label) => ACCESS.includes(label))
  if (access.length === 0) return labels
  const one = access.length === 1 ? (access[0] as string) : 'reads and writes'
  return [one, ...labels.filter((label) => !ACCESS.includes(label) && label !== 'uses')]
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
const MOST_NAME = 34

export function shortened(text: string, most = MOST_LABEL): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
}

/** As C4 writes it: the name, and what it is made with where it is ours; what others made is known by its name. */
export function componentNode({ id, name, kind, technology, evidence }: Component, group: string | undefined): DiagramNode {
  const plain = shortened(name.length > MOST_NAME ? name.replace(/\s*\(.*\)?$/, '') : name, MOST_NAME)
  const own = kind !== 'external system' && shapeOf[kind] !== 'database' && kind !== 'queue'
  const [first = '', second] = technology.split(', ')
  const made =
    own && first !== '' && !plain.toLowerCase().includes(first.toLowerCase()) ? ` (${shortened([first, second].filter(Boolean).join(', '), 28)})` : ''
  const [at] = evidence
  return { id, label: `${plain}${made}`, shape: shapeOf[kind], ...(group === undefined ? {} : { group }), ...(at ? { leadsTo: at } : {}) }
}
