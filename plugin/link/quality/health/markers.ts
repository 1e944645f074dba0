/** Promises in comments. In: the linked program, and when lines were written where git told. Out: one entry a comment line, in the order of files. */
import type { DebtMarker } from '../../../types'
import { citeLine, type Linked } from '../../linked'
import { functionAround } from './around'

export function markersOf(linked: Linked, since: ReadonlyMap<string, string>): DebtMarker[] {
  const { whole } = linked
  return whole.files.flatMap(({ path, health }, file) => {
    const lines = new Set<number>()
    return health.remarks.flatMap(({ kind, pos, text }): DebtMarker[] => {
      if (kind === 'suppressed error') return []
      const line = whole.lineAt(file, pos)
      // `@TODO @FIXME` is one thing to do.
      if (lines.has(line)) return []
      lines.add(line)
      const day = since.get(`${path}:${line}`)
      return [{ marker: kind, text, at: citeLine(linked, file, line), around: functionAround(linked, file, pos), ...(day ? { since: day } : {}) }]
    })
  })
}
