/** One character of what was sent, or two or three: what so few can do, and what they cannot. */
import { test } from 'vitest'
import { check } from './marked-lines'

const page = (letter: string, around = '$', rule = 'reflected-xss', wanted = 'none') => ({
  'src/server.js': `
const express = require('express')
const app = express()
app.get('/badge/:name', (req, res) => {
  const name = req.params.name
  const letter = ${letter}
  res.send(\`<svg><text>${around}{letter}</text></svg>\`) // ${rule}: ${wanted}
})
app.listen(80)
`,
})

test.each([
  'name.substring(0, 1).toUpperCase()',
  'name.substr(0, 2)',
  'name.charAt(0)',
  'name.slice(0, 1)',
  'name.slice(1, 4).toUpperCase()',
  'name[0]',
  'name.at(0)',
])('%s holds no markup', (letter) => check(page(letter)))

test.each([
  'name.substring(0, 40)',
  'name.substring(1)',
  'name.slice(0, req.query.most)',
  'name.slice(-30)',
  "name.split(' ').map((word) => word.charAt(0)).join('')",
  "name.split(' ').map((word) => word[0]).join('')",
  'name.charAt(0).toUpperCase() + name.slice(1)',
  'req.params[0]',
])('%s may', (letter) => check(page(letter, '$', 'reflected-xss', 'high')))

test('characters that are taken one after the other are a text again', () =>
  check({
    'src/server.js': `
const express = require('express')
const app = express()
app.get('/badge/:name', (req, res) => {
  let shown = ''
  for (let at = 0; at < 200; at++) shown += req.params.name.charAt(at)
  res.send('<p>' + shown + '</p>') // reflected-xss: high
})
app.get('/first', (req, res) => {
  const [first] = [req.query.name]
  res.send('<p>' + first + '</p>') // reflected-xss: high
})
app.listen(80)
`,
  }))

test('two characters lead upwards, one does not', () =>
  check({
    'src/server.js': `
const express = require('express')
const fs = require('fs')
const app = express()
app.get('/shelf/:name', (req, res) => {
  res.json(fs.readdirSync('/var/shelves/' + req.params.name.substring(0, 1))) // path-traversal: none
})
app.get('/shelves/:name', (req, res) => {
  res.json(fs.readdirSync('/var/shelves/' + req.params.name.substring(0, 2))) // path-traversal: high
})
app.listen(80)
`,
  }))

test('places that are found while running are no few characters', async () => {
  await check({
    'server.js': `const express = require('express')
const { exec } = require('node:child_process')
const app = express()
app.get('/', (request, response) => {
  const text = String(request.query.text)
  let begin = -1
  let end = -1
  if (text.startsWith('-')) begin = Number(request.query.begin)
  if (text.endsWith('-')) end = text.length
  const part = text.slice(begin, end)
  exec('ls ' + part.trim()) // command-injection: high
  const first = text.slice(0, 1)
  exec('ls ' + first.trim()) // command-injection: none
  response.end()
})
`,
  })
})
