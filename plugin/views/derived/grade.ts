/**
 * The security grade. In: the ledger's rows, what was looked at, and how much of it. Out: a letter, or none, with the step
 * that decided it. The steps stand in `site/docs/reports/overview.md` word for word; they are ours, no standard has them.
 */
import type { LedgerRow, Severity } from '../../types'
import type { ViewContext } from '../context'
import { isCounted, isOpen, severities } from './findings'

export type Letter = 'A' | 'B' | 'C' | 'D' | 'F'

export interface Grade {
  /** Null where too little was looked at to say one. */
  letter: Letter | null
  /** Which step decided; a template knows its words. */
  because:
    | 'no code'
    | 'no rules'
    | 'reachable critical'
    | 'several critical'
    | 'one critical'
    | 'many high'
    | 'high'
    | 'many medium'
    | 'medium'
    | 'little'
    | 'incomplete look'
  /** Findings of the step that decided, at the weight they have for the grade. */
  count: number
  /** Of these, how many are more severe, but likely and not proven. */
  likely: number
  /** Severity that the step is about, as words use it; '' where it is about none. */
  decided: string
  /** Open findings as severe as the step that weigh less, because they are likely and not proven. */
  lighter: number
  /** Rules that stopped and code files that could not be read: either keeps the grade from being an A. */
  unseen: number
}

/** More open ones than this of one weight cost a further step. */
export const mostHigh = 3
export const mostMedium = 10

export function gradeOf({ rows, verdict, program }: ViewContext): Grade {
  const unseen = verdict.rulesStopped.length + program.notAnalysed.filter(({ reason }) => unread.has(reason)).length
  const open = rows.filter((row) => isOpen(row) && isCounted(row))
  const of = (severity: Severity | undefined) => open.filter((row) => weightOf(row) === severity)
  const grade = (letter: Grade['letter'], because: Grade['because'], count = 0): Grade => ({
    letter,
    because,
    count,
    likely: of(DECIDED[because]).filter(({ severity }) => severity !== DECIDED[because]).length,
    decided: (DECIDED[because] ?? '').toLowerCase(),
    lighter: open.filter((row) => row.severity === DECIDED[because] && weightOf(row) !== row.severity).length,
    unseen,
  })
  if (!program.files.some(({ kind }) => kind === 'code')) return grade(null, 'no code')
  if (verdict.rulesRun.length === 0) return grade(null, 'no rules')

  const critical = of('Critical')
  const [high, medium] = [of('High').length, of('Medium').length]
  const reachable = critical.filter(({ finding }) => finding?.route && finding.cvssVector.includes('/PR:N'))
  if (reachable.length > 0) return grade('F', 'reachable critical', reachable.length)
  if (critical.length > 1) return grade('F', 'several critical', critical.length)
  if (critical.length === 1) return grade('D', 'one critical', 1)
  if (high > mostHigh) return grade('D', 'many high', high)
  if (high > 0) return grade('C', 'high', high)
  if (medium > mostMedium) return grade('C', 'many medium', medium)
  if (medium > 0) return grade('B', 'medium', medium)
  return unseen > 0 ? grade('B', 'incomplete look', unseen) : grade('A', 'little', open.length)
}

/** The weight that a step counts. */
const DECIDED: Partial<Record<Grade['because'], Severity>> = {
  'reachable critical': 'Critical',
  'several critical': 'Critical',
  'one critical': 'Critical',
  'many high': 'High',
  high: 'High',
  'many medium': 'Medium',
  medium: 'Medium',
}

const unread = new Set(['unreadable', 'does not parse', 'too large', 'not UTF-8'])

/** What is likely and not proven weighs one step less. */
function weightOf({ severity, finding }: LedgerRow): Severity {
  const step = finding?.confidence === 'medium' ? 1 : 0
  return severities[Math.min(severities.indexOf(severity) + step, severities.length - 1)]!
}
