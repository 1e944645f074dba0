/** This analysis as a register of weaknesses: whether they are ranked, and whether somebody has decided about them. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** `ranked`: by severity and score. `decided`: fixed, or accepted with a reason. It speaks of this report alone, not of the organisation's process. */
export const register = check<'ranked' | 'decided'>(Joi.valid('ranked', 'decided').required(), (asked, { rows }) => {
  const security = rows.filter(({ finding }) => finding !== undefined)
  const open = security.filter(({ status, suppressed }) => status === 'Open' && !suppressed)
  const at = (those: typeof rows) => those.flatMap(({ finding }) => (finding ? [finding.at] : []))
  if (asked === 'ranked') {
    if (open.length === 0)
      return outcome('unknown', 'No security finding is open, so there is nothing to rank; how the organisation ranks others is not in the code.')
    const count = (severity: string) => open.filter((row) => row.severity === severity).length
    const parts = ['Critical', 'High', 'Medium', 'Low', 'Info'].flatMap((severity) => (count(severity) > 0 ? [`${count(severity)} ${severity}`] : []))
    return outcome(
      'partly',
      `${counted(open.length, 'open finding')} of this analysis ${open.length === 1 ? 'is' : 'are'} ranked by severity and score: ${listed(parts)}. How the organisation ranks others is not in the code.`,
      at(open),
    )
  }
  const suppressed = rows.filter((row) => row.suppressed)
  const fixed = rows.filter(({ status }) => status === 'Fixed')
  if (suppressed.length === 0 && fixed.length === 0)
    return outcome(
      'unknown',
      `${counted(open.length, 'finding')} open, none fixed since the last analysis and none accepted with a reason; decisions made elsewhere are not in the code.`,
      at(open),
    )
  return outcome('partly', `${counted(open.length, 'finding')} open, ${fixed.length} fixed, ${suppressed.length} accepted with a reason.`, [
    ...at(suppressed),
    ...at(open),
  ])
})
