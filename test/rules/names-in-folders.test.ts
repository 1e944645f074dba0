/** Names that a folder was asked for: what is part of one leads out of no folder. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a name in a folder equals, begins or ends with what was sent', async () => {
  await check({
    'app.js': `
const express = require('express')
const fs = require('fs')
const path = require('path')
const app = express()
app.use(express.json())
app.post('/ends', (req, res) => {
  const { sort } = req.body
  for (const name of fs.readdirSync('/srv')) {
    if (!name.endsWith('.' + sort)) continue
    fs.renameSync('/srv/' + name, '/kept/a.' + sort) // path-traversal: none
  }
  fs.unlinkSync('/kept/b.' + sort) // path-traversal: high
  res.end()
})
app.post('/begins', async (req, res) => {
  const names = await fs.promises.readdir('/srv')
  names.filter((name) => name.startsWith(req.body.start)).forEach((name) => fs.unlinkSync('/srv/' + name))
  for (const name of names) if (name.startsWith(req.body.start + '-')) fs.unlinkSync(path.join('/kept', req.body.start)) // path-traversal: none
  for (const name of names) if (name === req.body.name) fs.unlinkSync(path.join('/kept', req.body.name)) // path-traversal: none
  for (const name of names) if (name !== req.body.other) fs.unlinkSync(path.join('/kept', req.body.other)) // path-traversal: high
  res.end()
})
app.post('/deep', (req, res) => {
  for (const name of fs.readdirSync('/srv', { recursive: true })) {
    if (!name.endsWith(req.body.end)) continue
    fs.unlinkSync('/kept/' + req.body.end) // path-traversal: high
  }
  res.end()
})
app.post('/own', (req, res) => {
  for (const name of req.body.names) {
    if (!name.endsWith(req.body.end)) continue
    fs.unlinkSync('/kept/' + req.body.end) // path-traversal: high
  }
  res.end()
})
app.post('/found', async (req, res) => {
  const sort = req.body.sort || 'opus'
  let found = null
  try {
    for (const name of await fs.promises.readdir('/srv')) {
      if (!name.endsWith('.' + sort)) continue
      const file = path.join('/srv', name)
      const { mtime } = await fs.promises.stat(file)
      if (mtime > 1) {
        found = file
        break
      }
    }
  } catch (e) {}
  fs.unlinkSync('/kept/b.' + sort) // path-traversal: high
  if (!found) return res.status(404).end()
  fs.renameSync(found, found + '.' + sort) // path-traversal: none
  res.end()
})
app.post('/any', async (req, res) => {
  const sort = req.body.sort
  let found = null
  for (const name of await fs.promises.readdir('/srv')) {
    if (name.startsWith('x')) found = name
    if (!name.endsWith('.' + sort)) continue
    found = name
  }
  if (!found) return res.status(404).end()
  fs.unlinkSync('/kept/b.' + sort) // path-traversal: high
  res.end()
})
`,
  })
})
