import { defineRule } from '../rule'
import { isOnly } from '../usage-rule'

export default defineRule({
  id: 'session-fixation',
  size: 'medium',
  class: 'session-fixation',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: [384],
  title: 'Logging in keeps the session number of before',
  why: 'Whoever made the visitor use a known session number beforehand is logged in together with them.',
  impact: ['An attacker acts as the user without knowing the password'],
  fix: 'Make a new session once the user is known, and put their identity into that one.',
  code: 'request.session.regenerate(() => {\n  request.session.userId = user.id\n})',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
    'https://owasp.org/www-community/attacks/Session_fixation',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => (kind === 'login-session' || kind === TAKEN) && !test)
      .map(({ kind, api, at, around, values }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        // A link does it; what is sent in a body may have been proved in between.
        confidence: kind === TAKEN && isOnly(values.places, 'body', 'json', 'form') ? ('low' as const) : ('medium' as const),
        ...(kind === TAKEN ? CHOSEN_BY_REQUEST : {}),
      })),
})

const TAKEN = 'taken-session'

const CHOSEN_BY_REQUEST = {
  title: 'The request chooses the session',
  description:
    'The cookie of the session gets its value from the request. Whoever made the visitor open such a link knows the session that they sign in to.',
}
