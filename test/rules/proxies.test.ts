/** What stands behind a proxy is its target, as a method and as data. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('methods and data behind proxies', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const { Pool } = require('pg')
const store = require('./store')
const pool = new Pool()
const app = express()
const counted = new Proxy(pool, { get(target, name) { seen.add(name); return Reflect.get(target, name) } })
const seen = new Set()
const plain = new Proxy({ all: (name) => name.length, one: store.one }, {})
const lent = (given) => new Proxy({ ...given }, { set: () => false })
app.get('/counted', async (req, res) => {
  await counted.query('select * from songs where name = $1', [req.query.name]) // sql-injection: none
  await counted.query("select * from songs where name = '" + req.query.name + "'") // sql-injection: high
  res.end()
})
app.get('/plain', async (req, res) => {
  plain.all(req.query.name)
  plain.one(lent(store), req.query.name)
  const sent = new Proxy(req.query, {})
  await pool.query("select * from songs where name = '" + sent.name + "'") // sql-injection: high
  await pool.query("select * from songs where name = '" + Reflect.get(req.query, 'name') + "'") // sql-injection: high
  const own = new Proxy({ name: 'one' }, {})
  await pool.query("select * from songs where name = '" + own.name + "'") // sql-injection: none
  res.end()
})
app.listen(80)
`,
      'store.js': `
const { Pool } = require('pg')
const pool = new Pool()
exports.one = (all, name) => all.find(name)
exports.find = (name) => pool.query("select * from songs where name = '" + name + "'") // sql-injection: high
exports.other = (name) => pool.query("select * from songs where other = '" + name + "'") // sql-injection: low
`,
    },
    { express: '4', pg: '8' },
  )
})
