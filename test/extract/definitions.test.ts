import { describe, expect, test } from 'vitest'
import { definitionOf } from '../../plugin/extract/definitions/index'
import { commentedDefinition } from '../../plugin/extract/definitions/jsdoc'
import { describedOperations } from '../../plugin/link/described'
import { anEntryPoint, at, no, yes } from '../program'

const openapi = `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers:
  - url: https://api.example.org/v2/
security:
  - bearer: []
paths:
  /orders/{id}:
    parameters:
      - $ref: '#/components/parameters/Id'
    get:
      summary: Shows an order
      parameters:
        - { name: expand, in: query, schema: { type: string, enum: [lines, all], default: lines } }
      responses:
        '200':
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
        default: { description: Any mistake }
    put:
      security: []
      requestBody:
        content:
          application/json:
            schema:
              allOf:
                - $ref: '#/components/schemas/Order'
                - { type: object, required: [note], properties: { note: { type: string } } }
      responses: {}
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string, format: uuid } }
  schemas:
    Order:
      type: object
      required: [total]
      properties:
        total: { type: integer }
        parent: { $ref: '#/components/schemas/Order' }
`

describe('OpenAPI', () => {
  const { definition } = definitionOf('docs/openapi.yaml', openapi)

  test('gives each operation with prefix, parameters, body and answers', () => {
    expect(definition?.base).toBe('/v2')
    expect(definition?.operations.map(({ method, path, line, purpose }) => [method, path, line, purpose])).toEqual([
      ['GET', '/orders/{id}', 11, 'Shows an order'],
      ['PUT', '/orders/{id}', 21, undefined],
    ])
    const [get, put] = definition!.operations
    expect(get?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, shape: { type: 'string', format: 'uuid' } },
      { name: 'expand', in: 'query', required: false, shape: { type: 'string', values: ['lines', 'all'] }, default: 'lines' },
    ])
    expect(get?.responses?.map(({ status, shape }) => [status, shape?.name])).toEqual([
      [200, 'Order'],
      [undefined, undefined],
    ])
    expect(put?.body?.fields?.map(({ name, required }) => [name, required])).toEqual([
      ['total', true],
      ['parent', false],
      ['note', true],
    ])
    expect([get?.secured, put?.secured]).toMatchObject([
      { yes: true, by: 'bearer' },
      { yes: false, by: '' },
    ])
  })

  test('holds a type that holds itself', () => {
    const order = definition?.types.find(({ name }) => name === 'Order')?.shape
    const parent = order?.fields?.find(({ name }) => name === 'parent')?.shape
    expect(parent?.name).toBe('Order')
    expect(parent?.fields?.find(({ name }) => name === 'parent')?.shape).toBe(parent)
  })

  test('is read from version 2 and from JSON alike', () => {
    const text = JSON.stringify({
      swagger: '2.0',
      basePath: '/api',
      paths: {
        '/a': {
          post: {
            parameters: [
              { in: 'body', name: 'x', schema: { type: 'object', properties: { n: { type: 'number' } } } },
              { in: 'formData', name: 'f', type: 'file' },
            ],
          },
        },
      },
    })
    const [operation] = definitionOf('swagger.json', text).definition!.operations
    expect(operation).toMatchObject({
      method: 'POST',
      path: '/a',
      body: { fields: [{ name: 'n' }] },
      parameters: [{ name: 'f', in: 'form', shape: { type: 'file' } }],
    })
  })

  test('is not found in what only mentions it', () => {
    expect(definitionOf('config.yaml', 'docs: openapi 3\npaths-to-scan: [src]\n')).toEqual({})
    expect(definitionOf('notes.json', '{"openapi": "yes"}')).toEqual({})
  })

  test('with a mistake is named as unread', () => {
    expect(
      definitionOf('openapi.json', '{"openapi":"3.0.0","paths":').problem ??
        definitionOf('openapi.json', '{"openapi":"3.0.0","paths":').definition?.operations,
    ).toEqual([])
    expect(definitionOf('openapi.yaml', `openapi: 3.0.0\npaths: ${'['.repeat(600)}`).problem).toContain('could not be read as openapi')
  })
})

test('AsyncAPI tells what comes in from what goes out, in both versions', () => {
  const second = definitionOf(
    'asyncapi.yaml',
    'asyncapi: 2.6.0\nchannels:\n  orders:\n    publish: { summary: New ones }\n  mails:\n    subscribe: {}\n',
  )
  expect(second.definition?.operations.map(({ method, path }) => [method, path])).toEqual([
    ['RECEIVE', 'orders'],
    ['SEND', 'mails'],
  ])
  const third = definitionOf(
    'asyncapi.yaml',
    "asyncapi: 3.0.0\nchannels:\n  orders: { address: shop.orders }\noperations:\n  take: { action: receive, channel: { $ref: '#/channels/orders' } }\n",
  )
  expect(third.definition?.operations).toMatchObject([{ method: 'RECEIVE', path: 'shop.orders', line: 5 }])
})

test('fragments in comments keep the line of the file', () => {
  const text = `const a = 1
/**
 * Lists users.
 * @swagger
 * /users:
 *   get:
 *     summary: Users
 *     responses: { '200': { description: All } }
 * @returns {void}
 */
/** @swagger is only mentioned here */
/**
 * @openapi
 * components:
 *   schemas:
 *     User: { type: object, properties: { name: { type: string } } }
 */
`
  const { definition, problem } = commentedDefinition('routes.js', text)
  expect(problem).toBeUndefined()
  expect(definition?.operations).toMatchObject([{ method: 'GET', path: '/users', line: 6, text: '*   get:', purpose: 'Users' }])
  expect(definition?.types).toMatchObject([{ name: 'User', line: 16 }])
  expect(commentedDefinition('b.js', '/** @param x */')).toEqual({})
})

describe('descriptions against the code', () => {
  const definitions = [definitionOf('openapi.yaml', openapi).definition!]
  const route = (method: string, path: string, given = {}) => anEntryPoint({ method, path, at: at('app.ts:3'), ...given })
  const rows = (...doors: ReturnType<typeof route>[]) =>
    describedOperations(doors, definitions).map(({ method, path, described, registered, differences }) => [
      method,
      path,
      !!described,
      !!registered,
      differences.length,
    ])

  test('match below a prefix that only one side writes, whatever parameters are called', () => {
    expect(rows(route('GET', '/orders/:orderId', { authRequired: yes() }), route('PUT', '/orders/:orderId'))).toEqual([
      ['GET', '/v2/orders/{id}', true, true, 0],
      ['PUT', '/v2/orders/{id}', true, true, 0],
    ])
    expect(rows(route('GET', '/api/v2/orders/:id', { authRequired: yes() })).slice(0, 1)).toEqual([['GET', '/v2/orders/{id}', true, true, 0]])
  })

  test('name what only one side has, and who may call differently', () => {
    expect(rows(route('GET', '/v2/orders/:id', { authRequired: no() }), route('POST', '/v2/orders'))).toEqual([
      ['GET', '/v2/orders/{id}', true, true, 1],
      ['PUT', '/v2/orders/{id}', true, false, 0],
      ['POST', '/v2/orders', false, true, 0],
    ])
  })

  test('say nothing where nothing is described', () => {
    expect(describedOperations([route('GET', '/a')], [])).toEqual([])
  })
})
