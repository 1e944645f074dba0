/**
 * What to do first. In: the context. Out: a few open findings of critical or high severity, worst first, each of another kind
 * as long as there are kinds: whoever mends one of a kind has found the way to mend the others.
 */
import type { LedgerRow } from '../../types'
import type { ViewContext } from '../context'
import { type FindingRow, findingRow, urgent } from './findings'

export const actionCount = 3

interface Action extends FindingRow {
  impact: string | null
  fix: string | null
  /** Other urgent ones of the same rule that are not in the list. */
  sameKind: number
}

export function actionsOf(context: ViewContext): { actions: Action[]; urgent: number } {
  const rows = urgent(context)
  const chosen = ofEachKind(rows, actionCount)
  return {
    urgent: rows.length,
    actions: chosen.map((row) => ({
      ...findingRow(row),
      impact: row.finding?.impact[0] ?? null,
      fix: row.finding?.remediation.text ?? null,
      sameKind: rows.filter((other) => other.rule === row.rule && !chosen.includes(other)).length,
    })),
  }
}

/** The first of every rule; where rules are fewer than asked for, the next ones of any. In the order they came. */
export function ofEachKind(rows: LedgerRow[], most: number): LedgerRow[] {
  const seen = new Set<string>()
  const firsts = rows.filter(({ rule }) => !seen.has(rule) && seen.add(rule)).slice(0, most)
  const chosen = new Set([...firsts, ...rows.filter((row) => !firsts.includes(row)).slice(0, most - firsts.length)])
  return rows.filter((row) => chosen.has(row))
}
