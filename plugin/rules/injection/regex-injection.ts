import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'regex-injection',
  class: 'regex-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  cwe: [1333, 730],
  title: 'Outside data becomes part of a regular expression',
  why: 'An expression can be written so that matching it takes years, and one that matches everything gets past checks.',
  impact: ['One request keeps the process busy for good', 'Searches return more than they should'],
  fix: 'Escape the text before it becomes part of an expression, or search for it as text with `includes`.',
  code: 'const found = names.filter((name) => name.includes(request.query.q))',
  references: [
    'https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/RegExp/escape',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  from: ['request', 'message', 'environment', 'parameter'],
  to: ['regex'],
  // Who sets the environment of a process may stop it anyway; arguments are often put together by scripts.
  where: ({ source, origin }) => source !== 'environment' || !/\benv\b/.test(origin),
})
