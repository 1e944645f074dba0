/** Methods called `query` of what nobody knows, with and without anything that says that a database is asked. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a name alone makes no statement', () =>
  check({
    'app.js': `
const express = require('express')
const { friends, db } = shop
const app = express()
app.get('/found', async (req, res) => {
  res.json(await friends.helpers.query(req.query.id)) // sql-injection: low
})
app.get('/joined', async (req, res) => {
  res.json(await friends.helpers.query(req.query.name + '@' + req.query.host)) // sql-injection: low
})
app.get('/written', async (req, res) => {
  res.json(await friends.helpers.query('SELECT * FROM friends WHERE id = ' + req.query.id)) // sql-injection: medium
})
app.get('/bound', async (req, res) => {
  res.json(await friends.helpers.query(req.query.id, [req.query.name])) // sql-injection: medium
})
app.get('/database', async (req, res) => {
  res.json(await db.query(req.query.id)) // sql-injection: medium
})
app.get('/statement', async (req, res) => {
  const sql = req.query.id
  res.json(await friends.helpers.query(sql)) // sql-injection: medium
})
app.get('/piecewise', async (req, res) => {
  let asked = 'select name from friends'
  if (req.query.order) asked += ' order by ' + req.query.order
  res.json(await friends.helpers.query(asked)) // sql-injection: medium
})
app.listen(80)
`,
  }))

test('a file that loads what speaks SQL asks a database', () =>
  check(
    {
      'app.js': `
const express = require('express')
const { createPool, escapeId } = require('mysql2')
const things = createPool({ host: 'db' })
const { friends } = shop
const app = express()
app.get('/found', async (req, res) => {
  res.set('x-id', escapeId('id'))
  res.json(await friends.query(req.query.id)) // sql-injection: medium
  things.query(req.query.id) // sql-injection: high
})
app.listen(80)
`,
    },
    { express: '4', mysql2: '3' },
  ))
