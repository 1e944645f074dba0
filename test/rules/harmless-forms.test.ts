/** What makes a value harmless by its form, its length or its place, each beside a twin that does not. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a text that is known to begin with something else begins with no dash', () =>
  check({
    'app.js': `
const express = require('express')
const { execFile } = require('child_process')
const app = express()
app.get('/a', (req, res) => {
  const from = String(req.query.from)
  if (!from.startsWith('https://')) return res.sendStatus(400)
  execFile('git', ['clone', from], () => res.end()) // argument-injection: none
})
app.get('/b', (req, res) => {
  const from = String(req.query.from)
  if (!from.startsWith('-')) return res.sendStatus(400)
  execFile('git', ['clone', from], () => res.end()) // argument-injection: high
})
app.listen(80)
`,
  }))

test('few characters take no time where it grows with a power of their number', () =>
  check({
    'app.js': `
const express = require('express')
const app = express()
app.use(express.json())
app.post('/a', (req, res) => { res.json(/\\s+$/.test(req.body.text.slice(0, 100))) }) // redos: none
app.post('/b', (req, res) => { res.json(/\\s+$/.test(req.body.text.slice(0, 100000))) }) // redos: medium
app.post('/c', (req, res) => { res.json(/\\s+$/.test(req.body.text.slice(100))) }) // redos: medium
app.post('/d', (req, res) => { res.json(/^(a+)+$/.test(req.body.text.slice(0, 100))) }) // redos: high
app.post('/e', (req, res) => { const text = req.body.text.substring(0, 200).trim(); res.json(/\\s+$/.test(text)) }) // redos: none
app.listen(80)
`,
  }))

test('characters of a filter that are replaced one after the other', () =>
  check(
    {
      'app.js': `
const express = require('express')
const ldap = require('ldapjs')
const client = ldap.createClient({ url: 'ldaps://directory' })
const app = express()
app.get('/a', (req, res) => {
  const name = req.query.name.replace(/\\\\/g, '\\\\5c').replace(/\\*/g, '\\\\2a').replace(/\\(/g, '\\\\28').replace(/\\)/g, '\\\\29')
  client.search('ou=people', { filter: '(uid=' + name + ')' }, () => res.end()) // ldap-injection: none
})
app.get('/b', (req, res) => {
  const name = req.query.name.replace(/\\*/g, '\\\\2a').replace(/\\)/g, '\\\\29')
  client.search('ou=people', { filter: '(uid=' + name + ')' }, () => res.end()) // ldap-injection: high
})
app.listen(80)
`,
    },
    { express: '4', ldapjs: '2' },
  ))

test('an escaper that looks at one character after the other', () =>
  check({
    'app.js': `
const express = require('express')
function escaped(text) {
  let out = ''
  for (const sign of text) {
    switch (sign) {
      case '<': out += '&lt;'; break
      case '>': out += '&gt;'; break
      case '&': out += '&amp;'; break
      default: out += sign
    }
  }
  return out
}
function spaced(text) {
  let out = ''
  for (const sign of text) out += sign + ' '
  return out
}
const app = express()
app.get('/a', (req, res) => { res.send('Hello ' + shown(req.query.name)) })
app.get('/b', (req, res) => { res.send('Hello ' + escaped(req.query.name)) }) // reflected-xss: low
app.get('/c', (req, res) => { res.send('Hello ' + spaced(req.query.name)) }) // reflected-xss: high
app.listen(80)
`,
  }))

test('a function of somebody else that asks by its name whether an address is one of the own site', () =>
  check({
    'app.js': `
const express = require('express')
const { isLocalUrl, isShort } = require('address-checks')
const app = express()
app.get('/a', (req, res) => { if (isLocalUrl(req.query.next)) res.redirect(req.query.next) }) // open-redirect: low
app.get('/b', (req, res) => { if (isShort(req.query.next)) res.redirect(req.query.next) }) // open-redirect: medium
app.get('/c', (req, res) => { res.redirect(req.query.next) }) // open-redirect: high
app.listen(80)
`,
  }))

test('the first two words of a command line are the paths of the program', () =>
  check({
    'run.js': `
const { exec } = require('child_process')
exec(process.argv[0] + ' worker.js') // command-injection: none
exec('ls ' + process.argv[2]) // command-injection: medium
`,
  }))

test('merging goes deep where it is told to', () =>
  check(
    {
      'app.js': `
const express = require('express')
const extend = require('extend')
const app = express()
app.use(express.json())
app.post('/a', (req, res) => { res.json(extend({}, req.body)) }) // prototype-pollution: none
app.post('/b', (req, res) => { res.json(extend(true, {}, req.body)) }) // prototype-pollution: high
app.listen(80)
`,
    },
    { express: '4', extend: '2.0.1' },
  ))

test('what is covered or is a text about it is no secret in a log', () =>
  check({
    'app.js': `
const express = require('express')
const messages = require('./messages.json')
const app = express()
app.use(express.json())
app.post('/a', (req, res) => { console.log(req.body.password.replace(/./g, '*')); res.end() }) // sensitive-data-in-log: none
app.post('/b', (req, res) => { console.log(req.body.password.replace(/ /g, '*')); res.end() }) // sensitive-data-in-log: high
app.post('/c', (req, res) => { console.log(messages.password); res.end() }) // sensitive-data-in-log: none
app.post('/d', (req, res) => { console.log(req.body.cardNumber.replace(/.(?=.{4})/g, '*')); res.end() }) // sensitive-data-in-log: none
app.listen(80)
`,
  }))

test('a lone line break is the one at the end', () =>
  check({
    'lines.js': `
exports.line = (text) => text.replace('\\n', '') // incomplete-escaping: none
exports.quoted = (text) => text.replace("'", '') // incomplete-escaping: medium
`,
  }))

test('an option of a plugin whose default is markup is meant to be markup', () =>
  check({
    'plugin.js': `
(function ($) {
  $.fn.spin = function (options) {
    const settings = $.extend({ icon: '<i class="spin"></i>', target: '.here' }, options)
    $(settings.icon).appendTo(this) // unsafe-jquery-plugin: none
    $(settings.target).addClass('spins') // unsafe-jquery-plugin: medium
  }
})(jQuery)
`,
  }))
