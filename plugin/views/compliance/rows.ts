/** Rows of requirement tables. In: results of a standard. Out: what a cell shows; words stand in templates. */
import type { Evidence, FrameworkResult, RequirementResult } from '../../types'
import type { ViewContext } from '../context'
import { sectionOf } from '../derived/findings'

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
  findings: { id: string; section: { page: string; label: string } | null }[]
  attributes: Record<string, unknown>
}

export function rowsOf(
  { selection }: FrameworkResult,
  requirements: readonly RequirementResult[],
  { rows }: Pick<ViewContext, 'rows'>,
): RequirementRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
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
      return { id: it, section: row ? sectionOf(row) : null }
    }),
    attributes,
  }))
}
