/** Answers that a wrapper lends every handler: what one of them says with it, the others do not. */
import { test } from 'vitest'
import { check } from './marked-lines'

const WRAPPER = `
export const answering = (handler) => async (req, res) => {
  res.missing = (message = 'nothing there') => res.status(404).json({ error: message }) // user-enumeration: none
  res.refused = (message) => res.status(401).json({ error: message })
  return handler(req, res)
}
`

test('who calls a helper says what it is handed', () =>
  check(
    {
      'lib/answering.js': WRAPPER,
      'lib/members.js': 'export const find = (name) => load(name)\nexport const fits = (member, password) => compare(member, password)\n',
      'pages/api/auth/login.js': `
import { answering } from '../../../lib/answering'
import { find, fits } from '../../../lib/members'
async function handler(req, res) {
  const member = await find(req.body.name)
  if (!member) return res.missing('user not found') // user-enumeration: high
  if (!(await fits(member, req.body.password))) return res.refused('Wrong password')
  res.json({ name: member.name })
}
export default answering(handler)
`,
      'pages/api/auth/session.js': `
import { answering } from '../../../lib/answering'
import { find, fits } from '../../../lib/members'
async function handler(req, res) {
  const member = await find(req.body.name)
  if (!member || !(await fits(member, req.body.password))) return res.refused('Name or password is wrong') // user-enumeration: none
  res.json({ name: member.name })
}
export default answering(handler)
`,
    },
    { next: '14.0.0', react: '18.0.0' },
  ))

test('a helper of the program answers for whoever calls it', () =>
  check({
    'app.js': `
const express = require('express')
const { find, fits } = require('./members')
const app = express()
app.use(express.json())
const fail = (res, status, message) => res.status(status).json({ error: message })
app.post('/login', async (req, res) => {
  const member = await find(req.body.name)
  if (!member) return fail(res, 404, 'user not found') // user-enumeration: high
  if (!(await fits(member, req.body.password))) return fail(res, 401, 'Wrong password')
  res.json({ name: member.name })
})
app.post('/admin/login', async (req, res) => {
  const member = await find(req.body.name)
  if (!member || !(await fits(member, req.body.password))) return fail(res, 401, 'Name or password is wrong') // user-enumeration: none
  res.json({ name: member.name })
})
app.listen(80)
`,
    'members.js': 'exports.find = (name) => load(name)\nexports.fits = (member, password) => compare(member, password)\n',
  }))
