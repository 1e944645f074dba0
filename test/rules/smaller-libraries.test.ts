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
