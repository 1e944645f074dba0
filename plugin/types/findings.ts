/** What rules say. */
import type { Confidence, Evidence, Severity } from './evidence'
import type { Flow } from './flows'
import type { NotAnalysed } from './not-analysed'
import type { NonfunctionalVerdict } from './quality'

export type Phase = 'Security Surface' | 'Authentication' | 'Authorization' | 'Data Protection' | 'Input Validation' | 'Secrets Management'

export interface Finding {
  rule: string
  /** Class of weakness in the words of the field: `sql-injection`, `missing-headers`. */
  class: string
  cwe: number[]
  title: string
  severity: Severity
  /** CVSS base score, 0 to 10, and the vector it was computed from: 3.1, or what an advisory has. */
  cvss: number
  cvssVector: string
  phase: Phase
  confidence: Confidence
  /** The symbol or route it is about; part of its identity. */
  subject: string
  at: Evidence
  /** Its whole statement, where the line at its place is only the beginning. No part of its identity. */
  code?: string
  /** The route on which it can be reached, where there is one: `POST /login`. Of several the one that is open to most. */
  route?: string
  /** The other routes that lead there. */
  otherRoutes?: string[]
  /** Where the same fault is met besides: all of them go when it is mended. */
  places?: FaultPlace[]
  proofOfConcept?: ProofOfConcept
  /** How it comes about, first step first. */
  trace: Evidence[]
  /** Ends of the trace, where it is the way that data takes. */
  flow?: Pick<Flow, 'source' | 'origin' | 'sink' | 'api'> & Partial<Pick<Flow, 'library'>>
  /** What stands next to it; tells apart the same words said twice. Never a line number or a count. */
  around: string
  /**
   * What it comes from, where that may be behind other findings too: a line that sets or reads something (`server.js:137`).
   * Findings of one rule with the same one are the same fault; so is what the rules of its class find on that line.
   */
  cause?: string
  /** Goes into the request of its proof of concept, where the place needs a text of its own. */
  payload?: string
  description: string
  impact: string[]
  remediation: { text: string; code?: string }
  references: string[]
}

/** A place at which a fault shows whose cause stands elsewhere, or which another rule calls by another name. */
export interface FaultPlace extends Evidence {
  rule: string
  /** As in `Finding`; for its identity. */
  subject: string
  around: string
  class: string
  cwe: number[]
  confidence: Confidence
  route?: string
  /** What is said of this place, how it comes about there, and its ends where that is the way of data. */
  description?: string
  trace?: Evidence[]
  flow?: Finding['flow']
}

/** How the fault would be shown on a running system. Put together from the code; nobody has sent it. */
export interface ProofOfConcept {
  /** A request as HTTP clients read it from a file, or a page that sends one. */
  language: 'http' | 'html'
  text: string
  /** What comes back, or happens, where the fault is real. */
  shows: string
  executed: false
}

/** What a rule looks for, as pages tell it whether or not anything was found. */
export interface LookedFor {
  id: string
  title: string
  why: string
  phase: Phase
  cwe: number[]
  /** How much the remedy asks for: a line or an option (the default), a function or a data migration, a design. */
  size?: 'small' | 'medium' | 'large'
}

export interface Verdict {
  findings: Finding[]
  /** Rules that ran to their end, in the order of the reports. */
  rulesRun: LookedFor[]
  /** Rules that did not; `problems` says why. */
  rulesStopped: LookedFor[]
  /** Rules that were not run because what they need was not given. */
  rulesBlind?: (LookedFor & { reason: string })[]
  problems: NotAnalysed[]
  /** Of the nonfunctional rules; undefined where they were not asked. */
  nonfunctional?: NonfunctionalVerdict
}
