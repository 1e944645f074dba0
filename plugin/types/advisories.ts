import type { Evidence, Severity } from './evidence'

/** One installed package that an advisory is about. */
export interface Vulnerability {
  package: string
  /** As the lock file says; where there is none, what the manifest pins, or the range of which every version is affected. */
  version: string
  ecosystem: string
  /** `GHSA-…`, `CVE-…`; the first is the advisory's own. */
  ids: string[]
  summary: string
  severity: Severity
  /** CVSS vector and base score of the advisory; undefined where it has none, then `severity` is its own word. */
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
  /** Imports of it in the code that tests do not run. Empty: none; of a transitive one, imports of the direct one that brings it. */
  imports: Evidence[]
  url: string
}

export interface Advisories {
  /** `not looked`: no source configured, or nothing to compare; `part`: not everything could be compared. `reason` says which. */
  state: 'looked' | 'part' | 'not looked'
  reason: string
  /** `OSV folder advisories/ (12,345 entries, newest 2026-05-01)`. */
  source: string
  /** Packages compared. */
  packages: number
  /** Lock files and manifests that told the versions. */
  files?: string[]
  found: Vulnerability[]
  /** The source did not answer this time; the next run may know more. */
  passing?: boolean
}
