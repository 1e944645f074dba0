/** Which secrets small programs use, where they come from and go, and how they are kept. */
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Control, Program, Secret } from '../../../plugin/types'
import { FIXTURES, linkDirectory } from '../fixture-programs'
import { linkSources } from '../small-programs'

const programs = new Map<string, Program>()
beforeAll(async () => {
  for (const name of ['express', 'nest', 'zod', 'stores', 'missing', 'clean'])
    programs.set(name, await linkDirectory(path.join(FIXTURES, 'posture', 'secrets', name)))
})

const secretsOf = (name: string) => programs.get(name)!.posture.secrets
const secret = (of: string, name: string): Secret => {
  const found = secretsOf(of).inventory.find((it) => it.name === name)
  if (!found)
    throw new Error(
      `${name} is not in the inventory: ${secretsOf(of)
        .inventory.map((it) => it.name)
        .join(', ')}`,
    )
  return found
}
const practice = (of: string, id: string): Control => secretsOf(of).practices.find((it) => it.id === id)!
const places = (of: { file: string; line: number }[]) => of.map(({ file, line }) => `${file}:${line}`)

describe('read from the environment', () => {
  test('through objects of settings, to the library that takes it', () => {
    const it = secret('express', 'DB_PASSWORD')
    expect(it).toMatchObject({ purpose: 'database password', source: 'environment variable', risk: 'Low' })
    expect(places(it.evidence)).toEqual(['settings.js:2'])
    expect(it.uses.map(({ api, library }) => [api, library])).toEqual([['new Pool', 'pg']])
    expect(it.fallback).toBeUndefined()
  })
  test('a text of the code that stands in makes it a risk, and is not shown', () => {
    const it = secret('express', 'JWT_SECRET')
    expect(it).toMatchObject({
      purpose: 'token signing',
      risk: 'High',
      fallback: { kind: 'hardcoded', text: '********', at: { file: 'settings.js', line: 3 } },
    })
    expect(it.uses[0]).toMatchObject({ api: 'jwt.sign', at: { file: 'app.js' } })
    expect(JSON.stringify(secretsOf('express'))).not.toContain('Gate-5521')
  })
  test('an empty text stands in', () => {
    expect(secret('express', 'MAIL_API_KEY')).toMatchObject({ purpose: 'API key', risk: 'Medium', fallback: { kind: 'empty' } })
  })
  test('an address without a password is no secret that stands in', () => {
    expect(secret('express', 'REDIS_URL')).toMatchObject({
      purpose: 'database address',
      risk: 'Low',
      fallback: { kind: 'no credential', text: 'redis://localhost:6379' },
    })
  })
  test('a file stands in where the same use takes both', () => {
    expect(secret('express', 'COUPON_KEY')).toMatchObject({
      purpose: 'message authentication',
      risk: 'High',
      fallback: { kind: 'file', text: 'keys/coupon.key', at: { line: 16 } },
    })
    expect(secretsOf('express').inventory.filter(({ name }) => name === 'coupon.key')).toEqual([])
  })
  test('by destructuring', () => {
    expect(secret('express', 'CART_SECRET').uses[0]).toMatchObject({ api: 'crypto.createHmac' })
  })
  test('several keys at once are a rotation', () => {
    expect(secret('express', 'SESSION_SECRET')).toMatchObject({
      purpose: 'session signing',
      rotation: { state: 'pass', current: 'Old and new together' },
    })
    expect(secret('express', 'DB_PASSWORD').rotation.state).toBe('unknown')
  })
  test('a port is no secret', () => {
    expect(secretsOf('express').inventory.map(({ name }) => name)).not.toContain('PORT')
  })
})

describe('from elsewhere', () => {
  test('a library of settings', () => {
    expect(secret('express', 'mail.password')).toMatchObject({ source: 'config file', purpose: 'mail password', risk: 'Medium' })
  })
  test('a module that is not in the tree', () => {
    expect(secret('missing', 'SECRET')).toMatchObject({
      source: 'could not tell',
      purpose: 'token signing',
      risk: 'Medium',
      uses: [{ api: 'jwt.verify' }],
    })
  })
  test('made at the start', () => {
    expect(secret('express', 'csrfSecret')).toMatchObject({ source: 'generated', risk: 'Low', rotation: { state: 'partial' } })
  })
  test('a secrets manager', () => {
    expect(secret('stores', 'shop/jwt-secret')).toMatchObject({ source: 'secrets manager', from: 'AWS Secrets Manager', risk: 'Low' })
    expect(secret('stores', 'secret/data/db_password')).toMatchObject({ from: 'HashiCorp Vault', purpose: 'database password' })
    expect(practice('stores', 'secrets-store')).toMatchObject({ state: 'pass' })
  })
})

describe('schemas', () => {
  test('zod', () => {
    expect(secret('zod', 'STRIPE_API_KEY')).toMatchObject({ required: true, purpose: 'API key', evidence: [{ file: 'env.ts', line: 5 }] })
    expect(secret('zod', 'STRIPE_API_KEY').uses[0]).toMatchObject({ api: 'new Stripe' })
    expect(secret('zod', 'WEBHOOK_SECRET')).toMatchObject({ required: false })
    expect(practice('zod', 'secrets-checked-at-start')).toMatchObject({ state: 'partial' })
    expect(practice('express', 'secrets-checked-at-start').state).toBe('fail')
  })
  test('classes that are validated, read by ConfigService', () => {
    expect(secret('nest', 'JWT_SECRET')).toMatchObject({ required: true, source: 'environment variable' })
    expect(places(secret('nest', 'JWT_SECRET').evidence)).toContain('tokens.ts:13')
    expect(secret('nest', 'SMTP_PASSWORD')).toMatchObject({ required: false })
  })
})

describe('practices', () => {
  test('are proven or say what was looked for', () => {
    for (const { practices } of [...programs.values()].map(({ posture }) => posture.secrets))
      for (const { id, state, evidence, reason } of practices) {
        expect(reason.length, id).toBeGreaterThan(20)
        // Where nothing is found, nothing can be cited but where secrets do come from.
        if (state === 'pass' && !/^secrets-(?:in-code|env-committed|in-history)$/.test(id)) expect(evidence.length, id).toBeGreaterThan(0)
      }
  })
  test('ignored, shown by an example, scanned', () => {
    expect(practice('express', 'secrets-env-ignored')).toMatchObject({ state: 'pass', evidence: [{ file: '.gitignore', line: 2 }, { line: 3 }] })
    expect(practice('express', 'secrets-env-example')).toMatchObject({ state: 'partial', reason: expect.stringContaining('COUPON_KEY') })
    expect(practice('zod', 'secrets-scanning')).toMatchObject({ state: 'pass', current: 'gitleaks' })
    expect(practice('express', 'secrets-scanning').state).toBe('fail')
    expect(practice('express', 'secrets-in-history').state).toBe('not looked')
  })
})

test('a program without secrets has none, and nothing is made of it', () => {
  const { inventory, sightings, flows, practices } = secretsOf('clean')
  expect({ inventory, sightings, flows }).toEqual({ inventory: [], sightings: [], flows: [] })
  expect(practices.filter(({ state }) => state === 'not applicable').map(({ id }) => id)).toContain('secrets-rotation')
})

test('every step of a way has its line', () => {
  const flow = secretsOf('express').flows.find(({ secret: name }) => name === 'DB_PASSWORD')
  expect(flow).toMatchObject({
    source: 'environment variable',
    part: 'settings.js',
    read: { line: 2 },
    use: { api: 'new Pool', file: 'app.js', at: { line: 10 } },
  })
})

test('each file that reads a secret has it from its source, not from another file', () => {
  const client = (name: string) =>
    `import { createOpenAI } from '@ai-sdk/openai'\nexport const ${name} = createOpenAI({ apiKey: process.env.MODEL_API_KEY })\n`
  const { flows } = linkSources({ 'a.ts': client('a'), 'b.ts': client('b') }).posture.secrets
  expect(flows.map(({ part, read, use }) => [part, read.file, use?.file])).toEqual([
    ['a.ts', 'a.ts', 'a.ts'],
    ['b.ts', 'b.ts', 'b.ts'],
  ])
})

test('a secret of a module that is not here is cited at every import', () => {
  const client = "import { SECRET } from './hidden'\nimport jwt from 'jsonwebtoken'\nexport const check = (token) => jwt.verify(token, SECRET)\n"
  const { inventory, flows } = linkSources({ 'a.ts': client, 'b.ts': client }).posture.secrets
  expect(inventory.flatMap(({ evidence }) => places(evidence))).toEqual(['a.ts:1', 'b.ts:1'])
  expect(flows.map(({ part }) => part)).toEqual(['a.ts', 'b.ts'])
})

test('a short key that only its place tells is not said to have the form of one', () => {
  const { sightings } = linkSources({ 'snippet.ts': "app.use(cookieParser('crumb'))\n" }).posture.secrets
  expect(sightings).toMatchObject([{ file: 'snippet.ts', because: 'It stands where a key goes; no library was found that takes it.' }])
})
