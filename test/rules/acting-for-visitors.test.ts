/** Changes to what belongs to whom a cookie names, where no guard turns anybody away before. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', 'express-session': '1', passport: '0.7', pg: '8', jsonwebtoken: '9' }

const app = (handler: string, mark: string, { before = '', front = '' } = {}) => `const express = require('express')
  const session = require('express-session')
  const passport = require('passport')
  const jwt = require('jsonwebtoken')
  const { Pool } = require('pg')
  const pool = new Pool()
  const app = express()
  app.use(session({ secret: process.env.SESSION_KEY, resave: false, saveUninitialized: false, cookie: { secure: true, httpOnly: true } })) // missing-csrf-protection: ${mark}
  ${before}
  app.post('/pay', ${front}async (req, res) => {
    ${handler}
    res.sendStatus(204)
  })
  app.listen(8080)`

const byKey = (key: string) => `await pool.query('UPDATE purses SET sum = $1 WHERE owner = $2', [Number(req.body.sum), ${key}])`
const BEARER = `function bearer(req, res, next) {
    const [, token] = String(req.headers.authorization).split(' ')
    try { req.user = jwt.verify(token, process.env.TOKEN_KEY, { algorithms: ['HS256'] }) } catch { return res.sendStatus(401) }
    next()
  }`

test.each<[string, string, string, Parameters<typeof app>[2]?]>([
  ['a session names whose purse it is', byKey('req.session.userId'), 'medium'],
  [
    'a session names who owns the new row',
    "await pool.query('INSERT INTO notes (owner, text) VALUES ($1, $2)', [req.session.userId, String(req.body.text)])",
    'medium',
  ],
  ['Passport found them in the session', byKey('req.user.id'), 'medium', { before: 'app.use(passport.initialize(), passport.session())' }],
  ['a token in a header names them', byKey('req.user.id'), 'none', { before: BEARER, front: 'bearer, ' }],
  ['the session is only shown', `${byKey('Number(req.body.purse)')}; console.log(req.session.userId ? 'known' : 'new')`, 'none'],
])('%s', (_, handler, mark, around) => check({ 'app.js': app(handler, mark, around) }, DEPENDENCIES))
