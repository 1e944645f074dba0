/** Script that comes of a text: in an element that a script makes, in a document of XML, in an attribute; and texts that are none. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('the text of a script element, and of one that holds data', () =>
  check({
    'page.js': `
const text = decodeURIComponent(location.hash.slice(1))
const script = document.createElement('script')
script.textContent = text // code-injection: high
document.head.append(script)
const data = document.createElement('script')
data.type = 'application/json'
data.textContent = text // code-injection: none
document.head.append(data)
const paragraph = document.createElement('p')
paragraph.textContent = text // code-injection: none
document.body.append(paragraph)
document.querySelector('object').setAttribute('data', text) // javascript-address: high
document.querySelector('object').setAttribute('title', text) // javascript-address: none
`,
  }))

test('the host of the page’s address', () =>
  check({
    'page.js': `
location.hostname = new URLSearchParams(location.search).get('host') // open-redirect: high
location.hash = new URLSearchParams(location.search).get('host') // open-redirect: none
`,
  }))

test('attributes that are read of the page', () =>
  check(
    {
      'page.js': `
import * as d3 from 'd3'
export function show() {
  document.getElementById('a').innerHTML = '<b>' + d3.select('#one').attr('data-text') + '</b>' // dom-xss: medium
  document.getElementById('b').textContent = d3.select('#one').attr('data-text') // dom-xss: none
}
document.getElementById('go').addEventListener('click', show)
`,
    },
    { d3: '7' },
  ))

test('answers that are XML', () =>
  check({
    'app.js': `
const express = require('express')
const app = express()
app.get('/a', (req, res) => {
  res.type('text/xml')
  res.send('<name>' + req.query.name + '</name>') // reflected-xss: medium
})
app.get('/b', (req, res) => {
  res.type('text/plain')
  res.send('<name>' + req.query.name + '</name>') // reflected-xss: none
})
app.listen(80)
`,
  }))

test('the text of one script in another', () =>
  check({
    'page.js': `
for (const old of document.querySelectorAll('template script')) {
  const script = document.createElement('script')
  script.textContent = old.textContent // code-injection: low
  document.head.append(script)
}
const shown = document.createElement('script')
shown.text = location.hash.slice(1) // code-injection: high
`,
  }))
