/** What readers of samples share: one sample, and how something is said about a line of it. */
import type { Claim, DocumentFacts, Fence, Sample } from '../../types'
import { contradicted, type Fault, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotSample } from '../not-claims'

export const kind = 'sample'

/** One sample, and what is needed to say something about a line of it. */
export interface Bench {
  document: DocumentFacts
  fence: Fence
  sample: Sample
  ground: Ground
  right(line: number, subject: string, reason: string, evidence: Claim['evidence']): Claim
  /** Set aside where the sample is no statement about this code. */
  wrong(line: number, subject: string, fault: Fault): Claim
  unsure(line: number, subject: string, reason: string): Claim
}

export function benchOf(document: DocumentFacts, fence: Fence, sample: Sample, ground: Ground): Bench {
  const lines = fence.text.split('\n')
  const spot = (line: number): Spot => ({ document, line, text: lines[line - fence.line] ?? '', heading: fence.heading })
  const why = whyNotSample(document, fence)
  return {
    document,
    fence,
    sample,
    ground,
    right: (line, subject, reason, evidence) => holds(kind, spot(line), subject, reason, evidence),
    wrong: (line, subject, fault) => (why ? notJudged(kind, spot(line), subject, why) : contradicted(kind, spot(line), subject, fault)),
    unsure: (line, subject, reason) => notJudged(kind, spot(line), subject, reason),
  }
}
