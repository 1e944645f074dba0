/** Claims, made in one place: a place in a document, a subject, a verdict. */
import type { Claim, DocumentFacts, Evidence } from '../types'

export interface Spot {
  document: DocumentFacts
  line: number
  /** The line as written. */
  text: string
  /** Number of the heading it stands under. */
  heading: number
}

/** What is wrong with it, where something is. */
export interface Fault {
  says: string
  actual: string
  impact: string
  action: string
  severity?: Claim['severity']
  confidence?: Claim['confidence']
  evidence?: Evidence[]
  patch?: Claim['patch']
}

/** Longest quotation, in characters. */
const MOST_TEXT = 200

function base(kind: string, spot: Spot, subject: string): Pick<Claim, 'kind' | 'from' | 'doc' | 'section' | 'subject'> {
  const text = spot.text.trim()
  return {
    kind,
    from: 'doc',
    doc: { file: spot.document.path, line: spot.line, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text },
    section: spot.document.headings[spot.heading]?.text ?? '',
    subject,
  }
}

export function holds(kind: string, spot: Spot, subject: string, reason: string, evidence: Evidence[]): Claim {
  return { ...base(kind, spot, subject), verdict: 'holds', reason, evidence }
}

export function notJudged(kind: string, spot: Spot, subject: string, reason: string): Claim {
  return { ...base(kind, spot, subject), verdict: 'not judged', reason, evidence: [] }
}

export function contradicted(
  kind: string,
  spot: Spot,
  subject: string,
  { evidence = [], severity = 'Medium', confidence = 'high', ...fault }: Fault,
): Claim {
  return { ...base(kind, spot, subject), verdict: 'false', reason: fault.actual, evidence, severity, confidence, ...fault }
}

/** The code has it, and the list at this spot does not. */
export function undocumented(kind: string, spot: Spot, subject: string, at: Evidence, fault: Omit<Fault, 'evidence'>): Claim {
  return { ...contradicted(kind, spot, subject, { severity: 'Low', ...fault, evidence: [at] }), from: 'code' }
}
