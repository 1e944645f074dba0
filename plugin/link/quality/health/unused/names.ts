/** Names that their file never reads, statements that nothing reaches, statements that do nothing. In: the linked program. Out: one entry each. */
import type { Unused } from '../../../../types'
import { citeLine, type Linked } from '../../../linked'
import { skipTrivia } from '../../../whole/index'
import { isGenerated } from '../generated'
import { LOADED_FOR_EFFECT } from './companions'

/** Sent, shown or copied as it is, and often written by others. */
const SHOWN = /(?:^|\/)(?:public|static|assets|vendor|vendors|third[_-]?party|wwwroot|www)\//

const NOUNS = { import: 'import', function: 'function', class: 'class', variable: 'variable' } as const

export function unusedNames(linked: Linked): Unused[] {
  const { whole } = linked
  return whole.files.flatMap(({ path, text, health }, file) => {
    if (isGenerated(whole, file) || SHOWN.test(path)) return []
    const names = health.unused.flatMap(({ name, kind, pos }): Unused[] => {
      const at = citeLine(linked, file, whole.lineAt(file, pos))
      if (kind === 'variable' && LOADED_FOR_EFFECT.test(at.text)) return []
      const reason = `Nothing in its file reads this ${NOUNS[kind]}; comments do not count.`
      return [{ kind, name, at, reason, confidence: 'high' }]
    })
    const statements = health.idle.map(({ kind, pos, end }): Unused => {
      const at = citeLine(linked, file, whole.lineAt(file, skipTrivia(text, pos)))
      const endLine = whole.lineAt(file, end)
      const reason =
        kind === 'unreachable'
          ? 'The statement before it leaves the block, so that it never runs.'
          : 'It computes something, changes nothing, and its result is thrown away.'
      return {
        kind: kind === 'unreachable' ? 'unreachable' : 'no effect',
        name: at.text,
        at: endLine > at.line ? { ...at, endLine } : at,
        reason,
        confidence: 'high',
      }
    })
    return [...names, ...statements]
  })
}
