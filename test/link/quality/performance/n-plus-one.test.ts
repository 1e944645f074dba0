/** One question to a store for each of many: by library, by kind of loop, through callers; and what only looks like it. */
import { expect, test } from 'vitest'
import { compared, express, hotspotsOf } from './marked'

const sequelize = `import { Model, DataTypes, Sequelize } from 'sequelize'
const sequelize = new Sequelize('sqlite::memory:')
class User extends Model {}
class Order extends Model {}
`

test.each([
  [
    'Sequelize: every kind of loop',
    express(
      `app.get('/orders', async (req, res) => {
  const orders = await Order.findAll({ limit: 20 })
  for (const order of orders) order.user = await User.findByPk(order.userId) // expect: n-plus-one
  for (let i = 0; i < orders.length; i++) {
    await User.findOne({ where: { id: orders[i].userId } }) // expect: n-plus-one
  }
  for (const key in orders) await User.findByPk(key) // expect: n-plus-one
  await Promise.all(orders.map((order) => User.findByPk(order.userId))) // expect: n-plus-one
  await Promise.all(orders.map(async (order) => {
    const user = await User.findByPk(order.userId) // expect: n-plus-one
    await User.update({ seen: true }, { where: { id: user.id } })
  }))
  orders.forEach((order) => { void User.increment('orders', { where: { id: order.userId } }) }) // expect: n-plus-one
  res.json(orders)
})`,
      sequelize,
    ),
  ],
  [
    'commands that are gathered and sent together',
    express(
      `app.get('/scores', async (req, res) => {
  const keys = req.query.keys
  const queue = client.multi()
  keys.forEach((key) => queue.get(key))
  const bulk = db.collection('scores').initializeUnorderedBulkOp()
  for (const key of keys) bulk.find({ key }).upsert().updateOne({ $set: { seen: true } })
  await bulk.execute()
  res.json(await queue.exec())
  for (const key of keys) await client.get(key) // expect: n-plus-one
})`,
      `import { MongoClient } from 'mongodb'
import Redis from 'ioredis'
const db = new MongoClient('mongodb://localhost').db()
const client = new Redis()
`,
    ),
  ],
  [
    'Sequelize: one question for all, and lists that are written out',
    express(
      `app.get('/orders', async (req, res) => {
  const orders = await Order.findAll({ include: [User], limit: 20 })
  const users = await User.findAll({ where: { id: orders.map((order) => order.userId) } })
  const byId = new Map(users.map((user) => [user.id, user]))
  for (const order of orders) order.user = byId.get(order.userId)
  for (const model of [User, Order]) await model.count()
  for (const status of ['open', 'closed']) await Order.count({ where: { status } })
  for (const part of chunk(orders, 100)) await User.findAll({ where: { id: part.map((order) => order.userId) } })
  let offset = 0
  while (offset < 1000) {
    await Order.findAll({ limit: 100, offset })
    offset += 100
  }
  res.json(orders)
})`,
      `${sequelize}import chunk from 'lodash/chunk'`,
    ),
  ],
  [
    'mongoose, with and without populate',
    express(
      `app.get('/posts', async (req, res) => {
  const posts = await Post.find().populate('author').limit(10)
  for await (const post of posts) {
    const author = await User.findById(post.author) // expect: n-plus-one
    await author.save()
  }
  for (const post of posts) res.write(post.author.name)
})`,
      `import mongoose from 'mongoose'
const User = mongoose.model('User', new mongoose.Schema({ name: String }))
const Post = mongoose.model('Post', new mongoose.Schema({ author: String }))`,
    ),
  ],
  [
    'Prisma: findUnique of one turn goes out together, one after the other it does not',
    express(
      `app.get('/posts', async (req, res) => {
  const posts = await prisma.post.findMany({ take: 10 })
  await Promise.all(posts.map((post) => prisma.user.findUnique({ where: { id: post.authorId } })))
  for (const post of posts) {
    await prisma.user.findUnique({ where: { id: post.authorId } }) // expect: n-plus-one
  }
  await Promise.all(posts.map((post) => prisma.comment.count({ where: { postId: post.id } }))) // expect: n-plus-one
  await prisma.user.findMany({ where: { id: { in: posts.map((post) => post.authorId) } } })
})`,
      `import { PrismaClient } from '@prisma/client'\nconst prisma = new PrismaClient()`,
    ),
  ],
  [
    'Knex and statements',
    express(
      `app.get('/tags', async (req, res) => {
  const tags = await db('tags').select().limit(10)
  for (const tag of tags) await db('articles').where({ tag: tag.id }).first() // expect: n-plus-one
  for (const tag of tags) await pool.query('SELECT * FROM articles WHERE tag = $1', [tag.id]) // expect: n-plus-one
  await db('articles').whereIn('tag', tags.map((tag) => tag.id))
})`,
      `import knex from 'knex'\nimport { Pool } from 'pg'\nconst db = knex({ client: 'pg' })\nconst pool = new Pool()`,
    ),
  ],
  [
    'Redis: one by one, and in one command',
    express(
      `app.get('/names', async (req, res) => {
  const ids: string[] = req.body.ids
  const names = []
  for (const id of ids) names.push(await client.get(id)) // expect: n-plus-one
  const all = await client.mget(ids)
  res.json([names, all])
})`,
      `import Redis from 'ioredis'\nconst client = new Redis()`,
    ),
  ],
])('%s', (_, source) => {
  const { found, expected } = compared({ 'server.ts': source }, 'n-plus-one')
  expect(found).toEqual(expected)
})

test('through callers, and cited with the way to the question', () => {
  const sources = {
    'users.ts': `${sequelize}
export const nameOf = async (id) => (await User.findByPk(id)).name
const names = new Map()
export const keptNameOf = async (id) => {
  if (!names.has(id)) names.set(id, (await User.findByPk(id)).name)
  return names.get(id)
}
export const nameIfAsked = async (id, options) => {
  if (options.withNames === true) return (await User.findByPk(id)).name
}`,
    'service.ts': `import { nameOf, keptNameOf, nameIfAsked } from './users'
export const described = async (order) => ({ ...order, name: await nameOf(order.userId) }) // expect: n-plus-one
export async function all(orders) {
  const found = await Promise.all(orders.map(described))
  for (const order of orders) found.push(await described(order)) // expect: n-plus-one
  for (const order of orders) found.push(await keptNameOf(order.userId))
  for (const order of orders) found.push(await nameIfAsked(order.userId, {}))
  return found
}`,
    'server.ts': express(
      `app.get('/orders', async (req, res) => res.json(await all(req.body.orders)))
app.get('/described', async (req, res) => res.json(await Promise.all(req.body.orders.map(described)))) // expect: n-plus-one`,
      `import { all, described } from './service'`,
    ),
  }
  const { found, expected } = compared(sources, 'n-plus-one')
  expect(found).toEqual(expected)
  const spot = hotspotsOf(sources).find(({ at }) => at.line === 5 && at.file === 'service.ts')
  expect(spot).toMatchObject({
    exposure: 'request',
    route: 'GET /orders',
    api: 'User.findByPk',
    because: [{ line: 5 }, { line: 2 }, { file: 'users.ts' }],
  })
})

test('in the callback style of drivers', () => {
  const source = express(
    `app.get('/allocations', (req, res) => {
  db.collection('allocations').find({ owner: req.query.owner }).toArray((err, allocations) => {
    allocations.forEach((allocation) => {
      db.collection('users').findOne({ _id: allocation.userId }, (err, user) => { // expect: n-plus-one
        allocation.name = user.name
      })
    })
    res.json(allocations)
  })
})`,
    `import { MongoClient } from 'mongodb'\nconst db = new MongoClient('mongodb://localhost').db()`,
  )
  const { found, expected } = compared({ 'server.ts': source }, 'n-plus-one')
  expect(found).toEqual(expected)
})

test('fields of GraphQL types, without a loader and with one', () => {
  const source = `import { makeExecutableSchema } from '@graphql-tools/schema'
import DataLoader from 'dataloader'
${sequelize}
const typeDefs = 'type Query { orders: [Order] } type Order { user: User buyer: User }'
const users = new DataLoader((ids) => User.findAll({ where: { id: ids } }))
const resolvers = {
  Query: { orders: () => Order.findAll({ limit: 10 }) },
  Order: {
    user: (order) => User.findByPk(order.userId), // expect: n-plus-one
    buyer: (order) => users.load(order.buyerId),
  },
}
export const schema = makeExecutableSchema({ typeDefs, resolvers })`
  const { found, expected } = compared({ 'schema.ts': source }, 'n-plus-one')
  expect(found).toEqual(expected)
})

test('tests, seeds and what runs at the start are left alone', () => {
  const loop = `${sequelize}\nexport async function fill(rows) { for (const row of rows) await User.create(row) }`
  for (const path of ['test/fill.test.ts', 'db/seeders/users.ts', 'migrations/1.ts']) expect(hotspotsOf({ [path]: loop })).toEqual([])
  expect(hotspotsOf({ 'start.ts': `${loop}\nvoid fill([])` })).toEqual([])
})
