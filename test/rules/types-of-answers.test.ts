/** What an answer says it is may be said after it is made: `h.response(text).type('text/plain')`. */
import { test } from 'vitest'
import { check } from './marked-lines'

const deps = { '@hapi/hapi': '^21.0.0' }
const served = (handler: string) => ({
  'a.js': `const { PassThrough } = require('node:stream')
const server = require('@hapi/hapi').server({ port: 3000 })
server.route({ method: 'GET', path: '/a/{name}', handler: async (request, h) => {
  ${handler}
} })`,
})

test.each([
  ['a chain of calls', "return h.response(request.query.text).header('Content-Type', 'text/plain').code(200) // reflected-xss: none"],
  ['its short name', "return h.response(`no ${request.params.name}`).type('text/plain').code(404) // reflected-xss: none"],
  ['a name that holds it', "const answer = h.response(request.query.text) // reflected-xss: none\n  answer.type('text/plain')\n  return answer"],
  ['a file to save', "return h.response(request.query.text).header('Content-Disposition', 'attachment; filename=a.html') // reflected-xss: none"],
])('by %s', (_, handler) => check(served(handler), deps))

test.each([
  ['is markup', "return h.response(request.query.text).type('text/html') // reflected-xss: high"],
  ['is said of another', "h.response('x').type('text/plain')\n  return h.response(request.query.text).code(200) // reflected-xss: high"],
  [
    'is said at times',
    "const answer = h.response(request.query.text) // reflected-xss: high\n  if (request.query.plain) answer.type('text/plain')\n  return answer",
  ],
])('but not where it %s', (_, handler) => check(served(handler), deps))

const streamed = (type: string, marker: string) => ({
  'a.js': `const { logsOf } = require('./logs')
require('@hapi/hapi').server({ port: 3000 }).route({ method: 'GET', path: '/logs/{name}', handler: async (request) => {
  return logsOf(request.params.name) // reflected-xss: ${marker}
} })`,
  'logs.js': `const { PassThrough } = require('node:stream')
exports.logsOf = (name) => {
  const out = new PassThrough()
  out.headers = { 'content-type': '${type}' }
  load(name).then(() => out.end('Nothing for ' + name))
  return out
}`,
})

test('headers of a stream that is given back', async () => {
  await check(streamed('text/plain', 'none'), deps)
  await check(streamed('text/html', 'high'), deps)
})

test('what an answer is called after its text is assigned, or before', () =>
  check(
    {
      'a.js': `const Koa = require('koa')
const app = new Koa()
app.use(async (ctx, next) => {
  await next()
  if (ctx.request.query.callback) {
    ctx.body = ctx.request.query.callback + '(' + JSON.stringify(ctx.state) + ')' // reflected-xss: none
    ctx.type = 'application/javascript'
  } else if (ctx.request.query.name) {
    ctx.body = 'Hello ' + ctx.request.query.name // reflected-xss: high
    if (ctx.request.query.plain) ctx.type = 'text/plain'
  }
})
app.listen(3000)
`,
    },
    { koa: '2' },
  ))
