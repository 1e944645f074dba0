/** Parts that a path is taken apart into, and what a test of a part says of the path. */
import { test } from 'vitest'
import { check } from './marked-lines'

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
  res.json(fs.readdirSync(path.join('/songs', path.parse(req.query.file).dir))) // path-traversal: high
})
app.get('/notes', (req, res) => {
  res.end(fs.readFileSync(path.join('/songs', path.parse(req.query.file).dir, 'notes.txt'))) // path-traversal: medium
})
app.listen(80)
`,
    },
    { express: '4' },
  )
})

test('how a name begins says nothing of where it leads behind a folder', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const fs = require('node:fs')
const path = require('node:path')
const app = express()
app.get('/begins', (req, res) => {
  if (!req.query.name.startsWith('song_' + req.app.name)) return res.status(400).end()
  const file = path.join('/songs', req.query.name)
  res.end(fs.readFileSync(file)) // path-traversal: high
})
app.get('/leads', (req, res) => {
  const file = path.join('/songs', req.query.name)
  if (!file.startsWith('/songs/')) return res.status(400).end()
  res.end(fs.readFileSync(file)) // path-traversal: none
})
app.get('/no-parent', (req, res) => {
  if (req.query.name.includes('..')) return res.status(400).end()
  const file = path.join('/songs', req.query.name)
  res.end(fs.readFileSync(file)) // path-traversal: none
})
app.listen(80)
`,
    },
    { express: '4' },
  )
})
