/** What a rule is. Severity and score follow from the vector; nothing repeats them. */
import { Cvss3P1 } from 'ae-cvss-calculator'
import type { Confidence, Evidence, Finding, LookedFor, Phase, Program, Severity } from '../types'

/** What a rule finds at one place; the rest of a Finding comes from its metadata. */
export interface Hit {
  subject: string
  at: Evidence
  around?: string
  cause?: string
  payload?: string
  route?: string
  trace?: Evidence[]
  flow?: Finding['flow']
  confidence?: Confidence
  /** Replaces the rule's own words where this place needs its own. */
  description?: string
  /** Replaces the rule's title where this place has a name of its own, and its weaknesses. */
  title?: string
  cwe?: number[]
  /** On top of those of the rule. */
  references?: string[]
  /** A vector with its score that somebody else worked out: an advisory. With its prefix. */
  rated?: { vector: string; score: number; severity: Severity }
  /** Replaces single metrics of the vector: `{ PR: 'L' }` where a guard stands in front. */
  metrics?: Record<string, string>
}

export interface Rule {
  id: string
  /** Class of weakness, in the words of the field. */
  class: string
  phase: Phase
  /** CVSS 3.1 base vector without its prefix. */
  cvss: string
  cwe: number[]
  title: string
  /** Why it matters, as consequences. */
  impact: string[]
  why: string
  fix: string
  /** Corrected code. */
  code?: string
  references: string[]
  /** How much the remedy asks for; see `LookedFor`. */
  size?: LookedFor['size']
  /** Why there is nothing to look at, where what the rule needs was not given; then it is not run. */
  blind?: (program: Program) => string | undefined
  check: (program: Program) => Hit[]
}

export const defineRule = (rule: Rule): Rule => rule

/** Score and rating by the CVSS 3.1 specification, section 5: 0.0 None (here Info), 0.1 Low, 4.0 Medium, 7.0 High, 9.0 Critical. */
export function rate(vector: string): { cvss: number; severity: Severity } {
  const cvss = new Cvss3P1(`CVSS:3.1/${vector}`).calculateScores().base ?? 0
  const score = Math.round(cvss * 10) / 10
  return { cvss: score, severity: score >= 9 ? 'Critical' : score >= 7 ? 'High' : score >= 4 ? 'Medium' : score > 0 ? 'Low' : 'Info' }
}

export function findingOf(rule: Rule, hit: Hit): Finding {
  const vector = Object.entries(hit.metrics ?? {}).reduce(
    (text, [metric, value]) => text.replace(new RegExp(`\\b${metric}:\\w`), `${metric}:${value}`),
    rule.cvss,
  )
  return {
    rule: rule.id,
    class: rule.class,
    cwe: hit.cwe ?? rule.cwe,
    title: hit.title ?? rule.title,
    ...(hit.rated
      ? { cvss: hit.rated.score, severity: hit.rated.severity, cvssVector: hit.rated.vector }
      : { ...rate(vector), cvssVector: `CVSS:3.1/${vector}` }),
    phase: rule.phase,
    confidence: hit.confidence ?? 'high',
    subject: hit.subject,
    at: hit.at,
    ...(hit.route ? { route: hit.route } : {}),
    trace: hit.trace ?? [],
    ...(hit.flow ? { flow: hit.flow } : {}),
    around: hit.around ?? '',
    ...(hit.cause ? { cause: hit.cause } : {}),
    ...(hit.payload ? { payload: hit.payload } : {}),
    description: hit.description ?? rule.why,
    impact: rule.impact,
    remediation: { text: rule.fix, ...(rule.code ? { code: rule.code } : {}) },
    references: [...rule.cwe.map((id) => `https://cwe.mitre.org/data/definitions/${id}.html`), ...rule.references, ...(hit.references ?? [])],
  }
}
