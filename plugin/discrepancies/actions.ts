/**
 * The option `onDiscrepancies`. In: the results and what the option says. Out: for each thing to do, one message that lists
 * the discrepancies it is about.
 */
import type { AnalyseOptions, Discrepancy, DiscrepancyAction, Results } from '../types'
import { UserError } from '../user-error'

export type Told = Partial<Record<Exclude<DiscrepancyAction, 'ignore'>, string>>

/** Most that one message lists. */
const MOST = 20

/** @param counted those that count: all of the results, or those that a baseline does not know */
export function toTell(
  { onDiscrepancies = 'warn' }: Pick<AnalyseOptions, 'onDiscrepancies'>,
  results: Results,
  counted = results.discrepancies,
): Told {
  demandKinds(onDiscrepancies, results)
  const byAction = new Map<DiscrepancyAction, Discrepancy[]>()
  for (const it of counted) {
    const action = actionFor(it, onDiscrepancies)
    byAction.set(action, [...(byAction.get(action) ?? []), it])
  }
  const told: Told = {}
  for (const action of ['log', 'warn', 'throw'] as const) {
    const those = byAction.get(action)
    if (those) told[action] = messageOf(those, action)
  }
  return told
}

/** What is not certain stops no build. */
function actionFor({ kind, severity, confidence }: Discrepancy, said: NonNullable<AnalyseOptions['onDiscrepancies']>): DiscrepancyAction {
  const action = typeof said === 'string' ? said : (said[kind] ?? said[severity] ?? said.default ?? 'warn')
  return action === 'throw' && confidence === 'low' ? 'warn' : action
}

/** A name with a slip in it would be a rule that never holds. */
function demandKinds(said: NonNullable<AnalyseOptions['onDiscrepancies']>, { statements }: Results): void {
  if (typeof said === 'string') return
  const known = ['default', 'High', 'Medium', 'Low', ...statements.map(({ kind }) => kind)]
  const unknown = Object.keys(said).find((key) => !known.includes(key))
  // A reader that stopped in this build has no row, and no reader at all means that nothing was read.
  if (unknown !== undefined && statements.length > 0)
    throw new UserError(`Option "onDiscrepancies" names "${unknown}"; expected a kind, a severity or default: ${known.join(', ')}.`)
}

function messageOf(those: Discrepancy[], action: DiscrepancyAction): string {
  const list = those
    .slice(0, MOST)
    .map((it) => `  ${it.id} ${it.severity} ${it.kind}: ${it.subject} (${it.docFile}:${it.docLine}). ${it.from === 'code' ? it.claim : it.actual}`)
  const more = those.length > MOST ? [`  and ${those.length - MOST} more`] : []
  return [`Documents and code disagree: ${those.length} (option "onDiscrepancies", ${action}).`, ...list, ...more].map(oneLine).join('\n')
}

/** Documents are other people's text, and a terminal obeys control characters. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that have to go
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
}
