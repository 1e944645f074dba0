/** Routes whose path is a regular expression: what a handler reads of its groups begins, and is made, as the expression says. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what a group of a path may hold is what its expression lets through', async () => {
  await check({
    'app.js': `
const express = require('express')
const fs = require('node:fs')
const app = express()
app.use(/^(\\/shop\\/[0-9]+)\\/?$/, (req, res) => {
  res.redirect(\`\${req.params[0]}/orders\`) // open-redirect: none
})
app.use(/^(\\/shop\\/[0-9]+\\/till)\\/?$/, (req, res, next) => {
  if (res.locals.isOpen) res.redirect(\`\${req.params[0]}/open\`) // open-redirect: none
  else next()
})
app.get(/^(\\/(?:day|night)\\/.*)\\/old$/, (req, res) => {
  res.redirect(req.params[0]) // open-redirect: none
})
app.get(/^\\/go\\/(.*)$/, (req, res) => {
  res.redirect(req.params[0]) // open-redirect: high
})
app.get(/^(\\/.*)\\/old$/, (req, res) => {
  res.redirect(req.params[0]) // open-redirect: high
})
app.get(/^(\\/[^/]+)\\/older$/, (req, res) => {
  res.redirect(req.params[0]) // open-redirect: high
})
app.get(/^(\\/aisle\\/|\\/)(.*)\\/oldest$/, (req, res) => {
  res.redirect(req.params[0]) // open-redirect: none
  res.redirect(req.params[1]) // open-redirect: high
})
app.get(/^\\/(?<lang>[a-z]{2})\\/(?<page>.*)$/, (req, res) => {
  fs.readFile('/srv/pages/' + req.params.lang, () => res.end()) // path-traversal: none
  fs.readFile('/srv/pages/' + req.params.page, () => res.end()) // path-traversal: high
})
app.get(/^\\/label\\/([\\w-]+)$/, (req, res) => {
  fs.readFile('/srv/labels/' + req.params[0], () => res.end()) // path-traversal: none
})
app.get(/^\\/sheet\\/([\\w%-]+)$/, (req, res) => {
  fs.readFile('/srv/sheets/' + req.params[0], () => res.end()) // path-traversal: high
})
app.get(/^(\\/film\\/.*)$/, (req, res) => {
  fs.readFile('/srv' + req.params[0], () => res.end()) // path-traversal: high
})
const printed = (req, res) => {
  fs.readFile('/srv/prints/' + req.params[0], () => res.end()) // path-traversal: high
}
app.get(/^\\/print\\/(\\d+)$/, printed)
app.get(/^\\/prints\\/(.+)$/, printed)
app.listen(80)
`,
  })
})
