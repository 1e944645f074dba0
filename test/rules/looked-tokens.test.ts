/** Tokens that are read without asking who signed them: a server believes what a stranger wrote, a browser looks into its own. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('of a request, and of a browser', () =>
  check(
    {
      'server.js': `const express = require('express')
const { expressjwt } = require('express-jwt')
const { jwtDecode } = require('jwt-decode')
const app = express()
const tokenOf = (req) => (req.headers.authorization ?? '').split(' ')[1]
app.get('/admin', (req, res) => {
  const claims = jwtDecode(tokenOf(req)) // unverified-token: medium
  if (claims.role !== 'admin') return res.sendStatus(403)
  res.json({ users: [] })
})
app.get('/mine', expressjwt({ secret: process.env.KEY, algorithms: ['HS256'] }), (req, res) => {
  const claims = jwtDecode(tokenOf(req)) // unverified-token: low
  res.json({ name: claims.name })
})
app.get('/left', (req, res) => {
  const claims = jwtDecode(tokenOf(req)) // unverified-token: none
  res.json({ ends: claims.exp })
})
app.get('/other', (req, res) => {
  const token = req.headers.authorization.split(' ')[1]
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()) // unverified-token: medium
  if (!claims.admin) return res.sendStatus(403)
  res.json({ users: [] })
})
app.get('/file', (req, res) => {
  const settings = JSON.parse(Buffer.from(process.env.SETTINGS.split('.')[1], 'base64').toString()) // unverified-token: none
  res.json(settings.shown)
})
`,
      'page.js': `import { jwtDecode } from 'jwt-decode'
document.querySelector('#name').textContent = jwtDecode(localStorage.getItem('token')).name // unverified-token: none
const claims = JSON.parse(atob(localStorage.getItem('token').split('.')[1])) // unverified-token: none
document.querySelector('#role').textContent = claims.role
`,
    },
    { express: '4', 'jwt-decode': '4', 'express-jwt': '8' },
  ))
