/** A place in the analysed code that proves a claim. `text` is the source line, trimmed and cut, secrets masked. */
export interface Evidence {
  file: string
  line: number
  endLine?: number
  text: string
  /** In a trace: steps that were left out in front of this one. */
  omitted?: number
}

export type Severity = 'Critical' | 'High' | 'Medium' | 'Low' | 'Info'
