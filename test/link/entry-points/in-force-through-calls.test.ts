/** Middleware whose options hang on what a function was handed comes where it stands, also in what that function hands to a promise. */
import { expect, test } from 'vitest'
import { linkSources, type Sources } from '../small-programs'

const guardsOf = (sources: Sources) =>
  linkSources(sources).entryPoints.map(({ method, path, guards }) => `${method} ${path} ${guards.map(({ role }) => role).join(' ')}`.trim())

const AUTH = `const express = require('express')
  module.exports = {
    app() {
      const auth = express()
      auth.post('/sign-in', (request, response) => response.end())
      return auth
    },
  }`
const api = (begins: string, ends: string) => `const express = require('express')
  const rateLimit = require('express-rate-limit')
  const auth = require('./auth')
  let api
  let runtime
  function init(given) {
    runtime = given
    ${begins}
      api = express()
      api.use(express.json({ limit: runtime.settings.most || '1mb' }))
      api.use(rateLimit({ windowMs: runtime.settings.window || 1000, max: 10 }))
      api.use(auth.app())
    ${ends}
  }
  module.exports = { init, get api() { return api } }`
const MAIN = `const express = require('express')
  const shop = require('./shop')
  const app = express()
  shop.start({ settings: {} })
  app.use('/', shop.http)
  app.listen(3000)`
const SHOP = `const api = require('./api')
  module.exports = { start(runtime) { api.init(runtime) }, get http() { return api.api } }`

test.each([
  ['in the function itself', '', ''],
  ['in the function of a promise', 'return new Promise((resolve) => {', 'resolve() })'],
])('%s', (_, begins, ends) => {
  const sources = { 'auth.js': AUTH, 'api.js': api(begins, ends), 'shop.js': SHOP, 'main.js': MAIN }
  expect(guardsOf(sources)).toEqual(['POST /sign-in parser rate-limit'])
})
