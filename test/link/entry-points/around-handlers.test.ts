/** What a wrapper does with the failures of its handler asks nobody; what it runs in front of the handler does, where it was handed that. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const doors = (sources: Record<string, string>) =>
  Object.fromEntries(linkSources(sources).entryPoints.map(({ method, path, authRequired }) => [`${method} ${path}`, authRequired.answer]))

const SESSION = `import NextAuth from 'next-auth'\nexport const { auth } = NextAuth({ providers: [] })`
const route = (call: string, names = call.replace(/\(.*/s, '')) => `import { ${names} } from '../../../lib/wrappers'\nexport const POST = ${call}`
const HANDLER = 'async (request) => Response.json(await request.json())'

/** @param caught what the wrapper does with what failed */
const wrappers = (caught: string) => `import { auth } from './session'
  class Told extends Error {}
  function around(handler, before) {
    return async (request, context) => {
      try {
        let known = request
        if (before) {
          const given = await before(request)
          if (given instanceof Response) return given
          known = given
        }
        const answer = await handler(known, context)
        return answer
      } catch (error) { ${caught} }
    }
  }
  async function askUser(request) {
    const session = await auth()
    if (!session?.user) return Response.json({ error: 'Who are you?' }, { status: 401 })
    request.user = session.user
    return request
  }
  async function askMember(request) {
    const known = await askUser(request)
    if (known instanceof Response) return known
    return known
  }
  export function open(scope, handler) {
    if (typeof scope === 'string') return around(handler)
    return around(scope)
  }
  export function forUsers(scope, handler) {
    if (typeof scope === 'string') return around(handler, askUser)
    return around(scope, askUser)
  }
  export const forMembers = (handler) => around(handler, askMember)`

test.each([
  ['says it anew', `if (error.message === 'MOVED') throw error; return Response.json({}, { status: 500 })`],
  [
    'answers 401',
    `if (error instanceof Told) return Response.json({ error: 'Grant it again' }, { status: 401 }); return Response.json({}, { status: 500 })`,
  ],
  ['answers 500', `return Response.json({}, { status: 500 })`],
])('a wrapper of the program that %s where its handler failed', (_, caught) => {
  expect(
    doors({
      'package.json': '{"name":"lamps","dependencies":{"next":"^15","next-auth":"^5"}}',
      'lib/wrappers.ts': wrappers(caught),
      'lib/session.ts': SESSION,
      'app/api/open/route.ts': route(`open(${HANDLER})`),
      'app/api/named/route.ts': route(`open('named', ${HANDLER})`),
      'app/api/own/route.ts': route(`forUsers(${HANDLER})`),
      'app/api/mine/route.ts': route(`forUsers('mine', ${HANDLER})`),
      'app/api/ours/route.ts': route(`forMembers(${HANDLER})`),
    }),
  ).toEqual({ 'POST /api/open': 'no', 'POST /api/named': 'no', 'POST /api/own': 'yes', 'POST /api/mine': 'yes', 'POST /api/ours': 'yes' })
})

test('a library that checks a signature around the handler does so within a wrapper of the program', () => {
  const signed = `import { verifySignatureAppRouter } from '@upstash/qstash/nextjs'\nimport { open } from '../../../lib/wrappers'\n`
  expect(
    doors({
      'package.json': '{"name":"lamps","dependencies":{"next":"^15","@upstash/qstash":"2"}}',
      'lib/wrappers.ts': wrappers('return Response.json({}, { status: 500 })'),
      'lib/session.ts': SESSION,
      'app/api/signed/route.ts': `${signed}export const POST = open('signed', verifySignatureAppRouter(${HANDLER}))`,
      'app/api/open/route.ts': `${signed}export const POST = open('open', ${HANDLER})`,
    }),
  ).toEqual({ 'POST /api/signed': 'yes', 'POST /api/open': 'no' })
})

const express = (wrapper: string) => ({
  'app.js': `const app = require('express')(); const jwt = require('jsonwebtoken'); class Unauthorized extends Error {}
    const check = (req) => { if (!req.headers.authorization) throw new Unauthorized(); return jwt.verify(req.headers.authorization, KEY) }
    const safely = (handler) => async (req, res, next) => { ${wrapper} }
    app.delete('/lamps/:id', safely(async (req, res) => { res.json([]) }))`,
})

test.each([
  ['nothing in front', 'no', `try { await handler(req, res, next) } catch (error) { res.status(401).end() }`],
  [
    'what says nothing of the caller',
    'no',
    `try { log(req.url); res.set('x-lamp', '1'); await handler(req, res) } catch (error) { res.status(401).end() }`,
  ],
  [
    'a check in front',
    'yes',
    `try { req.user = jwt.verify(req.headers.authorization, KEY); await handler(req, res) } catch (error) { res.status(401).end() }`,
  ],
  ['a helper in front that checks', 'yes', `try { check(req); await handler(req, res) } catch (error) { res.status(401).end() }`],
  ['a check of its own', 'yes', `try { check(req) } catch (error) { return res.status(401).end() } await handler(req, res)`],
])('a handler that is tried, with %s', (_, answer, wrapper) => {
  expect(doors(express(wrapper))).toEqual({ 'DELETE /lamps/:id': answer })
})
