/** Bars over an axis of days. */
import type { TimelineDiagram } from '../../../types'
import { wrapped } from '../words'
import { columnsIn, type Sheet, sizeOf } from './elements'

/** Pixels. */
const [labels, room, between] = [420, 720, 12]
const ticks = 6

export function timeline({ sections }: TimelineDiagram, sheet: Sheet, top: number): void {
  const tasks = sections.flatMap((section) => section.tasks)
  const days = tasks.flatMap(({ start, end }) => [dayOf(start), dayOf(end) + 1])
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const at = (day: number) => labels + Math.round(((day - first) / Math.max(1, last - first)) * room)
  let y = top + 40
  sections.forEach((section, index) => {
    const heading = wrapped(section.label, columnsIn(labels + room))
    sheet.text(`s${index + 1}`, { x: 0, y }, heading)
    y += sizeOf(heading).height + between
    section.tasks.forEach((task, count) => {
      const id = `s${index + 1}-t${count + 1}`
      const lines = wrapped(`${task.label} (${task.start} to ${task.end})`, columnsIn(labels - 40))
      const { height } = sizeOf(lines)
      const [from, to] = [at(dayOf(task.start)), at(dayOf(task.end) + 1)]
      sheet.text(`${id}-label`, { x: 20, y }, lines)
      sheet.box(id, { x: from, y: y + 2, width: Math.max(4, to - from), height: height - 4 }, '', { rounded: true, fill: '#a5d8ff' })
      y += height + between
    })
  })
  if (tasks.length === 0) return
  sheet.line('axis', [labels, top + 30], [labels + room, top + 30])
  const marks = [...new Set(Array.from({ length: ticks }, (_, index) => Math.round(first + ((last - first) * index) / (ticks - 1))))]
  marks.forEach((day, index) => {
    sheet.text(`tick${index + 1}-label`, { x: at(day) - 45, y: top }, [dateOf(day)])
    sheet.line(`tick${index + 1}`, [at(day), top + 24], [at(day), y], { dashed: true })
  })
}

const aDay = 86_400_000

function dayOf(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / aDay)
}

function dateOf(day: number): string {
  return new Date(day * aDay).toISOString().slice(0, 10)
}
