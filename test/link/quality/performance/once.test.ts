/** What is done at most once is no fault, however often its function is called: each beside a twin that is done each time. */
import { expect, test } from 'vitest'
import { compared, express } from './marked'

const DB = `import { Pool } from 'pg'
const pool = new Pool()`

test('questions that a loop comes to in one round at most', () => {
  const source = express(
    `
app.get('/chosen/:id', async (req, res) => {
  const orders = await pool.query('select * from orders limit 100')
  for (const order of orders.rows) {
    if (order.id === req.params.id) order.lines = (await pool.query('select * from lines where order_id = $1', [order.id])).rows
  }
  for (const order of orders.rows) {
    if (order.id !== req.params.id) continue
    order.owner = (await pool.query('select * from users where id = $1', [order.ownerId])).rows
  }
  for (const order of orders.rows) {
    if (order.ownerId === req.params.id) order.lines = (await pool.query('select * from lines where order_id = $1', [order.id])).rows // expect: n-plus-one
  }
  res.json(orders.rows)
})
app.get('/first', async (req, res) => {
  const orders = await pool.query('select * from orders limit 100')
  for (const order of orders.rows) {
    if (order.open) {
      order.lines = (await pool.query('select * from lines where order_id = $1', [order.id])).rows
      break
    }
  }
  for (const order of orders.rows) {
    if (order.open) {
      const lines = await pool.query('select * from lines where order_id = $1', [order.id])
      return res.json(lines.rows)
    }
  }
  for (const order of orders.rows) {
    order.lines = (await pool.query('select * from lines where order_id = $1', [order.id])).rows // expect: n-plus-one
    if (order.lines.length > 10) break
  }
  for (const order of orders.rows) {
    switch (order.state) {
      case 'open':
        order.lines = (await pool.query('select * from lines where order_id = $1', [order.id])).rows // expect: n-plus-one
        break
    }
  }
  res.json(orders.rows)
})
app.get('/narrowed', async (req, res) => {
  let left = (await pool.query('select * from orders limit 100')).rows
  for (const tag of req.query.tags) {
    left = (await pool.query('select * from orders where tag = $1 and id = any($2)', [tag, left.map((it) => it.id)])).rows
  }
  let all = []
  for (const tag of req.query.tags) {
    all = all.concat((await pool.query('select * from orders where tag = $1', [tag])).rows) // expect: n-plus-one
  }
  res.json([left, all])
})
app.get('/last', async (req, res) => {
  const orders = (await pool.query('select * from orders limit 100')).rows
  for (let i = 0; i < orders.length; i++) {
    if (i === orders.length - 1) orders[i].lines = (await pool.query('select * from lines where order_id = $1', [orders[i].id])).rows
  }
  for (let i = 0; i < orders.length; i++) {
    if (i > 1) orders[i].lines = (await pool.query('select * from lines where order_id = $1', [orders[i].id])).rows // expect: n-plus-one
  }
  res.json(orders)
})`,
    DB,
  )
  const { found, expected } = compared({ 'src/app.ts': source }, 'n-plus-one')
  expect(found).toEqual(expected)
})

test('work that a flag or something kept lets through the first time', () => {
  const source = express(
    `
let ready = false
let emitter: any
function prepare() {
  if (!fs.existsSync('/tmp/in')) fs.mkdirSync('/tmp/in')
  ready = true
}
function reread() {
  let done = false
  if (!done) {
    fs.readFileSync('/etc/motd') // expect: sync-io-request-path
    done = true
  }
}
app.get('/each', (req, res) => {
  let read = false
  req.query.names.forEach((name) => {
    if (read) return
    fs.readFileSync('/etc/hosts') // expect: sync-io-request-path
    read = true
  })
  res.end()
})
app.get('/ready', (req, res) => {
  if (!ready) prepare()
  res.end()
})
app.get('/again', (req, res) => {
  reread()
  res.end()
})
function channel() {
  if (emitter) return emitter
  const made = new EventEmitter()
  process.on('message', (message) => made.emit('message', message))
  emitter = made
  return emitter
}
app.get('/channel', (req, res) => {
  channel().emit('asked')
  process.on('exit', () => res.end()) // expect: memory-growth
})`,
    `import fs from 'node:fs'
import { EventEmitter } from 'node:events'`,
  )
  const { found, expected } = compared({ 'src/app.ts': source }, 'sync-io-request-path', 'memory-growth')
  expect(found).toEqual(expected)
})

test('lists that stay short whatever the data, and searches of what went wrong', () => {
  const source = `const first = ['id', 'name'] as string[]
const methods = [...first, 'size']
export function ordered(model: any, order: any[], wanted: any[], given: any[]) {
  const asked = given.map((item) => item.column)
  for (const pk of model.primaryKeyAttributes) if (!asked.includes(pk)) asked.push(pk)
  const found = wanted.map((item) => item.id)
  for (const item of given) {
    if (found.includes(item.id) && found.includes(item.parentId)) continue // expect: quadratic-loop
  }
  if (found.length !== order.length) {
    const missing = order.filter((id) => !found.includes(id))
    throw new Error(missing.join())
  }
  return order.filter((id) => found.includes(id)) // expect: quadratic-loop
}
export const named = methods.map((name) => name).reduce((all, name) => ({ ...all, [name]: true }), {})
export const made = (model: any) => methods.reduce((all, name) => ({ ...all, [name]: model[name] }), {})
export function both(items: any[]) {
  return items.reduce((all, item) => { // expect: quadratic-loop
    if (item.deep) return { ...all, [item.id]: item.deep }
    return { ...all, [item.id]: item }
  }, {})
}
`
  const { found, expected } = compared({ 'src/lists.ts': source }, 'quadratic-loop')
  expect(found).toEqual(expected)
})

test('what is kept under a name that is no word', () => {
  const source = express(
    `
const kept = {}
app.get('/any', (req, res) => {
  if (!req.query.fresh) kept['a*('] = fs.readFileSync('any.html', 'utf8') // expect: sync-io-request-path
  if (!kept['b*(']) kept['b*('] = fs.readFileSync('other.html', 'utf8')
  res.send(kept['a*('] + kept['b*('])
})
`,
    "import fs from 'node:fs'",
  )
  const { found, expected } = compared({ 'src/app.ts': source }, 'sync-io-request-path')
  expect(found).toEqual(expected)
})
