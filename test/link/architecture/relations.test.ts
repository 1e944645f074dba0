/** Arrows between components: each is proven by a line, and nothing else draws one. */
import { expect, test, vi } from 'vitest'
import type { Program } from '../../../plugin/types'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'
import { SHOP } from './shop'

// The first test of a file reads all models, beside others that do the same.
vi.setConfig({ testTimeout: 60_000 })

const arrows = ({ architecture: { components, relations } }: Program): string[] => {
  const name = (id: string) => components.find((each) => each.id === id)?.name
  return relations.map(({ from, to, kind, evidence }) => `${name(from)} ${kind} ${name(to)} ${evidence[0]?.file}:${evidence[0]?.line}`)
}

test('each arrow of a shop, with the line that proves it', async () => {
  const program = await linkDirectory(tree(SHOP))
  const outer = new Set(program.architecture.components.filter(({ parent }) => parent === undefined).map(({ name }) => name))
  const found = arrows(program)
  expect(found).toContain('React frontend calls Corner Shop server web/src/api/orders.js:1')
  expect(found).toContain('Corner Shop server serves React frontend src/app.js:5')
  expect(found).toContain('Corner Shop server reads and writes MongoDB src/server.js:3')
  expect(found).toContain('Corner Shop server sends mail SMTP server src/services/mail.js:2')
  expect(found).toContain('Corner Shop server calls Order webhook src/services/mail.js:4')
  expect(found).toContain('Corner Shop server writes Local upload directory (uploads/slips/) src/routes/orders.js:7')
  expect(found).toContain('React frontend calls Google OAuth web/src/pages/Orders.jsx:2')
  expect(found).toContain('React frontend calls api.rates.io web/src/api/orders.js:2')
  expect(found).toContain('Routes calls Services src/routes/orders.js:5')
  // The name of a host in a text is no call, and a call whose address is unknown leads nowhere.
  expect([...outer].filter((name) => /Stripe/.test(name))).toEqual([])
})

test('both ends of a call over the network are proven: the call and the door that answers', async () => {
  const { architecture } = await linkDirectory(tree(SHOP))
  const call = architecture.relations.find(({ from, to }) => from === 'web' && to === 'src')
  expect(call?.evidence.map(({ file, line }) => `${file}:${line}`)).toEqual(['web/src/api/orders.js:1', 'src/routes/orders.js:5'])
})

test('an address from the environment makes an arrow conditional', async () => {
  const { architecture } = await linkDirectory(tree(SHOP))
  expect(architecture.relations.filter(({ to }) => to === 'external:order-webhook').map(({ conditional }) => conditional)).toEqual([true, true])
  expect(architecture.relations.find(({ to }) => to === 'external:api-rates-io')?.conditional).toBeUndefined()
})

test('every arrow has two ends that are there, and evidence', async () => {
  const { architecture } = await linkDirectory(tree(SHOP))
  const ids = new Set(architecture.components.map(({ id }) => id))
  expect(ids.size).toBe(architecture.components.length)
  expect(architecture.relations.length).toBeGreaterThan(8)
  for (const { from, to, evidence, count } of architecture.relations) {
    expect(ids.has(from), from).toBe(true)
    expect(ids.has(to), to).toBe(true)
    expect(from).not.toBe(to)
    expect(evidence.length, `${from} → ${to}`).toBeGreaterThan(0)
    expect(count, `${from} → ${to}`).toBeGreaterThan(0)
    for (const { file, line } of evidence) expect(SHOP[file]?.split('\n')[line - 1], `${file}:${line}`).toBeDefined()
  }
})

test('who is handed a function and calls it does not lean on where it came from', async () => {
  const program = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'wrap', dependencies: { express: '^4' } }),
      'src/index.js': "const app = require('express')()\nconst { list } = require('./controllers/list')\napp.get('/a', list)\napp.listen(1)\n",
      'src/controllers/list.js': "const { wrap } = require('../utils/wrap')\nexports.list = wrap((req, res) => res.json([]))\n",
      'src/utils/wrap.js': 'exports.wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res)).catch(next)\n',
      'src/utils/other.js': 'exports.other = 1\n',
    }),
  )
  const found = arrows(program)
  expect(found.some((each) => /^Controllers \w+ Utils/.test(each))).toBe(true)
  expect(found.filter((each) => /^Utils/.test(each))).toEqual([])
})
