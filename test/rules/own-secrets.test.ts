/** Doors that are kept for programs of the same people: what is claimed of them where a secret of the program's own is asked for. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'post', version: '1.0.0', dependencies: { express: '4', '@prisma/client': '5' } })
const SERVER = "import express from 'express'; const app = express(); app.use(express.json())"

const findingsIn = async (rule: string, contents: Record<string, string>) =>
  judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...contents })))
    .findings.filter((finding) => finding.rule === rule)
    .sort((one, other) => one.at.line - other.at.line)
    .map(({ at, confidence }) => `${at.line} ${confidence}`)

const door = (check: string) => [
  SERVER,
  "import { timingSafeEqual } from 'node:crypto'; import { readFile } from 'node:fs/promises'",
  'const settings = { known: process.env.KNOWN_PATH, jobSecret: process.env.JOB_SECRET as string }',
  "const isJob = (req: express.Request) => req.get('x-job') === process.env.JOB_SECRET",
  "const onlyJobs: express.RequestHandler = (req, res, next) => { if (req.get('x-job') === process.env.JOB_SECRET) next(); else res.sendStatus(401) }",
  `app.post('/fetch', ${check} res.send(await readFile(req.body.from)) })`,
  'void settings; void isJob; void onlyJobs; void timingSafeEqual',
]

test.each([
  ['a header that is one', "async (req, res) => { if (req.get('x-job') !== process.env.JOB_SECRET) return res.sendStatus(401)", 'medium'],
  [
    'a part of a header, put together with it',
    'async (req, res) => { if (req.headers.authorization !== `Bearer ${process.env.JOB_TOKEN}`) return res.sendStatus(401)',
    'medium',
  ],
  [
    'one of several reasons',
    "async (req, res) => { if (!req.body.from || req.get('x-job') !== settings.jobSecret) return res.sendStatus(401)",
    'medium',
  ],
  [
    'a comparison in constant time',
    "async (req, res) => { if (!timingSafeEqual(Buffer.from(req.get('x-job')!), Buffer.from(process.env.JOB_SECRET!))) return res.sendStatus(401)",
    'medium',
  ],
  ['a helper', 'async (req, res) => { if (!isJob(req)) return res.sendStatus(401)', 'medium'],
  ['a function in front', 'onlyJobs, async (req, res) => {', 'medium'],
  ['the wrong way round', "async (req, res) => { if (req.get('x-job') === process.env.JOB_SECRET) return res.sendStatus(401)", 'high'],
  ['whether there is one', 'async (req, res) => { if (process.env.JOB_SECRET === undefined) return res.sendStatus(401)', 'high'],
  ['a setting that is no secret', "async (req, res) => { if (req.get('x-path') !== settings.known) return res.sendStatus(401)", 'high'],
])('a file is read that a request names, behind %s', async (_, check, sure) => {
  expect(await findingsIn('path-traversal', { 'app.ts': door(check).join('\n') })).toEqual([`6 ${sure}`])
})

test('no user reaches records of others where a program asks', async () => {
  const app = [
    SERVER,
    "import { PrismaClient } from '@prisma/client'; const db = new PrismaClient()",
    "import { whoIs } from './session'",
    "app.get('/mine', async (req, res) => { const user = await whoIs(req); if (!user) return res.sendStatus(401)",
    '  res.json(await db.letter.findMany({ where: { userId: user.id } })) })',
    "app.post('/tell', async (req, res) => { if (req.headers.authorization !== process.env.JOB_KEY) return res.sendStatus(401)",
    '  res.json(await db.letter.findUnique({ where: { id: req.body.letterId } })) })',
    "app.post('/open', async (req, res) => { const user = await whoIs(req); if (!user) return res.sendStatus(401)",
    '  res.json(await db.letter.findUnique({ where: { id: req.body.letterId } })) })',
  ]
  const session =
    "import jwt from 'jsonwebtoken'\nexport const whoIs = async (req) => jwt.verify(req.headers.authorization, process.env.JWT_SECRET)\n"
  const found = await findingsIn('insecure-direct-object-reference', { 'app.ts': app.join('\n'), 'session.ts': session })
  expect(found.map((it) => it.split(' ')[0])).toEqual(['9'])
})
