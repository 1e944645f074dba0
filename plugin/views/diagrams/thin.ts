/**
 * Lines that a person can follow. In: a graph. Out: the same boxes with the heaviest lines; each box keeps its own heaviest one, so that
 * none stands there as if nothing led to it.
 */
import type { DiagramEdge, GraphDiagram } from '../../types'

export interface Thinned {
  diagram: GraphDiagram
  /** Lines that were left out. */
  without: number
}

export function thinned(diagram: GraphDiagram, most: number): Thinned {
  // A few more than the limit are still easier to read than a cut.
  if (diagram.edges.length <= most * 1.2) return { diagram, without: 0 }
  const weight = ({ weight: own = 1 }: DiagramEdge) => own
  const byWeight = diagram.edges
    .map((edge, index) => ({ edge, index }))
    .sort((one, other) => weight(other.edge) - weight(one.edge) || one.index - other.index)
  const kept = new Set<number>()
  const touched = new Set<string>()
  for (const { edge, index } of byWeight) {
    if (touched.has(edge.from) && touched.has(edge.to)) continue
    kept.add(index)
    touched.add(edge.from).add(edge.to)
  }
  for (const { index } of byWeight) if (kept.size < most) kept.add(index)
  return { diagram: { ...diagram, edges: diagram.edges.filter((_, index) => kept.has(index)) }, without: diagram.edges.length - kept.size }
}
