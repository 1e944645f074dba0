/** What a value is known to be behind branches that come together again, where not all of them do. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (body: string) => ({
  'app.ts': `
import express from 'express'
import { execSync } from 'node:child_process'
const app = express()
let seen = 0
app.get('/run', (req, res) => {
  let name = String(req.query.name)
  ${body}
})
`,
})

const run = "execSync('run ' + name)"

test.each([
  ['cases that fall through', `switch (name) { case 'a': case 'b': break; default: return }\n${run}`],
  ['cases of their own', `switch (name) { case 'a': seen++; break; case 'b': break; default: throw new Error('no') }\n${run}`],
  ['one after another', `if (name === 'a') seen++\nelse if (name === 'b') seen--\nelse return\n${run}`],
  ['two lists', `if (req.query.all) { if (!['a', 'b'].includes(name)) return } else { if (name !== 'a') return }\n${run}`],
  ['with a value put in', `if (name === 'a') seen++\nelse if (name === 'b') seen--\nelse name = 'c'\n${run}`],
])('one of several tests has held: %s', (_what, body) => check(app(`${body} // command-injection: none`)))

test.each([
  ['no way ends', `switch (name) { case 'a': seen++; break; case 'b': seen--; break }\n${run}`],
  ['another one ends', `switch (name) { case 'a': break; case 'b': return; default: seen++ }\n${run}`],
  ['one of two is not asked', `if (req.query.all) { if (name !== 'a') return }\n${run}`],
  ['one after another, and none', `if (name === 'a') seen++\nelse if (name === 'b') seen--\n${run}`],
  ['it says what it is not', `if (name === 'a') return\nelse if (name === 'b') return\n${run}`],
])('and none may have: %s', (_what, body) => check(app(`${body} // command-injection: high`)))

test('a check in front of such branches holds behind them', () =>
  check(
    app(`if (!/^[a-z]+$/.test(name)) return
  switch (name) { case 'a': seen++; break; case 'b': break; default: seen-- }
  ${run} // command-injection: none`),
  ))
