import { htmlRule } from '../html-rule'

export default htmlRule({
  id: 'exception-xss',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 209],
  title: 'An error message is written into a page as markup',
  why: 'Error messages repeat the input that caused them; written as markup, a script in the input runs.',
  impact: ['Input that is refused runs as script all the same', 'Messages tell how the program is built'],
  fix: 'Answer with a message of your own, and write what the exception says as text or to a log.',
  code: "response.status(400).json({ error: 'The request is not valid' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  from: ['exception'],
  to: ['html'],
  // Which exception a server catches, and whether it repeats the request, cannot be told.
  sure: ({ flow }) => (flow?.origin === 'the exception' ? 'low' : 'medium'),
})
