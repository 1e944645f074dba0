import { atFault, faultsOf, routesInText } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'guard-spares-addresses',
  size: 'small',
  class: 'auth-bypass',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [288, 863],
  title: 'A guard lets requests past that have a text anywhere in their address',
  why: 'The address holds the query string, which the sender writes: a text that is looked for anywhere in it can be added to every address.',
  impact: ['Everything behind the guard is reached without signing in, by `?x=/public` behind the address'],
  fix: 'Compare the path without the query string, whole or from its beginning, or register what is open in front of the guard.',
  code: 'if (OPEN.includes(request.path)) return next()',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
    'https://owasp.org/Top10/A01_2021-Broken_Access_Control/',
  ],
  check: ({ entryPoints }) =>
    faultsOf(entryPoints, ({ fault, at }) => (fault === 'spared address' ? `${at.file}:${at.line}` : undefined)).map((found): Hit => {
      const { fault, routes } = found
      return {
        ...atFault(found),
        // The guard is what PR would be read from, and it does not hold.
        metrics: { PR: 'N' },
        description: `\`${fault.name}\` asks whether a text stands anywhere in the address, query string included, and refuses nobody then. It stands before ${routesInText(routes)}.`,
      }
    }),
})
