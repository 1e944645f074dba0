import { isMarkup } from '../html-rule'
import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'unsafe-jquery-plugin',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 116],
  title: 'A jQuery plugin takes an option as selector or markup',
  why: 'Elements are made of a text that begins with a tag, so an option that is meant as a selector runs scripts as well.',
  impact: ['Sites that fill the option from an address or from stored text run the scripts in it'],
  fix: 'Look the option up with find(), which only selects, or refuse what is no element and no selector.',
  code: 'const target = $(document).find(options.target)',
  references: ['https://api.jquery.com/jQuery/#jQuery2', 'https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html'],
  from: ['library'],
  to: ['script-url'],
  // What is called markup is meant to be markup.
  where: (flow) =>
    isMarkup(flow) && !/\.(?:\w*html|markup|template|content|label)\b/i.test(flow.origin) && !/^(?:el|elem|element|node)$/.test(flow.origin),
})
