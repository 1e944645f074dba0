/** Methods that browsers ask for before they send them for a page of another origin, under policies of origins. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (policy: string, method: string, mark: string) => `const express = require('express')
  const cors = require('cors')
  const session = require('express-session')
  const mongoose = require('mongoose')
  const app = express()
  ${policy}
  app.use(session({ secret: process.env.SESSION_KEY, resave: false, saveUninitialized: false, cookie: { secure: true, httpOnly: true } })) // missing-csrf-protection: ${mark}
  const Profile = mongoose.model('Profile', new mongoose.Schema({ owner: String, motto: String }))
  function requireUser(req, res, next) {
    if (!req.session.userId) return res.sendStatus(401)
    next()
  }
  app.${method}('/motto', requireUser, async (req, res) => {
    await Profile.updateOne({ owner: req.session.userId }, { $set: { motto: String(req.body.motto) } })
    res.sendStatus(204)
  })
  app.listen(8080)`

const DEPENDENCIES = { express: '4', cors: '2', 'express-session': '1', mongoose: '8' }

test.each([
  ['none at all', '', 'put', 'low'],
  ['a list of origins', "app.use(cors({ credentials: true, origin: ['https://a.test', process.env.CLIENT_URL] }))", 'put', 'low'],
  ['nothing of credentials', 'app.use(cors())', 'delete', 'low'],
  ['every origin', 'app.use(cors({ credentials: true, origin: true }))', 'put', 'medium'],
  ['a function that decides', 'app.use(cors({ credentials: true, origin: (from, done) => done(null, true) }))', 'put', 'medium'],
  ['a list, and a form', "app.use(cors({ credentials: true, origin: ['https://a.test'] }))", 'post', 'medium'],
])('%s', (_, policy, method, mark) => check({ 'app.js': app(policy, method, mark) }, DEPENDENCIES))
