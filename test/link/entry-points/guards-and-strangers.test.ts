/** Middleware asks who is calling where it turns away whoever shows nothing; who refuses only some of those who are known does not. */
import { expect, test } from 'vitest'
import { endpoints, linkSources } from '../small-programs'

const program = (guard: string) => ({
  'people.js': `const _ = require('lodash')
    const personOf = (session) => _.get(session, ['user']) || _.get(session, ['passport', 'user']) || null
    const isRoot = (person) => { if (!process.env.ROOTS) return false; if (!person) return false; return Boolean(person.isRoot) }
    const isKnown = (session) => { const person = personOf(session); return ![null, undefined].includes(person) }
    module.exports = { personOf, isRoot, isKnown }`,
  'app.js': `const express = require('express')
    const { personOf, isRoot, isKnown } = require('./people')
    const app = express()
    app.use((req, res, next) => { ${guard} })
    app.post('/lamps', (req, res) => res.json([]))
    app.listen(3000)`,
})
const auth = (guard: string) => endpoints(program(guard))

test.each([
  [
    'some of those with a right, by what a helper says of nobody',
    `const person = personOf(req.session); if (!isRoot(person)) return next()
      if (!person.mail.endsWith('@home.org')) return next(new Error('not from here')); next()`,
  ],
  ['whoever is known already', `if (typeof req.session.house?.user !== 'undefined') return next(new Error('known already')); next()`],
  ['whoever is known already, by a helper', `if (isKnown(req.session)) return res.status(403).end(); next()`],
  ['some of those who are known', `if (req.user?.gone) return res.status(403).end(); next()`],
  ['those who are known and on no list', `if (req.user && !['blue', 'green'].includes(req.user.house)) return res.sendStatus(403); next()`],
])('%s', (_, guard) => {
  expect(auth(guard)).toEqual(['POST /lamps auth=no'])
})

test.each([
  ['whoever is not known, by a helper', `if (!isKnown(req.session)) return res.status(403).end(); next()`],
  ['whoever has no right, by a helper', `if (!isRoot(personOf(req.session))) return next(new Error('no')); next()`],
  ['whoever is not known', `if (typeof req.session.house?.user === 'undefined') return next(new Error('nobody')); next()`],
  ['strangers first, and some of the others', `if (!req.user) return res.sendStatus(401); if (req.user.gone) return res.sendStatus(403); next()`],
  ['strangers by another way out', `if (!req.user) return res.redirect('/portal'); if (req.user.gone) return res.sendStatus(403); next()`],
  ['whoever is on no list', `if (!['blue', 'green'].includes(req.user?.house)) return res.sendStatus(403); next()`],
])('%s: that is everybody who is not known', (_, guard) => {
  expect(auth(guard)).toEqual(['POST /lamps auth=yes'])
})

test('what cannot go on for other reasons says nothing of who is calling', () => {
  const counts = (caught: string) => `const key = req.session.userId || req.ip; if (key === process.env.PROBE) return next()
    tally.count(key).then(() => next()).catch((fault) => { ${caught} })`
  expect(auth(counts('if (fault instanceof Error) next(fault); else res.status(429).end()'))).toEqual(['POST /lamps auth=no'])
  expect(auth(`if (req.session.userId) next(); else next(new Error('nobody'))`)).toEqual(['POST /lamps auth=yes'])
})

test('refusing those without a right who are known is a matter of rights, behind a guard that asks who they are', () => {
  const guards = (first: string) =>
    linkSources(program(`${first} if (req.user && req.user.role !== 'admin') return res.sendStatus(403); next()`)).entryPoints.map(
      ({ authRequired, guards: all }) => [authRequired.answer, ...all.map(({ role }) => role)],
    )
  expect(guards('')).toEqual([['no', 'authorization']])
  expect(guards('if (!req.user) return res.sendStatus(401);')).toEqual([['yes', 'authentication', 'authorization']])
})

const basic = (refusal: string, otherwise = 'next()') => ({
  'app.js': `const express = require('express')
    const readBasic = require('basic-auth')
    const bearer = require('express-bearer-token')
    const challenge = (res) => { res.setHeader('WWW-Authenticate', 'Basic'); res.sendStatus(401) }
    const count = (res) => { res.setHeader('X-Count', '1') }
    const isRight = (given, name, pass) => given.get(name) === pass
    const houses = {
      byBasic(known) {
        const given = new Map(Object.entries(known))
        return (req, res, next) => {
          const sent = readBasic(req)
          if (!sent || !isRight(given, sent.name, sent.pass)) { ${refusal} } else { ${otherwise} }
        }
      },
      inside() { return houses.byBasic(process.env.KNOWN) },
    }
    const app = express()
    app.use(bearer())
    app.post('/lamps', houses.inside(), (req, res) => res.json([]))
    app.listen(3000)`,
})

test('a factory that gives back the middleware of another, which refuses by a helper that sends 401', () => {
  expect(endpoints(basic('challenge(res); log(1)'))).toEqual(['POST /lamps auth=yes'])
  expect(endpoints(basic('count(res); next()'))).toEqual(['POST /lamps auth=no'])
})

test('a library that takes a token out of the request turns nobody away', () => {
  expect(endpoints({ ...basic('next()') })).toEqual(['POST /lamps auth=no'])
})

test('a token that is asked for only where the body brings something demands nobody', () => {
  const fastify = (asks: string) => ({
    'app.js': `const fastify = require('fastify')
      const app = fastify()
      app.register(require('@fastify/jwt'), { secret: process.env.KEY })
      app.decorate('extras', async (request, reply) => {
        const { files } = request.body
        const check = async (said) => { try { await request.jwtVerify() } catch (fault) { return reply.send({ said }) } }
        ${asks}
      })
      app.post('/lamps', { preValidation: [app.extras] }, async () => [])`,
  })
  expect(endpoints(fastify(`if (files?.length > 0 && process.env.STRICT) return await check('no files')`))).toEqual(['POST /lamps auth=no'])
  expect(endpoints(fastify(`if (files?.length > 3) return reply.code(400).send({}); return await check('nobody')`))).toEqual(['POST /lamps auth=yes'])
})
