import { ofSession } from '../cookie-settings'
import { isMissing, usageRule } from '../usage-rule'

export default usageRule({
  id: 'session-without-end',
  class: 'session-expiration',
  phase: 'Authentication',
  cvss: 'AV:P/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [613, 522],
  title: 'A session has no end',
  why: 'The session cookie says neither how long it lives nor when it ends. It is kept as long as the browser stays open, which many restore after a restart.',
  impact: ['Whoever finds a machine signed in can go on', 'A cookie that was copied stays usable'],
  fix: 'Say how long a session may last without being used.',
  code: "session({ name: 'id', secret, rolling: true, cookie: { secure: true, maxAge: 30 * 60_000 } })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html'],
  of: ['session-cookie'],
  fault: (usage) => {
    if (isMissing(usage.values.options)) return undefined
    const ends = [ofSession(usage, 'expires'), ofSession(usage, 'maxAge'), usage.values.duration, usage.values.ttl].some(
      (setting) => !isMissing(setting),
    )
    return ends ? undefined : { confidence: 'medium' }
  },
})
