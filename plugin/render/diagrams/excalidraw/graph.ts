/**
 * Boxes in groups, joined by arrows. Groups are laid out by what leads from one to another, and their boxes within. All runs
 * from left to right, whatever a page prefers: a whiteboard has room to the side, and what arrows say does not overlap then.
 */
import type { DiagramNode, GraphDiagram } from '../../../types'
import { wrapped } from '../words'
import { columnsIn, type Look, type Place, roomFor, type Sheet, sizeOf } from './elements'
import { type Layout, layered, type Spacing } from './layout'
import { waysOf } from './ways'

const looks: Record<NonNullable<DiagramNode['shape']>, Look> = {
  box: {},
  round: { rounded: true, fill: '#a5d8ff' },
  actor: { ellipse: true, fill: '#ffec99' },
  database: { rounded: true, fill: '#b2f2bb' },
  queue: { rounded: true, fill: '#ffc9c9' },
  hexagon: { rounded: true, fill: '#d0bfff' },
}

/** Pixels. Between groups is room for what arrows say. */
const inside: Spacing = { layers: 160, boxes: 24 }
const between: Spacing = { layers: 280, boxes: 40 }
const padding = 24
const labelWidth = 26

interface Part {
  id: string
  /** Undefined for a box that stands alone. */
  label: string | undefined
  layout: Layout
  header: number
  width: number
  height: number
}

export function graph(diagram: GraphDiagram, sheet: Sheet, top: number): void {
  const { nodes, groups } = diagram
  // Ids of nodes come from the code; ids of elements are ours.
  const idOf = new Map(nodes.map(({ id }, index) => [id, `n${index + 1}`]))
  const edges = diagram.edges.filter(({ from, to }) => idOf.has(from) && idOf.has(to))
  const links = edges.map(({ from, to }): [string, string] => [idOf.get(from)!, idOf.get(to)!])
  const sizeOfNode = new Map(nodes.map((node) => [idOf.get(node.id)!, { id: idOf.get(node.id)!, ...boxSize(node) }]))

  const part = (id: string, label: string | undefined, members: DiagramNode[]): Part => {
    const layout = layered(
      members.map((node) => sizeOfNode.get(idOf.get(node.id)!)!),
      links,
      inside,
    )
    if (label === undefined) return { id, label, layout, header: 0, width: layout.width, height: layout.height }
    const width = Math.max(layout.width, 160) + 2 * padding
    const header = sizeOf(wrapped(label, columnsIn(width - 10))).height + 10
    return { id, label, layout, header, width, height: layout.height + header + 2 * padding }
  }
  const parts = [
    ...groups.flatMap((group, index) => {
      const members = nodes.filter((node) => node.group === group.id)
      return members.length === 0 ? [] : [part(`g${index + 1}`, group.label, members)]
    }),
    ...nodes.filter((node) => !groups.some(({ id }) => id === node.group)).map((node) => part(`alone-${idOf.get(node.id)}`, undefined, [node])),
  ]
  const partOf = new Map(parts.flatMap((it) => [...it.layout.at.keys()].map((id) => [id, it.id] as const)))
  const whole = layered(
    parts,
    links.map(([from, to]) => [partOf.get(from)!, partOf.get(to)!]),
    between,
  )

  const places = new Map<string, Place>()
  for (const it of parts) {
    const corner = whole.at.get(it.id)!
    const at = { x: Math.round(corner.x), y: Math.round(corner.y + top) }
    if (it.label !== undefined) sheet.box(it.id, { ...at, width: it.width, height: it.height }, it.label, { dashed: true, label: 'top' })
    const margin = it.label === undefined ? 0 : (it.width - it.layout.width) / 2
    const above = it.label === undefined ? 0 : it.header + padding
    for (const [id, place] of it.layout.at) {
      const { width, height } = sizeOfNode.get(id)!
      places.set(id, { x: Math.round(at.x + margin + place.x), y: Math.round(at.y + above + place.y), width, height })
    }
  }
  for (const node of nodes) {
    const id = idOf.get(node.id)!
    sheet.box(id, places.get(id)!, node.label, looks[node.shape ?? 'box'])
  }
  waysOf(
    links.map(([from, to]) => ({ from, to })),
    places,
  ).forEach((points, index) => {
    const { label, dashed } = edges[index]!
    const [from, to] = links[index]!
    sheet.arrow(`e${index + 1}`, { from, to, points, label: label ?? '', dashed: dashed === true })
  })
}

function boxSize({ label, shape }: DiagramNode): { width: number; height: number } {
  const { width, height } = roomFor(label, labelWidth)
  // The text of an ellipse has to fit into the rectangle within.
  const factor = shape === 'actor' ? 1.45 : 1
  return { width: Math.max(100, Math.ceil(width * factor)), height: Math.max(50, Math.ceil(height * factor)) }
}
