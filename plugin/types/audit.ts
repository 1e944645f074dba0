import type { Evidence } from './evidence'

/** One statement of a document that the code can be held against. */
export interface Claim {
  /** Id of the reader that found it: `route`, `environment`… */
  kind: string
  /** `doc`: the document says it. `code`: the code has it, and the document that lists such things does not. */
  from: 'doc' | 'code'
  /** The line of the document; for what is not documented, where it would stand. `text` is the line as written. */
  doc: Evidence
  /** Title of the section, '' before the first. */
  section: string
  /** The statement in few words, without its place: `POST /v1/users`. Part of its identity. */
  subject: string
  verdict: 'holds' | 'false' | 'not judged'
  /** Why: what in the code proves or contradicts it, or why it is no claim about this code. */
  reason: string
  /** The lines of the code that decide it; may be empty where something is absent. */
  evidence: Evidence[]
  /** The rest only where the verdict is `false`. */
  says?: string
  actual?: string
  impact?: string
  action?: string
  severity?: 'High' | 'Medium' | 'Low'
  confidence?: 'high' | 'medium' | 'low'
  /** Safe to apply: in this line of the document, this text, once, becomes that. */
  patch?: { line: number; from: string; to: string }
}

export interface ClaimKind {
  id: string
  title: string
  why: string
}

/** How much of the documents was held against the code. */
export interface Audit {
  /** All that were judged or set aside, in the order of documents. */
  claims: Claim[]
  /** Readers that ran to their end. */
  kinds: ClaimKind[]
  stopped: ClaimKind[]
  /** What no document mentions, of kinds that no document lists: counted, not reported one by one. */
  unlisted: { kind: string; count: number; examples: { subject: string; at: Evidence }[] }[]
  /** Documents that were read, with their number of statements. */
  documents: { path: string; lines: number }[]
}
