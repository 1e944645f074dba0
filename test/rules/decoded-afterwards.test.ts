/** What is asked of a text with escapes says nothing of the text that is decoded from it. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('an address that is decoded behind its check', async () => {
  await check({
    'app.js': `
const express = require('express')
const app = express()
const isOwn = (address) => address.startsWith('/') && !address.startsWith('//') && !address.includes('\\\\\\\\')
app.get('/after', (req, res) => {
  const { next } = req.query
  if (!isOwn(next)) return res.status(400).end()
  res.redirect(decodeURIComponent(next)) // open-redirect: high
})
app.get('/before', (req, res) => {
  const next = decodeURIComponent(req.query.next)
  if (!isOwn(next)) return res.status(400).end()
  res.redirect(next) // open-redirect: none
})
app.get('/never', (req, res) => {
  const { next } = req.query
  if (!isOwn(next)) return res.status(400).end()
  res.redirect(next) // open-redirect: none
})
app.get('/listed', (req, res) => {
  const { next } = req.query
  if (!['/start', '/end'].includes(next)) return res.status(400).end()
  res.redirect(decodeURIComponent(next)) // open-redirect: none
})
app.get('/plain', (req, res) => {
  const { name } = req.query
  if (!/^[a-z]+$/.test(name)) return res.status(400).end()
  res.send('<p>' + decodeURIComponent(name)) // reflected-xss: none
})
app.get('/escaped', (req, res) => {
  const name = encodeURIComponent(req.query.name)
  res.send('<p>' + decodeURIComponent(name)) // reflected-xss: high
})
app.listen(80)
`,
  })
})
