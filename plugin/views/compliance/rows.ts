/** Rows of requirement tables. In: results of a standard. Out: what a cell shows; words stand in templates. */
import type { Evidence, FrameworkResult, LedgerRow, RequirementResult } from '../../types'
import type { ViewContext } from '../context'
import { sectionOf } from '../derived/findings'
import { type Section, sectionsOf } from '../nonfunctional/sections'
import { shortened } from './looked-for'

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
  findings: { id: string; section: Section | null }[]
  attributes: Record<string, unknown>
}

export function rowsOf(
  { selection }: FrameworkResult,
  requirements: readonly RequirementResult[],
  context: Pick<ViewContext, 'rows' | 'nonfunctional' | 'program' | 'options' | 'verdict'>,
): RequirementRow[] {
  const { rows, nonfunctional } = context
  const byId = new Map([...nonfunctional, ...rows].map((row) => [row.id, row]))
  return requirements.map(({ id, topic, level, levels, verdict, reason, evidence, gap, remediation, findings, attributes }) => ({
    id,
    topic,
    level,
    asked: selection.values.map((value) => levels.includes(value)),
    verdict,
    reason: shortened(reason).text,
    evidence,
    gap: gap === undefined ? null : shortened(gap).text,
    remediation: remediation ?? null,
    findings: findings.map((it) => {
      const row = byId.get(it)
      return { id: it, section: row ? pageOfFinding(row, context) : null }
    }),
    attributes,
  }))
}

/** Where a finding of either section is told of. */
export const pageOfFinding = (row: LedgerRow, context: Pick<ViewContext, 'nonfunctional' | 'program' | 'options' | 'verdict'>): Section | null =>
  sectionOf(row) ?? sectionsOf(context).get(row.id) ?? null
