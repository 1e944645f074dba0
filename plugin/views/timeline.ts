/** A drawing of work over time: one more kind of diagram, beside the graph. */
import type { Diagram } from '../types'

export interface TimelineDiagram {
  kind: 'timeline'
  title: string
  /** Days are `YYYY-MM-DD`. */
  sections: { label: string; tasks: { label: string; start: string; end: string }[] }[]
}

export type Drawing = Diagram | TimelineDiagram

/** Counts calendar days in UTC, where every day has the same length. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
