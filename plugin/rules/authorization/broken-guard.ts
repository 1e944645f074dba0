import { atFault, faultsOf, routesInText } from '../doors'
import { defineRule, type Hit } from '../rule'

const WHY: Record<string, string> = {
  'goes on': 'turns a caller away and does not stop: what comes after it runs all the same',
  'not enforced': 'looks at a credential and lets the request pass whatever it finds',
  'not awaited': 'refuses by a promise that nothing waits for: the request goes on before it is settled',
}

export default defineRule({
  id: 'broken-guard',
  size: 'medium',
  class: 'missing-auth',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [698, 305],
  title: 'A guard turns callers away and lets their request go on',
  why: 'An answer does not end a function: without a return, a throw or a skipped call the handler behind the guard runs for everyone.',
  impact: ['Everything behind the guard can be done without signing in', 'The answer looks like a refusal, so nobody notices'],
  fix: 'Return after the refusal, and let the caller of a helper stop on what it returns; await what may reject.',
  code: "if (!request.session.user) return response.redirect('/login')\nnext()",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
    'https://expressjs.com/en/guide/writing-middleware.html',
  ],
  check: ({ entryPoints }) =>
    faultsOf(entryPoints, ({ fault, at }) => (WHY[fault] ? `${at.file}:${at.line}` : undefined)).map((found): Hit => {
      const { fault, routes } = found
      return {
        ...atFault(found),
        confidence: fault.fault === 'not enforced' ? 'medium' : 'high',
        // The guard is what PR would be read from, and it does not hold.
        metrics: { PR: 'N' },
        description: `\`${fault.name}\` ${WHY[fault.fault]}. It stands before ${routesInText(routes)}.`,
      }
    }),
})
