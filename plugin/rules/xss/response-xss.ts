import { htmlRule } from '../html-rule'

export default htmlRule({
  id: 'response-xss',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'What another service answered is written into a page as markup',
  why: 'The page runs whatever script the answer holds: of the service itself, of those who fill it, and of anyone who can change it on the way.',
  impact: ['Texts that users typed elsewhere run as script here', 'A service that is broken into breaks into this site as well'],
  fix: 'Write the fields of the answer as text, or clean markup with a sanitizer before it is shown.',
  code: 'details.innerHTML = DOMPurify.sanitize(repository.description)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html', 'https://github.com/cure53/DOMPurify'],
  from: ['response'],
  to: ['html'],
})
