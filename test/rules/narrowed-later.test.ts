/** Queries that a variable holds, and conditions that are put on them afterwards. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', objection: '3', knex: '2', jsonwebtoken: '9' }

const SIGNED_IN = `
const express = require('express')
const jwt = require('jsonwebtoken')
const { Model } = require('objection')
class Boat extends Model { static get tableName() { return 'boat' } }
const app = express()
app.use(express.json())
const signedIn = (req, res, next) => {
  try { req.user = jwt.verify(req.headers.authorization, process.env.KEY, { algorithms: ['HS256'] }) } catch { return res.sendStatus(401) }
  next()
}
app.get('/boats', signedIn, async (req, res) => res.json(await Boat.query().where('owner_id', req.user.id)))
`

test('a condition that is put on a query later is part of what it asks, unless whoever sends the request says whether', () =>
  check(
    {
      'server.js': `${SIGNED_IN}
app.get('/boats/:id', signedIn, async (req, res) => {
  const query = Boat.query().where('id', req.params.id).first() // insecure-direct-object-reference: none
  if (req.user.sees !== 'all') query.andWhere('owner_id', req.user.id)
  res.json(await query)
})
app.get('/replaced/:id', signedIn, async (req, res) => {
  let query = Boat.query().where('id', req.params.id).first() // insecure-direct-object-reference: none
  query = query.andWhere('owner_id', req.user.id)
  res.json(await query)
})
app.get('/asked/:id', signedIn, async (req, res) => {
  const query = Boat.query().where('id', req.params.id).first() // insecure-direct-object-reference: high
  if (req.query.mine) query.andWhere('owner_id', req.user.id)
  res.json(await query)
})
app.get('/more/:id', signedIn, async (req, res) => {
  const query = Boat.query().where('id', req.params.id).first() // insecure-direct-object-reference: high
  if (req.user.sees !== 'all') query.orWhere('owner_id', req.user.id)
  res.json(await query)
})
app.get('/whole/:id', signedIn, async (req, res) => {
  const query = Boat.query().where('id', req.params.id).first() // insecure-direct-object-reference: high
  if (req.query.parts) query.withGraphFetched('parts')
  res.json(await query)
})
const boats = {
  find: async (user, { id, whole }) => {
    const query = Boat.query().where('gone', 0).andWhere('id', id).first()
    if (user.sees !== 'all') query.andWhere('owner_id', user.id)
    if (whole) query.withGraphFetched('parts')
    const boat = await query
    if (!boat) throw new Error('no such boat')
    return boat
  },
  drop: async (user, { id }) => {
    const boat = await boats.find(user, { id })
    await Boat.query().where('id', boat.id).patch({ gone: 1 })
  },
}
app.delete('/boats/:id', signedIn, async (req, res) => {
  await boats.drop(req.user, { id: Number(req.params.id) }) // insecure-direct-object-reference: none
  res.sendStatus(204)
})
app.delete('/any/:id', signedIn, async (req, res) => {
  await Boat.query().where('id', Number(req.params.id)).patch({ gone: 1 }) // insecure-direct-object-reference: high
  res.sendStatus(204)
})
app.listen(3000)
`,
    },
    DEPENDENCIES,
  ))

test('an object that knows the caller is left in the request, and is asked about the very record', () =>
  check(
    {
      'access.js': `
const jwt = require('jsonwebtoken')
const { Boat } = require('./boat')
module.exports = function Access(sent) {
  let claims = null
  this.load = async () => { claims = jwt.verify(sent, process.env.KEY, { algorithms: ['HS256'] }) }
  return {
    init: this.load,
    may: async (what, id) => {
      try {
        await this.load()
        const own = await Boat.query().where('owner_id', claims.id)
        if (!own.some((each) => each.id === id)) throw new Error(what)
        return claims
      } catch (fault) {
        throw new Forbidden(what, fault)
      }
    },
  }
}
`,
      'boat.js': `
const { Model } = require('objection')
class Boat extends Model { static get tableName() { return 'boat' } }
module.exports = { Boat }
`,
      'server.js': `
const express = require('express')
const jwt = require('jsonwebtoken')
const Access = require('./access')
const { Boat } = require('./boat')
const app = express()
app.use(express.json())
const signedIn = async (req, res, next) => {
  try { req.claims = jwt.verify(req.headers.authorization, process.env.KEY, { algorithms: ['HS256'] }) } catch { return res.sendStatus(401) }
  const access = new Access(req.headers.authorization)
  await access.init()
  res.locals.access = access
  next()
}
app.get('/boats', signedIn, async (req, res) => res.json(await Boat.query().where('owner_id', req.claims.id)))
const boats = {
  drop: (access, { id }) => access.may('drop', id).then(() => Boat.query().where('id', id).patch({ gone: 1 })),
  hide: (access, { id }) => access.may('hide').then(() => Boat.query().where('id', id).patch({ hidden: 1 })),
  sink: (access, { id }) => access.may('sink', id).catch(() => undefined).then(() => Boat.query().where('id', id).patch({ sunk: 1 })),
}
app.delete('/boats/:id', signedIn, async (req, res) => {
  await boats.drop(res.locals.access, { id: Number(req.params.id) }) // insecure-direct-object-reference: none
  res.sendStatus(204)
})
app.put('/hidden/:id', signedIn, async (req, res) => {
  await boats.hide(res.locals.access, { id: Number(req.params.id) }) // insecure-direct-object-reference: high
  res.sendStatus(204)
})
app.put('/sunk/:id', signedIn, async (req, res) => {
  await boats.sink(res.locals.access, { id: Number(req.params.id) }) // insecure-direct-object-reference: high
  res.sendStatus(204)
})
app.listen(3000)
`,
    },
    DEPENDENCIES,
  ))
