/** A fault that both sections have is one entry. In: nonfunctional findings and candidates of security. Out: which belong together. */
import type { NonfunctionalFinding } from '../types'
import type { Candidate } from './match'

export interface Sharing {
  shared: Map<Candidate, NonfunctionalFinding>
  /** Those that no security finding has. */
  own: NonfunctionalFinding[]
}

export function sharing(findings: NonfunctionalFinding[], candidates: Candidate[]): Sharing {
  const byPlace = new Map<string, Candidate>()
  for (const candidate of candidates)
    for (const { file, line } of [candidate.finding!.at, ...(candidate.finding!.places ?? [])])
      byPlace.set(`${candidate.rule} ${file}:${line}`, candidate)
  const shared: Sharing['shared'] = new Map()
  const own = findings.filter((finding) => {
    const same = finding.sameAs && byPlace.get(`${finding.sameAs} ${finding.at.file}:${finding.at.line}`)
    // Two lines of one finding: the first stands for it.
    if (same && !shared.has(same)) shared.set(same, finding)
    return !same
  })
  return { shared, own }
}
