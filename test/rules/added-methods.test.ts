/** Methods that the program puts onto objects which a library hands out. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (sendPage: string, call: string) => ({
  'answers.js': `const fs = require('fs')
module.exports = function (response) {
  response.sendPage = function (name) {
    ${sendPage}
  }
}
`,
  'server.js': `const http = require('http')
const answers = require('./answers')
http.createServer((request, response) => {
  answers(response)
  route(request, response)
}).listen(80)
function route(request, response) {
  ${call}
}
`,
})

test('are run where they are called on another one', async () => {
  await check(server('fs.createReadStream(name).pipe(response) // path-traversal: high', "response.sendPage('pages' + request.url)"))
})

test('with what is known of their argument there', async () => {
  await check(
    server(
      'fs.createReadStream(name).pipe(response) // path-traversal: none',
      "if (['/a', '/b'].includes(request.url)) response.sendPage('pages' + request.url)",
    ),
  )
  await check(server('fs.createReadStream(name).pipe(response) // path-traversal: low', "response.otherPage('pages' + request.url)"))
})

test('a wrapper around the original is for the one object that has it', async () => {
  await check({
    'server.js': `const http = require('http')
const fs = require('fs')
http.createServer((request, response) => {
  const { url } = request
  const end = response.end
  response.end = function (name) {
    fs.readFile(name, () => end.call(response, 'done')) // path-traversal: none
  }
  other(url, response)
}).listen(80)
const other = (url, response) => response.end('pages' + url)
`,
  })
})
