/** Names that go against the repository's own habits. In: the linked program. Out: the odd ones, in the order of places. */
import type { NamingOutlier } from '../../../../types'
import type { Linked } from '../../../linked'
import { oddFiles } from './files'
import { oddIdentifiers } from './identifiers'
import { oddKin } from './kin'

export function namingOf(linked: Linked): NamingOutlier[] {
  const all = [...oddFiles(linked), ...oddIdentifiers(linked), ...oddKin(linked)]
  return all.sort((one, other) => (one.at.file < other.at.file ? -1 : one.at.file > other.at.file ? 1 : one.at.line - other.at.line))
}
