import type { Evidence, Severity } from './evidence'

/** One installed package that an advisory is about. */
export interface Vulnerability {
  package: string
  /** As the lock file says. */
  version: string
  ecosystem: string
  /** `GHSA-…`, `CVE-…`; the first is the advisory's own. */
  ids: string[]
  summary: string
  severity: Severity
  /** CVSS vector and score of the advisory; undefined where it has none. */
  vector?: string
  score?: number
  cwe: number[]
  /** First versions that are not affected. */
  fixedIn: string[]
  /** Named in a manifest of the project; otherwise `through` says how it comes in, outermost first. */
  direct: boolean
  through: string[]
  scope: 'runtime' | 'dev' | 'optional' | 'peer'
  /** Line of the lock file or manifest. */
  at: Evidence
  /** Imports of it in the code. Empty: none; of a transitive one, imports of the direct one that brings it. */
  imports: Evidence[]
  url: string
}

export interface Advisories {
  /** `not looked`: no source configured, or no lock file; `reason` says which. */
  state: 'looked' | 'part' | 'not looked'
  reason: string
  /** `OSV folder advisories/ (12,345 entries, newest 2026-05-01)`. */
  source: string
  /** Packages compared. */
  packages: number
  found: Vulnerability[]
}
