/**
 * In: the last ledger and what this build found. Out: the next ledger, and a row for every finding ever seen.
 * A finding keeps its id for as long as it says the same; it is Fixed when its file and rule were looked at and it was gone.
 */
import type { AnalyseOptions, Audit, Ledger, LedgerEntry, LedgerRow, Program, Severity, Verdict } from '../types'
import { byId, commonPrefix, discrepancyPrefix, idsAfter, prefixes } from './ids'
import { type Candidate, candidateOf, candidateOfClaim, joinedInto, match } from './match'
import { sightOf } from './sight'
import { suppressionsOf } from './suppress'

export { suppressionsOf } from './suppress'

export interface Build {
  verdict: Verdict
  /** Of documents; undefined where none was made. */
  audit?: Audit
  program: Program
  options: AnalyseOptions
  /** Of this build, `YYYY-MM-DD`. */
  date: string
  commit: string | null
}

export function reconcile(
  last: Ledger | null,
  { verdict, audit, program, options, date, commit }: Build,
): { ledger: Ledger; rows: LedgerRow[]; discrepancies: LedgerRow[] } {
  const couldSee = sightOf(verdict, program, options, audit)
  const suppressionOf = suppressionsOf(program, options, date)
  const known = last?.entries ?? []
  const counters = { ...last?.counters }
  const nextId = idsAfter(counters, known)
  const candidates = verdict.findings.map(candidateOf).sort(mostSevereFirst)
  const discrepancies = (audit?.claims ?? []).filter(({ verdict: it }) => it === 'false').map(candidateOfClaim)
  const pairs = match([...candidates, ...discrepancies], known, couldSee)

  const seen = [...candidates, ...discrepancies].map((candidate): LedgerRow => {
    const { finding, claim, rule, file, identity, subject, text, around, also = [] } = candidate
    const before = pairs.get(candidate)
    const id = before?.id ?? nextId(claim ? discrepancyPrefix : commonPrefix)
    return {
      id,
      reportId: before?.reportId ?? (finding ? nextId(prefixes[finding.phase]) : id),
      identity,
      ...(also.length > 0 ? { also } : {}),
      rule,
      subject,
      file,
      text,
      around,
      title: finding?.title ?? subject,
      severity: finding?.severity ?? claim?.severity ?? 'Medium',
      status: 'Open',
      since: before?.since ?? { commit, date },
      // One that comes back was broken anew.
      ...(before?.brokenBy && before.status === 'Open' ? { brokenBy: before.brokenBy } : {}),
      finding,
      ...(claim ? { claim } : {}),
      suppressed: finding && suppressionOf(finding),
    }
  })
  const matched = new Set(pairs.values())
  const joined = joinedInto(pairs, candidates, known)
  const unseen = known
    .filter((entry) => !matched.has(entry) && !joined.has(entry))
    .map((entry) => (entry.status === 'Open' && couldSee(entry) ? fixed(entry, { commit, date }) : entry))
    .map((entry): LedgerRow => ({ ...entry, finding: undefined, suppressed: undefined }))

  const rows = [...seen, ...unseen].sort(byId)
  const isDiscrepancy = ({ id }: LedgerRow) => id.startsWith(`${discrepancyPrefix}-`)
  return {
    ledger: { schema: 'plumbline-ledger/1', counters, entries: rows.map(entryOf) },
    rows: rows.filter((row) => !isDiscrepancy(row)),
    discrepancies: rows.filter(isDiscrepancy),
  }
}

function fixed(entry: LedgerEntry, fixedIn: LedgerEntry['fixedIn']): LedgerEntry {
  return { ...entry, status: 'Fixed', fixedIn }
}

function entryOf({ finding, claim, suppressed, ...entry }: LedgerRow): LedgerEntry {
  return entry
}

const severities: Severity[] = ['Critical', 'High', 'Medium', 'Low', 'Info']

/** The first build numbers what is worst first. The rest of the order only has to be the same every time. */
function mostSevereFirst(one: Candidate, other: Candidate): number {
  const [a, b] = [one.finding!, other.finding!]
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    b.cvss - a.cvss ||
    compare(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    compare(a.rule, b.rule) ||
    compare(one.identity, other.identity)
  )
}

/** By code unit: the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
