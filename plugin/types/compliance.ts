import type { Evidence } from './evidence'

// ── a standard, as its file says it ──────────────────────────────────────────────────────────────────────────────────

/**
 * What code can say of a requirement. `decides`: it meets it or it does not. `inspects`: one counter-example fails it, and it
 * is met only where every place was looked at. `supports`: code can speak for it and never prove it, so partial is the best.
 * `silent`: people, processes or the system at work decide it.
 */
export type CodePower = 'decides' | 'inspects' | 'supports' | 'silent'

/** A check with what it asks for: `{ control: 'password-salt' }`. `any` holds others, of which one is enough. */
export type EvidenceRef = Record<string, unknown>

export interface Requirement {
  /** As the standard numbers it: `V2.1.1`, `PR.AA-01`, `3.11`, `A.8.24`, `21(2)(h)/1`. */
  id: string
  group: string
  /** In own words; never the sentence of the standard. */
  topic: string
  /** Level, group or class as a table of the standard has it: `L1`, `IG2`. */
  level: string
  /** Values of the selection under which it is asked for. */
  levels: string[]
  code: CodePower
  /** Of `silent` ones: by what it is assessed instead, as the end of "assessed by …". */
  assessedBy?: string
  /** Features that have to be there for it to apply; one that is proved absent makes it not applicable. */
  gate: string[]
  /** Findings of its rules say something of it only where the features are there. */
  gateFirst?: boolean
  /** All of these have to hold. */
  evidence: EvidenceRef[]
  /**
   * Open findings of these rules and CWEs fail it; with `origin`, only those whose data are called like that, with `route` only those at
   * such an entry point (regular expressions).
   */
  fails: { rules: string[]; cwe: number[]; origin?: string; route?: string }
  /** Rules whose open findings say the same where the evidence fails it: for links, not for the verdict. */
  related: string[]
  /** What to do where it is not met, and what evidence and findings say nothing better. */
  remediation?: string
  /** Numbers and words of the standard's own tables, for the view that prints them. */
  attributes: Record<string, unknown>
}

export interface Standard {
  /** File name without extension: `asvs`. */
  id: string
  title: string
  version: string
  /** Where its text is published. */
  publisher: string
  /** Page in `security-docs/compliance/`, without extension. */
  page: string
  /** Sentences for the foot of the report. */
  notes: string[]
  selection: {
    /** `Target level`. */
    name: string
    /** Option that chooses; without one there is nothing to choose. */
    option?: 'asvsLevel' | 'cisGroup' | 'entityType'
    values: string[]
    default: string
  }
  groups: { id: string; title: string; attributes: Record<string, unknown> }[]
  /** Numbers that the standard has given up. */
  deleted: string[]
  requirements: Requirement[]
  attributes: Record<string, unknown>
}

// ── what code says of it ─────────────────────────────────────────────────────────────────────────────────────────────

/**
 * `inconclusive`: it was looked at and could not be told. `not assessed`: code does not decide it, or what it needs was not given.
 * `not selected`: outside the level or group that was chosen.
 */
export type RequirementVerdict = 'pass' | 'fail' | 'partial' | 'not applicable' | 'not assessed' | 'inconclusive' | 'not selected'

/** One requirement, subcategory, safeguard, control or aspect, and what the code says of it. */
export interface RequirementResult {
  id: string
  group: string
  topic: string
  level: string
  levels: string[]
  verdict: RequirementVerdict
  /** Leads from the evidence to the verdict; stands first in the evidence cell. */
  reason: string
  evidence: Evidence[]
  /** What is missing, of fail and partial. */
  gap?: string
  remediation?: string
  /** Ids of ledger entries that it fails by: `SEC-004`. */
  findings: string[]
  /** Somebody else than the code said so: a decision of the user. */
  decidedBy?: 'options'
  attributes: Record<string, unknown>
}

export interface FrameworkResult {
  /** File name of the standard, without extension: `asvs`. */
  id: string
  title: string
  version: string
  publisher: string
  /** Page of the report: `security-docs/compliance/owasp-asvs.md`. */
  path: string
  /** Level, group or entity type that was chosen, and whether by default. */
  selection: { name: string; value: string; assumed: boolean; values: string[] }
  groups: Standard['groups']
  deleted: string[]
  notes: string[]
  /** In the order of the standard, those that are not selected too. */
  requirements: RequirementResult[]
  attributes: Record<string, unknown>
}
