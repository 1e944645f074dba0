/** Faults of configuration, each beside a twin that is as it should be. Trees lie on a disk, since most of this is no code. */
import { describe, expect, test } from 'vitest'
import { nonfunctionalRules } from '../../../plugin/rules/nonfunctional/index'
import { judgeQuality } from '../../../plugin/rules/nonfunctional/judge'
import type { ConfigurationFault, Program } from '../../../plugin/types'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'

const linked = (files: Record<string, string>): Promise<Program> =>
  linkDirectory(tree({ 'package.json': '{ "name": "sample", "devDependencies": { "eslint": "^9" } }', ...files }))

/** `Dockerfile:1 floating tag`, sorted; of some kinds only. */
async function told(files: Record<string, string>, ...kinds: ConfigurationFault['kind'][]): Promise<string[]> {
  const { faults } = (await linked(files)).quality.configuration
  return faults.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)).map(({ at, form }) => `${at.file}:${at.line} ${form}`)
}

describe('images', () => {
  test('as they should not be', async () => {
    const found = await told({
      'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }',
      Dockerfile: `FROM node:12-alpine AS build
ARG NPM_TOKEN
RUN npm install --omit=dev
ADD src src
COPY . .
FROM node:lts
ENV API_KEY=abcdef0123456789 NODE_ENV=development
RUN adduser app && chmod -R 777 /app
RUN curl https://example.com/install.sh | sh
EXPOSE 3000
CMD ["node", "--inspect", "server.js"]
`,
    })
    expect(found).toEqual([
      'Dockerfile:1 unsupported version',
      'Dockerfile:2 secret as build argument',
      'Dockerfile:3 unlocked install',
      'Dockerfile:4 add instead of copy',
      'Dockerfile:5 no dockerignore',
      'Dockerfile:6 floating tag',
      'Dockerfile:6 no health check',
      'Dockerfile:7 development mode shipped',
      'Dockerfile:7 secret in the image',
      'Dockerfile:8 writable by all',
      'Dockerfile:9 piped installer',
      'Dockerfile:11 inspector open',
      'Dockerfile:11 root user',
    ])
  })

  test('as they should be', async () => {
    const found = await told({
      '.dockerignore': '.git\nnode_modules\n.env*\n',
      'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }',
      Dockerfile: `ARG VERSION=24.1
FROM node:\${VERSION}-alpine AS build
COPY . .
RUN --mount=type=secret,id=token npm ci --omit=dev && npm install -g pm2
ADD --checksum=sha256:abc https://example.com/data.json /data.json
FROM node:24.1-alpine
ENV USER=node TOKEN_FILE=/run/token
COPY --from=build . .
USER $USER
EXPOSE 3000
HEALTHCHECK CMD wget -q localhost:3000/health
CMD ["node", "server.js"]
`,
      'base/Dockerfile.dev': 'FROM node:24.1\nCMD npm run dev\n',
    })
    expect(found).toEqual([])
  })

  test('the user of another stage counts, and root again does not', async () => {
    expect(await told({ Dockerfile: 'FROM node:24.1 AS base\nUSER node\nFROM base\nCMD node .\n' })).toEqual([])
    expect(await told({ Dockerfile: 'FROM node:24.1\nUSER node\nUSER root\nCMD node .\n' })).toEqual(['Dockerfile:3 root user'])
    expect(await told({ Dockerfile: 'FROM gcr.io/distroless/nodejs24-debian12:nonroot\nCMD ["app.js"]\n' })).toEqual([])
  })
})

test('compose: rights, open databases, sources in production', async () => {
  const found = await told({
    'docker-compose.yml': `services:
  web:
    build: .
    volumes:
      - .:/app
      - data:/data
    privileged: true
  mongo:
    image: mongo:7.0
    ports:
      - '27017:27017'
  cache:
    image: redis
    ports:
      - '127.0.0.1:6379:6379'
  agent:
    image: acme/agent:1.2
    volumes:
      - /var/run/docker.sock:/var/run/docker.sock
`,
    'docker-compose.prod.yml': 'services:\n  web:\n    command: npm start\n',
  })
  expect(found).toEqual([
    'docker-compose.yml:5 sources mounted in production',
    'docker-compose.yml:7 privileged container',
    'docker-compose.yml:11 database port open',
    'docker-compose.yml:13 floating tag',
    'docker-compose.yml:19 container engine handed in',
  ])
})

describe('workflows', () => {
  test('what strangers can do, and what a red test stops', async () => {
    const found = await told({
      '.github/workflows/ci.yml': `on:
  pull_request_target:
permissions: write-all
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: \${{ github.event.pull_request.head.sha }}
      - uses: acme/deploy@main
      - uses: acme/pinned@11bd71901bbe5b1630ceea73d27597364c9af683 # v4
      - run: npm install
      - run: echo "\${{ github.event.pull_request.title }}"
      - run: npm test || true
      - uses: nick-fields/retry@7152eba30c6575329ac0576536151aca5a72780e
        with:
          max_attempts: 3
          command: npm run test:e2e
      - run: |
          npm start &
          npm run e2e
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/setup-node@v4
        with:
          node-version: [14.x, 16.x]
      - run: npx --no-install jshint .
`,
    })
    expect(found).toEqual([
      '.github/workflows/ci.yml:3 broad permissions',
      '.github/workflows/ci.yml:10 foreign code with secrets',
      '.github/workflows/ci.yml:11 unpinned action',
      '.github/workflows/ci.yml:13 unlocked install',
      '.github/workflows/ci.yml:14 script injection',
      '.github/workflows/ci.yml:15 ignored failures',
      '.github/workflows/ci.yml:18 retried tests',
      '.github/workflows/ci.yml:21 server not waited for',
      '.github/workflows/ci.yml:28 unsupported version',
      '.github/workflows/ci.yml:29 nothing installed',
    ])
  })

  test('as they should be', async () => {
    const found = await told({
      '.github/workflows/ci.yml': `on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [16, 24]
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
      - run: npm ci
      - run: npm test
        env:
          TITLE: \${{ github.event.pull_request.title }}
      - run: |
          npm start &
          npx wait-on http://localhost:3000
          npm run e2e
`,
    })
    expect(found).toEqual([])
  })
})

describe('the environment', () => {
  test('what is required and not asked for', async () => {
    const found = await told(
      {
        'src/server.ts': `import './config'
import './checked'
`,
        'src/config.ts': `export const a = process.env.JWT_SECRET || 'changeme'
export const b = process.env.MONGODB_URI ?? 'mongodb://localhost:27017/shop'
export const c = process.env.MAIL_API_KEY ?? ''
export const d = { key: process.env.STRIPE_SECRET_KEY }
export const port = process.env.PORT || 3000
export const ttl = process.env.TOKEN_EXPIRY_MINUTES || '30'
export const db = process.env.NODE_ENV === 'production' ? process.env.DATABASE_URL : 'postgres://localhost/dev'
`,
        'src/checked.ts': `if (!process.env.SESSION_SECRET) throw new Error('SESSION_SECRET')
export const secret = process.env.SESSION_SECRET
export const sentry = process.env.SENTRY_DSN ? start(process.env.SENTRY_DSN) : undefined
`,
        'scripts/seed.ts': `export const key = process.env.SEED_API_KEY ?? ''`,
        'src/a.test.ts': `it('a', () => { expect(process.env.TEST_API_KEY ?? '').toBe('') })`,
      },
      'config-not-validated',
    )
    expect(found).toEqual([
      'src/config.ts:1 fallback secret',
      'src/config.ts:2 local fallback',
      'src/config.ts:3 empty fallback',
      'src/config.ts:4 not checked',
    ])
  })

  test('a schema that is asked at startup is enough', async () => {
    const config = `import Joi from 'joi'
const { value, error } = Joi.object({ JWT_SECRET: Joi.string().required(), MONGODB_URL: Joi.string().required() }).unknown().validate(process.env)
if (error) throw error
export const config = { secret: process.env.JWT_SECRET, url: value.MONGODB_URL }
`
    expect(await told({ 'src/config.ts': config }, 'config-not-validated')).toEqual([])
  })

  test('one variable with several answers, and examples that lag behind', async () => {
    const found = await told(
      {
        '.env.example': `PORT=3000\nOLD_FEATURE=1\nREGION=eu\nDB_NAME=shop\nDB_LINK=pg://\${DB_NAME}\n`,
        'src/a.ts': `export const level = process.env.LOG_FORMAT || 'json'
export const size = process.env.POOL_SIZE || 10
export const region = process.env.REGION
export const queue = connect(process.env.QUEUE_NAME)
export const limit = parseInt(process.env.RATE_LIMIT, 10) || 200
export const instance = process.env.INSTANCE_ID || process.env.DYNO || process.pid
export const link = process.env.DB_LINK
export const isProduction = process.env.NODE_ENV === 'production'
`,
        'src/b.ts': `export const level = process.env.LOG_FORMAT || 'text'
export const size = Number(process.env.POOL_SIZE ?? '10')
export const isLive = process.env.NODE_ENV === 'prod'
`,
      },
      'env-inconsistent',
    )
    expect(found).toEqual([
      '.env.example:2 unread in the example',
      'src/a.ts:4 missing in the example',
      'src/b.ts:1 differing defaults',
      'src/b.ts:3 spelling of an environment',
    ])
  })
})

test('calls without a limit of time, debugging and schemas that follow the code', async () => {
  const found = await told({
    'src/server.ts': `import express from 'express'
import axios from 'axios'
import { DataSource } from 'typeorm'
const app = express()
export const source = new DataSource({ type: 'postgres', synchronize: true })
export const other = new DataSource({ type: 'postgres', synchronize: process.env.NODE_ENV === 'test' })
app.get('/a', async (req, res) => res.json(await axios.get('https://partner.io/a')))
app.get('/b', async (req, res) => res.json(await axios.get('https://partner.io/b', { timeout: 1000 })))
app.get('/c', async (req, res) => res.json(await fetch('https://partner.io/c', { signal: AbortSignal.timeout(1000) })))
app.listen(3000)
`,
  })
  expect(found).toEqual(['src/server.ts:5 schema follows the code', 'src/server.ts:7 no limit of time'])
})

describe('compiler and linter', () => {
  const code = { 'src/a.ts': 'export const a = 1\n' }

  test('strict through what is extended', async () => {
    expect(
      await told({
        ...code,
        'tsconfig.base.json': '{ "compilerOptions": { "strict": true } }',
        'tsconfig.json': '{ "extends": "./tsconfig.base.json" }',
      }),
    ).toEqual([])
    expect(await told({ ...code, 'tsconfig.json': '{ "extends": "@tsconfig/node20/tsconfig.json" }' })).toEqual([])
    expect(
      await told({ ...code, 'tsconfig.json': '{ "extends": "company-config/tsconfig.json", "compilerOptions": { "outDir": "dist" } }' }),
    ).toEqual([])
  })

  test('not strict, or not any more', async () => {
    expect(await told({ ...code, 'tsconfig.json': '{\n  "compilerOptions": {\n    "target": "es2022"\n  }\n}' })).toEqual([
      'tsconfig.json:2 strict off',
    ])
    expect(await told({ ...code, 'tsconfig.json': '{\n  "compilerOptions": {\n    "strict": true,\n    "strictNullChecks": false\n  }\n}' })).toEqual(
      ['tsconfig.json:4 parts of strict off'],
    )
  })

  test('rules that find faults', async () => {
    const off = { 'no-undef': 'off', 'no-unused-vars': 0, eqeqeq: ['off'], 'no-console': 'off' }
    expect(await told({ ...code, '.eslintrc.json': JSON.stringify({ rules: off }, undefined, 1) }, 'loose-lint')).toEqual([
      '.eslintrc.json:3 rules switched off',
    ])
    expect(
      await told({ ...code, 'eslint.config.mjs': `export default [{ rules: { 'no-undef': 'off', 'no-console': 'off' } }]` }, 'loose-lint'),
    ).toEqual([])
    const bare = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`src/f${index}.ts`, 'export {}']))
    expect(await told({ ...bare, 'package.json': '{ "name": "sample" }' }, 'loose-lint')).toEqual(['package.json:1 no linter'])
    expect(await told({ ...bare, 'package.json': '{ "name": "sample", "scripts": { "lint": "biome check ." } }' }, 'loose-lint')).toEqual([])
  })
})

test('every form has words, and a secret is never among them', async () => {
  const secret = 'Zk8w2QmT5vXr9LpB'
  const program = await linked({
    Dockerfile: `FROM node\nENV API_KEY=${secret}\n`,
    'docker-compose.yml': `services:\n  db:\n    image: postgres\n    environment:\n      POSTGRES_PASSWORD: ${secret}\n    ports: ['5432:5432']\n`,
    'src/server.ts': `export const key = process.env.JWT_SECRET || '${secret}'\n`,
  })
  const { findings, problems } = judgeQuality(
    nonfunctionalRules.filter(({ area }) => area === 'Configuration audit'),
    program,
  )
  expect(problems).toEqual([])
  expect(findings.length).toBeGreaterThan(4)
  expect(JSON.stringify(findings)).not.toContain(secret.slice(4))
  for (const { title, reason, found, recommendation } of findings)
    for (const text of [title, reason, found, recommendation.text]) expect(text.length).toBeGreaterThan(10)
  const shared = findings.filter(({ sameAs }) => sameAs === 'hardcoded-secret')
  expect(shared.map(({ at }) => at.file)).toContain('src/server.ts')
})

test('where one variable stands in for another, only the last may be missing', async () => {
  const source = `import express from 'express'
const app = express()
export const database = process.env.APP_DATABASE_URL ?? process.env.DATABASE_URL ?? 'postgres://localhost/app'
app.listen(process.env.PORT)
`
  const { faults } = (await linked({ 'src/server.ts': source })).quality.configuration
  expect(faults.filter(({ kind }) => kind === 'config-not-validated').map(({ subject, form }) => `${subject} ${form}`)).toEqual([
    'DATABASE_URL local fallback',
  ])
})

test('programs that only tests run leave nothing unchecked', async () => {
  const source = "export const host = process.env.DATABASE_URL ?? 'postgres://localhost/app'\n"
  const main = "import express from 'express'\nconst app = express()\napp.listen(3000)\n"
  const files = { 'src/server.ts': main, 'integration-tests/__fixtures__/database.ts': source, 'src/__fixtures__/config.ts': source }
  expect(await told(files, 'config-not-validated')).toEqual([])
  expect(await told({ 'src/server.ts': main, 'src/config.ts': source }, 'config-not-validated')).toEqual(['src/config.ts:1 local fallback'])
})
