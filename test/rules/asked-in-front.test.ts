/** What stands in front of a handler makes sure of parts of the request, or puts others in their place: each beside a twin that does not. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('callbacks of parameters refuse what does not match, for every route of their router that has the parameter', async () => {
  await check({
    'server.js': `
const express = require('express')
const fs = require('fs')
const { ObjectId } = require('mongodb')
const app = express()
const below = express.Router()
const WORDS = /^[a-z0-9_-]+$/

app.param('id', function (request, response, next, id) {
  if (id?.match(WORDS)) {
    next()
  } else {
    next(new Error('no id'))
  }
})
app.param(['kind', 'sort'], (request, response, next) => {
  if (!['small', 'large'].includes(request.params.kind)) return response.status(404).end()
  next()
})
app.param('loose', (request, response, next, loose) => {
  if (!/[a-z]+/.test(loose)) return next(new Error('no name'))
  next()
})
app.param('logged', (request, response, next, logged) => {
  if (!WORDS.test(logged)) console.warn('odd name')
  next()
})
app.param('owner', (request, response, next, owner) => {
  check(owner)
  next()
})
function check(text) {
  if (!/^\\w+$/.test(text)) throw new Error('no owner')
}

app.get('/files/:id', (request, response) => {
  response.write(fs.readFileSync('/srv/' + request.params.id)) // path-traversal: none
  response.end(fs.readFileSync('/srv/' + request.query.id)) // path-traversal: high
})
app.get('/kinds/:kind', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.kind))) // path-traversal: none
app.get('/sorts/:sort', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.sort))) // path-traversal: high
app.get('/loose/:loose', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.loose))) // path-traversal: high
app.get('/logged/:logged', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.logged))) // path-traversal: high
app.get('/owners/:owner', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.owner))) // path-traversal: none

const shared = (request, response) => {
  const { id, name } = request.params
  response.write(fs.readFileSync('/srv/' + name)) // path-traversal: high
  response.end(fs.readFileSync('/srv/' + id)) // path-traversal: none
}
app.get('/named/:name', shared)
app.get('/both/:id/:name', shared)

// Callbacks are their own router's.
below.get('/:id', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.id))) // path-traversal: high
app.use('/below', below)
app.listen(3000)
`,
  })
})

test('a callback of a parameter goes on only where cleaning leaves it as it is, and hands on what is thrown', async () => {
  await check({
    'server.js': `
const express = require('express')
const fs = require('fs')
const app = express()
const clean = async (name) => name.replace(/[^a-z]/g, '')
const cleaned = (name) => name.replace(/[^a-z_]/g, '_')
const renamed = (name) => (kept.has(name) ? name : name.replace(/[^a-z]/g, ''))
const kept = new Set(fs.readdirSync('/srv'))

app.param('page', (request, response, next, page) => {
  (async () => {
    const name = await clean(page)
    if (name === page) next()
    else response.redirect('/pages/' + name)
  })().catch((error) => next(error || new Error('odd')))
})
app.param('odd', (request, response, next, odd) => {
  (async () => {
    const name = await clean(odd)
    if (name === odd) next()
    else response.status(404).end()
  })().then((done) => next(done))
})
app.param('renamed', (request, response, next, given) => {
  if (renamed(given) === given) next()
  else response.status(404).end()
})
app.param('other', (request, response, next, other) => {
  if (cleaned(request.query.other) === other) next()
  else response.status(404).end()
})
app.get('/pages/:page', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.page))) // path-traversal: none
app.get('/odd/:odd', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.odd))) // path-traversal: high
app.get('/renamed/:renamed', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.renamed))) // path-traversal: high
app.get('/other/:other', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.other))) // path-traversal: high
app.get('/plain', (request, response) => {
  const { name } = request.query
  if (name.replace(/[^a-z]/g, '') === name) response.write(fs.readFileSync('/srv/' + name)) // path-traversal: none
  if (cleaned(name) === name) response.write(fs.readFileSync('/srv/' + name)) // path-traversal: none
  if (name.replace(/[^a-z./]/g, '') === name) response.write(fs.readFileSync('/srv/' + name)) // path-traversal: high
  if (name.replace(/[^a-z]/g, '') !== name) response.write(fs.readFileSync('/srv/' + name)) // path-traversal: high
  if (name.replace(/[^a-z]/g, '/') === name) response.write(fs.readFileSync('/srv/' + name)) // path-traversal: high
  if (name.replace(/[^a-z]/g, '$&') === name) response.write(fs.readFileSync('/srv/' + name)) // path-traversal: high
  if (name.replace(/[.]/g, '-').replace(/-/g, '.') === name) response.end(fs.readFileSync('/srv/' + name)) // path-traversal: high
})
`,
  })
})

test('callbacks of parameters of other routers', async () => {
  await check(
    {
      'server.js': `
const Koa = require('koa')
const Router = require('@koa/router')
const fs = require('fs')
const app = new Koa()
const router = new Router()
router.param('id', (id, ctx, next) => {
  if (!/^[0-9]+$/.test(id)) return (ctx.status = 404)
  return next()
})
router.get('/files/:id', (ctx) => {
  ctx.body = fs.readFileSync('/srv/' + ctx.params.id) // path-traversal: none
})
router.get('/files/:id/:name', (ctx) => {
  ctx.body = fs.readFileSync('/srv/' + ctx.params.name) // path-traversal: high
})
app.use(router.routes())
app.listen(3000)
`,
    },
    { koa: '2', '@koa/router': '12' },
  )
})

test('middleware in front refuses a part of the request', async () => {
  await check({
    'server.js': `
const express = require('express')
const fs = require('fs')
const app = express()
const wordIn = (name) => (request, response, next) => {
  if (!/^\\w+$/.test(request.params[name])) return response.sendStatus(400)
  next()
}
const idOf = (request) => {
  const id = request.params.id || request.params.Id
  if (!/^[0-9a-f]+$/.test(id)) throw new Error('no id')
  return id
}
const owns = async (request, response, next) => {
  const id = idOf(request)
  if (!(await allowed(id))) return response.sendStatus(403)
  next()
}
const wrapped = (handler) => (request, response, next) => handler(request, response, next).catch(next)
const send = (response, name) => response.end(fs.readFileSync('/srv/' + name))
app.get('/words/:word/:other', wordIn('word'), (request, response) => {
  response.write(fs.readFileSync('/srv/' + request.params.word)) // path-traversal: none
  response.end(fs.readFileSync('/srv/' + request.params.other)) // path-traversal: high
})
app.get('/ids/:id', wrapped(owns), (request, response) => response.end(fs.readFileSync('/srv/' + request.params.id))) // path-traversal: none
app.get('/Ids/:Id', wrapped(owns), (request, response) => response.end(fs.readFileSync('/srv/' + request.params.Id))) // path-traversal: none
app.get('/mixed/:id/:Id', wrapped(owns), (request, response) => response.end(fs.readFileSync('/srv/' + request.params.Id))) // path-traversal: high
app.use('/below/:id', wordIn('id'))
app.get('/below/:id/raw', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.id))) // path-traversal: none
app.get('/below/:name/text/:id', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.id))) // path-traversal: high
if (process.env.STRICT) app.use('/strict/:id', wordIn('id'))
app.get('/strict/:id', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.id))) // path-traversal: high
app.use('/asked', (request, response, next) => {
  if (typeof request.query.name !== 'string' || request.query.name.includes('/')) return response.sendStatus(400)
  next()
})
app.get('/asked', (request, response) => {
  response.write(fs.readFileSync('/srv/' + request.query.name)) // path-traversal: none
  response.end(fs.readFileSync('/srv/' + request.query.other)) // path-traversal: high
})
app.listen(3000)
`,
  })
})

test('middleware in front puts something else in the place of a part', async () => {
  await check({
    'server.js': `
const express = require('express')
const fs = require('fs')
const path = require('path')
const parcel = require('parcel-of-nobody')
const app = express()
const plainIn = (name) => (request, response, next) => {
  request.params[name] = path.basename(request.params[name] || '')
  return next()
}
const lower = (request, response, next) => {
  request.params.page = request.params.page.toLowerCase()
  next()
}
const numbers = (request, response, next) => {
  request.query = numbersOf(request.query)
  next()
}
function numbersOf(sent) {
  return { page: Number(sent.page), name: sent.name }
}
const unknown = (request, response, next) => {
  request.body = parcel(request.body)
  next()
}
app.get('/files/:file/:other', plainIn('file'), (request, response) => {
  response.write(fs.readFileSync('/srv/' + request.params.file)) // path-traversal: none
  response.end(fs.readFileSync('/srv/' + request.params.other)) // path-traversal: high
})
app.get('/pages/:page', lower, (request, response) => response.end(fs.readFileSync('/srv/' + request.params.page))) // path-traversal: high
app.use('/used/:part', plainIn('part'))
app.get('/used/:part', (request, response) => response.end(fs.readFileSync('/srv/' + request.params.part))) // path-traversal: high
app.get('/numbers', numbers, (request, response) => {
  response.write(fs.readFileSync('/srv/' + request.query.page)) // path-traversal: none
  response.end(fs.readFileSync('/srv/' + request.query.name)) // path-traversal: high
})
app.post('/unknown', unknown, (request, response) => response.end(fs.readFileSync('/srv/' + request.body.name))) // path-traversal: high
app.listen(3000)
`,
  })
})

test('what is taken for an id of a record is one from there on', async () => {
  await check({
    'server.js': `
const express = require('express')
const { MongoClient, ObjectId } = require('mongodb')
const mongoose = require('mongoose')
const app = express()
app.use(express.json())
const users = new MongoClient(process.env.MONGO).db('shop').collection('users')
app.post('/made', async (request, response) => {
  const { owner } = request.body
  const before = await users.findOne({ owner }) // nosql-injection: high
  const id = new ObjectId(owner)
  response.json([before, id, await users.findOne({ owner })]) // nosql-injection: none
})
app.post('/perhaps', async (request, response) => {
  const { owner } = request.body
  if (request.query.strict) new ObjectId(owner)
  response.json(await users.findOne({ owner })) // nosql-injection: high
})
app.post('/asked', async (request, response) => {
  if (!mongoose.Types.ObjectId.isValid(request.body.owner)) return response.sendStatus(400)
  response.json(await users.findOne({ owner: request.body.owner })) // nosql-injection: none
})
const idsOnly = (request, response, next) => (ObjectId.isValid(request.body.owner) ? next() : next(new Error('no id')))
app.post('/in-front', idsOnly, async (request, response) => response.json(await users.findOne({ owner: request.body.owner }))) // nosql-injection: none
app.post('/other', idsOnly, async (request, response) => response.json(await users.findOne({ owner: request.body.other }))) // nosql-injection: high
app.listen(3000)
`,
  })
})
