// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates inside the sources.
/** How data are protected, told from two small shops: one that leaves everything open, and its safe twin. */
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Control, DataProtection } from '../../../plugin/types'
import { FIXTURES, linkDirectory } from '../fixture-programs'
import { linkSources, type Sources } from '../small-programs'

const shop = async (name: string) => (await linkDirectory(path.join(FIXTURES, 'posture', 'data-protection', name))).posture.dataProtection

/** Every control by its id. */
function controlsOf({ encryption, logs, logging, retention, considerations }: DataProtection): Map<string, Control> {
  const all = [
    ...encryption.flatMap((state) => [state, ...state.parts]),
    ...logs.flatMap(({ writer, content, destination, kept }) => [writer, content, destination, kept]),
    ...logging,
    ...retention.flatMap(({ kept, deletion }) => [kept, deletion]),
    ...considerations,
  ]
  return new Map(all.map((control) => [control.id, control]))
}

/** `fail server.js:24` of a control: its state and the first line that proves it. */
const told = (controls: Map<string, Control>, id: string): string => {
  const { state, evidence } = controls.get(id) as Control
  return [state, ...evidence.slice(0, 1).map(({ file, line }) => `${file}:${line}`)].join(' ')
}
const current = (controls: Map<string, Control>, id: string): string => (controls.get(id) as Control).current

let open: Map<string, Control>
let closed: Map<string, Control>
beforeAll(async () => {
  open = controlsOf(await shop('open-shop'))
  closed = controlsOf(await shop('closed-shop'))
})

describe('an open shop', () => {
  test.each([
    ['encryption-at-rest-database', 'fail models/account.js:3'],
    ['database-storage-encryption', 'fail models/account.js:3'],
    ['server-tls', 'fail server.js:24'],
    ['strict-transport-security', 'fail'],
    ['https-redirect', 'fail'],
    ['database-tls', 'not applicable'],
    ['mail-tls', 'fail routes/accounts.js:9'],
    ['access-log', 'pass server.js:15'],
    ['access-log-content', 'fail server.js:15'],
    ['access-log-destination', 'fail server.js:14'],
    ['access-log-retention', 'fail server.js:14'],
    ['error-log', 'pass server.js:19'],
    ['error-log-retention', 'fail logger.js:5'],
    ['debug-log', 'fail server.js:23'],
    ['debug-log-content', 'fail models/account.js:3'],
    ['logged-request-bodies', 'fail routes/accounts.js:12'],
    ['logged-credentials-in-addresses', 'fail routes/accounts.js:22'],
    ['logged-secrets', 'fail server.js:23'],
    ['answered-stack-traces', 'fail server.js:20'],
    ['log-redaction', 'fail logger.js:3'],
    ['retention-accounts', 'fail models/account.js:5'],
    ['deletion-accounts', 'fail routes/accounts.js:11'],
    ['right-to-erasure', 'fail routes/accounts.js:28'],
    ['data-portability', 'fail'],
    ['opt-out', 'fail'],
    ['payment-card-data', 'fail models/account.js:7'],
    ['encryption-backups', 'unknown'],
  ])('%s: %s', (id, expected) => {
    expect(told(open, id).startsWith(expected), `${id} is "${told(open, id)}"`).toBe(true)
  })

  test('says which file the database is, and who reads the access log where', () => {
    expect(current(open, 'database-storage-encryption')).toContain('`data/shop.sqlite`')
    expect(current(open, 'access-log-destination')).toBe('`public/logs/access.log`, readable at `/files/logs` without authentication')
  })

  test('finds what a stream is given after it was opened, in a directory that is served', () => {
    expect(current(open, 'written-files')).toBe('Plain files: holds `email`; readable at `/files/welcome` without authentication')
  })

  test('names the secrets of settings that are logged as a whole', () => {
    expect(current(open, 'logged-secrets')).toContain('all of `settings`, with `sessionSecret`')
  })

  test('tells a request to be forgotten from a deletion', () => {
    expect(current(open, 'right-to-erasure')).toBe('`POST /accounts/forget-me` only records a request (`Erasure.create`); nothing is deleted')
  })

  test('takes a server in a comment for none', () => {
    expect((open.get('server-tls') as Control).reason).toContain('stands in a comment')
  })

  test('leaves out what only a tool prints', () => {
    expect([...open.values()].flatMap(({ evidence }) => evidence.map(({ file }) => file))).not.toContain('seed.js')
  })
})

describe('its safe twin', () => {
  test.each([
    ['database-tls', 'pass models/account.js:3'],
    ['server-tls', 'pass server.js:23'],
    ['strict-transport-security', 'pass server.js:13'],
    ['https-redirect', 'pass server.js:12'],
    ['mail-tls', 'pass routes/accounts.js:7'],
    ['encryption-backups', 'pass package.json:5'],
    ['access-log', 'pass server.js:15'],
    ['access-log-content', 'pass'],
    ['error-log-destination', 'pass logger.js:6'],
    ['error-log-retention', 'pass logger.js:6'],
    ['debug-log', 'pass logger.js:5'],
    ['logged-request-bodies', 'pass'],
    ['logged-credentials-in-addresses', 'not applicable'],
    ['logged-secrets', 'pass'],
    ['logged-network-addresses', 'pass'],
    ['answered-stack-traces', 'pass server.js:20'],
    ['retention-sessions', 'pass server.js:16'],
    ['deletion-sessions', 'pass routes/accounts.js:27'],
    ['retention-logs', 'pass logger.js:6'],
    ['deletion-accounts', 'pass routes/accounts.js:31'],
    ['right-to-erasure', 'pass routes/accounts.js:31'],
    ['data-portability', 'pass'],
    ['opt-out', 'pass'],
    ['payment-card-data', 'not applicable'],
  ])('%s: %s', (id, expected) => {
    expect(told(closed, id).startsWith(expected), `${id} is "${told(closed, id)}"`).toBe(true)
  })

  test('says what an export holds, under which environment a stack is shown, how long logs and sessions last', () => {
    expect(current(closed, 'data-portability')).toBe('`GET /accounts/me/data-export` answers with `email` and `newsletter`')
    expect(current(closed, 'answered-stack-traces')).toContain('only in development')
    expect(current(closed, 'error-log-retention')).toBe('14 days')
    expect(current(closed, 'retention-sessions')).toBe('session cookie: 1 hour')
    expect(current(closed, 'debug-log')).toBe('level `info` in production and `debug` outside production')
  })
})

describe('single signs', () => {
  const controls = (sources: Sources) => controlsOf(linkSources(sources).posture.dataProtection)
  const app = (lines: string) => ({
    'app.js': `const express = require('express')\nconst morgan = require('morgan')\nconst app = express()\n${lines}\napp.get('/', (req, res) => res.send('hello'))\napp.listen(80)\n`,
  })

  test('a request logger that nothing puts in force is none', () => {
    const found = controls(app("const log = morgan('combined')"))
    expect(found.get('access-log')).toMatchObject({ state: 'fail' })
    expect(found.get('access-log')?.reason).toContain('nothing puts it in force')
  })

  test('parts of a format that only production has', () => {
    const found = controls(
      app("const ip = () => (process.env.NODE_ENV === 'production' ? ':remote-addr ' : '')\napp.use(morgan(ip() + ':method :url'))"),
    )
    expect(found.get('access-log-content')?.current).toBe('address of the caller (only in production) and URL with its query')
    expect(found.get('logged-network-addresses')?.current).toBe('Logged only in production')
  })

  test('a request logger under a condition is not always there', () => {
    const found = controls(app("if (process.env.VERBOSE) app.use(morgan('dev'))"))
    expect(found.get('access-log')).toMatchObject({ state: 'partial' })
  })

  test('helmet without its header does not count, nor does another middleware of its model', () => {
    expect(controls(app("app.use(require('helmet')({ hsts: false }))")).get('strict-transport-security')?.state).toBe('fail')
    expect(controls(app("app.use(require('feature-policy')({ features: {} }))")).get('strict-transport-security')?.state).toBe('fail')
    expect(controls(app("app.use(require('helmet')())")).get('strict-transport-security')?.state).toBe('pass')
  })

  test('an address from the environment may ask for TLS, one that is written cannot', () => {
    const client = (address: string) => controls(app(`require('mongoose').connect(${address})`)).get('database-tls')
    expect(client('process.env.DATABASE')?.state).toBe('unknown')
    expect(client("'mongodb://db.example.com/shop'")?.state).toBe('fail')
    expect(client("'mongodb://db.example.com/shop?tls=true'")?.state).toBe('pass')
    expect(client("'mongodb://db.example.com/shop', { tls: true }")?.state).toBe('pass')
  })

  test('only a connection with TLS shows a certificate', () => {
    const checks = (lines: string) => controls(app(lines)).get('certificate-checks')
    expect(checks("require('mongoose').connect('mongodb://db.example.com/shop')")?.state).toBe('not applicable')
    expect(checks("require('mongoose').connect('mongodb://db.example.com/shop?tls=true')")?.state).toBe('pass')
    expect(checks("fetch('https://api.example.com/rates')")).toMatchObject({ state: 'pass', evidence: [{ line: 4 }] })
  })

  test('what a page asks of its own server is no other service', () => {
    const calls = (lines: string) => controls(app(lines)).get('cleartext-calls')
    expect(calls("fetch('/api/orders')\nfetch(`/api/orders/${process.argv[2]}`)")?.state).toBe('not applicable')
    expect(calls("fetch('/api/orders')\nfetch('https://api.example.com/rates')")).toMatchObject({ state: 'pass', current: '1 call, all by https' })
    expect(calls('fetch(process.env.RATES)')?.state).toBe('unknown')
  })

  test('of users and their accounts at other services the users are meant', () => {
    const found = controls(
      app(
        "const { Schema, model } = require('mongoose')\nmodel('Account', new Schema({ user_id: String, provider: String }))\nmodel('User', new Schema({ email: String }))",
      ),
    )
    expect(told(found, 'retention-accounts')).toBe('fail app.js:6')
  })

  test('a key makes a database file an encrypted one', () => {
    expect(controls(app("const Database = require('better-sqlite3')\nnew Database('shop.db')")).get('database-storage-encryption')?.state).toBe(
      'fail',
    )
    expect(
      controls(app("const Database = require('better-sqlite3-multiple-ciphers')\nnew Database('shop.db')")).get('database-storage-encryption')?.state,
    ).toBe('pass')
    expect(controls(app("const Database = require('better-sqlite3')\nnew Database(':memory:')")).get('database-storage-encryption')?.state).toBe(
      'not applicable',
    )
  })

  test('what the logger masks', () => {
    expect(
      controls(app("const logger = require('pino')({ redact: ['password', 'req.headers.authorization'] })\nlogger.info('up')")).get('log-redaction'),
    ).toMatchObject({
      state: 'pass',
      current: '`password` and `req.headers.authorization`',
    })
  })

  test('secrets that are overwritten', () => {
    const found = controls(app("const crypto = require('crypto')\nconst key = crypto.randomBytes(32)\ncrypto.createHmac('sha256', key)\nkey.fill(0)"))
    expect(found.get('encryption-memory')).toMatchObject({ state: 'partial', current: '`key.fill(0)`' })
  })

  test('a program without doors, database or log has nothing to answer for', () => {
    const found = controls({ 'index.js': 'module.exports = (a, b) => a + b\n' })
    for (const id of ['encryption-at-rest-database', 'server-tls', 'access-log', 'right-to-erasure', 'encryption-backups'])
      expect(found.get(id)?.state, id).toBe('not applicable')
  })

  test('a pass or a part is always proven by a line', () => {
    for (const control of [...open.values(), ...closed.values()])
      if (control.state === 'pass' || control.state === 'partial') expect(control.evidence.length, control.id).toBeGreaterThan(0)
  })
})
