/** What is rendered without escaping does harm where it is markup. */
import { test } from 'vitest'
import { check } from './marked-lines'

const ENGINES = { express: '4', handlebars: '4', mustache: '4', nodemailer: '6' }

test('a text for a telephone, an answer, and what cannot be told', () =>
  check(
    {
      'app.js': [
        "const express = require('express')",
        "const handlebars = require('handlebars')",
        'const app = express()',
        "app.get('/a', (req, res) => res.send(handlebars.compile(req.app.get('card'), { noEscape: true })(req.query))) // escaping-switched-off: high",
        'exports.alarm = (services, given, scope) => {',
        '  const text = handlebars.compile(given.text, { noEscape: true })(scope) // escaping-switched-off: low',
        '  services.phone.sms.send(text)',
        '}',
        'exports.tell = (channel, given, scope) => {',
        '  const text = handlebars.compile(given.text, { noEscape: true })(scope) // escaping-switched-off: medium',
        '  channel.send(text)',
        '}',
        'exports.show = (response, given, scope) => {',
        '  const text = handlebars.compile(given.text, { noEscape: true })(scope) // escaping-switched-off: high',
        '  response.status(200).send(text)',
        '}',
      ].join('\n'),
    },
    ENGINES,
  ))

test('an engine whose escaping is replaced, by what it renders', async () => {
  const replaced = (sure: string) => `mustache.escape = (text) => text // escaping-switched-off: ${sure}`
  const LINES = ["const mustache = require('mustache')"]
  await check(
    {
      'fill.js': [
        ...LINES,
        replaced('medium'),
        'module.exports = (settings, user) => {',
        '  const filled = {}',
        '  for (const key of Object.keys(settings)) filled[key] = mustache.render(settings[key], { user })',
        '  return filled',
        '}',
      ].join('\n'),
    },
    ENGINES,
  )
  await check({ 'line.js': [...LINES, replaced('low'), "exports.line = (user) => mustache.render('Dear {{name}}', user)"].join('\n') }, ENGINES)
  await check({ 'page.js': [...LINES, replaced('high'), "exports.page = (user) => mustache.render('<p>{{name}}</p>', user)"].join('\n') }, ENGINES)
  await check(
    {
      'mail.js': [
        ...LINES,
        replaced('high'),
        "const post = require('nodemailer').createTransport({})",
        'exports.mail = (given, user) => post.sendMail({ to: user.email, html: mustache.render(given.body, user) })',
      ].join('\n'),
    },
    ENGINES,
  )
  await check(
    {
      'answer.js': [
        ...LINES,
        replaced('high'),
        "const app = require('express')()",
        "app.get('/a', (req, res) => res.send(mustache.render(req.app.get('card'), { name: req.query.name })))",
      ].join('\n'),
    },
    ENGINES,
  )
})
