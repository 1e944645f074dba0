/** Texts that are put together twice, in one form or another: what is asked of one holds for the other, and for no third. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a text that a helper is asked about is the one that is used, however it is written', async () => {
  await check({
    'paths.js': `
exports.staysHere = (address) => {
  if (typeof address !== 'string') return false
  const plain = address.replace(/\\\\/g, '/')
  if (plain.trimStart().startsWith('//')) return false
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain.trimStart())) return false
  return true
}
`,
    'app.js': `
const express = require('express')
const { staysHere } = require('./paths')
const app = express()
const backOf = (req, home = '/') => {
  if (req.query.back && staysHere('/' + req.query.back)) {
    return \`/\${req.query.back}\`
  }
  return home
}
const otherOf = (req, home = '/') => {
  if (req.query.other && staysHere('/' + req.query.back)) {
    return \`/\${req.query.other}\`
  }
  return home
}
const bareOf = (req, home = '/') => {
  if (req.query.bare && staysHere('/' + req.query.bare)) {
    return req.query.bare
  }
  return home
}
const behindOf = (req, home = '/') => {
  if (req.query.behind && staysHere('/at/' + req.query.behind)) {
    return \`/\${req.query.behind}\`
  }
  return home
}
app.get('/back', (req, res) => {
  res.redirect(backOf(req)) // open-redirect: none
})
app.get('/other', (req, res) => {
  res.redirect(otherOf(req)) // open-redirect: high
})
app.get('/bare', (req, res) => {
  res.redirect(bareOf(req)) // open-redirect: high
})
app.get('/behind', (req, res) => {
  res.redirect(behindOf(req)) // open-redirect: high
})
app.get('/here', (req, res) => {
  if (!staysHere(\`/\${req.query.to}\`)) return res.status(400).end()
  res.redirect('/' + req.query.to) // open-redirect: none
})
app.get('/longer', (req, res) => {
  if (!staysHere('/' + req.query.page + '?' + req.query.rest)) return res.status(400).end()
  res.redirect(\`/\${req.query.page}?\${req.query.rest}\`) // open-redirect: none
})
app.get('/turned', (req, res) => {
  if (!staysHere('/' + req.query.rest + req.query.page)) return res.status(400).end()
  res.redirect(\`/\${req.query.page}\${req.query.rest}\`) // open-redirect: high
})
app.listen(80)
`,
  })
})

test('a helper that is asked about such a text, and of which nothing is known, is a doubt', async () => {
  await check({
    'pages.js': `
const pages = require('./pages.json')
exports.isOwnPage = (address) => pages.some((page) => new RegExp(page.pattern).test(address))
`,
    'app.js': `
const express = require('express')
const { isOwnPage } = require('./pages')
const app = express()
const pageOf = (req) => {
  if (isOwnPage('/' + req.query.page)) return \`/\${req.query.page}\`
  return '/'
}
app.get('/page', (req, res) => {
  res.redirect(pageOf(req)) // open-redirect: medium
})
app.get('/held', (req, res) => {
  const target = \`/\${req.query.page}\`
  if (!isOwnPage('/' + req.query.page)) return res.status(404).end()
  res.redirect(target) // open-redirect: medium
})
app.get('/other', (req, res) => {
  if (!isOwnPage('/' + req.query.page)) return res.status(404).end()
  res.redirect(\`/\${req.query.other}\`) // open-redirect: high
})
app.listen(80)
`,
  })
})
