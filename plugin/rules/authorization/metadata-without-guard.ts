import { atFault, faultsOf, routeOf, routesInText } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'metadata-without-guard',
  size: 'small',
  class: 'missing-auth',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  cwe: [862],
  title: 'A decorator says what callers need, and no guard reads it',
  why: 'The decorator only notes something on the handler. Without the guard that looks it up, it reads like a check and asks nothing.',
  impact: ['Whoever gets past the other guards does what the decorator keeps for some', 'Reviews take the route for a guarded one'],
  fix: 'Put the guard that reads the decorator in front of the route, or make one decorator of the two with applyDecorators.',
  code: "@Roles('admin')\n@UseGuards(SessionGuard, RolesGuard)\n@Post()\ncreate() {}",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
    'https://docs.nestjs.com/guards#setting-roles-per-handler',
  ],
  check: ({ entryPoints }) => {
    const open = new Set(entryPoints.filter(({ authRequired }) => authRequired.answer === 'no').map(routeOf))
    return faultsOf(entryPoints, ({ fault, at }) => (fault === 'mark unread' ? `${at.file}:${at.line}` : undefined)).map((found): Hit => {
      const { fault, routes } = found
      return {
        ...atFault(found),
        confidence: 'high',
        ...(routes.some((route) => open.has(route)) ? { metrics: { PR: 'N' as const } } : {}),
        description: `\`@${fault.name}\` says what callers need, and nothing that stands in front of ${routesInText(routes)} looks at it. Elsewhere \`${fault.by}\` does.`,
      }
    })
  },
})
