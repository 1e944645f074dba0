/** What looks like a fault and is none, each beside a twin that is one: environments, workers, services, what only tells of a secret. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'
import { check } from './marked-lines'

const manifest = (dependencies: Record<string, string>) => JSON.stringify({ name: 'shop', version: '1.0.0', dependencies })
const PACKAGE = manifest({ express: '4', cors: '2', pg: '8', pino: '9', '@nestjs/common': '10' })

/** `file:line rule` → confidence. */
async function findingsIn(contents: Record<string, string>): Promise<Record<string, string>> {
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...contents })))
  expect(problems).toEqual([])
  return Object.fromEntries(findings.map(({ at, rule, confidence }) => [`${at.file}:${at.line} ${rule}`, confidence]))
}

const lines = (...text: string[]) => `${text.join('\n')}\n`

describe('settings that are weak in one environment alone', () => {
  test('open origins outside production are a lead of low confidence', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express'); const cors = require('cors')",
        'const app = express()',
        "const isProduction = process.env.STAGE === 'live'",
        'if (isProduction) app.use(cors({ origin: process.env.ORIGINS.split(","), credentials: true }))',
        'else app.use(cors({ origin: true, credentials: true }))',
        "app.get('/a', (req, res) => res.json({ a: 1 }))",
      ),
      'other.js': lines(
        "const express = require('express'); const cors = require('cors')",
        'const app = express()',
        'app.use(cors({ origin: true, credentials: true }))',
        "app.get('/b', (req, res) => res.json({ b: 1 }))",
      ),
    })
    expect(found['app.js:5 permissive-cors']).toBe('low')
    expect(found['other.js:3 permissive-cors']).toBe('high')
  })

  test('a certificate that is not checked because somebody chose so is less sure than one that never is', async () => {
    const found = await findingsIn({
      'chosen.js': lines(
        "const { Pool } = require('pg')",
        'function encryption(mode) {',
        "  if (mode === 'require') return { rejectUnauthorized: false }",
        "  if (mode === 'verify-full') return { rejectUnauthorized: true }",
        '  return false',
        '}',
        'module.exports = new Pool({ ssl: encryption(process.env.SSL_MODE) })',
      ),
      'never.js': lines(
        "const { Pool } = require('pg')",
        "module.exports = new Pool({ ssl: process.env.SSL === 'yes' ? { rejectUnauthorized: false } : false })",
      ),
    })
    expect(found['chosen.js:3 certificate-not-checked']).toBe('medium')
    expect(found['never.js:2 certificate-not-checked']).toBe('high')
  })
})

test('a worker hears from its own pages alone', async () => {
  const found = await findingsIn({
    'worker.js': lines(
      "self.addEventListener('message', (event) => {",
      '  const run = new Function(event.data.script)',
      '  self.postMessage({ result: run() })',
      '})',
    ),
    'page.js': lines("window.addEventListener('message', (event) => {", '  const run = new Function(event.data.script)', '  run()', '})'),
  })
  expect(found['worker.js:2 code-injection']).toBeUndefined()
  expect(found['worker.js:1 unverified-message-origin']).toBeUndefined()
  expect(found['page.js:2 code-injection']).toBe('high')
  expect(found['page.js:1 unverified-message-origin']).toBe('medium')
})

test('the list of published passwords is asked by a hash that nobody keeps', async () => {
  const hash = "createHash('sha1').update(password).digest('hex')"
  const found = await findingsIn({
    'leaks.ts': lines(
      "import { createHash } from 'node:crypto'",
      'export async function isLeaked(password: string) {',
      `  const hash = ${hash}.toUpperCase()`,
      '  const answer = await fetch(`https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`)',
      '  return (await answer.text()).includes(hash.slice(5))',
      '}',
    ),
    'users.ts': lines(
      "import { createHash } from 'node:crypto'",
      'export async function register(users: any, name: string, password: string) {',
      `  await users.insert({ name, password: ${hash} })`,
      '}',
    ),
  })
  expect(Object.keys(found).filter((it) => it.startsWith('leaks.ts'))).toEqual([])
  expect(found['users.ts:3 fast-password-hash']).toBe('high')
})

test('what tells of a secret is none: ids, faults of a check, counts, limits, members of enumerations', async () => {
  const found = await findingsIn({
    'log.ts': lines(
      "import pino from 'pino'",
      'const logger = pino()',
      'enum Setting { RECOVERY_TOKEN = "RECOVERY_TOKEN" }',
      'const limits = { auth: { emailToken: { interval: 60, most: 5, namespace: "mail" } } }',
      'export async function run(db: any, schema: any, answer: any, user: any) {',
      '  const apiKey = await db.apiKey.findUnique({ where: { id: answer.id } })',
      '  logger.warn({ apiKeyId: apiKey.id }, "wrong key")',
      '  logger.warn({ apiKey }, "wrong key")',
      '  const parsedToken = schema.safeParse(answer)',
      '  logger.error(parsedToken.error, "no token")',
      '  logger.error(parsedToken.data, "token")',
      '  logger.info(limits.auth.emailToken)',
      '  logger.info(Setting.RECOVERY_TOKEN)',
      '  logger.info(user.recoveryToken)',
      '  const refreshTokens = await db.$executeRaw`update tokens set used = true`',
      '  logger.info({ refreshTokens: Number(refreshTokens) })',
      '}',
    ),
  })
  const told = Object.keys(found).filter((it) => it.endsWith('sensitive-data-in-log'))
  expect(told.sort()).toEqual(['log.ts:11 sensitive-data-in-log', 'log.ts:14 sensitive-data-in-log', 'log.ts:8 sensitive-data-in-log'])
})

test('the domain of a mail address says nothing of the person', async () => {
  const found = await findingsIn({
    'package.json': manifest({ 'posthog-js': '1' }),
    'track.ts': lines(
      "import posthog from 'posthog-js'",
      'export function track(id: string, email: string) {',
      "  posthog.capture('joined', { domain: email.split('@')[1] })",
      "  posthog.capture('joined', { box: email.split('@')[0] })",
      '}',
    ),
  })
  expect(found['track.ts:3 sensitive-data-to-third-party']).toBeUndefined()
  expect(found['track.ts:4 sensitive-data-to-third-party']).toBeDefined()
})

test('from version 19 on React writes no scripts into links', async () => {
  const page = lines(
    'export function Back() {',
    "  const to = new URLSearchParams(window.location.search).get('to')",
    '  return <a href={to}>back</a>',
    '}',
  )
  const of = (version: string) => findingsIn({ 'package.json': manifest({ react: version, 'react-dom': version }), 'Back.jsx': page })
  expect((await of('^18.3.0'))['Back.jsx:3 javascript-address']).toBe('high')
  expect((await of('^19.0.0'))['Back.jsx:3 javascript-address']).toBeUndefined()
})

test('a token that was signed a moment ago may be read', async () => {
  const found = await findingsIn({
    'package.json': manifest({ jsonwebtoken: '9' }),
    'tokens.ts': lines(
      "import jwt from 'jsonwebtoken'",
      'export function issue(id: string, key: string) {',
      "  const token = jwt.sign({ sub: id }, key, { expiresIn: '1h', algorithm: 'HS256' })",
      '  return { token, until: jwt.decode(token) }',
      '}',
      'export const read = (token: string) => jwt.decode(token)',
    ),
  })
  expect(Object.keys(found).filter((it) => it.endsWith('unverified-token'))).toEqual(['tokens.ts:6 unverified-token'])
})

test('members of enumerations are compared openly, keys are not', async () => {
  const found = await findingsIn({
    'compare.ts': lines(
      "import { FieldType, Keys } from './generated'",
      'enum Setting { CLIENT_SECRET = "CLIENT_SECRET" }',
      'export const isField = (type: string) => type === FieldType.SIGNATURE',
      'export const isSetting = (name: string) => name === Setting.CLIENT_SECRET',
      'export const isKey = (apiKey: string) => apiKey === Keys.API_KEY',
    ),
  })
  expect(Object.keys(found).filter((it) => it.endsWith('timing-unsafe-comparison'))).toEqual(['compare.ts:5 timing-unsafe-comparison'])
})

describe('doors', () => {
  test('tokens that are handed out for something else than a password are no sign-in', async () => {
    const found = await findingsIn({
      'app.js': lines(
        "const express = require('express')",
        'const app = express()',
        'app.use(express.json())',
        "app.post('/gateway/token', (req, res) => res.json({ token: tokenFor(req.body.service) }))",
        "app.post('/oauth/tokens/token', (req, res) => res.json({ token: tokenOf(req.body.client_secret) }))",
        "app.post('/limited/login', async (req, res) => { await applyRateLimit(req.ip); res.json(await enter(req.body.password)) })",
        "app.post('/login', async (req, res) => res.json(await enter(req.body.password)))",
      ),
    })
    const told = Object.keys(found).filter((it) => it.endsWith('login-without-rate-limit'))
    expect(told).toEqual(['app.js:7 login-without-rate-limit'])
  })

  test('whoever forgot a password is not signed in', async () => {
    const found = await findingsIn({
      'package.json': manifest({ express: '4', mongoose: '8', passport: '0' }),
      'app.js': lines(
        "const express = require('express'); const mongoose = require('mongoose')",
        "const User = mongoose.model('User', new mongoose.Schema({ email: String, note: String }))",
        "const signedIn = (req, res, next) => (req.isAuthenticated() ? next() : res.redirect('/login'))",
        'const app = express()',
        'app.use(express.json())',
        "app.get('/account', signedIn, (req, res) => res.json(req.user))",
        "app.post('/forgot', async (req, res) => { const user = await User.findOne({ email: String(req.body.email) }); user.note = 'x'; await user.save(); res.end() })",
        "app.post('/reset/:token', async (req, res) => { const user = await User.findOne({ email: String(req.params.token) }); user.note = 'x'; await user.save(); res.end() })",
        "app.post('/note', async (req, res) => { const user = await User.findOne({ email: String(req.body.email) }); user.note = 'x'; await user.save(); res.end() })",
      ),
    })
    const told = Object.keys(found).filter((it) => it.endsWith('missing-authentication'))
    expect(told).toEqual(['app.js:9 missing-authentication'])
  })
})

describe('texts that are no secret', () => {
  test('keys that are published, shown examples, one of two answers, setups of tests', async () => {
    const found = await findingsIn({
      'package.json': manifest({ vitest: '3' }),
      'keys.ts': lines(
        `export const ANALYTICS_API_KEY = 'phc_${'9CipPajQC22mSkk2wxe2TXsUA0Ysyupe8dt5KQQELqx'}'`,
        `export const BILLING_API_KEY = 'k9${'Zx81mQw07LrTb5VnHs3Ye6Ja2Uf4Dg'}'`,
        "export const status = (passed: boolean) => (passed ? 'pass' : 'fail')",
      ),
      'setup/integration.ts': lines(
        "import { vi } from 'vitest'",
        `process.env.SESSION_SECRET ??= 'a-secret-for-runs-${'81f0c3d2e5'}'`,
        "vi.mock('mail')",
      ),
    })
    const told = Object.keys(found).filter((it) => it.endsWith('hardcoded-secret'))
    expect(told).toEqual(['keys.ts:2 hardcoded-secret'])
  })
})

test('a hash of a structure tells whether it changed', async () => {
  await check(
    {
      'state.js': `
import md5 from 'md5'
import { createHash } from 'node:crypto'
export const isSame = (one, other) => md5(JSON.stringify(one)) === other // weak-hash: low
export const digest = (one) => createHash('md5').update(JSON.stringify(one)).digest('hex') // weak-hash: low
export const sign = (one) => createHash("md5").update(one + process.env.SALT).digest('hex') // weak-hash: medium
`,
    },
    { md5: '2' },
  )
})

test('headers that many answers share are told where they were written', async () => {
  await check({
    'answers.js': `
const shared = {
  'Access-Control-Allow-Origin': '*', // permissive-cors: medium
}
export const gone = () => Response.json({}, { status: 410, headers: shared }) // permissive-cors: none
export const bad = () => Response.json({}, { status: 400, headers: { ...shared, 'Cache-Control': 'no-store' } }) // permissive-cors: none
export const own = () => Response.json({}, { headers: { 'Access-Control-Allow-Origin': '*' } }) // permissive-cors: medium
`,
  })
})
