/** Functions of libraries that are run by `call` and `apply`. */
import { test } from 'vitest'
import { check } from './marked-lines'

const handler = (body: string) => `const express = require('express')
const childProcess = require('child_process')
const app = express()
app.get('/log', (request, response) => {
  const { name } = request.query
${body}
  response.end()
})
app.listen(80)
`

test('each argument stands one further, or in the list', async () => {
  await check({
    'server.js': handler(`  childProcess.exec.call(childProcess, 'git log ' + name, done) // command-injection: high
  childProcess.exec.apply(childProcess, ['git log ' + name, done]) // command-injection: high
  const list = []
  list.push('git log ' + name)
  list.push(done)
  childProcess.exec.apply(childProcess, list) // command-injection: high`),
  })
})

test('what it is called on is no command, nor is an argument that stands elsewhere', async () => {
  await check({
    'server.js': handler(`  childProcess.exec.call({ name }, 'git log', done) // command-injection: none
  childProcess.exec.call('git log ' + name, 'git log', done) // command-injection: none
  childProcess.exec.apply(childProcess, ['git log', { env: { NAME: name } }, done]) // command-injection: none
  childProcess.exec.call(childProcess, 'git log ' + Number(name), done) // command-injection: none`),
  })
})

test('the original of a method that another takes the place of', async () => {
  await check({
    'server.js': handler(`  const send = response.send
  response.send = function (body) {
    return send.call(response, body) // reflected-xss: none
  }
  response.send('<p>' + name) // reflected-xss: high`),
  })
})

/** Routes that a class keeps, and hands to an application by way of `call`; `asks` is what its handler does first. */
const keptRoutes = (asks: string, expected: string) => ({
  'app.js': [
    "const express = require('express')",
    "const mongoose = require('mongoose')",
    "const Order = mongoose.model('Order', new mongoose.Schema({ total: Number, by: String }))",
    'class Routes {',
    '  constructor() { this.kept = []; this.fill() }',
    '  route(method, path, handler) { this.kept.push({ method, path, handler }) }',
    '  mountOnto(app) {',
    '    this.kept.forEach((route) => { app[route.method.toLowerCase()].call(app, route.path, answering(route.handler)) })',
    '    return app',
    '  }',
    '}',
    'function answering(handler) {',
    '  return (req, res, next) => { handler(req).then((result) => res.json(result), (error) => next(error)) }',
    '}',
    'class Orders extends Routes {',
    '  change(req) {',
    '    const user = req.auth.user',
    `    ${asks}`,
    '    return Order.updateOne({ _id: req.body.id }, { total: 0 })',
    '  }',
    '  fill() {',
    `    this.route('POST', '/orders', (req) => { return this.change(req) }) // missing-authentication: ${expected}`,
    '  }',
    '}',
    'const app = express()',
    'new Orders().mountOnto(app)',
    "app.post('/others', (req, res, next) => { if (!req.user) return res.status(401).end(); next() }, async (req, res) => {",
    '  res.json(await Order.updateOne({ _id: req.body.id }, { total: 0 }))',
    '})',
  ].join('\n'),
})

test('a handler that is handed on by way of call is handed requests', async () => {
  await check(keptRoutes("if (!user) throw new Error('nobody')", 'none'), { express: '4', mongoose: '8' })
  await check(keptRoutes('log(user)', 'medium'), { express: '4', mongoose: '8' })
})
