/**
 * The last look at a page. In: Markdown as the template left it. Out: the same with single blank lines, whole tables and
 * one newline at its end. A table with a hole in it is our own mistake and stops the build.
 */
import { pipeInCode } from './escape'
import { type Line, linesOf } from './lines'

export function tidy(path: string, markdown: string): string {
  const lines = linesOf(markdown.replace(/\r\n?/g, '\n').trimEnd()).map(({ text, inFence }) => ({
    inFence,
    text: ended(text.replaceAll(pipeInCode, isRow({ text, inFence }) ? '\\|' : '|'), inFence),
  }))
  const kept = lines.filter((line, index) => line.inFence || line.text !== '' || (index > 0 && lines[index - 1]!.text !== ''))
  checkTables(path, kept)
  return `${kept.map(({ text }) => text).join('\n')}\n`
}

/** Without the blanks at its end, which are code's own in a block. */
function ended(text: string, inFence: boolean): string {
  return !inFence && (text.endsWith(' ') || text.endsWith('\t')) ? text.replace(/[ \t]+$/, '') : text
}

function isRow({ text, inFence }: Line): boolean {
  return !inFence && text.startsWith('|')
}

function checkTables(path: string, lines: Line[]): void {
  lines.forEach((line, index) => {
    if (!isRow(line)) return
    const fail = (problem: string): never => {
      throw new Error(`${path}, line ${index + 1}: ${problem}: ${line.text.slice(0, 120)}`)
    }
    const before = lines[index - 1]
    if (before && isRow(before)) {
      if (columns(before.text) !== columns(line.text)) fail('the row has another number of cells than the row above')
      return
    }
    if (before && before.text !== '') fail('a table needs a blank line before it')
    if (!/^\|( ?:?-+:? ?\|)+$/.test(lines[index + 1]?.text ?? '')) fail('a row stands outside a table, or the table has a gap')
  })
}

function columns(row: string): number {
  return row.replace(/\\[\\|]/g, '').split('|').length - 2
}
