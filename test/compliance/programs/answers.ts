/** Programs about what goes out and who is asked before: answers written by hand, mail, lines of logs, operations of GraphQL, roles. */
import { pack, type SmallPrograms } from './program'

const withMail = (send: string) => `import express from 'express'
import nodemailer from 'nodemailer'

const app = express()
app.use(express.json())
const transport = nodemailer.createTransport({ host: 'mail.example.com', port: 465, secure: true })
const SUPPORT = 'support@example.com'

app.post('/contact', async (req, res) => {
  ${send}
  res.sendStatus(204)
})
app.listen(3000)
`

const withLog = (format: string, target: string) => `import express from 'express'
import { createLogger, format, transports } from 'winston'

const app = express()
const logger = createLogger({ ${format}transports: [${target}] })

app.get('/orders/:id', async (req, res) => {
  try {
    res.json(await load(Number(req.params.id)))
  } catch (error) {
    logger.error('order could not be loaded', { code: error.code })
    res.status(500).send('Try again later')
  }
})
app.listen(3000)

async function load(id: number) {
  return { id }
}
`

const withParcels = (resolvers: string) => `import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { GraphQLError } from 'graphql'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'

const Parcel = mongoose.model('Parcel', new mongoose.Schema({ ownerId: String, address: String }))

const typeDefs = \`#graphql
  type Parcel { id: ID! address: String }
  type Query { parcel(id: ID!): Parcel }
  type Mutation { moveParcel(id: ID!, address: String!): Parcel }
\`

const requireUser = (context) => {
  if (!context.user) throw new GraphQLError('Sign in first', { extensions: { code: 'UNAUTHENTICATED' } })
  return context.user
}

const resolvers = {
${resolvers}
}

const server = new ApolloServer({ typeDefs, resolvers, introspection: false })
await startStandaloneServer(server, {
  context: async ({ req }) => {
    const token = (req.headers.authorization ?? '').replace('Bearer ', '')
    return { user: token ? jwt.verify(token, process.env.TOKEN_KEY, { algorithms: ['HS256'] }) : null }
  },
})
`

const withRoles = (check: string, use: string) => `import express from 'express'
import jwt from 'jsonwebtoken'

const app = express()
const requireUser = (req, res, next) => {
  if (!req.headers.authorization) return res.sendStatus(401)
  req.user = jwt.verify(req.headers.authorization.slice(7), process.env.TOKEN_KEY, { algorithms: ['HS256'] })
  next()
}
${check}
app.get('/admin/orders', requireUser, ${use}, (req, res) => res.json([]))
app.listen(3000)
`

export const answers: SmallPrograms = {
  'answers-without-type': {
    shows: 'answers without saying what kind of text it sends',
    files: {
      'package.json': pack(''),
      'src/server.ts': `import http from 'node:http'

http
  .createServer((req, res) => {
    if (req.url === '/health') return res.end(JSON.stringify({ up: true })) // V14.4.1 fail
    res.statusCode = 404
    res.end()
  })
  .listen(3000)
`,
    },
  },
  'answers-without-characters': {
    shows: 'answers with pages whose character set is not said',
    files: {
      'package.json': pack(''),
      'src/server.ts': `import http from 'node:http'

http
  .createServer((req, res) => {
    if (req.url === '/shop') {
      res.writeHead(200, { 'Content-Type': 'text/html' })
      return res.end('<h1>Shop</h1>') // V14.4.1 fail
    }
    res.writeHead(404)
    res.end()
  })
  .listen(3000)
`,
    },
  },
  'answers-with-type': {
    shows: 'answers by hand, and says type and character set',
    files: {
      'package.json': pack('express'),
      'src/server.ts': `import express from 'express'

const app = express()
app.get('/shop', (req, res) => {
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.end('<h1>Shop</h1>') // V14.4.1 partial
})
app.get('/orders', (req, res) => res.json([]))
app.listen(3000)
`,
    },
  },
  'mail-as-text': {
    shows: 'puts a mail with its headers together as text, of what visitors send',
    files: {
      'package.json': pack('express nodemailer'),
      'src/server.ts': withMail(
        'await transport.sendMail({ envelope: { from: SUPPORT, to: SUPPORT }, raw: `To: ${SUPPORT}\\r\\nSubject: ${req.body.subject}\\r\\n\\r\\nSee the list.` }) // V5.2.3 fail',
      ),
    },
  },
  'mail-of-fields': {
    shows: 'hands the fields of a mail to a library',
    files: {
      'package.json': pack('express nodemailer'),
      'src/server.ts': withMail(
        "await transport.sendMail({ from: SUPPORT, to: SUPPORT, subject: String(req.body.subject), text: 'See the list.' })",
      ).replace('secure: true })', 'secure: true }) // V5.2.3 pass'),
    },
  },
  'log-without-time': {
    shows: 'writes lines to a file that do not say when',
    files: {
      'package.json': pack('express winston@^3.13.0'),
      'src/server.ts': withLog('format: format.json(), ', "new transports.File({ filename: 'shop.log' })").replace(')] })', ')] }) // V7.1.4 fail'),
    },
  },
  'log-with-time': {
    shows: 'writes lines with their time',
    files: {
      'package.json': pack('express winston@^3.13.0'),
      'src/server.ts': withLog('format: format.combine(format.timestamp(), format.json()), ', "new transports.File({ filename: 'shop.log' })"),
    },
  },
  'graphql-of-anyone': {
    shows: 'lets every signed-in caller of its GraphQL operations name the records of others',
    files: {
      'package.json': pack('@apollo/server graphql mongoose jsonwebtoken'),
      'src/server.ts': withParcels(`  Query: {
    parcel: (_, { id }, context) => Parcel.findOne({ _id: String(id), ownerId: requireUser(context).id }),
  },
  Mutation: {
    moveParcel: (_, { id, address }, context) => {
      requireUser(context)
      return Parcel.findByIdAndUpdate(String(id), { address: String(address) }) // V13.4.2 fail
    },
  },`),
    },
  },
  'graphql-of-owners': {
    shows: 'ties the records of its GraphQL operations to whoever calls',
    files: {
      'package.json': pack('@apollo/server graphql mongoose jsonwebtoken'),
      'src/server.ts': withParcels(`  Query: {
    parcel: (_, { id }, context) => Parcel.findOne({ _id: String(id), ownerId: requireUser(context).id }), // V13.4.2 pass
  },
  Mutation: {
    moveParcel: (_, { id, address }, context) =>
      Parcel.findOneAndUpdate({ _id: String(id), ownerId: requireUser(context).id }, { address: String(address) }),
  },`),
    },
  },
  'roles-by-name': {
    shows: 'asks for the name of a role, and for no right',
    files: {
      'package.json': pack('express jsonwebtoken'),
      'src/server.ts': withRoles(
        `const requireAdmin = (req, res, next) => {
  if (req.user.role !== 'admin') return res.sendStatus(403) // V1.4.5 fail
  next()
}`,
        'requireAdmin',
      ).replace('next()\n}\n\n', 'next()\n}\n'),
    },
  },
  'bodies-of-other-types': {
    shows: 'runs on a framework that refuses bodies of types it was not told of',
    files: {
      'package.json': pack('fastify@^4.28.0'),
      'src/server.ts': `import Fastify from 'fastify'

const app = Fastify()
app.post('/orders', async (request) => ({ taken: request.body.items.length })) // V13.1.5 pass // V13.2.5 pass
app.listen({ port: 3000 })
`,
    },
  },
  'login-elsewhere-of-any-age': {
    shows: 'lets users sign in elsewhere, however long ago that was',
    files: {
      'package.json': pack('express passport passport-google-oauth20'),
      'server.js': `const express = require('express')
const passport = require('passport')
const { Strategy } = require('passport-google-oauth20')

passport.use(new Strategy({ clientID: process.env.ID, clientSecret: process.env.SECRET, callbackURL: '/back' }, (access, refresh, profile, done) => done(null, profile)))
const app = express()
app.get('/login', passport.authenticate('google', { scope: ['email'] }))
app.get('/back', passport.authenticate('google'), (req, res) => res.redirect('/'))
app.listen(3000)
`,
    },
  },
  'sessions-alone': {
    shows: 'knows its callers by tokens that end, and by no key',
    files: {
      'package.json': pack('express jsonwebtoken'),
      'src/server.ts': withRoles('', 'express.json()'),
    },
  },
}
