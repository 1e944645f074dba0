/** Helpers of the program that hold data against a schema which they are handed: what passed is as that schema says, at each call by its own. */
import { test } from 'vitest'
import { check } from './marked-lines'

const HELPER = `
export const checked = (schema, data, mayThrow) => {
  const { error, value } = schema.validate(data)
  if (error && mayThrow !== false) {
    throw error
  }
  return { error, value }
}
export const noted = (schema, data) => {
  const { error, value } = schema.validate(data)
  if (error) console.warn('odd')
  return { error, value }
}
export const either = (schema, data) => {
  const { error, value } = schema.validate(data)
  if (error) throw error
  return { value: data.raw ? data : value }
}
export function parsed(schema, data) {
  const result = schema.safeParse(data)
  if (!result.success) throw new Error('odd')
  return result.data
}
export async function awaited(schema, data) {
  return await schema.validate(data)
}
`

test('joi, zod and yup behind a helper that throws', async () => {
  await check({
    'helper.js': HELPER,
    'app.js': `
import express from 'express'
import Joi from 'joi'
import * as yup from 'yup'
import { z } from 'zod'
import fs from 'node:fs'
import { checked, noted, either, parsed, awaited } from './helper.js'
import { kinds } from './kinds.js'
const app = express()
app.use(express.json())
const known = Object.keys(kinds).filter((kind) => kinds[kind])

app.post('/kinds', (req, res) => {
  const schema = Joi.object({
    kind: Joi.string().valid(...known).default('mp3'),
    mode: Joi.string().valid('one', 'two').required(),
    slug: Joi.string().pattern(/^[a-zA-Z0-9-]+$/).required(),
    loose: Joi.string().pattern(/[a-zA-Z0-9-]+/).required(),
    same: Joi.string().valid(Joi.ref('loose')),
    inner: Joi.object({ title: Joi.string().allow('').optional(), at: Joi.number() }),
  })
  const { value } = checked(schema, req.body)
  fs.readFileSync('/srv/a.' + value.kind) // path-traversal: none
  fs.readFileSync('/srv/' + value.mode) // path-traversal: none
  fs.readFileSync('/srv/' + value.slug) // path-traversal: none
  fs.readFileSync('/srv/' + value.inner.at) // path-traversal: none
  fs.readFileSync('/srv/' + value.inner.title) // path-traversal: medium
  fs.readFileSync('/srv/' + value.loose) // path-traversal: medium
  fs.readFileSync('/srv/' + value.same) // path-traversal: medium
  res.end()
})
app.post('/renamed', (req, res) => {
  const input = checked(Joi.object({ slug: Joi.string().pattern(/^[a-z]+$/), other: Joi.string() }), req.body)
  const { slug, other } = input.value
  fs.readFileSync('/srv/' + slug) // path-traversal: none
  fs.readFileSync('/srv/' + other) // path-traversal: medium
  res.end()
})
app.post('/unused', (req, res) => {
  checked(Joi.object({ slug: Joi.string().pattern(/^[a-z]+$/), other: Joi.string() }), req.body)
  fs.readFileSync('/srv/' + req.body.slug) // path-traversal: none
  fs.readFileSync('/srv/' + req.body.other) // path-traversal: high
  fs.readFileSync('/srv/' + req.query.slug) // path-traversal: high
  res.end()
})
app.post('/lax', (req, res) => {
  const { value } = checked(Joi.object({ slug: Joi.string().valid('a', 'b') }), req.body, false)
  fs.readFileSync('/srv/' + value.slug) // path-traversal: medium
  res.end()
})
app.post('/noted', (req, res) => {
  const { value } = noted(Joi.object({ slug: Joi.string().valid('a', 'b') }), req.body)
  fs.readFileSync('/srv/' + value.slug) // path-traversal: medium
  res.end()
})
app.post('/zod', (req, res) => {
  const body = parsed(z.object({ mode: z.enum(['a', 'b']), slug: z.string().regex(/^[a-z]+$/), name: z.string() }), req.body)
  fs.readFileSync('/srv/' + body.mode) // path-traversal: none
  fs.readFileSync('/srv/' + body.slug) // path-traversal: none
  fs.readFileSync('/srv/' + body.name) // path-traversal: medium
  res.end()
})
app.post('/yup', async (req, res) => {
  const { mode, name } = await awaited(yup.object({ mode: yup.string().oneOf(['a', 'b']), name: yup.string() }), req.body)
  fs.readFileSync('/srv/' + mode) // path-traversal: none
  fs.readFileSync('/srv/' + name) // path-traversal: high
  res.end()
})
`,
    'kinds.js': 'export const kinds = { mp3: true, wav: false, [process.env.EXTRA]: true }\n',
  })
})

const PAIRS = `
import { z } from 'zod'
type Pair<T> = [T, z.ZodType<T>]
export function checkAll<T extends Pair<any>[]>(...pairs: T) {
  const parsed: any[] = []
  for (const [value, schema] of pairs) {
    const result = schema.safeParse(value)
    if (!result.success) {
      const told = result.error.issues.map((issue) => issue.message).join()
      console.error(told)
      throw new Error(told)
    }
    parsed.push(result.data)
  }
  return parsed
}
export const parseAll = (label: string, pairs: { data: unknown; schema: z.ZodType<any> }[]) => {
  console.info(label)
  for (const { data, schema } of pairs) schema.parse(data)
}
export async function awaitAll(...pairs: Pair<any>[]) {
  for (const pair of pairs) await pair[1].parseAsync(pair[0])
}
export function noteAll(...pairs: Pair<any>[]) {
  for (const [value, schema] of pairs) if (!schema.safeParse(value).success) console.warn('odd')
}
export function checkSome(...pairs: Pair<any>[]) {
  for (const [value, schema] of pairs) {
    if (value === undefined) continue
    schema.parse(value)
  }
}
export function checkFirst(...pairs: Pair<any>[]) {
  for (const [value, schema] of pairs) {
    const result = schema.safeParse(value)
    if (!result.success) throw new Error('odd')
    return result.data
  }
}
export function checkWhen(isStrict: boolean, ...pairs: Pair<any>[]) {
  if (!isStrict) return
  for (const [value, schema] of pairs) schema.parse(value)
}
`

test('values and schemas in pairs', async () => {
  await check({
    'pairs.ts': PAIRS,
    'kinds.ts': `
import { z } from 'zod'
export const zId = z.cuid2()
export const zName = z.string()
export const zAny = z.any()
`,
    'app.ts': `
import express from 'express'
import { MongoClient } from 'mongodb'
import { awaitAll, checkAll, checkFirst, checkSome, checkWhen, noteAll, parseAll } from './pairs'
import { zAny, zId, zName } from './kinds'
const boats = new MongoClient('mongodb://db').db('port').collection('boats')
const app = express()
app.use(express.json())
app.post('/checked', async (req, res) => {
  const { id, name, other } = req.body
  checkAll([id, zId], [name, zName])
  await boats.findOne({ id }) // nosql-injection: none
  await boats.findOne({ name }) // nosql-injection: none
  await boats.findOne({ other }) // nosql-injection: high
  res.end()
})
app.post('/any', async (req, res) => {
  const { id, name } = req.body
  await boats.findOne({ early: id }) // nosql-injection: high
  checkAll([id, zAny], [name, zName])
  await boats.findOne({ id }) // nosql-injection: high
  res.end()
})
app.post('/parsed', async (req, res) => {
  const { id } = req.body
  parseAll('boat', [{ data: id, schema: zId }])
  await boats.findOne({ id }) // nosql-injection: none
  res.end()
})
app.post('/awaited', async (req, res) => {
  const { id } = req.body
  await awaitAll([id, zId])
  await boats.findOne({ id }) // nosql-injection: none
  res.end()
})
app.post('/forgotten', async (req, res) => {
  const { id } = req.body
  awaitAll([id, zId])
  await boats.findOne({ id }) // nosql-injection: high
  res.end()
})
app.post('/noted', async (req, res) => {
  const { id } = req.body
  noteAll([id, zId])
  await boats.findOne({ id }) // nosql-injection: high
  res.end()
})
app.post('/some', async (req, res) => {
  const { id } = req.body
  checkSome([id, zId])
  await boats.findOne({ id }) // nosql-injection: high
  res.end()
})
app.post('/first', async (req, res) => {
  const { id, name } = req.body
  checkFirst([id, zId], [name, zName])
  await boats.findOne({ name }) // nosql-injection: high
  res.end()
})
app.post('/when', async (req, res) => {
  const { id } = req.body
  checkWhen(req.body.isStrict, [id, zId])
  await boats.findOne({ id }) // nosql-injection: high
  res.end()
})
`,
  })
})

test('schemas that are put together, and what a function asks of a field', async () => {
  await check({
    'app.js': `
import express from 'express'
import { z } from 'zod'
import fs from 'node:fs'
const app = express()
app.use(express.json())
const UNITS = ['day', 'week']
const isUnit = (unit) => UNITS.includes(unit)
const report = z.intersection(
  z.object({ id: z.string().uuid(), title: z.string() }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('speed'), settings: z.object({ metric: z.enum(['lcp', 'fcp']), note: z.string() }) }),
    z.object({ kind: z.literal('goal'), settings: z.object({ goal: z.string() }) }),
  ]),
)
app.post('/reports', (req, res) => {
  const result = report.safeParse(req.body)
  if (!result.success) return res.status(400).end()
  const { settings } = result.data
  fs.readFileSync('/srv/' + result.data.id) // path-traversal: none
  fs.readFileSync('/srv/' + settings.metric) // path-traversal: none
  fs.readFileSync('/srv/' + result.data.title) // path-traversal: high
  fs.readFileSync('/srv/' + settings.note) // path-traversal: high
  fs.readFileSync('/srv/' + settings.goal) // path-traversal: high
  res.end()
})
const loose = z.intersection(z.object({ id: z.string().uuid() }), z.record(z.string(), z.string()))
app.post('/loose', (req, res) => {
  const result = loose.safeParse(req.body)
  if (!result.success) return res.status(400).end()
  fs.readFileSync('/srv/' + result.data.other) // path-traversal: high
  res.end()
})
const asked = z.object({
  unit: z.string().refine((unit) => UNITS.includes(unit), { message: 'odd' }).optional(),
  named: z.string().refine(isUnit),
  other: z.string().refine((unit) => !UNITS.includes(unit)),
  either: z.string().refine((unit) => UNITS.includes(unit) || unit.startsWith('x')),
  zone: z.string().refine((zone) => zone.length > 2),
})
app.post('/asked', (req, res) => {
  const result = asked.safeParse(req.body)
  if (!result.success) return res.status(400).end()
  fs.readFileSync('/srv/' + result.data.unit) // path-traversal: none
  fs.readFileSync('/srv/' + result.data.named) // path-traversal: none
  fs.readFileSync('/srv/' + result.data.other) // path-traversal: high
  fs.readFileSync('/srv/' + result.data.either) // path-traversal: high
  fs.readFileSync('/srv/' + result.data.zone) // path-traversal: high
  res.end()
})
`,
  })
})

test('a variable that takes what passed, behind a note of what did not', async () => {
  await check({
    'helper.js': `
export function read(req, schema) {
  let query = req.query
  let problem
  const result = schema.safeParse(query)
  if (!result.success) problem = () => 'odd'
  else query = result.data
  return { query, problem, raw: req.query }
}
export async function readLater(req, schema) {
  let { query } = req
  let error = null
  const result = await schema.safeParseAsync(query)
  if (result.success) query = result.data
  else error = result.error
  return { query, error }
}
export function readOther(req, schema) {
  let query = req.query
  let problem
  const result = schema.safeParse(query)
  if (!result.success) problem = () => 'odd'
  else if (req.query.raw) query = req.query
  else query = { ...req.query, ...result.data }
  return { query, problem }
}
export function readLoosely(req, schema) {
  let query = req.query
  let problem
  const result = schema.safeParse(query)
  if (!result.success && !req.query.force) problem = () => 'odd'
  else query = result.data ?? query
  return { query, problem }
}
export function readSigned(req, schema, options) {
  let query = req.query
  let error
  let user = null
  if (schema) {
    const result = schema.safeParse(query)
    if (!result.success) error = () => 'odd'
    else query = result.data
  }
  if (!options?.open && !error) {
    user = signedIn(req)
    if (!user) error = () => 'nobody'
  }
  return { query, user, error }
}
export function readForgiving(req, schema, options) {
  let query = req.query
  let error
  const result = schema.safeParse(query)
  if (!result.success) error = () => 'odd'
  else query = result.data
  if (options?.forgiving) error = undefined
  return { query, error }
}
const signedIn = (req) => req.headers.authorization
export function demanded(req, schema) {
  let query = req.query
  const result = schema.safeParse(query)
  if (!result.success) throw new Error('odd')
  query = result.data
  return { query }
}
`,
    'app.js': `
import express from 'express'
import fs from 'node:fs'
import { z } from 'zod'
import { demanded, read, readForgiving, readLater, readLoosely, readOther, readSigned } from './helper.js'
const app = express()
const schema = z.object({ size: z.coerce.number().optional(), name: z.string() })

app.get('/one', (req, res) => {
  let query = req.query
  let problem
  const result = schema.safeParse(query)
  if (!result.success) problem = 'odd'
  else query = result.data
  if (problem) return res.status(400).end()
  fs.readFileSync('/srv/' + query.size) // path-traversal: none
  fs.readFileSync('/srv/' + query.name) // path-traversal: high
  res.end()
})
app.get('/unasked', (req, res) => {
  let query = req.query
  let problem
  const result = schema.safeParse(query)
  if (!result.success) problem = 'odd'
  else query = result.data
  if (problem) console.warn('odd')
  fs.readFileSync('/srv/' + query.size) // path-traversal: high
  res.end()
})
app.get('/helper', (req, res) => {
  const { query, problem, raw } = read(req, schema)
  if (problem) return res.status(400).end(problem())
  const { size, name } = query
  fs.readFileSync('/srv/' + size) // path-traversal: none
  fs.readFileSync('/srv/' + name) // path-traversal: high
  fs.readFileSync('/srv/' + raw.name) // path-traversal: high
  res.end()
})
app.get('/later', async (req, res) => {
  const { query, error } = await readLater(req, schema)
  if (error) return res.status(400).end()
  fs.readFileSync('/srv/' + query.size) // path-traversal: none
  fs.readFileSync('/srv/' + query.name) // path-traversal: high
  res.end()
})
app.get('/signed', (req, res) => {
  const { query, error } = readSigned(req, schema)
  if (error) return res.status(400).end(error())
  fs.readFileSync('/srv/' + query.size) // path-traversal: none
  fs.readFileSync('/srv/' + query.name) // path-traversal: high
  res.end()
})
app.get('/without', (req, res) => {
  const { query, error } = readSigned(req)
  if (error) return res.status(400).end(error())
  fs.readFileSync('/srv/' + query.size) // path-traversal: high
  res.end()
})
app.get('/forgiving', (req, res) => {
  const { query, error } = readForgiving(req, schema, req.query)
  if (error) return res.status(400).end(error())
  fs.readFileSync('/srv/' + query.size) // path-traversal: high
  res.end()
})
app.get('/ignored', (req, res) => {
  const { query } = read(req, schema)
  fs.readFileSync('/srv/' + query.size) // path-traversal: high
  res.end()
})
app.get('/loosely', (req, res) => {
  const { query, problem } = readLoosely(req, schema)
  if (problem) return res.status(400).end()
  fs.readFileSync('/srv/' + query.size) // path-traversal: high
  res.end()
})
app.get('/other', (req, res) => {
  const { query, problem } = readOther(req, schema)
  if (problem) return res.status(400).end()
  fs.readFileSync('/srv/' + query.size) // path-traversal: high
  res.end()
})
app.get('/demanded', (req, res) => {
  const { query } = demanded(req, schema)
  fs.readFileSync('/srv/' + query.size) // path-traversal: none
  fs.readFileSync('/srv/' + query.name) // path-traversal: medium
  res.end()
})
`,
  })
})
