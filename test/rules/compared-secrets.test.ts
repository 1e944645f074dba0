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
