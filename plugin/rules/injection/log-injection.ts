import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

const byFlow = taintRule({
  id: 'log-injection',
  class: 'log-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N',
  cwe: [117, 93],
  title: 'Outside data is written to the log as it came',
  why: 'A line end in the value begins a line of its own, which looks like any other entry.',
  impact: ['Entries are forged to hide or to blame', 'Viewers of logs show markup of the sender'],
  fix: 'Log values as fields of a structured entry, or take line ends out.',
  code: "logger.info({ user: request.body.user }, 'login failed')",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html', 'https://owasp.org/www-community/attacks/Log_Injection'],
  from: ['request', 'message'],
  to: ['log'],
})

// Whether a line end does harm is up to who writes the log and who reads it: many write each entry as JSON.
export default atMost(byFlow, () => 'medium')
