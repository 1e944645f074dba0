/** Paths that a caller is meant to choose as a whole, each beside one that is to stay in a folder. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a path from the root is demanded', async () => {
  await check({
    'app.js': `
const express = require('express')
const fs = require('fs')
const path = require('path')
const app = express()
app.use(express.json())
app.post('/refused', (req, res) => {
  const { target } = req.body
  if (!path.isAbsolute(target)) return res.status(400).end()
  res.json(fs.readdirSync(target)) // path-traversal: medium
})
app.post('/thrown', (req, res) => {
  const normal = path.normalize(req.body.target)
  if (!path.isAbsolute(normal)) throw new Error('not from the root')
  fs.statSync(normal) // path-traversal: medium
  res.end()
})
app.post('/listed', (req, res) => {
  const odd = []
  if (!path.isAbsolute(req.body.target)) {
    odd.push('not from the root')
  }
  if (odd.length === 0) fs.statSync(req.body.target) // path-traversal: medium
  res.json(odd)
})
app.post('/counted', (req, res) => {
  const odd = []
  if (!path.isAbsolute(req.body.target)) {
    odd.push('not from the root')
  }
  if (odd.length > 0) return res.json(odd)
  fs.statSync(req.body.target) // path-traversal: medium
  res.end()
})
app.post('/more', (req, res) => {
  const odd = []
  if (!path.isAbsolute(req.body.target)) {
    odd.push('not from the root')
  }
  if (odd.length > 1) return res.json(odd)
  fs.statSync(req.body.target) // path-traversal: high
  res.end()
})
app.post('/noted', (req, res) => {
  const odd = []
  if (!path.isAbsolute(req.body.target)) odd.push('not from the root')
  fs.statSync(req.body.target) // path-traversal: high
  res.json(odd)
})
app.post('/either', (req, res) => {
  const target = path.isAbsolute(req.body.target) ? req.body.target : path.join('/srv', req.body.target)
  res.json(fs.readdirSync(target)) // path-traversal: high
})
app.post('/branches', (req, res) => {
  if (path.isAbsolute(req.body.target)) fs.statSync(req.body.target) // path-traversal: high
  else fs.statSync(path.join('/srv', req.body.target)) // path-traversal: high
  res.end()
})
app.post('/forbidden', (req, res) => {
  if (path.isAbsolute(req.body.target)) return res.status(400).end()
  res.json(fs.readdirSync(req.body.target)) // path-traversal: high
})
app.post('/held', (req, res) => {
  const { target } = req.body
  if (!path.isAbsolute(target) || !target.startsWith('/srv/')) return res.status(400).end()
  res.json(fs.readdirSync(target)) // path-traversal: high
})
`,
  })
})

test('an administrator may name any file, and nobody of another role', async () => {
  await check({
    'app.js': `
const express = require('express')
const session = require('express-session')
const fs = require('fs')
const path = require('path')
const app = express()
app.use(express.json())
app.use(session({ secret: process.env.SECRET }))
app.all('/staff/*', (req, res, next) => {
  if (req.session.user.role !== 'keeper') return res.status(403).end()
  next()
})
app.all('/office/*', (req, res, next) => {
  if (req.user.admin !== true) return res.status(403).end()
  next()
})
app.post('/staff/list', (req, res) => {
  res.json(fs.readdirSync(req.body.folder)) // path-traversal: high
})
app.post('/office/list', (req, res) => {
  res.json(fs.readdirSync(req.body.folder)) // path-traversal: medium
})
app.post('/staff/kept', (req, res) => {
  res.json(fs.readdirSync(path.join('/srv', req.body.folder))) // path-traversal: high
})
app.post('/office/kept', (req, res) => {
  res.json(fs.readdirSync(path.join('/srv', req.body.folder))) // path-traversal: medium
})
app.post('/list', (req, res) => {
  res.json(fs.readdirSync(req.body.folder)) // path-traversal: high
})
`,
  })
})
