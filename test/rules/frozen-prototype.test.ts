/** A program that freezes what all objects share, where a file of it begins, or only where somebody calls for that. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (begins: string, mark: string) => `import express from 'express'
  import merge from 'merge-deep'
  const app = express()
  ${begins}
  const rooms = {}
  app.post('/rooms/:room', express.json(), (request, response) => {
    rooms[request.params.room][request.body.name] = request.body.value // prototype-pollution: ${mark}
    merge({}, request.body) // prototype-pollution: ${mark}
    response.end()
  })
  app.listen(3000)`

const DEPENDENCIES = { express: '^4.19.0', 'merge-deep': '3.0.0' }

test('frozen from the start', () => check({ 'app.ts': app('Object.freeze(Object.prototype)', 'low') }, DEPENDENCIES))
test('frozen where nobody asks', () => check({ 'app.ts': app('export const harden = () => Object.freeze(Object.prototype)', 'high') }, DEPENDENCIES))
