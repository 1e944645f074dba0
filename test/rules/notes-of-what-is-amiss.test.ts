/** Checks whose outcome a variable or a list notes, before that is asked: fields of a form are checked one after another. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (body: string) => ({
  'app.ts': `
import express from 'express'
import httpAssert from 'http-assert'
import { execSync } from 'node:child_process'
const app = express()
app.get('/run', (req, res) => {
  const name = String(req.query.name)
  const isName = /^[a-z]+$/.test(name)
  ${body}
  res.end()
})
`,
})
const run = "execSync('run ' + name)"

test.each([
  ['a flag', `let ok = true; if (!isName) ok = false; if (!ok) return\n${run}`],
  ['a message', `let problem; if (!isName) problem = 'no name'; if (problem) { res.send(problem); return }\n${run}`],
  ['one flag of several checks', `let ok = true; if (!req.query.all) ok = false; if (!isName) ok = false; if (!ok) return\n${run}`],
  ['a flag that begins with a check', `let ok = isName; if (!req.query.all) ok = false; if (!ok) return\n${run}`],
  ['a list', `const problems: string[] = []; if (!isName) problems.push('no name'); if (problems.length) { res.json(problems); return }\n${run}`],
  [
    'a list that is compared',
    `const problems: string[] = []; if (!isName) problems.push('no name'); if (problems.length > 0) { res.json(problems); return }\n${run}`,
  ],
  ['a list that is empty', `const problems: string[] = []; if (!isName) problems.push('no name'); if (problems.length === 0)\n${run}`],
  ['an assertion with a status', `httpAssert(isName, 400)\n${run}`],
])('%s', (_what, body) => check(app(`${body} // command-injection: none`), { express: '^4.19.0', 'http-assert': '*' }))

test.each([
  ['a flag that is set again', `let ok = true; if (!isName) ok = false; if (req.query.all) ok = true; if (!ok) return\n${run}`],
  ['a flag that nobody asks', `let ok = true; if (!isName) ok = false\n${run}`],
  ['another check', `let ok = true; if (!req.query.all) ok = false; if (!ok) return\n${run}`],
  ['under a second condition', `let ok = true; if (req.query.strict) { if (!isName) ok = false } if (!ok) return\n${run}`],
  ['a list that is asked before', `const problems: string[] = []; if (problems.length) return\nif (!isName) problems.push('no name')\n${run}`],
  [
    'a list under a second condition',
    `const problems: string[] = []; if (req.query.strict) { if (!isName) problems.push('no name') } if (problems.length) return\n${run}`,
  ],
  ['a list that is not empty then', `const problems: string[] = []; if (!isName) problems.push('no name'); if (problems.length > 0)\n${run}`],
])('but not: %s', (_what, body) => check(app(`${body} // command-injection: high`), { express: '^4.19.0', 'http-assert': '*' }))
