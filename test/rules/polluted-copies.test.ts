/** Prototypes of all objects, looked up by a name that was sent: what is written to a copy does not get there. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (body: string) => `
import express from 'express'
import _ from 'lodash'
const app = express()
const maps: Record<string, any> = {}
${body}
`

test.each([
  ['an object literal', 'return { ...map, id }'],
  ['`Object.assign`', 'return Object.assign({}, map, { id })'],
  ['`structuredClone`', 'return structuredClone(map)'],
  ['JSON', 'return JSON.parse(JSON.stringify(map))'],
  ['a library', 'return _.cloneDeep(map)'],
  ['the rest of a pattern', 'const { secret, ...shown } = map; return shown'],
])('a copy by %s', (_by, copy) =>
  check({
    'src/app.ts': app(`
function shownOf(id: string, field: string) {
  const map = maps[id]
  ${copy}
}
app.get('/maps/:id/:field', (req, res) => {
  const shown: any = shownOf(req.params.id, req.params.field)
  shown['server'] = 'one' // prototype-pollution: none
  shown[req.params.field] = 1 // prototype-pollution: none
  res.json(shown)
})
`),
  }),
)

test('but not: the object itself', () =>
  check({
    'src/app.ts': app(`
function mapOf(id: string) {
  const map = maps[id]
  return map
}
app.put('/maps/:id/:field', express.json(), (req, res) => {
  const map = mapOf(req.params.id)
  map[req.params.field] = req.body.value // prototype-pollution: high
  res.json({ ...map })
})
`),
  }))

test('a property whose name the program decides', () =>
  check({
    'src/app.ts': app(`
app.put('/maps/:id/:field', express.json(), (req, res) => {
  maps[req.params.id].interval = req.body.value // prototype-pollution: medium
  maps[req.params.id].isAdmin = req.body.value // prototype-pollution: high
  maps[req.params.id][req.params.field] = req.body.value // prototype-pollution: high
  res.end()
})
`),
  }))
