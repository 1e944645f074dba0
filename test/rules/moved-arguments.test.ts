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
