/**
 * In: the last ledger and what this build found. Out: the next ledger, and a row for every finding ever seen.
 * A finding keeps its id for as long as it says the same; it is Fixed when its file and rule were looked at and it was gone.
 */
import type { AnalyseOptions, Ledger, LedgerEntry, LedgerRow, Program, Severity, Verdict } from '../types'
import { byId, commonPrefix, idsAfter, prefixes } from './ids'
import { type Candidate, candidateOf, match } from './match'
import { sightOf } from './sight'
import { suppressionsOf } from './suppress'

export interface Build {
  verdict: Verdict
  program: Program
  options: AnalyseOptions
  /** Of this build, `YYYY-MM-DD`. */
  date: string
  commit: string | null
}

export function reconcile(last: Ledger | null, { verdict, program, options, date, commit }: Build): { ledger: Ledger; rows: LedgerRow[] } {
  const couldSee = sightOf(verdict, program, options)
  const suppressionOf = suppressionsOf(program, options, date)
  const known = last?.entries ?? []
  const counters = { ...last?.counters }
  const nextId = idsAfter(counters, known)
  const candidates = verdict.findings.map(candidateOf).sort(mostSevereFirst)
  const pairs = match(candidates, known, couldSee)

  const seen = candidates.map((candidate): LedgerRow => {
    const { finding, identity, subject, text, around } = candidate
    const before = pairs.get(candidate)
    return {
      id: before?.id ?? nextId(commonPrefix),
      reportId: before?.reportId ?? nextId(prefixes[finding.phase]),
      identity,
      rule: finding.rule,
      subject,
      file: finding.at.file,
      text,
      around,
      title: finding.title,
      severity: finding.severity,
      status: 'Open',
      since: before?.since ?? { commit, date },
      finding,
      suppressed: suppressionOf(finding),
    }
  })
  const matched = new Set(pairs.values())
  const unseen = known
    .filter((entry) => !matched.has(entry))
    .map((entry) => (entry.status === 'Open' && couldSee(entry) ? fixed(entry, { commit, date }) : entry))
    .map((entry): LedgerRow => ({ ...entry, finding: undefined, suppressed: undefined }))

  const rows = [...seen, ...unseen].sort(byId)
  return { ledger: { schema: 'plumbline-ledger/1', counters, entries: rows.map(entryOf) }, rows }
}

function fixed(entry: LedgerEntry, fixedIn: LedgerEntry['fixedIn']): LedgerEntry {
  return { ...entry, status: 'Fixed', fixedIn }
}

function entryOf({ finding, suppressed, ...entry }: LedgerRow): LedgerEntry {
  return entry
}

const severities: Severity[] = ['Critical', 'High', 'Medium', 'Low', 'Info']

/** The first build numbers what is worst first. The rest of the order only has to be the same every time. */
function mostSevereFirst({ finding: a, identity: left }: Candidate, { finding: b, identity: right }: Candidate): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    b.cvss - a.cvss ||
    compare(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    compare(a.rule, b.rule) ||
    compare(left, right)
  )
}

/** By code unit: the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
