/** Controllers that extend a class which makes the router: each has a router of its own, with its own routes, guards and handlers. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const BASE = `import { Router, type IRouter, type Request, type Response, type RequestHandler } from 'express'
type Route = { method: 'get' | 'post' | 'delete'; path: string; handler: (req: Request, res: Response) => void; before?: RequestHandler[] }
const invalid = async (err, req, res, next) => { if (err.invalid) res.status(400).json(err.invalid); else next(err) }
export default class Controller {
  app: IRouter
  constructor() { this.app = Router() }
  private guarded(handler) { return async (req, res) => { try { await handler(req, res) } catch (error) { res.status(500).end() } } }
  route(options: Route): void {
    this.app[options.method](options.path, ...(options.before ?? []), this.guarded(options.handler.bind(this)))
    this.app.use(options.path, invalid)
  }
  get(path: string, handler: Route['handler']): void { this.route({ method: 'get', path, handler }) }
  post(path: string, handler: Route['handler']): void { this.route({ method: 'post', path, handler }) }
  use(path: string, router: IRouter): void { this.app.use(path, router) }
  get router(): IRouter { return this.app }
}`

const sources = {
  'base.ts': BASE,
  'lamps.ts': `import Controller from './base'
    export class Lamps extends Controller {
      constructor() {
        super()
        this.route({ method: 'delete', path: '/:id', handler: this.remove })
        this.get('/', this.list)
      }
      remove(req, res) { res.json({ removed: req.params.id }) }
      list(req, res) { res.json([]) }
    }`,
  'shades.ts': `import Controller from './base'
    export class Shades extends Controller {
      constructor() {
        super()
        this.get('/all', this.shades)
      }
      shades(req, res) { res.json([]) }
    }`,
  'index.ts': `import express from 'express'
    import Controller from './base'
    import { Lamps } from './lamps'
    import { Shades } from './shades'
    class Index extends Controller {
      constructor() {
        super()
        this.use('/lamps', new Lamps().router)
        this.app.use((req, res, next) => { if (!req.session.user) return res.status(401).end(); next() })
        this.app.use('/shades', new Shades().router)
      }
    }
    const app = express()
    app.use('/api', new Index().router)
    app.listen(3000)`,
}

test('a router that a base class makes is another one in each class: paths, methods and handlers are those of the class', () => {
  const { entryPoints } = linkSources(sources)
  expect(entryPoints.map(({ method, path, handler }) => `${method} ${path} ${handler?.at.file}`).sort()).toEqual([
    'DELETE /api/lamps/:id lamps.ts',
    'GET /api/lamps lamps.ts',
    'GET /api/shades/all shades.ts',
  ])
})

test('what one class puts in front of its routers stands in front of no other', () => {
  const { entryPoints } = linkSources(sources)
  expect(entryPoints.map(({ path, authRequired }) => `${path} ${authRequired.answer}`).sort()).toEqual([
    '/api/lamps no',
    '/api/lamps/:id no',
    '/api/shades/all yes',
  ])
})

test('a router that classes are handed is one router', () => {
  const { entryPoints } = linkSources({
    'app.ts': `import express, { type Express } from 'express'
      class Base { constructor(protected app: Express) {} }
      class Cups extends Base { mount() { this.app.get('/cups', (req, res) => res.json([])) } }
      class Plates extends Base { mount() { this.app.get('/plates', (req, res) => res.json([])) } }
      const app = express()
      app.use((req, res, next) => { if (!req.session.user) return res.status(401).end(); next() })
      new Cups(app).mount()
      new Plates(app).mount()`,
  })
  expect(entryPoints.map(({ path, authRequired }) => `${path} ${authRequired.answer}`).sort()).toEqual(['/cups yes', '/plates yes'])
})

test('middleware with four parameters answers only after a fault: it is no door', () => {
  const app = (parameters: string) =>
    linkSources({ 'app.js': `const app = require('express')(); app.use('/lamps', (${parameters}) => { res.status(400).json({}) })` }).entryPoints
  expect(app('err, req, res, next')).toEqual([])
  expect(app('req, res, next').length).toBeGreaterThan(0)
})

test('what tests mount a router at is no way to it, as long as anything else mounts it', () => {
  const program = (mount: string) => ({
    'lamps.js': `const router = require('express').Router(); router.get('/all', (req, res) => res.json([])); module.exports = router`,
    'lamps.test.js': `const app = require('express')(); app.use('/tested', require('./lamps')); it('lists', () => request(app).get('/tested/all'))`,
    'app.js': `const app = require('express')(); ${mount}; app.listen(1)`,
  })
  expect(linkSources(program(`app.use('/lamps', require('./lamps'))`)).entryPoints.map(({ path }) => path)).toEqual(['/lamps/all'])
  expect(linkSources(program('')).entryPoints.map(({ path }) => path)).toEqual(['/tested/all'])
})
