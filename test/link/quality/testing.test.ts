/** Tests as facts: what is found stands on the line as `// expect: …`, and every line without it is a safe twin. */
import { describe, expect, test } from 'vitest'
import flaky from '../../../plugin/rules/nonfunctional/testing/flaky-timing-test'
import focused from '../../../plugin/rules/nonfunctional/testing/focused-test'
import skipped from '../../../plugin/rules/nonfunctional/testing/skipped-test'
import noAssertion from '../../../plugin/rules/nonfunctional/testing/test-no-assertion'
import untested from '../../../plugin/rules/nonfunctional/testing/untested-critical-path'
import { linkSources, type Sources } from '../small-programs'

const rules = [noAssertion, flaky, skipped, focused]

/** `a.test.ts:3 test-no-assertion`, found and expected. */
function compared(sources: Sources): { found: string[]; expected: string[] } {
  const program = linkSources(sources)
  const found = rules.flatMap((rule) => rule.check(program).map(({ at }) => `${at.file}:${at.line} ${rule.class}`))
  const expected = Object.entries(sources).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => [...line.matchAll(/\/\/ expect: ([\w-]+)/g)].map((match) => `${path}:${index + 1} ${match[1]}`)),
  )
  return { found: [...new Set(found)].sort(), expected: expected.sort() }
}

const agrees = (sources: Sources) => {
  const { found, expected } = compared(sources)
  expect(found).toEqual(expected)
}

describe('tests that check nothing', () => {
  test('jest and vitest, with helpers', () =>
    agrees({
      'helpers/shop.test-helper.ts': `export function expectOrder(order) { expect(order.id).toBe(1) }
export function seed() { return { id: 1 } }`,
      'a.test.ts': `import { expectOrder, seed } from './helpers/shop.test-helper'
describe('orders', () => {
  it('checks', () => { expect(seed().id).toBe(1) })
  it('checks by a helper', () => { expectOrder(seed()) })
  it('compares nothing', () => { expect(seed()) }) // expect: test-no-assertion
  it('only runs', async () => { await seed() }) // expect: test-no-assertion
  it('throws where it should not', () => { if (seed().id !== 1) throw new Error('no') })
  it('has a stub that throws', () => { const save = () => { throw new Error('x') }; save }) // expect: test-no-assertion
  it('matches a snapshot', () => { expect(seed()).toMatchSnapshot() })
  it.todo('will check')
  it('is a plan')
  it.each([1, 2])('checks %i', (n) => { expect(n).toBeGreaterThan(0) })
  it.each([1, 2])('runs %i', (n) => { seed(n) }) // expect: test-no-assertion
})
describe('looked at afterwards', () => {
  afterEach(() => { expect(seed().id).toBe(1) })
  it('runs', () => { seed() })
})`,
    }))

  test('supertest, chai, node:assert, ava, tape and callbacks', () =>
    agrees({
      'api.test.js': `const request = require('supertest')
const { expect } = require('chai')
const assert = require('node:assert')
const app = require('./app')
it('expects a status', () => request(app).get('/').expect(200))
it('expects nothing', () => request(app).get('/')) // expect: test-no-assertion
it('is chai', () => { expect(app).to.be.true })
it('is should', () => { app.should.be.ok })
it('asserts', () => { assert.equal(1, app) })
it('hands an error on', (done) => { app.start((error) => done(error)) })
it('only ends', (done) => { app.start(() => done()) }) // expect: test-no-assertion
`,
      'b.test.js': `const test = require('ava')
test('is ava', (t) => { t.is(1, 1) })
test('logs', (t) => { t.log('hello') }) // expect: test-no-assertion
`,
      'c.test.js': `const tape = require('tape')
tape('is tape', (t) => { t.equal(1, 1); t.end() })
tape('ends', (t) => { t.end() }) // expect: test-no-assertion
`,
      'd.test.js': `import { it } from 'node:test'
it('hands its tools over', (t) => { elsewhere(t) })
`,
    }))

  test('cypress: queries check, actions do not', () =>
    agrees({
      'cypress/support/commands.ts': `Cypress.Commands.add('solved', (name) => { cy.request('/x').then((r) => { expect(r.body).to.eq(name) }) })
Cypress.Commands.add('open', () => { cy.visit('/') })`,
      'cypress/e2e/a.cy.ts': `it('finds', () => { cy.get('table tr') })
it('clicks', () => { cy.get('#go').click() }) // expect: test-no-assertion
it('visits', () => { cy.visit('/') }) // expect: test-no-assertion
it('reads', () => { cy.contains('Welcome') })
it('asks its command', () => { cy.get('#go').click(); cy.solved('x') })
it('opens', () => { cy.open() }) // expect: test-no-assertion
it('requests', () => { cy.request('/file') })
it('says so', () => { cy.get('#a').should('be.visible') })`,
    }))
})

describe('tests that pass by time or chance', () => {
  test('waits', () =>
    agrees({
      'a.test.ts': `import { setTimeout as pause } from 'node:timers/promises'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
async function waitForRow(find) { while (!find()) await sleep(50) }
it('a', async () => { await sleep(200); expect(1).toBe(1) }) // expect: flaky-timing-test
it('b', async () => { await pause(100); expect(1).toBe(1) }) // expect: flaky-timing-test
it('c', async () => { await new Promise((done) => setTimeout(done, 10)); expect(1).toBe(1) }) // expect: flaky-timing-test
it('d', async () => { await new Promise((done) => setTimeout(done, 0)); expect(1).toBe(1) })
it('polls', async () => { const end = Date.now() + 1000; while (Date.now() < end) { await sleep(50) } expect(1).toBe(1) })
it('polls by a helper', async () => { await waitForRow(() => true); expect(1).toBe(1) })
it('has a limit', async () => { await new Promise((_, reject) => setTimeout(reject, 1000)); expect(1).toBe(1) })
it('keeps alive', () => { setTimeout(() => {}, 60000); expect(1).toBe(1) })
it('stubs', () => { const get = () => new Promise((resolve) => setTimeout(() => resolve({ ok: true }), get.ms)); expect(get).toBeDefined() })
it('checks late', () => { setTimeout(() => { expect(1).toBe(1) }, 30) }) // expect: flaky-timing-test
it.skip('z', async () => { await sleep(200); expect(1).toBe(1) }) // expect: skipped-test
`,
      'b.test.ts': `vi.useFakeTimers()
it('a', async () => { const p = new Promise((resolve) => setTimeout(resolve, 500)); vi.advanceTimersByTime(500); await p; expect(1).toBe(1) })
`,
      'e2e/c.spec.ts': `import { test, expect } from '@playwright/test'
test('a', async ({ page }) => { await page.waitForTimeout(500); await expect(page).toHaveURL('/') }) // expect: flaky-timing-test
test('b', async ({ page }) => { await page.waitForSelector('#x') })
`,
    }))

  test('ports, dates, chance, hosts and order', () =>
    agrees({
      'a.test.ts': `let token
let row
beforeEach(() => { row = { id: 1 } })
it('listens', () => { app.listen(3000); expect(1).toBe(1) }) // expect: flaky-timing-test
it('listens anywhere', () => { app.listen(0); expect(1).toBe(1) })
it('is now', () => { expect(made.at).toEqual(new Date()) }) // expect: flaky-timing-test
it('is kept', () => { const at = new Date(); expect(make(at)).toEqual(at.toISOString()) })
it('is fast', () => { const start = Date.now(); work(); expect(Date.now() - start).toBeLessThan(50) }) // expect: flaky-timing-test
it('draws', () => { if (Math.random() > 0.5) work(); expect(1).toBe(1) }) // expect: flaky-timing-test
it('names', () => { make('u' + Math.random()); expect(1).toBe(1) })
it('asks outside', async () => { const r = await fetch('https://api.partner.io/v1'); expect(r.ok).toBe(true) }) // expect: flaky-timing-test
it('asks itself', async () => { const r = await fetch('http://localhost:4000/'); expect(r.ok).toBe(true) })
it('asks an example', async () => { const r = await fetch('https://example.com/'); expect(r.ok).toBe(true) })
it('signs in', async () => { token = await login(); expect(token).toBeDefined() }) // expect: flaky-timing-test
it('uses it', () => { use(token); expect(1).toBe(1) })
it('uses its own', () => { use(row); expect(1).toBe(1) })
`,
    }))
})

test('left out and singled out', () =>
  agrees({
    'a.test.ts': `it('a', () => { expect(1).toBe(1) })
xit('b', () => { expect(1).toBe(1) }) // expect: skipped-test
describe.skip('c', () => { // expect: skipped-test
  it('d', () => { expect(1).toBe(1) })
  it('e', () => {})
})
it.only('f', () => { expect(1).toBe(1) }) // expect: focused-test
it.skipIf(process.platform === 'win32')('g', () => { expect(1).toBe(1) })
`,
    'e2e/b.spec.ts': `import { test, expect } from '@playwright/test'
if (process.env.RECORD) {
  test.skip(true, 'Nothing to record')
}
test('a', ({ page }) => { test.skip(page.isMobile, 'Not on phones'); expect(1).toBe(1) })
test.skip('b', () => { expect(1).toBe(1) }) // expect: skipped-test
`,
  }))

describe('what no test comes by', () => {
  const server = `import express from 'express'
import { createOrder } from './orders'
export const app = express()
app.get('/orders/:id', (req, res) => res.json(req.params.id))
app.post('/orders', (req, res) => res.json(createOrder(req.body)))
app.post('/login', (req, res) => res.json(req.body))
app.delete('/users/:id', (req, res) => res.json(req.params.id))
`
  const orders = 'export function createOrder(body) { return save(body) }'
  const told = (sources: Sources) =>
    untested
      .check(linkSources(sources))
      .map(({ subject }) => subject)
      .sort()

  test('requests, their parameters and prefixes, and calls of the work itself', () => {
    const tests = `import request from 'supertest'
import { app } from './server'
import { createOrder } from './orders'
const BASE = process.env.BASE
it('a', () => request(app).get('/orders/7?full=1').expect(200))
it('b', () => { expect(createOrder({})).toBeDefined() })
it('c', () => request(BASE).post(BASE + '/login').expect(200))
`
    expect(told({ 'server.ts': server, 'orders.ts': orders, 'a.test.ts': tests })).toEqual(['DELETE /users/:id'])
  })

  test('methods of the request count', () => {
    const tests = `import request from 'supertest'
import { app } from './server'
it('a', () => request(app).put('/users/1').expect(404))
it('b', () => app.inject({ method: 'DELETE', url: '/users/1' }).then((r) => expect(r).toBe(1)))
it('c', async () => { const r = await fetch('http://localhost:3000/login', { method: 'POST' }); expect(r.ok).toBe(true) })
`
    expect(told({ 'server.ts': server, 'orders.ts': orders, 'a.test.ts': tests })).toEqual(['GET /orders/:id', 'POST /orders'])
  })

  test('functions behind the doors: hard ones, and those whose name tells that they matter', () => {
    const ways = (count: number) => Array.from({ length: count }, (_, i) => `  if (a === ${i}) b(${i})`).join('\n')
    const sources = {
      'server.ts': "import './work'\n",
      'work.ts': [
        `export function refundCustomer(a, b) {\n${ways(20)}\n}`,
        `export function layOut(a, b) {\n${ways(20)}\n}`,
        `export function chargeCard(a, b) {\n${ways(20)}\n}`,
        `export function verifyPassword(a, b) {\n  return a === b\n}`,
      ].join('\n'),
      'a.test.ts': "import { chargeCard } from './other'\nit('a', () => { expect(1).toBe(1) })",
      'other.ts': "export { chargeCard } from './work2'",
      'work2.ts': 'export const chargeCard = (a) => a',
    }
    const reach = linkSources(sources).quality.testing.reach.filter(({ kind }) => kind === 'function')
    expect(reach.map(({ subject, weight, reached }) => `${subject} ${weight} ${reached}`)).toEqual([
      'refundCustomer 65 none',
      'chargeCard 65 none',
      'layOut 40 none',
    ])
    expect(told(sources)).toEqual(['chargeCard', 'refundCustomer'])
    const tested = { ...sources, 'a.test.ts': "import { chargeCard } from './work'\nit('a', () => { expect(chargeCard(1, (x) => x)).toBe(1) })" }
    expect(told(tested)).toEqual([])
  })

  test('without any test one finding says so, and what matters most follows', () => {
    const [first, ...rest] = untested.check(linkSources({ 'server.ts': server, 'orders.ts': orders }))
    expect(first?.title).toBe('The repository has no tests')
    expect(rest.length).toBe(4)
    expect(rest[0]?.subject).toMatch(/login|orders|users/)
  })
})
