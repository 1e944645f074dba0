/** What becomes of a fast hash of a password: sent, the answer to a challenge and the key of a cipher, beside what is kept. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', mongodb: '6', '@apollo/client': '3', react: '18' } })
const SERVER = [
  "const crypto = require('crypto')",
  "const { MongoClient } = require('mongodb')",
  "const users = new MongoClient('mongodb://localhost').db('shop').collection('users')",
  "const app = require('express')()",
]

async function sureness(file: string, ...lines: string[]): Promise<string[]> {
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, [file]: `${lines.join('\n')}\n` })))
  expect(problems).toEqual([])
  return findings.filter(({ rule }) => rule === 'fast-password-hash').map(({ confidence }) => confidence)
}
const handler = (...lines: string[]) => sureness('app.js', ...SERVER, "app.post('/a', async (req, res) => {", ...lines, '  res.end()', '})')

const HASH = (data: string) => `  const made = crypto.createHash('md5').update(${data}).digest('hex')`

test('what is only sent to another service is told by nobody', async () => {
  expect(await handler(HASH('req.body.name + req.body.password'), '  await fetch(`https://music.example/?token=${made}`)')).toEqual([])
  expect(
    await handler(
      HASH('req.body.password'),
      '  await fetch(`https://music.example/?token=${made}`)',
      '  await users.insertOne({ name: req.body.name, made })',
    ),
  ).toEqual(['high'])
})

test('what answers a challenge of the same request is not kept', async () => {
  const asks = (data: string, other: string) =>
    handler(
      '  const query = { ...req.query, ...(req.body || {}) }',
      '  const user = await users.findOne({ name: String(query.name) })',
      '  const password = await open(user)',
      HASH(data),
      `  if (made !== ${other}) return res.end()`,
    )
  expect(await asks('password + String(query.salt)', 'String(query.answer)')).toEqual([])
  expect(await asks('password', 'String(query.answer)')).toEqual(['high'])
  expect(await asks('query.password + user.salt', 'user.answer')).toEqual(['high'])
})

test('what becomes the key of a cipher is the weak key of one', async () => {
  const derive = [
    'function derive(password, salt) {',
    '  const list = []',
    '  let last = Buffer.alloc(0)',
    '  while (Buffer.concat(list).length < 48) {',
    "    last = crypto.createHash('md5').update(Buffer.concat([last, Buffer.from(password), salt])).digest()",
    '    list.push(last)',
    '  }',
    '  const all = Buffer.concat(list)',
    '  return { key: all.subarray(0, 32), iv: all.subarray(32, 48) }',
    '}',
  ]
  const opens = [
    'exports.opened = (text, password) => {',
    '  const { key, iv } = derive(password, text.subarray(8, 16))',
    "  return crypto.createDecipheriv('aes-256-cbc', key, iv).update(text)",
    '}',
  ]
  const keeps = ["exports.kept = (name, password) => users.insertOne({ name, key: derive(password, Buffer.from(name)).key.toString('hex') })"]
  expect(await sureness('app.js', ...SERVER, ...derive, ...opens)).toEqual(['medium'])
  expect(await sureness('app.js', ...SERVER, ...derive, ...opens, ...keeps)).toEqual(['high'])
})

test('what a page only sends is hashed again, or not, where it gets to', async () => {
  const page = (use: string) =>
    sureness(
      'Login.tsx',
      "import { useMutation } from '@apollo/client'",
      'const useLoginMutation = () => useMutation(LOGIN)',
      'async function hashPassword(password: string) {',
      "  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))",
      "  return Array.from(new Uint8Array(digest)).map((byte) => byte.toString(16).padStart(2, '0')).join('')",
      '}',
      'export function Login({ password }: { password: string }) {',
      '  const [login] = useLoginMutation()',
      `  const send = async () => { const hashed = await hashPassword(password); ${use} }`,
      '  return <button onClick={send}>Go</button>',
      '}',
    )
  expect(await page('login({ variables: { password: hashed } })')).toEqual([])
  expect(await page("login({ variables: { password: hashed } }); localStorage.setItem('password', hashed)")).toEqual(['high'])
})

test('a setting is compared with what somebody sends, and kept nowhere', async () => {
  const asks = (data: string, ...more: string[]) => handler(`  const made = crypto.createHash('sha256').update(${data}).digest('hex')`, ...more)
  expect(await asks('process.env.ADMIN_PASSWORD', '  if (req.body.password !== made) return res.end()')).toEqual([])
  expect(await asks('process.env.ADMIN_PASSWORD', '  await users.insertOne({ name: "admin", made })')).toEqual(['high'])
  expect(
    await asks(
      'req.body.password',
      '  const user = await users.findOne({ name: String(req.body.name) })',
      '  if (user.password !== made) return res.end()',
    ),
  ).toEqual(['high'])
})

test('the key of a cipher is kept in the object that uses it', async () => {
  const vault = (use: string) =>
    sureness(
      'vault.ts',
      "import { createCipheriv, createHash } from 'node:crypto'",
      "import keytar from 'keytar'",
      'export class Vault {',
      '  private cipherKey?: Buffer',
      '  private async key(): Promise<Buffer> {',
      '    if (!this.cipherKey) {',
      "      const password = await keytar.getPassword('shop', 'shop')",
      "      this.cipherKey = await createHash('sha256').update(password, 'utf8').digest()",
      '    }',
      '    return this.cipherKey',
      '  }',
      '  async close(text: string, iv: Buffer) {',
      `    ${use}`,
      '  }',
      '}',
    )
  expect(await vault("return createCipheriv('aes-256-cbc', await this.key(), iv).update(text)")).toEqual(['medium'])
  expect(await vault('await users.insertOne({ text, hash: await this.key() })')).toEqual(['high'])
})

test('hashes that came from elsewhere are verified beside a slow one', async () => {
  const verify = (slow: string) =>
    sureness(
      'verify.ts',
      "import { argon2Verify, md5 } from 'hash-wasm'",
      'export async function isRight(password: string, kept: string, way: string) {',
      '  switch (way) {',
      slow,
      "    case 'md5':",
      '      return (await md5(password)) === kept',
      '  }',
      '}',
    )
  expect(await verify("    case 'argon2': return argon2Verify({ password, hash: kept })")).toEqual(['medium'])
  expect(await verify("    case 'clear': return password === kept")).toEqual(['high'])
})

test('rounds of a format that asks for them', async () => {
  const crypt = (magic: string) =>
    sureness(
      'crypt.js',
      "const crypto = require('crypto')",
      'exports.crypt = (password, salt) => {',
      `  const magic = '${magic}'`,
      "  let made = crypto.createHash('md5').update(password + magic + salt).digest('binary')",
      "  for (let round = 0; round < 1000; round++) made = crypto.createHash('md5').update(password + made).digest('binary')",
      '  return magic + salt + made',
      '}',
    )
  expect(new Set(await crypt('$1$'))).toEqual(new Set(['medium']))
  expect(new Set(await crypt('v1:'))).toEqual(new Set(['high']))
})

test('the login of another service asks for it', async () => {
  const login = (...response: string[]) =>
    sureness(
      'login.ts',
      "import { createHash, randomBytes } from 'node:crypto'",
      "const md5 = (text: string) => createHash('md5').update(text).digest('hex')",
      'export function authorization(name: string, password: string, asked: { realm: string; nonce: string }) {',
      '  const own = { nonce: randomBytes(16).toString("hex") }',
      "  const first = createHash('md5').update(`${name}:${asked.realm}:${password}`).digest('hex')",
      ...response,
      '}',
    )
  expect(await login('  return `Digest response="${md5(`${first}:${asked.nonce}`)}"`')).toEqual([])
  expect(await login("  let text = first + ':' + asked.nonce", "  text += ':' + md5(name)", '  return `Digest response="${md5(text)}"`')).toEqual([])
  expect(await login('  return md5(`${first}:${asked.realm}`)')).toEqual(['high'])
  expect(await login('  return md5(`${first}:${own.nonce}`)')).toEqual(['high'])
})

test('what the program draws by itself is a key', async () => {
  const tag = (made: string) =>
    sureness(
      'tags.ts',
      "import crypto from 'node:crypto'",
      'const random = {',
      '  text(length: number) {',
      "    let text = ''",
      '    while (text.length < length) {',
      '      const some = new Uint16Array(length)',
      '      crypto.webcrypto.getRandomValues(some)',
      '      text += String.fromCharCode(...some)',
      '    }',
      '    return text',
      '  },',
      '}',
      'let password: string | undefined',
      'export function tagOf(id: string, given: string) {',
      `  if (!password) password = ${made}`,
      "  return crypto.createHash('sha3-512').update(password).update(id).digest('hex')",
      '}',
    )
  expect(await tag('random.text(128)')).toEqual([])
  expect(await tag("crypto.randomBytes(32).toString('hex')")).toEqual([])
  expect(await tag('random.text(6)')).toEqual(['high'])
  expect(await tag('given')).toEqual(['high'])
})
