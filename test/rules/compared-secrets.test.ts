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

test('signs that stand for a value, and names of algorithms', () =>
  check({
    'marks.js': `
exports.KNOWN = '*********'
exports.SET = '__SOME_PASSWORD__'
exports.ADMIN_PASSWORD = process.env.ADMIN_PASSWORD
`,
    'app.js': `
const express = require('express')
const marks = require('./marks')
const { Suites } = require('call-suites')
const app = express()
app.use(express.json())
app.post('/change', (req, res) => {
  const { password, privateKey, suite } = req.body
  if (password === marks.KNOWN) return res.end() // timing-unsafe-comparison: none
  if (password === marks.SET) return res.end() // timing-unsafe-comparison: none
  if (password === '__SOME_PASSWORD__') return res.end() // timing-unsafe-comparison: none
  if (privateKey === '---default---') return res.end() // timing-unsafe-comparison: none
  if (suite.hmac === Suites.AES_128_HMAC_SHA1) return res.end() // timing-unsafe-comparison: none
  if (password === marks.ADMIN_PASSWORD) return res.end() // timing-unsafe-comparison: medium
  if (privateKey === 'none-of-yours-7') return res.end() // timing-unsafe-comparison: low
  if (password === 'ourpass') return res.end() // timing-unsafe-comparison: medium
  if (suite.hmac === Suites.HMAC_KEY) return res.end() // timing-unsafe-comparison: medium
  res.end()
})
`,
  }))

test('a text that is put together again, and a list that loses some', () =>
  check({
    'app.js': `
const { createHmac } = require('node:crypto')
const express = require('express')
const app = express()
class Members {
  constructor() { this.known = [] }
  drop(given) {
    this.known = this.known.filter((each) => each.name !== given.name || each.password !== given.password) // timing-unsafe-comparison: none
  }
  others(given) {
    return this.known.filter((each) => each.password !== given.password) // timing-unsafe-comparison: medium
  }
}
const members = new Members()
app.post('/members', (req, res) => {
  members.drop(req.body)
  res.json(members.others(req.body).length)
})
app.get('/tokens', (req, res) => {
  const jwt = String(req.query.token)
  const [head, body, signature] = jwt.split('.', 3)
  if ([head, body, signature].join('.') !== jwt) return res.end() // timing-unsafe-comparison: none
  if ([head, body, process.env.SECRET].join('.') !== jwt) return res.end() // timing-unsafe-comparison: medium
  const own = createHmac('sha256', process.env.KEY).update(head + body).digest('hex')
  if (own !== signature) return res.status(401).end() // timing-unsafe-comparison: medium
  res.end()
})
`,
  }))

test('what pages compare is known to their visitors', () =>
  check(
    {
      'server.js': `
const express = require('express')
const { isSame } = require('./shared')
const app = express()
app.use(express.json())
app.post('/rooms', (req, res) => {
  if (isSame(req.body.password)) return res.end()
  res.status(401).end()
})
`,
      'shared.js': `
exports.isSame = (password) => password === process.env.ROOM_PASSWORD // timing-unsafe-comparison: medium
exports.width = () => (typeof window === 'undefined' ? 0 : window.innerWidth)
`,
      'page/rooms.js': `
export class Rooms {
  open(given) {
    if (given.password === this.password) return this.show() // timing-unsafe-comparison: low
  }
  show() { window.location.hash = '#open' }
}
`,
      'page/Room.vue': `
<script setup>
const props = defineProps(['password', 'kept'])
const isRight = (given) => given.password === props.kept.password // timing-unsafe-comparison: none
</script>
<template><p>{{ isRight(props) }}</p></template>
`,
    },
    { express: '4', vue: '3' },
  ))

test('where nobody who calls has a part in either side, nobody takes the time', () =>
  check({
    'settings.json': '{ "sessionKey": "" }',
    'app.js': `
import express from 'express'
import { db } from './db.js'
import settings from './settings.json'
const app = express()
class Rotation {
  constructor(secret = null) { this.secret = secret }
  async turn() {
    const kept = await db.get('rotation')
    if (kept.signingSecret === this.secret) await db.remove('rotation') // timing-unsafe-comparison: none
  }
}
setInterval(() => new Rotation(settings.sessionKey).turn(), 1000)
class Handed {
  signingSecret = undefined
  constructor(secret) { this.signingSecret = secret }
  async isKept() {
    const kept = await db.get('rotation')
    return kept.signingSecret === this.signingSecret.toString() // timing-unsafe-comparison: medium
  }
}
app.post('/turn', async (req, res) => {
  const kept = await db.get('rotation')
  if (kept.signingSecret === req.body.secret) await new Rotation(settings.sessionKey).turn() // timing-unsafe-comparison: medium
  res.json(await new Handed(req.body.secret).isKept())
})
app.listen(80)
`,
  }))

test('who has a key is known by no secret', () =>
  check({
    'app.js': `
import express from 'express'
import { keys, shelves } from './store.js'
const app = express()
app.post('/shelves/:id', async (req, res) => {
  const apiKey = await keys.load(req.body.name)
  const apiKeyOwnerId = apiKey.ownerId
  const shelf = await shelves.load(req.params.id)
  if (apiKeyOwnerId !== shelf.ownerId) return res.end() // timing-unsafe-comparison: none
  if (apiKeyOwnerId !== req.body.ownerId) return res.end() // timing-unsafe-comparison: none
  if (apiKey.apiKeyHash !== req.body.key) return res.end() // timing-unsafe-comparison: medium
  res.json(shelf)
})
app.listen(80)
`,
  }))

test('a secret of the environment, whatever stands in front of it or it is called', () =>
  check({
    'app.js': `
import express from 'express'
const app = express()
const expected = process.env.API_TOKEN
const WORD = 'word'
app.use((req, res, next) => {
  if (req.headers.authorization !== \`Bearer \${process.env.CRON_SECRET}\`) return res.status(401).end() // timing-unsafe-comparison: medium
  if (req.get('authorization') !== 'Bearer ' + expected) return res.status(401).end() // timing-unsafe-comparison: medium
  if (req.headers['x-auth'] !== expected) return res.status(401).end() // timing-unsafe-comparison: medium
  if (req.query.mode !== process.env.MODE) return res.status(400).end() // timing-unsafe-comparison: none
  if (req.query.word !== \`\${WORD} \${process.env.NAME}\`) return res.status(400).end() // timing-unsafe-comparison: none
  if (process.env.OTHER_TOKEN === expected) return res.status(500).end() // timing-unsafe-comparison: none
  next()
})
`,
  }))

test('a helper that reads whichever entry it is asked for', () =>
  check({
    'app.js': `
import express from 'express'
const app = express()
const env = (name) => process.env[name]
const site = () => new URL(env('SITE_URL')).origin
export const key = env('MAIL_KEY')
export const secret = env('LOGIN_SECRET')
app.get('/back', (req, res) => {
  if (new URL(req.query.to).origin !== site()) return res.status(400).end() // timing-unsafe-comparison: none
  res.end()
})
`,
  }))
