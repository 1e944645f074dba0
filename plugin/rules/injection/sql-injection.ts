import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

const byFlow = taintRule({
  id: 'sql-injection',
  class: 'sql-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [89, 564],
  title: 'Outside data becomes part of an SQL statement',
  why: 'A value that is written into the text of a statement can end the value and go on with SQL of its own.',
  impact: ['Every row the account can see is read, passwords among them', 'Rows are changed or deleted', 'Logins are passed without a password'],
  fix: 'Hand values over as bound parameters, apart from the text of the statement. Take names of columns and directions of sorting from a list.',
  code: "await pool.query('select * from users where email = $1', [request.body.email])",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Query_Parameterization_Cheat_Sheet.html',
  ],
  from: ['request', 'browser', 'message', 'stored', 'response', 'parameter'],
  to: ['sql'],
})

// Rows of one statement that go into another were often made by the database itself: ids, names of tables.
export default atMost(byFlow, ({ flow }) => (flow?.source === 'stored' ? 'low' : undefined))
