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
  /** Documents that were read, with their number of lines, and those at which a drawing as text begins (Mermaid, PlantUML, Graphviz, D2). */
  documents: { path: string; lines: number; drawings?: number[] }[]
}

/** What a build does about a discrepancy. */
export type DiscrepancyAction = 'ignore' | 'log' | 'warn' | 'throw'

/** One for all; or by kind (`route`), by severity (`Low`) and `default`. What is said of a kind goes before what is said of a severity. */
export type OnDiscrepancies = DiscrepancyAction | Record<string, DiscrepancyAction>

/** The first commit after which a statement was false. */
export interface BrokenBy {
  commit: string
  date: string
  /** What that commit changed: the code under a statement, or the document, which was false from its first day. */
  changed: 'code' | 'document'
  /** Only where the option `authors` asks for it. */
  author?: string
}

/** A discrepancy as the results file has it. */
export interface Discrepancy {
  id: string
  /** Of what it says, whatever its line and its file; as in the ledger. */
  identity: string
  status: 'Open' | 'Fixed'
  kind: string
  from: Claim['from']
  subject: string
  severity: NonNullable<Claim['severity']>
  confidence: NonNullable<Claim['confidence']>
  docFile: string
  docLine: number
  /** The line as written. */
  docText: string
  section: string
  /** What the document says. */
  claim: string
  actual: string
  /** The first line of the code that decides it; null where something is absent. */
  codeFile: string | null
  codeLine: number | null
  impact: string
  action: string
  patch?: NonNullable<Claim['patch']>
  brokenBy?: BrokenBy
}

/** How many statements of a kind were held against the code. */
export interface StatementCount {
  kind: string
  title: string
  checked: number
  holds: number
  wrong: number
  /** Missing from a list that ought to have them. */
  missing: number
  notJudged: number
  /** In the code, and of a kind that no document lists. */
  unlisted: number
}
