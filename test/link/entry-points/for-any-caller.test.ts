/** A refusal that every caller meets alike asks nobody who they are. */
import { expect, test } from 'vitest'
import { endpoints } from '../small-programs'

const trpc = (body: string) => ({
  'settings.ts': `export const settings = { readOnly: process.env.READ_ONLY === 'yes' }`,
  'router.ts': `import { initTRPC, TRPCError } from '@trpc/server'
    import { settings } from './settings'
    const t = initTRPC.context().create()
    const open = t.procedure.use(({ ctx, type, next }) => { ${body} })
    export const appRouter = t.router({ lamps: open.mutation(() => []) })`,
})
const REFUSED = `throw new TRPCError({ code: 'FORBIDDEN' })`

test.each([
  ['a setting', `if (settings.readOnly) ${REFUSED}; return next()`, 'no'],
  ['a setting and what sort of call it is', `if (settings.readOnly && type === 'mutation') ${REFUSED}; return next()`, 'no'],
  ['a setting and who is calling', `if (settings.readOnly && !ctx.user) ${REFUSED}; return next()`, 'yes'],
  ['who is calling', `if (ctx.user.name !== 'root') ${REFUSED}; return next()`, 'yes'],
  ['what a helper says of the context', `if (!mayWrite(ctx)) ${REFUSED}; return next()`, 'yes'],
])('%s, in front of a procedure', (_, body, auth) => {
  expect(endpoints(trpc(body))).toEqual([`POST /api/trpc/lamps auth=${auth}`])
})

const express = (condition: string) => ({
  'app.js': `const express = require('express')
    const app = express()
    const settings = { readOnly: process.env.READ_ONLY === 'yes' }
    app.use((req, res, next) => { if (${condition}) return res.status(403).end(); next() })
    app.post('/lamps', (req, res) => res.json([]))
    app.listen(3000)`,
})

test('middleware that refuses by settings and method lets anyone through, and by who is calling nobody else', () => {
  expect(endpoints(express(`settings.readOnly && req.method !== 'GET'`))).toEqual(['POST /lamps auth=no'])
  expect(endpoints(express(`req.method !== 'GET' && !req.user`))).toEqual(['POST /lamps auth=yes'])
})

test('handlers that refuse by what is set about signing in, or for what the input says, demand nobody', () => {
  const handler = (body: string) => ({
    'store.ts': `import bcrypt from 'bcrypt'
      export const check = async (mail: string, password: string) => { const user = { hash: mail }; if (!(await bcrypt.compare(password, user.hash))) throw new Error('no'); return user }`,
    'router.ts': `import { initTRPC, TRPCError } from '@trpc/server'
      import { check } from './store'
      import config from 'settings'
      const t = initTRPC.context().create()
      const seen = t.procedure.use(({ next }) => next())
      export const appRouter = t.router({ lamps: seen.mutation(async ({ input, ctx }) => { ${body}; return [] }) })`,
  })
  const unauthorized = `throw new TRPCError({ code: 'UNAUTHORIZED' })`
  expect(endpoints(handler(`if (config.auth.signUpDisabled) ${REFUSED}`))).toEqual(['POST /api/trpc/lamps auth=no'])
  expect(endpoints(handler(`try { await check(input.mail, input.password) } catch { ${unauthorized} }`))).toEqual(['POST /api/trpc/lamps auth=no'])
  expect(endpoints(handler(`if (!ctx.user) ${unauthorized}`))).toEqual(['POST /api/trpc/lamps auth=yes'])
})

test('what is switched on while the program runs demands nobody as long as it is off', () => {
  const fastify = (state: string, refuses: string) => ({
    'state.js': `export default ${state}`,
    'guard.js': `import state from './state.js'
      export default async function guard(request, reply) {
        const name = request?.user?.name ?? null
        const adds = request.method === 'POST' && /^\\/lamps$/.test(request.url)
        ${refuses}
        if (name) { const found = await find(name); if (!['admin'].includes(found?.role) && state.get('closed') && adds) return reply.code(403).send({}) }
      }`,
    'app.js': `import fastify from 'fastify'
      import guard from './guard.js'
      const app = fastify()
      app.addHook('preHandler', guard)
      app.post('/lamps', async () => [])`,
  })
  const off = "if (adds && !name && state.get('closed')) return reply.code(403).send({})"
  expect(endpoints(fastify('new Map()', off))).toEqual(['POST /lamps auth=no'])
  expect(endpoints(fastify('new Map()', 'if (adds && !name) return reply.code(403).send({})'))).toEqual(['POST /lamps auth=yes'])
  expect(endpoints(fastify('new Map()', "if (adds && !name && !state.get('open')) return reply.code(403).send({})"))).toEqual([
    'POST /lamps auth=yes',
  ])
})
