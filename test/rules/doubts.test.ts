/** What speaks against a way without closing it: conditions for developers, checks that cannot be judged, connections of one's own. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({
  name: 'shop',
  version: '1.0.0',
  dependencies: {
    express: '4',
    undici: '6',
    commander: '12',
    jsonwebtoken: '9',
    jquery: '3',
    bullmq: '5',
    openai: '4',
    typeorm: '0.3',
    mongodb: '6',
    mongoose: '8',
    '@prisma/client': '6',
    '@nestjs/common': '10',
    '@acme/hosts': '1',
  },
})

/** `file:line rule` → confidence. */
async function findingsIn(contents: Record<string, string>): Promise<Record<string, string>> {
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...contents })))
  return Object.fromEntries(findings.map(({ at, rule, confidence }) => [`${at.file}:${at.line} ${rule}`, confidence]))
}

type Case<Place> = [what: string, place: Place, sure: string | undefined]

/** How sure what is found at places of one program is, which is judged once. */
function sureOf<Place>(contents: Record<string, string>, key: (place: Place) => string, cases: Case<Place>[]): void {
  let found: Promise<Record<string, string>> | undefined
  test.each(cases)('%s', async (_, place, sure) => {
    found ??= findingsIn(contents)
    expect((await found)[key(place)]).toBe(sure)
  })
}

const lines = (...text: string[]) => `${text.join('\n')}\n`
const SERVER = "import express from 'express'; const app = express()"

describe('requests to an address from outside', () => {
  const contents = {
    'hosts.ts': lines(
      "import { permits } from '@acme/hosts'",
      'export const isAllowedHost = (address: string, list: string[]) => permits(list, address)',
      'export async function assertReachable(address: string) {',
      "  if (!(await permits(address))) throw new Error('turned away')",
      '}',
      'export function count(address: string) {',
      "  if (address === '') throw new Error('nothing to count')",
      '}',
    ),
    'connections.ts': lines(
      "import { Agent } from 'undici'",
      "import { lookup } from './names'",
      'export const own = new Agent({ connect: { lookup } })',
    ),
    'server.ts': lines(
      SERVER,
      "import { fetch } from 'undici'",
      "import { isAllowedHost, assertReachable, count } from './hosts'",
      "import { own } from './connections'",
      "app.get('/plain', async (req, res) => {",
      '  await fetch(req.query.address)',
      '})',
      "app.get('/asked', async (req, res) => {",
      '  const address = req.query.address',
      "  if (!isAllowedHost(address, ['a.example'])) return res.end()",
      '  await fetch(address)',
      '})',
      "app.get('/own', async (req, res) => {",
      '  await fetch(req.query.address, { dispatcher: own })',
      '})',
      "app.get('/asserted', async (req, res) => {",
      '  await assertReachable(req.query.address)',
      '  await fetch(req.query.address)',
      '})',
      "app.get('/counted', async (req, res) => {",
      '  count(req.query.address)',
      '  await fetch(req.query.address)',
      '})',
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} server-side-request-forgery`, [
    ['nothing stands in front', 6, 'high'],
    ['something is asked that is not known', 11, 'medium'],
    ['the connection is one of its own', 14, 'medium'],
    ['something throws that is named as if it turned addresses away', 18, 'medium'],
    ['something throws that is not', 22, 'high'],
  ])
})

describe('what a function asks before it hands a text back', () => {
  const contents = {
    'query.ts': lines(
      "import { parse, walk } from '@acme/hosts'",
      'const understood = (text: string) => (text ? walk(parse(text)) : { fine: false })',
      'export function toRun(text: string) {',
      '  let query = text',
      "  if (query.startsWith('x')) query = query.replace('x', '')",
      '  const result = understood(query)',
      "  if (!result.fine) throw new Error('not understood')",
      '  return query',
      '}',
      'export function toRunAnyway(text: string) {',
      '  const result = understood(text)',
      '  if (!result.fine) console.log(result.message)',
      '  return text',
      '}',
    ),
    'server.ts': lines(
      SERVER,
      "import { exec } from 'node:child_process'",
      "import { toRun, toRunAnyway } from './query'",
      "app.get('/a', (req, res) => exec('run ' + toRun(req.query.a)))",
      "app.get('/b', (req, res) => exec('run ' + toRunAnyway(req.query.b)))",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} command-injection`, [
    ['by an answer that cannot be judged', 4, 'medium'],
    ['and hands it back whatever the answer is', 5, 'high'],
  ])
})

describe('what the program keeps under a name', () => {
  const contents = {
    'boards.ts': lines(
      "import { load } from '@acme/hosts'",
      'export function findBoard(name: string) {',
      '  return load().then((boards) => {',
      "    if (!boards[name]) throw new Error('not known')",
      '    return boards[name]',
      '  })',
      '}',
      'export function countBoards(name: string) {',
      '  return load().then((boards) => {',
      "    if (!boards) throw new Error('none')",
      '    return boards[name]',
      '  })',
      '}',
      'export const orNone = (name: string) => findBoard(name).catch(() => undefined)',
    ),
    'server.ts': lines(
      SERVER,
      "import { exec } from 'node:child_process'",
      "import { load } from '@acme/hosts'",
      "import { findBoard, countBoards, orNone } from './boards'",
      "app.get('/a', (req, res) => Promise.resolve().then(() => findBoard(req.query.a)).then(() => exec('run ' + req.query.a)))",
      "app.get('/b', (req, res) => findBoard(req.query.b).then(() => exec('run ' + req.query.b)))",
      "app.get('/c', async (req, res) => {",
      "  const text = 'run ' + req.query.c",
      '  await findBoard(req.query.c)',
      '  exec(text)',
      '})',
      "app.get('/d', (req, res) => countBoards(req.query.d).then(() => exec('run ' + req.query.d)))",
      "app.get('/e', (req, res) => orNone(req.query.e).then(() => exec('run ' + req.query.e)))",
      "app.get('/f', async (req, res) => {",
      '  findBoard(req.query.f)',
      "  exec('run ' + req.query.f)",
      '})',
      "app.get('/g', async (req, res) => {",
      '  const boards = await load()',
      '  if (!boards[req.query.g]) return res.end()',
      "  exec('run ' + req.query.g)",
      '})',
      "app.get('/h', async (req, res) => {",
      '  if (!req.headers[req.query.h]) return res.end()',
      "  exec('run ' + req.query.h)",
      '})',
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} command-injection`, [
    ['was found in an earlier link of a chain', 5, 'medium'],
    ['was found before a chain goes on', 6, 'medium'],
    ['was found after the text was made', 10, 'medium'],
    ['was not asked for', 12, 'high'],
    ['was found, or not', 13, 'high'],
    ['may be found later', 16, 'high'],
    ['was found right there', 21, 'medium'],
    ['was sent by whoever asks', 25, 'high'],
  ])
})

describe('filters that another condition binds to the caller', () => {
  const contents = {
    'prisma.ts': lines("import { PrismaClient } from '@prisma/client'", 'export const prisma = new PrismaClient()'),
    'server.ts': lines(
      SERVER,
      "import { prisma } from './prisma'",
      'app.use(express.json())',
      "app.post('/a', async (req, res) => {",
      '  res.json(await prisma.file.findFirst({ where: { id: req.body.id, userId: req.user.id } }))',
      '  res.json(await prisma.file.findFirst({ where: { id: req.body.id } }))',
      '  res.json(await prisma.file.findFirst({ where: { id: req.body.id, userId: req.body.user } }))',
      '  res.json(await prisma.file.findFirst({ where: { token: req.body.token, userId: req.user.id } }))',
      '  res.json(await prisma.file.findFirst({ where: { id: req.body.id, userId: req.user.id, ...req.body.more } }))',
      '  res.json(await prisma.file.findFirst({ where: { id: req.body.id, kind: req.user.id } }))',
      '  const user = await prisma.user.findFirst({ where: { name: String(req.body.name) } })',
      '  res.json(await prisma.file.findFirst({ where: { id: req.body.id, userId: user.id } }))',
      '})',
    ),
    'own.ts': lines(
      "import { prisma } from './prisma'",
      'export const find = (id, user) => prisma.file.findFirst({',
      '  where: { id, userId: user.id },',
      '})',
    ),
    'other.ts': lines(SERVER, "import { find } from './own'", 'app.use(express.json())', "app.post('/b', (req, res) => find(req.body.id, req.user))"),
  }
  sureOf(contents, (place) => `${place} nosql-injection`, [
    ['by an id of the caller', 'server.ts:5', 'low'],
    ['by nothing', 'server.ts:6', 'high'],
    ['by what is sent as well', 'server.ts:7', 'high'],
    ['while a secret of the record is compared', 'server.ts:8', 'high'],
    ['unless what is sent takes its place', 'server.ts:9', 'high'],
    ['by a field that says something else', 'server.ts:10', 'high'],
    ['by somebody who was found by what was sent', 'server.ts:12', 'high'],
    ['in another function', 'own.ts:2', 'low'],
  ])
})

describe('pages that a request is repeated in', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "import jwt from 'jsonwebtoken'",
      'const known = (req, res, next) => {',
      '  const header = req.headers.authorization',
      '  if (!header) return res.sendStatus(401)',
      "  try { req.user = jwt.verify(header.split(' ')[1], process.env.KEY, { algorithms: ['HS256'] }) } catch { return res.sendStatus(401) }",
      '  next()',
      '}',
      "app.get('/a', (req, res) => res.send('<p>' + req.query.name))",
      "app.post('/b', (req, res) => res.send('<p>' + req.body.name))",
      "app.post('/c', known, (req, res) => res.send('<p>' + req.body.name))",
      "app.patch('/d', (req, res) => res.send('<p>' + req.body.name))",
      "app.get('/e', known, (req, res) => res.send('<p>' + req.query.name))",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} reflected-xss`, [
    ['a link leads there', 9, 'high'],
    ['a form leads there', 10, 'high'],
    ['a header that no form has says who is calling', 11, 'medium'],
    ['no form has such a method', 12, 'medium'],
    ['a link leads there, whoever is asked for', 13, 'high'],
  ])
})

describe('scripts that are run', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "import vm from 'node:vm'",
      "app.get('/a', (req, res) => res.json(vm.runInNewContext('price * 2', { price: req.query.price })))",
      "app.get('/b', (req, res) => res.json(vm.runInNewContext('price = ' + req.query.price)))",
      "app.get('/c', (req, res) => res.json(vm.runInNewContext('safeEval(sum)', { safeEval, sum: req.query.sum })))",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} code-injection`, [
    ['a fixed one is handed data', 3, 'low'],
    ['data go on where it begins', 4, 'high'],
    ['a fixed one compiles what it is handed', 5, 'high'],
  ])
})

describe('conditions for developers', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      'const settings = { debug: process.argv.length > 3 }',
      "app.get('/a', (req, res) => {",
      '  try { run() } catch (error) {',
      '    const answer: Record<string, unknown> = { message: 1 }',
      '    if (settings.debug) answer.stack = error.stack',
      '    res.json(answer)',
      '  }',
      '})',
      "app.get('/b', (req, res) => {",
      '  try { run() } catch (error) {',
      '    res.json({ stack: error.stack })',
      '  }',
      '})',
      'export function invite(password: string) {',
      "  if (process.env.NODE_ENV === 'development') console.log(`It is ${password}`)",
      '}',
      'export function announce(password: string) {',
      '  console.log(`It is ${password}`)',
      '}',
    ),
  }
  sureOf(contents, String, [
    ['a stack that a setting asks for', 'server.ts:7 stack-trace-exposure', 'low'],
    ['a stack for everyone', 'server.ts:12 stack-trace-exposure', 'high'],
    ['a password in any log', 'server.ts:19 sensitive-data-in-log', 'high'],
  ])
})

describe('what is shown', () => {
  const contents = {
    'cli/index.ts': lines("import { program } from 'commander'; import '../headers'", "program.command('start').action(() => {})", 'program.parse()'),
    'cli/start.ts': lines('export function told(password: string) {', '  console.log(`It is ${password}`)', '}'),
    'headers.ts': lines(
      'const sanitizeHeaders = (headers: Record<string, string>) => ({ ...headers, authorization: "-" })',
      'export const show = (apiKey: string) => console.log(sanitizeHeaders({ key: apiKey }))',
      "import fs from 'node:fs'; import path from 'node:path'",
      "export const keep = (folder: string, password: string) => fs.appendFileSync(path.join(folder, '.env'), 'PASSWORD=' + password)",
      "export const note = (folder: string, password: string) => fs.appendFileSync(path.join(folder, 'notes.txt'), 'PASSWORD=' + password)",
    ),
  }
  sureOf(contents, String, [
    ['by a command, to whoever runs it', 'cli/start.ts:2 sensitive-data-in-log', 'medium'],
    ['after something took parts of it out', 'headers.ts:2 sensitive-data-in-log', 'low'],
    ['in a file of settings', 'headers.ts:4 sensitive-data-in-storage', 'medium'],
    ['in any file', 'headers.ts:5 sensitive-data-in-storage', 'high'],
  ])
})

test('a password is hashed slowly in the end, elsewhere it is not', async () => {
  const found = await findingsIn({
    'password.ts': lines(
      "import { createHash } from 'node:crypto'",
      "import { pool } from './pool'",
      'export async function made(password: string) {',
      "  const short = createHash('sha512').update(password).digest('hex')",
      "  return await pool.exec('hash', [short])",
      '}',
      'export async function kept(db: any, password: string) {',
      "  const short = createHash('sha512').update(password).digest('hex')",
      '  await db.save(short)',
      '}',
    ),
  })
  expect(found['password.ts:4 fast-password-hash']).toBe('low')
  expect(found['password.ts:8 fast-password-hash']).not.toBe('low')
})

test('tokens of an object that may be one of very many', async () => {
  const found = await findingsIn({
    'token.ts': lines(
      "import jwt from 'jsonwebtoken'",
      'const key = process.env.KEY!',
      "export const plain = () => jwt.sign({ id: 1, password: 'x' + key }, key)",
      'const sign = (content: object) => jwt.sign(content, key)',
      ...Array.from({ length: 12 }, (_, index) => `sign({ number: ${index} })`),
      "sign({ id: 1, password: 'x' + key })",
    ),
  })
  expect(found['token.ts:3 password-in-token']).toBe('high')
  expect(found['token.ts:4 password-in-token']).toBe('medium')
})

describe('jobs of a queue', () => {
  const worker = "new Worker('mail', async (job) => { exec(job.data.line) })"
  const contents = (rest: string) => ({
    'queue.ts': lines("import { Queue, Worker } from 'bullmq'; import { exec } from 'node:child_process'", worker, rest),
  })
  test.each([
    ['that the program fills itself', "export const later = (line: string) => new Queue('mail').add('send', { line: 'uptime' })", 'low'],
    ['that somebody else fills', '', 'high'],
  ])('%s', async (_, rest, sure) => expect((await findingsIn(contents(rest)))['queue.ts:2 command-injection']).toBe(sure))
})

describe('records made of what was sent', () => {
  const contents = {
    'fields.ts': lines(
      "const KEPT = ['id', 'role']",
      'export function ownFields(sent: any) {',
      '  const rest = { ...sent }',
      '  for (const name of KEPT) delete rest[name]',
      '  return rest',
      '}',
      'export function copied(sent: any) {',
      '  return { ...sent }',
      '}',
    ),
    'server.ts': lines(
      SERVER,
      "import { getRepository } from 'typeorm'",
      "import { copied, ownFields } from './fields'",
      "app.post('/a', (req, res) => {",
      '  getRepository(User).save(ownFields(req.body))',
      '})',
      "app.post('/b', (req, res) => {",
      '  getRepository(User).save(copied(req.body))',
      '})',
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} mass-assignment`, [
    ['after something took fields out', 5, 'medium'],
    ['as it was sent', 8, 'high'],
  ])
})

test('a record that is passed on by a key of its own', async () => {
  const found = await findingsIn({
    'server.ts': lines(
      SERVER,
      "import jwt from 'jsonwebtoken'; import mongoose from 'mongoose'",
      "const Bill = mongoose.model('Bill', new mongoose.Schema({ userId: String, shareKey: String, shelf: String }))",
      'app.use((req: any, res, next) => { try { req.user = jwt.verify(String(req.headers.authorization), process.env.KEY!); next() } catch { res.sendStatus(401) } })',
      "app.get('/own', async (req: any, res) => res.json(await Bill.find({ userId: req.user.id })))",
      "app.get('/shared/:key', async (req, res) => res.json(await Bill.findOne({ shareKey: String(req.params.key) })))",
      "app.get('/shelf/:key', async (req, res) => res.json(await Bill.findOne({ shelf: String(req.params.key) })))",
    ),
  })
  expect(found['server.ts:6 insecure-direct-object-reference']).toBe('medium')
  expect(found['server.ts:7 insecure-direct-object-reference']).toBe('high')
})

test('the path of an address as browsers write it', async () => {
  const found = await findingsIn({
    'page.js': lines(
      "document.write('<a href=\"' + location.pathname + '?a=1\">a</a>')",
      "document.write('<a href=\"' + location.pathname.substr(1) + '\">a</a>')",
      "document.write('<a href=\"' + decodeURIComponent(location.pathname) + '\">a</a>')",
      "document.write('<a href=\"' + location.hash + '\">a</a>')",
    ),
  })
  expect([1, 2, 3, 4].map((line) => found[`page.js:${line} dom-xss`])).toEqual(['low', 'low', 'high', 'high'])
})

test('secrets that tests are run with', async () => {
  const settings = "export const settings = { env: { ENCRYPTION_KEY: 'a8-horse-32chars-battery-q7!' } }\n"
  const found = await findingsIn({
    'vitest.config.ts': settings,
    'jest.global-setup.js': settings,
    'vite.config.ts': settings,
    'jest-like.ts': settings,
  })
  expect(Object.keys(found).filter((place) => place.endsWith('hardcoded-secret'))).toEqual([
    'jest-like.ts:1 hardcoded-secret',
    'vite.config.ts:1 hardcoded-secret',
  ])
})

describe('requests that only administrators have sent', () => {
  const contents = {
    'roles.ts': lines(
      "export const Role = { USER: 'user', OWNER: 'owner' }",
      'export const withLeastRole = async (own: string, least: string, act: () => Promise<unknown>) => (own < least ? undefined : act())',
      'export const requireAdmin = (act: () => Promise<unknown>) => act()',
      'export const withTimer = (name: string, act: () => Promise<unknown>) => act()',
    ),
    'server.ts': lines(
      SERVER,
      "import { Role, requireAdmin, withLeastRole, withTimer } from './roles'",
      "app.get('/a', async (req: any, res) => res.json(await withLeastRole(req.role, Role.OWNER, async () => fetch(String(req.query.at)))))",
      "app.get('/b', async (req: any, res) => res.json(await withLeastRole(req.role, Role.USER, async () => fetch(String(req.query.at)))))",
      "app.get('/c', async (req: any, res) => res.json(await requireAdmin(async () => fetch(String(req.query.at)))))",
      "app.get('/d', async (req: any, res) => res.json(await withTimer('admin', async () => fetch(String(req.query.at)))))",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} server-side-request-forgery`, [
    ['a wrapper is told their role', 3, 'medium'],
    ['it is told another', 4, 'high'],
    ['a wrapper is called for them', 5, 'medium'],
    ['it only takes the time', 6, 'high'],
  ])
})

test('a path of which one piece is asked whether it leads upwards', async () => {
  const found = await findingsIn({
    'server.ts': lines(
      SERVER,
      "import { readFile } from 'node:fs/promises'; import { join } from 'node:path'",
      "app.get('/a/:key', async (req, res) => { const { key } = req.params; if (key.split('/').some((it) => it === '..' || it === '')) return res.end()",
      "  res.type('text').send(await readFile(join('/srv', key))) })",
      "app.get('/b/:key', async (req, res) => { const { key } = req.params; if (key.split('/').some((it) => it === '.')) return res.end()",
      "  res.type('text').send(await readFile(join('/srv', key))) })",
    ),
  })
  expect(found['server.ts:4 path-traversal']).toBe('low')
  expect(found['server.ts:6 path-traversal']).toBe('high')
})

describe('records whose owner the program says', () => {
  const contents = {
    'models.ts': lines(
      "import mongoose from 'mongoose'",
      "export const Note = mongoose.model('Note', new mongoose.Schema({ text: String, teamId: String }))",
      "export const Seat = mongoose.model('Seat', new mongoose.Schema({ name: String, teamId: String, role: String }))",
    ),
    'server.ts': lines(
      SERVER,
      "import { Note, Seat } from './models'",
      'app.use(express.json())',
      "app.post('/a', async (req: any, res) => res.json(await Note.create({ ...req.body, teamId: req.team.id })))",
      "app.post('/b', async (req: any, res) => res.json(await Note.create({ teamId: req.team.id, ...req.body })))",
      "app.post('/c', async (req: any, res) => res.json(await Note.create({ ...req.body, teamId: req.query.team })))",
      "app.post('/d', async (req: any, res) => res.json(await Seat.create({ ...req.body, teamId: req.team.id })))",
      "app.patch('/e', async (req: any, res) => res.json(await Note.findByIdAndUpdate(1, { $set: { ...req.body, teamId: req.team.id } })))",
      "app.post('/f', async (req: any, res) => { const note = new Note(req.body); note.teamId = req.team.id; await note.save(); res.end() })",
      "app.post('/g', async (req: any, res) => { const sent = req.body; sent.teamId = req.team.id; await Note.create(sent); res.end() })",
      "app.post('/h', async (req: any, res) => { const note = new Note(req.body); note.text = 'none'; await note.save(); res.end() })",
      "app.post('/i', async (req: any, res) => { const note = new Note(req.body); if (req.query.own) note.teamId = req.team.id; await note.save(); res.end() })",
      "app.post('/j', async (req: any, res) => { const note = new Note(req.body); note.teamId = null; await note.save(); res.end() })",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} mass-assignment`, [
    ['behind what was sent', 4, 'medium'],
    ['before it, where what was sent takes its place', 5, 'high'],
    ['by what was sent elsewhere', 6, 'high'],
    ['of a model that has a field for rights', 7, 'high'],
    ['in an operator', 8, 'medium'],
    ['of a record that is not yet stored', 9, 'medium'],
    ['in the object that was sent', 10, 'medium'],
    ['and not another field', 11, 'high'],
    ['and not on every way', 12, 'high'],
    ['and not to nobody', 13, 'high'],
  ])
})

test('markup that a helper escapes by its name', async () => {
  const found = await findingsIn({
    'encode.js': lines(
      "const TABLE = { '<': '&lt;' }",
      "export function html_encode(text) { let out = ''; let last = 0; let m; const p = /[<>&]/g",
      '  while ((m = p.exec(text))) { out += text.substring(last, m.index) + TABLE[m[0]]; last = p.lastIndex }',
      '  return out + text.substring(last) }',
      "export function decorated(text) { return '<b>' + text.substring(0) + '</b>' }",
    ),
    'page.js': lines(
      "import { html_encode, decorated } from './encode.js'",
      "$('#a').html(html_encode(decodeURIComponent(location.hash)))",
      "$('#a').html(decorated(decodeURIComponent(location.hash)))",
    ),
  })
  expect(found['page.js:2 dom-xss']).toBe('low')
  expect(found['page.js:3 dom-xss']).toBe('high')
})

test('a property that is defined is the object’s own', async () => {
  const found = await findingsIn({
    'server.ts': lines(
      SERVER,
      "app.post('/a', (req, res) => {",
      '  const shown: any = {}',
      '  Object.defineProperty(shown, req.body.name, { value: 1 })',
      '  shown[req.body.group][req.body.name] = 1',
      '  res.json(shown)',
      '})',
    ),
  })
  expect(found['server.ts:4 prototype-pollution']).toBe('medium')
  expect(found['server.ts:5 prototype-pollution']).toBe('high')
})

test('a property of which the program decides name and value', async () => {
  const found = await findingsIn({
    'marks.ts': lines(
      'const marks: any = {}',
      "export const opened = (page: string) => mark(page, 'opened', true)",
      "export const closed = (page: string) => mark(page, 'closed', false)",
      'function mark(page: string, what: string, value: boolean) {',
      '  marks[page][what] = value',
      '}',
      'export function name(page: string, name: string) {',
      '  marks[page].name = name',
      '}',
      'export function put(page: string, what: string) {',
      '  marks[page][what] = true',
      '}',
    ),
    'server.ts': lines(
      SERVER,
      "import { closed, name, opened, put } from './marks'",
      "app.post('/a', express.json(), (req, res) => {",
      '  opened(req.body.page)',
      '  closed(req.body.page)',
      '  name(req.body.page, req.body.name)',
      '  put(req.body.page, req.body.what)',
      '  res.end()',
      '})',
    ),
  })
  expect(found['marks.ts:5 prototype-pollution']).toBe('medium')
  expect(found['marks.ts:8 prototype-pollution']).toBe('medium')
  expect(found['marks.ts:11 prototype-pollution']).toBe('high')
})

test('an event of a stream is no page', async () => {
  const found = await findingsIn({
    'server.ts': lines(
      SERVER,
      "app.post('/a', express.json(), (req, res) => {",
      "  res.write('event: told\\ndata: ' + JSON.stringify({ id: req.body.id }) + '\\n\\n')",
      "  res.write('<p>' + JSON.stringify({ id: req.body.id }) + '</p>')",
      '  res.end()',
      '})',
    ),
  })
  expect(found['server.ts:3 reflected-xss'] ?? found['server.ts:3 response-xss']).toBe('low')
  expect(found['server.ts:4 reflected-xss']).toBe('high')
})

test('an address whose end is asked', async () => {
  const found = await findingsIn({
    'server.ts': lines(
      SERVER,
      "app.post('/a', express.json(), async (req, res) => {",
      '  const host = String(req.body.host)',
      "  if (!host.endsWith('.example.com')) return res.sendStatus(400)",
      '  await fetch(`https://${host}/token`)',
      '})',
      "app.post('/b', express.json(), async (req, res) => {",
      '  const host = String(req.body.host)',
      "  if (!host.endsWith('m')) return res.sendStatus(400)",
      '  await fetch(`https://${host}/token`)',
      '})',
    ),
  })
  expect(found['server.ts:5 server-side-request-forgery']).toBe('medium')
  expect(found['server.ts:10 server-side-request-forgery']).toBe('high')
})

test('a session of a script that no request leads to', async () => {
  const found = await findingsIn({
    'server.ts': lines(SERVER, "import { open } from './sessions'", "app.post('/a', (req, res) => res.json(open()))"),
    'sessions.ts': lines('export function open() {', '  const sessionId = Math.random().toString(36)', '  return { sessionId }', '}'),
    'tools/try.ts': lines('export async function attempt() {', '  const sessionId = Math.random().toString(36)', '  return run({ sessionId })', '}'),
  })
  expect(found['sessions.ts:2 insecure-random']).toBe('high')
  expect(found['tools/try.ts:2 insecure-random']).toBe('low')
})

test('what is written over is not told', async () => {
  const found = await findingsIn({
    'upload.ts': lines(
      'export function told(accessToken: string) {',
      "  const headers = { Authorization: 'Bearer ' + accessToken, type: 'text/plain' }",
      "  console.error('failed', { ...headers, Authorization: '-' })",
      "  console.error('failed', { Authorization: '-', ...headers })",
      '}',
    ),
  })
  expect(found['upload.ts:3 sensitive-data-in-log']).toBeUndefined()
  expect(found['upload.ts:4 sensitive-data-in-log']).toBeDefined()
})

test('a word in place of a key that a service gives out', async () => {
  const found = await findingsIn({
    'model.ts': lines(
      "import OpenAI from 'openai'",
      "export const local = new OpenAI({ apiKey: 'lantern', baseURL: 'http://localhost:11434/v1' })",
      "export const far = new OpenAI({ apiKey: 'qR7zT1xW9vB2nM4cK6pL8s' })",
    ),
  })
  expect(found['model.ts:2 hardcoded-secret']).toBe('medium')
  expect(found['model.ts:3 hardcoded-secret']).toBe('high')
})

test('an address of a page spoils the console of whoever opened it', async () => {
  const found = await findingsIn({
    'page.js': lines(
      "import { format } from 'node:util'",
      'const asked = new URLSearchParams(location.search)',
      "document.title = format(asked.get('name') + ': ', new Date())",
    ),
    'server.ts': lines(
      SERVER,
      "import { format } from 'node:util'",
      "app.get('/a', (req, res) => {",
      "  res.json(format(req.query.name + ': ', new Date()))",
      '})',
    ),
  })
  expect(found['page.js:3 format-string']).toBe('medium')
  expect(found['server.ts:4 format-string']).toBe('high')
})

test('a request that is told apart from an address goes out, and did not come in', async () => {
  const found = await findingsIn({
    'patched.ts': lines(
      'export function patched(asked: string | Request) {',
      "  if (asked instanceof Request) return fetch(new Request(asked.url.replace('/a', '/b'), asked))",
      '  return undefined',
      '}',
      "export async function GET(asked: Request) { return fetch(asked.url.replace('/a', '/b')) }",
    ),
  })
  expect(found['patched.ts:2 server-side-request-forgery']).not.toBe('high')
  expect(found['patched.ts:5 server-side-request-forgery']).toBe('high')
})

describe('what only administrators get to', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "import { exec } from 'node:child_process'; import { readFile } from 'node:fs/promises'",
      'const forAdmins = (req, res, next) => {',
      '  if (!req.user.isAdmin) return res.sendStatus(403)',
      '  next()',
      '}',
      'const forEditors = (req, res, next) => {',
      '  if (!req.user.canEdit) return res.sendStatus(403)',
      '  next()',
      '}',
      "app.get('/asked', async (req, res) => {",
      '  if (!req.user || !req.user.isAdmin) return res.sendStatus(403)',
      '  res.send(await readFile(req.query.address))',
      '})',
      "app.get('/role', async (req, res) => {",
      "  if (req.user.role !== 'admin') return res.sendStatus(403)",
      '  res.send(await readFile(req.query.address))',
      '})',
      "app.get('/front', forAdmins, async (req, res) => {",
      '  res.send(await readFile(req.query.address))',
      '})',
      "app.get('/editors', forEditors, async (req, res) => {",
      '  res.send(await readFile(req.query.address))',
      '})',
      "app.get('/others', async (req, res) => {",
      '  if (req.user.isAdmin) return res.end()',
      '  res.send(await readFile(req.query.address))',
      '})',
      "app.get('/either', async (req, res) => {",
      '  if (!req.user.isAdmin && req.query.open) return res.sendStatus(403)',
      '  res.send(await readFile(req.query.address))',
      '})',
      "app.get('/command', forAdmins, (req, res) => {",
      '  exec(req.query.command)',
      '})',
      "app.get('/admins/pattern', forAdmins, (req, res) => {",
      "  res.json(new RegExp(req.query.pattern).test('abc'))",
      '})',
      "app.get('/editors/pattern', forEditors, (req, res) => {",
      "  res.json(new RegExp(req.query.pattern).test('abc'))",
      '})',
      "app.get('/editors/fetch', forEditors, async (req, res) => {",
      '  await fetch(req.query.address)',
      '})',
      "app.get('/fetch', async (req, res) => {",
      '  await fetch(req.query.address)',
      '})',
      'async function requireAdmin(req) { const found = await whoIs(req); if (!found.ok) throw new Error(found.why) }',
      "app.get('/by-helper', async (req, res) => {",
      '  await requireAdmin(req)',
      '  await fetch(req.query.address)',
      '})',
    ),
  }
  sureOf(contents, (place) => `server.ts:${place}`, [
    ['a flag of the account is asked', '13 path-traversal', 'medium'],
    ['its role is asked', '17 path-traversal', 'medium'],
    ['what stands in front asks', '20 path-traversal', 'medium'],
    ['what stands in front asks for less', '23 path-traversal', 'high'],
    ['administrators are sent elsewhere', '27 path-traversal', 'high'],
    ['others pass as well', '31 path-traversal', 'high'],
    ['it is more than administrators may do', '34 command-injection', 'high'],
    ['patterns of administrators', '37 regex-injection', 'medium'],
    ['patterns of others', '40 regex-injection', 'high'],
    ['an address that people sign in to set', '43 server-side-request-forgery', 'medium'],
    ['an address that anybody sets', '46 server-side-request-forgery', 'high'],
    ['a helper promises to ask', '51 server-side-request-forgery', 'medium'],
  ])
})

describe('what a guard of the door lets administrators alone do', () => {
  const contents = {
    'guards.ts': lines(
      "import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common'",
      '@Injectable()',
      'export class AdminGuard implements CanActivate {',
      '  canActivate(context: ExecutionContext): boolean { return context.switchToHttp().getRequest().user.admin }',
      '}',
      '@Injectable()',
      'export class ReaderGuard implements CanActivate {',
      '  canActivate(context: ExecutionContext): boolean { return context.switchToHttp().getRequest().user.reader }',
      '}',
    ),
    'shelf.ts': lines(
      "import { Injectable } from '@nestjs/common'",
      "import { readFile, unlink } from 'node:fs/promises'",
      "import { join } from 'node:path'",
      '@Injectable()',
      'export class Shelf {',
      "  drop(name: string) { return unlink(join('/shelf', name)) }",
      "  show(name: string) { return readFile(join('/shelf', name)) }",
      '}',
    ),
    'shelf.controller.ts': lines(
      "import { Controller, Delete, Get, Param, UseGuards } from '@nestjs/common'",
      "import { AdminGuard, ReaderGuard } from './guards'",
      "import { Shelf } from './shelf'",
      "@Controller('shelf')",
      'export class ShelfController {',
      '  constructor(private readonly shelf: Shelf) {}',
      '  @UseGuards(AdminGuard)',
      "  @Delete(':name')",
      "  drop(@Param('name') name: string) { return this.shelf.drop(name) }",
      '  @UseGuards(ReaderGuard)',
      "  @Get(':name')",
      "  show(@Param('name') name: string) { return this.shelf.show(name) }",
      '}',
    ),
    'server.ts': lines(
      SERVER,
      "import { readFile } from 'node:fs/promises'",
      'const forAdmins = (req, res, next) => (req.user?.isAdmin ? next() : res.sendStatus(403))',
      "async function page(req, res) { res.send(await readFile('/pages/' + req.query.name)) }",
      "async function draft(req, res) { res.send(await readFile('/drafts/' + req.query.name)) }",
      "app.get('/draft', forAdmins, draft)",
      "app.get('/page', forAdmins, page)",
      "app.get('/open/page', page)",
    ),
  }
  sureOf(contents, (place) => place, [
    ['a guard of the method', 'shelf.ts:6 path-traversal', 'medium'],
    ['a guard that asks for less', 'shelf.ts:7 path-traversal', 'high'],
    ['in front of the only door', 'server.ts:5 path-traversal', 'medium'],
    ['in front of one of two doors', 'server.ts:4 path-traversal', 'high'],
  ])
})

describe('handlers that a framework finds by their files', () => {
  const contents = {
    'api/show/check.js': lines(
      "import { lies } from '../../places.js'",
      'export default (request, response, next) => {',
      '  const name = request.params.name',
      "  if (!lies('/shelf', name)) response.status(400).end()",
      '  else next()',
      '}',
    ),
    'api/show/count.js': lines('export default (request, response, next) => { globalThis.shown += 1; next() }'),
    'api/show/show.js': lines(
      "import { readFile } from 'node:fs/promises'",
      'export default async (request, response) => {',
      '  const { name } = request.params',
      "  const bare = await readFile('/shelf/' + name)",
      "  response.send(bare + (await readFile('/more/' + request.query.more)))",
      '}',
    ),
    'api/bare/count.js': lines('export default (request, response, next) => { globalThis.shown += request.params.name.length; next() }'),
    'api/bare/bare.js': lines(
      "import { readFile } from 'node:fs/promises'",
      'export default async (request, response) => {',
      "  response.send(await readFile('/shelf/' + request.params.name))",
      '}',
    ),
    'places.js': lines('export function lies(folder, name) { return globalThis.tree.holds(folder, name) }'),
  }
  sureOf(contents, (place) => place, [
    ['a file beside it asks for the same part', 'api/show/show.js:4 path-traversal', 'medium'],
    ['and for no other', 'api/show/show.js:5 path-traversal', 'high'],
    ['a file beside it asks for nothing', 'api/bare/bare.js:3 path-traversal', 'high'],
  ])
})

describe('what was kept', () => {
  const contents = {
    'state.ts': lines('export class State { settings = { log: "a.log", lists: ["b.log"] } }', 'export const state = new State()'),
    'server.ts': lines(
      SERVER,
      "import fs from 'fs'; import { state } from './state'",
      "const begin = () => { fs.appendFileSync(state.settings.log, 'begun') }",
      "function beginAll() { begin(); state.settings.lists.forEach(() => { fs.appendFileSync(state.settings.log, 'list') }) }",
      "function note() { fs.appendFileSync(state.settings.log, 'note') }",
      "function tick() { fs.appendFileSync(state.settings.log, 'tick') }",
      'beginAll(); note()',
      'setInterval(tick, 1000)',
      "app.post('/settings', (request, response) => { state.settings = request.body; note(); response.end() })",
    ),
  }
  sureOf<number>(contents, (line) => `server.ts:${line} path-traversal`, [
    ['read once, while the program starts', 3, 'low'],
    ['in what runs there and then', 4, 'low'],
    ['read by a handler as well', 5, 'high'],
    ['read now and then', 6, 'high'],
  ])
})

describe('objects that are parsed, of a class in name', () => {
  const contents = {
    'plan.ts': lines('export class Plan { file?: string }', 'export const plans: Plan[] = []'),
    'server.ts': lines(
      SERVER,
      "import fs from 'node:fs'",
      "import { Plan, plans } from './plan'",
      'function filled(plan: Plan, name: string): Plan { plan.file = name; return plan }',
      "app.get('/made', (req, res) => { res.json(filled(JSON.parse(fs.readFileSync('a.json', 'utf8')), req.query.name)) })",
      'function show(plan: Plan) { return fs.readFileSync(plan.file) }',
      "app.get('/shown', (req, res) => { res.end(show(plans[0])) })",
    ),
    'kept.ts': lines(
      SERVER,
      "import fs from 'node:fs'",
      'class Note { file?: string }',
      'const notes: Note[] = []',
      'function filled(note: Note, name: string): Note { note.file = name; return note }',
      "app.get('/made', (req, res) => { res.json(filled(notes[0], req.query.name)) })",
      'function show(note: Note) { return fs.readFileSync(note.file) }',
      "app.get('/shown', (req, res) => { res.end(show(notes[0])) })",
    ),
  }
  sureOf(contents, (place) => `${place} path-traversal`, [
    ['put into one that was parsed, and read from one that is kept', 'server.ts:6', 'medium'],
    ['put into one that is kept', 'kept.ts:7', 'high'],
  ])
})

describe('objects of one class', () => {
  const contents = {
    'visit.ts': lines(
      'export class Visit {',
      '  image = ""',
      '  constructor(data) { this.take(data) }',
      '  take(data) { if (data) this.image = data.image }',
      '}',
      'export class Draft {',
      '  image = ""',
      '  constructor(data) { this.image = data.image }',
      '}',
      'export class Note {',
      '  image = ""',
      '  constructor(data) { this.image = data.image }',
      '}',
    ),
    'server.ts': lines(
      SERVER,
      "import fs from 'node:fs'",
      "import { Visit, Draft, Note } from './visit'",
      'const visits: Visit[] = []',
      'const drafts: Draft[] = []',
      "app.get('/report', (req, res) => { res.json(new Visit(req.query).image.length) })",
      "app.get('/open', (req, res) => { const visit = new Visit(undefined); visits.push(visit); res.end() })",
      "app.get('/shown', (req, res) => {",
      '  const visit = visits.find(({ image }) => image)',
      '  res.end(fs.readFileSync(visit.image))',
      '})',
      "app.get('/written', (req, res) => { drafts.push(new Draft(req.query)); res.end() })",
      "app.get('/drawn', (req, res) => {",
      '  const draft = drafts.find(({ image }) => image)',
      '  res.end(fs.readFileSync(draft.image))',
      '})',
      "app.get('/both', (req, res) => {",
      '  const note = new Note(req.query)',
      '  res.end(fs.readFileSync(note.image))',
      '})',
      "app.get('/fixed', (req, res) => { res.end(new Note({ image: 'a.png' }).image) })",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} path-traversal`, [
    ['one took the data, and another may be read', 10, 'medium'],
    ['all of them take such data', 15, 'high'],
    ['the one that took the data is read', 19, 'high'],
  ])
})

describe('origins that are let in', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "const ALLOWED = ['https://a.example']; const settings = { isDev: process.argv.length > 3 }",
      'app.use((req, res, next) => {',
      "  if (process.env.OPEN || ALLOWED.some((known) => known === req.get('origin'))) {",
      "    res.header('Access-Control-Allow-Origin', req.get('origin'))",
      "    res.header('Access-Control-Allow-Credentials', 'true')",
      '  }',
      '  next()',
      '})',
      'app.use((req, res, next) => {',
      "  if (process.env.OPEN || req.get('origin')) {",
      "    res.header('Access-Control-Allow-Origin', req.get('origin'))",
      "    res.header('Access-Control-Allow-Credentials', 'true')",
      '  }',
      '  next()',
      '})',
      'app.use((req, res, next) => {',
      "  if (settings.isDev || ALLOWED.some((known) => known === req.get('origin'))) {",
      "    res.header('Access-Control-Allow-Origin', req.get('origin'))",
      "    res.header('Access-Control-Allow-Credentials', 'true')",
      '  }',
      '  next()',
      '})',
      'app.use((req, res, next) => {',
      '  if (settings.isDev && !process.env.CLOSED) {',
      "    res.header('Access-Control-Allow-Origin', req.get('origin'))",
      "    res.header('Access-Control-Allow-Credentials', 'true')",
      '  }',
      '  next()',
      '})',
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} reflected-cors-origin`, [
    ['a list is asked unless a setting opens it', 5, 'medium'],
    ['that there is one is all that is asked', 12, 'high'],
    ['it happens in development, or where a list has it', 19, 'medium'],
    ['it happens in development alone', 26, 'low'],
  ])
})

describe('cookies of such a name', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "app.get('/a', (req, res) => { res.cookie('auth_back', req.query.back || req.query.callback, {}).end() })",
      "app.get('/b', (req, res) => { res.cookie('auth_token', req.query.token, {}).end() })",
      "app.get('/c', (req, res) => { res.cookie('auth_id', req.query.back || crypto.randomUUID(), {}).end() })",
      "app.get('/d', (req, res) => { res.cookie('auth_kind', 'local', {}).end() })",
      "app.get('/e', (req, res) => { res.cookie('auth_id', crypto.randomUUID(), {}).end() })",
      "app.get('/f', (req, res) => { res.cookie('auth_from', req.originalUrl, {}).end() })",
      "app.get('/g', (req, res) => { res.cookie('auth_at', `/orders/${req.user.order}`, {}).end() })",
      'interface Asked { query: Record<string, string>; session: { id: string } }',
      "export const h = (asked: Asked, res) => { res.cookie('auth_back', asked.query.back, {}).end() }",
      "export const i = (asked: Asked, res) => { res.cookie('auth_back', asked.session.id, {}).end() }",
      "export const j = (asked: Asked, res) => { res.cookie('auth_token', asked.query.token, {}).end() }",
      "export const k = (shop, other) => (asked, res) => { res.cookie('auth_back', shop.query.back, {}).end() }",
      "app.get('/l', (req, res) => { res.cookie('login_dest', req.app.page(), {}).end() })",
      "app.get('/m', (req, res) => { res.cookie('login', req.app.page(), {}).end() })",
    ),
  }
  test.each([
    ['what the address says', 2, 'low', undefined],
    ['a token of the address', 3, 'high', 'high'],
    ['what the address says, or something else', 4, 'high', 'high'],
    ['a fixed text', 5, 'medium', 'medium'],
    ['something that nobody knows', 6, 'high', 'high'],
    ['the address itself', 7, 'low', undefined],
    ['a path of the site', 8, 'low', undefined],
    ['what the address of a request of an own type says', 10, 'low', undefined],
    ['what the session of such a request says', 11, 'high', 'high'],
    ['a token of its address', 12, 'high', 'high'],
    ['what something else has that is called like it', 13, 'high', 'high'],
    ['a name of where to go', 14, 'low', undefined],
    ['a name of a login', 15, 'high', 'high'],
  ])('%s', async (_, line, sent, read) => {
    const found = await findingsIn(contents)
    expect(found[`server.ts:${line} cookie-without-secure`]).toBe(sent)
    expect(found[`server.ts:${line} cookie-without-httponly`]).toBe(read)
  })
})

describe('tokens in a log', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "import { readToken, makeToken } from '@acme/tokens'; import './prepared'",
      "app.get('/a', async (req, res) => {",
      '  const token = await readToken(req)',
      '  console.log(token)',
      '  if (!token?.id) res.end()',
      '})',
      "app.get('/b', async (req, res) => {",
      '  const token = await makeToken(req)',
      '  console.log(token)',
      '  if (token.length > 9) res.end()',
      '})',
      "app.get('/c', async (req, res) => {",
      '  const token = await makeToken(req)',
      '  console.log(token)',
      '  res.json(token.accessToken)',
      '})',
    ),
    'page.tsx': lines(
      "import { useEffect } from 'react'",
      'export const Page = ({ token }: { token: string }) => {',
      '  useEffect(() => {',
      '    console.log(token)',
      '  })',
      '  return <p />',
      '}',
    ),
    'prepared.tsx': lines(
      "import { useEffect } from 'react'",
      'export async function getServerSideProps({ token }: { token: string }) {',
      '  console.log(token)',
      '}',
      'export const Page = () => {',
      '  useEffect(() => {})',
      '  return <p />',
      '}',
    ),
  }
  sureOf(contents, (place) => `${place} sensitive-data-in-log`, [
    ['what a token says', 'server.ts:5', 'medium'],
    ['a text', 'server.ts:10', 'high'],
    ['an object with a token in it', 'server.ts:15', 'high'],
    ['the console of a page', 'page.tsx:4', 'low'],
    ['what a server runs of a page', 'prepared.tsx:3', 'high'],
  ])
})

describe('names of files that are called after what is in them', () => {
  const contents = {
    'paths.ts': lines(
      "import path from 'node:path'",
      'export const absolute = (place: string) => {',
      '  if (path.isAbsolute(place)) return place',
      '  return path.join(process.cwd(), place)',
      '}',
    ),
    'settings.ts': lines(
      "import fs from 'node:fs'",
      "import path from 'node:path'",
      "import { absolute } from './paths'",
      'export function load(settings: any) {',
      "  const place = absolute(settings.apiKey || './key.txt')",
      '  console.log(`Read from ${place}`)',
      "  const beside = path.join('/etc', settings.credentials)",
      '  console.log(`Kept in ${beside}`)',
      '  console.log(`The key is ${settings.apiKey}`)',
      '  return fs.readFileSync(place)',
      '}',
    ),
  }
  sureOf(contents, (place) => `${place} sensitive-data-in-log`, [
    ['asked whether it begins at the root', 'settings.ts:6', 'low'],
    ['joined to a folder', 'settings.ts:8', 'low'],
    ['the secret itself', 'settings.ts:9', 'high'],
  ])
})

describe('jars of a page that were made with settings', () => {
  const contents = {
    'jar.ts': lines(
      "import library from '@acme/cookies'",
      'export let Cookies: any',
      "if (typeof window !== 'undefined') Cookies = library.withAttributes({ secure: window.location.protocol === 'https:' })",
      "export const cookies = library.withAttributes({ sameSite: 'lax' })",
    ),
    'page.ts': lines("import { Cookies } from './jar'", "export const keep = (value: string) => Cookies.set('token', value, { expires: 60 })"),
    'other.ts': lines("import { cookies } from './jar'", "export const keep = (value: string) => cookies.set('token', value, { expires: 60 })"),
  }
  sureOf(contents, (place) => `${place} cookie-without-secure`, [
    ['with the attribute', 'page.ts:2', undefined],
    ['without it', 'other.ts:2', 'high'],
  ])
})

describe('secrets in what fills a database', () => {
  const key = ['LaD52wgw7pi5zVitv4gR5l', 'xoUa6ncTQGASPmXDSdppB9xc'].reverse().join('')
  const contents = {
    'tools/populate.ts': lines('export async function fill(db) {', `  const apiToken = '${key}'`, '  await db.insert({ apiToken })', '}'),
    'data/seeds/keys.ts': lines('export async function fill(db) {', `  const apiToken = '${key}'`, '  await db.insert({ apiToken })', '}'),
    'data/keys.ts': lines('export async function fill(db) {', `  const apiToken = '${key}'`, '  await db.insert({ apiToken })', '}'),
  }
  sureOf(contents, (place) => `${place} hardcoded-secret`, [
    ['beside other records', 'data/seeds/keys.ts:2', 'medium'],
    ['in the program itself', 'data/keys.ts:2', 'medium'],
  ])
})

describe('conditions that a value decides by what it says', () => {
  const route = (path: string, ...body: string[]) =>
    `app.get('${path}', async (req, res) => { const id = req.query.id; ${body.join('; ')}; res.end() })`
  const contents = {
    'rooms.ts': lines(
      "import { store } from '@acme/hosts'",
      'export const load = (id: string) => store.pick(id)',
      'export const inside = (root: string, name: string) => { const at = store.place(root, name); if (at.depth > 3) return undefined; return root + name }',
      'export const joined = (root: string, name: string) => root + name',
    ),
    'server.ts': lines(
      SERVER,
      "import { exec } from 'node:child_process'",
      "import { existsSync } from 'node:fs'",
      "import { inside, joined, load } from './rooms'",
      "const list = (id: string) => { exec('ls ' + id) }",
      route('/1', 'const room = await load(id)', 'if (!room) return', "exec('ls ' + id)"),
      route('/2', "const room = await load('main')", 'if (!room) return', "exec('ls ' + id)"),
      route('/3', "const room = await load('main')", 'if (room.id !== id) return', "exec('ls ' + id)"),
      route('/4', "const room = await load('main')", 'if (room.id === id) return', "exec('ls ' + id)"),
      route('/5', 'if (req.query.again !== id) return', "exec('ls ' + id)"),
      route('/6', "const file = inside('/data/', id)", 'if (!file) return', "exec('ls ' + file)"),
      route('/7', "const file = joined('/data/', id)", 'if (!file) return', "exec('ls ' + file)"),
      route('/8', 'if (!existsSync(id)) return', "exec('ls ' + id)"),
      route('/9', 'if (!(await load(id))) return', 'list(id)'),
      route('/10', 'if (await load(id)) res.status(201)', "exec('ls -l ' + id)"),
      route('/11', 'const room = await load(id)', 'if (room || req.query.force) {', "exec('ls ' + id) }"),
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} command-injection`, [
    ['something was found by it', 6, 'medium'],
    ['something else was found', 7, 'high'],
    ['it equals what was found', 8, 'medium'],
    ['it is not what was found', 9, 'high'],
    ['it equals what was sent as well', 10, 'high'],
    ['a function answers nothing for some', 11, 'medium'],
    ['a function answers for all', 12, 'high'],
    ['it is there', 13, 'high'],
    ['before it is handed on', 5, 'medium'],
    ['of what follows it decides nothing', 15, 'high'],
    ['or something else does', 16, 'high'],
  ])
})

describe('records that were looked up by what was sent', () => {
  const contents = {
    'server.ts': lines(
      SERVER,
      "import { MongoClient } from 'mongodb'",
      "import { PrismaClient } from '@prisma/client'",
      "const rooms = new MongoClient('mongodb://db').db('shop').collection('rooms')",
      'const prisma = new PrismaClient()',
      'app.use(express.json())',
      "app.post('/1', async (req, res) => { const id = req.body.id; const room = await rooms.findOne({ id }); if (!room) return",
      '  await rooms.deleteMany({ id })',
      '})',
      "app.post('/2', async (req, res) => { const id = req.body.id; const room = await prisma.room.findUnique({ where: { id } }); if (!room) return",
      '  await rooms.deleteMany({ id })',
      '})',
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} nosql-injection`, [
    ['by a store that takes operators in place of an id', 8, 'high'],
    ['by one that takes an id alone', 11, undefined],
  ])
})

describe('helpers that make something fit to go on', () => {
  const contents = {
    'names.ts': lines(
      "export const cleanName = (name: string) => name.replace(/x/, '')",
      "export const longName = (name: string) => name.replace(/x/, '')",
      "export const cleanupName = (name: string) => name.replace(/x/, '')",
      "export const parts = (name: string) => name.split('/').filter((part) => part !== '').join('/')",
      "export const words = (names: string[]) => names.filter((name) => name !== '').join(' ')",
    ),
    'server.ts': lines(
      SERVER,
      "import { exec } from 'node:child_process'",
      "import { cleanName, cleanupName, longName, parts, words } from './names'",
      "app.get('/1', (req, res) => { exec('ls ' + cleanName(req.query.name)) })",
      "app.get('/2', (req, res) => { exec('ls ' + longName(req.query.name)) })",
      "app.get('/3', (req, res) => { exec('ls ' + parts(req.query.name)) })",
      "app.get('/4', (req, res) => { exec('ls ' + words(req.query.names)) })",
      "app.get('/5', (req, res) => { exec('ls ' + cleanupName(req.query.name)) })",
    ),
  }
  sureOf(contents, (line) => `server.ts:${line} command-injection`, [
    ['by its name', 4, 'medium'],
    ['of another name', 5, 'high'],
    ['parts are picked', 6, 'medium'],
    ['none was taken apart', 7, 'high'],
    ['of a name that only begins so', 8, 'high'],
  ])
})

describe('data that are kept under a name', () => {
  const contents = {
    'kept.ts': lines(
      'const kept: Record<string, string> = {}',
      'export const put = (key: string, value: string) => { kept[key] = value }',
      'export const take = (key: string) => kept[key]',
      'const others = new Map<string, string>()',
      'export const putOther = (key: string, value: string) => { others.set(key, value) }',
      'export const takeOther = (key: string) => others.get(key)',
    ),
    'app.ts': lines(
      "import express from 'express'; import { exec } from 'node:child_process'; import { put, take, putOther, takeOther } from './kept'",
      'const app = express()',
      "app.get('/put', (req, res) => { put('theme', String(req.query.theme)); putOther('theme', String(req.query.theme)); res.end() })",
      "app.get('/same', (req, res) => { exec(`paint ${take('theme')}`); res.end() })",
      "app.get('/other', (req, res) => { exec(`paint ${take('colour')}`); res.end() })",
      "app.get('/any', (req, res) => { exec(`paint ${take(String(req.params.name))}`); res.end() })",
      "app.get('/same-map', (req, res) => { exec(`paint ${takeOther('theme')}`); res.end() })",
      "app.get('/other-map', (req, res) => { exec(`paint ${takeOther('colour')}`); res.end() })",
    ),
  }

  sureOf(contents, (line: number) => `app.ts:${line} command-injection`, [
    ['is read under the same', 4, 'high'],
    ['is another value under another', 5, 'low'],
    ['may be any under a computed one', 6, 'high'],
    ['is the same of a map', 7, 'high'],
    ['is another value of a map under another', 8, 'low'],
  ])
})

describe('what is put into a stored record', () => {
  const contents = {
    'app.ts': lines(
      "import express from 'express'; import { exec } from 'node:child_process'; import { DataSource, Entity, Column } from 'typeorm'",
      'const app = express(); app.use(express.json()); const source = new DataSource({})',
      '@Entity() class Person { @Column() name: string }',
      '@Entity() class Folder { @Column() name: string }',
      "app.put('/people/:id', async (req, res) => {",
      "  const person = await source.getRepository(Person).createQueryBuilder('p').getOne()",
      '  person.name = String(req.body.name)',
      '  exec(`greet ${person.name}`)',
      '  res.end() })',
      "app.get('/folders', async (req, res) => {",
      "  const folder = await source.getRepository(Folder).createQueryBuilder('f').getOne()",
      '  exec(`open ${folder.name}`)',
      '  res.end() })',
    ),
  }

  sureOf(contents, (line: number) => `app.ts:${line} command-injection`, [
    ['is read of the same', 8, 'high'],
    ['is read of another as what anybody may have stored', 12, 'medium'],
  ])
})
