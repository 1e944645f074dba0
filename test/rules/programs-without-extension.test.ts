/** A program whose first line says what runs it is code like any other. */
import { test } from 'vitest'
import { check } from './marked-lines'

const SERVER = (file: string) => `#!/usr/bin/env node
const http = require('http')
const fs = require('fs')
const path = require('path')
const { show } = require('../lib/show')
http.createServer((request, response) => {
  fs.readFile(${file}, (error, page) => response.end(page)) // path-traversal: ${file.includes('basename') ? 'none' : 'high'}
  show(request.url)
}).listen(80)
`
const SHOW = `const { exec } = require('child_process')
exports.show = (address) => exec('open ' + address) // command-injection: high
`

test('what it reads of requests is followed, into other files too', async () => {
  await check({ 'bin/serve': SERVER("'pages' + request.url"), 'lib/show.js': SHOW })
})

test('and harmless where only a last part is taken', async () => {
  await check({ 'bin/serve': SERVER("'pages/' + path.basename(request.url)"), 'lib/show.js': SHOW })
})
