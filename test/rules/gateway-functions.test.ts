/** Functions that a cloud runs behind a gateway: what they are handed comes from outside, and what they hand back becomes an answer. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { pg: '8', '@middy/core': '5' }
const QUERY = "pool.query('select * from users where name = ' +"
const POOL = "const { Pool } = require('pg')\nconst pool = new Pool()\n"

test.each([
  [
    'exported under another name',
    `const main = async (event) => ${QUERY} event.queryStringParameters.name) // sql-injection: high\nexports.handler = main\n`,
  ],
  [
    'exported in an object',
    `const find = async (event) => ${QUERY} event.headers.name) // sql-injection: high\nmodule.exports = { handler: find }\n`,
  ],
  [
    'wrapped by a library',
    `const middy = require('@middy/core')\nconst base = async (event) => ${QUERY} event.body) // sql-injection: high\nexports.handler = middy(base)\n`,
  ],
  ['taken apart', `exports.handler = async ({ pathParameters }) => ${QUERY} pathParameters.name) // sql-injection: high\n`],
  ['under any name of its parameter', `exports.find = async (request) => ${QUERY} request.queryStringParameters.name) // sql-injection: high\n`],
  ['what nobody sends', `exports.find = async (settings) => ${QUERY} settings.names.first) // sql-injection: low\n`],
  [
    'called by the program alone',
    `const find = (part) => ${QUERY} part.queryStringParameters) // sql-injection: none\nfind({ queryStringParameters: 'all' })\n`,
  ],
])('%s', async (_, text) => {
  await check({ 'find.js': POOL + text }, DEPENDENCIES)
})

test('with tests that call it', async () => {
  await check(
    {
      'find.js': `${POOL}const main = async (event) => ${QUERY} event.queryStringParameters.name) // sql-injection: high\nexports.handler = main\n`,
      'test/find.test.js': "const { handler } = require('../find')\ntest('finds', () => handler({ queryStringParameters: { name: 'x' } }))\n",
    },
    DEPENDENCIES,
  )
})

test('named by settings', async () => {
  await check(
    {
      'serverless.yml': `service: users
provider: { name: aws, runtime: nodejs20.x }
functions:
  find:
    handler: src/users.find
    events:
      - http: { path: users, method: post }
  clean:
    handler: src/users.clean
    events:
      - schedule: rate(1 day)
`,
      'src/users.js': `${POOL}const find = async (e) => ${QUERY} e.body) // sql-injection: high
const clean = async (e) => ${QUERY} e.body) // sql-injection: low
module.exports = { find, clean }
`,
    },
    DEPENDENCIES,
  )
})

test('what they answer', async () => {
  await check(
    {
      'page.js': `const HTML = { 'content-type': 'text/html; charset=utf-8' }
const page = (body) => ({ statusCode: 200, headers: HTML, body }) // reflected-xss: high
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;')
exports.handler = async (event) => page('<h1>' + event.queryStringParameters.name + '</h1>')
exports.shown = async (event) => {
  return { statusCode: 200, headers: HTML, body: '<h1>' + event.queryStringParameters.name + '</h1>' } // reflected-xss: high
}
exports.late = (event, context, callback) => {
  const response = { statusCode: 200, headers: { ...HTML, 'X-Frame-Options': 'DENY' } }
  response.body = '<h1>' + event.queryStringParameters.name + '</h1>' // reflected-xss: high
  callback(null, response)
}
exports.escaped = async (event) => {
  return { statusCode: 200, headers: HTML, body: '<h1>' + escape(event.queryStringParameters.name) + '</h1>' } // reflected-xss: none
}
exports.data = async (event) => {
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: event.queryStringParameters.name } // reflected-xss: none
}
exports.plain = async (event) => {
  return { statusCode: 200, body: event.queryStringParameters.name } // reflected-xss: none
}
exports.go = async (event) => {
  return { statusCode: 302, headers: { Location: event.queryStringParameters.next }, body: '' } // open-redirect: high
}
exports.away = async (event) => {
  return { statusCode: 302, multiValueHeaders: { location: [event.queryStringParameters.next] } } // open-redirect: high
}
exports.below = async (event) => {
  return { statusCode: 302, headers: { Location: '/users/' + event.queryStringParameters.next } } // open-redirect: none
}
exports.language = async (event) => {
  return { statusCode: 200, headers: { 'Content-Language': event.queryStringParameters.language } } // header-injection: medium
}
`,
    },
    DEPENDENCIES,
  )
})

test('the same shape where nothing answers a gateway', async () => {
  await check({
    'client.js': `const express = require('express')
express().get('/', (request, response) => {
  const seen = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: request.query.name } // reflected-xss: none
  response.json(seen)
})
`,
  })
})
