/** Ways that data take which no name shows: matches handed to a function, named groups, arguments given beforehand, what a request carries along. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (body: string) => ({
  'app.ts': `
import express from 'express'
import { execSync } from 'node:child_process'
import { AsyncLocalStorage } from 'node:async_hooks'
const app = express()
app.post('/tags', express.json(), (req, res) => {
  const text = String(req.body.text)
  ${body}
  res.end()
})
`,
})

test.each([
  ['a match', 'text.replace(/.*/, (match) => { execSync(match); return "" })', 'high'],
  ['a group', 'text.replace(/a(.*)/g, (match, group) => { execSync(group); return "" })', 'high'],
  ['a group of digits', 'text.replace(/a(\\\\d*)/g, (match, group) => { execSync("sleep " + group); return "" })', 'none'],
  [
    'a list that is filled meanwhile',
    'const all: string[] = []; text.replace(/<(.*?)>/g, (_, name) => { all.push(name); return "" }); execSync(all.join(" "))',
    'high',
  ],
  ['no match, but what stands there', 'text.replace("a", (match) => { execSync(match); return "" })', 'none'],
  ['a named group', 'const found = text.match(/a(?<name>.*)/); execSync(found!.groups!.name)', 'high'],
  ['a named group, taken apart', 'const { groups: { name } } = /a(?<name>.*)/.exec(text) as any; execSync(name)', 'high'],
  ['a named group of digits', 'const found = text.match(/a(?<name>\\\\d+)/); execSync("sleep " + found!.groups!.name)', 'none'],
  [
    'an argument behind a bound one',
    'const run = (kind: string, name: string) => execSync(name); const bound = run.bind(null, "a"); bound(text)',
    'high',
  ],
  ['the bound one', 'const run = (kind: string, name: string) => execSync(kind); const bound = run.bind(null, "a"); bound(text)', 'none'],
  ['called at once', 'const run = (kind: string, name: string) => execSync(name); run.bind(null, "a")(text)', 'high'],
  ['keys of a map in a list', 'const all = [...new Map([[text, 1]])]; execSync(all[0][0])', 'high'],
  ['values of such a map', 'const all = [...new Map([[text, "a"]])]; execSync(String(all[0][1]))', 'none'],
  ['one place of a list', 'execSync(["a"].with(0, text).join(" "))', 'high'],
])('%s', (_way, body, mark) => check(app(`${body} // command-injection: ${mark}`)))

test('what a request is handled with', () =>
  check({
    'app.ts': `
import express from 'express'
import { AsyncLocalStorage } from 'node:async_hooks'
import { show } from './show'
export const storage = new AsyncLocalStorage<any>()
const app = express()
app.use((req, res, next) => storage.run({ name: req.query.name, at: Date.now() }, next))
app.get('/', (req, res) => { show(); res.end() })
`,
    'show.ts': `
import { execSync } from 'node:child_process'
import { storage } from './app'
export function show() {
  execSync('touch ' + storage.getStore().name) // command-injection: high
  execSync('touch ' + storage.getStore().at) // command-injection: none
}
`,
  }))
