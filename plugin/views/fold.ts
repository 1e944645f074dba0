/**
 * A drawing that a person can read. In: a graph of any size, in each group the most telling nodes first. Out: about as
 * many nodes as the limit; in the largest groups the last ones are drawn as one node that says how many it stands for.
 * The cut is returned, to be stated under the picture.
 */
import type { DiagramEdge, DiagramNode, GraphDiagram } from '../types'

export interface Folded {
  diagram: GraphDiagram
  /** Nodes of the whole graph, and how many of them are drawn as themselves. */
  total: number
  shown: number
  cut: { group: string; count: number }[]
}

export function fold(whole: GraphDiagram, limit = 25): Folded {
  const total = whole.nodes.length
  // A few more than the limit are still easier to read than a cut.
  if (total <= limit * 1.2) return { diagram: whole, total, shown: total, cut: [] }
  const groups = groupsOf(whole)
  const quota = quotaFor(
    [...groups.values()].map((nodes) => nodes.length),
    limit,
  )
  const standsFor = new Map<string, string>()
  const cut: Folded['cut'] = []
  const nodes: DiagramNode[] = []
  for (const [group, members] of groups) {
    // One node that stands for one node would hide a name and save nothing.
    const kept = members.length <= quota + 1 ? members : members.slice(0, quota)
    const folded = members.slice(kept.length)
    nodes.push(...kept)
    if (folded.length === 0) continue
    const id = `more in ${group ?? 'no group'}`
    nodes.push({ id, label: `${folded.length} more`, shape: 'round', ...(group === undefined ? {} : { group }) })
    for (const node of folded) standsFor.set(node.id, id)
    cut.push({ group: whole.groups.find((it) => it.id === group)?.label ?? '', count: folded.length })
  }
  const edges = joined(whole.edges.map((edge) => ({ ...edge, from: standsFor.get(edge.from) ?? edge.from, to: standsFor.get(edge.to) ?? edge.to })))
  return { diagram: { ...whole, nodes, edges }, total, shown: total - standsFor.size, cut }
}

/** In the order in which the drawing names its groups; nodes without one last. */
function groupsOf({ groups, nodes }: GraphDiagram): Map<string | undefined, DiagramNode[]> {
  const known = new Set(groups.map((group) => group.id))
  const byGroup = new Map<string | undefined, DiagramNode[]>(groups.map((group) => [group.id, []]))
  for (const node of nodes) {
    const group = node.group !== undefined && known.has(node.group) ? node.group : undefined
    byGroup.set(group, [...(byGroup.get(group) ?? []), node])
  }
  return byGroup
}

/** The most nodes that each group may show so that all of them together keep to the limit; never less than one. */
function quotaFor(sizes: number[], limit: number): number {
  const drawn = (quota: number): number => sizes.reduce((sum, size) => sum + Math.min(size, quota + 1), 0)
  let quota = Math.max(...sizes, 1)
  while (quota > 1 && drawn(quota) > limit) quota--
  return quota
}

/** Lines that fell together become one; it keeps its label only where they agree. */
function joined(edges: DiagramEdge[]): DiagramEdge[] {
  const byEnds = new Map<string, DiagramEdge>()
  for (const edge of edges) {
    if (edge.from === edge.to) continue
    const ends = JSON.stringify([edge.from, edge.to])
    const known = byEnds.get(ends)
    if (!known) byEnds.set(ends, edge)
    else
      byEnds.set(ends, {
        ...known,
        ...(known.label === edge.label ? {} : { label: undefined }),
        dashed: Boolean(known.dashed && edge.dashed),
        ...(known.weight === undefined && edge.weight === undefined ? {} : { weight: (known.weight ?? 1) + (edge.weight ?? 1) }),
      })
  }
  return [...byEnds.values()]
}
