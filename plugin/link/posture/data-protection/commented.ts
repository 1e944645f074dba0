/**
 * Protection that stands in a comment and so protects nothing: the code beside it looks as if it were there. In: what is looked
 * for. Out: the first such line of each file.
 */
import type { Evidence } from '../../../types'
import { citeLine } from '../../linked'
import type { Ground } from './ground'

/** @param pattern what a call of it looks like; without flags */
export function commentedOut({ linked, runs }: Ground, pattern: RegExp): Evidence[] {
  const { whole } = linked
  const found: Evidence[] = []
  whole.files.forEach(({ path, text }, file) => {
    if (!runs(path)) return
    const everywhere = new RegExp(pattern.source, 'g')
    for (let match = everywhere.exec(text); match; match = everywhere.exec(text)) {
      if (!isComment(text, match.index)) continue
      found.push(citeLine(linked, file, whole.lineAt(file, match.index)))
      return
    }
  })
  return found
}

/** Behind `//` on its line, or between the signs of a block. */
function isComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset)
  if (/(?:^|[^:'"`])\/\//.test(line)) return true
  const open = text.lastIndexOf('/*', offset)
  return open >= 0 && text.indexOf('*/', open) > offset
}
