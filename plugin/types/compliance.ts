import type { Evidence } from './evidence'

/**
 * `inconclusive`: it was looked at and could not be told. `not assessed`: code does not decide it, or what it needs was not given.
 * `not selected`: outside the level or group that was chosen.
 */
export type RequirementVerdict = 'pass' | 'fail' | 'partial' | 'not applicable' | 'not assessed' | 'inconclusive' | 'not selected'

/** One requirement, subcategory, safeguard, control or aspect, and what the code says of it. */
export interface RequirementResult {
  /** As the standard numbers it: `V2.1.1`, `PR.AA-01`, `3.11`, `A.8.24`, `21(2)(h)/1`. */
  id: string
  /** In own words. */
  topic: string
  /** Level, group, theme or function as the standard's table has it: `L1`, `IG2`, `Technological`. */
  level: string
  verdict: RequirementVerdict
  /** Leads from the evidence to the verdict; stands first in the evidence cell. */
  reason: string
  evidence: Evidence[]
  /** What is missing, of fail and partial. */
  gap?: string
  remediation?: string
  /** Ids of ledger entries that it fails by: `SEC-004`. */
  findings: string[]
}

export interface FrameworkResult {
  /** File name of the standard, without extension: `asvs`. */
  id: string
  title: string
  version: string
  /** Level, group or entity type that was chosen, and whether by default. */
  selection: { name: string; value: string; assumed: boolean }
  requirements: RequirementResult[]
}
