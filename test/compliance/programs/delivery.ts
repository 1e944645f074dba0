/** Programs about what surrounds the code: manifests, build servers, images, documents, tests. */
import { lock, pack, type SmallPrograms } from './program'

const advisory = `${JSON.stringify({
  id: 'INVENTED-0001',
  modified: '2024-05-06T00:00:00Z',
  summary: 'Cuts more paper than it was given',
  affected: [
    { package: { ecosystem: 'npm', name: 'paper-cutter' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.4.1' }] }] },
  ],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
  database_specific: { cwe_ids: ['CWE-400'] },
})}\n`

const orders = `import axios from 'axios'
import CircuitBreaker from 'opossum'
import express from 'express'
import { Pool } from 'pg'
import { z } from 'zod'
import { requireUser } from './guards'

const pool = new Pool({ max: 10 })
const rates = new CircuitBreaker(() => axios.get('https://rates.example.com/today', { timeout: 2000 }), { timeout: 3000 })
const order = z.object({ title: z.string().max(200) })
export const app = express()
app.use(express.json({ limit: '10kb' }))
app.get('/health', (_req, res) => res.json({ status: 'well' }))
app.get('/orders', requireUser, async (_req, res) => {
  const { rows } = await pool.query('select title from orders limit 50')
  res.json(rows)
})
app.post('/orders', requireUser, async (req, res) => {
  const { title } = order.parse(req.body)
  await pool.query('insert into orders (title) values ($1)', [title])
  await rates.fire()
  res.status(201).end()
})
`

const guards = `import type { NextFunction, Request, Response } from 'express'
import jwt from 'jsonwebtoken'

export function requireUser(req: Request, res: Response, next: NextFunction) {
  try {
    res.locals.user = jwt.verify(String(req.headers.authorization).slice(7), process.env.TOKEN_KEY, { algorithms: ['HS256'] })
    next()
  } catch {
    res.status(401).end()
  }
}
`

export const delivery: SmallPrograms = {
  'delivered-in-order': {
    shows: 'is built, checked, tested, documented and deployed as advised',
    isCommitted: true,
    advisories: { 'INVENTED-0001.json': advisory },
    files: {
      'package.json': pack('express@^4.19.2 axios@^1.7.0 pg@^8.12.0 zod@^3.23.0 jsonwebtoken@^9.0.2 opossum@^8.1.0', {
        license: 'MIT',
        engines: { node: '>=22' },
        scripts: { lint: 'eslint .', test: 'vitest run' },
        devDependencies: { vitest: '^3.0.0', supertest: '^7.0.0', eslint: '^9.0.0', 'eslint-plugin-security': '^3.0.0', '@faker-js/faker': '^9.0.0' },
      }),
      'package-lock.json': lock({ express: '4.21.0', axios: '1.7.7', pg: '8.12.0', zod: '3.23.8', jsonwebtoken: '9.0.2', 'paper-cutter': '1.4.1' }),
      LICENSE: 'MIT License\n',
      'SECURITY.md': '# Security\n\nWrite to security@example.com.\n',
      '.github/CODEOWNERS': '* @acme/owners\n',
      '.github/dependabot.yml': 'version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n    schedule: { interval: weekly }\n',
      '.github/workflows/ci.yml': `name: CI
on: [push]
jobs:
  check:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683
      - uses: actions/setup-node@1d0ff469b7ec7b3cb9d8673fde0c81c44821de2a
        with: { node-version: 22 }
      - run: npm ci
      - run: npx eslint .
      - run: npm test
      - run: npm audit --audit-level=high
      - run: npx semgrep scan
      - run: npx license-checker --production
      - run: npx @cyclonedx/cyclonedx-npm --output-file sbom.json
      - run: docker run zaproxy/zap-stable zap-baseline.py -t https://staging.example.com
`,
      '.github/workflows/backup.yml': `name: Backup
on:
  schedule: [{ cron: '0 3 * * *' }]
jobs:
  backup:
    runs-on: ubuntu-24.04
    steps:
      - run: pg_basebackup --pgdata /backup
      - run: pg_verifybackup /backup
`,
      '.npmrc': 'ignore-scripts=true\n',
      'allowed-packages.json': '[]\n',
      '.env.example': 'TOKEN_KEY=\n',
      Dockerfile: 'FROM node:22.11.0-alpine\nWORKDIR /app\nCOPY . .\nRUN npm ci --omit=dev\nUSER node\nCMD ["node", "dist/server.js"]\n',
      'deploy/orders.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: orders }
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: orders
          image: registry.example.com/orders:1.0.0
`,
      'deploy/network-policy.yaml': 'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: orders }\n',
      'deploy/falco-rules.yaml': '- rule: outbound\n',
      'monitoring/alerts.yml': 'groups: []\n',
      'docs/threat-model.md': '# Threats\n\nWho could do what.\n',
      'docs/architecture.md': `# Architecture

The code stands in \`src\`. It uses Express, PostgreSQL and rates.example.com.

## Technologies

- PostgreSQL
- Express

## Routes

| Method | Path | Purpose |
| --- | --- | --- |
| GET | /health | whether it is well |
| GET | /orders | all orders |
| POST | /orders | a new order |
`,
      'src/adapters/rates.ts': "export const address = 'https://rates.example.com/today'\n",
      'src/app.ts': orders,
      'src/guards.ts': guards,
      'src/server.ts': "import { app } from './app'\n\nconst server = app.listen(3000)\nprocess.on('SIGTERM', () => server.close())\n",
      'test/orders.test.ts': `import { faker } from '@faker-js/faker'
import request from 'supertest'
import { expect, test } from 'vitest'
import { app } from '../src/app'
import { requireUser } from '../src/guards'

test('orders are read', async () => {
  expect((await request(app).get('/orders')).status).toBe(401)
})
test('orders are made', async () => {
  expect((await request(app).post('/orders').send({ title: faker.lorem.word() })).status).toBe(401)
})
test('it is well', async () => {
  expect((await request(app).get('/health')).status).toBe(200)
})
test('nobody passes without a token', () => {
  expect(requireUser).toBeDefined()
})
`,
    },
  },
  'known-vulnerability': {
    shows: 'has a package installed of which a vulnerability was published',
    advisories: { 'INVENTED-0001.json': advisory },
    files: {
      'package.json': pack('paper-cutter'),
      'package-lock.json': lock({ 'paper-cutter': '1.4.0' }),
      'index.js': "const cut = require('paper-cutter')\nmodule.exports = (text) => cut(text, 40)\n",
    },
  },
  'checks-by-hand': {
    shows: 'has its checks as scripts that somebody has to remember',
    files: {
      'package.json': pack('express', {
        scripts: {
          lint: 'eslint .',
          audit: 'npm audit',
          scan: 'semgrep scan',
          licences: 'license-checker',
          install: 'npm ci',
          zap: 'zap-baseline.py',
        },
        devDependencies: { eslint: '^9.0.0' },
      }),
      'package-lock.json': lock({ express: '4.21.0' }),
      'index.js': "require('express')().listen(3000)\n",
    },
  },
  'image-as-root': {
    shows: 'runs as root in an image of an unsupported version',
    files: {
      'package.json': pack('express'),
      Dockerfile: 'FROM node:14\nCOPY . .\nCMD ["node", "index.js"]\n',
      'index.js': "require('express')().listen(3000)\n",
      'compose.yaml': 'services:\n  web:\n    build: .\n    deploy: { replicas: 1 }\n',
    },
  },
  'image-of-a-user': {
    shows: 'runs under an account that a variable names, in a sandbox',
    files: {
      'package.json': pack('express'),
      Dockerfile: 'FROM node:22.11.0\nARG WHO\nUSER $WHO\nCMD ["node", "index.js"]\n',
      'seccomp.json': '{}\n',
      'index.js': "require('express')().listen(3000)\n",
    },
  },
  'updates-itself': {
    shows: 'installs its own updates',
    files: {
      'package.json': pack('electron electron-updater'),
      'main.js': "const { autoUpdater } = require('electron-updater')\nautoUpdater.checkForUpdatesAndNotify()\n",
    },
  },
}
