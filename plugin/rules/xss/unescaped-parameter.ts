import { htmlRule } from '../html-rule'

export default htmlRule({
  id: 'unescaped-parameter',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:L/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'A parameter is written as markup without being escaped',
  why: 'Nothing in this code tells where the value comes from, and nothing on its way makes it harmless for a page.',
  impact: ['Where a caller passes text from outside, a script in it runs'],
  fix: 'Write the value as text, or clean it with a sanitizer where it is written.',
  code: '<div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(body) }} />',
  references: [
    'https://react.dev/reference/react-dom/components/common#dangerously-setting-the-inner-html',
    'https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html',
  ],
  from: ['parameter'],
  to: ['html'],
})
