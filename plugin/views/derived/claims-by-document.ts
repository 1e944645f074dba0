/** Statements by the document that they stand in. In: the audit. Out: a list for each path, in the order of the audit. */
import type { Audit, Claim } from '../../types'

export function claimsByDocument({ claims }: Pick<Audit, 'claims'>): ReadonlyMap<string, Claim[]> {
  const found = new Map<string, Claim[]>()
  for (const claim of claims) {
    const those = found.get(claim.doc.file)
    if (those) those.push(claim)
    else found.set(claim.doc.file, [claim])
  }
  return found
}
