import { htmlRule, isMarkup } from '../html-rule'
import { whereOthersReach } from '../other-sites'

const byFlow = htmlRule({
  id: 'reflected-xss',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'Request data is written into a page as markup',
  why: 'Whoever makes somebody follow a link decides which script runs in their session, since the page repeats the request as markup.',
  impact: [
    'Sessions and data of signed-in visitors are taken over',
    'The page asks for passwords in the name of this site',
    'Requests are sent in the name of the visitor',
  ],
  fix: 'Escape the value for the place it stands in, render it with a template that escapes, or answer with a type that no browser runs.',
  code: "response.send('<p>Hello ' + escapeHtml(request.query.name) + '</p>')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/attacks/xss/',
  ],
  from: ['request'],
  to: ['html', 'script-url'],
  where: isMarkup,
  // A link sets an address and a form a body; headers and cookies of somebody else's browser are out of reach.
  sure: ({ flow }) =>
    /\b(?:cookies|signedCookies|headers|rawHeaders)\b|\.header\(\)/.test(flow?.origin ?? '') && !/\breferr?er\b/i.test(flow?.origin ?? '')
      ? 'low'
      : undefined,
})

export default whereOthersReach(byFlow)
