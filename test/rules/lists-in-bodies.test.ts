/** Parts of a body that are asked for signs of a text, where a list may come. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (handler: string) => `const express = require('express')
  const app = express()
  app.use(express.json())
  app.post('/notes', (req, res) => {
    ${handler}
    res.sendStatus(204)
  })
  app.listen(8080)`

test.each([
  ['quotes', `if (req.body.name.includes("'")) return res.sendStatus(400) // type-confusion: medium`],
  ['a way upwards', "const { file } = req.body\n if (file.indexOf('..') !== -1) return res.sendStatus(400) // type-confusion: medium"],
  ['a name of the prototype', "if (req.body.key === '__proto__') return res.sendStatus(400) // type-confusion: medium"],
  [
    'a type asked before',
    `if (typeof req.body.name !== 'string') return res.sendStatus(400)\n if (req.body.name.includes("'")) return res.sendStatus(400) // type-confusion: none`,
  ],
  ['a list that may hold a word', "if (req.body.rights.includes('write')) return res.sendStatus(403) // type-confusion: none"],
  ['a list that may hold everything', "if (req.body.rights.includes('*')) return res.sendStatus(403) // type-confusion: none"],
  ['a sign that does no harm', "if (req.body.name.includes('@')) return res.sendStatus(400) // type-confusion: none"],
  [
    'where it is cut',
    "const name = req.body.path.substring(req.body.path.lastIndexOf('/') + 1) // type-confusion: none\n console.log(Boolean(name))",
  ],
  ['how many there are', 'if (req.body.ids.length > 50) return res.sendStatus(400) // type-confusion: none'],
])('%s', (_, handler) => check({ 'app.js': app(handler) }))
