/** Middleware that hands on whoever shows nothing demands nothing, whichever way round it says so. */
import { expect, test } from 'vitest'
import { endpoints } from '../small-programs'

const trpc = (body: string) => ({
  'router.ts': `import { initTRPC, TRPCError } from '@trpc/server'
    const t = initTRPC.context().create()
    const fresh = t.middleware(async ({ ctx, type, next }) => { ${body} })
    const open = t.procedure.use(fresh)
    export const appRouter = t.router({ lamps: open.mutation(() => []) })`,
})
const GONE = `const user = await db.find(ctx.user.id)
  if (!user) throw new TRPCError({ code: 'UNAUTHORIZED' })
  return next()`

test.each([
  ['a way out in front, for one of several reasons', `if (type !== 'mutation' || !ctx.user) return next(); ${GONE}`],
  ['a way out in front', `if (!ctx.user) { return next() } ${GONE}`],
])('%s', (_, body) => {
  expect(endpoints(trpc(body))).toEqual(['POST /api/trpc/lamps auth=no'])
})

test('a way out for other reasons lets no stranger on', () => {
  expect(endpoints(trpc(`if (type !== 'mutation' && ctx.user) return next(); ${GONE}`))).toEqual(['POST /api/trpc/lamps auth=yes'])
})

const hono = (guard: string) => ({
  'app.ts': `import { Hono } from 'hono'
    import { bearerAuth } from 'hono/bearer-auth'
    const app = new Hono()
    ${guard}
    app.get('/lamps', (c) => c.json([]))
    export default app`,
})

test('a bearer token that Hono asks for is asked for, in front of handlers and within middleware', () => {
  expect(endpoints(hono(`app.use('*', bearerAuth({ token: process.env.TOKEN }))`))).toEqual(['GET /lamps auth=yes'])
  expect(
    endpoints(
      hono(
        `app.use('*', async (c, next) => { if (process.env.TOKEN) return bearerAuth({ token: process.env.TOKEN })(c, next); return c.json({}, 500) })`,
      ),
    ),
  ).toEqual(['GET /lamps auth=yes'])
  expect(endpoints(hono(`app.use('*', async (c, next) => next())`))).toEqual(['GET /lamps auth=no'])
})

/** Middleware of an application in front of a route, with helpers; `a` is what it does. */
const inFront = (...middleware: string[]) => ({
  'app.js': `const express = require('express'); const jwt = require('jsonwebtoken'); const app = express()
    const ofHeader = (req) => { const header = req.headers && req.headers.authorization
      if (!header) return null
      const parts = header.split(' ')
      if (/^Bearer$/i.test(parts[0])) return parts[1] }
    const ofCookies = (req) => req.cookies?.head && req.cookies?.tail ? [req.cookies.head, req.cookies.tail].join('.') : null
    const parsed = (req) => { const body = req.body || {}
      let token = body.access_token
      if (!token) token = ofHeader(req) || ofCookies(req)
      if (token) {
        try { return jwt.verify(token, process.env.KEY) }
        catch (fault) { if (fault.name === 'Expired') throw Object.assign(new Error('expired'), { status: 401 }) } } }
    const demanded = (req) => { const token = ofHeader(req)
      if (!token) throw Object.assign(new Error('who are you'), { status: 401 })
      return jwt.verify(token, process.env.KEY) }
    ${middleware.join('\n')}
    app.get('/lamps', (req, res) => res.json([]))`,
})
const door = (sources: ReturnType<typeof inFront>) => endpoints(sources).map((each) => each.replace(/.*auth=/, ''))

test('a token that is looked at where there is one, by a helper that throws for a bad one', () => {
  const a = (read: string, otherwise: string) =>
    `app.use((req, res, next) => {
      try { req.jwtPayload = ${read}(req) } catch (fault) { return next(fault) }
      if (!req.jwtPayload) return ${otherwise}
      if (req.jwtPayload.scope === 'none') return res.status(401).end()
      next() })`
  expect(door(inFront(a('parsed', 'next()')))).toEqual(['no'])
  expect(door(inFront(a('parsed', 'res.status(401).end()')))).toEqual(['yes'])
  expect(door(inFront(a('demanded', 'next()')))).toEqual(['yes'])
})

test('a key that is sent in any of several ways, or in none', () => {
  const a = (otherwise: string) =>
    `app.use(async (req, res, next) => { const query = req.query || {}
      const apiKey = req.get('Api-Key') || query.apiKey || query.api_key
      if (apiKey) { if (await db.keys.findOne({ apiKey })) return next(); return res.status(401).end() }
      ${otherwise} })`
  expect(door(inFront(a('next()')))).toEqual(['no'])
  expect(door(inFront(a('res.status(401).end()')))).toEqual(['yes'])
})

test('a wrapper that may give back what it is handed gives back nothing that it is handed elsewhere', () => {
  const timed = `const timed = (name, handler) => { if (!process.env.TIMED) return handler
      return (req, res, next) => { const end = start(name); handler(req, res, (fault) => { end(); next(fault) }) } }
    const asks = (req, res, next) => req.session.user ? next() : res.status(401).end()
    const says = (req, res, next) => { res.set('x-lamp', '1'); next() }`
  const other = `const other = express(); other.use(timed('asks', asks)); other.get('/other', (req, res) => res.json({}))`
  const lamps = (sources: ReturnType<typeof inFront>) => endpoints(sources).filter((each) => each.includes('/lamps'))
  expect(lamps(inFront(timed, other, `app.use(timed('says', says))`))).toEqual(['GET /lamps auth=no'])
  expect(lamps(inFront(timed, other, `app.use(timed('asks', asks))`))).toEqual(['GET /lamps auth=yes'])
})

test('who is asked for inside of another condition, and sent back there', () => {
  const handler = (...inside: string[]) => ({
    'app.js': `const app = require('express')()
      app.post('/lamps', (req, res, next) => {
        if (req.body.name !== undefined) {
          const user = users.get(req.cookies.token)
          ${inside.join('\n')}
        }
        res.redirect('/lamps') })`,
  })
  expect(endpoints(handler(`if (user) save(user); else { next(new Error('not you')); return }`))).toEqual(['POST /lamps auth=yes'])
  expect(endpoints(handler(`if (!user) { next(new Error('not you')); return } save(user)`))).toEqual(['POST /lamps auth=yes'])
  expect(endpoints(handler(`if (user) save(user); else log('not you')`))).toEqual(['POST /lamps auth=no'])
})
