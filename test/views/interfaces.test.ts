import path from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Parser } from '@asyncapi/parser'
import { describe, expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import type { EntryPoint, Shape, View } from '../../plugin/types'
import { acyclic, bodyFieldsOf, fieldsOf, typeText } from '../../plugin/views/derived/shapes'
import { views } from '../../plugin/views/index'
import { asyncApiOf } from '../../plugin/views/interfaces/asyncapi'
import { interfaces } from '../../plugin/views/interfaces/index'
import { openApiOf } from '../../plugin/views/interfaces/openapi'
import { endpointsOf } from '../../plugin/views/results'
import { aContext, anEntryPoint, aProgram, aRow, at, yes } from '../program'
import { shop } from '../render/shop'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into by its keys
type Document = any

const openApiOfRoutes = (...entryPoints: EntryPoint[]): Document => openApiOf(aProgram({ entryPoints }))?.document
const route = (method: string, at: string, given: Partial<EntryPoint> = {}): EntryPoint => anEntryPoint({ method, path: at, ...given })

const tree: Shape = { type: 'object', name: 'Tree', fields: [] }
tree.fields?.push({ name: 'left', shape: tree, required: false }, { name: 'value', shape: { type: 'number' }, required: true })

describe('the exported OpenAPI document', () => {
  test('of the shop is valid', async () => {
    const { document, count } = openApiOf(shop().program)!
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined()
    expect(count).toBe(shop().program.entryPoints.filter(({ kind }) => kind === 'http').length)
  })

  test('has one component a type, also of one that is told by name alone or was read twice', async () => {
    const owner = (): Shape => ({ type: 'object', name: 'Owner', fields: [{ name: 'id', shape: { type: 'string' }, required: true }] })
    const pet: Shape = {
      type: 'object',
      name: 'Pet',
      fields: [
        { name: 'owner', shape: { type: 'object', name: 'Owner' }, required: true },
        { name: 'vet', shape: { type: 'object', name: 'Vet' }, required: false },
      ],
    }
    const document = openApiOfRoutes(
      route('POST', '/pets', { body: { shape: pet, required: true }, responses: [{ status: 201, shape: owner(), at: at('a.ts:1') }] }),
      route('GET', '/owners', { responses: [{ status: 200, shape: owner(), at: at('a.ts:2') }] }),
    )
    await expect(SwaggerParser.validate(structuredClone(document))).resolves.toBeDefined()
    expect(Object.keys(document.components.schemas)).toEqual(['Owner', 'Pet'])
    expect(document.components.schemas.Pet.properties).toEqual({ owner: { $ref: '#/components/schemas/Owner' }, vet: { type: 'object' } })
  })

  test('is valid for awkward paths, types that hold themselves and equal names', async () => {
    const other: Shape = { type: 'object', name: 'Tree', fields: [{ name: 'height', shape: { type: 'integer' }, required: true }] }
    const document = openApiOfRoutes(
      route('GET', '/a/:id(\\d+)'),
      route('DELETE', '/a/:name', { handler: { name: 'remove', at: at('a.ts:1') } }),
      route('GET', '/files/*', { handler: { name: 'remove', at: at('a.ts:2') } }),
      route('GET', '/x/:a/:a'),
      route('GET', '/docs/[[...slug]]'),
      route('ALL', '/any/:x?'),
      route('POST', '/tree', { body: { shape: tree, required: true }, responses: [{ status: 201, shape: other, at: at('a.ts:3') }] }),
      route('POST', '/upload', {
        parameters: [
          { name: 'file', in: 'file' },
          { name: 'note', in: 'form' },
          { name: 'X-Trace', in: 'header' },
        ],
      }),
      route('GET', '/search', {
        parameters: [
          { name: 'q', in: 'query' },
          { name: 'q', in: 'query' },
          { name: 'Authorization', in: 'header' },
        ],
      }),
    )
    await expect(SwaggerParser.validate(structuredClone(document))).resolves.toBeDefined()
    expect(Object.keys(document.paths)).toEqual([
      '/a/{id}',
      '/any/{x}',
      '/docs/{slug}',
      '/files/{rest}',
      '/search',
      '/tree',
      '/upload',
      '/x/{a}/{a2}',
    ])
    expect(document.paths['/a/{id}'].delete.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }])
    expect(Object.keys(document.paths['/any/{x}'])).toEqual(['get', 'post', 'put', 'delete', 'patch'])
    expect(document.components.schemas.Tree.properties.left).toEqual({ $ref: '#/components/schemas/Tree' })
    expect(document.components.schemas.Tree2.required).toEqual(['height'])
    expect(Object.keys(document.paths['/upload'].post.requestBody.content)).toEqual(['multipart/form-data'])
    expect(document.paths['/search'].get.parameters).toHaveLength(1)
    const ids = Object.values<Document>(document.paths).flatMap((item) => Object.values<Document>(item).map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('names what the standard cannot express', () => {
    const found = openApiOf(aProgram({ entryPoints: [route('GET', '/^\\/a.*/'), route('PURGE', '/cache'), route('GET', '/ok')] }))
    expect(found?.leftOut.map(({ method }) => method)).toEqual(['GET', 'PURGE'])
    expect(found?.count).toBe(1)
    expect(openApiOf(aProgram())).toBeUndefined()
  })
})

test('the exported AsyncAPI document is valid and names both directions', async () => {
  const entryPoints = [
    anEntryPoint({ kind: 'queue', method: 'SUBSCRIBE', path: 'orders/new' }),
    anEntryPoint({ kind: 'websocket', method: 'ON', path: 'orders/new', body: { shape: tree, required: true } }),
  ]
  const publications = [{ kind: 'event' as const, library: 'nats', topic: 'orders.{id}', at: at('a.ts:4') }]
  const { document, count } = asyncApiOf(aProgram({ entryPoints, publications }))!
  const { diagnostics } = await new Parser().parse(JSON.stringify(document))
  expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([])
  expect(count).toBe(3)
  expect(Object.values<Document>((document as Document).operations).map(({ action }) => action)).toEqual(['send', 'receive', 'receive'])
  expect(asyncApiOf(aProgram())).toBeUndefined()
})

describe('pages of interfaces', () => {
  const many = (count: number, pathOf: (index: number) => string): View[] =>
    interfaces(aContext({ program: aProgram({ entryPoints: Array.from({ length: count }, (_, index) => route('GET', pathOf(index))) }) }))

  test('hold every door once', () => {
    const doors = interfaces(shop()).flatMap(({ template, data }) =>
      template === 'interface-group' ? (data.doors as { method: string; path: string }[]) : [],
    )
    expect(doors.map(({ method, path: of }) => `${method} ${of}`).sort()).toEqual(
      shop()
        .program.entryPoints.map(({ method, path: of }) => `${method} ${of}`)
        .sort(),
    )
  })

  test('name the open findings of an entry point, and a finding leads there from every report', async () => {
    const rows = [
      aRow({ finding: { route: 'POST /users', otherRoutes: ['PUT /users'] } }),
      aRow({ id: 'SEC-002', reportId: 'INPUT-002', finding: { route: 'POST /users', confidence: 'low' } }),
    ]
    const context = aContext({ rows, program: aProgram({ entryPoints: [route('POST', '/users'), route('PUT', '/users'), route('GET', '/users')] }) })
    const printed = await render(
      views.flatMap((view) => view(context)),
      context,
    )
    const page = (name: string): string => printed.find((it) => it.path === name)!.content
    const [, get, post, put] = page('architecture/interfaces/http.md').split(/^## /m)
    expect([get, post, put].map((part) => /\| (?:Critical|High|Medium|Low) finding \| /.test(part!))).toEqual([false, true, true])
    expect(post).toContain(`[${rows[0]!.reportId}](../../security-docs/analysis/`)
    expect(post).not.toContain('INPUT-002')
    const report = printed.find(({ content }) => content.includes(`#### ${rows[0]!.reportId}`))!
    expect(report.content).toContain('[`POST /users`](../../architecture/interfaces/http.md#post-users)')
    expect(page('security-docs/analysis/01-security-surface.md')).toContain('[`PUT`](../../architecture/interfaces/http.md#put-users)')
  })

  test.each([1, 31, 700, 4000])('no folder has more than 50 for %i endpoints', (count) => {
    const pages = many(count, (index) => `/area${index % 90}/thing${index}`)
    const inside = new Map<string, number>()
    for (const { path: page } of pages.filter(({ path: page }) => page.endsWith('.md') && !page.endsWith('index.md')))
      inside.set(path.posix.dirname(page), (inside.get(path.posix.dirname(page)) ?? 0) + 1)
    expect(Math.max(...inside.values())).toBeLessThanOrEqual(50)
    expect(new Set(pages.map(({ path: page }) => page)).size).toBe(pages.length)
    expect(pages.flatMap(({ template, data }) => (template === 'interface-group' ? (data.doors as unknown[]) : []))).toHaveLength(count)
  })

  test('say once what every request passes', () => {
    const guard = { name: 'helmet()', role: 'headers' as const, scope: 'application' as const, at: at('a.ts:1') }
    const own = { name: 'auth', role: 'authentication' as const, scope: 'route' as const, at: at('a.ts:2') }
    const [page] = interfaces(
      aContext({ program: aProgram({ entryPoints: [route('GET', '/a', { guards: [guard] }), route('GET', '/b', { guards: [guard, own] })] }) }),
    ).filter(({ template }) => template === 'interface-group')
    expect((page!.data.shared as { name: string }[]).map(({ name }) => name)).toEqual(['helmet()'])
    expect((page!.data.doors as { chain: { name: string }[] }[]).map(({ chain }) => chain.map(({ name }) => name))).toEqual([[], ['auth']])
  })
})

describe('forms of data', () => {
  test('read as one would say them', () => {
    expect(typeText({ type: 'array', items: { type: 'string', format: 'email' } })).toBe('list of string (email)')
    expect(typeText({ type: 'string', values: ['a', 'b'] })).toBe('"a" or "b"')
    expect(typeText(tree)).toBe('Tree')
    expect(fieldsOf({ type: 'array', items: { type: 'object', fields: [{ name: 'id', shape: { type: 'string' }, required: true }] } })).toEqual([
      { name: '[].id', type: 'string', required: true },
    ])
  })

  test('end where a type holds itself', () => {
    expect(fieldsOf(tree).map(({ name }) => name)).toEqual(['left', 'value'])
    expect(() => JSON.stringify(acyclic(tree))).not.toThrow()
  })

  test('end where types lead to all others, nearest first', () => {
    const types: Shape[] = Array.from({ length: 60 }, (_, index) => ({ type: 'object', name: `Type${index}` }))
    for (const type of types) type.fields = types.map((shape) => ({ name: `to${shape.name}`, shape, required: false }))
    const told = acyclic({ type: 'array', items: types[0] as Shape })
    expect(JSON.stringify(told).length).toBeLessThan(40_000)
    expect(told.items?.fields).toHaveLength(60)
    expect(told.items?.fields?.[1]?.shape.fields).toHaveLength(60)
    expect(told.items?.fields?.[59]?.shape).toEqual({ type: 'object', name: 'Type59' })
  })

  test('a body is what its class describes, and what else is read', () => {
    const entry = anEntryPoint({
      body: { shape: tree, required: true },
      parameters: [
        { name: 'value', in: 'json' },
        { name: 'extra', in: 'json' },
        { name: 'body', in: 'body' },
      ],
    })
    expect(bodyFieldsOf(entry).map(({ name }) => name)).toEqual(['left', 'value', 'extra'])
  })
})

test('addresses of the results file are those a client writes', () => {
  const addresses = endpointsOf({
    entryPoints: [
      anEntryPoint({ kind: 'graphql', method: 'MUTATION', path: 'addUser', through: '/api/graphql' }),
      anEntryPoint({ kind: 'graphql', method: 'QUERY', path: 'users' }),
      anEntryPoint({ kind: 'websocket', method: 'ON', path: 'ban', through: '/admin' }),
      anEntryPoint({ kind: 'websocket', method: 'ON', path: 'hello', through: '/' }),
      anEntryPoint({ kind: 'cli', method: 'RUN', path: 'serve', through: 'shop' }),
      anEntryPoint({ kind: 'cli', method: 'RUN', path: '', through: 'shop' }),
      anEntryPoint({ method: 'ANY', path: '/hook', authRequired: yes() }),
      anEntryPoint({ kind: 'static', method: 'ALL', path: '/files' }),
    ],
  }).map(({ method, path: of }) => `${method} ${of}`)
  expect(addresses.sort()).toEqual(
    [
      'POST /api/graphql#Mutation.addUser',
      'POST /graphql#Query.users',
      'SEND ws://admin/ban',
      'SEND ws://hello',
      'CLI cli://shop/serve',
      'CLI cli://shop',
      'ANY /hook',
      'ALL /files',
    ].sort(),
  )
  expect(endpointsOf({ entryPoints: [route('ALL', '/x')] }).map(({ method }) => method)).toEqual([
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'HEAD',
    'OPTIONS',
  ])
})
