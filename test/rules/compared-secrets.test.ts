/** Comparisons of secrets that let nobody in, beside those that do. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what is compared, and what comes of it', async () => {
  await check({
    'app.js': `
import express from 'express'
import { accounts, secrets } from './store.js'
const app = express()
app.use(express.json())
app.post('/twice', (req, res) => {
  const { password, passwordCheck } = req.body
  if (password !== passwordCheck) return res.status(400).end() // timing-unsafe-comparison: none
  res.end()
})
app.post('/reload', (req, res) => {
  const account = accounts.get(req.body.name)
  const kept = accounts.read(req.body.name)
  if (kept.passwordHash !== account.settings.passwordHash) { // timing-unsafe-comparison: none
    account.settings.passwordHash = kept.passwordHash
  }
  res.end()
})
app.post('/choose', (req, res) => {
  const chosen = secrets.list().find((secret) => secret.secretId === req.body.secretId) // timing-unsafe-comparison: none
  res.json({ name: chosen.label })
})
app.post('/sign-in', (req, res) => {
  const account = accounts.get(req.body.name)
  if (account.apiKey !== req.body.apiKey) return res.status(401).end() // timing-unsafe-comparison: medium
  account.seen = req.body.apiKey
  res.end()
})
app.listen(80)
`,
    'store.js': `
export const accounts = { get: (name) => load(name), read: (name) => load(name) }
export const secrets = { list: () => load('secrets') }
`,
  })
})

test('a code among others and a token that is sent twice are no secrets', async () => {
  await check({
    'codes.js': 'exports.DONE = 0\nexports.WRONG_PASSWORD = -91\n',
    'app.js': `
import express from 'express'
import * as codes from './codes.js'
import { convert, kept } from './convert.js'
const app = express()
const NAME = 'csrf_token'
app.post('/convert', async (req, res) => {
  const answer = await convert(req.body)
  if (codes.WRONG_PASSWORD === answer.code) return res.status(400).end() // timing-unsafe-comparison: none
  res.end()
})
app.post('/twice', (req, res) => {
  const csrfToken = req.body[NAME]
  const value = req.cookies.get(NAME)
  if (value !== csrfToken) return res.status(403).end() // timing-unsafe-comparison: none
  res.end()
})
app.post('/once', (req, res) => {
  const csrfToken = req.body[NAME]
  if (kept.get(req.user.id).csrfToken !== csrfToken) return res.status(403).end() // timing-unsafe-comparison: medium
  res.end()
})
app.listen(80)
`,
    'convert.js': `
export const convert = (given) => run(given)
export const kept = { get: (id) => load(id) }
`,
  })
})

test('a number below zero is no secret, whatever it is called', () =>
  check({
    'faults.js': 'exports.NO_PASSWORD = -91\nexports.API_KEY = process.env.API_KEY\n',
    'app.js': `
const express = require('express')
const faults = require('./faults')
const app = express()
app.get('/faults', (req, res) => {
  if (req.query.fault === faults.NO_PASSWORD) return res.end('none') // timing-unsafe-comparison: none
  if (req.query.key === faults.API_KEY) return res.end('all') // timing-unsafe-comparison: medium
  res.end()
})
`,
  }))
