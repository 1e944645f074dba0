/** Libraries of a few functions, through which data goes to where it does harm. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = {
  acorn: '6',
  estraverse: '4',
  escodegen: '1',
  'reduce-function-call': '1',
  'platform-command': '1',
  'exec-limiter': '3',
  filed: '0',
  'fast.js': '0',
}

test('trees of programs that are walked', async () => {
  await check(
    {
      'index.js': `const acorn = require('acorn')
const estraverse = require('estraverse')
const escodegen = require('escodegen')
const walked = (code) => estraverse.replace(acorn.parse(code), { leave: (node) => node })
exports.run = (code) => {
  return (0, eval)('(' + escodegen.generate(walked(code)) + ')') // code-injection: medium
}
exports.count = (code) => {
  return (0, eval)('(' + Number(walked(code).body.length) + ')') // code-injection: none
}
`,
    },
    DEPENDENCIES,
  )
})

test('what stands in brackets, and items of a list', async () => {
  await check(
    {
      'index.js': `const reduce = require('reduce-function-call')
const each = require('fast.js/forEach')
exports.compute = (text) => reduce(text, 'sum', (body, name) => {
  return eval(body + ' + 0') // code-injection: medium
})
exports.all = (list) => each(list, (item) => {
  eval('(' + item + ')') // code-injection: medium
})
exports.counted = (list) => each(list, (item) => {
  eval('(' + Number(item) + ')') // code-injection: none
})
`,
    },
    DEPENDENCIES,
  )
})

test('what starts programs and opens files', async () => {
  await check(
    {
      'index.js': `const { exec } = require('platform-command')
const Limiter = require('exec-limiter')
const limiter = new Limiter()
exports.draw = (file, done) => exec('convert ' + file, done) // command-injection: medium
exports.log = (branch, done) => limiter.add('git log ' + branch, done) // command-injection: medium
exports.list = (branch, done) => limiter.add('git', ['log', '--', branch], done) // command-injection: none
`,
      'server.js': `const http = require('http')
const path = require('path')
const filed = require('filed')
http.createServer((req, res) => {
  if (req.method === 'GET') filed('pages' + decodeURIComponent(req.url)).pipe(res) // path-traversal: high
  else filed('pages/' + path.basename(req.url)).pipe(res) // path-traversal: none
}).listen(80)
`,
    },
    DEPENDENCIES,
  )
})

test('markdown is markup where its HTML is left in', async () => {
  await check(
    {
      'index.js': `const express = require('express')
const MarkdownIt = require('markdown-it')
const { Remarkable } = require('remarkable')
const app = express()
const plain = new Remarkable({ breaks: true })
const open = new Remarkable('full', { html: true })
const late = new MarkdownIt()
late.set({ html: true })
const chained = MarkdownIt({ html: true }).use(require('markdown-it-anchor'))
const quiet = MarkdownIt().use(require('markdown-it-anchor'))
app.get('/plain', (request, response) => response.send(plain.render(request.query.text))) // reflected-xss: none
app.get('/open', (request, response) => response.send(open.render(request.query.text))) // reflected-xss: high
app.get('/late', (request, response) => response.send(late.render(request.query.text))) // reflected-xss: high
app.get('/chained', (request, response) => response.send(chained.render(request.query.text))) // reflected-xss: high
app.get('/quiet', (request, response) => response.send(quiet.render(request.query.text))) // reflected-xss: none
`,
    },
    { express: '4', 'markdown-it': '14', remarkable: '2' },
  )
})

test('a directory that is listed behind its files', async () => {
  await check(
    {
      'index.js': `const express = require('express')
const http = require('http')
const serveIndex = require('serve-index')
const app = express()
app.use('/listed', express.static('public'), serveIndex('public')) // directory-listing: high
app.use('/served', express.static('public')) // directory-listing: none
const index = serveIndex('public')
http.createServer((request, response) => {
  index(request, response, () => response.end()) // directory-listing: medium
})
`,
    },
    { express: '4', 'serve-index': '1' },
  )
})

test('the name of a header is no object of headers', async () => {
  await check({
    'index.js': `const express = require('express')
const app = express()
app.get('/name', (request, response) => {
  response.set(request.query.name, '1') // open-redirect: none
  response.end()
})
app.get('/named', (request, response) => {
  response.set(request.query.name, '1') // header-injection: medium
  response.end()
})
app.get('/all', (request, response) => {
  response.set(request.query) // open-redirect: high
  response.end()
})
app.get('/one', (request, response) => {
  response.set({ Location: request.query.to }) // open-redirect: high
  response.end()
})
`,
  })
})
