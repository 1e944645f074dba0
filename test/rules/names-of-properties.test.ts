/** Outside data that become names of properties, or keys of a map, and come out again. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (body: string) => ({
  'app.ts': `
import express from 'express'
import { execSync } from 'node:child_process'
const app = express()
app.post('/tags', express.json(), (req, res) => {
  const tags: string[] = req.body.tags
  ${body}
  res.end()
})
`,
})
const run = (name: string) => `execSync('touch ' + ${name})`

test.each([
  ['`for … in`', 'const seen: any = {}; for (const tag of tags) seen[tag] = true', `for (const tag in seen) ${run('tag')}`],
  ['`Object.keys`', 'const seen: any = {}; for (const tag of tags) seen[tag] = true', `Object.keys(seen).forEach((tag) => ${run('tag')})`],
  [
    '`Object.entries`',
    'const seen: any = {}; tags.forEach((tag) => { seen[tag] = 1 })',
    `for (const [tag, n] of Object.entries(seen)) ${run('tag')}`,
  ],
  [
    'a reducer',
    'const seen = tags.reduce((all: any, tag) => { all[tag] = 1; return all }, {})',
    `for (const tag of Object.keys(seen)) ${run('tag')}`,
  ],
  ['an object that is written out', 'const seen = { [tags[0]]: 1 }', `for (const tag of Object.keys(seen)) ${run('tag')}`],
  ['a copy', 'const seen: any = {}; seen[tags[0]] = 1; const copy = { ...seen }', `for (const tag of Object.keys(copy)) ${run('tag')}`],
  ['`Object.fromEntries`', 'const seen = Object.fromEntries(tags.map((tag) => [tag, 1]))', `for (const tag of Object.keys(seen)) ${run('tag')}`],
  ['entries of a map', 'const seen = new Map(); for (const tag of tags) seen.set(tag, 1)', `for (const [tag] of seen) ${run('tag')}`],
  ['keys of a map', 'const seen = new Map(); for (const tag of tags) seen.set(tag, 1)', `for (const tag of seen.keys()) ${run('tag')}`],
  ['`forEach` of a map', 'const seen = new Map(tags.map((tag) => [tag, 1]))', `seen.forEach((n, tag) => ${run('tag')})`],
  [
    'a map of an object',
    'const own: any = {}; own[tags[0]] = 1; const seen = new Map(Object.entries(own))',
    `for (const tag of seen.keys()) ${run('tag')}`,
  ],
  ['JSON', 'const seen: any = {}; seen[tags[0]] = 1; const text = JSON.stringify(seen)', run('text')],
])('%s', (_way, made, used) => check(app(`${made}\n${used} // command-injection: high`)))

test.each([
  [
    'what stands under the names',
    'const seen: any = {}; for (const tag of tags) seen[tag] = "x"',
    `for (const value of Object.values(seen)) ${run('value')}`,
  ],
  [
    'the other half of an entry',
    'const seen: any = {}; for (const tag of tags) seen[tag] = "x"',
    `for (const [tag, value] of Object.entries(seen)) ${run('value')}`,
  ],
  ['values of a map', 'const seen = new Map<string, string>(); seen.set(tags[0], "x")', `for (const value of seen.values()) ${run('value')}`],
  [
    'names of another object',
    'const seen: any = {}; seen[tags[0]] = 1; const own: any = { one: seen }',
    `for (const name of Object.keys(own)) ${run('name')}`,
  ],
  ['what is read by a name', 'const seen: any = { one: "a" }; seen[tags[0]] = "x"', run('seen.one')],
  [
    'names that were asked about',
    'const seen: any = {}; for (const tag of tags) if (tag === "one" || tag === "two") seen[tag] = 1',
    `for (const tag in seen) ${run('tag')}`,
  ],
  ['numbers', 'const seen: any = {}; for (const tag of tags) seen[Number(tag)] = 1', `for (const tag in seen) ${run('tag')}`],
])('but not: %s', (_way, made, used) => check(app(`${made}\n${used} // command-injection: none`)))
