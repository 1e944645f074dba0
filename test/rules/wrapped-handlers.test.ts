/** Handlers that a wrapper runs with what passed a schema, in tables of routes: each is told by the schema that it is written with. */
import { test } from 'vitest'
import { check } from './marked-lines'

const WRAPPER = (body: string) => `
import { Request, Response } from 'express'
import { z, ZodNever, ZodType } from 'zod'

function passed<T extends ZodType>(schema: T, value: unknown): { success: true; data: any } | { success: false; errors: string[] } {
  const result = schema.safeParse(value)
  if (!result.success) {
    return { success: false, errors: result.error.issues.map((issue) => issue.message) }
  }
  return { success: true, data: result.data }
}

export async function run(req: any, schemas: { params?: ZodType; body?: ZodType }, answer: (req: any) => Promise<unknown>) {
  const problems: string[] = []
  ${body}
  if (problems.length > 0) {
    return { status: 400, body: { message: problems.join() } }
  }
  try {
    return { status: 200, body: await answer(req) }
  } catch (error) {
    return { status: 400, body: { message: 'odd' } }
  }
}

export function withSchemas<B extends ZodType, P extends ZodType>(spec: { bodySchema: B; paramsSchema: P; method: string; path: string }) {
  const { bodySchema, paramsSchema, method, path } = spec
  return (answer: (req: any) => Promise<unknown>) => {
    const handler = async (req: Request, res: Response, next: any) => {
      try {
        const { status, body } = await run(req, { params: paramsSchema, body: bodySchema }, answer)
        return res.status(status).json(body)
      } catch (error) {
        next(error)
      }
    }
    return { method, path, schemas: { params: paramsSchema, body: bodySchema }, handler, answer }
  }
}
`
const REPLACED = `
  if (schemas.body && !(schemas.body instanceof ZodNever)) {
    const checked = passed(schemas.body, req.body)
    if (!checked.success) {
      problems.push(...checked.errors)
    } else {
      req.body = checked.data
    }
  }`
const NOTED = `
  if (schemas.body && !(schemas.body instanceof ZodNever)) {
    const checked = passed(schemas.body, req.body)
    if (!checked.success) {
      console.warn(checked.errors)
    } else {
      req.body = checked.data
    }
  }`
const WHEN = `
  if (schemas.body && req.query.strict) {
    const checked = passed(schemas.body, req.body)
    if (!checked.success) {
      problems.push(...checked.errors)
    } else {
      req.body = checked.data
    }
  }`

const ROUTES = (name: string, whole: string) => ({
  'schemas.ts': `
import { z } from 'zod'
const boat = z.object({ name: z.string(), hull: z.enum(['wood', 'steel']) }).strict()
export const putBoat = { bodySchema: boat.partial(), paramsSchema: z.object({ id: z.string() }), method: 'put', path: '/boats/:id' } as const
export const postNote = { bodySchema: z.never(), paramsSchema: z.never(), method: 'post', path: '/notes' } as const
export const postFile = { bodySchema: boat.transform(({ name }) => ({ file: { name } })), paramsSchema: z.never(), method: 'post', path: '/files' } as const
export const postAny = { bodySchema: z.object({ name: z.any() }).passthrough(), paramsSchema: z.never(), method: 'post', path: '/any' } as const
`,
  'boats.ts': `
import mongoose from 'mongoose'
import { withSchemas } from './wrapper'
import { postAny, postFile, postNote, putBoat } from './schemas'
const Boat = mongoose.model('Boat', new mongoose.Schema({ name: String, hull: String, owner: String, isAdmin: Boolean }))
export const put = withSchemas(putBoat)(async (req) => {
  await Boat.findOne({ name: req.body.name }) // nosql-injection: ${name}
  await Boat.findOne({ name: req.query.name }) // nosql-injection: high
  await Boat.create(req.body) // mass-assignment: ${whole}
  return {}
})
export const note = withSchemas(postNote)(async (req) => {
  await Boat.findOne({ name: req.body.name }) // nosql-injection: high
  return {}
})
export const any = withSchemas(postAny)(async (req) => {
  await Boat.findOne({ name: req.body.name }) // nosql-injection: high
  await Boat.create(req.body) // mass-assignment: high
  return {}
})
export const file = withSchemas(postFile)(async (req) => {
  await Boat.findOne({ name: req.body.file }) // nosql-injection: high
  return {}
})
const made = (spec: any) =>
  withSchemas(spec)(async (req) => {
    await Boat.findOne({ name: req.body.name }) // nosql-injection: high
    return {}
  })
export const boats = [put, note, any, file, made(postNote)]
`,
  'app.ts': `
import express from 'express'
import { boats } from './boats'
import { run } from './wrapper'
const app = express()
app.use(express.json())
const router: any = express.Router()
boats.forEach((route) => router[route.method]('/v1' + route.path, route.handler))
app.use(router)
app.post('/one', async (req, res) => {
  const [route] = boats
  const { status, body } = await run({ body: {}, query: {}, params: {} }, route.schemas, route.answer)
  res.status(status).json(body)
})
`,
})
const DEPENDENCIES = { express: '4', zod: '3', mongoose: '6' }

test.each([
  ['what passed takes the place of what was sent', REPLACED, 'none', 'none'],
  ['what did not pass is only noted', NOTED, 'high', 'high'],
  ['it is asked for some requests alone', WHEN, 'high', 'high'],
])('%s', async (_, body, name, whole) => {
  await check({ 'wrapper.ts': WRAPPER(body), ...ROUTES(name, whole) }, DEPENDENCIES)
})
