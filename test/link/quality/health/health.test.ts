/** How code is kept: copies, what nothing uses, odd names. Expectations stand on their lines, with a safe twin beside. */
import { expect, test } from 'vitest'
import type { Program } from '../../../../plugin/types'
import { linkSources, type Sources } from '../../small-programs'

const health = (sources: Sources): Program['quality']['health'] => linkSources(sources).quality.health

/** `file:line`, and what lines marked `// unused` say. */
function unused(sources: Sources, ...kinds: string[]) {
  const found = health(sources)
    .unused.filter(({ kind }) => kinds.includes(kind))
    .map(({ at }) => `${at.file}:${at.line}`)
  const expected = Object.entries(sources).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => (line.includes('// unused') ? [`${file}:${index + 1}`] : [])),
  )
  return { found: found.sort(), expected: expected.sort() }
}

const same = (a: string, name = 'total') => `export function ${name}(orders, rate) {
  let sum = 0
  for (const order of orders) {
    if (order.cancelled || order.lines.length === 0) continue
    const net = order.lines.reduce((all, line) => all + line.price * line.count, 0)
    sum += net + net * rate - order.discount
    audit.write('${a}', order.id, sum)
  }
  return sum
}
`

test('a copy with other texts is one class with all of its places', () => {
  const { clones, duplicated } = health({ 'src/a.js': same('a'), 'src/b.js': `const x = 1\n${same('b', 'other')}`, 'src/c.js': same('c') })
  expect(clones.map(({ places }) => places.map(({ file, line }) => `${file}:${line}`))).toEqual([['src/a.js:1', 'src/b.js:2', 'src/c.js:1']])
  expect(duplicated).toBeGreaterThan(0.9)
})

test('no copies: short phrases, tables, imports, generated files', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `  { id: ${i}, name: 'n${i}', price: ${i}.5, tags: ['a', 'b'] },`).join('\n')
  const imports = Array.from({ length: 20 }, (_, i) => `import { a${i}, b${i} } from './m${i}'`).join('\n')
  expect(health({ 'src/a.js': `export const rows = [\n${rows}\n]` }).clones).toEqual([])
  expect(health({ 'src/a.js': `${imports}\na0()`, 'src/b.js': `${imports}\nb1()` }).clones).toEqual([])
  expect(health({ 'src/a.js': `// @generated\n${same('a')}`, 'src/b.js': same('b') }).clones).toEqual([])
  expect(
    health({
      'src/a.js': 'export const f = (a) => { if (!a) throw new Error("no") }',
      'src/b.js': 'export const g = (a) => { if (!a) throw new Error("no") }',
    }).clones,
  ).toEqual([])
})

test('exports', () => {
  const { found, expected } = unused(
    {
      'index.js':
        "import { used } from './src/a'\nimport * as ns from './src/b'\nimport { passed } from './src/barrel'\nconst c = require('./src/c')\nused(ns.read, passed, c.called)\nimport './src/opened'",
      'src/a.js': 'export const used = 1\nexport const inside = 2 // unused\nexport const sum = () => inside // unused',
      'src/b.js': 'export const read = 1\nexport const left = 2 // unused',
      'src/barrel.js': "export * from './d'",
      'src/d.js': 'export const passed = 1\nexport const alone = 2 // unused',
      'src/c.js': 'function called() {}\nfunction never() {}\nmodule.exports = {\n  called,\n  never, // unused\n}',
      'src/types.ts': 'export interface Props { a: string }\nexport const make = (): Props => ({ a: "" })',
      'src/uses.ts': "import { make } from './types'\nmake()",
      'src/lazy.js': 'export default 1\nexport const Page = 2',
      'src/router.js': "const lazy = (f) => f\nlazy(() => import('./lazy'))",
      'src/element.ts':
        "import { FASTElement } from '@microsoft/fast-element'\nexport class Card extends mixed(FASTElement) {}\nCard.define('x-card')",
      'src/plain.ts': 'export class Plain {} // unused\nexport const used = 1',
      'src/events.ts': 'export interface Sent { at: number }\nexport interface Events {}',
      'src/more-events.ts': "declare module './events' {\n  interface Events { sent: Sent }\n}\nexport {}",
      'src/level.ts': 'export enum Level { Low, High }\nexport class Left {} // unused\nexport function open(level: Level) { return level }',
      'src/shapes.ts': 'export const round = 1\nexport const square = 2',
      'src/opened.ts':
        "import './element'\nimport './more-events'\nimport './router'\nimport { used } from './plain'\nimport type { Events } from './events'\nimport { open } from './level'\nimport * as shapes from './shapes'\nimport start from 'elsewhere'\nstart({ shapes })\nopen(0)\nexport const all: Events[] = [used] // unused",
    },
    'export',
  )
  expect(found).toEqual(expected)
})

test('files: reached by imports, by name, with their folder, by convention', () => {
  const { found, expected } = unused(
    {
      'package.json': JSON.stringify({ name: 'x', dependencies: {} }),
      'index.js':
        "require('./src/app')\nconst env = process.env.NODE_ENV\nrequire(__dirname + '/config/env/' + env + '.js')\nrequireAll(require('path').join(__dirname, 'jobs'))",
      'src/app.js': 'exports.app = 1',
      'src/dead.js': "import { helper } from './only-dead'\nexport const dead = helper // unused",
      'src/only-dead.js': 'export const helper = 1 // unused',
      'config/env/production.js': 'module.exports = { a: 1 }',
      'jobs/clean.js': 'module.exports = { run() {} }',
      'jest.config.js': 'module.exports = {}',
      'migrations/1-users.js': 'exports.up = () => 1',
      'test/a.test.js': "test('a', () => {})",
      'src/tool.js': '#!/usr/bin/env node\nexports.run = () => 1',
    },
    'file',
  )
  expect(found).toEqual(expected)
})

test('methods', () => {
  const { found, expected } = unused(
    {
      'index.ts':
        "import { Users } from './src/users'\nimport { Posts } from './src/posts'\nimport './src/dao'\nconst users = new Users()\nconst posts = new Posts()\nusers.find()\nposts.all()",
      'src/users.ts':
        'export class Users {\n  find() { return this.inner() }\n  private inner() { return 1 }\n  all() { return 2 } // unused\n  toString() { return "" }\n}',
      'src/posts.ts': 'export class Posts {\n  all() { return 1 }\n}',
      'src/dao.js':
        'function Dao() {\n  this.load = () => 1\n  this.drop = () => 2 // unused\n}\nconst dao = new Dao()\ndao.load()\nmodule.exports = { dao }',
    },
    'function',
  )
  expect(found).toEqual(expected)
})

test('names against the habit of the repository', () => {
  const types = Array.from({ length: 20 }, (_, i) => `export interface Thing${String.fromCharCode(65 + i)} { a: string }`).join('\n')
  const sources: Sources = { 'src/types.ts': `${types}\nexport interface oddOne { a: string }` }
  for (const name of ['user-list', 'order-list', 'price-table', 'mail-sender', 'tax-rates', 'oddFile'])
    sources[`src/jobs/${name}.ts`] = 'export const run = 1'
  for (const name of ['create-user.dto', 'update-user.dto', 'login-user.dto', 'create-post'])
    sources[`src/dto/${name}.ts`] = 'export class A { b = 1 }'
  const found = health(sources).naming.map(({ kind, name }) => `${kind} ${name}`)
  expect(found).toEqual(expect.arrayContaining(['type oddOne', 'file oddFile.ts', 'file create-post.ts']))
  expect(found).toHaveLength(3)
})

test('no habit, nothing odd', () => {
  expect(
    health({ 'src/a.ts': 'export interface One {}\nexport interface two {}', 'src/bC.ts': 'export const x = 1', 'src/d-e.ts': 'export const y = 1' })
      .naming,
  ).toEqual([])
})
