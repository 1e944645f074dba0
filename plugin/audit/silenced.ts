import type { Claim } from '../types'
import type { Ground } from './ground'

/** A claim that its document asks not to judge is set aside with the reason given there; without a reason it is judged. */
export function silencedAt(claim: Claim, ground: Ground): Claim {
  if (claim.verdict !== 'false') return claim
  const mark = ground
    .document(claim.doc.file)
    ?.silenced.find(
      ({ kind, from, to, reason }) => reason !== '' && (kind === 'all' || kind === claim.kind) && claim.doc.line >= from && claim.doc.line <= to,
    )
  if (!mark) return claim
  const { kind, from, doc, section, subject } = claim
  return { kind, from, doc, section, subject, verdict: 'not judged', reason: `The document asks not to judge it: ${mark.reason}`, evidence: [] }
}
