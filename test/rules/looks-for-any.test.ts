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

test('what the program put on a request under a name that is put together is no part that was sent', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const mongoose = require('mongoose')
const app = express()
app.use(express.json())
const Singer = mongoose.model('Singer', new mongoose.Schema({ name: String }))
const known = (kind) => async (req, res, next) => {
  const singer = await Singer.findById('one')
  if (!singer) return res.status(401).end()
  req[kind.toLowerCase()] = singer
  next()
}
const renamed = (kind) => async (req, res) => {
  const singer = req[kind.toLowerCase()]
  res.json(await Singer.findOneAndUpdate({ _id: singer._id }, { name: 'one' })) // nosql-injection: none
}
const found = async (req, res) => {
  res.json(await Singer.findOneAndUpdate({ _id: req.body._id }, { name: 'one' })) // nosql-injection: high
}
app.post('/renamed', known('Singer'), renamed('Singer'))
app.post('/found', found)
app.listen(80)
`,
    },
    { express: '4', mongoose: '8' },
  )
})

test('the last segment of a path that is taken apart, beside its folders', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const fs = require('node:fs')
const path = require('node:path')
const app = express()
app.get('/name', (req, res) => {
  const { name } = path.parse(req.query.file)
  res.end(fs.readFileSync(path.join('/songs', name + '.txt'))) // path-traversal: none
})
app.get('/base', (req, res) => {
  res.end(fs.readFileSync(path.join('/songs', path.parse(req.query.file).base))) // path-traversal: none
})
app.get('/folder', (req, res) => {
  res.end(fs.readFileSync(path.join('/songs', path.parse(req.query.file).dir, 'notes.txt'))) // path-traversal: high
})
app.listen(80)
`,
    },
    { express: '4' },
  )
})
