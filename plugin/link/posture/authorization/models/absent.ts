/** A model that is not there: no fault, and what was looked for is said. */
import type { Control, Evidence } from '../../../../types'

/** Lines that a cell shows at most. */
export const MOST_EVIDENCE = 6

export const absent = (id: string, aspect: string, reason: string, evidence: Evidence[] = []): Control => ({
  id,
  aspect,
  state: 'not applicable',
  current: '',
  recommended: '',
  reason,
  evidence,
})
