/** Doors behind what looks like a guard and turns no stranger away, beside twins that do. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', '@prisma/client': '6', next: '15', 'next-auth': '5' }

const APP = (guards: string) => `import express from 'express'
import { PrismaClient } from '@prisma/client'
const prisma = new PrismaClient()
const app = express()
app.use(express.json())
class Unauthorized extends Error {}
${guards}
app.post('/house/lamps', (req, res, next) => { if (!req.user) return res.status(401).end(); next() }, async (req, res) => { res.json(await prisma.lamp.create({ data: { name: req.body.name, userId: req.user.id } })) })
`
const REMOVES = (mark: string) =>
  `app.delete('/lamps/:id', async (req, res) => { await prisma.lamp.delete({ where: { id: req.params.id } }); res.end() }) // ${mark}\n`

test('what refuses a kind of token alone is no guard of those who send none', async () => {
  const some = `app.use((req, res, next) => { if (req.grant && req.grant.kind === 'loan') { return next(new Unauthorized()) } next() })`
  const all = `app.use((req, res, next) => { if (!req.grant || req.grant.kind === 'loan') { return next(new Unauthorized()) } next() })`
  await check({ 'app.ts': APP(some) + REMOVES('missing-authentication: medium') }, DEPENDENCIES)
  await check({ 'app.ts': APP(all) + REMOVES('missing-authentication: none') }, DEPENDENCIES)
})

test('a token that its holder may not use binds no record that others name', async () => {
  const guard = (refusal: string) => `app.use(async (req, res, next) => {
  const token = req.get('Lamp-Token')
  if (!token) return next()
  const found = await prisma.token.findFirst({ where: { token }, include: { user: true, house: true } })
  req.user = found?.user
  if (${refusal}) return next(new Unauthorized())
  next() })
app.use((req, res, next) => { if (!req.user) return res.status(401).end(); next() })`
  const held = `app.get('/mine', async (req, res) => { res.json(await prisma.lamp.findMany({ where: { userId: req.user.id } })) })\n`
  await check({ 'app.ts': APP(guard('!req.user.isAdminOf(found.house)')) + held + REMOVES('insecure-direct-object-reference: high') }, DEPENDENCIES)
  const ofAdmins = `app.use((req, res, next) => { if (req.user && req.user.role !== 'admin') return res.status(403).end(); next() })
app.use((req, res, next) => { if (!req.user) return res.status(401).end(); next() })`
  await check({ 'app.ts': APP(ofAdmins) + held + REMOVES('insecure-direct-object-reference: none') }, DEPENDENCIES)
})

test('a wrapper that answers 401 where its handler failed is no guard, what it runs before the handler is', async () => {
  const wrappers = `import NextAuth from 'next-auth'
const { auth } = NextAuth({ providers: [] })
const around = (handler, before) => async (request) => {
  try {
    const given = before ? await before(request) : request
    if (given instanceof Response) return given
    return await handler(given)
  } catch (error) { return Response.json({ error: 'Grant it again' }, { status: 401 }) }
}
const askUser = async (request) => {
  const session = await auth()
  if (!session?.user) return Response.json({}, { status: 401 })
  request.user = session.user
  return request
}
export const open = (handler) => around(handler)
export const forUsers = (handler) => around(handler, askUser)
`
  const route = (wrapper: string, mark: string) => `import { PrismaClient } from '@prisma/client'
import { ${wrapper} } from '../../../lib/wrappers'
const prisma = new PrismaClient()
export const POST = ${wrapper}(async (request) => { // missing-authentication: ${mark}
  const body = await request.json()
  return Response.json(await prisma.lamp.update({ where: { name: body.name }, data: { level: body.level } }))
})
`
  await check(
    {
      'lib/wrappers.ts': wrappers,
      'app/api/open/route.ts': route('open', 'medium'),
      'app/api/mine/route.ts': route('forUsers', 'none'),
    },
    DEPENDENCIES,
  )
})
