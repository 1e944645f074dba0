import { controlRule } from '../control-rule'

export default controlRule({
  id: 'memory-session-store',
  class: 'session-settings',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:L',
  cwe: [1188, 400],
  title: 'Sessions are kept in the memory of the process',
  why: 'No store is given, so the library keeps every session in memory. Whoever asks often enough fills it.',
  impact: ['Memory grows with every visitor until the process stops', 'Sessions are lost at a restart and are not shared between processes'],
  fix: 'Give the session library a store that lives outside the process and forgets what has expired.',
  code: 'app.use(session({ secret, store: new RedisStore({ client }) }))',
  references: [
    'https://expressjs.com/en/resources/middleware/session.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
  ],
  control: 'session-store',
})
