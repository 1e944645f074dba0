/** How sure findings are where code looks like a fault and mostly is none: what nobody would agree with is not claimed. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { mostOfWay } from '../../plugin/rules/sureness'
import type { Evidence } from '../../plugin/types'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({
  name: 'shop',
  version: '1.0.0',
  dependencies: { express: '4', mongodb: '6', typeorm: '0', jsonwebtoken: '9', bcrypt: '5', winston: '3', hashids: '2' },
})

/** `file:line rule` → confidence. */
async function findingsIn(contents: Record<string, string>): Promise<Record<string, string>> {
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...contents })))
  return Object.fromEntries(findings.map(({ at, rule, confidence }) => [`${at.file}:${at.line} ${rule}`, confidence]))
}

const lines = (...text: string[]) => `${text.join('\n')}\n`

describe('the length of a way', () => {
  const way = (steps: number, files: number): Evidence[] =>
    Array.from({ length: steps }, (_, index) => ({ file: `${index % files}.ts`, line: index + 1, text: '' }))

  test.each([
    [8, 2, 'high'],
    [9, 2, 'medium'],
    [3, 3, 'medium'],
    [6, 4, 'medium'],
    [21, 2, 'low'],
    [8, 5, 'low'],
  ])('%i steps in %i files: at most %s', (steps, files, most) => expect(mostOfWay({ trace: way(steps, files) })).toBe(most))

  test.each([
    [5, 'high'],
    [6, 'medium'],
  ])('%i steps of an object that is handed on as a whole: at most %s', (steps, most) =>
    expect(mostOfWay({ trace: way(steps, 2), handedWhole: true })).toBe(most),
  )

  test('steps that are left out count', () => expect(mostOfWay({ trace: [{ file: 'a.ts', line: 1, text: '', omitted: 30 }] })).toBe('low'))
})

describe('names that hold no secret', () => {
  test('options of requests, answers of typeof, members of enumerations and their labels', async () => {
    const found = await findingsIn({
      'client.ts': lines(
        "export const load = () => fetch('/me', { credentials: 'same-origin' })",
        "export const keyOf = (secretKey: unknown) => (typeof secretKey === 'function' ? secretKey() : secretKey)",
        'export enum Brand {',
        '  OnePassword = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9",',
        '}',
        'export const labels = {',
        '  [Brand.OnePassword]: "Number 1 Password",',
        '}',
        'export const dbPassword = "q8W2-zz91-Kp0s"',
      ),
    })
    expect(found).toEqual({ 'client.ts:9 hardcoded-secret': 'medium' })
  })

  test('a prefix in front of what a generator makes', async () => {
    const found = await findingsIn({
      'hook.ts': lines(
        "import crypto from 'node:crypto'",
        "const random = (length: number) => { let text = ''; for (let i = 0; i < length; i++) text += 'abc'[0]; return text }",
        'const randomText = random',
        'const secret = `hook_$' + '{randomText(32)}`',
        "export const sign = (body: string) => crypto.createHmac('sha256', secret).update(body).digest('hex')",
      ),
    })
    expect(Object.keys(found).filter((it) => it.endsWith('hardcoded-secret'))).toEqual([])
  })
})

describe('comparisons', () => {
  test('members of an enumeration are none of secrets, and plain hashes hardly', async () => {
    const found = await findingsIn({
      'compare.ts': lines(
        "import { Brand } from './brands'",
        "import { hash } from './hash'",
        "export const icon = (brand: unknown) => brand === Brand.OnePassword ? 'one' : ''",
        'export const isUser = (user: { password: string }, given: string) => user.password === hash(given)',
        'export const isKnown = (user: { password: string }, password: string) => user.password === password',
      ),
    })
    const timing = Object.entries(found).filter(([it]) => it.endsWith('timing-unsafe-comparison'))
    expect(Object.fromEntries(timing)).toEqual({
      'compare.ts:4 timing-unsafe-comparison': 'low',
      'compare.ts:5 timing-unsafe-comparison': 'medium',
    })
  })
})

describe('ways that lead nowhere else', () => {
  test('a path of the request itself, and a name with a fixed ending', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express')",
        "const fs = require('node:fs')",
        'const app = express()',
        "app.get('/go', (req, res) => res.redirect(req.query.to))",
        "app.get('/old', (req, res) => res.redirect(req.path))",
        "app.get('/info', (req, res) => res.json(fs.readFileSync('./infos/' + req.query.key + '.info.yml', 'utf8').length))",
        "app.get('/file', (req, res) => res.json(fs.readFileSync('./files/' + req.query.name, 'utf8').length))",
        "app.get('/log', (req, res) => { console.log('asked for ' + req.query.name); res.json({}) })",
      ),
    })
    expect(found['app.js:4 open-redirect']).toBe('high')
    expect(found['app.js:5 open-redirect'] ?? 'low').toBe('low')
    expect(found['app.js:6 path-traversal']).toBe('medium')
    expect(found['app.js:7 path-traversal']).toBe('high')
    expect(found['app.js:8 log-injection']).toBe('medium')
  })

  test('a parsed document that is not put into the page', async () => {
    const found = await findingsIn({
      'page.js': lines(
        'const hash = decodeURIComponent(location.hash.slice(1))',
        "export const title = () => new DOMParser().parseFromString(hash, 'text/html').title.length",
        'document.body.innerHTML = hash',
      ),
    })
    expect(found['page.js:2 dom-xss']).toBe('low')
    expect(found['page.js:3 dom-xss']).toBe('high')
  })

  test('a text as the key of a row is no query object', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express')",
        "const { MongoClient } = require('mongodb')",
        'const app = express()',
        "const notes = new MongoClient('mongodb://localhost').db('a').collection('notes')",
        "app.get('/note/:id', async (req, res) => res.json(await notes.findOne(req.params.id)))",
        "app.get('/find', async (req, res) => res.json(await notes.findOne({ $where: 'this.n == ' + req.query.n })))",
      ),
    })
    expect(found['app.js:5 nosql-injection']).toBeUndefined()
    expect(found['app.js:6 nosql-injection']).toBe('high')
  })
})

test('server actions that nothing of a page imports are hardly called from outside', async () => {
  const action = lines(
    "'use server'",
    "import { exec } from 'node:child_process'",
    'export async function pack(name: string) { exec(`tar cf out.tar $' + '{name}`) }',
  )
  const found = await findingsIn({
    'lib/shown.ts': action,
    'lib/inner.ts': action,
    'lib/alone.ts': action,
    'app/page.tsx': lines("import { pack } from '../lib/shown'", 'export default function Page() { return <form action={pack} /> }'),
    'lib/nightly.ts': lines("import { pack } from './inner'", "export const nightly = () => pack('all')"),
  })
  const sure = (file: string) => found[`${file}:3 command-injection`]
  expect([sure('lib/shown.ts'), sure('lib/inner.ts'), sure('lib/alone.ts')]).toEqual(['high', 'medium', 'high'])
})

describe('lines of a log that a header is written into', () => {
  test('a header holds no line end, and what is decoded may', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express')",
        'const app = express()',
        "app.get('/', (req, res) => {",
        "  console.log(`asked by ${req.headers['user-agent']}`)",
        "  console.log(`asked for ${decodeURIComponent(req.headers['x-place'])}`)",
        '  console.log(`asked with ${req.query.place}`)',
        '  res.end()',
        '})',
        'app.listen(80)',
      ),
    })
    expect(found['app.js:4 log-injection']).toBe('low')
    expect(found['app.js:5 log-injection']).toBe('medium')
    expect(found['app.js:6 log-injection']).toBe('medium')
  })
})

describe('requests that browsers ask for first', () => {
  const server = (...before: string[]) =>
    lines(
      "const express = require('express')",
      "const jwt = require('jsonwebtoken')",
      "const { MongoClient } = require('mongodb')",
      "const notes = new MongoClient(process.env.STORE).db('board').collection('notes')",
      'const app = express()',
      ...before,
      'function requireUser(req, res, next) {',
      "  const user = jwt.verify(req.cookies.token, process.env.KEY, { algorithms: ['HS256'] })",
      '  if (!user) return res.sendStatus(401)',
      '  req.user = user',
      '  next()',
      '}',
      "app.patch('/note', requireUser, async (req, res) => {",
      '  await notes.updateOne({ owner: req.user.id }, { $set: { text: String(req.body.text) } })',
      '  res.end()',
      '})',
      'app.listen(80)',
    )
  const sureOf = async (...before: string[]) =>
    Object.entries(await findingsIn({ 'app.js': server(...before) })).flatMap(([place, sure]) => (/missing-csrf/.test(place) ? [sure] : []))

  test('PATCH alone is a lead', async () => expect(await sureOf()).toEqual(['low']))
  test('with a policy of origins it may be answered yes', async () =>
    expect(await sureOf("app.use(require('cors')({ origin: true, credentials: true }))")).toEqual(['medium']))
  test('with a form that says its method it is not asked for', async () =>
    expect(await sureOf("app.use(require('method-override')('_method'))")).toEqual(['medium']))
})

describe('where visitors are sent', () => {
  test('headers and cookies are decided by the visitor, parameters by whoever wrote the link, the page before by where it stands', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express')",
        'const app = express()',
        "app.get('/a', (req, res) => res.redirect(req.query.next))",
        "app.get('/b', (req, res) => res.redirect('https://' + req.headers['x-forwarded-host'] + '/start'))",
        "app.get('/c', (req, res) => res.redirect(req.headers.referer))",
        'app.listen(80)',
      ),
    })
    expect(found['app.js:3 open-redirect']).toBe('high')
    expect(found['app.js:4 open-redirect']).toBe('low')
    expect(found['app.js:5 open-redirect']).toBe('low')
  })
})

describe('who signs the body of a request', () => {
  const server = (provider: string, check: string) =>
    lines(
      "const express = require('express')",
      "const { exec } = require('child_process')",
      `const { ${provider === 'queue' ? 'Receiver' : 'Webhook'} } = require('${provider === 'queue' ? '@upstash/qstash' : 'svix'}')`,
      'const app = express()',
      "app.post('/hooks/signed', async (req, res) => {",
      `  ${check}`,
      "  exec('print ' + req.body.label)",
      '  res.end()',
      '})',
      'app.listen(80)',
    )
  const sureOf = async (provider: string, check: string) => (await findingsIn({ 'app.js': server(provider, check) }))['app.js:7 command-injection']

  test('nobody', async () => expect(await sureOf('service', '')).toBe('high'))
  test('another service, of whose users the texts may be', async () =>
    expect(await sureOf('service', "new Webhook(process.env.KEY).verify(req.body, req.headers['svix-signature'])")).toBe('medium'))
  test('the queue of the program itself', async () =>
    expect(
      await sureOf(
        'queue',
        "if (!(await new Receiver().verify({ signature: req.headers['upstash-signature'], body: req.body }))) return res.sendStatus(401)",
      ),
    ).toBe('low'))
})

describe('what is compared and kept', () => {
  test('the hash of what was sent, and a dialogue that is hidden', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express')",
        "const { hashToken } = require('./hash')",
        'const app = express()',
        "app.post('/a', async (req, res) => res.json(req.body.clientSecret !== req.app.clientSecret))",
        "app.post('/b', async (req, res) => res.json(req.app.hashedClientSecret !== (await hashToken(req.body.clientSecret))))",
        "app.post('/c', (req, res) => res.cookie('auth_token', req.app.made).end())",
        "app.post('/d', (req, res) => res.cookie('hideOauthNotice', req.app.made).end())",
        'app.listen(80)',
      ),
      'hash.js': lines(
        "const { createHash } = require('crypto')",
        "exports.hashToken = async (text) => createHash('sha256').update(text).digest('hex')",
      ),
    })
    expect(found['app.js:4 timing-unsafe-comparison']).toBe('medium')
    expect(found['app.js:5 timing-unsafe-comparison']).toBe('low')
    expect(found['app.js:6 cookie-without-secure']).toBe('high')
    expect(found['app.js:7 cookie-without-secure']).toBe('low')
  })
})
