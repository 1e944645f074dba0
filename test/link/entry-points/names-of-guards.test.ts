/** How a guard is called that a library makes of options with functions in them. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

test('by what is called, and not by its options', () => {
  const { entryPoints } = linkSources({
    'app.js': `const express = require('express')
      const rateLimit = require('express-rate-limit')
      const app = express()
      app.use(rateLimit({ max: 10, skip: (request) => request.path === '/health' }))
      app.post('/sign-in', (request, response) => response.end())`,
  })
  expect(entryPoints.map(({ guards }) => guards.map(({ role, name }) => [role, name]))).toEqual([[['rate-limit', 'rateLimit(…)']]])
})
