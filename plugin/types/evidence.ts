/** A place in the analysed code that proves a claim. `text` is the source line, trimmed and cut, secrets masked. */
export interface Evidence {
  file: string
  line: number
  endLine?: number
  text: string
  /** Full hash of the commit in which the line stands, where that is not the analysed one. */
  commit?: string
  /** In a trace: steps that were left out in front of this one. */
  omitted?: number
  /** There is one, and readers outside are not told which; file, line and text say nothing then. */
  withheld?: true
}

export type Severity = 'Critical' | 'High' | 'Medium' | 'Low' | 'Info'

/**
 * An honest cell. `unknown` means we looked and could not tell, `not-looked` that nothing of ours looks yet.
 * A `no` says in `reason` what was looked for.
 */
export interface Answer {
  answer: 'yes' | 'no' | 'unknown' | 'not-looked'
  reason: string
  evidence: Evidence[]
}

export type Confidence = 'high' | 'medium' | 'low'
