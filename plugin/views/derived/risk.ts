/**
 * Likelihood and impact of a finding, four levels each, and the rating of the pair. In: its CVSS vector and whether a door
 * leads to it. Out: levels. The numbers are those of the CVSS 3.1 specification, section 7.1 (exploitability and impact
 * sub-scores before scope); where they are cut into levels, and the grid, is ours and stands in `site/docs/reports/summary.md`.
 */
import { rowsByName } from '../../rows-by-name'
import type { Finding } from '../../types'

/** Least first. */
export const likelihoods = ['Unlikely', 'Possible', 'Likely', 'Almost certain'] as const
export const impacts = ['Minor', 'Moderate', 'Major', 'Severe'] as const

/** Info, Low, Medium, High, Critical. */
export type Rating = 'I' | 'L' | 'M' | 'H' | 'C'

/** Row: likelihood, least first; column: impact, least first. */
export const grid: Rating[][] = [
  ['I', 'L', 'L', 'M'],
  ['L', 'L', 'M', 'H'],
  ['L', 'M', 'H', 'C'],
  ['M', 'H', 'C', 'C'],
]

export interface Risk {
  /** 0 to 3. */
  likelihood: number
  /** 0 to 3. */
  impact: number
  rating: Rating
}

const exploitability: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
}
const privilegesOfChangedScope: Record<string, number> = { N: 0.85, L: 0.68, H: 0.5 }
const loss: Record<string, number> = rowsByName({ N: 0, L: 0.22, H: 0.56 })

/** Undefined where the vector is not of version 3. */
export function riskOf({ cvssVector, route, flow, confidence }: Pick<Finding, 'cvssVector' | 'route' | 'flow' | 'confidence'>): Risk | undefined {
  const metrics = Object.fromEntries(cvssVector.split('/').map((part) => part.split(':'))) as Record<string, string>
  const privileges = metrics.S === 'C' ? privilegesOfChangedScope : exploitability.PR!
  const ease =
    8.22 *
    (exploitability.AV![metrics.AV ?? ''] ?? Number.NaN) *
    (exploitability.AC![metrics.AC ?? ''] ?? Number.NaN) *
    (privileges[metrics.PR ?? ''] ?? Number.NaN) *
    (exploitability.UI![metrics.UI ?? ''] ?? Number.NaN)
  const harm =
    1 - (1 - (loss[metrics.C ?? ''] ?? Number.NaN)) * (1 - (loss[metrics.I ?? ''] ?? Number.NaN)) * (1 - (loss[metrics.A ?? ''] ?? Number.NaN))
  if (Number.isNaN(ease) || Number.isNaN(harm)) return undefined
  const isExposed = route !== undefined || flow?.source === 'request' || flow?.source === 'browser' || flow?.source === 'message'
  const steps = (isExposed ? 0 : 1) + (confidence === 'high' ? 0 : 1)
  const likelihood = Math.max(0, levelOf(ease, [1.5, 2.5, 3.5]) - steps)
  const impact = levelOf(harm, [0.2, 0.5, 0.8])
  return { likelihood, impact, rating: grid[likelihood]![impact]! }
}

/** How many of the bounds a number reaches. */
function levelOf(value: number, bounds: number[]): number {
  return bounds.filter((bound) => value >= bound).length
}
