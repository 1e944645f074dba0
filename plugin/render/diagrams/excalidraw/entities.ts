/** Entities as boxes with their fields, joined by arrows whose ends are crow's feet. */
import type { EntityDiagram } from '../../../types'
import { drawnRelations, fieldLine } from '../entities'
import { wrapped } from '../words'
import { columnsIn, lineHeight, type Place, type Sheet, sizeOf } from './elements'
import { layered } from './layout'
import { waysOf } from './ways'

const widestField = 34
const padding = 12
const spacing = { layers: 260, boxes: 40 }

export function entities(diagram: EntityDiagram, sheet: Sheet, top: number): void {
  const idOf = new Map(diagram.entities.map(({ id }, index) => [id, `n${index + 1}`]))
  const boxes = diagram.entities.map(({ id, name, fields, more }) => {
    const rows = [...fields.flatMap((field) => wrapped(fieldLine(field), widestField)), ...(more > 0 ? [`and ${more} more`] : [])]
    const inside = sizeOf(rows)
    const width = Math.max(140, inside.width + 2 * padding, Math.min(sizeOf([name]).width + 24, 340))
    const head = sizeOf(wrapped(name, columnsIn(width - 10))).height + 14
    return { id: idOf.get(id)!, name, rows, head, width, height: head + (rows.length === 0 ? 0 : inside.height + padding) }
  })
  const relations = drawnRelations(diagram)
  const links = relations.map(({ from, to }): [string, string] => [idOf.get(from)!, idOf.get(to)!])
  const layout = layered(boxes, links, spacing)
  const places = new Map<string, Place>()
  for (const { id, name, rows, head, width, height } of boxes) {
    const corner = layout.at.get(id)!
    const place = { x: Math.round(corner.x), y: Math.round(corner.y + top), width, height }
    places.set(id, place)
    sheet.box(id, place, name, { fill: '#e7f5ff', label: 'top' })
    if (rows.length > 0) sheet.line(`${id}-rule`, [place.x, place.y + head - lineHeight / 4], [place.x + width, place.y + head - lineHeight / 4])
    sheet.text(`${id}-fields`, { x: place.x + padding, y: place.y + head }, rows)
  }
  waysOf(
    links.map(([from, to]) => ({ from, to })),
    places,
  ).forEach((points, index) => {
    const relation = relations[index]!
    const [from, to] = links[index]!
    const { fromMany, toMany, label } = relation
    sheet.arrow(`e${index + 1}`, {
      from,
      to,
      points,
      ...(label === undefined ? {} : { label }),
      tail: fromMany ? 'crowfoot_many' : 'crowfoot_one',
      head: toMany ? 'crowfoot_many' : 'crowfoot_one',
    })
  })
}
