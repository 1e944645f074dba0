/** What a package publishes, however it gets into what is exported: its users call it with whatever they like. */
import { test } from 'vitest'
import { check } from './marked-lines'

const library = (body: string) => ({
  'package.json': '{ "name": "tools", "version": "1.0.0", "main": "index.js" }',
  'index.js': `const cp = require('node:child_process')\n${body}`,
})

const run = "run(name) { cp.exec('touch ' + name) } // command-injection: "

test.each([
  ['Underscore puts it into `exports`', `const _ = require('underscore')\n_.extend(exports, {\n${run}medium\n})`],
  ['Lodash puts it into a function', `const _ = require('lodash')\nfunction make() {}\n_.assignIn(make, {\n${run}medium\n})\nmodule.exports = make`],
  ['a small library does', `const assign = require('object-assign')\nmodule.exports = assign({}, {\n${run}medium\n})`],
  ['behind a proxy', `module.exports = new Proxy({\n${run}medium\n}, {})`],
  [
    'handed back with a promise',
    `const { promisify } = require('node:util')
const touch = (name, done) => cp.exec('touch ' + name, done) // command-injection: medium
exports.touch = promisify(touch)`,
  ],
  [
    'but not what a library is but handed',
    `const express = require('express')
const touch = (name, done) => cp.exec('touch ' + name, done) // command-injection: none
exports.version = '1.0.0'
exports.later = setTimeout(touch, 10)
express.text(touch)`,
  ],
  ['nor what is kept inside', `const _ = require('underscore')\nconst own = {}\n_.extend(own, {\n${run}low\n})\nexports.version = '1.0.0'`],
])('%s', (_what, body) => check(library(body)))

test('methods that a library puts on a prototype are found at its instances', () =>
  check(
    {
      'app.js': `
const express = require('express')
const _ = require('underscore')
const cp = require('node:child_process')
function Store(folder) { this.folder = folder }
_.extend(Store.prototype, {
  make(name) { cp.exec('mkdir ' + this.folder + '/' + name) }, // command-injection: high
  list(name) { return cp.execFile('ls', ['--', this.folder]) }, // command-injection: none
})
const store = new Store('data')
const app = express()
app.post('/folders/:name', (req, res) => { store.make(req.params.name); store.list(req.params.name); res.end() })
`,
    },
    { express: '^4.19.0', underscore: '^1.13.0' },
  ))
