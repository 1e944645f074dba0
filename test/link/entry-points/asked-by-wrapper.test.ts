/** Who is asked for a caller where a wrapper takes its handler as an option, and where helpers make the answer that refuses. */
import { expect, test } from 'vitest'
import { linkSources, type Sources } from '../small-programs'

const doors = (sources: Sources) =>
  Object.fromEntries(linkSources(sources).entryPoints.map(({ method, path, authRequired }) => [`${method} ${path}`, authRequired.answer]))

const ANSWERS = `
  export const replies = {
    notKnown: (message) => Response.json({ message }, { status: 401 }),
    mayNot: (message) => Response.json({ message }, { status: 403 }),
    fine: (data) => Response.json(data),
    shown: (message, status = 200) => Response.json({ message }, { status }),
  }`
const CREDENTIALS = `
  export const callerOf = async (request) => {
    const key = request.headers.get('x-api-key')
    return key ? store.find(key) : null
  }
  const store = { find: async (key) => ({ keyId: key }) }`

test('a handler that a wrapper takes as an option asks for itself', () => {
  const wrapper = `
    import { callerOf } from './credentials'
    const run = async (handler, given) => { try { return await handler(given) } catch { return new Response() } }
    export const served = (options) => {
      const { handler } = options
      return async (request) => run(handler, { request, authentication: await callerOf(request) })
    }`
  expect(
    doors({
      'lib/replies.ts': ANSWERS,
      'lib/credentials.ts': CREDENTIALS,
      'lib/served.ts': wrapper.replace('./credentials', './credentials'),
      'app/api/notes/route.ts': `import { served } from '../../../lib/served'; import { replies } from '../../../lib/replies'
        export const GET = served({ handler: async ({ authentication }) => {
          if (!authentication || !('keyId' in authentication)) return { response: replies.notKnown('sign in') }
          return { response: replies.fine([]) } } })`,
      'app/api/open/route.ts': `import { served } from '../../../lib/served'; import { replies } from '../../../lib/replies'
        export const GET = served({ handler: async ({ authentication }) => replies.fine({ known: Boolean(authentication) }) })`,
      'app/api/polite/route.ts': `import { served } from '../../../lib/served'; import { replies } from '../../../lib/replies'
        export const GET = served({ handler: async ({ authentication }) => {
          if (!authentication) return replies.shown('hello, stranger')
          return replies.fine([]) } })`,
    }),
  ).toEqual({ 'GET /api/notes': 'yes', 'GET /api/open': 'no', 'GET /api/polite': 'no' })
})

test('an option decides whether the wrapper asks; what decides otherwise could not be told', () => {
  expect(
    doors({
      'lib/replies.ts': ANSWERS,
      'lib/credentials.ts': CREDENTIALS,
      'lib/served.ts': `
        import { callerOf } from './credentials'; import { replies } from './replies'; import { areaOf } from './areas'
        async function admitted(request, mode) {
          const caller = mode === 'none' ? null : await callerOf(request)
          if (!caller && mode !== 'none') return { caller: null, response: replies.notKnown('sign in') }
          return { caller, response: null }
        }
        export const served = (options) => {
          const { auth = 'key', handler } = options
          return async (request) => {
            const { caller, response } = await admitted(request, auth)
            if (response) return response
            return handler({ request, caller })
          }
        }
        export const byArea = (options) => async (request) => {
          const area = areaOf(request.nextUrl.pathname)
          const caller = await callerOf(request)
          if (!caller && area !== 'public') return replies.notKnown('sign in')
          return options.handler({ request })
        }`,
      'lib/areas.ts': `export const areaOf = (path) => (path.length > 9 ? 'public' : 'private')`,
      'app/api/usual/route.ts': `import { served } from '../../../lib/served'; export const GET = served({ handler: async () => Response.json([]) })`,
      'app/api/keyed/route.ts': `import { served } from '../../../lib/served'; export const GET = served({ auth: 'key', handler: async () => Response.json([]) })`,
      'app/api/open/route.ts': `import { served } from '../../../lib/served'; export const GET = served({ auth: 'none', handler: async () => Response.json([]) })`,
      'app/api/area/route.ts': `import { byArea } from '../../../lib/served'; export const GET = byArea({ handler: async () => Response.json([]) })`,
    }),
  ).toEqual({ 'GET /api/usual': 'yes', 'GET /api/keyed': 'yes', 'GET /api/open': 'no', 'GET /api/area': 'unknown' })
})

test('an error that is given back refuses where it is given back to the caller, and nowhere else', () => {
  expect(
    doors({
      'lib/credentials.ts': CREDENTIALS,
      'lib/results.ts': `export const err = (error) => ({ ok: false, error }); export const ok = (data) => ({ ok: true, data })`,
      'lib/client.ts': `
        import { callerOf } from './credentials'; import { err, ok } from './results'; import { answerError } from './errors'
        export const authenticate = async (request) => {
          const caller = await callerOf(request)
          if (!caller) return err({ type: 'unauthorized' })
          return ok(caller)
        }
        export const client = async ({ request, handler }) => {
          const authentication = await authenticate(request)
          if (!authentication.ok) return answerError(request, authentication.error)
          return handler({ authentication: authentication.data })
        }`,
      'lib/errors.ts': `const KINDS = { unauthorized: 401, missing: 404 }
        export const answerError = (request, error) => Response.json({ error: error.type }, { status: KINDS[error.type] })`,
      'app/api/roles/route.ts': `import { client } from '../../../lib/client'
        export const GET = async (request) => client({ request, handler: async () => Response.json([]) })`,
      'app/api/visits/route.ts': `import { authenticate } from '../../../lib/client'
        export const GET = async (request) => { const result = await authenticate(request); return Response.json({ known: result.ok }) }`,
      'app/api/terms/route.ts': `import { callerOf } from '../../../lib/credentials'; import { answerError } from '../../../lib/errors'
        export const GET = async (request) => {
          const caller = await callerOf(request)
          if (caller) { if (caller.blocked) return answerError(request, { type: 'missing' }) }
          return Response.json([]) }`,
      'app/api/polls/route.ts': `import { answerError } from '../../../lib/errors'
        import { verify } from 'jsonwebtoken'
        const holds = (token) => { try { return verify(token, process.env.KEY) } catch { return false } }
        export const POST = async (request) => {
          const text = new TextDecoder().decode(await request.arrayBuffer())
          const poll = await fetch('https://polls.test/' + JSON.parse(text).poll).then((answer) => answer.json())
          if (poll.pin && !holds(poll.token)) return Response.json({}, { status: 400 })
          if (poll.closed) return answerError(request, { type: 'missing' })
          try { return Response.json(poll) } catch (error) { return answerError(request, error) } }`,
    }),
  ).toEqual({ 'GET /api/roles': 'yes', 'GET /api/visits': 'no', 'GET /api/terms': 'no', 'POST /api/polls': 'no' })
})

test('what one of many wrapped handlers asks says nothing of the others', () => {
  expect(
    doors({
      'server.js': `const express = require('express'); const app = express()
        const caught = (work) => async (req, res, next) => { try { await work(req, res) } catch (error) { next(error) } }
        const logged = async (work, req, res) => { console.log(req.url); return work(req, res) }
        const both = (options) => (req, res) => logged(options.work, req, res)
        app.get('/mine', caught(async (req, res) => { if (!req.session.user) return res.status(401).end(); res.json([]) }))
        app.get('/all', caught(async (req, res) => { res.json([]) }))
        app.get('/own', both({ work: (req, res) => { if (!req.session.user) return res.status(401).end(); res.json([]) } }))
        app.get('/every', both({ work: (req, res) => { res.json([]) } }))`,
    }),
  ).toEqual({ 'GET /mine': 'yes', 'GET /all': 'no', 'GET /own': 'yes', 'GET /every': 'no' })
})

test('an action that a builder makes is a door, and what the builder runs before it is in front of it', () => {
  expect(
    doors({
      'lib/clients.ts': `import { createSafeActionClient } from 'next-safe-action'; import { getSession } from './session'
        export const open = createSafeActionClient({ handleServerError: (error) => error.message })
        export const known = open.use(async ({ next }) => {
          const session = await getSession()
          if (!session?.user) throw new Error('Not authenticated')
          return next({ ctx: { user: session.user } }) })`,
      'lib/session.ts': `import { cookies } from 'next/headers'; export const getSession = async () => ({ user: (await cookies()).get('sid') })`,
      'app/notes/actions.ts': `'use server'
        import { z } from 'zod'; import { known, open } from '../../lib/clients'
        export const addNote = known.inputSchema(z.object({ text: z.string() })).action(async ({ parsedInput, ctx }) => [ctx.user, parsedInput.text])
        export const countVisit = open.metadata({ name: 'visit' }).action(async () => 1)
        export const limit = Math.max(3, 4)`,
      'app/notes/clients.ts': `import { open } from '../../lib/clients'; export const noAction = open.action(async () => 1)`,
    }),
  ).toEqual({ 'ACTION addNote': 'yes', 'ACTION countVisit': 'no' })
  expect(
    linkSources({
      'app/actions.ts': `'use server'
        import { createSafeActionClient } from 'next-safe-action'; const client = createSafeActionClient()
        export const rename = client.action(async ({ parsedInput }) => { const { id } = parsedInput; return [id, parsedInput.name, parsedInput.name.length] })
        export const keep = client.action(async ({ parsedInput }) => store(parsedInput))`,
    }).entryPoints.map(({ path, parameters }) => `${path} ${parameters.map(({ name }) => name).sort()}`),
  ).toEqual(['keep input', 'rename id,name'])
  // In an application that is one of several.
  expect(
    doors({
      'apps/web/next.config.mjs': 'export default {}',
      'apps/web/modules/notes/actions.ts': `'use server'\nexport async function remove(id) { return id }`,
      'apps/web/app/page.tsx': `import { remove } from '../modules/notes/actions'; export default function Page() { return <form action={remove} /> }`,
    }),
  ).toEqual({ 'ACTION remove': 'no' })
})

test('an action that only code of the server imports says so', () => {
  const { entryPoints } = linkSources({
    'app/records.ts': `'use server'\nexport async function record(id) { return id }`,
    'app/forms.ts': `'use server'\nexport async function send(form) { return form }`,
    'app/service.ts': `import { record } from './records'; export const both = (id) => record(id)`,
    'app/page.tsx': `import { send } from './forms'; export default function Page() { return <form action={send} /> }`,
  })
  expect(Object.fromEntries(entryPoints.filter(({ method }) => method === 'ACTION').map(({ path, notes }) => [path, notes.length]))).toEqual({
    record: 2,
    send: 1,
  })
})

test('a call that switches the question of a helper off asks nobody', () => {
  const helper = `
    import { callerOf } from './credentials'; import { replies } from './replies'
    export async function read(request, schema, options) {
      const body = schema.parse(await request.json())
      let refuse
      if (!options?.open) {
        const caller = await callerOf(request)
        if (!caller) refuse = () => replies.notKnown('sign in')
      }
      return { body, refuse }
    }
    export async function demand(request, optional = false) {
      const caller = await callerOf(request)
      if (!caller && !optional) throw new Response('', { status: 401 })
      return caller
    }`
  const route = (call: string) => `import { demand, read } from '../../../lib/read'; import { schema } from '../../../lib/schema'
    export async function POST(request: Request) { ${call}; return Response.json({}) }`
  const reading = (options: string) => route(`const { body, refuse } = await read(request, schema${options}); if (refuse) return refuse()`)
  expect(
    doors({
      'lib/replies.ts': ANSWERS,
      'lib/credentials.ts': CREDENTIALS,
      'lib/schema.ts': `import { z } from 'zod'; export const schema = z.object({ name: z.string() })`,
      'lib/read.ts': helper,
      'app/api/closed/route.ts': reading(''),
      'app/api/shut/route.ts': reading(', { open: false }'),
      'app/api/open/route.ts': reading(', { open: true }'),
      'app/api/settled/route.ts': reading(', { open: process.env.OPEN }'),
      'app/api/known/route.ts': route('await demand(request)'),
      'app/api/anyone/route.ts': route('await demand(request, true)'),
    }),
  ).toEqual({
    'POST /api/closed': 'yes',
    'POST /api/shut': 'yes',
    'POST /api/open': 'no',
    'POST /api/settled': 'yes',
    'POST /api/known': 'yes',
    'POST /api/anyone': 'no',
  })
})

test('a router that only lets its own page in asks nobody who they are', () => {
  const app = (condition: string) => ({
    'app.ts': `import { Hono } from 'hono'
      const app = new Hono().use(async (c, next) => {
        const page = c.req.header('Origin')
        const key = c.req.header('x-api-key')
        if (${condition}) return c.json({ message: 'Forbidden' }, 403)
        await next()
      }).post('/sign-in', async (c) => c.json({}))
      export default app`,
  })
  expect(doors(app("page && page !== 'https://shop.test'"))).toEqual({ 'POST /sign-in': 'no' })
  expect(doors(app('key !== process.env.KEY'))).toEqual({ 'POST /sign-in': 'yes' })
})

test('what counts requests and hands them on is no door, whatever it is made with', () => {
  const app = (last: string) => ({
    'app.ts': `import { Hono } from 'hono'
      const store = new Map()
      const counterOf = (options) => ({ check: async ({ ip }) => ({ isOver: store.get(ip) > options.most }) })
      const limitBy = (counter, options?) => async (c, next) => {
        const { isOver } = await counter.check({ ip: c.req.header('x-ip'), id: options?.idOf?.(c) })
        if (isOver) return c.json({ error: 'Later' }, 429)
        ${last}
      }
      const limits = limitBy(counterOf({ most: 9 }))
      const app = new Hono()
      app.use('/shops/*', limits)
      app.get('/shops/all', (c) => c.json([]))
      export default app`,
  })
  expect(doors(app('await next()'))).toEqual({ 'GET /shops/all': 'no' })
  expect(doors(app('return c.json([])'))).toEqual({ 'ALL /shops/*': 'no', 'GET /shops/all': 'no' })
})
