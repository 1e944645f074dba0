/** Blocking calls, reads without a limit and lookups without an index below doors, each with its safe twin. */
import { expect, test } from 'vitest'
import { compared, express, hotspotsOf } from './marked'

test('blocking calls: in handlers and below them, not at the start, not in commands, not where the result is kept', () => {
  const sources = {
    'files.ts': `import fs from 'node:fs'
export const template = fs.readFileSync('template.html', 'utf8')
export const read = (name: string) => fs.readFileSync(name, 'utf8') // expect: sync-io-request-path
let kept: string | undefined
export function once() {
  if (!kept) kept = fs.readFileSync('once.txt', 'utf8')
  return kept
}
let cached
export const twice = () => (cached ??= fs.readFileSync('twice.txt', 'utf8'))
export function unused() { return fs.readFileSync('unused.txt') }
`,
    'server.ts': express(
      `app.get('/a', (req, res) => res.send(read('a.html') + template + once() + twice()))
app.post('/login', async (req, res) => {
  const same = bcrypt.compareSync(req.body.password, 'x') // expect: sync-io-request-path
  const other = await bcrypt.compare(req.body.password, 'x')
  const head = execSync('git rev-parse HEAD') // expect: sync-io-request-path
  const packed = zlib.gzipSync(req.body.text) // expect: sync-io-request-path
  res.json({ same, other, head, packed, file: await fs.promises.readFile('x') })
})`,
      `import fs from 'node:fs'
import zlib from 'node:zlib'
import bcrypt from 'bcrypt'
import { execSync } from 'node:child_process'
import { read, template, once, twice } from './files'`,
    ),
  }
  const { found, expected } = compared(sources, 'sync-io-request-path')
  expect(found).toEqual(expected)
})

test('a loop that waits by asking the clock', () => {
  const sources = {
    'sleep.ts': `export function sleep(time: number) { // expect: sync-io-request-path
  const end = Date.now() + time
  while (Date.now() < end) {}
}
export async function until(end: number, check) {
  while (Date.now() < end) await check()
}
export function elapsed(steps) {
  const start = Date.now()
  for (const step of steps) step(Date.now() - start)
}`,
  }
  const { found, expected } = compared(sources, 'sync-io-request-path')
  expect(found).toEqual(expected)
})

const sequelize = `import { Model, Sequelize, Op } from 'sequelize'
const sequelize = new Sequelize('sqlite::memory:')
class User extends Model {}
class Order extends Model {}
class Country extends Model {}
export const seed = async () => Country.bulkCreate([{ name: 'Peru' }])
void seed()
`

test('reads without a limit: options, chains, statements, scopes and tables that only the start fills', () => {
  const sources = {
    'server.ts': express(
      `app.get('/users', async (req, res) => {
  const all = await User.findAll() // expect: unbounded-read
  const active = await User.findAll({ where: { active: true } }) // expect: unbounded-read
  const like = await User.findAll({ where: { name: { [Op.like]: '%x%' } } }) // expect: unbounded-read
  const page = await User.findAll({ limit: 20 })
  const options = { limit: 20, offset: 0 }
  const followed = await User.findAll(options)
  const own = await Order.findAll({ where: { UserId: req.query.id } })
  const some = await User.findAll({ where: { id: [1, 2] } })
  const countries = await Country.findAll()
  const ofOne = await User.findAll({ where: { team: { id: req.query.id } } })
  const ofMany = await User.findAll({ where: { team: { open: true } } }) // expect: unbounded-read
  const number = await User.count()
  const one = await User.findByPk(1)
  const rows = await sequelize.query('SELECT * FROM users') // expect: unbounded-read
  const few = await sequelize.query('SELECT * FROM users LIMIT 10')
  const count = await sequelize.query('SELECT COUNT(*) FROM users')
  const byId = await sequelize.query('SELECT * FROM users WHERE id = ?', { replacements: [1] })
  res.json([ofOne, ofMany, all, active, like, page, followed, own, some, countries, number, one, rows, few, count, byId])
})
app.post('/users', async (req, res) => res.json(await User.create(req.body)))
export const report = () => User.findAll()`,
      sequelize,
    ),
  }
  const { found, expected } = compared(sources, 'unbounded-read')
  expect(found).toEqual(expected)
})

test('a limit in the chain of a builder, always or only where the caller asks for it', () => {
  const sources = {
    'server.ts': express(
      `app.get('/posts', async (req, res) => {
  const builder = getRepository('Post').createQueryBuilder('post')
  if (req.query.limit) builder.limit(Number(req.query.limit))
  const posts = await builder.getMany() // expect: unbounded-read
  const bounded = getRepository('Post').createQueryBuilder('post')
  bounded.take(20)
  const few = await bounded.getMany()
  const tags = await Tag.find({}).sort({ name: 1 }) // expect: unbounded-read
  const top = await Tag.find({}).sort({ name: 1 }).limit(10)
  const first = (await Tag.find({}))[0]
  const lines = getRepository('Line').createQueryBuilder('line')
  lines.setFindOptions({}).where('line.orderId = :orderId', { orderId: req.query.id }).addOrderBy('line.createdAt')
  const ofOne = await lines.getMany()
  const addresses = await getRepository('Address').createQueryBuilder('it').where('it.customer = :id', { id: req.query.id }).getMany()
  const open = await getRepository('Order').createQueryBuilder('it').where('it.state = :state', { state: 'open' }).getMany() // expect: unbounded-read
  const joined = await getRepository('Variant').createQueryBuilder('it').innerJoin('it.group', 'group', 'group.id = :id', { id: 1 }).getRawMany()
  const beside = await getRepository('Variant').createQueryBuilder('it').innerJoin('it.group', 'group').getRawMany() // expect: unbounded-read
  const some20 = (await Tag.find({}).sort({ name: 1 })).slice(0, 20) // expect: unbounded-read
  const listed = await listOf('Post', req.query.page).getMany()
  const named = await namedBy('Post', 'x').getMany() // expect: unbounded-read
  const articles = await db('articles').select() // expect: unbounded-read
  const some = await db('articles').select().limit(5)
  res.json([joined, beside, ofOne, addresses, open, some20, posts, few, tags, top, first, listed, named, articles, some])
})
const listOf = (name, page) => getRepository(name).createQueryBuilder('it').setFindOptions({ take: 20, skip: page * 20 })
const namedBy = (name, text) => getRepository(name).createQueryBuilder('it').where('it.name <> :text', { text })`,
      `import { getRepository } from 'typeorm'
import mongoose from 'mongoose'
import knex from 'knex'
const db = knex({ client: 'pg' })
const Tag = mongoose.model('Tag', new mongoose.Schema({ name: String }))`,
    ),
  }
  const { found, expected } = compared(sources, 'unbounded-read')
  expect(found).toEqual(expected)
})

test('lookups by fields without an index, where the schema is written out', () => {
  const sources = {
    'server.ts': express(
      `const schema = new mongoose.Schema({ email: { type: String, unique: true }, token: String, team: { type: String, index: true }, city: String, active: Boolean })
schema.index({ city: 1 })
const User = mongoose.model('User', schema)
app.get('/user', async (req, res) => {
  const byToken = await User.findOne({ token: req.query.token }) // expect: missing-index
  const byEmail = await User.findOne({ email: req.query.email })
  const byTeam = await User.findOne({ team: req.query.team })
  const byCity = await User.findOne({ city: req.query.city })
  const byId = await User.findOne({ _id: req.query.id })
  const active = await User.findOne({ active: true })
  const both = await User.findOne({ token: req.query.token, email: req.query.email })
  const other = await User.findOne(req.query.where)
  res.json([byToken, byEmail, byTeam, byCity, byId, active, both, other])
})`,
      `import mongoose from 'mongoose'`,
    ),
  }
  const { found, expected } = compared(sources, 'missing-index')
  expect(found).toEqual(expected)
  expect(hotspotsOf(sources).find(({ kind }) => kind === 'missing-index')?.suggestion).toBe('userSchema.index({ token: 1 })')
})
