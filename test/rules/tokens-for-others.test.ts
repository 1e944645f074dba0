/** Routes that are called sign-ins, and are sent nothing that anybody knows. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (path: string, secret: string, expected: string) => `
const express = require('express')
const jwt = require('jsonwebtoken')
const app = express()
app.use(express.json())
const tokenFor = (id) => jwt.sign({ id }, process.env.KEY, { expiresIn: '1d' })
app.post('${path}', async (req, res) => { // login-without-rate-limit: ${expected}
  ${secret}
  res.json({ token: tokenFor(Number(req.params.userId)) })
})
app.listen(3000)
`

const DEPENDENCIES = { express: '4', jsonwebtoken: '9' }

test('a token for whoever the path names is no sign-in', () => check({ 'server.js': server('/users/:userId/login', '', 'none') }, DEPENDENCIES))

test('with a code beside it there is something to guess', () =>
  check({ 'server.js': server('/users/:userId/login', 'if (req.body.pin !== process.env.PIN) return res.sendStatus(401)', 'high') }, DEPENDENCIES))

test('a part of the path may be what is guessed', () =>
  check({ 'server.js': server('/pins/:pin/login', 'if (req.params.pin !== process.env.PIN) return res.sendStatus(401)', 'high') }, DEPENDENCIES))
