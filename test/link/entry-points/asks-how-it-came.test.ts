/** How and from which page a request came says nothing of who sends it: whoever likes writes both. */
import { expect, test } from 'vitest'
import { endpoints } from '../small-programs'

const program = (guard: string, around = (inner: string) => inner) => ({
  'app.js': `const express = require('express')
    const app = express()
    const pages = process.env.PAGES.split(',')
    const pageOf = (req) => { const { referer } = req.headers; return referer ? new URL(referer).origin : null }
    const secured = (app) => { ${around(`app.use(async (req, res, next) => { ${guard} })`)} }
    secured(app)
    app.post('/lamps', (req, res) => res.json([]))
    app.listen(3000)`,
})
const auth = (guard: string, around?: (inner: string) => string) => endpoints(program(guard, around))
const set = (inner: string) => `const strict = settings.get('strict') === 'true'; if (!strict) return; ${inner}`

test.each([
  ['without encryption', `if (req.protocol === 'https') { next(); return } res.status(403).send('Use HTTPS')`],
  [
    'without encryption, but for reading',
    `if (req.secure) return next(); if (req.method === 'GET') res.redirect('https://x'); else res.status(403).end()`,
  ],
  ['without encryption in front of the proxy', `if (req.headers['x-forwarded-proto'] !== 'https') return res.sendStatus(403); next()`],
  ['without encryption, by a method', `if (req.get('X-Forwarded-Proto') === 'https') return next(); res.sendStatus(403)`],
])('what comes %s', (_, guard) => {
  expect(auth(guard)).toEqual(['POST /lamps auth=no'])
  expect(auth(guard, set)).toEqual(['POST /lamps auth=no'])
})

test('who is not known, and what comes without encryption', () => {
  expect(auth(`if (req.secure && req.user) return next(); res.sendStatus(403)`)).toEqual(['POST /lamps auth=yes'])
})

test.each([
  ['the page', `if (pages.includes(req.headers.origin)) return next(); res.sendStatus(401)`, 'no'],
  [
    'the page, by a helper or a header',
    `let from = pageOf(req); if (!from) from = req.header('Origin'); if (from) { if (pages.includes(from)) return next() } res.sendStatus(401)`,
    'no',
  ],
  ['a page that fits not', `if (!pages.includes(req.get('Origin'))) return res.sendStatus(401); next()`, 'no'],
  [
    'the page and a key',
    `if (pages.includes(req.headers.origin) && req.headers['x-api-key'] === process.env.KEY) return next(); res.sendStatus(401)`,
    'yes',
  ],
])('%s', (_, guard, answer) => {
  expect(auth(guard)).toEqual([`POST /lamps auth=${answer}`])
})
