/** Parameters of a query that only a text can be by the time they are taken for one. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what only texts have was called before, on every way', () =>
  check({
    'app.js': `
const express = require('express')
const app = express()
const UPLOADS = '/uploads'
app.get('/proved', (req, res) => {
  let path = req.body.path
  if (!path && req.query.path) path = req.query.path
  if (path.startsWith('file:///')) path = new URL(path).pathname
  if (path.startsWith(UPLOADS)) path = path.slice(UPLOADS.length) // type-confusion: none
  res.json({ path })
})
app.get('/member', (req, res) => {
  if (req.query.path.trim() === '') return res.end()
  res.json({ path: req.query.path.slice(1) }) // type-confusion: none
})
app.get('/one-way', (req, res) => {
  const { path } = req.query
  if (req.query.strict === 'yes') console.log(path.trim())
  res.json({ path: path.slice(1) }) // type-confusion: medium
})
app.get('/short', (req, res) => {
  const { path, strict } = req.query
  if (strict && path.startsWith('/')) console.log('strict')
  res.json({ path: path.slice(1) }) // type-confusion: medium
})
app.get('/turned-away', (req, res) => {
  const { path } = req.query
  if (!path || !path.startsWith('/') || !path.endsWith('.png')) return res.sendStatus(400)
  res.json({ path: path.slice(1) }) // type-confusion: none
})
app.get('/let-through', (req, res) => {
  const { path } = req.query
  if (req.query.strict && !path.startsWith('/')) return res.sendStatus(400)
  res.json({ path: path.slice(1) }) // type-confusion: medium
})
app.get('/maybe', (req, res) => {
  const { path } = req.query
  console.log(path.trim?.())
  res.json({ path: path.slice(1) }) // type-confusion: medium
})
app.get('/later', (req, res) => {
  const { path } = req.query
  if (path.includes('..')) return res.end() // type-confusion: medium
  res.json({ path: path.trim() })
})
app.get('/other', (req, res) => {
  const { path, name } = req.query
  console.log(name.trim())
  res.json({ path: path.slice(1) }) // type-confusion: medium
})
app.get('/caught', (req, res) => {
  const { path } = req.query
  try {
    console.log(path.trim())
  } catch {}
  res.json({ path: path.slice(1) }) // type-confusion: medium
})
app.listen(80)
`,
  }))
