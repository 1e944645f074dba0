/** Libraries that put several objects into one: what is in them is called by others, and not by the library. */
import { test } from 'vitest'
import { check } from './marked-lines'

const player = (joined: string) => `const childProcess = require('child_process')
const _ = require('lodash')
const extend = require('extend')
const others = {
  stop(name) {
    childProcess.exec('stop ' + name) // command-injection: medium
  }
}
function Player(options) {
  childProcess.execSync(options.binary + ' --version') // command-injection: medium
}
Player.prototype = ${joined}
module.exports = Player
`
const METHODS = `{ constructor: Player, play(name) {
  childProcess.exec('play ' + name) // command-injection: medium
} }`

test.each(['_.extend', '_.assign', 'Object.assign'])('methods of a prototype put together by %s', async (join) => {
  await check({ 'index.js': player(`${join}(${METHODS}, others)`) }, { lodash: '4', extend: '3' })
})

test('with a leading word on how deep', async () => {
  await check({ 'index.js': player(`extend(true, ${METHODS}, others)`) }, { lodash: '4', extend: '3' })
})

test('what a library calls itself is still handed its data by the library', async () => {
  await check(
    {
      'index.js': `const childProcess = require('child_process')
const _ = require('lodash')
module.exports.all = () => _.forEach(['a', 'b'], (name) => {
  childProcess.exec('play ' + name) // command-injection: none
})
`,
    },
    { lodash: '4' },
  )
})

test('options of a server that asks for certificates are put together like others', async () => {
  await check(
    {
      'server.js': `const https = require('https')
const tls = require('tls')
const extend = require('extend')
const makeServer = require('./make')
module.exports.serve = (keys, listener) => {
  const options = extend({
    requestCert: true,
    rejectUnauthorized: false // certificate-not-checked: low
  }, keys)
  options.context = tls.createSecureContext(options)
  makeServer(options, listener)
}
module.exports.ask = (keys) => {
  const options = extend({
    rejectUnauthorized: false // certificate-not-checked: high
  }, keys)
  return https.request('https://shop.example.com/', options)
}
`,
      'make.js': "module.exports = require('server-maker-of-ours').server(80)\n",
    },
    { extend: '3', 'server-maker-of-ours': '1' },
  )
})
