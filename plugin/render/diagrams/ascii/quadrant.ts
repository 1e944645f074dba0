/** A field of two by two, with a number for every point and what the numbers stand for below. */
import type { QuadrantDiagram } from '../../../types'
import { cellsOf } from '../quadrant-cells'
import { columnsOf, wrapped } from '../words'
import { canvas, centred, longest, widest } from './canvas'

/** Of one quarter: cells are four columns wide, room for three digits. */
const [cells, rows] = [10, 6]
const [across, heading] = [cells * 4, 3]
const left = 2

export function quadrant({ x, y, quadrants, points }: QuadrantDiagram): string[] {
  const sheet = canvas()
  const centre = left + across + 1
  const quarterHeight = heading + rows
  const rule = `+${'-'.repeat(across)}+${'-'.repeat(across)}+`
  const side = `|${' '.repeat(across)}|${' '.repeat(across)}|`
  for (let row = 0; row <= 2 * quarterHeight + 2; row++) sheet.put(left, row, row % (quarterHeight + 1) === 0 ? rule : side)
  const corners: [column: number, row: number][] = [
    [centre + 1, 1],
    [left + 1, 1],
    [left + 1, quarterHeight + 2],
    [centre + 1, quarterHeight + 2],
  ]
  // What is too long for its heading stands below in full.
  const short = quadrants.map((name) => wrapped(name, across - 2))
  const isCut = (lines: string[]) => lines.length > heading - 1
  corners.forEach(([column, row], index) => {
    const lines = isCut(short[index]!) ? [`(${'abcd'[index]})`] : short[index]!
    for (const [line, text] of lines.entries()) sheet.put(column, row + line, centred(text, across))
  })
  cellsOf(points, cells * 2, rows * 2).forEach((cell, index) => {
    if (!cell) return
    const right = cell.column >= cells
    const below = cell.row >= rows
    const column = left + 1 + cell.column * 4 + (right ? 1 : 0)
    sheet.put(column, 1 + heading + cell.row + (below ? heading + 1 : 0), String(index + 1).padStart(3))
  })
  return [
    ...wrapped(`^ ${y.high}`, widest),
    ...sheet.lines(),
    ...axis(x.low, `${x.high} >`),
    ...wrapped(`v ${y.low}`, widest),
    ...short.flatMap((lines, index) => (isCut(lines) ? entry(`(${'abcd'[index]})`, quadrants[index]!) : [])),
    ...(points.length > 0 ? [''] : []),
    ...points.flatMap((point, index) => entry(String(index + 1).padStart(3), `${point.label} (${share(point.x)}, ${share(point.y)})`)),
  ]
}

function axis(low: string, high: string): string[] {
  const [first, last] = [wrapped(`< ${low}`, across), wrapped(high, across)]
  const sheet = canvas()
  for (const [row, text] of first.entries()) sheet.put(left, row, text)
  const end = left + 2 * across + 3
  for (const [row, text] of last.entries()) sheet.put(end - Math.max(longest(last), columnsOf(text)), row, text)
  return sheet.lines()
}

function entry(mark: string, text: string): string[] {
  return wrapped(text, widest - mark.length - 1).map((line, index) => `${index === 0 ? mark : ' '.repeat(mark.length)} ${line}`)
}

function share(value: number): string {
  return Math.min(1, Math.max(0, value)).toFixed(2)
}
