/**
 * The part that every report has: what was looked for, how much of it was found, and a section for each finding. In: a
 * report. Out: data for the partials `looked-for` and `findings`. What is less certain stands apart and is in no count.
 */
import type { LedgerRow, LookedFor, Phase } from '../../types'
import type { ViewContext } from '../context'
import { compareText } from '../order'
import type { Report } from '../reports'
import { failedRequirements } from './failed-requirements'
import { type FindingGroup, groupsOf, weaknessAddress } from './finding-groups'
import { type FindingRow, findingRow, inOrder, isCounted, isOpen, rowsOf, type Tally, tally } from './findings'

export interface FindingsPart {
  /** What a reader of the first screen has to know. */
  lead: Lead
  looked: Looked
  tally: Tally[]
  fixed: number
  suppressed: number
  findings: FindingRow[]
  unsure: FindingRow[]
  sections: FindingGroup[]
  unsureSections: FindingGroup[]
  /** So many that the table of contents would hide the page's outline. */
  areMany: boolean
}

interface Lead {
  open: number
  /** Severities of open findings only. */
  tally: Tally[]
  /** Whatever the focus is: the first sentence of a report must not hide a worse one. */
  worst: FindingRow | null
  unsure: number
}

const withFails = (groups: FindingGroup[], fails: ReturnType<typeof failedRequirements>): FindingGroup[] =>
  groups.map((group) => ({ ...group, sections: group.sections.map((section) => ({ ...section, fails: fails.get(section.id) ?? [] })) }))

interface LookedForRow {
  title: string
  weaknesses: string[]
  /** Sure ones of this analysis; what was fixed earlier is not among them. */
  found: number
  unsure: number
  group: string | null
  hasStopped: boolean
  /** Why it was not looked for, where what that needs was not given. */
  blind: string | null
}

export interface Looked {
  ran: number
  stopped: number
  /** Rules that found something. */
  found: number
  /** What found something or stopped, then the rest where that is short. */
  shown: LookedForRow[]
  /** Rules that found nothing, where they are too many to stand before the findings. */
  folded: LookedForRow[]
}

const many = 40

/** More rows than this that say "nothing" are folded away. */
const mostOpen = 12

export function findingsPart(report: Report, context: ViewContext): FindingsPart {
  const rows = rowsOf(report, context)
  const sure = rows.filter(isCounted)
  const unsure = rows.filter((row) => !isCounted(row))
  const { rulesRun } = context.verdict
  const fails = failedRequirements(context.compliance)
  const sections = withFails(groupsOf(sure, rulesRun), fails)
  const unsureSections = groupsOf(unsure, rulesRun, sections)
  return {
    lead: leadOf(sure, unsure.length, context),
    looked: lookedOf(report.phase, context, rows, [...sections, ...unsureSections]),
    tally: tally(rows),
    fixed: sure.filter(({ status }) => status === 'Fixed').length,
    suppressed: sure.filter((row) => row.status === 'Open' && row.suppressed).length,
    findings: sure.map(findingRow),
    unsure: unsure.map(findingRow),
    sections,
    unsureSections,
    areMany: rows.length > many,
  }
}

function leadOf(sure: LedgerRow[], unsure: number, context: ViewContext): Lead {
  const open = inOrder(sure.filter(isOpen), { ...context, options: { ...context.options, focus: [] } })
  return { open: open.length, tally: tally(open).filter((it) => it.open > 0), worst: open[0] ? findingRow(open[0]) : null, unsure }
}

function lookedOf(phase: Phase | undefined, { verdict }: ViewContext, rows: LedgerRow[], groups: FindingGroup[]): Looked {
  const rowOf = ({ id, title, cwe }: LookedFor, hasStopped: boolean, blind: string | null = null): LookedForRow => {
    const those = rows.filter(({ rule, finding }) => finding && rule === id)
    const found = those.filter(isCounted).length
    const group = those.length > 0 ? groups.find(({ rule }) => rule === id) : undefined
    return { title, weaknesses: cwe.map(weaknessAddress), found, unsure: those.length - found, group: group?.label ?? null, hasStopped, blind }
  }
  const ofPhase = (rules: LookedFor[]) => rules.filter((rule) => rule.phase === phase)
  const ran = ofPhase(verdict.rulesRun).map((rule) => rowOf(rule, false))
  const stopped = ofPhase(verdict.rulesStopped).map((rule) => rowOf(rule, true))
  const blind = (verdict.rulesBlind ?? []).filter((rule) => rule.phase === phase).map((rule) => rowOf(rule, false, rule.reason))
  const hasFound = ({ found, unsure }: LookedForRow): boolean => found + unsure > 0
  const found = ran.filter(hasFound).sort((a, b) => b.found - a.found || b.unsure - a.unsure || compareText(a.title, b.title))
  const nothing = ran.filter((row) => !hasFound(row)).sort((a, b) => compareText(a.title, b.title))
  const folds = nothing.length > mostOpen
  return {
    ran: ran.length,
    stopped: stopped.length,
    found: found.length,
    shown: [...found, ...stopped, ...blind, ...(folds ? [] : nothing)],
    folded: folds ? nothing : [],
  }
}
