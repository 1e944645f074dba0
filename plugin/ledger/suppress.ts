/** Findings somebody has decided to live with. In: comments and options. Out: for a finding, the suppression that holds today. */
import { matching } from '../globs'
import type { AnalyseOptions, Finding, Program, Suppression } from '../types'

/**
 * What the code says goes before what the options say. Without a reason, or past its last day, neither holds.
 *
 * @param date of this build, `YYYY-MM-DD`
 */
export function suppressionsOf(
  program: Program,
  options: AnalyseOptions,
  date: string,
): (finding: Pick<Finding, 'rule' | 'class' | 'at'>) => Suppression | undefined {
  const comments = program.ignores
    .filter((ignore) => holds(ignore, date))
    .map((it) => ({ ...it, lines: [it.at.line, lineAfter(it.at, program.ignores)] }))
  const fromOptions = options.suppressions
    .filter((it) => holds(it, date))
    .map((it) => ({ ...it, covers: it.file === undefined ? () => true : matching([it.file]) }))

  return ({ rule, class: name, at }) => {
    const comment = comments.find((it) => (it.rule === rule || it.rule === name) && it.at.file === at.file && it.lines.includes(at.line))
    if (comment) return { reason: comment.reason.trim(), ...(comment.until && { until: comment.until }), from: 'code', at: comment.at }
    const option = fromOptions.find((it) => (it.rule === rule || it.rule === name) && it.covers(at.file))
    if (option) return { reason: option.reason.trim(), ...(option.until && { until: option.until }), from: 'options' }
    return undefined
  }
}

/** A comment speaks for its own line and for the next that is not such a comment as well: several may be stacked. */
function lineAfter(at: { file: string; line: number; endLine?: number }, ignores: Program['ignores']): number {
  const others = ignores.filter((ignore) => ignore.at.file === at.file).map((ignore) => ignore.at.line)
  let line = (at.endLine ?? at.line) + 1
  while (others.includes(line)) line++
  return line
}

function holds({ reason, until }: { reason: string; until?: string }, date: string): boolean {
  if (reason.trim() === '') return false
  return until === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(until) && date <= until)
}
