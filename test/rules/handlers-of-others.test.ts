/** Handlers that something runs which no model knows: a request and its response are told by their names. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what a server without a model hands out', async () => {
  await check(
    {
      'server.js': `const serve = require('tiny-server-of-ours')
const fs = require('fs')
const app = serve()
app.on('/page', (req, res) => {
  fs.readFile('pages/' + req.query.name, (error, page) => res.end(page)) // path-traversal: high
})
app.on('/page', (question, answer) => {
  fs.readFile('pages/' + question.query.name, (error, page) => answer.end(page)) // path-traversal: none
})
app.on('/one', (req, res) => {
  fs.readFile('pages/one', (error, page) => res.end(page)) // path-traversal: none
})
`,
    },
    { 'tiny-server-of-ours': '1' },
  )
})

test('what is handed more in front of them', async () => {
  await check({
    'index.js': `const fs = require('fs')
const path = require('path')
exports.serve = function (directory, isQuiet, req, res) {
  fs.readFile(directory + req.url, (error, page) => res.end(page)) // path-traversal: high
}
exports.serveNames = function (directory, req, res) {
  fs.readFile(directory + '/' + path.basename(req.url), (error, page) => res.end(page)) // path-traversal: none
}
exports.copy = function (directory, req, done) {
  fs.readFile(directory + req.url, done) // path-traversal: none
}
`,
  })
})
