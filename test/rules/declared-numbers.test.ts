/** Parameters that are declared numbers, and values that are made numbers. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a declared type holds back nothing that was sent', () =>
  check(
    {
      'app.ts': `import Koa from 'koa'
import Router from '@koa/router'
import { Sequelize } from 'sequelize'
const db = new Sequelize(process.env.DB ?? '')
const router = new Router()
class Teams {
  static declared(userId: number, teamId: number) {
    return db.query(\`SELECT 1 FROM teams WHERE user = \${userId} AND id = \${teamId}\`) // sql-injection: medium
  }
  static open(userId: number, teamId: string) {
    return db.query(\`SELECT 2 FROM teams WHERE user = \${userId} AND id = \${teamId}\`) // sql-injection: high
  }
  static made(userId: number, teamId: number) {
    return db.query(\`SELECT 3 FROM teams WHERE user = \${userId} AND id = \${teamId}\`) // sql-injection: none
  }
}
router.post('/a', async (ctx) => {
  ctx.body = await Teams.declared(1, ctx.request.body.teamId)
})
router.post('/b', async (ctx) => {
  ctx.body = await Teams.open(1, ctx.request.body.teamId)
})
router.post('/c', async (ctx) => {
  ctx.body = await Teams.made(1, Number(ctx.request.body.teamId))
})
new Koa().use(router.routes()).listen(3000)
`,
    },
    { koa: '2', '@koa/router': '12', sequelize: '6' },
  ))
