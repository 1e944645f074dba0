/**
 * Which nonfunctional findings matter first. In: the ledger's rows. Out: the same in order: impact first, then what is sure, then
 * what changes often, for a fault in a file that nobody touches can wait.
 */
import type { Impact, LedgerRow, Program, QualityArea } from '../../types'
import type { ViewContext } from '../context'
import { compareText, inFocus } from '../order'

export const impacts: Impact[] = ['Critical', 'High', 'Medium', 'Low']

/** A row that this build saw. */
export type SeenRow = LedgerRow & { nonfunctional: NonNullable<LedgerRow['nonfunctional']> }

export const isSeen = (row: LedgerRow): row is SeenRow => row.nonfunctional !== undefined && row.status === 'Open'

export function ranked(rows: SeenRow[], { program, options }: Pick<ViewContext, 'program' | 'options'>): SeenRow[] {
  const changes = changesOf(program)
  const focused = inFocus(options)
  const sure = { high: 0, medium: 1, low: 2 }
  const keys = new Map(
    rows.map((row) => [
      row,
      [
        focused(row.file) ? 0 : 1,
        row.suppressed ? 1 : 0,
        impacts.indexOf(row.nonfunctional.impact),
        sure[row.nonfunctional.confidence],
        -(changes.get(row.file) ?? 0),
      ],
    ]),
  )
  return [...rows].sort((a, b) => {
    const [left, right] = [keys.get(a)!, keys.get(b)!]
    const different = left.findIndex((value, index) => value !== right[index])
    return different < 0
      ? compareText(a.file, b.file) || a.nonfunctional.at.line - b.nonfunctional.at.line || compareText(a.id, b.id)
      : left[different]! - right[different]!
  })
}

/** Commits that touched a file, where the history was read. */
export function changesOf({ quality }: Pick<Program, 'quality'>): Map<string, number> {
  return new Map(quality.health.churn.map(({ file, changes }) => [file, changes]))
}

/** Rows of an area; one that is Fixed or could not be looked at has only its id to tell. */
export function rowsOfArea(area: QualityArea, prefix: string, rows: LedgerRow[]): LedgerRow[] {
  return rows.filter((row) => row.nonfunctional?.area === area || (!row.nonfunctional && row.reportId.startsWith(`${prefix}-`)))
}

/** Of one rule in a short list: a reader who knows two of them knows the kind, and wants to see others. */
const mostOfOne = 2

/** The first of an order, with no more than a few of one rule as long as there are others. */
export function firstOf(rows: SeenRow[], count: number): SeenRow[] {
  const taken = new Map<string, number>()
  const spread = rows.filter(({ nonfunctional: { rule } }) => {
    taken.set(rule, (taken.get(rule) ?? 0) + 1)
    return taken.get(rule)! <= mostOfOne
  })
  const left = rows.filter((row) => !spread.includes(row))
  const first = new Set([...spread, ...left].slice(0, count))
  return rows.filter((row) => first.has(row))
}
