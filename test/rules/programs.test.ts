/** Doors are held against those of their own program; pages of administrators, and methods that only sound like those of records. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

async function findingsIn(contents: Record<string, string[] | object>, rule: string): Promise<Record<string, string>> {
  const files = Object.entries(contents).map(([name, text]) => [name, Array.isArray(text) ? `${text.join('\n')}\n` : JSON.stringify(text)])
  const { findings, problems } = judge(rules, await linkDirectory(tree(Object.fromEntries(files))))
  expect(problems).toEqual([])
  return Object.fromEntries(findings.filter((each) => each.rule === rule).map(({ at, confidence }) => [`${at.file}:${at.line}`, confidence]))
}

const NEEDS = { express: '4', mongodb: '6', 'express-session': '1' }
const SERVER = ["import express from 'express'", "import { MongoClient } from 'mongodb'", 'const app = express()', 'app.use(express.json())']
const STORE = "const orders = new MongoClient('mongodb://localhost').db('shop').collection('orders')"
const SIGNED_IN = 'const signedIn = (req, res, next) => (req.session.user ? next() : res.sendStatus(401))'
const OPEN =
  "app.put('/orders/:id', async (req, res) => { await orders.updateOne({ _id: Number(req.params.id) }, { $set: { paid: true } }); res.end() })"
const GUARDED =
  "app.post('/orders/:id', signedIn, async (req, res) => { await orders.updateOne({ _id: Number(req.params.id) }, { $set: { seen: true } }); res.end() })"
const LISTENS = 'app.listen(3000)'

const shop = { 'package.json': { name: 'shop', workspaces: ['services/*'] } }
const service = (name: string, ...lines: string[]) => ({
  [`services/${name}/package.json`]: { name, dependencies: NEEDS },
  [`services/${name}/app.js`]: [...SERVER, STORE, SIGNED_IN, ...lines, LISTENS],
})

describe('a door that anyone may use', () => {
  test('stands out among those of its own program', async () => {
    const found = await findingsIn(
      { ...shop, ...service('web', GUARDED, OPEN), ...service('mail', "app.get('/', (req, res) => res.end())") },
      'missing-authentication',
    )
    expect(found).toEqual({ 'services/web/app.js:8': 'high' })
  })

  test('says less where another program asks callers who they are, and its own never does', async () => {
    const found = await findingsIn({ ...shop, ...service('web', GUARDED), ...service('docs', OPEN) }, 'missing-authentication')
    expect(found).toEqual({ 'services/docs/app.js:7': 'medium' })
  })

  test('belongs to the program that depends on its package', async () => {
    const found = await findingsIn(
      {
        ...shop,
        'services/orders/package.json': { name: 'orders', main: 'index.js', dependencies: NEEDS },
        'services/orders/index.js': [
          "import { Router } from 'express'",
          "import { MongoClient } from 'mongodb'",
          STORE,
          'const app = Router()',
          OPEN,
          'export default app',
        ],
        'services/web/package.json': { name: 'web', dependencies: { ...NEEDS, orders: '1' } },
        'services/web/app.js': [...SERVER, "import open from 'orders'", STORE, SIGNED_IN, GUARDED, 'app.use(open)', LISTENS],
      },
      'missing-authentication',
    )
    expect(found).toEqual({ 'services/orders/index.js:5': 'high' })
  })
})

test('a page of administrators that reads nothing stored is claimed with less', async () => {
  const found = await findingsIn(
    {
      'package.json': { name: 'shop', dependencies: NEEDS },
      'app.js': [
        ...SERVER,
        STORE,
        SIGNED_IN,
        "app.get('/admin', (req, res) => res.render('shell'))",
        "app.get(['/start', '/start/admin'], (req, res) => res.send(page))",
        "app.get('/old/admin', (req, res) => res.redirect('/admin'))",
        "app.get('/admin/restart', (req, res) => { restart(); res.json({ done: true }) })",
        "app.get('/admin/orders', async (req, res) => res.render('orders', { all: await orders.find().toArray() }))",
        GUARDED,
        LISTENS,
      ],
    },
    'admin-route-without-guard',
  )
  expect(found).toEqual({ 'app.js:7': 'medium', 'app.js:8': 'medium', 'app.js:9': 'medium', 'app.js:10': 'high', 'app.js:11': 'high' })
})

test('a stream that is destroyed is no record that is deleted', async () => {
  const found = await findingsIn(
    {
      'package.json': { name: 'shop', dependencies: NEEDS },
      'app.js': [
        ...SERVER,
        STORE,
        SIGNED_IN,
        "app.get('/logo', signedIn, async (req, res) => { const order = await orders.findOne({ _id: 1 }); const image = await fetch(order.image); image.body.destroy(); res.end() })",
        "app.get('/gone', signedIn, async (req, res) => { await orders.deleteOne({ _id: Number(req.query.id) }); res.end() })",
        LISTENS,
      ],
    },
    'state-change-by-get',
  )
  expect(found).toEqual({ 'app.js:8': 'high' })
})
