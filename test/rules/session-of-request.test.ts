/** Cookies of a session whose value somebody else chose. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a session that the request chose, and one that is its own', () =>
  check(
    {
      'app.js': `
const express = require('express')
const crypto = require('crypto')
const app = express()
app.use(express.json())
app.get('/a', (req, res) => {
  const id = req.query.id
  res.cookie('connect.sid', id, { httpOnly: true, secure: true }) // session-fixation: medium
  res.end()
})
app.get('/b', (req, res) => {
  res.cookie('connect.sid', crypto.randomUUID(), { httpOnly: true, secure: true }) // session-fixation: none
  res.cookie('theme', req.query.theme, { httpOnly: true, secure: true }) // session-fixation: none
  res.end()
})
app.post('/c', (req, res) => {
  res.cookie('session', req.body.session, { httpOnly: true, secure: true }) // session-fixation: low
  res.setHeader('Set-Cookie', 'PHPSESSID=' + req.query.id + '; HttpOnly; Secure') // session-fixation: medium
  res.setHeader('Set-Cookie', 'view=' + req.query.view + '; HttpOnly; Secure') // session-fixation: none
  res.end()
})
app.get('/d', (req, res) => {
  res.cookie('sid', req.cookies.sid, { httpOnly: true, secure: true, maxAge: 60000 }) // session-fixation: none
  res.end()
})
app.listen(80)
`,
      'jar.js': `
const Koa = require('koa')
const app = new Koa()
app.use(async (ctx) => {
  ctx.cookies.set('sessionId', ctx.query.id, { secure: true }) // session-fixation: medium
  ctx.cookies.set('sessionId', ctx.state.made, { secure: true }) // session-fixation: none
})
app.listen(81)
`,
    },
    { express: '4', koa: '2' },
  ))
