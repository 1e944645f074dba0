/** What a handler writes into a part of its request: read below that handler, and read where only another door leads. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (paint: string) => `import express from 'express'
  import { exec } from 'node:child_process'
  const app = express()
  app.use(express.json())
  const shown = (item) => 'ls ' + item.id
  const list = (item) => exec(shown(item)) // command-injection: ${paint}
  app.put('/colours/:id', (request, response) => {
    const payload = request.body
    payload.id = request.params.id
    ${paint === 'high' ? 'list(payload)' : 'save(payload)'}
    response.end()
  })
  app.put('/shelves/:id', (request, response) => {
    const payload = request.body
    payload.id = Number.parseInt(request.params.id, 10)
    list(payload)
    response.end()
  })
  function save(item) {
    item.done = true
  }
  app.listen(3000)`

test('read where only another door leads', () => check({ 'app.ts': app('low') }, { express: '^4.19.0' }))
test('read below the handler that wrote it', () => check({ 'app.ts': app('high') }, { express: '^4.19.0' }))
