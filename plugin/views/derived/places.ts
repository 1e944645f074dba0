/** Evidence, each place once, in the order given. */
import type { Evidence } from '../../types'

export function distinctPlaces(evidence: Evidence[]): Evidence[] {
  return [...new Map(evidence.map((it) => [JSON.stringify([it.file, it.line, it.endLine]), it])).values()]
}
