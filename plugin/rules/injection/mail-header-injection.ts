import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'mail-header-injection',
  class: 'header-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:L/A:N',
  cwe: [93],
  title: 'Outside data becomes a header of mail',
  why: 'The message is put together as text, in which a line end begins the next header: whoever shapes a subject adds receivers, or a body of their own.',
  impact: ['Mail in the name of the site goes to whomever the sender wants', 'Copies of what is meant for one receiver go to others'],
  fix: 'Hand subject, addresses and text to the mail library as fields of their own, or take the line ends out of what goes into a header.',
  code: 'await transport.sendMail({ from: SITE, to: SUPPORT, subject: String(request.body.subject), text: String(request.body.text) })',
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/07-Input_Validation_Testing/10-Testing_for_IMAP_SMTP_Injection',
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
    'https://nodemailer.com/message/custom-source/',
  ],
  from: ['request', 'message'],
  to: ['mail'],
})
