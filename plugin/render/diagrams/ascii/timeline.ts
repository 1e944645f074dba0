/** Bars over an axis of days. In: sections of tasks. Out: a line a task, with its days in figures. */
import type { TimelineDiagram } from '../../../types'
import { wrapped } from '../words'
import { longest, padded, widest } from './canvas'

const widestLabel = 36
/** `2026-03-14 2026-04-13 |` before a bar. */
const days = 24

export function timeline({ sections }: TimelineDiagram): string[] {
  const tasks = sections.flatMap((section) => section.tasks)
  if (tasks.length === 0) return sections.flatMap(({ label }) => wrapped(label, widest))
  const [first, last] = [Math.min(...tasks.map(({ start }) => dayOf(start))), Math.max(...tasks.map(({ end }) => dayOf(end)))]
  const labels = Math.min(widestLabel, Math.max(12, longest(tasks.flatMap(({ label }) => wrapped(label, widestLabel)))))
  const room = widest - labels - days
  // A task lasts to the end of its last day.
  const at = (day: number) => Math.round(((day - first) / Math.max(1, last - first + 1)) * room)
  const blank = ' '.repeat(labels + days)
  const middle = dateOf(Math.round((first + last + 1) / 2))
  const half = Math.floor(room / 2)
  return [
    `${blank}${padded(dateOf(first), half - 5)}${padded(middle, room - half - 5)}${dateOf(last)}`,
    `${blank}${padded('|', half)}${padded('|', room - half - 1)}|`,
    ...sections.flatMap(({ label, tasks: inside }) => [
      ...wrapped(label, widest - 3).map((text, index) => (index === 0 ? `== ${text}` : `   ${text}`)),
      ...inside.flatMap((task) => {
        const [from, to] = [at(dayOf(task.start)), at(dayOf(task.end) + 1)]
        const bar = `|${' '.repeat(from)}${'#'.repeat(Math.max(1, to - from))}`
        const [head, ...more] = wrapped(task.label, labels - 2)
        return [`  ${padded(head!, labels - 2)} ${task.start} ${task.end} ${bar}`, ...more.map((text) => `    ${text}`)]
      }),
    ]),
  ]
}

const aDay = 86_400_000

function dayOf(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / aDay)
}

function dateOf(day: number): string {
  return new Date(day * aDay).toISOString().slice(0, 10)
}
