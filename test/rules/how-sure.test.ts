/** How sure rules are of what they find: the same fault, where the code around it says more of it, and where it says less. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { exampleOf } from '../secrets/examples'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({
  name: 'shop',
  version: '1.0.0',
  dependencies: {
    express: '4',
    cors: '2',
    openai: '4',
    ioredis: '5',
    winston: '3',
    handlebars: '4',
    'drizzle-orm': '0.30',
    jsonwebtoken: '9',
    typeorm: '0.3',
  },
})

/** Of each finding of a rule its line and confidence, in the order of the file. */
const sureness = (rule: string, ...text: string[]) => surenessIn({ 'package.json': PACKAGE, 'app.ts': `${text.join('\n')}\n` }, rule)

async function surenessIn(contents: Record<string, string>, rule: string): Promise<string[]> {
  const { findings } = judge(rules, await linkDirectory(tree(contents)))
  return findings
    .filter((finding) => finding.rule === rule)
    .sort((one, other) => one.at.line - other.at.line)
    .map(({ at, confidence }) => `${at.line} ${confidence}`)
}

async function severitiesIn(contents: Record<string, string>, rule: string): Promise<string[]> {
  const { findings } = judge(rules, await linkDirectory(tree(contents)))
  return findings
    .filter((finding) => finding.rule === rule)
    .sort((one, other) => one.at.line - other.at.line)
    .map(({ at, severity }) => `${at.line} ${severity}`)
}

const SERVER = "import express from 'express'; const app = express(); app.use(express.json())"

describe('defaults of a library of configuration', () => {
  const settings = (last: string) => ({
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { convict: '6', jsonwebtoken: '9' } }),
    'app.ts': [
      "import convict from 'convict'; import jwt from 'jsonwebtoken'",
      "const desk = convict({ mark: { format: String, default: 'harbour cat', env: 'MARK' } })",
      last,
      "export const sign = (of: string) => jwt.sign({ of }, desk.get('mark'))",
    ].join('\n'),
  })

  test('high where the program signs with one, less where it stops when nothing was set', async () => {
    expect(await surenessIn(settings(''), 'hardcoded-secret')).toEqual(['2 high'])
    const stops = (condition: string) => settings(`if (${condition}) throw new Error('MARK is missing')`)
    expect(await surenessIn(stops("desk.get('mark') === desk.default('mark')"), 'hardcoded-secret')).toEqual(['2 medium'])
    expect(await surenessIn(stops("desk.get('other') === desk.default('other')"), 'hardcoded-secret')).toEqual(['2 high'])
  })
})

test('a key in a file that is called one of tests says less, whoever leads to it', async () => {
  const contents = (file: string) => ({
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', jsonwebtoken: '9' } }),
    [`${file}.ts`]:
      "import jwt from 'jsonwebtoken'; export const tokenOf = (id: string) => jwt.sign({ id }, 'copper-finch-88-lee', { expiresIn: '1h' })",
    'app.ts': `${SERVER}\nimport { tokenOf } from './${file}'; app.get('/token', (req, res) => res.json({ token: tokenOf('a') }))`,
  })
  expect(await surenessIn(contents('tokens'), 'hardcoded-secret')).toEqual(['1 high'])
  expect(await surenessIn(contents('tokenTestUtils'), 'hardcoded-secret')).toEqual(['1 medium'])
})

describe('keys of a payment service', () => {
  const contents = (mode: string) => ({
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { stripe: '14' } }),
    'app.ts': `import Stripe from 'stripe'; export const stripe = new Stripe('${exampleOf(`sk{}_${mode}_{word:24}`)}')`,
    'config.yml': `payment:\n  secretKey: ${exampleOf(`rk{}_${mode}_{word:24}`)}\n`,
  })

  test('less of the test mode, in code and in settings, which say so', async () => {
    expect(await surenessIn(contents('live'), 'hardcoded-secret')).toEqual(['1 high', '2 high'])
    expect(await surenessIn(contents('test'), 'hardcoded-secret')).toEqual(['1 medium', '2 medium'])
    const { findings } = judge(rules, await linkDirectory(tree(contents('test'))))
    const told = findings.filter(({ rule }) => rule === 'hardcoded-secret').map(({ description }) => description)
    for (const description of told) expect(description).toMatch(/test mode/)
  })
})

describe('promises as conditions', () => {
  const asking = (...lines: string[]) => [SERVER, "import { readFile } from 'node:fs/promises'", ...lines]

  test('high where everything that may be called there is async, less where something else may be handed over', async () => {
    const body = "(req, res) => { if (!mayEnter(req.body.id)) return res.sendStatus(403); res.send('in') }"
    expect(
      await sureness(
        'promise-as-condition',
        ...asking("const mayEnter = async (id: string) => (await readFile('ids')).includes(id)", `app.post('/enter', ${body})`),
      ),
    ).toEqual(['4 high'])
    expect(
      await sureness(
        'promise-as-condition',
        ...asking(
          "const listed = async (id: string) => (await readFile('ids')).includes(id)",
          'const door = (mayEnter: (id: string) => unknown): express.RequestHandler =>',
          body,
          "app.post('/enter', door(listed))",
        ),
      ),
    ).toEqual(['5 medium'])
  })

  test('critical where callers get in by it, less where nothing is known of what it decides', async () => {
    const contents = {
      'package.json': PACKAGE,
      'app.ts': asking(
        "const mayEnter = async (id: string) => (await readFile('ids')).includes(id)",
        "app.post('/enter', (req, res) => { if (!mayEnter(req.body.id)) return res.sendStatus(403)",
        "  if (mayEnter(req.body.other)) res.set('x-other', 'yes')",
        "  res.send('in') })",
        "export const report = () => { if (mayEnter('1')) console.log('open') }",
      ).join('\n'),
    }
    expect(await severitiesIn(contents, 'promise-as-condition')).toEqual(['4 Critical', '5 Medium', '7 Low'])
  })
})

test('a key that a test of the environment keeps for development is claimed with less', async () => {
  const key = (environment: string) => [
    "import jwt from 'jsonwebtoken'",
    `const key = process.env.NODE_ENV === '${environment}'`,
    `  ? '${['q8Xv', 'Yt3g', 'Qe6R', 'u1Zr'].join('')}'`,
    '  : process.env.KEY',
    'export const token = (id: string) => jwt.sign({ id }, key)',
  ]
  expect(await sureness('hardcoded-secret', ...key('development'))).toEqual(['3 medium'])
  expect(await sureness('hardcoded-secret', ...key('production'))).toEqual(['3 high'])
})

describe('credentials out of a store of settings', () => {
  const stored = (...names: string[]) => [
    "import jwt from 'jsonwebtoken'",
    'const kept: Record<string, string> = {}',
    'export const put = (name: string, value: string) => { kept[name] = value }',
    'const take = (name: string) => kept[name]',
    ...names.map((name, index) => `put('${name}', '${['q8Xv', 'Zr4t', 'Lm2p', 'Wk9s', 'Bn5d', 'Hf7c'][index]}${'Yt3gQe6Ru1'}')`),
    "export const token = (id: string) => jwt.sign({ id }, take('key'))",
  ]

  test('none where any of many may be read', async () => {
    expect(await sureness('hardcoded-secret', ...stored('title', 'theme', 'owner', 'locale', 'region', 'zone'))).toEqual([])
    expect(await sureness('hardcoded-secret', ...stored('key'))).toEqual(['5 high'])
  })
})

describe('modes that let everybody write', () => {
  const made = [
    "import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'",
    "mkdirSync('a', 0o777)",
    "writeFileSync('b', '', { mode: 0o666 })",
    "chmodSync('c', 0o777)",
  ]

  test('less where the mask of the process takes the right away again', async () => {
    expect(await sureness('world-writable-file', ...made)).toEqual(['2 medium', '3 medium', '4 high'])
    expect(await sureness('world-writable-file', ...made, 'process.umask(0)')).toEqual(['2 high', '3 high', '4 high', '5 high'])
  })
})

test('what a command prints is less of a log than what a server does', async () => {
  expect(
    await surenessIn(
      {
        'package.json': JSON.stringify({
          name: 'shop',
          version: '1.0.0',
          bin: { shop: 'cli/shop.js' },
          dependencies: { commander: '12', express: '4' },
        }),
        'cli/shop.js':
          "const { program } = require('commander'); const { add } = require('../accounts/add'); program.command('add').action(() => add({})); program.parse()\n",
        'server/app.js':
          "const app = require('express')(); const { show } = require('../accounts/show'); app.get('/a', (req, res) => res.json(show(req.account))); app.listen(1)\n",
        'accounts/add.js': 'exports.add = (account) => { console.log(`token ${account.accessToken}`) }\n',
        'accounts/show.js': '\nexports.show = (account) => { console.log(`token ${account.accessToken}`) }\n',
      },
      'sensitive-data-in-log',
    ),
  ).toEqual(['1 medium', '2 high'])
})

describe('secrets in logs', () => {
  test('less where a command at the top of a package prints what whoever runs it asked for', async () => {
    const contents = (more: string) => ({
      'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', bin: { shop: './cli.js' }, dependencies: { express: '4', meow: '12' } }),
      'cli.js': [
        '#!/usr/bin/env node',
        "import meow from 'meow'; import express from 'express'; import { randomBytes } from 'node:crypto'",
        "const cli = meow('shop', { importMeta: import.meta, flags: { lifetime: { type: 'number' } } })",
        "const encryptionKey = randomBytes(16).toString('hex')",
        'console.log(`${cli.flags.lifetime} ${encryptionKey}`)',
        more,
      ].join('\n'),
    })
    expect(await surenessIn(contents(''), 'sensitive-data-in-log')).toEqual(['5 medium'])
    expect(
      await surenessIn(contents("const app = express(); app.get('/', (req, res) => res.end()); app.listen(80)"), 'sensitive-data-in-log'),
    ).toEqual(['5 high'])
  })

  test('less on channels that are silent until somebody asks for them', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        "import debug from 'debug'; import winston from 'winston'",
        "const log = debug('shop'); const logger = winston.createLogger({})",
        'export function open(account) {',
        '  log(`of ${account.accessToken}`)',
        '  logger.debug(`of ${account.accessToken}`)',
        '  logger.info(`of ${account.accessToken}`) }',
      ),
    ).toEqual(['4 medium', '5 medium', '6 high'])
  })

  test('a setting called env is not the environment', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        "import config from 'config'; import std from 'std-env'",
        'console.log(`starts as ${config.env}`)',
        'console.log(std.env)',
      ),
    ).toEqual(['3 high'])
  })
})

describe('loops as long as an object says', () => {
  test('less where a list is meant on another way', async () => {
    expect(
      await sureness(
        'resource-exhaustion',
        SERVER,
        "app.post('/a', (req, res) => { const { songs } = req.body; let n = 0",
        '  for (let i = 0; i < songs.length; i++) n += i',
        '  res.json(n) })',
        "app.post('/b', (req, res) => { const { songs, back } = req.body; let n = 0",
        "  if (back === 'yes') return res.json(songs.reverse())",
        '  for (let i = 0; i < songs.length; i++) n += i',
        '  res.json(n) })',
      ),
    ).toEqual(['3 high', '7 medium'])
  })
})

describe('what a program writes identifiers with', () => {
  test('less than what it encrypts with', async () => {
    const contents = {
      'package.json': PACKAGE,
      'app.ts': [
        "import Hashids from 'hashids'; import Cryptr from 'cryptr'",
        "export const ids = new Hashids('chalk and cheese', 8)",
        "export const notes = new Cryptr('chalk and cheese')",
      ].join('\n'),
    }
    expect(await surenessIn(contents, 'hardcoded-secret')).toEqual(['2 medium', '3 high'])
    expect(await severitiesIn(contents, 'hardcoded-secret')).toEqual(['2 Medium', '3 High'])
  })
})

describe('checks of certificates that are off', () => {
  const HEAD = "import https from 'node:https'; import axios from 'axios'; import pg from 'pg'"
  const sure = (...text: string[]) => sureness('certificate-not-checked', HEAD, ...text)

  test('less where that is what somebody asks for by name', async () => {
    expect(
      await sure(
        'export const store = (address: URL) =>',
        "  address.searchParams.get('rejectUnauthorized') === 'false' ? new pg.Pool({ ssl: { rejectUnauthorized: false } }) : undefined",
        'export const trusting = (given: { skipVerify?: boolean }) => given.skipVerify ? new https.Agent({ rejectUnauthorized: false }) : undefined',
        "export const mode = (given: string) => { if (given === 'no-verify') return new https.Agent({ rejectUnauthorized: false }) }",
        'export const strict = (strictSSL: boolean) => { if (!strictSSL) return new https.Agent({ rejectUnauthorized: false }) }',
        'export const other = (strictSSL: boolean) => { if (strictSSL) return new https.Agent({ rejectUnauthorized: false }) }',
        'export const any = (address?: string) => address ? new https.Agent({ rejectUnauthorized: false }) : undefined',
      ),
    ).toEqual(['3 medium', '4 medium', '5 medium', '6 medium', '7 high', '8 high'])
  })

  test("less where the host is one's own machine, and no less where it is any other", async () => {
    expect(
      await sure(
        'export function load(address: string) {',
        "  const isRemote = new URL(address).protocol === 'https:' && new URL(address).hostname !== 'localhost'",
        '  if (isRemote) return https.get(address)',
        '  const httpsAgent = new https.Agent({ rejectUnauthorized: false })',
        '  return axios.get(address, { httpsAgent })',
        '}',
        'export function send(address: string) {',
        "  if (new URL(address).hostname !== 'localhost') return axios.get(address, { httpsAgent: new https.Agent({ rejectUnauthorized: false }) })",
        '  return axios.get(address)',
        '}',
      ),
    ).toEqual(['5 medium', '9 high'])
  })

  test('less where it is one of several modes of a module', async () => {
    expect(
      await sure(
        'const connection: pg.PoolConfig = {}',
        'switch (process.env.STORE_TLS) {',
        "  case 'full': connection.ssl = { rejectUnauthorized: true }; break",
        "  case 'open': connection.ssl = { rejectUnauthorized: false }; break",
        '}',
        'export const pool = new pg.Pool(connection)',
      ),
    ).toEqual(['5 medium'])
    expect(
      await sure(
        'export const checked = new https.Agent({ rejectUnauthorized: true })',
        'export const pool = new pg.Pool(process.env.STORE_HOST ? { ssl: { rejectUnauthorized: false } } : {})',
      ),
    ).toEqual(['3 high'])
  })
})

describe('settings that a route of administrators answers with', () => {
  test('less where it does nothing else, and no less where it tells or does anything more', async () => {
    const contents = {
      'package.json': JSON.stringify({ name: 'kiosk', version: '1.0.0', dependencies: { express: '4', config: '3' } }),
      'about.ts': [
        "import manifest from './package.json'",
        'export const visitors = new Map<string, string>()',
        'export const edition = (of?: string) => (of ? manifest.dependencies[of] : manifest.version)',
        'export const counted = () => { visitors.clear(); return manifest.version }',
      ].join('\n'),
      'app.ts': [
        "import express from 'express'; import config from 'config'; import { lamps } from '@acme/lamps'",
        "import { counted, edition, visitors } from './about'",
        'const app = express()',
        'const caught = (run: express.Handler): express.Handler => (req, res, next) => Promise.resolve(run(req, res, next)).catch(next)',
        'function asShown(): express.Handler {',
        '  return (req, res) => {',
        '    const shown = structuredClone(config.util.toObject(config))',
        '    delete shown.mail',
        '    res.json(shown)',
        '  }',
        '}',
        "app.get('/admin/edition', caught((req, res) => res.json({ edition: config.get('shop.tellsEdition') ? edition() : '' })))",
        "app.get('/admin/settings', caught(asShown()))",
        "app.get('/admin/region', (req, res) => { res.status(200).send(process.env.REGION) })",
        "app.get('/admin/visitors', (req, res) => res.json({ edition: edition(), visitors: [...visitors.values()] }))",
        "app.get('/admin/mail', (req, res) => res.json({ host: config.get('mail.host'), word: config.get('mail.password') }))",
        "app.get('/admin/environment', (req, res) => res.json(process.env))",
        "app.get('/admin/count', (req, res) => res.json({ edition: counted() }))",
        "app.get('/admin/light', (req, res) => { lamps.toggle(); res.json({ edition: edition() }) })",
        "app.get('/admin/close', (req, res) => { delete config.shop.opens; res.json({ edition: edition() }) })",
        "app.get('/admin/greeting', (req, res) => res.json({ text: req.query.text, title: config.get('shop.title') }))",
      ].join('\n'),
    }
    const sure = await surenessIn(contents, 'admin-route-without-guard')
    expect(sure).toEqual(['12 medium', '13 medium', '14 medium', ...[15, 16, 17, 18, 19, 20, 21].map((line) => `${line} high`)])
    expect((await severitiesIn(contents, 'admin-route-without-guard')).slice(0, 3)).toEqual(['12 Medium', '13 High', '14 Medium'])
  })
})

describe('pages of administrators that nobody has to sign in for', () => {
  test('less where a page shows nothing of what is stored', async () => {
    const page = (...body: string[]) => `${[...body, 'export default function Page() { return null }'].join('\n')}\n`
    const contents = {
      'package.json': JSON.stringify({ name: 'desk', version: '1.0.0', dependencies: { next: '14', react: '18', '@prisma/client': '5' } }),
      'store.ts': [
        "import { PrismaClient } from '@prisma/client'",
        'const prisma = new PrismaClient()',
        'export async function open() {',
        '  await prisma.draft.deleteMany({ where: { expires: { lt: new Date() } } })',
        '  return { isLicensed: process.env.LICENCE !== undefined }',
        '}',
        'export const drafts = () => prisma.draft.findMany({ take: 20 })',
      ].join('\n'),
      'pages/admin/licence.tsx': page(
        "import { open } from '../../store'",
        'export async function getServerSideProps() {',
        '  const { isLicensed } = await open()',
        '  return { props: { isLicensed } }',
        '}',
      ),
      'pages/admin/drafts.tsx': page(
        "import { drafts, open } from '../../store'",
        'export async function getServerSideProps() {',
        '  await open()',
        '  return { props: { drafts: await drafts() } }',
        '}',
      ),
    }
    const { findings } = judge(rules, await linkDirectory(tree(contents)))
    const sure = findings.filter(({ rule }) => rule === 'admin-route-without-guard').map(({ at, confidence }) => `${at.file} ${confidence}`)
    expect(sure.sort()).toEqual(['pages/admin/drafts.tsx high', 'pages/admin/licence.tsx medium'])
  })
})

describe('guessable numbers', () => {
  const STORE = "import Redis from 'ioredis'; const store = new Redis(); declare function send(to: string, text: string): Promise<void>"

  test('whose lock it is needs no secret, what is sent does', async () => {
    expect(
      await sureness(
        'insecure-random',
        STORE,
        'export async function alone(work: () => Promise<void>) {',
        '  const token = String(Math.random())',
        "  if ((await store.set('lock', token, 'EX', 9, 'NX')) === 'OK') await work()",
        "  await store.eval('return 1', 1, 'lock', token) }",
        'export async function signIn(email: string) {',
        '  const token = String(Math.random())',
        "  if ((await store.set(email, token, 'EX', 9, 'NX')) === 'OK') await send(email, token) }",
      ),
    ).toEqual(['3 low', '7 high'])
  })

  test('a password is made for somebody or for nobody', async () => {
    expect(
      await sureness(
        'insecure-random',
        STORE,
        'const some = () => Math.random().toString(36)',
        'export async function addFakeGuests(count: number) {',
        '  await Promise.all(new Array(count).fill(0).map(async () => store.set(some(), { password: some() }))) }',
        'export async function addGuests(count: number) {',
        '  await Promise.all(new Array(count).fill(0).map(async () => store.set(some(), { password: some() }))) }',
      ),
    ).toEqual(['4 medium', '6 high'])
  })

  test('an id of a session lets somebody in or only tells what belongs together', async () => {
    expect(
      await sureness(
        'insecure-random',
        SERVER,
        'const seen = new Map<unknown, { sessionId: string }>()',
        "app.get('/a', (req, res) => {",
        '  seen.set(req.socket, { sessionId: String(Math.random()) }); res.end() })',
        "app.get('/b', (req, res) => {",
        '  const sessionId = String(Math.random())',
        "  res.cookie('sid', sessionId).end() })",
      ),
    ).toEqual(['4 medium', '6 high'])
  })
})

describe('instructions of a model', () => {
  const MODEL = "import OpenAI from 'openai'; const model = new OpenAI()"

  test('are added to, or are the sender’s to write', async () => {
    expect(
      await sureness(
        'prompt-injection',
        SERVER,
        MODEL,
        "app.post('/a', async (req, res) => {",
        "  await model.beta.assistants.create({ model: 'm', instructions: `You sell shoes to ${req.body.name}.` }); res.end() })",
        "app.post('/b', async (req, res) => {",
        "  await model.beta.assistants.create({ model: 'm', instructions: req.body.instructions }); res.end() })",
      ),
    ).toEqual(['4 high', '6 medium'])
  })
})

describe('settings', () => {
  const CORS = "import cors from 'cors'"

  test('origins are open, or opened by whoever asks for it', async () => {
    expect(
      await sureness(
        'permissive-cors',
        SERVER,
        CORS,
        'app.use(cors({ origin: true, credentials: true }))',
        'export function serve(config: { open?: boolean }) {',
        '  const options = config.open === true ? { origin: true, credentials: true } : undefined',
        '  app.use(cors(options)) }',
      ),
    ).toEqual(['3 high', '5 medium'])
  })

  test.each([
    ['dependencies', 'high'],
    ['devDependencies', 'medium'],
  ])('a directory is served by one of the %s', async (field, wanted) => {
    const contents = {
      'package.json': JSON.stringify({ name: 'all', version: '1.0.0', dependencies: { express: '4' } }),
      'pages/package.json': JSON.stringify({ name: 'pages', version: '1.0.0', [field]: { express: '4' } }),
      'pages/serve.ts': `${SERVER}\napp.use(express.static(__dirname))\napp.listen(80)\n`,
    }
    expect(await surenessIn(contents, 'exposed-project-files')).toEqual([`2 ${wanted}`])
  })
})

describe('markup of a page', () => {
  test('comes of its address, or of a field that its visitor fills', async () => {
    expect(
      await sureness(
        'dom-xss',
        "import $ from 'jquery'",
        "$('#a').html(decodeURIComponent(location.hash))",
        "$('#b').html($('#name').val() as string)",
        "$('#c').html((document.getElementById('name') as HTMLInputElement).value)",
      ),
    ).toEqual(['2 high', '3 medium', '4 medium'])
  })

  test('addresses come of a link, of a field, or are those of the page already', async () => {
    expect(
      await sureness(
        'javascript-address',
        "import $ from 'jquery'",
        "$('#a').attr('href', new URLSearchParams(location.search).get('to') as string)",
        "$('#b').attr('href', $('#to').text())",
        "$('#c').attr('href', $('#first').attr('href') as string)",
      ),
    ).toEqual(['2 high', '3 medium', '4 low'])
  })
})

describe('lines of a log', () => {
  test('an address as it was sent begins none, what is decoded of it does', async () => {
    expect(
      await sureness(
        'log-injection',
        SERVER,
        "app.get('/a', (req, res) => { console.log(`Asked for ${req.url}`); res.end() })",
        "app.get('/b', (req, res) => { console.log(`Asked for ${decodeURIComponent(req.url)}`); res.end() })",
        "app.get('/c', (req, res) => { console.log(`Asked for ${req.url} by ${req.query.name}`); res.end() })",
      ),
    ).toEqual(['2 low', '3 medium', '4 medium'])
  })
})

describe('what is told of secrets', () => {
  const LOG =
    "import { createLogger } from 'winston'; const logger = createLogger(); declare function getCredentials(text: string): Record<string, string>"

  test('of a whole record the parts that are something else by their name', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        LOG,
        'const pick = (name: string, from: Record<string, string>) => from[name]',
        'export function connect(text: string) {',
        '  const credentials = getCredentials(text)',
        '  logger.info(credentials)',
        '  logger.info(`In ${credentials.region}`)',
        "  logger.info(`In ${pick('region', credentials)}`)",
        "  logger.info(`By ${pick('accessKey', credentials)}`)",
        "  logger.info({ in: credentials.region, by: pick('accessKey', credentials) }) }",
      ),
    ).toEqual(['5 high', '6 low', '7 low', '8 high', '9 high'])
  })

  test('of what the program itself calls the place of one, or prints while it fills a database', async () => {
    const contents = {
      'package.json': PACKAGE,
      'app.ts': [
        LOG,
        "const tokenPath = process.env.WORKER_TOKEN!.replace('file://', '')",
        'logger.info(tokenPath)',
        "const tokenText = process.env.WORKER_TOKEN!.replace('file://', '')",
        'logger.info(tokenText)',
        'logger.info(process.env.GOOGLE_APPLICATION_CREDENTIALS)',
      ].join('\n'),
      'seed.ts': ["import { shop } from './shop'", 'console.log(shop.find().apiKey)'].join('\n'),
      'server.ts': ["import { shop } from './shop'", 'console.log(shop.find().apiKey)'].join('\n'),
    }
    expect(await surenessIn(contents, 'sensitive-data-in-log')).toEqual(['2 medium', '2 high', '3 low', '5 high'])
  })

  test('of a record that is written in the code', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        LOG,
        "const guests = [{ name: 'Ida', password: 'harbour-light-4' }, { name: 'Udo', password: 'meadow-path-9' }]",
        'guests.forEach((guest) => console.log(JSON.stringify(guest)))',
        'export const welcome = (password: string) => console.log(password)',
        'export const admit = (found: { name: string; password: string }[]) => found.forEach((guest) => console.log(guest.password))',
        "const token = 'harbour_light_meadow_path_4'",
        'console.log(token)',
      ),
    ).toEqual(['3 medium', '4 high', '5 high', '7 high'])
  })

  test('of a token of which other parts are read, what it may say', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        LOG,
        "import readToken from './tokens'",
        'export async function pay(request: Request) {',
        '  const token = await readToken(request)',
        '  logger.info(token)',
        '  return token?.id }',
        'export async function enter(request: Request) {',
        '  const token = await readToken(request)',
        '  logger.info(token)',
        '  return token }',
      ),
    ).toEqual(['5 medium', '9 high'])
  })

  test('a text that holds one is parted again where it is parsed', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        LOG,
        'export function renew(settings: { token: string; title: string }, generateToken: () => string) {',
        '  settings.token = generateToken()',
        '  const text = JSON.stringify(settings)',
        '  logger.info(`Renewed ${JSON.parse(text).title}`)',
        '  logger.info(`Renewed ${JSON.parse(text).token}`) }',
      ),
    ).toEqual(['6 high'])
  })
})

describe('links that change something', () => {
  test('what is there already, as the request says; less where something is added, or only what was left is done', async () => {
    const contents = {
      'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', 'express-session': '1', typeorm: '0.3' } }),
      'app.ts': [
        SERVER,
        "import session from 'express-session'; import { DataSource, Entity } from 'typeorm'",
        '@Entity() class Note { id: string; place: number }',
        "const notes = new DataSource({ type: 'postgres' }).getRepository(Note); app.use(session({ secret: process.env.S! }))",
        "app.get('/notes/set', async (req, res) => {",
        '  await notes.save({ text: String(req.query.text) }); res.end() })',
        "app.get('/places/set', async (req, res) => {",
        '  await notes.save({ place: 1 }); res.end() })',
        "app.get('/notes/edit', async (req, res) => {",
        '  await notes.update({ id: String(req.query.id) }, { text: String(req.query.text) }); res.end() })',
        "app.get('/notes/delete', async (req, res) => {",
        '  await notes.delete({ id: String(req.query.id) }); res.end() })',
        "app.get('/notes/end', async (req, res) => {",
        '  await notes.delete({ deleteToken: String(req.query.deleteToken) }); res.end() })',
      ].join('\n'),
    }
    expect(await surenessIn(contents, 'state-change-by-get')).toEqual(['5 high', '7 medium', '9 high', '11 high', '13 low'])
  })

  test('less where they only add one, or hold what only their reader was given', async () => {
    const contents = {
      'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', 'express-session': '1', mongoose: '8' } }),
      'app.ts': [
        SERVER,
        "import session from 'express-session'; import mongoose from 'mongoose'",
        "const Note = mongoose.model('Note', new mongoose.Schema({ owner: String, text: String, token: String }))",
        'app.use(session({ secret: process.env.S! })); const known = (req, res, next) => (req.session.user ? next() : res.sendStatus(401))',
        "app.get('/fresh/:text', known, async (req, res) => {",
        '  await Note.create({ text: req.params.text }); res.end() })',
        "app.get('/add/:text', known, async (req, res) => {",
        '  await Note.create({ text: req.params.text }); res.end() })',
        "app.get('/notes/delete/:id/:token', known, async (req, res) => {",
        '  const note = await Note.findById(req.params.id)',
        '  if (note.token !== req.params.token) return res.sendStatus(403)',
        '  await note.deleteOne(); res.end() })',
        "app.get('/notes/delete/:id', known, async (req, res) => {",
        '  const note = await Note.findById(req.params.id)',
        '  await note.deleteOne(); res.end() })',
      ].join('\n'),
    }
    expect(await surenessIn(contents, 'state-change-by-get')).toEqual(['5 medium', '7 high', '9 medium', '13 high'])
  })

  test('less where they only add one, or hold what only their reader was given', async () => {
    const contents = {
      'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', 'express-session': '1', mongoose: '8' } }),
      'app.ts': [
        SERVER,
        "import session from 'express-session'; import mongoose from 'mongoose'",
        "const Note = mongoose.model('Note', new mongoose.Schema({ owner: String, text: String, token: String }))",
        'app.use(session({ secret: process.env.S! })); const known = (req, res, next) => (req.session.user ? next() : res.sendStatus(401))',
        "app.get('/fresh/:text', known, async (req, res) => {",
        '  await Note.create({ text: req.params.text }); res.end() })',
        "app.get('/add/:text', known, async (req, res) => {",
        '  await Note.create({ text: req.params.text }); res.end() })',
        "app.get('/notes/delete/:id/:token', known, async (req, res) => {",
        '  const note = await Note.findById(req.params.id)',
        '  if (note.token !== req.params.token) return res.sendStatus(403)',
        '  await note.deleteOne(); res.end() })',
        "app.get('/notes/delete/:id', known, async (req, res) => {",
        '  const note = await Note.findById(req.params.id)',
        '  await note.deleteOne(); res.end() })',
      ].join('\n'),
    }
    expect(await surenessIn(contents, 'state-change-by-get')).toEqual(['5 medium', '7 high', '9 medium', '13 high'])
  })
})

describe('words in an authorization header', () => {
  const send = (name: string) => [
    "import axios from 'axios'",
    `export function ${name}({ account, word }: { account: string; word: string }) {`,
    "  const auth = Buffer.from(`${account}:${word}`).toString('base64')",
    "  return axios.get('https://a.example/', { headers: { Authorization: `Basic ${auth}` } }) }",
  ]

  test('less where they stand in another file under a name that speaks of no secret', async () => {
    const contents = {
      'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { axios: '1' } }),
      'send.ts': `${send('send').join('\n')}\n`,
      'examples.ts': "export const given = 'somebody'\nexport const apiKey = 'open sesame'\n",
      'app.ts': "import { send } from './send'; import { apiKey, given } from './examples'\nsend({ account: given, word: apiKey })\n",
    }
    expect(await surenessIn(contents, 'hardcoded-secret')).toEqual(['1 low', '2 high'])
  })
})

describe('where visitors are sent', () => {
  test('less where it is back to the page that they come from', async () => {
    expect(
      await sureness(
        'open-redirect',
        SERVER,
        "app.post('/a', (req, res) => res.redirect(req.query.next as string))",
        "app.post('/b', (req, res) => res.redirect(req.get('Referer') || '/'))",
        "app.post('/c', (req, res) => res.redirect(req.headers.referer ?? '/'))",
      ),
    ).toEqual(['2 high', '3 low', '4 low'])
  })
})

describe('the address of the request itself', () => {
  test('leads elsewhere only where a second slash may stand behind its first', async () => {
    expect(
      await sureness(
        'open-redirect',
        SERVER,
        "app.post('/orders/:id', (req, res) => res.redirect(req.originalUrl))",
        "app.post('/:folder/:id', (req, res) => res.redirect(req.originalUrl))",
        "app.post('*', (req, res) => res.redirect(req.originalUrl))",
        "app.post('/mine', (req, res) => res.redirect(req.query.next as string))",
      ),
    ).toEqual(['2 low', '3 medium', '4 medium', '5 high'])
  })
})

describe('keys that are written line by line', () => {
  const line = (letter: string) => `'${letter}x8Kd3Q9rT2vW7yZ1bN4mL6pS0hJ5gF${letter}cA8eU3iO7tR2wY6qE9kD4xM${letter}zB1\\n' +`
  const header = (word: string) => `'-----${word} RSA PRIVATE KEY-----${word === 'BEGIN' ? "\\n' +" : "'"}`

  test('are one secret each, and an expression that asks for one is none', async () => {
    const key = [header('BEGIN'), line('M'), line('p'), line('Q'), header('END')]
    expect(
      await sureness(
        'hardcoded-secret',
        'export const first =',
        ...key,
        'export const second =',
        ...key,
        'export const isKey = (text: string) => /-----BEGIN PGP PRIVATE KEY BLOCK-----.+-----END PGP PRIVATE KEY BLOCK-----/.test(text)',
      ),
    ).toEqual(['3 high', '9 high'])
  })
})

describe('broken hashes', () => {
  test('what only a few characters are kept of tells things apart, and proves nothing', async () => {
    expect(
      await sureness(
        'weak-hash',
        "import { createHash } from 'node:crypto'",
        "export const whole = (text: string) => createHash('sha1').update(text).digest('hex')",
        "export const start = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 8)",
        "export const half = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 24)",
        "export function end(text: string) { const sum = createHash('md5').update(text).digest('hex'); return sum.slice(-6) }",
      ),
    ).toEqual(['2 medium', '3 low', '4 medium', '5 low'])
  })
})

describe('a server and a page that share a module', () => {
  const PROGRAM = {
    'package.json': JSON.stringify({ name: 'desk', version: '1.0.0', dependencies: { 'socket.io': '4', 'socket.io-client': '4' } }),
    'shared/desk.ts': [
      'export class Desk {',
      '  bells = new Map<string, (...told: any[]) => void>()',
      '  on(name: string, bell: (...told: any[]) => void) { this.bells.set(name, bell) }',
      '  ring(name: string, ...told: any[]) { this.bells.get(name)?.(...told) }',
      '}',
    ].join('\n'),
    'server/start.ts': [
      "import { Server } from 'socket.io'",
      "import { Desk } from '../shared/desk'",
      "import { archive } from './archive'",
      'const io = new Server(3000)',
      "io.on('connection', (socket) => {",
      '  const desk = new Desk()',
      '  archive(desk)',
      "  socket.on('ring', (name: string, told: string) => desk.ring(name, told))",
      '})',
    ].join('\n'),
    'server/archive.ts': [
      "import fs from 'node:fs'",
      "import type { Desk } from '../shared/desk'",
      "export function archive(desk: Desk) { desk.on('open', (name) => fs.readFileSync(name)) }",
    ].join('\n'),
    'page/main.ts': ["import { connect } from './wall'", 'connect()'].join('\n'),
    'page/wall.ts': [
      "import { io } from 'socket.io-client'",
      "import { Desk } from '../shared/desk'",
      'export function connect() {',
      '  const desk = new Desk()',
      "  desk.on('show', (name, value) => { document.title = name + value })",
      "  io('/').on('ring', (name: string, told: string) => desk.ring(name, told))",
      '}',
    ].join('\n'),
  }

  test('share no objects', async () => {
    const { findings } = judge(rules, await linkDirectory(tree(PROGRAM)))
    const of = (rule: string) =>
      findings.filter((finding) => finding.rule === rule).map(({ at, confidence }) => `${at.file}:${at.line} ${confidence}`)
    expect(of('path-traversal')).toEqual(['server/archive.ts:3 medium'])
    expect(of('zip-slip')).toEqual(['server/archive.ts:3 low'])
  })
})

describe('administrative routes that ask for no role', () => {
  const guards = `export const requireUser = (req, res, next) => { if (!req.session.user) return res.sendStatus(401); next() }
    export const requireKey = (req, res, next) => { if (req.headers.authorization !== process.env.OPERATOR) return res.sendStatus(401); next() }
    export const requireAdmin = (req, res, next) => { if (req.session.user.role !== 'admin') return res.sendStatus(403); next() }`
  const model = `import mongoose from 'mongoose'; export const Member = mongoose.model('Member', new mongoose.Schema({ name: String, fee: Number }))`
  const routes = (path: string, guard: string) =>
    `import { Router } from 'express'; import { Member } from './model'; import { requireUser, requireKey, requireAdmin } from './guards'
    export default Router().get('${path}', ${guard}, async (req, res) => res.json(await Member.find()))`
  const program = (guard: string) => ({
    'package.json': PACKAGE,
    'guards.ts': guards,
    'model.ts': model,
    'fees.ts': routes('/admin/fees', 'requireUser, requireAdmin'),
    'members.ts': routes('/admin/members', guard),
    'visits.ts': routes('/admin/visits', guard),
    'keys.ts': routes('/keys', 'requireKey'),
    'own.ts': routes('/books', 'requireUser').replace(
      /$/,
      ".get('/fees', requireUser, (req, res) => res.json([])).get('/visits', requireUser, (req, res) => res.json([]))",
    ),
    'app.ts': `import express from 'express'; import fees from './fees'; import members from './members'; import visits from './visits'; import keys from './keys'
      import own from './own'
      const app = express(); app.use(fees); app.use(members); app.use(visits); app.use(keys); app.use(own); app.listen(80)`,
  })

  test('a path says who it is for, and no more', async () => {
    expect(await surenessIn(program('requireUser'), 'missing-authorization')).toEqual(['2 medium', '2 medium'])
    expect(await surenessIn(program('requireKey'), 'missing-authorization')).toEqual(['2 medium', '2 medium'])
  })

  test('a check that hardly any door has but those of administrators was written for them', async () => {
    const contents = { ...program('requireKey'), 'keys.ts': routes('/keys', 'requireUser') }
    expect(await surenessIn(contents, 'missing-authorization')).toEqual(['2 low', '2 low'])
  })

  test('whoever has a key that is looked up has no role, and who is given one could not be told', async () => {
    const keyed = (found: string) => ({
      ...program('requireKey'),
      'guards.ts': guards.replace(
        /export const requireKey.*/,
        `import { Key } from './key'
        export async function requireKey(req, res, next) {
          const key = req.header('Authorization')
          if (!key) return res.sendStatus(403)
          ${found}
          next()
        }`,
      ),
      'key.ts': `import mongoose from 'mongoose'; export const Key = mongoose.model('Key', new mongoose.Schema({ secret: String, user: String }))`,
    })
    expect(await surenessIn(keyed('if (!(await Key.findOne({ secret: key }))) return res.sendStatus(403)'), 'missing-authorization')).toEqual([
      '2 low',
      '2 low',
    ])
    const known = 'const found = await Key.findOne({ secret: key }); if (!found) return res.sendStatus(403); req.user = found.user'
    expect(await surenessIn(keyed(known), 'missing-authorization')).toEqual(['2 medium', '2 medium'])
  })
})

describe('what only readers of a log see', () => {
  const LOGGER = "import winston from 'winston'; const logger = winston.createLogger()"

  test('levels that are left out say less of a secret, and the console leaves none out', async () => {
    expect(
      await sureness(
        'sensitive-data-in-log',
        LOGGER,
        "export function a(password: string) { logger.info('signed in with ' + password) }",
        "export function b(password: string) { logger.debug('signed in with ' + password) }",
        "export function c(password: string) { console.debug('signed in with ' + password) }",
      ),
    ).toEqual(['2 high', '3 medium', '4 high'])
  })

  test('a format text misleads them, and whoever is sent what it becomes', async () => {
    expect(
      await sureness(
        'format-string',
        SERVER,
        "import { format } from 'node:util'",
        "app.get('/a', (req, res) => { console.log(req.query.who + ' failed', req.query.why); res.end() })",
        "app.get('/b', (req, res) => { res.json({ text: format(req.query.who + ' failed', req.query.why) }) })",
      ),
    ).toEqual(['3 medium', '4 high'])
  })

  test('another company is told whose error it was, or what that account signs in by', async () => {
    const contents = {
      'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { '@sentry/node': '8' } }),
      'app.ts': [
        "import * as Sentry from '@sentry/node'",
        'export const a = (account: { email: string }) => Sentry.setUser({ email: account.email })',
        'export const b = (account: { password: string }) => Sentry.setUser({ password: account.password })',
      ].join('\n'),
    }
    expect(await surenessIn(contents, 'sensitive-data-to-third-party')).toEqual(['2 medium', '3 high'])
  })
})

describe('templates that escape nothing', () => {
  const ENGINE = "import handlebars from 'handlebars'"
  const PROGRAM = [
    ENGINE,
    SERVER,
    'const fill = (text: string, on: object) => handlebars.compile(text, { noEscape: true })(on)',
    "app.get('/a', (req, res) => { res.send(handlebars.compile(req.app.get('card'), { noEscape: true })(req.query)) })",
    "const row = handlebars.compile('<td>{{name}}</td>', { noEscape: true })",
    'export const mail = (given: { body: string }, on: object) => ({ html: handlebars.compile(given.body, { noEscape: true })(on) })',
    'export const total = (formula: string, on: object) => Number(handlebars.compile(formula, { noEscape: true })(on))',
    'export { fill, row }',
  ]

  test('more where markup is made, none of which is seen where numbers and messages are', async () => {
    expect(await sureness('escaping-switched-off', ...PROGRAM)).toEqual(['3 low', '4 high', '5 high', '6 high', '7 low'])
  })

  test('less than sure where other templates of the program are pages', async () => {
    const contents = { 'package.json': PACKAGE, 'views/home.hbs': '<p>{{name}}</p>\n', 'app.ts': PROGRAM.join('\n') }
    expect(await surenessIn(contents, 'escaping-switched-off')).toEqual(['3 medium', '4 high', '5 high', '6 high', '7 medium'])
  })
})

test('a link of a mail leads nobody who visits a page elsewhere', async () => {
  const contents = {
    'package.json': JSON.stringify({ name: 'post', version: '1.0.0', dependencies: { express: '4', react: '18', resend: '3', 'react-email': '2' } }),
    'letter.tsx':
      "import { Link } from '@react-email/components'\nexport const Letter = (given: { to: string }) => <Link href={given.to}>Read</Link>\n",
    'app.ts': [
      SERVER,
      "import { Resend } from 'resend'; import { Letter } from './letter'; const mails = new Resend('')",
      "app.post('/a', async (req, res) => { await mails.emails.send({ to: 'b', react: Letter({ to: req.body.to }) }); res.end() })",
      "app.get('/b', (req, res) => res.redirect(req.query.to as string))",
    ].join('\n'),
  }
  expect(await surenessIn(contents, 'open-redirect')).toEqual(['2 medium', '4 high'])
})

test('what a whole object from outside may set is as much as the model has fields for', async () => {
  const contents = {
    'package.json': JSON.stringify({ name: 'club', version: '1.0.0', dependencies: { express: '4', mongoose: '8' } }),
    'models.ts': [
      "import mongoose from 'mongoose'",
      "export const Room = mongoose.model('Room', new mongoose.Schema({ name: String, floor: Number }))",
      "export const Badge = mongoose.model('Badge', new mongoose.Schema({ name: String, isAdmin: Boolean }))",
      "export const Note = mongoose.model('Note', new mongoose.Schema({ text: String, userId: String }))",
      "export const Open = mongoose.model('Open', new mongoose.Schema({}, { strict: false }))",
    ].join('\n'),
    'app.ts': [
      SERVER,
      "import { Badge, Note, Open, Room } from './models'",
      "app.post('/a', async (req, res) => res.json(await Room.create(req.body)))",
      "app.post('/b', async (req, res) => res.json(await Badge.create(req.body)))",
      "app.post('/c', async (req, res) => res.json(await Note.create(req.body)))",
      "app.post('/d', async (req, res) => res.json(await Open.create(req.body)))",
      "app.post('/e', async (req, res) => res.json(await Badge.create({ ...req.body, isAdmin: false })))",
      "app.post('/f', async (req, res) => res.json(await Badge.create({ isAdmin: false, ...req.body })))",
      "app.post('/g', async (req, res) => { const { isAdmin, ...rest } = req.body; res.json(await Badge.create(rest)) })",
      "app.post('/h', async (req, res) => { delete req.body.isAdmin; res.json(await Badge.create(req.body)) })",
      "app.post('/i', async (req, res) => { delete req.body.name; res.json(await Badge.create(req.body)) })",
    ].join('\n'),
  }
  expect(await surenessIn(contents, 'mass-assignment')).toEqual([
    '3 low',
    '4 high',
    '5 high',
    '6 high',
    '7 low',
    '8 high',
    '9 low',
    '10 low',
    '11 high',
  ])
})

test('a field that a decorator of the program checks may be as it should be', async () => {
  const contents = {
    'package.json': JSON.stringify({
      name: 'calls',
      version: '1.0.0',
      dependencies: { '@nestjs/common': '10', '@nestjs/core': '10', 'class-validator': '0.14' },
    }),
    'checks.ts': [
      "import { registerDecorator } from 'class-validator'; import { lookUp } from './hosts'",
      'export function IsPublic() { return (object: object, propertyName: string) => {',
      "  registerDecorator({ name: 'public', target: object.constructor, propertyName, validator: { validate: (value) => lookUp(value) } }) } }",
      'export const Described = (text: string) => (object: object, name: string) => { Reflect.defineMetadata(name, text, object) }',
    ].join('\n'),
    'app.ts': [
      "import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common'; import { NestFactory } from '@nestjs/core'",
      "import { IsString } from 'class-validator'; import { Described, IsPublic } from './checks'",
      'class Call { @IsString() @IsPublic() url: string; @IsString() @Described() back: string }',
      'class Later extends Call { @IsString() at: string }',
      "@Controller('calls') class Calls {",
      "  @Post('a') a(@Body() call: Call) { return fetch(call.url) }",
      "  @Post('b') b(@Body() call: Call) { return fetch(call.back) }",
      "  @Post('c') c(@Body() call: Later) { return fetch(call.url) }",
      '}',
      '@Module({ controllers: [Calls] }) class App {}',
      'NestFactory.create(App).then((app) => { app.useGlobalPipes(new ValidationPipe()); return app.listen(80) })',
    ].join('\n'),
  }
  expect(await surenessIn(contents, 'server-side-request-forgery')).toEqual(['6 medium', '7 high', '8 medium'])
})

test('a session cookie is marked by some libraries themselves, wherever the request came in encrypted', async () => {
  const found = (library: string) =>
    surenessIn(
      {
        'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', [library]: '2' } }),
        'app.ts': `${SERVER}\nimport session from '${library}'\napp.use(session({ name: 'shop', secret: process.env.KEY }))\napp.listen(80)\n`,
      },
      'cookie-without-secure',
    )
  expect(await found('express-session')).toEqual(['3 high'])
  expect(await found('cookie-session')).toEqual(['3 medium'])
})

test('a password that is the name of its user is a default, and sure to be one', async () => {
  const connects = (password: string) =>
    sureness(
      'hardcoded-secret',
      "import Redis from 'ioredis'",
      `export const store = new Redis({ host: 'store.shop.example', username: 'harbour', password: '${password}' })`,
    )
  expect(await connects('harbour')).toEqual(['2 medium'])
  expect(await connects('lighthouse7')).toEqual(['2 high'])
})

test('a module that is read as data runs nothing', async () => {
  expect(
    await sureness(
      'module-injection',
      SERVER,
      "app.get('/texts', async (req, res) => res.json(await import('./texts/' + req.query.language + '.json')))",
      'app.get("/words", async (req, res) => res.json(await import(`./texts/${req.query.language}.json`)))',
      "app.get('/themes', async (req, res) => res.json(await import('./themes/' + req.query.theme)))",
    ),
  ).toEqual(['2 low', '3 low', '4 high'])
})
