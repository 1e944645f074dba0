/** Discrepancies as a person reads them in a terminal. In: discrepancies and how much was looked at. Out: text. */
import { counted } from '../counted'
import type { Discrepancy, StatementCount } from '../types'
import { oneLine } from './actions'

export function textOf(discrepancies: Discrepancy[]): string {
  return discrepancies.map(one).join('\n\n')
}

function one(it: Discrepancy): string {
  const { patch, brokenBy } = it
  const rows: [string, string | undefined][] = [
    ['line', it.docText],
    ['says', it.from === 'code' ? undefined : it.claim],
    ['actual', it.codeFile === null ? it.actual : `${it.actual} (${it.codeFile}:${it.codeLine})`],
    ['impact', it.impact],
    ['action', it.action],
    ['patch', patch && `${patch.from} → ${patch.to}`],
    [
      'since',
      brokenBy &&
        `${brokenBy.commit.slice(0, 10)} of ${brokenBy.date}${brokenBy.author ? ` by ${brokenBy.author}` : ''}, which changed the ${brokenBy.changed}`,
    ],
  ]
  return [
    `${it.docFile}:${it.docLine} ${it.id} ${it.severity} ${it.kind}: ${it.subject}${it.confidence === 'high' ? '' : ` (confidence: ${it.confidence})`}`,
    ...rows.flatMap(([name, text]) => (text ? [`  ${name.padEnd(7)} ${text}`] : [])),
  ]
    .map(oneLine)
    .join('\n')
}

export function summaryOf(discrepancies: Discrepancy[], all: number, statements: StatementCount[]): string {
  const sum = (key: 'checked' | 'holds' | 'notJudged') => statements.reduce((total, it) => total + it[key], 0)
  const others = all - discrepancies.length
  return (
    `${discrepancies.length === 0 ? 'No discrepancy' : `${discrepancies.length} ${discrepancies.length === 1 ? 'discrepancy' : 'discrepancies'}`}` +
    `${others > 0 ? ` (${others} more left aside)` : ''}: ` +
    `${counted(sum('checked'), 'statement')} held against the code, ${sum('holds')} hold, ${sum('notJudged')} not judged.`
  )
}
