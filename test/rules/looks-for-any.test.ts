/** Queries of which only whether they found anything is asked, beside those whose records are used. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a query bent from outside', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const mongoose = require('mongoose')
const app = express()
app.use(express.json())
const Singer = mongoose.model('Singer', new mongoose.Schema({ name: String, password: String }))
app.post('/free', async (req, res) => {
  const taken = await Singer.findOne({ name: req.body.name }) // nosql-injection: medium
  if (taken) return res.status(409).end()
  res.end('free')
})
app.post('/is-free', async (req, res) => {
  if ((await Singer.findOne({ name: req.body.name })) !== null) return res.status(409).end() // nosql-injection: medium
  res.end('free')
})
app.post('/read', async (req, res) => {
  const singer = await Singer.findOne({ name: req.body.name }) // nosql-injection: high
  if (!singer) return res.status(404).end()
  res.json({ id: singer.id })
})
app.post('/given', async (req, res) => {
  const singer = await Singer.findOne({ name: req.body.name }) // nosql-injection: high
  if (!singer) return res.status(404).end()
  res.json(singer)
})
app.post('/sign-in', async (req, res) => {
  const singer = await Singer.findOne({ name: 'one', password: req.body.password }) // nosql-injection: high
  if (!singer) return res.status(401).end()
  res.end('welcome')
})
app.post('/away', async (req, res) => {
  await Singer.deleteMany({ name: req.body.name }) // nosql-injection: high
  res.end()
})
app.listen(80)
`,
    },
    { express: '4', mongoose: '8' },
  )
})
