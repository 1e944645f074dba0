/** Promises in comments. In: the linked program, and when lines were written where git told. Out: one entry a comment line, in the order of files. */
import type { DebtMarker, WorkHistory } from '../../../types'
import { citeLine, type Linked } from '../../linked'
import { functionAround } from './around'

export function markersOf(linked: Linked, written: WorkHistory['written']): DebtMarker[] {
  const { whole } = linked
  return whole.files.flatMap(({ path, health }, file) => {
    const lines = new Set<number>()
    return health.remarks.flatMap(({ kind, pos, text }): DebtMarker[] => {
      if (kind === 'suppressed error') return []
      const line = whole.lineAt(file, pos)
      // `@TODO @FIXME` is one thing to do.
      if (lines.has(line)) return []
      lines.add(line)
      const by = written[`${path}:${line}`]
      const told = by ? { since: by.day, ...(by.author ? { author: by.author } : {}) } : {}
      return [{ marker: kind, text, at: citeLine(linked, file, line), around: functionAround(linked, file, pos), ...told }]
    })
  })
}
