/** Rows of requirement tables. In: results of a standard. Out: what a cell shows; words stand in templates. */
import type { Evidence, FrameworkResult, LedgerRow, RequirementResult } from '../../types'
import type { ViewContext } from '../context'
import { sectionOf } from '../derived/findings'
import { areaPages } from '../nonfunctional/areas'

export interface RequirementRow {
  id: string
  topic: string
  level: string
  /** Of every value of the selection, whether it is asked for there. */
  asked: boolean[]
  verdict: RequirementResult['verdict']
  reason: string
  evidence: Evidence[]
  gap: string | null
  remediation: string | null
  /** `label` is null where only the page is known: tables of the nonfunctional section have rows, and no headings. */
  findings: { id: string; section: { page: string; label: string | null } | null }[]
  attributes: Record<string, unknown>
}

export function rowsOf(
  { selection }: FrameworkResult,
  requirements: readonly RequirementResult[],
  { rows, nonfunctional }: Pick<ViewContext, 'rows' | 'nonfunctional'>,
): RequirementRow[] {
  const byId = new Map([...nonfunctional, ...rows].map((row) => [row.id, row]))
  return requirements.map(({ id, topic, level, levels, verdict, reason, evidence, gap, remediation, findings, attributes }) => ({
    id,
    topic,
    level,
    asked: selection.values.map((value) => levels.includes(value)),
    verdict,
    reason,
    evidence,
    gap: gap ?? null,
    remediation: remediation ?? null,
    findings: findings.map((it) => {
      const row = byId.get(it)
      return { id: it, section: row ? pageOfFinding(row) : null }
    }),
    attributes,
  }))
}

/** Where a finding of either section is told of. */
export const pageOfFinding = (row: LedgerRow): RequirementRow['findings'][number]['section'] => sectionOf(row) ?? areaOf(row)

function areaOf({ nonfunctional }: LedgerRow): { page: string; label: null } | null {
  const page = areaPages.find(({ area }) => area === nonfunctional?.area)
  return page ? { page: page.path, label: null } : null
}
