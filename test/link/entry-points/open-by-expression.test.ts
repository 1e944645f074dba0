/** Paths that a guard lets pass by expressions, asked in a helper and put together while the program starts. */
import { expect, test } from 'vitest'
import { endpoints } from '../small-programs'

const program = (asks: string) => ({
  'app.js': `
const express = require('express')
class Access {
  constructor() {
    const base = process.env.BASE
    this.open = [new RegExp(\`^(\${base}/api)?/books/[^/]+/cover$\`), /^\\/writers\\/[0-9]+$/]
  }
  isOpen(req) { return ${asks} }
  unlessOpen(guard) {
    return (req, res, next) => {
      if (this.isOpen(req)) return next()
      guard(req, res, next)
    }
  }
  known(req, res, next) {
    if (!req.session.user) return res.sendStatus(401)
    next()
  }
}
const access = new Access()
const app = express()
const api = express.Router()
app.use('/api', access.unlessOpen(access.known.bind(access)), api)
api.get('/books/:id', (req, res) => res.send('x'))
api.get('/books/:id/cover', (req, res) => res.send('x'))
api.post('/books/:id/cover', (req, res) => res.send('x'))
api.get('/writers/:id', (req, res) => res.send('x'))
`,
})

test('what an expression names is open, for the method that is asked for', () => {
  expect(endpoints(program("req.method === 'GET' && this.open.some((each) => each.test(req.path))"))).toEqual([
    'GET /api/books/:id auth=yes',
    'GET /api/books/:id/cover auth=no',
    'GET /api/writers/:id auth=no',
    'POST /api/books/:id/cover auth=yes',
  ])
})

test('without a method it is open for all', () => {
  expect(endpoints(program('this.open.some((each) => each.test(req.path))'))).toContain('POST /api/books/:id/cover auth=no')
})

test('a method that is open as well narrows no path', () => {
  const found = endpoints(program("req.method === 'OPTIONS' || this.open.some((each) => each.test(req.path))"))
  expect(found).toContain('GET /api/books/:id/cover auth=no')
  expect(found).toContain('GET /api/books/:id auth=yes')
})

test('what is tested is no path of the request', () => {
  expect(endpoints(program('this.open.some((each) => each.test(req.query.name))'))).toContain('GET /api/books/:id/cover auth=yes')
})
