/** The checklist against guessing, always in this order. */
import type { Evidence } from '../../../types'
import type { Row } from './control'
import type { Door } from './doors'

export const BRUTE_FORCE_ROWS = {
  lockout: { id: 'account-lockout', aspect: 'Account lockout and attempts', recommended: 'Locked for a time after a few failures' },
  delays: { id: 'progressive-delays', aspect: 'Progressive delays', recommended: 'Longer after each failure' },
  captcha: { id: 'captcha', aspect: 'CAPTCHA and threshold', recommended: 'At sign-in, after some failures' },
  limits: { id: 'sign-in-rate-limit', aspect: 'Rate limiting', recommended: 'On sign-in, second factor and reset, by address and account' },
  addresses: { id: 'ip-blocking', aspect: 'IP blocking', recommended: 'Addresses that attack are shut out for a time' },
  alerts: { id: 'sign-in-alerts', aspect: 'Alerting on suspicious activity', recommended: 'Somebody is told about runs of failures' },
} satisfies Record<string, Row>

/** Where something would stand: the handlers of the first doors. */
export const atDoors = (doors: readonly Door[]): Evidence[] => doors.slice(0, 2).map(({ entry }) => entry.handler?.at ?? entry.at)
