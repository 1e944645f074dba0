/** The option `failOn`. In: results and a severity. Out: nothing, or one message that lists what is at least as severe. */
import type { Results, Severity } from './types'

const order: Severity[] = ['Info', 'Low', 'Medium', 'High', 'Critical']

/** Suppressed findings do not count, nor do those of low confidence, which are listed apart and never move a grade. */
export function overThreshold(failOn: Severity | undefined, results: Results): string | undefined {
  if (!failOn) return undefined
  const least = order.indexOf(failOn)
  const over = results.findings.filter(
    ({ status, suppressed, confidence, severity, isPlaceOf }) =>
      !isPlaceOf && status === 'Open' && !suppressed && confidence !== 'low' && order.indexOf(severity) >= least,
  )
  if (over.length === 0) return undefined
  const list = over.slice(0, 20).map(({ id, severity, title, file, line }) => `  ${id} ${severity}: ${title} (${file}:${line})`)
  const more = over.length > list.length ? [`  and ${over.length - list.length} more`] : []
  return [`Open findings of severity ${failOn} or above: ${over.length} (option "failOn").`, ...list, ...more].join('\n')
}
