/** Programs about interpreters and services that few others have: YAML, LDAP, GraphQL, delegated login, keys of callers. */
import { pack, type SmallPrograms } from './program'

export const others: SmallPrograms = {
  'yaml-restricted': {
    shows: 'reads YAML by a reader that makes plain data',
    files: { 'package.json': pack('js-yaml@^4.1.0'), 'index.js': "const yaml = require('js-yaml')\nexports.colours = yaml.load('[red, green]')\n" },
  },
  'directory-escaped': {
    shows: 'escapes what goes into a search of a directory',
    files: {
      'package.json': pack('express ldapjs ldap-escape'),
      'server.js': `const express = require('express')
const ldap = require('ldapjs')
const { filter } = require('ldap-escape')

const client = ldap.createClient({ url: 'ldaps://directory.example.com' })
const app = express()
app.get('/people', (req, res) => {
  client.search('ou=people', { filter: filter\`(uid=\${req.query.name})\` }, () => res.end())
})
app.listen(3000)
`,
    },
  },
  'password-derived': {
    shows: 'derives password hashes by PBKDF2 with enough rounds, and a pepper',
    files: {
      'package.json': pack('express mongoose'),
      'server.js': `const crypto = require('crypto')
const express = require('express')
const mongoose = require('mongoose')

const User = mongoose.model('User', new mongoose.Schema({ email: String, passwordHash: Buffer, salt: Buffer }))
const app = express()
app.use(express.json())
const hash = (password, salt) => crypto.pbkdf2Sync(pepper(password), salt, 600000, 32, 'sha512')
exports.pepper = pepper
function pepper(password) {
  return crypto.createHmac('sha256', process.env.PEPPER).update(password).digest()
}
app.post('/login', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email) })
  if (!user || !crypto.timingSafeEqual(hash(req.body.password, user.salt), user.passwordHash)) return res.status(401).end()
  res.json({ id: user.id })
})
app.listen(3000)
`,
    },
  },
  'provider-of-logins': {
    shows: 'signs users in for other systems, and does not tell them when',
    files: {
      'package.json': pack('oidc-provider'),
      'index.js': `const Provider = require('oidc-provider')
module.exports = new Provider('https://login.example.com', { clients: [] })
`,
    },
  },
  'queries-limited': {
    shows: 'limits the depth of GraphQL queries',
    files: {
      'package.json': pack('@apollo/server graphql graphql-depth-limit'),
      'index.js': `const { ApolloServer } = require('@apollo/server')
const depthLimit = require('graphql-depth-limit')
const typeDefs = 'type Query { hello: String }'
module.exports = new ApolloServer({ typeDefs, resolvers: { Query: { hello: () => 'hello' } }, validationRules: [depthLimit(5)] })
`,
    },
  },
  'login-elsewhere': {
    shows: 'lets users sign in elsewhere, asks how long ago that was, and lets them take it back and end their sessions',
    files: {
      'package.json': pack('express passport passport-google-oauth20'),
      'server.js': `const express = require('express')
const passport = require('passport')
const { Strategy } = require('passport-google-oauth20')

passport.use(new Strategy({ clientID: process.env.ID, clientSecret: process.env.SECRET, callbackURL: '/back' }, (access, refresh, profile, done) => done(null, profile)))
const app = express()
exports.maxAge = maxAge
function maxAge() {
  return 3600
}
app.get('/login', passport.authenticate('google', { scope: ['email'], prompt: 'login', maxAge: maxAge() }))
app.get('/back', passport.authenticate('google'), (req, res) => res.redirect('/'))
app.post('/unlink', (req, res) => unlinkAccount(req, res))
app.get('/sessions', (req, res) => res.json(listSessions(req)))
exports.unlinkAccount = unlinkAccount
function unlinkAccount(req, res) {
  res.status(204).end()
}
exports.listSessions = listSessions
function listSessions() {
  return []
}
exports.stepUp = (req, res, next) => next()
app.listen(3000)
`,
    },
  },
  'signed-requests': {
    shows: 'lets other systems in by signatures, and checks those of a payment service',
    files: {
      'package.json': pack('express stripe axios'),
      'server.js': `const axios = require('axios')
const crypto = require('crypto')
const express = require('express')
const stripe = require('stripe')(process.env.STRIPE_KEY)

const app = express()
app.post('/webhooks/stripe', express.raw({ type: 'application/json' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], process.env.STRIPE_WEBHOOK_SECRET)
  await axios.get('https://api.example.com/payments/' + event.id, { timeout: 1000 })
  res.json({ received: event.id })
})
function requireSignature(req, res, next) {
  const expected = crypto.createHmac('sha256', process.env.PARTNER_SECRET).update(req.body).digest()
  if (!crypto.timingSafeEqual(expected, Buffer.from(String(req.headers['x-signature']), 'hex'))) return res.status(401).end()
  next()
}
app.post('/partner', express.raw({ type: '*/*' }), requireSignature, (req, res) => res.status(204).end())
app.listen(3000)
`,
    },
  },
  'keys-of-callers': {
    shows: 'lets other systems in by a key that never changes',
    files: {
      'package.json': pack('express'),
      'server.js': `const express = require('express')
const app = express()
const requireKey = (req, res, next) => (req.headers['x-api-key'] === process.env.API_KEY ? next() : res.status(401).end())
app.get('/orders', requireKey, (req, res) => res.json([]))
app.listen(3000)
`,
    },
  },
  'token-unsigned': {
    shows: 'signs tokens with no algorithm at all',
    files: {
      'package.json': pack('express jsonwebtoken'),
      'server.js': `const express = require('express')
const jwt = require('jsonwebtoken')
const app = express()
app.use(express.json())
app.post('/login', (req, res) => res.json({ token: jwt.sign({ id: req.body.id }, '', { algorithm: 'none', expiresIn: '1h' }) })) // V3.2.4 fail
app.get('/orders', (req, res) => {
  const user = jwt.verify(req.headers.authorization, '', { algorithms: ['none'] })
  res.json(user)
})
app.listen(3000)
`,
    },
  },
  'tokens-in-addresses': {
    shows: 'takes session tokens and card numbers in the address',
    files: {
      'package.json': pack('express jsonwebtoken'),
      'server.js': `const express = require('express')
const jwt = require('jsonwebtoken')
const app = express()
app.post('/login', (req, res) => res.json({ token: jwt.sign({ id: 1 }, process.env.KEY) }))
app.get('/stream', (req, res) => {
  const user = jwt.verify(req.query.access_token, process.env.KEY)
  res.json(user)
})
app.listen(3000)
`,
    },
  },
}
