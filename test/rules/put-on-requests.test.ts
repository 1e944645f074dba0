/** What the program itself puts on requests, beside what is sent. */
import { test } from 'vitest'
import { check } from './marked-lines'

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
