/** Redirects to the path of a request, which begins with a name that the program chose where its handlers stand behind one alone. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a path that begins with the name of its route, with a part of it replaced', async () => {
  await check({
    'app.js': `
const express = require('express')
const app = express()
const lower = (req, res, next) => {
  const slug = req.params.slug.toLowerCase()
  if (req.params.slug === slug) return next()
  const target = req.path.replace(\`/\${req.params.slug}\`, () => \`/\${slug}\`)
  res.redirect(\`\${process.env.BASE}\${target}\`) // open-redirect: none
}
const anywhere = (req, res, next) => {
  const slug = req.params.slug.toLowerCase()
  if (req.params.slug === slug) return next()
  const target = req.path.replace(\`/\${req.params.slug}\`, () => \`/\${slug}\`)
  res.redirect(\`\${process.env.BASE}\${target}\`) // open-redirect: high
}
const other = (req, res, next) => {
  const target = req.path.replace(\`/\${req.params.slug}\`, () => \`/\${req.query.slug}\`)
  res.redirect(target) // open-redirect: high
}
const show = (req, res) => res.send('shown')
app.get('/users/:slug', lower, other, show)
app.get('/users/:slug/posts', lower, anywhere, show)
app.get('/:slug/likes', anywhere, show)
app.get('/me/*', (req, res) => {
  res.redirect(req.url.replace(/^(\\/api)?\\/me/, () => \`/users/\${req.session.name}\`)) // open-redirect: none
})
app.get('/*', (req, res) => {
  res.redirect(req.url.replace(/^(\\/api)?\\/me/, () => \`/users/\${req.session.name}\`)) // open-redirect: medium
})
app.get('/old/:id', (req, res) => {
  res.redirect(req.path.replace('/draft/', '/' + req.query.sort)) // open-redirect: none
})
app.get('/shop/:id', (req, res) => {
  res.redirect(req.path.replace('/shop', '/' + req.query.sort)) // open-redirect: high
})
`,
  })
})

test('what a router is mounted at is cut off, and middleware runs for any path', async () => {
  await check({
    'app.js': `
const express = require('express')
const app = express()
const router = express.Router()
router.get('/*', (req, res) => {
  res.redirect(req.url.replace('/draft', '/page')) // open-redirect: medium
})
router.get('/named/*', (req, res) => {
  res.redirect(req.url.replace('/draft', '/page')) // open-redirect: none
})
app.use('/shop', router)
const both = (req, res) => {
  res.redirect(req.url.replace('/draft', '/page')) // open-redirect: medium
}
app.get('/some/*', both)
app.use('/any', both)
const called = (req, res) => {
  res.redirect(req.url.replace('/draft', '/page')) // open-redirect: medium
}
app.get('/called/*', called)
app.get('/*', (req, res) => called(req, res))
`,
  })
})
