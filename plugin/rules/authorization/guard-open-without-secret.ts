import { atFault, faultsOf, routesInText } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'guard-open-without-secret',
  size: 'small',
  class: 'auth-bypass',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [636, 1188],
  title: 'A check is left out where the secret it asks for is not set',
  why: 'A deployment in which the setting is missing or misspelt runs as any other and refuses nobody: nothing tells its operators that the door is open.',
  impact: ['Whoever knows the address is taken for the service that should call it'],
  fix: 'Refuse where the secret is not set, or end the start of the program without it.',
  code: 'if (!env.HOOK_TOKEN || !isSame(given, env.HOOK_TOKEN)) return response.sendStatus(401)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    'https://owasp.org/Top10/A01_2021-Broken_Access_Control/',
  ],
  check: ({ entryPoints }) =>
    faultsOf(entryPoints, ({ fault, at }) => (fault === 'open without secret' ? `${at.file}:${at.line}` : undefined)).map((found): Hit => {
      const { fault, routes } = found
      return {
        ...atFault(found),
        confidence: 'medium',
        // Without the secret nobody is turned away.
        metrics: { PR: 'N' },
        description: `Callers are held against \`${fault.name}\` only where it is set; without it everybody passes. The check stands before ${routesInText(routes)}.`,
      }
    }),
})
