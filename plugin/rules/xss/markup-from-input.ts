import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'markup-from-input',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 80],
  title: 'Markup is put together from values that are not escaped',
  why: 'Nothing was seen that shows this text as HTML, so it may be harmless; if something does, whoever shapes the value writes tags and scripts into the page.',
  impact: ['Scripts of an attacker run in the pages of others, where the text is shown as it is'],
  fix: 'Escape the value, or build the page with a template engine that escapes by itself.',
  code: "const item = '<li>' + escapeHtml(name) + '</li>'",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html'],
  from: ['request', 'message', 'browser'],
  to: ['html-text'],
})
