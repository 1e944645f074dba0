import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'csrf-before-method-override',
  class: 'csrf',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: [352],
  title: 'CSRF protection looks at the method before it is changed',
  why: 'The check lets methods pass that change nothing. Middleware behind it then makes another method of the request.',
  impact: ['A request that needs no token becomes one that changes data'],
  fix: 'Put the method override in force before the CSRF protection.',
  code: 'app.use(methodOverride())\napp.use(csrf())',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://expressjs.com/en/resources/middleware/method-override.html',
  ],
  of: ['csrf-before-override'],
  fault: () => ({ confidence: 'medium' }),
})
