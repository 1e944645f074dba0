import { atFault, faultsOf, routesInText } from '../doors'
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
  check: ({ entryPoints }) =>
    faultsOf(entryPoints, ({ fault, at, name }) =>
      fault === 'claimed right' || fault === 'claimed name' ? `${at.file}:${at.line} ${name}` : undefined,
    ).map((found): Hit => {
      const { fault, routes } = found
      const [where, what] = [fault.name.replace(/ \S+$/, ''), fault.name.replace(/^the (?:query )?\w+ /, '')]
      return {
        ...atFault(found),
        subject: `${fault.name} ${routes.length === 1 ? routes[0] : ''}`.trim(),
        // A gateway in front may set a header, and take away those of callers.
        confidence: where === 'the header' ? 'medium' : 'high',
        metrics: { PR: 'N' },
        description:
          fault.fault === 'claimed right'
            ? `\`${what}\` (${where}) decides what the sender may do, and the sender writes it. In force at ${routesInText(routes)}.`
            : `\`${what}\` (${where}) says who is calling, and nothing proves it: the sender writes the name of anyone. In force at ${routesInText(routes)}.`,
      }
    }),
})
