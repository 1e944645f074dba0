import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const server = (more = '') => `import express from 'express'
const app = express()
const signedIn = (req, res, next) => (req.user ? next() : res.status(401).end())
app.get('/pears', (req, res) => res.json([]))
app.post('/pears', signedIn, (req, res) => res.json({}))
app.delete('/pears/:id', (req, res) => res.end())
${more}app.listen(80)
`

const described = (more = '') => `openapi: 3.0.0
info: { title: Orchard, version: '1' }
paths:
  /pears:
    get:
      responses: { '200': { description: all } }
    post:
      responses: { '200': { description: one } }
  /pears/{id}:
    delete:
      responses: { '204': { description: gone } }
${more}`

const files = (openapi: string, code = server()) => ({
  'package.json': JSON.stringify({ name: 'orchard', dependencies: { express: '4.0.0' } }),
  'src/server.js': code,
  'openapi.yaml': openapi,
})

test('a description that is as the code', async () => {
  const { told } = await toldAndExpected(files(described()), ['description'])
  expect(told).toEqual([])
})

test('an operation that the code does not have', async () => {
  const { told, expected } = await toldAndExpected(
    files(described(`  /apples:\n    get: ✗ description\n      responses: { '200': { description: all } }\n`)),
    ['description'],
  )
  expect(told).toEqual(expected)
})

test('a door that a description of nearly all of them leaves out', async () => {
  const { told } = await toldAndExpected(files(described(), server(`app.put('/pears/:id', (req, res) => res.end())\n`)), ['description'])
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('description (undocumented)')
})

test('a caller that nobody checks', async () => {
  const open = described().replace('    delete:\n', '    delete:\n      security: [{ bearer: [] }]\n')
  const { told } = await toldAndExpected(files(`${open}components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n`), [
    'description',
  ])
  expect(told).toEqual(['openapi.yaml:10 description'])
})

test('the interface of another service is nobody’s to judge', async () => {
  const other = `openapi: 3.0.0
info: { title: Weather, version: '1' }
paths:
  /rain:
    get:
      responses: { '200': { description: all } }
  /sun:
    get:
      responses: { '200': { description: all } }
`
  const { told } = await toldAndExpected(files(other), ['description'])
  expect(told).toEqual([])
})
