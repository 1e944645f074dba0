/**
 * Data that shows what something looks like. In: a file and a place in it. Out: whether the place lies in data whose name or type
 * says that it is an example: `const samples: Sample[] = [{ body: { token: '…' } }]`, `example: { token: '…' }`.
 */
import type { FileFacts } from '../../graph'
import { wordsOf } from '../../secrets/names'

/** How far in front of a place its data may begin, in characters: lists of recorded messages are long. */
const FARTHEST = 60_000
const SHOWN = new Set('sample samples example examples mock mocks mocked fixture fixtures stub stubs'.split(' '))

export function isShownAround({ text }: FileFacts, { pos }: { pos: number }): boolean {
  // Without the quotation mark that the text begins with.
  const before = text.slice(Math.max(0, pos - FARTHEST), pos - 1)
  // Most files speak of no example before they speak of a secret.
  if (!/sample|example|mock|fixture|stub/i.test(before)) return false
  for (const heading of headings(before))
    if (heading.match(/[A-Za-z_$][\w$-]*/g)?.some((name) => wordsOf(name).some((word) => SHOWN.has(word)))) return true
  return false
}

/** What stands in front of each object, list and call that is still open, from the inside out, as far as they are data. */
function* headings(before: string): Generator<string> {
  let depth = 0
  for (let at = before.length - 1; at >= 0; at--) {
    const character = before[at] as string
    if (/["'`]/.test(character)) at = openingOf(before, at)
    else if (/[)\]}]/.test(character)) depth++
    else if (/[([{]/.test(character) && depth-- === 0) {
      depth = 0
      const heading = before.slice(0, at).trimEnd()
      // The body of a function, of a class or of a condition is code.
      if (character === '{' && !/[=:([,?|&]$|(?:^|\W)(?:return|default)$/.test(heading)) return
      yield /[^\n;,{}()[\]]*(?:\[\])*[^\n;,{}()[\]]*$/.exec(heading.slice(-LONGEST_HEADING))?.[0] ?? ''
    }
  }
}
const LONGEST_HEADING = 160

/** Where the text that ends there begins; the end itself where it begins nowhere on the line, as an apostrophe does. */
function openingOf(before: string, end: number): number {
  const start = before.lastIndexOf(before[end] as string, end - 1)
  return start < 0 || before.slice(start, end).includes('\n') ? end : start
}
