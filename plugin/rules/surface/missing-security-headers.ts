import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'missing-security-headers',
  class: 'missing-headers',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: [693, 451, 1021],
  title: 'No protective response headers are set',
  why: 'No middleware that sets a content security policy, frame options and the like is put in force on this application, and no handler sets them. A proxy in front of the service may add them; that would not be seen here.',
  impact: ['Injected script runs without a policy that would stop it', 'Pages can be framed by other sites'],
  fix: 'Put such a middleware in force before the first route.',
  code: 'app.use(helmet())',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html'],
  of: ['bare-application'],
  fault: ({ library }) => ({ subject: library, confidence: 'medium' }),
})
