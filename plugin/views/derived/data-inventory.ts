/** Rows of the sensitive data inventory. In: the program. Out: one row a field, worst class first, and what was looked at. */
import type { Classification, Program, SensitiveField } from '../../types'
import type { Notes } from '../answer'
import { type ControlRow, controlRow } from '../controls'
import { compareText } from '../order'

export interface InventoryRow {
  field: string
  entity: string
  classification: Classification
  what: string
  because: string
  at: SensitiveField['at']
  encrypted: ControlRow
  logged: ControlRow
  retention: ControlRow
}

export interface Inventory {
  rows: InventoryRow[]
  counts: { classification: Classification; count: number }[]
  /** Entities that were read, and how many fields they have together. */
  stored: number
  carried: number
  fields: number
  /** Names of stored entities without a sensitive field. */
  others: string[]
}

/** The place of the field stands in its own column. */
const elsewhere = (row: ControlRow, { file, line }: SensitiveField['at']): ControlRow => ({
  ...row,
  evidence: row.evidence.filter((at) => at.file !== file || at.line !== line),
})

/** In the order in which a reader wants them. */
export const CLASSES: Classification[] = ['Secret', 'PCI', 'PHI', 'Sensitive PII', 'PII']

export function dataInventory({ entities, posture }: Pick<Program, 'entities' | 'posture'>, reasons: Notes): Inventory {
  const { fields } = posture.dataProtection
  const rank = ({ classification }: SensitiveField) => CLASSES.indexOf(classification)
  const rows = [...fields]
    .sort(
      (one, other) =>
        rank(one) - rank(other) || compareText(one.entity, other.entity) || compareText(one.at.file, other.at.file) || one.at.line - other.at.line,
    )
    .map(({ field, entity, classification, what, because, at, encrypted, logged, retention }) => ({
      field,
      entity,
      classification,
      what,
      because,
      at,
      encrypted: elsewhere(controlRow(encrypted, reasons), at),
      logged: elsewhere(controlRow(logged, reasons), at),
      retention: controlRow(retention, reasons),
    }))
  const listed = new Set(fields.map(({ entity }) => entity))
  const stored = entities.filter(({ kind }) => kind === 'stored')
  return {
    rows,
    counts: CLASSES.map((classification) => ({
      classification,
      count: fields.filter((each) => each.classification === classification).length,
    })).filter(({ count }) => count > 0),
    stored: stored.length,
    carried: entities.length - stored.length,
    fields: entities.reduce((sum, each) => sum + each.fields.length, 0),
    others: [...new Set(stored.filter(({ name }) => !listed.has(name)).map(({ name }) => name))].sort(compareText),
  }
}
