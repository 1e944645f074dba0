/**
 * Files that nothing leads to. In: where the program is begun at, and what imports what. Out: which files are reached, and the others
 * as faults. Where too much is not reached, it is our idea of the beginnings that is wrong, and nothing is told.
 */
import type { Unused } from '../../../../types'
import { citeLine, isTestCode } from '../../../linked'
import { skipTrivia } from '../../../whole/index'
import type { KnownQuality } from '../../known'
import { isGenerated } from '../generated'

/** Above this share of files without a way to them, some loader is at work that is not seen. */
const MOST_UNREACHED = 0.25
/** In a small tree a few files are a large share. */
const FEW = 6

export interface Reached {
  isReached(file: number): boolean
  unused: Unused[]
}

export function reachedFiles({ linked, imports }: KnownQuality, entries: readonly (string | undefined)[]): Reached {
  const { whole, modules, fileIndex } = linked
  const reached = new Set<number>()
  const stack = entries.flatMap((why, file) => (why === undefined ? [] : [file]))
  const visit = (file: number) => {
    if (reached.has(file)) return
    reached.add(file)
    stack.push(file)
  }
  for (const file of [...stack]) reached.add(file)
  while (stack.length > 0) {
    const file = stack.pop() as number
    for (const { to } of imports.importsOf[file] ?? []) visit(to)
    for (const specifier of whole.files[file]?.health.named ?? []) {
      const target = modules.resolve(whole.files[file]?.path ?? '', specifier)
      const to = target.kind === 'file' ? fileIndex.get(target.path) : undefined
      if (to !== undefined) visit(to)
    }
  }
  const left = whole.files.flatMap(({ path }, file) => (reached.has(file) || isTestCode(linked, path) || isGenerated(whole, file) ? [] : [file]))
  const isTold = left.length <= Math.max(FEW, whole.files.length * MOST_UNREACHED) && stackHasProgram(entries)
  const unused = !isTold
    ? []
    : left.map((file): Unused => {
        const { path } = whole.files[file] as { path: string }
        const importers = imports.importersOf[file] ?? []
        const reason =
          importers.length > 0
            ? 'Only files import it that nothing leads to either.'
            : 'No import leads to it, no text of the code and no setting or script that was read names it, and it stands at no place where a tool would look for it.'
        return { kind: 'file', name: path, at: firstStatement(linked, file), reason, confidence: 'high' }
      })
  return { isReached: (file) => reached.has(file) || !isTold, unused }
}

/** Tests alone begin no program: then everything that they leave out would be dead. */
function stackHasProgram(entries: readonly (string | undefined)[]): boolean {
  return entries.some((why) => why !== undefined && why !== 'a test')
}

/** Where it first gives something, since its imports say nothing of what it is. */
function firstStatement(linked: KnownQuality['linked'], file: number) {
  const { whole } = linked
  const { text } = whole.files[file] as { text: string }
  const [first] = (whole.exports[file] as { pos: number }[]).map(({ pos }) => pos).sort((one, other) => one - other)
  return citeLine(linked, file, first === undefined ? 1 : whole.lineAt(file, skipTrivia(text, first)))
}
