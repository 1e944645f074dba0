import type { AccessFault } from '../../types'
import { routeOf } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'rights-claimed-by-request',
  size: 'medium',
  class: 'auth-bypass',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [807, 290, 285],
  title: 'A check believes what the request says of its sender',
  why: 'A header, a value of the address or an unsigned cookie is whatever the sender writes: a check that goes by it can be passed by anyone.',
  impact: ['Anyone becomes an administrator by adding a header or a cookie', 'What belongs to others is shown to whoever gives their name'],
  fix: 'Take the role and the name of the caller from the session, a verified token or the stored account, never from the request beside it.',
  code: "if (request.session.user?.role !== 'admin') return response.sendStatus(403)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
    'https://owasp.org/Top10/A01_2021-Broken_Access_Control/',
  ],
  check: ({ entryPoints }) => {
    const found = new Map<string, { fault: AccessFault; routes: Set<string> }>()
    for (const entry of entryPoints)
      for (const fault of entry.faults ?? []) {
        if (fault.fault !== 'claimed right' && fault.fault !== 'claimed name') continue
        const place = `${fault.at.file}:${fault.at.line} ${fault.name}`
        const known = found.get(place) ?? { fault, routes: new Set<string>() }
        known.routes.add(routeOf(entry))
        found.set(place, known)
      }
    return [...found.values()].map(({ fault, routes }): Hit => {
      const [route] = routes
      const isHeader = fault.name.startsWith('the header')
      const before =
        routes.size === 1
          ? `\`${route}\``
          : `${routes.size} routes: ${[...routes]
              .slice(0, 6)
              .map((each) => `\`${each}\``)
              .join(', ')}`
      return {
        subject: `${fault.name} ${routes.size === 1 ? route : ''}`.trim(),
        at: fault.at,
        around: fault.fault,
        trace: fault.trace,
        // A gateway in front may set a header, and take away those of callers.
        confidence: isHeader ? 'medium' : 'high',
        ...(routes.size === 1 && route ? { route } : {}),
        metrics: { PR: 'N' },
        description:
          fault.fault === 'claimed right'
            ? `\`${fault.name.replace(/^the (?:query )?\w+ /, '')}\` (${fault.name.replace(/ \S+$/, '')}) decides what the sender may do, and the sender writes it. In force at ${before}.`
            : `\`${fault.name.replace(/^the \w+ /, '')}\` (${fault.name.replace(/ \S+$/, '')}) says who is calling, and nothing proves it: the sender writes the name of anyone. In force at ${before}.`,
      }
    })
  },
})
