/** Which guard is named where several stand in front: the one that is there whatever the settings say. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

test('a guard that always stands in front is named before one that a setting puts there', () => {
  const { entryPoints } = linkSources({
    'server.ts': `import express from 'express'
      const app = express()
      const byToken = (req, res, next) => (req.headers.authorization === process.env.KEY ? next() : res.sendStatus(401))
      const bySession = (req, res, next) => (req.session.user ? next() : res.sendStatus(401))
      if (process.env.TOKENS) app.use(byToken)
      app.get('/orders', bySession, (req, res) => res.json([]))
      app.get('/news', (req, res) => res.json([]))`,
  })
  const told = Object.fromEntries(entryPoints.map(({ path, authRequired }) => [path, `${authRequired.answer}: ${authRequired.reason}`]))
  expect(told).toEqual({ '/orders': 'yes: bySession (on the route)', '/news': 'yes: byToken (for the whole application)' })
})
