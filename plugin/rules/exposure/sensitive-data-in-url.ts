import { defineRule } from '../rule'

export default defineRule({
  id: 'sensitive-data-in-url',
  size: 'medium',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
  cwe: [598],
  title: 'A password is read from the address of a request',
  why: 'Addresses are kept in browser histories, in logs of servers and proxies, and are sent on in the Referer header.',
  impact: ['Whoever reads a log or uses the same browser later has the password'],
  fix: 'Take it from the body of a POST request.',
  code: "app.post('/login', (request, response) => signIn(request.body.password))",
  references: [
    'https://owasp.org/www-community/vulnerabilities/Information_exposure_through_query_strings_in_url',
    'https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'sensitive-query' && !test)
      .map(({ api, library, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        description: `The query parameter \`${api}\` of a GET request is ${library === api ? 'sensitive' : `kept as \`${library}\``}. Addresses are kept in histories and logs.`,
      })),
})
