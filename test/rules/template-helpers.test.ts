/** Functions that templates of Handlebars call: what they are handed is what a template shows, and would have been escaped. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('markup that a helper puts together', async () => {
  await check(
    {
      'index.js': `const Handlebars = require('handlebars')
Handlebars.registerHelper('link', function (text, to) {
  return new Handlebars.SafeString('<a href="' + to + '">' + text + '</a>') // unescaped-parameter: medium
})
Handlebars.registerHelper({
  bold(text) {
    return new Handlebars.SafeString(\`<b>\${text}</b>\`) // unescaped-parameter: medium
  },
})
Handlebars.registerHelper('safe', (text) => new Handlebars.SafeString('<b>' + Handlebars.escapeExpression(text) + '</b>')) // unescaped-parameter: none
Handlebars.registerHelper('count', (list) => new Handlebars.SafeString('<b>' + list.length + '</b>')) // unescaped-parameter: none
Handlebars.registerHelper('box', function (options) {
  return new Handlebars.SafeString('<div>' + options.fn(this) + '</div>') // unescaped-parameter: none
})
Handlebars.registerHelper('box', function (inner) {
  return new Handlebars.SafeString('<div>' + inner.fn(this) + '</div>') // unescaped-parameter: none
})
Handlebars.registerHelper('raw', (html) => new Handlebars.SafeString(html)) // unescaped-parameter: low
Handlebars.registerHelper('upper', (text) => '<b>' + text.toUpperCase() + '</b>') // unescaped-parameter: none
`,
      'views.js': `const express = require('express')
const handlebars = require('handlebars')
const { engine } = require('express-handlebars')
const app = express()
app.engine('handlebars', engine({ helpers: { bold: (text) => new handlebars.SafeString('<b>' + text + '</b>') } })) // unescaped-parameter: medium
`,
    },
    { express: '4', handlebars: '4', 'express-handlebars': '7' },
  )
})
