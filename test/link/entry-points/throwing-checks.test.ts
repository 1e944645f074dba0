/** A token of a header or a cookie that is checked by what throws demands a known caller, wherever that stands in the way. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const HELPERS = `
const express = require('express')
const jwt = require('jsonwebtoken')
const app = express()
app.use(express.json())
const KEY = process.env.TOKEN_KEY
const need = (req) => { jwt.verify(req.headers.authorization, KEY) }
const tokenOf = (req) => req.headers.authorization.split(' ')[1]
const made = (token) => ({ may: async () => { jwt.verify(token, KEY) } })
const claimsOf = (token) => jwt.verify(token, KEY)
const softly = (token) => { try { return jwt.verify(token, KEY) } catch { return null } }
async function later(token) { return jwt.verify(token, KEY) }
const guard = (req, res, next) => { req.user = jwt.verify(req.headers.authorization, KEY); next() }
const softGuard = (req, res, next) => { try { req.user = jwt.verify(req.headers.authorization, KEY) } catch { return next() } next() }
`

const answerOf = (handler: string, before = '') =>
  linkSources({ 'server.js': `${HELPERS}\napp.put('/things/:token', ${before}${handler})\napp.listen(3000)` }).entryPoints.find(
    ({ method }) => method === 'PUT',
  )?.authRequired.answer

test.each([
  ['(req, res) => { jwt.verify(req.headers.authorization, KEY); res.json({}) }'],
  ['(req, res) => { need(req); res.json({}) }'],
  ['async (req, res) => { const access = made(req.headers.authorization); await access.may(); res.json({}) }'],
  ['(req, res) => { try { jwt.verify(req.headers.authorization, KEY); res.json({}) } catch { res.status(400).end() } }'],
  ["(req, res) => { const claims = jwt.verify(tokenOf(req), KEY, { algorithms: ['HS256'] }); res.json(claims) }"],
  ['(req, res) => { res.json(claimsOf(req.cookies.token)) }'],
  ['(req, res, next) => { try { need(req); res.json({}) } catch (fault) { next(fault) } }'],
  ['(req, res) => { const token = req.headers.authorization; if (!token) return res.sendStatus(401); jwt.verify(token, KEY); res.json({}) }'],
  ['async (req, res) => { const claims = await later(req.headers.authorization); res.json(claims) }'],
])('nobody gets past %s', (handler) => {
  expect(answerOf(handler)).toBe('yes')
})

test.each([
  ['what the form brings', '(req, res) => { jwt.verify(req.body.token, KEY); res.json({}) }'],
  ['what the address brings', '(req, res) => { jwt.verify(req.params.token, KEY); res.json({}) }'],
  ['what a question brings', '(req, res) => { res.json(claimsOf(req.query.token)) }'],
  ['a thing made of what the form brings', 'async (req, res) => { const access = made(req.body.token); await access.may(); res.json({}) }'],
  ['what is caught and forgotten', '(req, res) => { try { need(req) } catch (fault) { console.warn(fault) } res.json({}) }'],
  ['what a helper keeps to itself', '(req, res) => { const claims = softly(req.headers.authorization); res.json({ claims }) }'],
  ['a callback', '(req, res) => { jwt.verify(req.headers.authorization, KEY, (fault, claims) => { console.log(claims) }); res.json({}) }'],
  ['what is only decoded', '(req, res) => { jwt.decode(req.headers.authorization); res.json({}) }'],
  [
    'what is asked of those who show something',
    '(req, res) => { if (req.headers.authorization) jwt.verify(req.headers.authorization, KEY); res.json({}) }',
  ],
  [
    'one side of a choice',
    '(req, res) => { const claims = req.headers.authorization ? claimsOf(req.headers.authorization) : null; res.json({ claims }) }',
  ],
  ['what nobody waits for', '(req, res) => { later(req.headers.authorization); res.json({}) }'],
  ['what is caught of a promise', '(req, res) => { made(req.headers.authorization).may().catch(() => undefined); res.json({}) }'],
])('%s demands nobody', (_, handler) => {
  expect(answerOf(handler)).toBe('no')
})

test('a guard that throws is one, and one that goes on is none', () => {
  expect(answerOf('(req, res) => res.json({})', 'guard, ')).toBe('yes')
  expect(answerOf('(req, res) => res.json({})', 'softGuard, ')).toBe('no')
})
