/** What changes the object that all others share, and is no assignment. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('deleting from it, and copying into it', () =>
  check({
    'app.js': `
const express = require('express')
const store = {}
const own = new Map()
const app = express()
app.use(express.json())
app.delete('/a', (req, res) => {
  delete store[req.query.group][req.query.name] // prototype-pollution: high
  res.end()
})
app.delete('/b', (req, res) => {
  delete store[req.query.group] // prototype-pollution: none
  res.end()
})
app.post('/c', (req, res) => {
  const group = store[req.query.group]
  Object.assign(group, req.body) // prototype-pollution: high
  res.end()
})
app.post('/d', (req, res) => {
  const group = own.get(req.query.group)
  Object.assign(group, req.body) // prototype-pollution: none
  res.end()
})
app.post('/e', (req, res) => {
  if (!Object.hasOwn(store, req.query.group)) return res.sendStatus(404)
  const group = store[req.query.group]
  Object.assign(group, req.body) // prototype-pollution: none
  res.json(Object.assign({}, group, req.body)) // prototype-pollution: none
})
app.listen(80)
`,
  }))
