import type { EntryPoint } from '../../types'
import { atFault, faultsOf, routesInText } from '../doors'
import { defineRule, type Hit } from '../rule'

/** The code comes in the address: what a page sends itself was compared there, if anywhere. */
const bringsCode = ({ parameters }: EntryPoint): boolean => parameters.some(({ name, in: where }) => name === 'code' && where === 'query')

export default defineRule({
  id: 'oauth-state-unchecked',
  size: 'small',
  class: 'csrf',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:H/A:N',
  cwe: [352],
  title: 'A sign-in elsewhere is taken from whoever’s browser brings it',
  why: 'The callback exchanges the code of the address and compares `state` with nothing that this visitor’s session or cookie holds, so a link with the code of another person is as good.',
  impact: [
    'Visitors are signed in to the account of an attacker, and leave their data there',
    'The account of an attacker elsewhere is joined to that of a visitor and opens it',
  ],
  fix: 'Keep a random `state` in the session or in a cookie before the visitor is sent away, and compare it before the code is exchanged.',
  code: 'if (!request.query.state || request.query.state !== request.session.oauthState) return response.status(403).end()\nconst { tokens } = await client.getToken(request.query.code)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/OAuth2_Cheat_Sheet.html',
    'https://datatracker.ietf.org/doc/html/rfc6749#section-10.12',
  ],
  check: ({ entryPoints }) =>
    faultsOf(entryPoints.filter(bringsCode), ({ fault, at, trace }) =>
      fault === 'unbound code' ? `${at.file}:${at.line} ${trace[0]?.file}:${trace[0]?.line}` : undefined,
    ).map((found): Hit => {
      const { fault, routes } = found
      return {
        ...atFault(found),
        at: fault.trace[0] ?? fault.at,
        confidence: 'medium',
        description: `The code of the address is exchanged in \`${fault.at.file}\`, and \`state\` is compared with nothing that this visitor’s session or cookie holds. That is so at ${routesInText(routes)}.`,
      }
    }),
})
