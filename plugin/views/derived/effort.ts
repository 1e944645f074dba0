/**
 * How long it takes to mend something, roughly. In: findings. Out: hours, counted by rule: the first place costs what it
 * takes to find the way to mend it, every further place less. Figures of experience, no standard has them; they stand in
 * `site/docs/reports/summary.md`.
 */
import type { LedgerRow, LookedFor, Severity } from '../../types'
import { severities } from './findings'

/** Hours of one person, by the size of the rule's remedy: the first place, and each further one. */
export const hoursOf: Record<NonNullable<LookedFor['size']>, { first: number; further: number }> = {
  small: { first: 1, further: 0.5 },
  medium: { first: 4, further: 1 },
  large: { first: 16, further: 4 },
}

export interface EffortRow {
  priority: Exclude<Severity, 'Info'>
  count: number
  rules: number
  hours: number
}

/** A day has 8 working hours. */
export const hoursPerDay = 8

export function effortOf(open: LedgerRow[], rules: LookedFor[]): EffortRow[] {
  return severities.flatMap((priority) => {
    const rows = open.filter(({ severity }) => severity === priority)
    if (priority === 'Info') return []
    const places = new Map<string, number>()
    for (const { rule, finding } of rows) places.set(rule, (places.get(rule) ?? 0) + 1 + (finding?.places?.length ?? 0))
    const hours = [...places].reduce((sum, [rule, count]) => sum + hoursFor(rules.find(({ id }) => id === rule)?.size, count), 0)
    return [{ priority, count: rows.length, rules: places.size, hours }]
  })
}

function hoursFor(size: LookedFor['size'] = 'small', places: number): number {
  const { first, further } = hoursOf[size]
  return first + further * (places - 1)
}
