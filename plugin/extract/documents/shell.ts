/**
 * Shell texts of documents, taken apart by a parser of the real language. In: a block as written. Out: its commands, each
 * with its words and line. Prompts and placeholders, which no shell knows, are covered before it looks.
 */
import type { ShellCommand } from '../../types'

export type ReadShell = (text: string, firstLine: number) => ShellCommand[]

/** Longer blocks are outputs or scripts, and no instructions. In characters. */
const MOST_TEXT = 20_000
const PROMPT = /^[ \t]*(?:[\w.-]+@[\w.-]+[:~\w/.-]*|~?\/?[\w./~-]*)?[$❯➜][ \t]+/
const SHELLS = /^(?:bash|sh|shell|zsh|console|terminal|shell-?session|shellscript|cmd|bat|batch|powershell|ps1|pwsh|command|commandline|cli|)$/

/** Whether a block of a language is, or without one may be, commands. */
export function isShell(language: string): boolean {
  return SHELLS.test(language)
}

/** Inline code that begins with a program's name and goes on. */
export function mayBeCommand(text: string): boolean {
  return text.length < 300 && /^(?:\$ )?(?:[A-Z_]+=\S+ )*[a-z][\w.-]* +\S/.test(text)
}

/** The parser is a module of the newer kind, which this one can only load while it runs. */
export async function shellReader(): Promise<ReadShell> {
  const { forEachChild, parse } = await import('unbash')
  type Node = Parameters<typeof forEachChild>[0]
  return (text, firstLine) => {
    if (text.length > MOST_TEXT) return []
    const lines = text.split('\n')
    const covered = cover(lines)
    const found: ShellCommand[] = []
    const starts = [0]
    for (const line of lines) starts.push((starts.at(-1) as number) + line.length + 1)
    let at = 0
    const visit = (node: Node): void => {
      if (node.type === 'Command' && node.name) {
        while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= node.name.pos) at++
        const words = [node.name, ...node.args].map((word) => {
          const written = text.slice(word.pos, word.end)
          return 'value' in word && typeof word.value === 'string' && !/[<>]/.test(written) ? word.value : written.replace(/^(["'])(.*)\1$/s, '$2')
        })
        const line = lines[at] as string
        found.push({ words, line: firstLine + at, text: line, ...commentOf(lines, at) })
      }
      forEachChild(node, visit)
    }
    visit(parse(covered))
    // A remark on a line of several commands is about all of them together.
    const perLine = new Map<number, number>()
    for (const { line } of found) perLine.set(line, (perLine.get(line) ?? 0) + 1)
    return found.map(({ comment, ...command }) => (comment && perLine.get(command.line) === 1 ? { ...command, comment } : command))
  }
}

/**
 * What is no shell becomes blanks of the same length, so that places hold: prompts, and in a block with prompts all that has
 * none, which is output. `<name>` would be a redirection and becomes a word.
 */
function cover(lines: string[]): string {
  const prompted = lines.some((line) => PROMPT.test(line))
  let continued = false
  return lines
    .map((line) => {
      const prompt = PROMPT.exec(line)?.[0]
      const isOutput = prompted && prompt === undefined && !continued
      continued = !isOutput && /\\\s*$/.test(line)
      if (isOutput) return ' '.repeat(line.length)
      return (prompt === undefined ? line : ' '.repeat(prompt.length) + line.slice(prompt.length)).replace(
        /<([\w][\w .:/-]*)>/g,
        (_, inner: string) => `_${inner.replace(/[^\w]/g, '_')}_`,
      )
    })
    .join('\n')
}

function commentOf(lines: string[], at: number): { comment?: string } {
  const own = /\s#\s+(.+)$/.exec(lines[at] as string)?.[1]
  const above = /^\s*#+\s*(.+)$/.exec(lines[at - 1] ?? '')?.[1]
  const comment = (own ?? above)?.trim()
  return comment ? { comment } : {}
}
