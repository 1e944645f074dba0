/** Single lines of models: what a library reads, runs or serves besides. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = {
  express: '4',
  execa: '5',
  jquery: '3',
  fastify: '5',
  '@fastify/static': '8',
  'serve-handler': '6',
  'random-seed': '0.3',
  debug: '4',
  '@openrouter/sdk': '0.1',
}

const inHandler = (line: string) => `const express = require('express')
  const execa = require('execa')
  const log = require('debug')('shop')
  const { OpenRouter } = require('@openrouter/sdk')
  const models = new OpenRouter({ apiKey: process.env.MODELS_KEY })
  const app = express()
  app.post('/run', async (req, res) => {
    ${line}
    res.end()
  })
  app.listen(8080)`

test.each([
  ['what git pulls from', "await execa('git', ['pull', String(req.query.from)]) // argument-injection: high"],
  ['what stands behind the dashes', "await execa('git', ['pull', '--', String(req.query.from)]) // argument-injection: none"],
  ['a format of debug', "log('by ' + req.query.name, Date.now()) // format-string: high"],
  ['a value of debug', "log('by %s', req.query.name) // format-string: none"],
  ['instructions', "await models.chat.send({ model: 'm', messages: [{ role: 'system', content: req.query.role }] }) // prompt-injection: medium"],
  ['a question', "await models.chat.send({ model: 'm', messages: [{ role: 'user', content: req.query.role }] }) // prompt-injection: none"],
  ['a header with a credential', 'console.log(req.headers.authorization) // sensitive-data-in-log: high'],
  ['a header without', 'console.log(req.headers.accept) // sensitive-data-in-log: none'],
])('%s', (_, line) => check({ 'app.js': inHandler(line) }, DEPENDENCIES))

test.each([
  ['a host', "location.hostname = new URLSearchParams(location.search).get('host') // open-redirect: high"],
  ['an object', "document.querySelector('object').setAttribute('data', decodeURIComponent(location.hash.slice(1))) // javascript-address: high"],
  [
    'messages that jQuery hears',
    `$(window).on('message', (event) => { // unverified-message-origin: medium
      document.body.innerHTML = event.originalEvent.data // dom-xss: high
    })`,
  ],
  [
    'messages of one origin',
    `$(window).on('message', (event) => { // unverified-message-origin: none
      if (event.originalEvent.origin === 'https://shop.test') document.title = event.originalEvent.data
    })`,
  ],
])('%s of a page', (_, line) => check({ 'page.js': `import $ from 'jquery'\n${line}` }, DEPENDENCIES))

test.each([
  [
    'serve-handler',
    "const serve = require('serve-handler')\nrequire('http').createServer((req, res) => serve(req, res, { public: '.' })).listen(8080) // exposed-project-files: high",
  ],
  [
    'serve-handler of a folder',
    "const serve = require('serve-handler')\nrequire('http').createServer((req, res) => serve(req, res, { public: 'public' })).listen(8080) // exposed-project-files: none",
  ],
  [
    'Fastify',
    "const app = require('fastify')()\napp.register(require('@fastify/static'), { root: __dirname }) // exposed-project-files: high\napp.listen({ port: 8080 })",
  ],
  [
    'Fastify, by name only',
    "const app = require('fastify')()\napp.register(require('@fastify/static'), { root: __dirname, serve: false }) // exposed-project-files: none\napp.listen({ port: 8080 })",
  ],
  ['a generator', "const seed = require('random-seed')\nexports.token = () => seed.create()(1e9) // insecure-random: high"],
])('%s', (_, text) => check({ 'app.js': text }, DEPENDENCIES))
