/** Marks by which a document says where the audit is not to look, and why. */
import type { DocumentFacts, Silenced } from '../../types'

const mark = /(?:<!--|\{\/\*|#|\/\/)[ \t]*plumbline-ignore(-start|-end|-file)?(?:[ \t]+([\w-]+))?[ \t]*(?::[ \t]*([^\n]*?))?[ \t]*(?:-->|\*\/\}|$)/gm

export function silencedIn(
  text: string,
  facts: Pick<DocumentFacts, 'passages' | 'fences' | 'lines'>,
  lineAt: (offset: number) => number,
): Silenced[] {
  if (!text.includes('plumbline-ignore')) return []
  const silenced: Silenced[] = []
  const open: Silenced[] = []
  for (const match of text.matchAll(mark)) {
    const [, form, kind = 'all', reason = ''] = match
    const line = lineAt(match.index)
    if (form === '-end') {
      const begun = open.pop()
      if (begun) begun.to = line
      continue
    }
    const made: Silenced = { kind, reason: reason.trim(), from: line, to: line, line }
    if (form === '-file') Object.assign(made, { from: 1, to: facts.lines })
    else if (form === '-start') {
      made.to = facts.lines
      open.push(made)
    } else made.to = endOfNextBlock(facts, line)
    silenced.push(made)
  }
  return silenced
}

/** Last line of the first block that begins at or after a line. */
function endOfNextBlock({ passages, fences }: Pick<DocumentFacts, 'passages' | 'fences'>, line: number): number {
  const blocks = [
    ...passages.map((passage) => ({ from: passage.line, lines: passage.raw.split('\n').length })),
    ...fences.map((fence) => ({ from: fence.line - 1, lines: fence.text.split('\n').length + 2 })),
  ]
  const next = blocks.filter((block) => block.from >= line).sort((a, b) => a.from - b.from)[0]
  return next ? next.from + next.lines - 1 : line + 1
}
