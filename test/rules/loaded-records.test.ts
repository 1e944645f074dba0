/** What is sent is put into a record that was loaded before, whole or field by field under names that were sent. */
import { test } from 'vitest'
import { check } from './marked-lines'

const MONGOOSE = { express: '4', mongoose: '8' }
const SEQUELIZE = { express: '4', sequelize: '6' }

const MEMBER = `const mongoose = require('mongoose')
const Member = mongoose.model('Member', new mongoose.Schema({ name: String, admin: Boolean }))
const app = require('express')()
app.use(require('express').json())
`
const put = (...lines: string[]) => `${MEMBER}app.put('/members/:id', async (req, res) => {
${lines.join('\n')}
  res.end()
})
`
const LOADED = '  const member = await Member.findById(String(req.params.id))'

test.each([
  ['member.set(req.body) // mass-assignment: high'],
  ['await member.updateOne(req.body) // mass-assignment: high'],
  ['Object.assign(member, req.body)', 'await member.save() // mass-assignment: high'],
  ['for (const name in req.body) member[name] = req.body[name]', 'await member.save() // mass-assignment: high'],
  ['member[req.body.field] = req.body.value', 'await member.save() // mass-assignment: high'],
  ["member.name = req.body.name; member['note_' + req.body.topic] = req.body.text", 'await member.save() // mass-assignment: none'],
  [
    'if (!["name", "note"].includes(req.body.field)) return res.end()',
    'member[req.body.field] = req.body.value',
    'await member.save() // mass-assignment: none',
  ],
  ['for (const name of ["name", "note"]) member[name] = req.body[name]', 'await member.save() // mass-assignment: none'],
  ['Object.assign(member, { name: req.body.name })', 'await member.save() // mass-assignment: none'],
])('a document: %s', (...lines) => check({ 'app.js': put(LOADED, ...lines) }, MONGOOSE))

test('what a query gives is no query', () =>
  check(
    {
      'app.js': put(
        LOADED,
        'await member.updateOne(req.body) // nosql-injection: none',
        'const query = Member.findOne()',
        'await query.findOne(req.body) // nosql-injection: high',
        'Member.findOne({ name: "x" }).then((found) => found.updateOne(req.body)) // mass-assignment: high',
        'Member.findOne({ name: "y" }).then((found) => found.updateOne(req.body)) // nosql-injection: none',
      ),
    },
    MONGOOSE,
  ))

test('a row', () =>
  check(
    {
      'app.js': `const { Sequelize, DataTypes } = require('sequelize')
const Member = new Sequelize(process.env.DB).define('member', { name: DataTypes.STRING, role: DataTypes.STRING })
const app = require('express')()
app.use(require('express').json())
app.put('/a/:id', async (req, res) => {
  const member = await Member.findByPk(req.params.id)
  await member.update(req.body) // mass-assignment: high
  res.end()
})
app.put('/b/:id', async (req, res) => {
  const member = await Member.findByPk(req.params.id)
  Object.assign(member, req.body)
  await member.save() // mass-assignment: high
  res.end()
})
app.put('/c/:id', async (req, res) => {
  const member = await Member.findByPk(req.params.id)
  await member.update({ name: req.body.name }) // mass-assignment: none
  member.name = req.body.name
  await member.save() // mass-assignment: none
  res.end()
})
`,
    },
    SEQUELIZE,
  ))

test('a session keeps what is put in by itself', () =>
  check({
    'app.js': `const app = require('express')()
app.use(require('express').json())
app.post('/a', (req, res) => {
  Object.assign(req.session, req.body) // mass-assignment: high
  res.end()
})
app.post('/b', (req, res) => {
  req.session[req.body.key] = req.body.value // mass-assignment: medium
  res.end()
})
app.post('/c', (req, res) => {
  req.session['seen_' + req.body.key] = true // mass-assignment: none
  Object.assign(req.session, { language: req.body.language }) // mass-assignment: none
  res.end()
})
`,
  }))
