/** How severe an advisory is. In: its vectors and its own word. Out: severity, and score and vector where there is one. */
import { Cvss3P0, Cvss3P1, Cvss4P0 } from 'ae-cvss-calculator'
import { rowsByName } from '../../rows-by-name'
import type { Severity } from '../../types'

export interface Rated {
  severity: Severity
  vector?: string
  score?: number
}

/** Version 3 first: that is what findings of the code itself are scored with, and only equal scales compare. */
const versions: [prefix: string, score: (vector: string) => number | undefined][] = [
  ['CVSS:3.1/', (vector) => new Cvss3P1(vector).calculateScores().base],
  ['CVSS:3.0/', (vector) => new Cvss3P0(vector).calculateScores().base],
  ['CVSS:4.0/', (vector) => new Cvss4P0(vector).calculateScores().base],
]

/** Words of the sources: OSV and GitHub, npm. */
const words: Record<string, Severity> = rowsByName({
  critical: 'Critical',
  high: 'High',
  moderate: 'Medium',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
  none: 'Info',
})

export function ratedBy(vectors: string[], label: string | undefined, isMalicious: boolean): Rated {
  for (const [prefix, scoreOf] of versions)
    for (const vector of vectors) {
      const score = vector.startsWith(prefix) ? tried(scoreOf, vector) : undefined
      if (score !== undefined) return { severity: severityOf(score), vector, score }
    }
  // Whoever installs an attack has run it. Where a source gives neither vector nor word, the middle of the scale stands in.
  return { severity: words[(label ?? '').toLowerCase()] ?? (isMalicious ? 'Critical' : 'Medium') }
}

function tried(scoreOf: (vector: string) => number | undefined, vector: string): number | undefined {
  try {
    const score = scoreOf(vector)
    return score === undefined || Number.isNaN(score) ? undefined : Math.round(score * 10) / 10
  } catch {
    // A vector with a mistake has no score; the source's word is used.
    return undefined
  }
}

/** Rating scale of the CVSS specifications, the same in versions 3 and 4. */
function severityOf(score: number): Severity {
  return score >= 9 ? 'Critical' : score >= 7 ? 'High' : score >= 4 ? 'Medium' : score > 0 ? 'Low' : 'Info'
}
