import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'sql-text-from-input',
  size: 'medium',
  class: 'sql-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:L/A:N',
  cwe: [89],
  title: 'Text of an SQL statement is put together from values',
  why: 'Nothing was seen that runs this text, so it may be harmless; if something does, whoever shapes the value shapes the statement.',
  impact: ['Records of others are read or changed, where the text is run as it is'],
  fix: 'Write the statement with placeholders, and hand the values over beside it.',
  code: "const statement = { text: 'SELECT name FROM users WHERE id = $1', values: [id] }",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Query_Parameterization_Cheat_Sheet.html'],
  from: ['request', 'message', 'browser', 'environment', 'library', 'parameter'],
  to: ['sql-text'],
})
