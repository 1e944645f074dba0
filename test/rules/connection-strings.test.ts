/** Addresses of databases hold a password: what is logged or thrown of them, and what takes it out. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('addresses of databases', async () => {
  await check(
    {
      'app.js': `
const { MongoClient } = require('mongodb')
const mongoose = require('mongoose')
const { Pool } = require('pg')
const { createClient } = require('redis')
const config = require('config')
const debug = require('debug')('db')
const { redactUrl, label } = require('./texts')
async function connect() {
  const address = typeof config.store === 'string' ? config.store : config.store[0]
  debug(\`opening \${address}\`) // sensitive-data-in-log: medium
  const client = new MongoClient(address)
  try { await client.connect() } catch { throw new Error(\`could not connect to \${address}\`) } // sensitive-data-in-exception: medium
}
async function open(link) {
  console.log('opening', link) // sensitive-data-in-log: medium
  console.log('opening', link.replace(/:[^@/]*@/, ':***@')) // sensitive-data-in-log: none
  console.log('opening', new URL(link).host) // sensitive-data-in-log: none
  console.log('opening', redactUrl(link)) // sensitive-data-in-log: none
  console.log('opening', link.split('@').pop()) // sensitive-data-in-log: none
  await mongoose.connect(link)
}
console.log('at ' + process.env.DATABASE_URL) // sensitive-data-in-log: medium
console.log('at ' + config.get('MONGODB_URI')) // sensitive-data-in-log: medium
console.log('at ' + process.env.SHOP_DB_URL) // sensitive-data-in-log: medium
console.log('at ' + process.env.API_URL) // sensitive-data-in-log: none
console.log('at ' + process.env.BASE_URL) // sensitive-data-in-log: none
console.log('at ' + process.env.SENTRY_DSN) // sensitive-data-in-log: none
console.log('at ' + (process.env.DATABASE_URL ? 'a database' : 'none')) // sensitive-data-in-log: none
console.log(Boolean(process.env.DATABASE_URL), process.env.DATABASE_HOST, process.env.DB_NAME) // sensitive-data-in-log: none
if (!process.env.REDIS_URL) throw new Error('REDIS_URL is not set') // sensitive-data-in-exception: none
const pool = new Pool({ connectionString: config.shop, max: config.most })
console.log(config.shop) // sensitive-data-in-log: medium
console.log(config.most) // sensitive-data-in-log: none
const cache = createClient({ url: config.cache })
console.log('cache at', config.cache) // sensitive-data-in-log: medium
const own = 'mongodb://localhost:27017/shop'
console.log('at', own) // sensitive-data-in-log: none
mongoose.connect(own)
const { Sequelize } = require('sequelize')
const sequelize = new Sequelize(config.schema, config.account, config.word, { host: config.host })
console.log(config.schema, config.host) // sensitive-data-in-log: none
connect()
open(config.other)
module.exports = { pool, cache, sequelize, label }
`,
      'texts.js': `
exports.redactUrl = (text) => text.length + '…'
exports.label = (text) => text
`,
    },
    { express: '4', mongodb: '6', mongoose: '8', pg: '8', redis: '4', sequelize: '6', config: '3', debug: '4' },
  )
})

test('what is called an address and names the host alone', async () => {
  const log = (more: string) => `
const Redis = require('ioredis')
${more}
console.log('connected to ' + process.env.SHOP_REDIS_URL)`
  await check(
    {
      'app.js': `${log('new Redis({ host: process.env.SHOP_REDIS_URL, password: process.env.SHOP_REDIS_PASSWORD })')} // sensitive-data-in-log: none`,
    },
    { ioredis: '5' },
  )
  await check({ 'app.js': `${log('new Redis(process.env.SHOP_REDIS_URL)')} // sensitive-data-in-log: medium` }, { ioredis: '5' })
})
