/** What a library calls functions on: middleware of the first Koa is a generator, and its `this` the context. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (middleware: string) => ({
  'server.js': `const koa = require('koa')
const fs = require('fs')
const path = require('path')
const app = koa()
const readFile = (file) => (done) => fs.readFile(file, done) // path-traversal: ${middleware.includes('basename') ? 'none' : 'high'}
app.use(${middleware})
app.listen(80)
`,
})

test('its path is what was sent', async () => {
  await check(app("function* (next) { this.body = yield readFile('pages' + decodeURIComponent(this.request.path)); yield next }"))
  await check(app("function* () { this.body = yield readFile('pages/' + this.query.name) }"))
})

test('and its last part leads nowhere else', async () => {
  await check(app("function* () { this.body = yield readFile('pages/' + path.basename(decodeURIComponent(this.path))) }"))
})
