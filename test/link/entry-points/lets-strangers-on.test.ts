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
