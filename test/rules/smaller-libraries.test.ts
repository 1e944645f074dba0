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

test('sandboxes, engines and formats by their other names', async () => {
  await check(
    {
      'index.js': `const express = require('express')
const notevil = require('notevil')
const { eval: run } = notevil
const jsrender = require('jsrender')
const squirrelly = require('squirrelly')
const marko = require('@marko/compiler')
const util = require('util')
const crypto = require('crypto-js')
const app = express()
app.get('/run', (request, response) => {
  const { text } = request.query
  notevil.eval(text) // code-injection: high
  run(text) // code-injection: high
  new notevil.Function('a', text) // code-injection: medium
  run('1 + 1', { text }) // code-injection: none
  jsrender.templates(text).render({}) // template-injection: high
  jsrender.templates('<p>{{:text}}</p>').render({ text }) // template-injection: none
  squirrelly.Compile(text) // template-injection: high
  marko.compileSync(text, 'page.marko') // template-injection: high
  response.json(util.formatWithOptions({ colors: true }, text, 'x')) // format-string: high
  response.json(util.formatWithOptions({ colors: true }, '%s', text)) // format-string: none
  response.json(crypto.HmacMD5(text, process.env.KEY).toString()) // weak-hash: medium
  response.json(crypto.HmacSHA256(text, process.env.KEY).toString()) // weak-hash: none
})
`,
    },
    { express: '4', notevil: '1', jsrender: '1', squirrelly: '7', '@marko/compiler': '5', 'crypto-js': '4' },
  )
})

test('a search in a text, and one for records', async () => {
  await check({
    'index.js': `const express = require('express')
const Fuse = require('fuse.js')
const { notes, shelf } = require('./notes')
const app = express()
app.get('/find', (request, response) => {
  const found = notes.filter((note) => note.title.search(request.query.q) !== -1) // regex-injection: high
  const at = 'a text of our own'.search(request.query.q) // regex-injection: high
  const fuzzy = new Fuse(notes).search(request.query.q) // regex-injection: none
  const kept = shelf.search(request.query.q) // regex-injection: none
  response.json({ found, at, fuzzy, kept })
})
`,
    'notes.js': 'exports.notes = require("./data")\nexports.shelf = require("./shelf")\n',
  })
})

test('programs that Deno starts', async () => {
  await check({
    'serve.ts': `Deno.serve(async (request) => {
  const name = new URL(request.url).searchParams.get('name')
  await new Deno.Command('sh', { args: ['-c', name] }).output() // command-injection: high
  await new Deno.Command('git', { args: ['clone', name] }).output() // argument-injection: high
  await new Deno.Command('echo', { args: [name] }).output() // command-injection: none
  return new Response('done')
})
`,
  })
})

test('requests and mails that are handed over', async () => {
  await check(
    {
      'table.js': `const express = require('express')
const { DynamoDB } = require('aws-sdk')
const { DynamoDBDocument, TransactWriteCommand, GetCommand } = require('@aws-sdk/lib-dynamodb')
const old = new DynamoDB.DocumentClient()
const table = DynamoDBDocument.from({})
const app = express()
app.use(express.json())
app.post('/write', async (request, response) => {
  await old.batchWrite(request.body).promise() // nosql-injection: high
  await table.transactWrite(request.body) // nosql-injection: high
  await table.send(new TransactWriteCommand(request.body)) // nosql-injection: high
  await table.send(new GetCommand({ TableName: 'orders', Key: { id: String(request.body.id) } })) // nosql-injection: none
  await old.get({ TableName: 'orders', Key: { id: String(request.body.id) } }).promise() // nosql-injection: none
  response.json({ done: true })
})
`,
      'mail.js': `const express = require('express')
const { SES } = require('aws-sdk')
const { SESClient, SendEmailCommand } = require('@aws-sdk/client-ses')
const app = express()
app.get('/mail', async (request, response) => {
  const Data = '<p>' + request.query.text + '</p>'
  await new SES().sendEmail({ Message: { Subject: { Data: 'hi' }, Body: { Html: { Data } } } }).promise() // markup-in-mail: medium
  await new SESClient({}).send(new SendEmailCommand({ Message: { Body: { Html: { Data: '<p>' + request.query.text + '</p>' } } } })) // markup-in-mail: medium
  await new SESClient({}).send(new SendEmailCommand({ Message: { Body: { Text: { Data: '<p>' + request.query.text + '</p>' } } } })) // markup-in-mail: none
  response.json({ done: true })
})
`,
    },
    { express: '4', 'aws-sdk': '2', '@aws-sdk/lib-dynamodb': '3', '@aws-sdk/client-ses': '3' },
  )
})

test('markup by any way to join texts', async () => {
  await check(
    {
      'index.js': `const express = require('express')
const util = require('util')
const mustache = require('mustache')
const app = express()
app.get('/', (request, response) => {
  const { name } = request.query
  const joined = ['<td>', name, '</td>'].join('') // markup-from-input: low
  const added = '<td>'.concat(name, '</td>') // markup-from-input: low
  const format = util.format('<td>%s</td>', name) // markup-from-input: low
  const list = ['a', name].join(', ') // markup-from-input: none
  response.json({ joined, added, format, list })
})
`,
      'page.js': `const mustache = require('mustache')
mustache.escape = String // escaping-switched-off: medium
exports.page = (data) => mustache.render('<p>{{name}}</p>', data)
`,
      'pages.js': `const express = require('express')
const fs = require('fs')
const mongoose = require('mongoose')
const pug = require('pug')
const Page = mongoose.model('Page', new mongoose.Schema({ title: String, source: String }))
const app = express()
app.get('/pages/:id', async (request, response) => {
  const page = await Page.findById(request.params.id)
  pug.compile('h1 ' + page.title) // template-injection: medium
  pug.compile(page.source) // template-injection: none
  pug.compile('h1 #{title}')({ title: page.title }) // template-injection: none
  response.end()
})
`,
    },
    { express: '4', mongoose: '8', pug: '3', mustache: '4' },
  )
})
