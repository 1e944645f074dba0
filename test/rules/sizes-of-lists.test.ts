/** Lists that are made to measure, or gone through as far as they say they reach. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (handler: string) => `const express = require('express')
  const _ = require('lodash')
  const { Buffer: Bytes, SlowBuffer } = require('node:buffer')
  const app = express()
  app.use(express.json())
  app.post('/pages', (req, res) => {
    const count = Number(req.body.count)
    ${handler}
  })
  app.listen(8080)`

test.each([
  ['a list of a length', 'res.json(Array.from({ length: count }, (_each, index) => index)) // resource-exhaustion: high'],
  ['a bounded length', 'res.json(Array.from({ length: Math.min(count, 50) })) // resource-exhaustion: none'],
  ['as many as were sent', 'res.json(Array.from({ length: req.body.ids.filter(Boolean).length })) // resource-exhaustion: none'],
  ['a list that is copied', 'res.json(Array.from(new Set(req.body.tags))) // resource-exhaustion: none'],
  ['bytes of the module', 'res.send(Bytes.alloc(count)) // resource-exhaustion: high'],
  ['slow bytes', 'res.send(SlowBuffer(count)) // resource-exhaustion: high'],
  ['elements that Lodash goes through', 'res.json(_.map(req.body.pages, (page) => page.id)) // resource-exhaustion: medium'],
  [
    'elements of a list',
    'if (!Array.isArray(req.body.pages)) return res.sendStatus(400)\n res.json(_.map(req.body.pages, (page) => page.id)) // resource-exhaustion: none',
  ],
  ['elements of what stands in an address', 'res.json(_.map(req.query.pages, (page) => page.id)) // resource-exhaustion: none'],
])('%s', (_, handler) => check({ 'app.js': app(handler) }, { express: '4', lodash: '4' }))
