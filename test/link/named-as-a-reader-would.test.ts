/** Names that a reader knows: the program that is started and not what wrapped it, the logger that is imported and not its like. */
import { describe, expect, test } from 'vitest'
import { linkSources } from './small-programs'

const manifest = JSON.stringify({ name: 'shop', dependencies: { express: '4', pino: '9', sequelize: '6', jsonwebtoken: '9' } })

describe('what outside data reaches', () => {
  test.each([
    ["import { exec } from 'node:child_process'\nimport { promisify } from 'node:util'\nconst run = promisify(exec)", 'exec'],
    [
      "import * as util from 'node:util'\nimport * as child from 'node:child_process'\nconst run = util.promisify(child.exec)",
      'node:child_process.exec',
    ],
    ["import { exec as run } from 'node:child_process'", 'exec'],
  ])('%s', async (lines, name) => {
    const { flows } = await linkSources({
      'package.json': manifest,
      'src/a.ts': `import express from 'express'\n${lines}\nexpress().get('/a', (req, res) => res.json(run('ls ' + req.query.x)))\n`,
    })
    expect(flows.filter(({ sink }) => sink === 'command').map(({ api }) => api)).toEqual([name])
  })
})

test('a logger is called by its package', async () => {
  const { posture } = await linkSources({
    'package.json': manifest,
    'src/log.ts': "import pino from 'pino'\nexport const logger = pino()\n",
    'src/a.ts':
      "import express from 'express'\nimport { logger } from './log'\nexpress().get('/a', (req, res) => { logger.error('no'); res.end() })\n",
  })
  expect(JSON.stringify(posture.dataProtection.logs)).toContain('(pino)')
})

test('a text that holds what a request says is not written in the code, whatever stands in where it says nothing', async () => {
  const { posture } = await linkSources({
    'package.json': manifest,
    'src/a.ts': `import express from 'express'
import { Sequelize } from 'sequelize'
const db = new Sequelize('postgres://localhost/a')
express().get('/a', async (req, res) => {
  const term = String(req.query.q ?? '').trim()
  await db.query(\`select * from a where b = '\${term}'\`)
  const table = 'c'
  await db.query(\`select * from \${table}\`)
  res.end()
})
`,
  })
  const sql = posture.input.interpreters.find(({ id }) => id === 'sql')
  expect(sql?.examples.map(({ sort, at }) => [sort, at.line])).toEqual([
    ['built', 6],
    ['fixed', 8],
  ])
})

test('a token of one caller is not what another signs', async () => {
  const { posture } = await linkSources({
    'package.json': manifest,
    'src/a.ts': `import express from 'express'
import jwt from 'jsonwebtoken'
const authorize = (user) => jwt.sign(user, process.env.KEY, { expiresIn: '6h', algorithm: 'HS256' })
const app = express()
app.post('/login', (req, res) => {
  if (req.body.password !== 'x') return res.sendStatus(401)
  res.json({ token: authorize({ id: 1 }) })
})
app.post('/setup', (req, res) => res.json({ setup: authorize({ type: 'totp_setup_secret' }) }))
`,
  })
  const rows = new Map(posture.authentication.sessions.map((row) => [row.id, row.current]))
  expect(rows.get('token-lifetime')).toContain('6 hours')
})
