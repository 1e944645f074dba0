/** What routes are made of: paths as they are reported, conditions, routers of a program's own, servers that ask for themselves. */
import { describe, expect, test } from 'vitest'
import { isCatchAll, withoutConstraints } from '../../plugin/link/paths'
import { linkSources, type Sources } from './small-programs'

const routes = (sources: Sources) => linkSources(sources).entryPoints.map(({ method, path }) => `${method} ${path}`)

describe('a path is reported without what its parameters are limited to', () => {
  test.each([
    ['/users/:id(\\d+)', '/users/:id'],
    ['/users/:id{[0-9]+}', '/users/:id'],
    ['/a/:b((?:x|y))/c', '/a/:b((?:x|y))/c'],
    ['/a/:b((x|y)+)/c', '/a/:b/c'],
    ['/docs/:page?', '/docs/:page?'],
    ['/export{/:format}', '/export{/:format}'],
    ['/^\\/legacy\\/(\\d+)$/', '/^\\/legacy\\/(\\d+)$/'],
    ['/broken/:id(\\d+', '/broken/:id\\d+'],
  ])('%s', (written, reported) => {
    expect(withoutConstraints(written)).toBe(reported)
  })
})

test('every path is told from a path below which there is everything', () => {
  expect(['*', '/*', '/{*rest}', '/:rest*', '(.*)', '/*rest'].filter((path) => !isCatchAll(path))).toEqual([])
  expect(['/files/*', '/:id', '/', '/api/{*rest}'].filter(isCatchAll)).toEqual([])
})

test('a mount that depends on a setting says so, one that does not says nothing', () => {
  const { entryPoints } = linkSources({
    'app.js': `const express = require('express'); const app = express()
      if (process.env.DEBUG_ROUTES) app.get('/debug', (req, res) => res.json({}))
      for (const path of ['/a']) if (path.startsWith('/')) app.get(path, (req, res) => res.json({}))`,
  })
  expect(entryPoints.map(({ path, notes }) => `${path} ${notes.join()}`.trim())).toEqual([
    '/a',
    '/debug Registered only where `process.env.DEBUG_ROUTES` holds',
  ])
})

test('what says no to every path is no door, what shows a page for every path is one', () => {
  const app = (handler: string) => routes({ 'app.js': `const app = require('express')(); app.get('*', ${handler})` })
  expect(app(`(req, res) => res.status(404).json({ message: 'nothing here' })`)).toEqual([])
  expect(app(`(req, res) => res.sendFile('index.html')`)).toEqual(['GET /*'])
})

test('what takes nothing is no door where a router is mounted', () => {
  const app = (last: string) =>
    routes({
      'app.js': `const express = require('express'); const app = express(); const users = express.Router()
        users.get('/me', (req, res) => res.json({})); app.use('/users', users, ${last})`,
    })
  expect(app('() => {}')).toEqual(['GET /users/me'])
  expect(app('(req, res) => res.status(200).json([])')).toEqual(['ALL /users', 'GET /users/me'])
  expect(app('function () { arguments[1].end() }')).toEqual(['ALL /users', 'GET /users/me'])
})

test('a router of the program is believed only where nothing tells how its routes are registered', () => {
  const base = `class Base { route(method, path, ...handlers) { this.told = [method, path, handlers] } }
    module.exports = Base`
  const users = (receiver: string) => `const express = require('express'); const Base = require('./base')
    class Users extends Base { mount(client) { ${receiver}.route('GET', '/users', (req) => req.query) } }
    module.exports = Users`
  expect(routes({ 'base.js': base, 'users.js': users('this') })).toEqual(['GET /users'])
  // Something that is handed over may be anything.
  expect(routes({ 'base.js': base, 'users.js': users('client') })).toEqual([])
})

test('a wrapper that takes a handler alone or behind options runs the one of its own call', () => {
  const { entryPoints } = linkSources({
    'wrap.js': `exports.wrap = (options, handler) => {
      let run
      if (typeof options === 'function') run = options
      else run = handler
      return (req, res, next) => { res.set('x-shop', '1'); run(req, res, next) } }`,
    'app.js': `const app = require('express')(); const { wrap } = require('./wrap')
      app.get('/a', wrap({ open: true }, (req, res) => res.json(req.query.a)))
      app.get('/b', wrap({ open: true }, (req, res) => res.json(req.query.b)))
      app.get('/c', wrap((req, res) => res.json(req.query.c)))`,
  })
  expect(entryPoints.map(({ path, parameters }) => `${path} ${parameters.map(({ name }) => name).join()}`)).toEqual(['/a a', '/b b', '/c c'])
})

test('what stands in front of a path that is a setting stands in front of nothing else', () => {
  const guards = (path: string) =>
    linkSources({
      'app.js': `const app = require('express')(); const config = require('config'); const own = require('./own')
        const signedIn = (req, res, next) => req.session.user ? next() : res.status(401).end()
        app.use(${path}, signedIn, (req, res, next) => next())
        app.get('/users', (req, res) => res.json([]))`,
      'own.js': `module.exports = { log: (req, res, next) => next() }`,
    }).entryPoints.map(({ path, authRequired }) => `${path} ${authRequired.answer}`)
  expect(guards('config.admin.path')).toEqual(['/users no'])
  expect(guards("config.get('admin')")).toEqual(['/users no'])
  expect(guards('own.log')).toEqual(['/users yes'])
})

test('a helper that takes its arguments as one list registers what each of its calls says, and nothing else', () => {
  const { entryPoints } = linkSources({
    'helpers.js': `exports.tryRoute = (handler) => async (req, res, next) => { try { await handler(req, res, next) } catch (e) { next(e) } }
      exports.setup = function (...args) {
        const [router, verb, name] = args
        let before = args.length > 4 ? args[args.length - 2] : []
        const controller = args[args.length - 1]
        before = [exports.log, ...before]
        router[verb](name, before, exports.tryRoute(controller))
      }
      exports.log = (req, res, next) => next()`,
    'guard.js': `exports.signedIn = (req, res, next) => req.user ? next() : res.status(401).end()`,
    'users.js': `const router = require('express').Router(); const { setup } = require('./helpers'); const { signedIn } = require('./guard')
      setup(router, 'get', '/', (req, res) => res.json({ users: [] }))
      setup(router, 'post', '/', [signedIn], (req, res) => res.status(201).json({ user: req.body.name }))
      module.exports = router`,
    'topics.js': `const router = require('express').Router(); const { setup } = require('./helpers')
      const all = ['delete', '/:id', [], (req, res) => res.status(204).end()]
      setup(router, ...all)
      module.exports = router`,
    'app.js': `const app = require('express')()
      app.use('/users', require('./users')); app.use('/topics', require('./topics')); app.listen(1)`,
  })
  expect(
    entryPoints.map(({ method, path, authRequired, responses }) => `${method} ${path} ${authRequired.answer} ${responses[0]?.status ?? '-'}`),
  ).toEqual(['DELETE /topics/:id no 204', 'GET /users no -', 'POST /users yes 201'])
})

test('further arguments that a helper hands on keep their order', () => {
  const { entryPoints } = linkSources({
    'app.js': `const app = require('express')()
      const signedIn = (req, res, next) => req.user ? next() : res.status(401).end()
      function get(path, ...handlers) { app.get('/api' + path, ...handlers) }
      get('/open', (req, res) => res.json({ a: 1 }))
      get('/closed', signedIn, (req, res) => res.json({ b: 1 }))
      app.listen(1)`,
  })
  expect(entryPoints.map(({ method, path, authRequired }) => `${method} ${path} ${authRequired.answer}`)).toEqual([
    'GET /api/closed yes',
    'GET /api/open no',
  ])
})

test('a server that asks for method and path itself has one door for each pair', () => {
  const source = (body: string) => ({ 'server.js': `require('http').createServer((req, res) => { ${body} }).listen(1)` })
  expect(routes(source(`if (req.url === '/a' && (req.method === 'GET' || req.method === 'HEAD')) res.end()`)).sort()).toEqual(['GET /a', 'HEAD /a'])
  expect(routes(source(`if (req.method !== 'POST') { res.writeHead(405); return res.end() } if (req.url === '/b') res.end()`))).toEqual(['POST /b'])
  expect(routes(source(`switch (req.url) { case '/c': case '/d': res.end(); break; default: res.end() }`)).sort()).toEqual(['ALL /c', 'ALL /d'])
  expect(routes(source(`if (/^\\/files\\/(?<name>[a-z]+)$/.test(req.url)) res.end()`))).toEqual(['ALL /files/:name'])
  // A header is no path, and a table of texts no table of handlers.
  expect(routes(source(`if (req.headers.referer === '/a') res.end({ '/e': 'x' }[req.headers.host])`))).toEqual([])
})
