import type { CodeHealth } from './code-health'
import type { ConfigurationAudit } from './configuration-audit'
import type { Evidence } from './evidence'
import type { NotAnalysed } from './not-analysed'
import type { Performance } from './performance'
import type { Testing } from './testing'

/** How well the code is tested, configured, paced and kept: what the nonfunctional section describes. Derived once. */
export interface Quality {
  testing: Testing
  configuration: ConfigurationAudit
  performance: Performance
  health: CodeHealth
}

/** The four areas of the section, in its order. */
export type QualityArea = 'Testing coverage' | 'Configuration audit' | 'Performance hotspots' | 'Code health'

export type Impact = 'Critical' | 'High' | 'Medium' | 'Low'

/** A finding without a score: its impact is a level with its reason (specification 2.3). */
export interface NonfunctionalFinding {
  rule: string
  /** Type, in the words of the field: `n-plus-one`, `floating-promise`. */
  class: string
  area: QualityArea
  /** Short, of this place; the heading is `area: title`. */
  title: string
  impact: Impact
  /** Why this level, of this place: one or two sentences. */
  reason: string
  /** What was found, of this place: one or two sentences. */
  found: string
  /** The symbol it is about; part of its identity. */
  subject: string
  at: Evidence
  /** Further lines that prove it: the loop, the read without a default. */
  evidence: Evidence[]
  /** Where the same is met besides: the other copies, the other lines of the file. All of them go when it is mended. */
  places?: Evidence[]
  /** What stands next to it; tells apart the same words said twice. Never a line number or a count. */
  around: string
  recommendation: { text: string; code?: string }
  confidence: 'high' | 'medium' | 'low'
  /** Figures of the place, by their names: `cognitive` → 31. */
  figures?: Record<string, number>
  /** The rule of the security finding that says the same of this line: they are one entry of the ledger. */
  sameAs?: string
}

/** What the nonfunctional rules say. */
export interface NonfunctionalVerdict {
  findings: NonfunctionalFinding[]
  /** Rules that ran to their end, in the order of the section. */
  rulesRun: { id: string; class: string; area: QualityArea; title: string; why: string }[]
  /** Rules that were not run because what they need was not given. */
  rulesBlind: { id: string; class: string; area: QualityArea; title: string; why: string; reason: string }[]
  problems: NotAnalysed[]
}
