/** A function that makes middleware holds requests against the schema that it is told, and against none where it is told none. */
import { describe, expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const MAKER = `
  import Ajv from 'ajv'
  const ajv = new Ajv()
  ajv.addSchema({ $id: 'Lamp', type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false })
  export function taking(options) {
    let holds
    if (options.body) {
      try { holds = ajv.getSchema(options.body) } catch (fault) { throw fault }
      if (!holds) throw new Error('no such schema')
    }
    return async (request, response, next) => {
      if (holds && !request.query.dry) {
        const fits = holds(request.body)
        if (!fits) throw new Error('of another form')
      }
      next()
    }
  }
  export function always(name) {
    const holds = ajv.getSchema(name)
    return (request, response, next) => { if (!holds(request.body)) throw new Error('of another form'); next() }
  }
  export function parsing(options) {
    return (request, response, next) => { if (options.shape) request.body = options.shape.parse(request.body); next() }
  }
`

describe('middleware that is made with a schema', () => {
  const validated = () =>
    Object.fromEntries(
      linkSources({
        'maker.ts': MAKER,
        'server.ts': `
          import express from 'express'
          import { z } from 'zod'
          import { always, parsing, taking } from './maker'
          const app = express()
          const handler = (request, response) => response.json(request.body)
          app.post('/told', taking({ body: 'Lamp' }), handler)
          app.post('/told-none', taking({ limit: 3 }), handler)
          app.post('/told-nothing', taking({ body: undefined }), handler)
          app.post('/always', always('Lamp'), handler)
          app.post('/parsed', parsing({ shape: z.object({ name: z.string() }) }), handler)
          app.post('/not-parsed', parsing({ name: 'Lamp' }), handler)
          app.post('/plain', handler)
        `,
      }).entryPoints.map(({ path, validated: { answer } }) => [path, answer]),
    )

  test.each([
    ['/told', 'yes'],
    ['/told-none', 'no'],
    ['/told-nothing', 'no'],
    ['/always', 'yes'],
    ['/parsed', 'yes'],
    ['/not-parsed', 'no'],
    ['/plain', 'no'],
  ])('%s is validated: %s', (path, answer) => {
    expect(validated()[path]).toBe(answer)
  })
})
