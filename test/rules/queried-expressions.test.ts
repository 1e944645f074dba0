/** Expressions out of outside data that a database runs, beside those that the process runs itself. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('an expression in a query', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const mongoose = require('mongoose')
const { MongoClient } = require('mongodb')
const app = express()
const Song = mongoose.model('Song', new mongoose.Schema({ name: String }))
const songs = new MongoClient('mongodb://db').db('club').collection('songs')
app.get('/in-place', async (req, res) => {
  res.json(await Song.find({ name: new RegExp(req.query.name, 'i') })) // regex-injection: medium
})
app.get('/driver', async (req, res) => {
  res.json(await songs.find({ $or: [{ name: new RegExp(req.query.name) }] }).toArray()) // regex-injection: medium
})
app.get('/put-in', async (req, res) => {
  const asked = { open: true }
  if (req.query.name) {
    asked.name = new RegExp(req.query.name) // regex-injection: medium
  }
  if (req.query.few) return res.json(await Song.find(asked).limit(3))
  res.json(await Song.find(asked).sort({ name: 1 }))
})
app.get('/grown', async (req, res) => {
  const asked = { $or: [] }
  for (const field of ['name', 'singer']) asked.$or.push({ [field]: { $regex: new RegExp(req.query.name, 'i') } }) // regex-injection: medium
  res.json(await Song.find({ open: true, ...asked }))
})
app.get('/listed', async (req, res) => {
  const tests = []
  tests.push(new RegExp(req.query.name)) // regex-injection: high
  const found = await Song.find({ open: true })
  res.json(found.filter((song) => tests.every((each) => each.test(song.name))))
})
app.get('/named', async (req, res) => {
  const name = new RegExp(req.query.name) // regex-injection: medium
  res.json(await Song.countDocuments({ name }))
})
app.get('/both', async (req, res) => {
  const name = new RegExp(req.query.name) // regex-injection: high
  const found = await Song.find({ name })
  res.json(found.filter((song) => name.test(song.name)))
})
app.get('/tested', async (req, res) => {
  const found = await Song.find({ open: true })
  res.json(new RegExp(req.query.name).test(found[0].name)) // regex-injection: high
})
app.get('/given-away', async (req, res) => {
  const asked = { name: new RegExp(req.query.name) } // regex-injection: high
  await Song.find(asked)
  keep(asked)
  res.end()
})
function keep(asked) { return 'abc'.match(asked.name) }
`,
    },
    { express: '4', mongoose: '8', mongodb: '6' },
  )
})
