/** Programs about servers: what guards them, what they log, how they answer; each in order, or with what it lacks. */
import { pack, type SmallPrograms } from './program'

/** A server with all controls: what passes where everything is in order. */
const club = `import { randomUUID } from 'node:crypto'
import * as Sentry from '@sentry/node'
import argon2 from 'argon2'
import RedisStore from 'connect-redis'
import { doubleCsrf } from 'csrf-csrf'
import express, { type NextFunction, type Request, type Response } from 'express'
import rateLimit from 'express-rate-limit'
import session from 'express-session'
import helmet from 'helmet'
import { pwnedPassword } from 'hibp'
import hpp from 'hpp'
import { Pool } from 'pg'
import { createClient } from 'redis'
import winston from 'winston'
import { z } from 'zod'

const logger = winston.createLogger({ level: 'info', format: winston.format.json(), transports: [new winston.transports.Console()] })
const pool = new Pool({ host: 'database', user: process.env.DATABASE_USER, password: process.env.DATABASE_PASSWORD, ssl: { rejectUnauthorized: true } })
const app = express()
app.disable('x-powered-by')
app.use(helmet())
app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store')
  res.set('Permissions-Policy', 'camera=()')
  next()
})
app.use(rateLimit({ windowMs: 60_000, limit: 60 }))
app.use(express.json({ limit: '10kb' }))
app.use(hpp())
app.use(
  session({
    name: '__Host-club',
    secret: process.env.SESSION_SECRET,
    store: new RedisStore({ client: createClient({ url: 'rediss://cache:6379', password: process.env.REDIS_PASSWORD }) }),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, secure: true, sameSite: 'strict', maxAge: 20 * 60 * 1000 },
  }),
)
const { doubleCsrfProtection } = doubleCsrf({ getSecret: () => process.env.CSRF_SECRET, getSessionIdentifier: (req) => req.session.id })
app.use(doubleCsrfProtection)

const signInLimiter = rateLimit({ windowMs: 60_000, limit: 5 })
const account = z.object({ email: z.string().email().max(254), password: z.string().min(14).max(128) })
const credentials = z.object({ email: z.string().email().max(254), password: z.string().max(128) })
const change = z.object({ current: z.string().max(128), password: z.string().min(14).max(128) })
const note = z.object({ title: z.string().max(200) })
const noteId = z.object({ id: z.string().uuid() })

function requireMember(req: Request, res: Response, next: NextFunction) {
  if (!req.session.memberId) {
    logger.warn('access refused', { event: 'access.denied', path: req.path, at: new Date().toISOString() })
    return res.status(401).end()
  }
  next()
}

app.post('/register', signInLimiter, async (req, res) => {
  const { email, password } = account.parse(req.body)
  if ((await pwnedPassword(password)) > 0) return res.status(400).json({ error: 'This password was published' })
  await pool.query('insert into members (id, email, password_hash) values ($1, $2, $3)', [randomUUID(), email, await argon2.hash(password)])
  res.status(201).end()
})

app.post('/login', signInLimiter, async (req, res) => {
  const { email, password } = credentials.parse(req.body)
  const { rows } = await pool.query('select * from members where email = $1', [email])
  if (!rows[0] || !(await argon2.verify(rows[0].password_hash, password))) {
    logger.warn('sign-in failed', { event: 'login.failed', at: new Date().toISOString() })
    Sentry.captureMessage('sign-in failed')
    return res.status(401).json({ error: 'Wrong email or password' })
  }
  logger.info('signed in', { event: 'login.succeeded', member: rows[0].id, at: new Date().toISOString() })
  req.session.regenerate(() => {
    req.session.memberId = rows[0].id
    res.status(204).end()
  })
})

app.post('/change-password', requireMember, signInLimiter, async (req, res) => {
  const { current, password } = change.parse(req.body)
  const { rows } = await pool.query('select * from members where id = $1', [req.session.memberId])
  if (!(await argon2.verify(rows[0].password_hash, current))) return res.status(403).end()
  await pool.query('update members set password_hash = $1 where id = $2', [await argon2.hash(password), req.session.memberId])
  await pool.query('delete from sessions where member_id = $1', [req.session.memberId])
  req.session.destroy(() => res.status(204).end())
})

app.post('/logout', requireMember, (req, res) => req.session.destroy(() => res.clearCookie('__Host-club').status(204).end()))

app.get('/notes/:id', requireMember, async (req, res) => {
  const { id } = noteId.parse(req.params)
  const { rows } = await pool.query('select title from notes where id = $1 and owner = $2', [id, req.session.memberId])
  res.json(rows[0])
})

app.post('/notes', requireMember, async (req, res) => {
  const { title } = note.parse(req.body)
  await pool.query('insert into notes (owner, title) values ($1, $2)', [req.session.memberId, title])
  res.status(201).end()
})

app.delete('/account', requireMember, async (req, res) => {
  await pool.query('delete from members where id = $1', [req.session.memberId])
  res.status(204).end()
})

app.get('/account/export', requireMember, async (req, res) => {
  const { rows } = await pool.query('select title from notes where owner = $1', [req.session.memberId])
  res.set('Content-Disposition', 'attachment; filename="notes.json"')
  res.json(rows)
})

app.use((error: Error, req: Request, res: Response, _next: NextFunction) => {
  const id = randomUUID()
  logger.error('request failed', { id, path: req.path, error: error.message })
  res.status(500).json({ error: 'Something went wrong', id })
})

process.on('uncaughtException', (error) => logger.error('uncaught', { error: error.message }))
process.on('unhandledRejection', (error) => logger.error('unhandled', { error: String(error) }))
app.listen(3000)
`

const clubPackages =
  'express@^4.19.2 helmet@^7.1.0 hpp express-rate-limit express-session connect-redis redis csrf-csrf argon2 hibp pg winston zod @sentry/node'

export const servers: SmallPrograms = {
  'server-in-order': {
    shows: 'guards its sign-in, its sessions, its headers and its input as advised',
    isCommitted: true,
    files: { 'package.json': pack(clubPackages), 'src/server.ts': club },
  },
  'server-without-anything': {
    shows: 'has a sign-in, and none of what ought to guard it',
    files: {
      'package.json': pack('express express-session mongoose md5'),
      'server.js': `const express = require('express')
const session = require('express-session')
const mongoose = require('mongoose')
const md5 = require('md5')

const User = mongoose.model('User', new mongoose.Schema({ email: String, password: String, role: String, oldPasswords: [String], diagnosis: String, cardNumber: String }))
const app = express()
app.use(express.urlencoded({ extended: true }))
app.use(session({ secret: 'keyboard cat', cookie: { httpOnly: false, secure: false } }))

app.post('/login', async (req, res) => {
  const user = await User.findOne({ email: req.body.email, password: md5(req.body.password) })
  if (!user) return res.status(401).send('no such user')
  req.session.user = user
  console.log('signed in with ' + req.body.password)
  res.redirect(req.query.next)
})

app.post('/register', async (req, res) => {
  res.json(await User.create(req.body))
})

app.post('/forgot', async (req, res) => {
  const token = Math.random().toString(36)
  await User.updateOne({ email: req.body.email }, { resetToken: token })
  res.json({ token })
})

app.get('/admin/users', async (req, res) => {
  res.json(await User.find())
})
// plumbline-ignore reflected-xss: one person reads the report
app.all('/report', (req, res) => res.send('<h1>' + req.query.title + '</h1>'))
app.listen(3000)
`,
    },
  },
  'errors-on-the-console': {
    shows: 'writes errors to the console alone, and calls other systems without proving who it is',
    files: {
      'package.json': pack('express redis axios'),
      'server.js': `const axios = require('axios')
const express = require('express')
const { createClient } = require('redis')

exports.cache = createClient({ url: process.env.REDIS_URL ?? 'redis://cache:6379' })
const app = express()
app.get('/rates', async (req, res, next) => {
  try {
    const { data } = await axios.get('https://rates.example.com')
    res.send(JSON.stringify(data))
  } catch (error) {
    console.error('no rates')
    next(error)
  }
})
app.get('/report', (req, res) => {
  res.setHeader('Content-Disposition', 'attachment; filename=' + req.query.filename)
  res.end('report')
})
app.listen(3000)
`,
    },
  },
  'administered-over-https': {
    shows: 'has functions for administrators, and serves HTTPS alone',
    files: {
      'package.json': pack('express express-sslify'),
      'server.js': `const fs = require('fs')
const https = require('https')
const express = require('express')
const enforce = require('express-sslify')

const app = express()
app.use(enforce.HTTPS())
app.get('/admin/users', (req, res) => res.json([]))
https.createServer({ key: fs.readFileSync('key.pem'), cert: fs.readFileSync('cert.pem') }, app).listen(443)
`,
    },
  },
  'private-pages-cached': {
    shows: 'lets shared caches keep what is answered to one user',
    files: {
      'package.json': pack('express express-session node-cache'),
      'server.js': `const express = require('express')
const session = require('express-session')
const NodeCache = require('node-cache')

const cache = new NodeCache()
const app = express()
app.use(session({ secret: process.env.SESSION_SECRET }))
const requireUser = (req, res, next) => (req.session.user ? next() : res.status(401).end())

app.get('/orders', requireUser, (req, res) => {
  res.set('Cache-Control', 'public, max-age=600') // V8.1.1 fail
  res.json(cache.get('orders') ?? [])
})
app.listen(3000)
`,
    },
  },
  'private-pages-uncached': {
    shows: 'keeps what is answered to one user out of shared caches',
    files: {
      'package.json': pack('express express-session node-cache'),
      'server.js': `const express = require('express')
const session = require('express-session')
const NodeCache = require('node-cache')

const cache = new NodeCache()
const app = express()
app.use(session({ secret: process.env.SESSION_SECRET }))
const requireUser = (req, res, next) => (req.session.user ? next() : res.status(401).end())

app.get('/orders', requireUser, (req, res) => { // V8.1.1 pass
  res.set('Cache-Control', 'private, no-store')
  res.json(cache.get('orders') ?? [])
})
app.listen(3000)
`,
    },
  },
  'origin-trusted': {
    shows: 'lets in whoever says that the request comes from a page of its own',
    files: {
      'package.json': pack('express'),
      'server.js': `const express = require('express')
const app = express()

function requireOwnPage(req, res, next) {
  if (req.headers.origin !== 'https://shop.example.com') return res.status(401).end() // V14.5.2 fail
  next()
}

app.get('/orders', requireOwnPage, (req, res) => res.json([]))
app.listen(3000)
`,
    },
  },
  'sites-listed': {
    shows: 'lists the sites whose pages may read its answers, and trusts one proxy',
    files: {
      'package.json': pack('express cors'),
      'server.js': `const express = require('express')
const cors = require('cors')
const app = express()
app.set('trust proxy', '10.0.0.1') // V14.5.4 pass
app.use(cors({ origin: ['https://shop.example.com'] })) // V14.5.3 pass
app.get('/prices', (req, res) => res.json([]))
app.listen(3000)
`,
    },
  },
  'origin-for-browsers': {
    shows: 'looks at the header Origin only to tell browsers which sites may read an answer',
    files: {
      'package.json': pack('express cors express-session'),
      'server.js': `const express = require('express')
const cors = require('cors')
const session = require('express-session')

const SITES = ['https://shop.example.com']
const app = express()
app.set('trust proxy', '10.0.0.1')
app.use(cors({ origin: SITES, credentials: true }))
app.use(session({ secret: process.env.SESSION_SECRET }))
function allowSites(req, res, next) {
  if (SITES.includes(req.headers.origin)) res.set('Access-Control-Allow-Origin', req.headers.origin) // V14.5.2 pass
  next()
}
app.use(allowSites)
const requireUser = (req, res, next) => (req.session.user ? next() : res.status(401).end())
app.get('/orders', requireUser, (req, res) => res.json([]))
app.listen(3000)
`,
    },
  },
  'methods-refused': {
    shows: 'answers 405 to methods that are not meant',
    files: {
      'package.json': pack('fastify'),
      'server.js': `const fastify = require('fastify')()
fastify.get('/orders', async () => [])
fastify.post('/orders', async (request, reply) => reply.code(405).send()) // V14.5.1 pass
fastify.listen({ port: 3000 })
`,
    },
  },
  'methods-all': {
    shows: 'takes requests of any method',
    files: {
      'package.json': pack('express'),
      'server.js': `const app = require('express')()
app.all('/orders', (req, res) => res.json([])) // V14.5.1 fail
app.listen(3000)
`,
    },
  },
  'steps-in-order': {
    shows: 'changes the state of an order only from the state before it',
    files: {
      'package.json': pack('express mongoose'),
      'server.js': `const express = require('express')
const mongoose = require('mongoose')

const Order = mongoose.model('Order', new mongoose.Schema({ owner: String, status: String }))
const app = express()
app.use(express.json())
app.post('/orders', async (req, res) => res.json(await Order.create({ status: 'open' })))
app.post('/orders/:id/pay', async (req, res) => {
  await Order.updateOne({ _id: String(req.params.id), status: 'open' }, { status: 'paid' }) // V11.1.1 pass
  res.status(204).end()
})
app.post('/orders/:id/send', async (req, res) => {
  await Order.updateOne({ _id: String(req.params.id), status: 'paid' }, { status: 'sent' })
  res.status(204).end()
})
app.listen(3000)
`,
    },
  },
  'dates-that-end-it': {
    shows: 'ends after a day that is written in the code',
    files: {
      'package.json': pack('express'),
      'server.js': `const app = require('express')()
if (Date.now() > new Date('2031-01-01').getTime()) { // V10.2.4 fail
  process.exit(1)
}
app.listen(3000)
`,
    },
  },
  'dates-that-show': {
    shows: 'shows something until a day that is written in the code',
    files: {
      'package.json': pack('express'),
      'server.js': `const app = require('express')()
app.get('/', (req, res) => {
  const isSale = new Date() < new Date('2031-01-01') // V10.2.4 pass
  res.json({ isSale })
})
app.listen(3000)
`,
    },
  },
  'back-door': {
    shows: 'compares what is sent with a password that stands in the code',
    files: {
      'package.json': pack('express'),
      'server.js': `const app = require('express')()
app.use(require('express').json())
app.post('/login', (req, res) => {
  if (req.body.password === 'let-me-in-2024!') return res.json({ role: 'admin' }) // V10.2.3 fail
  res.status(401).end()
})
app.listen(3000)
`,
    },
  },
  'failures-dropped': {
    shows: 'says nothing where a call of another service fails',
    files: {
      'package.json': pack('axios'),
      'index.js': `const axios = require('axios')
exports.rates = async () => {
  try {
    return await axios.get('https://rates.example.com') // V9.2.5 fail
  } catch {
    return []
  }
}
`,
    },
  },
  'failures-logged': {
    shows: 'logs where a call of another service fails',
    files: {
      'package.json': pack('axios'),
      'index.js': `const axios = require('axios')
exports.rates = async () => {
  try {
    return await axios.get('https://rates.example.com') // V9.2.5 pass
  } catch (error) {
    console.error('rates could not be fetched', error.code)
    return []
  }
}
`,
    },
  },
  'two-readers': {
    shows: 'checks an address with one parser and calls it by another',
    files: {
      'package.json': pack('express'),
      'index.js': `const url = require('url')
exports.isOwn = (address) => url.parse(address).hostname === 'api.example.com' // V13.1.1 fail
exports.hostOf = (address) => new URL(address).host
`,
    },
  },
  'one-reader': {
    shows: 'reads all addresses by one parser',
    files: {
      'package.json': pack('express'),
      'index.js': `exports.isOwn = (address) => new URL(address).hostname === 'api.example.com' // V13.1.1 pass
`,
    },
  },
  'soap-plain': {
    shows: 'sends SOAP messages without a signature, and takes them without a schema',
    files: {
      'package.json': pack('soap'),
      'index.js': `const soap = require('soap')
exports.connect = async () => soap.createClientAsync('https://bank.example.com/service?wsdl')
`,
    },
  },
  'soap-signed': {
    shows: 'signs SOAP messages, and holds them against a schema first',
    files: {
      'package.json': pack('soap xsd-schema-validator'),
      'index.js': `const fs = require('node:fs')
const soap = require('soap')
const { validateXML } = require('xsd-schema-validator')
exports.connect = async (xml) => {
  await validateXML(xml, 'order.xsd') // V13.3.1 pass
  const client = await soap.createClientAsync('https://bank.example.com/service?wsdl')
  client.setSecurity(new soap.WSSecurityCert(fs.readFileSync('key.pem'), fs.readFileSync('cert.pem'), process.env.KEY_PASSWORD)) // V13.3.2 pass
  return client
}
`,
    },
  },
}
