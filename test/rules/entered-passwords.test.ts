/** Rules for a password that is entered, beside rules for one that is set; and what routes do by themselves, beside what is done for whoever has signed in. */
import { test } from 'vitest'
import { check } from './marked-lines'

const VALIDATED = { express: '4', 'express-validator': '7', bcrypt: '5', 'express-rate-limit': '7', knex: '3' }

test('a password that is only held against the one that is kept may be short', () =>
  check(
    {
      'app.js': `
const express = require('express')
const { body } = require('express-validator')
const bcrypt = require('bcrypt')
const { files } = require('./files')
const app = express()
app.use(express.json())
const handled = (handle) => (...args) => Promise.resolve(handle(...args)).catch(args[args.length - 1])
const entering = [
  body('password').isString().isLength({ min: 3 }).withMessage('too short'), // weak-password-policy: none
]
const setting = [
  body('password').isString().isLength({ min: 3 }).withMessage('too short'), // weak-password-policy: medium
]
const changing = [
  body('password').isLength({ min: 3 }), // weak-password-policy: medium
]
async function open(req, res) {
  const file = await files.find(req.params.id)
  if (!(await bcrypt.compare(req.body.password, file.password))) return res.status(401).end()
  res.json({ address: file.address })
}
async function lock(req, res) {
  await files.lock(req.params.id, await bcrypt.hash(req.body.password, 12))
  res.end()
}
async function change(req, res) {
  const file = await files.find(req.params.id)
  if (!(await bcrypt.compare(req.body.old, file.password))) return res.status(401).end()
  await lock(req, res)
}
app.post('/files/:id/open', entering, handled(open))
app.post('/files/:id/lock', setting, handled(lock))
app.post('/files/:id/change', changing, handled(change))
app.listen(80)
`,
    },
    VALIDATED,
  ))

test('who is calling is loaded for every route, what is asked for is the work of one', () =>
  check(
    {
      'app.js': `
const express = require('express')
const { rateLimit } = require('express-rate-limit')
const knex = require('knex')({ client: 'pg' })
const app = express()
const handled = (handle) => (...args) => Promise.resolve(handle(...args)).catch(args[args.length - 1])
async function visitor(req, res, next) {
  res.locals.shelves = req.user && (await knex('shelves').where({ owner: req.user.id }))
  next()
}
async function shelf(req, res, next) {
  res.locals.shelf = await knex('shelves').where({ id: req.params.id })
  next()
}
const page = (req, res) => res.render('page', { title: 'Page' })
const listed = async (req, res) => res.json(await knex('shelves').where({ name: req.query.name }))
app.get('/limited', rateLimit({ windowMs: 60000, limit: 30 }), handled(listed))
app.get('/page', handled(visitor), handled(page)) // missing-rate-limit: none
app.get('/shelves/:id', handled(shelf), handled(page)) // missing-rate-limit: medium
app.get('/shelves', handled(listed)) // missing-rate-limit: medium
app.listen(80)
`,
    },
    VALIDATED,
  ))
