/** What following a link deletes: sure where the request names it, less sure where it may only be what was out of date. */
import { expect, test } from 'vitest'
import rule from '../../plugin/rules/authorization/state-change-by-get'
import { linkSources } from '../link/small-programs'
import { check } from './marked-lines'

const found = (door: string) =>
  rule
    .check(
      linkSources({
        'app.js': `const express = require('express'); const session = require('express-session'); const mongoose = require('mongoose')
const app = express(); app.use(session({ secret: process.env.KEY }))
const known = (req, res, next) => { if (!req.session.userId) return res.sendStatus(401); next() }
const Visit = mongoose.model('Visit', new mongoose.Schema({ owner: String, until: Date }))
${door}`,
      }),
    )
    .map(({ subject, confidence }) => `${subject} ${confidence}`)

test('the request names what goes', () => {
  expect(found(`app.get('/visits/:id', known, async (req, res) => { await Visit.deleteOne({ _id: req.params.id }); res.json([]) })`)).toEqual([
    'GET /visits/:id high',
  ])
  expect(
    found(`app.get('/visits/delete', known, async (req, res) => { await Visit.deleteMany({ owner: req.session.userId }); res.json([]) })`),
  ).toEqual(['GET /visits/delete high'])
})

test('nothing of the request names it', () => {
  expect(found(`app.get('/visits', known, async (req, res) => { await Visit.deleteMany({ until: { $lt: new Date() } }); res.json([]) })`)).toEqual([
    'GET /visits low',
  ])
})

test('nobody in particular is asked for: sure only where the path says what is done', () => {
  expect(found(`app.get('/visits/:id/delete', async (req, res) => { await Visit.deleteOne({ _id: req.params.id }); res.json([]) })`)).toEqual([
    'GET /visits/:id/delete high',
  ])
  expect(found(`app.get('/visits/:id', async (req, res) => { await Visit.deleteOne({ _id: req.params.id }); res.json([]) })`)).toEqual([
    'GET /visits/:id medium',
  ])
})

test('that somebody did it is noted of whatever is asked for', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const session = require('express-session')
const mongoose = require('mongoose')
const app = express()
app.use(session({ secret: process.env.S }))
const Audit = mongoose.model('AuditEntry', new mongoose.Schema({ who: String, what: String }))
const Meeting = mongoose.model('Event', new mongoose.Schema({ title: String }))
const known = (req, res, next) => (req.session.user ? next() : res.sendStatus(401))
app.get('/files/:id/download', known, async (req, res) => { await Audit.create({ who: req.session.user, what: req.params.id }); res.end() }) // state-change-by-get: none
app.get('/events/add', known, async (req, res) => { await Meeting.create({ title: req.query.title }); res.end() }) // state-change-by-get: high
app.listen(80)`,
    },
    { express: '4', 'express-session': '1', mongoose: '8' },
  )
}, 120_000)
