/** Texts that are compiled: run only where something is done with what comes of it, and as far from outside as where they were read. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what is compiled and dropped hardly runs', () =>
  check({
    'src/app.ts': `
import express from 'express'
import vm from 'node:vm'
const app = express()
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
const kept: Function[] = []
app.post('/checks', express.json(), (req, res) => {
  try {
    new Function('return ' + req.body.text) // code-injection: medium
    Function(req.body.text, 'return 1') // code-injection: medium
    AsyncFunction('return ' + req.body.text) // code-injection: medium
    new vm.Script(req.body.text) // code-injection: medium
    vm.compileFunction(req.body.text) // code-injection: medium
    res.json({ right: !!new Function(req.body.text) }) // code-injection: medium
    eval(req.body.text) // code-injection: high
    vm.runInNewContext(req.body.text) // code-injection: high
  } catch {
    res.sendStatus(400)
  }
})
const made = (text: string) => new Function('return ' + text) // code-injection: high
app.post('/runs', express.json(), (req, res) => {
  kept.push(new Function(req.body.text)) // code-injection: high
  const script = new vm.Script(req.body.text) // code-injection: high
  made(req.body.text)()
  new vm.Script(req.body.text).runInThisContext() // code-injection: high
  AsyncFunction(req.body.text)() // code-injection: high
  res.json(script.runInThisContext())
})
`,
  }))

test('an attribute of the page is not proven to come from outside', () =>
  check(
    {
      'src/page.js': `
import $ from 'jquery'
$('[data-show]').each(function () {
  const shown = new Function('row', 'return ' + $(this).attr('data-show')) // code-injection: medium
  $(this).toggle(shown({}))
})
for (const each of document.querySelectorAll('[data-run]')) {
  eval(each.getAttribute('data-run')) // code-injection: medium
  eval(each.dataset.run) // code-injection: medium
  each.innerHTML = each.getAttribute('data-text') // dom-xss: medium
}
eval(new URL(location.href).searchParams.get('run')) // code-injection: high
`,
    },
    { jquery: '3' },
  ))

test('what is typed into a terminal as it came may be what the terminal is for', () =>
  check(
    {
      'src/terminals.js': `
import { WebSocketServer } from 'ws'
import pty from 'node-pty'
new WebSocketServer({ port: 8080 }).on('connection', (socket) => {
  const terminal = pty.spawn('bash', [])
  terminal.onData((data) => socket.send(data))
  socket.on('message', (message) => {
    const { kind, text } = JSON.parse(message)
    if (kind === 'type') terminal.write(text) // code-injection: medium
    if (kind === 'line') terminal.write(text + '\\n') // code-injection: medium
    if (kind === 'list') terminal.write('ls ' + text + '\\n') // code-injection: high
  })
})
`,
    },
    { ws: '8', 'node-pty': '1' },
  ))
