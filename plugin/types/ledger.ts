/** What is remembered of findings from build to build. */
import type { BrokenBy, Claim } from './audit'
import type { Evidence, Severity } from './evidence'
import type { Finding } from './findings'
import type { NonfunctionalFinding } from './quality'

export interface Suppression {
  reason: string
  /** Last day on which it holds, `YYYY-MM-DD`. */
  until?: string
  /** `code` where a comment says it, `options` otherwise. */
  from: 'code' | 'options'
  at?: Evidence
}

export interface LedgerEntry {
  /** `SEC-001`: given once, never reused. */
  id: string
  /** The per-report id of the same entry: `SURF-001`. */
  reportId: string
  /** Hash of rule, subject, what the code says and its surroundings. */
  identity: string
  /** The same of its other places: one of them may be what is left tomorrow. */
  also?: string[]
  /** Parts kept so that a rename or a move can be matched later. */
  rule: string
  subject: string
  file: string
  text: string
  around: string
  title: string
  severity: Severity
  status: 'Open' | 'Fixed'
  /** Commit and day (of the analysed commit) on which it was first seen. */
  since: { commit: string | null; date: string }
  fixedIn?: { commit: string | null; date: string }
  /** Of a discrepancy, where git knows. */
  brokenBy?: BrokenBy
}

/** The file as it is committed or cached. */
export interface Ledger {
  schema: 'plumbline-ledger/1'
  /** Highest number given out per prefix. */
  counters: Record<string, number>
  entries: LedgerEntry[]
}

/** An entry joined to what this build saw. `finding` is undefined when it is Fixed or could not be looked at. */
export interface LedgerRow extends LedgerEntry {
  finding: Finding | undefined
  /** Of the nonfunctional section. */
  nonfunctional?: NonfunctionalFinding
  /** Of a discrepancy: what the document says and what the code does. */
  claim?: Claim
  suppressed: Suppression | undefined
}
