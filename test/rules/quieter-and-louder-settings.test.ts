/** What a call says of itself: a header that a hash is for, a connection that is half encrypted, a browser that others may command. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', puppeteer: '22', ftp: '0.3', jsftp: '2', shelljs: '0.8' }
const inHandler = (line: string) => `require('shelljs/global')
  const { createHash } = require('node:crypto')
  const app = require('express')()
  app.get('/pages', (req, res) => {
    ${line}
    res.end('page')
  })
  app.listen(8080)`

test.each([
  ['a tag of a page', `res.set('ETag', createHash('md5').update('page').digest('hex')) // weak-hash: low`],
  ['a tag between quotes', `res.setHeader('ETag', \`"\${createHash('md5').update('page').digest('hex')}"\`) // weak-hash: low`],
  ['a header that is signed', `res.set('X-Signature', createHash('md5').update('page').digest('hex')) // weak-hash: medium`],
  ['a command by a global', "exec('tar czf pages.tgz ' + req.query.folder) // command-injection: high"],
  ['a command that is written out', "exec('tar czf pages.tgz pages') // command-injection: none"],
])('%s', (_, line) => check({ 'app.js': inHandler(line) }, DEPENDENCIES))

test.each([
  [
    'a browser that others may command',
    "require('puppeteer').launch({ args: ['--remote-debugging-address=0.0.0.0'] }) // browser-without-sandbox: medium",
  ],
  ['a browser of its own', "require('puppeteer').launch({ args: ['--remote-debugging-address=127.0.0.1'] }) // browser-without-sandbox: none"],
  [
    'commands that are encrypted, and files that are not',
    "const Client = require('ftp')\nnew Client().connect({ host: 'files.test', secure: 'control' }) // cleartext-request: medium",
  ],
  ['both encrypted', "const Client = require('ftp')\nnew Client().connect({ host: 'files.test', secure: true }) // cleartext-request: none"],
  ['no way to encrypt', "const Client = require('jsftp')\nexports.files = new Client({ host: 'files.test' }) // cleartext-request: medium"],
])('%s', (_, text) => check({ 'index.js': text }, DEPENDENCIES))
