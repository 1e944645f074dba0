/** Reads that wait for each other: which could begin together, and which have their order for a reason. */
import { expect, test } from 'vitest'
import { compared, express, hotspotsOf } from './marked'

const imports = `import { PrismaClient } from '@prisma/client'
import axios from 'axios'
const prisma = new PrismaClient()
function refuse(): never { throw new Error('no') }
`
const handler = (body: string) => express(`app.get('/x', async (req, res) => {\n${body}\n})`, imports)

test.each([
  [
    'two reads',
    `const count = await prisma.post.count() // expect: sequential-await\nconst posts = await prisma.post.findMany({ take: 10 })\nres.json({ count, posts })`,
  ],
  [
    'three reads are one finding',
    `const a = await prisma.post.count() // expect: sequential-await\nconst b = await prisma.user.count()\nconst c = await prisma.tag.count()\nres.json({ a, b, c })`,
  ],
  [
    'requests',
    `const { data: a } = await axios.get('https://a.example/x') // expect: sequential-await\nconst b = await fetch('https://b.example/y')\nres.json({ a, b })`,
  ],
  [
    'each in a try of its own',
    `let a, b
try { a = await prisma.a.findFirst() } catch (error) { res.status(500).end(); return } // expect: sequential-await
try { b = await prisma.b.findFirst() } catch (error) { res.status(500).end(); return }
res.json({ a, b })`,
  ],
  [
    'what follows a dependent pair',
    `const a = await prisma.a.findFirst()\nconst b = await prisma.b.findFirst({ where: { id: a.id } }) // expect: sequential-await\nconst c = await prisma.c.findFirst()\nres.json({ a, b, c })`,
  ],
])('could begin together: %s', (_, body) => {
  const { found, expected } = compared({ 'server.ts': handler(body) }, 'sequential-await')
  expect(found).toEqual(expected)
})

test.each([
  ['needs the answer', `const a = await prisma.a.findFirst()\nconst b = await prisma.b.findFirst({ where: { id: a.id } })\nres.json({ a, b })`],
  [
    'needs it through a name, a field and a closure',
    `const { id } = await prisma.a.findFirst()\nconst where = { id }\nconst options = { where }\nconst b = await prisma.b.findFirst(options)\nres.json(b)`,
  ],
  [
    'needs what the answer was put into',
    `const where: any = {}\nwhere.id = await prisma.a.count()\nconst b = await prisma.b.findFirst({ where })\nres.json(b)`,
  ],
  [
    'guarded by the answer',
    `const a = await prisma.a.findFirst()\nif (!a) return res.status(404).end()\nconst b = await prisma.b.findFirst()\nres.json({ a, b })`,
  ],
  [
    'guarded in part',
    `const a = await prisma.a.findFirst()\nif (a) { if (req.query.x) return; else console.log(a) }\nconst b = await prisma.b.findFirst()\nres.json({ b })`,
  ],
  [
    'refused in between by a function',
    `const a = await prisma.a.findFirst()\nallowed(a)\nconst b = await prisma.b.findFirst()\nres.json({ a, b })\nfunction allowed(x: any) { if (!x) refuse() }`,
  ],
  ['only where something holds', `const a = await prisma.a.findFirst()\nlet b\nif (req.query.b) b = await prisma.b.findFirst()\nres.json({ a, b })`],
  ['changes', `const a = await prisma.a.create({ data: {} })\nconst b = await prisma.b.create({ data: {} })\nres.json({ a, b })`],
  [
    'a change, then a read',
    `const a = await prisma.a.update({ where: { id: 1 }, data: {} })\nconst b = await prisma.b.findFirst()\nres.json({ a, b })`,
  ],
  ['awaited for its effect', `await prisma.a.findFirst()\nconst b = await prisma.b.findFirst()\nres.json(b)`],
  [
    'one connection',
    `await prisma.$transaction(async (tx) => {\nconst a = await tx.a.findFirst()\nconst b = await tx.b.findFirst()\nres.json({ a, b })\n})`,
  ],
  [
    'begun before',
    `const first = fetch('https://a.example/x')\nconst second = fetch('https://b.example/y')\nconst a = await first\nconst b = await second\nres.json({ a, b })`,
  ],
  ['together already', `const [a, b] = await Promise.all([prisma.a.findFirst(), prisma.b.findFirst()])\nres.json({ a, b })`],
  [
    'sent',
    `const a = await fetch('https://a.example/x', { method: 'POST' })\nconst b = await fetch('https://b.example/y', { method: 'POST' })\nres.json({ a, b })`,
  ],
])('in order for a reason: %s', (_, body) => {
  expect(compared({ 'server.ts': handler(body) }, 'sequential-await').found).toEqual([])
})

test('functions that only read count as reads; guards and those that write do not', () => {
  const source = express(
    `app.get('/x', async (req, res) => {
  const users = await countUsers() // expect: sequential-await
  const posts = await countPosts()
  res.json({ users, posts })
})
app.get('/y', async (req, res) => {
  const user = await requireUser(req.query.id)
  const posts = await countPosts()
  res.json({ user, posts })
})
app.get('/z', async (req, res) => {
  const visit = await visited()
  const posts = await countPosts()
  res.json({ visit, posts })
})
async function countUsers() { return prisma.user.count() }
const countPosts = () => prisma.post.count()
async function requireUser(id) {
  const user = await prisma.user.findUnique({ where: { id } })
  if (!user) throw new Error('not found')
  return user
}
app.get('/w', async (req, res) => {
  const weather = await weatherOf(req.query.city) // expect: sequential-await
  const posts = await countPosts()
  res.json({ weather, posts })
})
async function weatherOf(city) {
  const response = await fetch('https://weather.example/' + city)
  if (!response.ok) throw new Error('no weather')
  return response.json()
}
async function visited() {
  await prisma.visit.create({ data: {} })
  return prisma.visit.count()
}`,
    imports,
  )
  const { found, expected } = compared({ 'server.ts': source }, 'sequential-await')
  expect(found).toEqual(expected)
})

test('the suggestion is the code itself, put together', () => {
  const [spot] = hotspotsOf({
    'server.ts': handler(`const a = await prisma.a.findFirst()\nconst { name } = await prisma.b.findFirst()\nres.json({ a, name })`),
  })
  expect(spot?.suggestion).toBe('const [a, { name }] = await Promise.all([\n  prisma.a.findFirst(),\n  prisma.b.findFirst(),\n])')
})

test('a builder that changes in between gives two different questions', () => {
  const source = express(
    `app.get('/x', async (req, res) => {
  const builder = getRepository('Post').createQueryBuilder('post')
  const count = await builder.getCount()
  builder.limit(10)
  const posts = await builder.getMany()
  res.json({ count, posts })
})`,
    `import { getRepository } from 'typeorm'`,
  )
  expect(compared({ 'server.ts': source }, 'sequential-await').found).toEqual([])
})
