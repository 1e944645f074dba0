/** Applications inside of applications: what protects the outer one protects what is mounted on it. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', helmet: '7', 'express-promise-router': '4' }

const INNER = (claim: string) => `const express = require('express')
const api = express() // missing-security-headers: ${claim}
api.get('/items', (req, res) => res.json([]))
module.exports = api
`
const ROUTER = `const Router = require('express-promise-router')
const pages = Router() // missing-security-headers: none
pages.get('/about', async (req, res) => res.send('<p>us</p>'))
module.exports = pages
`

const app = (first: string, claim: string) => `const http = require('http')
const express = require('express')
const helmet = require('helmet')
const mount = require('./mount')
const app = express() // missing-security-headers: ${claim}
${first}
mount(app)
app.set('port', 80)
http.createServer(app).listen(app.get('port'))
`
const MOUNT = `const api = require('./api')
const pages = require('./pages')
module.exports = (app) => {
  app.use('/api', api)
  app.use('/pages', pages)
}
`

test('one that is mounted is told by the one around it', async () => {
  await check({ 'api.js': INNER('none'), 'pages.js': ROUTER, 'mount.js': MOUNT, 'app.js': app('app.use(helmet())', 'none') }, DEPENDENCIES)
  await check({ 'api.js': INNER('none'), 'pages.js': ROUTER, 'mount.js': MOUNT, 'app.js': app('', 'medium') }, DEPENDENCIES)
})

test('one that stands by itself is told by itself', () =>
  check({ 'api.js': `${INNER('medium')}api.listen(81)\n`, 'app.js': app('app.use(helmet())', 'none').replace(/.*mount.*\n/g, '') }, DEPENDENCIES))
