import { isForgedHost } from '../authentication/forged-host-in-mail'
import { isOfMail } from '../html-rule'
import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'markup-in-mail',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:N/I:L/A:N',
  cwe: [80, 79],
  title: 'Outside data becomes markup of a mail',
  why: 'Mail programs run no script, and show links, pictures and forms as if the sender of the mail had written them.',
  impact: ['Mail in the name of the site leads its readers wherever somebody else wants', 'A picture tells when the mail was read'],
  fix: 'Escape the value where the markup is put together, or use a template that escapes.',
  code: "await transport.sendMail({ to, subject, html: '<p>Hello ' + escapeHtml(request.body.name) + '</p>' })",
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/11-Client-side_Testing/03-Testing_for_HTML_Injection',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  from: ['request', 'message', 'stored', 'response', 'parameter'],
  to: ['html'],
  // Whose host is forged needs no markup: see `forged-host-in-mail`. What stands in front of it is a scheme.
  where: (flow) => isOfMail(flow) && !isForgedHost(flow) && !/\.protocol$/.test(flow.origin),
  most: () => 'medium',
})
