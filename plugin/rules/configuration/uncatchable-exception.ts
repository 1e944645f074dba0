import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'uncatchable-exception',
  class: 'resource-exhaustion',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:H',
  cwe: [248, 730],
  title: 'A request can end the process',
  why: 'This is thrown in a callback that runs after the handler has returned. No `try` is around it and no framework sees it, so the process ends.',
  impact: ['Every request that is being served is lost', 'Whoever can bring the error about can keep the service down'],
  fix: 'Hand the error on, to `next` or to the callback, in place of throwing it.',
  code: 'fs.readFile(name, (error, data) => {\n  if (error) return next(error)\n  response.send(data)\n})',
  references: [
    'https://nodejs.org/api/errors.html',
    'https://expressjs.com/en/guide/error-handling.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
  ],
  of: ['uncatchable-throw'],
  fault: () => ({ confidence: 'medium' }),
})
