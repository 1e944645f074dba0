/** A guard for a whole application lets pass where a route says so by an option that the guard asks for. */
import { expect, test } from 'vitest'
import { endpoints } from '../small-programs'

const program = (asks: string, option = 'open') => ({
  'app.js': `const fastify = require('fastify')
    const app = fastify()
    app.decorate('known', async (request, reply) => {
      if (request.sid) {
        request.session = await app.sessions.find(request.sid)
        if (request.session && request.session.user) return
      } else if (request.headers && request.headers.authorization) {
        const holder = await app.tokens.find(request.headers.authorization)
        if (holder) { request.session = { user: holder }; return }
        reply.code(401).send({})
        return
      }
      ${asks}
      reply.code(401).send({})
    })
    app.addHook('preHandler', app.known)
    app.get('/lamps', async () => [])
    app.get('/news', { config: { ${option}: true } }, async () => [])
    app.route({ method: 'GET', url: '/help', config: { ${option}: true }, handler: async () => [] })
    app.get('/shut', { config: { ${option}: false } }, async () => [])`,
})
const OPEN = ['GET /help auth=no', 'GET /lamps auth=yes', 'GET /news auth=no', 'GET /shut auth=yes']

test.each(['if (request.routeOptions.config.open) return', 'if (request.context.config.open) return', 'if (request.routeConfig.open) { return }'])(
  '%s',
  (asks) => {
    expect(endpoints(program(asks))).toEqual(OPEN)
  },
)

test('an option that the guard does not ask for opens nothing, and neither does another object of that name', () => {
  const shut = OPEN.map((each) => each.replace('auth=no', 'auth=yes'))
  expect(endpoints(program('if (request.routeOptions.config.open) return', 'short'))).toEqual(shut)
  expect(endpoints(program('if (app.plan.config.open) return'))).toEqual(shut)
})
