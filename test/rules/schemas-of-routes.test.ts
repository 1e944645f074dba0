/** Schemas that are given with a route, which the framework holds each request against before it calls the handler. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('JSON Schema with a route of Fastify', async () => {
  await check(
    {
      'app.ts': `import fastify from 'fastify'
        import { exec } from 'node:child_process'
        const app = fastify()
        const wanted = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' }, kind: { enum: ['a', 'b'] } } }
        app.post('/rooms', { schema: { body: wanted } }, async (request, reply) => {
          exec('room ' + request.body.id) // command-injection: none
          exec('room ' + request.body.kind) // command-injection: none
          exec('room ' + request.body.name) // command-injection: high
          exec('room ' + request.body.other) // command-injection: high
        })
        app.route({
          method: 'GET',
          url: '/rooms/:id',
          schema: { params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }, querystring: { type: 'object', properties: { page: { type: 'number' } } } },
          handler: async (request, reply) => {
            const { page } = request.query
            exec('room ' + request.params.id + page) // command-injection: none
            exec('room ' + request.headers.room) // command-injection: high
          },
        })
        app.get('/halls/:id', async (request, reply) => {
          exec('hall ' + request.params.id) // command-injection: high
        })
        app.listen({ port: 3000 })`,
    },
    { fastify: '^5.0.0' },
  )
})

test('Zod with a route of Fastify, in a plug-in whose type is named elsewhere', async () => {
  await check(
    {
      'types.ts': `import type { FastifyPluginAsync, RawServerDefault } from 'fastify'
        import type { ZodTypeProvider } from 'fastify-type-provider-zod'
        export type Rooms = FastifyPluginAsync<Record<never, never>, RawServerDefault, ZodTypeProvider>`,
      'rooms.ts': `import { z } from 'zod'
        import { exec } from 'node:child_process'
        import type { Rooms } from './types'
        export const rooms: Rooms = async (fastify) => {
          fastify.get('/:id', { schema: { params: z.object({ id: z.uuid() }), querystring: z.object({ at: z.coerce.number().int(), name: z.string() }) } }, async (request, reply) => {
            exec('room ' + request.params.id + request.query.at) // command-injection: none
            exec('room ' + request.query.name) // command-injection: high
          })
          fastify.put('/:id', { schema: { params: z.object({ id: z.uuid().or(z.coerce.number()) }) } }, async (request, reply) => {
            const { id } = request.params
            exec('room ' + id) // command-injection: none
          })
        }`,
      'app.ts': `import fastify from 'fastify'
        import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
        import { rooms } from './rooms'
        const app = fastify()
        app.setValidatorCompiler(validatorCompiler).withTypeProvider<ZodTypeProvider>()
        app.register(rooms, { prefix: '/rooms' })
        app.listen({ port: 3000 })`,
    },
    { fastify: '^5.0.0', 'fastify-type-provider-zod': '^4.0.0', zod: '^4.0.0' },
  )
})

test('Joi with a route of hapi', async () => {
  await check(
    {
      'app.js': `const Hapi = require('@hapi/hapi')
        const Joi = require('joi')
        const { exec } = require('node:child_process')
        const server = Hapi.server({ port: 3000 })
        server.route({
          method: 'POST',
          path: '/rooms/{id}',
          options: { validate: { params: Joi.object({ id: Joi.number() }), payload: Joi.object({ name: Joi.string(), kind: Joi.string().valid('a', 'b') }) } },
          handler: (request, h) => {
            exec('room ' + request.params.id) // command-injection: none
            exec('room ' + request.payload.kind) // command-injection: none
            exec('room ' + request.payload.name) // command-injection: high
            return 'done'
          },
        })
        server.start()`,
    },
    { '@hapi/hapi': '^21.0.0', joi: '^17.0.0' },
  )
})
