/** What an exception says of people: a field of theirs, or a whole record, which as text is `[object Object]`. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a record that is put into a text is hardly told, its field is', () =>
  check({
    'src/found.js': `const account = { name: 'x', password: read() }
const columns = { password: { type: 'string' }, name: { type: 'string' } }
exports.fail = (person) => {
  if (person.late) throw new Error(\`no entry for \${account}\`) // sensitive-data-in-exception: low
  if (person.gone) throw new Error('no entry for ' + account.password) // sensitive-data-in-exception: medium
  if (person.odd) throw new Error(\`no column \${Object.keys(columns).join()}\`) // sensitive-data-in-exception: none
}
`,
  }))
