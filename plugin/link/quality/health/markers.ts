/** Promises in comments. In: the linked program. Out: one entry a comment line, in the order of files. */
import type { DebtMarker } from '../../../types'
import { citeLine, type Linked } from '../../linked'
import { functionAround } from './around'

export function markersOf(linked: Linked): DebtMarker[] {
  const { whole } = linked
  return whole.files.flatMap(({ health }, file) => {
    const lines = new Set<number>()
    return health.remarks.flatMap(({ kind, pos, text }): DebtMarker[] => {
      if (kind === 'suppressed error') return []
      const line = whole.lineAt(file, pos)
      // `@TODO @FIXME` is one thing to do.
      if (lines.has(line)) return []
      lines.add(line)
      return [{ marker: kind, text, at: citeLine(linked, file, line), around: functionAround(linked, file, pos) }]
    })
  })
}
