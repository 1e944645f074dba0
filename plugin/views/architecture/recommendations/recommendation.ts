import type { Evidence } from '../../../types'
import type { ViewContext } from '../../context'
import { hoursOf } from '../../derived/effort'

export type Priority = 'High' | 'Medium' | 'Low'
export type Effort = keyof typeof hoursOf

export interface Recommendation {
  /** Of its kind: `cycles`. */
  kind: string
  /** What to do. */
  title: string
  priority: Priority
  /** Why it matters, and why it has that priority. */
  because: string
  /** How to go about it. */
  how: string
  effort: { hours: number }
  /** What it rests on, the most telling first. */
  evidence: Evidence[]
  /** Page that has it all. */
  page?: string
}

/** One kind of advice. In: all that was found. Out: none where nothing speaks for it. */
export type Advice = (context: ViewContext) => Recommendation[]

/** The first place costs most; see `hoursOf`. */
export function effortFor(size: Effort, places: number): { hours: number } {
  const { first, further } = hoursOf[size]
  return { hours: first + further * Math.max(0, places - 1) }
}
