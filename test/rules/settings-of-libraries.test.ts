/** Settings and calls of single libraries that open something, each beside a twin that does not. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('cookies of hapi and iron-session', () =>
  check(
    {
      'server.js': `
const Hapi = require('@hapi/hapi')
const server = Hapi.server({ port: 3000 })
server.state('session', { ttl: null, isSecure: false }) // cookie-without-secure: high
server.state('basket', { ttl: null, isSecure: false }) // cookie-without-secure: low
server.state('sid', { ttl: null, isHttpOnly: true }) // cookie-without-secure: none
server.start()
`,
      'session.js': `
import { getIronSession } from 'iron-session'
const password = process.env.SESSION_PASSWORD
export const open = (req, res) => getIronSession(req, res, { cookieName: 'shop', password, cookieOptions: { secure: false } }) // cookie-without-secure: medium
export const closed = (req, res) => getIronSession(req, res, { cookieName: 'shop', password }) // cookie-without-secure: none
`,
    },
    { '@hapi/hapi': '21', 'iron-session': '8' },
  ))

test('bodies without a bound, and hidden files', () =>
  check(
    {
      'app.js': `
const express = require('express')
const app = express()
app.use(express.json({ limit: Infinity })) // upload-without-limit: medium
app.use(express.urlencoded({ extended: false, limit: '1gb' })) // upload-without-limit: low
app.use(express.json({ limit: '50mb' })) // upload-without-limit: none
app.listen(80)
`,
      'files.js': `
const Koa = require('koa')
const serve = require('koa-static')
const app = new Koa()
app.use(serve('public', { hidden: true })) // exposed-project-files: medium
app.use(serve('public', { hidden: false })) // exposed-project-files: none
app.listen(81)
`,
    },
    { express: '4', koa: '2', 'koa-static': '5' },
  ))

test('what is copied into an element is written there', () =>
  check({
    'one.js': `
const name = new URLSearchParams(location.search).get('name')
Object.assign(document.getElementById('root'), { innerHTML: name }) // dom-xss: high
`,
    'two.js': `
const name = new URLSearchParams(location.search).get('name')
Object.assign(document.getElementById('root'), { textContent: name }) // dom-xss: none
Object.assign({}, { innerHTML: name }) // dom-xss: none
`,
  }))

test('links of AngularJS, files of shelljs, shells of ssh2', () =>
  check(
    {
      'links.js': `
angular.module('shop', []).config(function ($compileProvider) {
  $compileProvider.aHrefSanitizationTrustedUrlList(/^\\s*(https?|javascript):/) // angular-trusts-any-address: high
})
angular.module('tills', []).config(function ($compileProvider) {
  $compileProvider.aHrefSanitizationTrustedUrlList(/^\\s*(https?|mailto|tel):/) // angular-trusts-any-address: none
})
`,
      'rights.js': `
const shell = require('shelljs')
const { execSync, spawn } = require('child_process')
execSync('chmod -R 777 /srv/shop/files') // world-writable-file: high
execSync('chmod 1777 /srv/shop/files') // world-writable-file: none
spawn('chmod', ['+x', '/srv/shop/run']) // world-writable-file: none
shell.chmod('777', '/srv/shop/files') // world-writable-file: high
shell.chmod('755', '/srv/shop/files') // world-writable-file: none
`,
      'app.js': `
const express = require('express')
const { Client } = require('ssh2')
const app = express()
app.get('/a', (req, res) => {
  const far = new Client()
  far.on('ready', () => {
    far.shell((failure, stream) => {
      stream.write('ls ' + req.query.folder + '\\n') // command-injection: high
      stream.write('ls /srv\\n') // command-injection: none
    })
  })
  far.connect({ host: process.env.HOST })
  res.end()
})
app.listen(80)
`,
    },
    { express: '4', shelljs: '0.8', ssh2: '1', angular: '1' },
  ))

test('an archive whose entries are looked at one by one', () =>
  check(
    {
      'app.js': `
const express = require('express')
const multer = require('multer')
const extract = require('extract-zip')
const app = express()
const upload = multer({ dest: '/srv/in', limits: { fileSize: 1e6 } })
app.post('/a', upload.single('pack'), async (req, res) => {
  let total = 0
  const onEntry = (entry) => { total += entry.uncompressedSize; if (total > 1e8) throw new Error('too large') }
  await extract(req.file.path, { dir: '/srv/out', onEntry }) // decompression-bomb: none
  res.end()
})
app.post('/b', upload.single('pack'), async (req, res) => {
  await extract(req.file.path, { dir: '/srv/out' }) // decompression-bomb: high
  res.end()
})
app.listen(80)
`,
    },
    { express: '4', multer: '1', 'extract-zip': '2' },
  ))
