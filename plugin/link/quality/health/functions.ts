/** Figures of every function, where it stands. In: the linked program. Out: one entry a function, in the order of files and places. */
import type { FunctionMetrics } from '../../../types'
import { citeLine, isTestCode, type Linked } from '../../linked'
import { skipTrivia } from '../../whole/index'

export function functionsOf(linked: Linked): FunctionMetrics[] {
  const { whole } = linked
  return whole.files.flatMap(({ path, text, health }, file) => {
    const test = isTestCode(linked, path)
    return health.functions.map(({ name, pos, end, cyclomatic, cognitive, parameters }): FunctionMetrics => {
      const line = whole.lineAt(file, skipTrivia(text, pos))
      const endLine = whole.lineAt(file, end)
      return { name, at: citeLine(linked, file, line), endLine, cyclomatic, cognitive, lines: endLine - line + 1, parameters, test }
    })
  })
}
