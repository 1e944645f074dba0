/** A field of two by two, with a number for every point and what the numbers stand for beside it. */
import type { QuadrantDiagram } from '../../../types'
import { cellsOf } from '../quadrant-cells'
import { wrapped } from '../words'
import { columnsIn, type Sheet, sizeOf } from './elements'

/** Pixels: a cell, and cells to a quarter. */
const [cell, columns, rows] = [40, 10, 7]
const [width, height] = [columns * cell, rows * cell + 80]

export function quadrant({ x, y, quadrants, points }: QuadrantDiagram, sheet: Sheet, top: number): void {
  const above = wrapped(y.high, columnsIn(2 * width))
  sheet.text('y-high', { x: 0, y: top }, above)
  const start = top + sizeOf(above).height + 10
  const corners: [x: number, y: number][] = [
    [width, start],
    [0, start],
    [0, start + height],
    [width, start + height],
  ]
  quadrants.forEach((label, index) => {
    const [left, upper] = corners[index]!
    sheet.box(`q${index + 1}`, { x: left, y: upper, width, height }, label, { label: 'top' })
  })
  cellsOf(points, columns * 2, rows * 2).forEach((it, index) => {
    if (!it) return
    const upper = start + it.row * cell + (it.row < rows ? 80 : 160)
    sheet.box(`d${index + 1}`, { x: it.column * cell + 2, y: upper + 2, width: cell - 4, height: cell - 4 }, String(index + 1), {
      ellipse: true,
      fill: '#a5d8ff',
    })
  })
  const [low, high] = [wrapped(x.low, columnsIn(width - 20)), wrapped(x.high, columnsIn(width - 20))]
  const end = start + 2 * height + 10
  sheet.text('x-low', { x: 0, y: end }, low)
  sheet.text('x-high', { x: 2 * width - sizeOf(high).width, y: end }, high)
  const below = end + Math.max(sizeOf(low).height, sizeOf(high).height) + 10
  sheet.text('y-low', { x: 0, y: below }, wrapped(y.low, columnsIn(2 * width)))
  let row = start
  points.forEach((point, index) => {
    const lines = wrapped(`${index + 1}  ${point.label} (${share(point.x)}, ${share(point.y)})`, 60)
    sheet.text(`d${index + 1}-name`, { x: 2 * width + 40, y: row }, lines)
    row += sizeOf(lines).height + 6
  })
}

function share(value: number): string {
  return Math.min(1, Math.max(0, value)).toFixed(2)
}
