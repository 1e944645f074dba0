/** Functions of the program that are called by a name from outside: what is not there stops the request, or the process. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (...lines: string[]) => ({
  'app.js': `const app = require('express')()
const handlers = { start() {}, stop() {} }
const bare = Object.assign(Object.create(null), { start() {} })
const listed = { __proto__: null, start() {} }
app.use(require('express').json())
app.post('/do', async (req, res) => {
  const { action } = req.body
  ${lines.join('\n  ')}
  res.end()
})
`,
})

test.each([
  ['handlers[action](req.body) // dynamic-method-call: medium'],
  ['const handle = handlers[action]', 'await handle(req.body) // dynamic-method-call: medium'],
  ["if (action === 'x') res.status(400)", "handlers[action + 'All'](req.body) // dynamic-method-call: medium"],
  ["handlers['on' + action](req.body) // dynamic-method-call: none"],
  ['handlers[action]?.(req.body) // dynamic-method-call: none'],
  ['if (!handlers[action]) return res.sendStatus(404)', 'handlers[action](req.body) // dynamic-method-call: none'],
  ['if (!Object.hasOwn(handlers, action)) return res.sendStatus(404)', 'handlers[action](req.body) // dynamic-method-call: none'],
  ['if (!(action in handlers)) return res.sendStatus(404)', 'handlers[action](req.body) // dynamic-method-call: none'],
  ["if (!['start', 'stop'].includes(action)) return res.sendStatus(404)", 'handlers[action](req.body) // dynamic-method-call: none'],
  [
    'const handle = handlers[action]',
    "if (typeof handle !== 'function') return res.sendStatus(404)",
    'handle(req.body) // dynamic-method-call: none',
  ],
  ['try {', 'handlers[action](req.body) // dynamic-method-call: none', '} catch (error) { res.status(400) }'],
  ['bare[action](req.body) // dynamic-method-call: none'],
  ['listed[action](req.body) // dynamic-method-call: none'],
])('%s', (...lines) => check(server(...lines)))

test('messages', () =>
  check(
    {
      'server.js': `const { WebSocketServer } = require('ws')
const handlers = { ping() {}, join() {} }
const tell = { has: (name) => Object.hasOwn(handlers, name) }
new WebSocketServer({ port: 1 }).on('connection', (socket) => {
  socket.on('message', (text) => {
    const message = JSON.parse(text)
    handlers[message.type](socket, message) // dynamic-method-call: medium
  })
  socket.on('message', (text) => {
    const message = JSON.parse(text)
    const handle = handlers[message.type] ?? handlers.ping
    handle(socket, message) // dynamic-method-call: none
  })
})
`,
      'page.js': `const api = { open() {}, close() {} }
window.addEventListener('message', (event) => {
  const data = JSON.parse(event.data)
  api[data.name](data.args) // dynamic-method-call: low
})
`,
    },
    { ws: '8' },
  ))
