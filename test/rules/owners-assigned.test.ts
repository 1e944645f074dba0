/** Owners that the program fills in behind what was sent. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('by Object.assign, where what it says comes last', () =>
  check(
    {
      'models.js': `const { Model, DataTypes } = require('sequelize')
class Team extends Model {}
Team.init({ name: DataTypes.STRING, creatorId: DataTypes.INTEGER, ownerId: DataTypes.INTEGER }, { sequelize: db })
exports.Team = Team
`,
      'app.js': `const Koa = require('koa')
const Router = require('@koa/router')
const { Team } = require('./models')
const router = new Router()
router.post('/behind', async (ctx) => {
  const creatorId = ctx.session.id
  await Team.create(Object.assign({}, ctx.request.body, { creatorId, ownerId: creatorId })) // mass-assignment: medium
})
router.post('/in-front', async (ctx) => {
  const creatorId = ctx.session.id
  await Team.create(Object.assign({ creatorId, ownerId: creatorId }, ctx.request.body)) // mass-assignment: high
})
router.post('/sent', async (ctx) => {
  await Team.create(Object.assign({}, ctx.request.body, { ownerId: ctx.request.body.owner })) // mass-assignment: high
})
new Koa().use(router.routes()).listen(3000)
`,
    },
    { koa: '2', '@koa/router': '12', sequelize: '6' },
  ))
