/** Generators that a library runs as async functions: `yield` waits there and throws, as `await` does. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', co: '4', bluebird: '3', q: '1', pg: '8' }

const IMPORTS = `
const express = require('express')
const co = require('co')
const Promise = require('bluebird')
const Q = require('q')
const pg = require('pg')
const fs = require('fs')
const pool = new pg.Pool()
const app = express()
async function demand(req) {
  const found = yieldless(req)
  if (!req.headers.token) throw Object.assign(new Error('who are you?'), { status: 401 })
  return found
}
const yieldless = (req) => pool.query('select 1')
`

test.each([
  ['co', 'co(function* () {', '})'],
  ['co.wrap', 'co.wrap(function* () {', '})()'],
  ['bluebird', 'Promise.coroutine(function* () {', '})()'],
  ['Q', 'Q.async(function* () {', '})()'],
  ['a function of the program', 'run(function* () {', '})'],
  ['a generator that waits for another', 'co(function* () { yield* inner() }); function* inner() {', '}'],
])('a refusal that is waited for by %s', (_by, begins, ends) =>
  check(
    {
      'src/app.js': `${IMPORTS}
const run = (steps) => co(steps)
app.delete('/notes/:id', (req, res) => {
  ${begins}
    const asked = yield demand(req) // broken-guard: none
    yield pool.query('delete from notes where id = $1', [req.params.id])
    res.json(asked)
  ${ends}
})
`,
    },
    DEPENDENCIES,
  ),
)

test('but not: what nobody yields', () =>
  check(
    {
      'src/app.js': `${IMPORTS}
app.delete('/notes/:id', (req, res) => {
  co(function* () {
    demand(req) // broken-guard: high
    yield pool.query('delete from notes where id = $1', [req.params.id])
    res.end()
  })
})
`,
    },
    DEPENDENCIES,
  ))

test('what comes of a promise is what is yielded', () =>
  check(
    {
      'src/app.js': `${IMPORTS}
async function nameOf(req) { return req.query.name }
function* fileOf(req) { return (yield nameOf(req)) + '.txt' }
app.get('/files', (req, res) => {
  co(function* () {
    const name = yield nameOf(req)
    res.send(fs.readFileSync('/files/' + name)) // path-traversal: high
    res.send(fs.readFileSync('/files/' + (yield* fileOf(req)))) // path-traversal: medium
    const number = yield Promise.resolve(Number(name))
    res.send(fs.readFileSync('/files/' + number)) // path-traversal: none
  })
})
function* names(req) { const sent = yield req.query.name; return fs.readFileSync('/files/' + sent) } // path-traversal: none
app.get('/names', (req, res) => res.json([...names(req)]))
`,
    },
    DEPENDENCIES,
  ))
