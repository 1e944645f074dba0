/**
 * In: the last ledger and what this build found. Out: the next ledger, and a row for every finding ever seen.
 * A finding keeps its id for as long as it says the same; it is Fixed when its file and rule were looked at and it was gone.
 */
import type { AnalyseOptions, Audit, Ledger, LedgerEntry, LedgerRow, Program, Severity, Verdict } from '../types'
import { areaPrefixes, byId, commonPrefix, discrepancyPrefix, idsAfter, nonfunctionalPrefix, prefixes } from './ids'
import { type Candidate, candidateOf, candidateOfClaim, candidateOfQuality, joinedInto, match } from './match'
import { sharing } from './shared'
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
): { ledger: Ledger; rows: LedgerRow[]; nonfunctional: LedgerRow[]; discrepancies: LedgerRow[] } {
  const couldSee = sightOf(verdict, program, options, audit)
  const suppressionOf = suppressionsOf(program, options, date)
  const known = last?.entries ?? []
  const counters = { ...last?.counters }
  const nextId = idsAfter(counters, known)
  const candidates = verdict.findings.map(candidateOf).sort(mostSevereFirst)
  const discrepancies = (audit?.claims ?? []).filter(({ verdict: it }) => it === 'false').map(candidateOfClaim)
  const { shared, own } = sharing(verdict.nonfunctional?.findings ?? [], candidates)
  const all = [...candidates, ...own.map(candidateOfQuality), ...discrepancies]
  const pairs = match(all, known, couldSee)

  const seen = all.map((candidate): LedgerRow => {
    const { finding, claim, rule, file, identity, subject, text, around, also = [] } = candidate
    const nonfunctional = candidate.nonfunctional ?? shared.get(candidate)
    const judged = finding ?? candidate.nonfunctional
    const before = pairs.get(candidate)
    const id = before?.id ?? nextId(claim ? discrepancyPrefix : finding ? commonPrefix : nonfunctionalPrefix)
    return {
      id,
      reportId: before?.reportId ?? (finding ? nextId(prefixes[finding.phase]) : nonfunctional ? nextId(areaPrefixes[nonfunctional.area]) : id),
      identity,
      ...(also.length > 0 ? { also } : {}),
      rule,
      subject,
      file,
      text,
      around,
      title: judged?.title ?? subject,
      severity: finding?.severity ?? nonfunctional?.impact ?? claim?.severity ?? 'Medium',
      status: 'Open',
      since: before?.since ?? { commit, date },
      // One that comes back was broken anew.
      ...(before?.brokenBy && before.status === 'Open' ? { brokenBy: before.brokenBy } : {}),
      finding,
      ...(nonfunctional ? { nonfunctional } : {}),
      ...(claim ? { claim } : {}),
      suppressed: judged && suppressionOf(judged),
    }
  })
  const matched = new Set(pairs.values())
  const joined = joinedInto(pairs, candidates, known)
  const unseen = known
    .filter((entry) => !matched.has(entry) && !joined.has(entry))
    .map((entry) => (entry.status === 'Open' && couldSee(entry) ? fixed(entry, { commit, date }) : entry))
    .map((entry): LedgerRow => ({ ...entry, finding: undefined, suppressed: undefined }))

  const rows = [...seen, ...unseen].sort(byId)
  const isOf = (prefix: string) => (row: LedgerRow) => row.id.startsWith(`${prefix}-`)
  return {
    // As it is printed: what is read back tomorrow has to be the same.
    ledger: { schema: 'plumbline-ledger/1', counters: byName(counters), entries: rows.map(entryOf) },
    rows: rows.filter(isOf(commonPrefix)),
    nonfunctional: rows.filter((row) => isOf(nonfunctionalPrefix)(row) || row.nonfunctional),
    discrepancies: rows.filter(isOf(discrepancyPrefix)),
  }
}

const byName = (counters: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counters).sort(([one], [other]) => compare(one, other)))

function fixed(entry: LedgerEntry, fixedIn: LedgerEntry['fixedIn']): LedgerEntry {
  return { ...entry, status: 'Fixed', fixedIn }
}

/** Of a row, what a ledger keeps: with the verdict it tells the rest. */
export function entryOf({ finding, nonfunctional, claim, suppressed, ...entry }: LedgerRow): LedgerEntry {
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
