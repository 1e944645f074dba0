import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'xpath-injection',
  class: 'xpath-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [643, 91],
  title: 'Outside data becomes part of an XPath expression',
  why: 'A quote in a value ends it, and what follows selects other nodes.',
  impact: ['The whole document is read', 'Logins against a document of users are passed'],
  fix: 'Use an expression with variables and hand the values over apart from it.',
  code: "parse('//user[name=$name]').select({ node, variables: { name } })",
  references: [
    'https://owasp.org/www-community/attacks/XPATH_Injection',
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
  ],
  from: ['request', 'browser', 'message', 'parameter'],
  to: ['xpath'],
})
