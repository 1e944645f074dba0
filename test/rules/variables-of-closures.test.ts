/** Variables that a function's own callbacks write are each call's own; those that outlive it are shared. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('texts that a callback fills in', async () => {
  await check(
    {
      'page.js': `
const words = window.words || {}
const t = (key, params) => {
  let text = typeof words[key] === 'string' ? 'a' : key
  if (params) Object.keys(params).forEach((name) => { text = text.replace(name, params[name]) })
  return text
}
const asked = location.hash.slice(1)
document.getElementById('a').innerHTML = t(asked) // dom-xss: high
document.getElementById('b').innerHTML = t('songs') // dom-xss: none
document.getElementById('c').innerHTML = t('songs', { name: asked }) // dom-xss: high
document.getElementById('d').innerHTML = t('songs', { name: 'one' }) // dom-xss: none
const box = () => {
  let held = ''
  return { set: (given) => { held = given }, get: () => held }
}
const one = box()
one.set(asked)
document.getElementById('e').innerHTML = one.get() // dom-xss: high
const later = (given) => {
  let held
  const put = () => { held = given }
  put()
  return () => held
}
document.getElementById('f').innerHTML = later(asked)() // dom-xss: high
let shared = ''
const keep = (given) => { shared = given }
keep(asked)
document.getElementById('g').innerHTML = shared // dom-xss: high
`,
    },
    { express: '4' },
  )
})

test('a closure sees a variable as it was when it was made, with what it puts in itself', async () => {
  const handler = (path: string, inside: string, { before = '', after = '' } = {}) => `
app.get('/${path}', (req, res) => {
  let file = path.join(ROOT, req.url)
  file = path.normalize(file)
  ${before}
  if (!file.startsWith(ROOT + path.sep)) {
    res.statusCode = 403
    return res.end('no')
  }
  fs.exists(file, (isThere) => {
    ${inside}
  })
  ${after}
})`
  await check(
    {
      'app.js': `
const express = require('express')
const fs = require('fs')
const path = require('path')
const app = express()
const ROOT = path.join(__dirname, 'pages')
${handler('plain', `fs.readFile(file, (error, page) => res.end(page)) // path-traversal: none`)}
${handler(
  'index',
  `
    if (!isThere) file = ROOT + '/shop/index.html'
    if (isThere && fs.statSync(file).isDirectory()) { // path-traversal: none
      file = file + '/index.html'
    }
    fs.readFile(file, (error, page) => res.end(page)) // path-traversal: none
  `,
)}
${handler(
  'within',
  `
    if (!isThere) file = path.join(ROOT, req.query.other)
    fs.readFile(file, (error, page) => res.end(page)) // path-traversal: high
  `,
)}
${handler(
  'added',
  `
    if (isThere) file = file + req.query.more
    fs.readFile(file, (error, page) => res.end(page)) // path-traversal: high
  `,
)}
${handler('after', `fs.readFile(file, (error, page) => res.end(page)) // path-traversal: high`, { after: `file = path.join(ROOT, req.query.other)` })}
${handler('beside', `fs.readFile(file, (error, page) => res.end(page)) // path-traversal: high`, {
  before: `const other = () => { file = path.join(ROOT, req.query.other) }`,
  after: `other()`,
})}
`,
    },
    { express: '4' },
  )
})
