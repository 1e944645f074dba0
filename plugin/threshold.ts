/** The option `failOn`. In: results and a severity. Out: nothing, or one message that lists what is at least as severe. */
import type { Results, SecurityResult, Severity } from './types'

const order: Severity[] = ['Info', 'Low', 'Medium', 'High', 'Critical']

/** Findings of the security section that are open and that nobody has decided to live with, each once. */
export function openFindings({ findings }: Results): SecurityResult[] {
  return findings.filter((it): it is SecurityResult => 'cvss' in it && !it.isPlaceOf && it.status === 'Open' && !it.suppressed)
}

/** Nonfunctional findings have no severity of that kind, and those of low confidence are listed apart and never move a grade. */
export function overThreshold(failOn: Severity | undefined, results: Results): string | undefined {
  if (!failOn) return undefined
  const least = order.indexOf(failOn)
  const over = openFindings(results).filter(({ confidence, severity }) => confidence !== 'low' && order.indexOf(severity) >= least)
  if (over.length === 0) return undefined
  const list = over.slice(0, 20).map(({ id, severity, title, file, line }) => `  ${id} ${severity}: ${title} (${file}:${line})`)
  const more = over.length > list.length ? [`  and ${over.length - list.length} more`] : []
  return [`Open findings of severity ${failOn} or above: ${over.length} (option "failOn").`, ...list, ...more].join('\n')
}
