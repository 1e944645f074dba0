/** Markup in an answer that no page of another site can have a browser ask for, beside markup that one can. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { expect, test } from 'vitest'
import { check } from './marked-lines'

test('an address as it was sent', async () => {
  await check({
    'app.js': `
const express = require('express')
const url = require('url')
const app = express()
app.get('/sent', (req, res) => res.status(404).send(\`nothing at \${req.url}\`)) // reflected-xss: low
app.get('/original', (req, res) => res.send('<p>nothing at ' + req.originalUrl)) // reflected-xss: low
app.get('/found', (req, res) => {
  const [, rest] = /at=(.+?)$/.exec(req.url)
  res.send('odd: ' + rest) // reflected-xss: low
})
app.get('/decoded', (req, res) => res.send('nothing at ' + decodeURIComponent(req.url))) // reflected-xss: high
app.get('/parsed', (req, res) => res.send('nothing at ' + url.parse(req.url, true).query.at)) // reflected-xss: high
app.get('/script', (req, res) => res.send("<script>at = '" + req.url + "'</script>")) // reflected-xss: high
app.get('/query', (req, res) => res.send('nothing at ' + req.query.at)) // reflected-xss: high
app.get('/params/:at', (req, res) => res.send('nothing at ' + req.params.at)) // reflected-xss: high
`,
  })
})

const server = (parsers: string, deep: string, flat: string) => `
const express = require('express')
const app = express()
${parsers}
const told = (plan) => ({ wrong: \`odd: \${plan.style}\` })
app.post('/deep', (req, res) => {
  const answer = told(req.body.plan)
  res.status(400).send(answer.wrong) // reflected-xss: ${deep}
})
app.post('/flat', (req, res) => {
  res.send('odd: ' + req.body.style) // reflected-xss: ${flat}
})
`
test.each([
  ['JSON alone', 'app.use(express.json())', 'low', 'low', {}],
  ['JSON, and forms without objects', 'app.use(express.json(), express.urlencoded({ extended: false }))', 'low', 'high', {}],
  ['JSON, and forms with objects', 'app.use(express.json(), express.urlencoded({ extended: true }))', 'high', 'high', {}],
  ['forms alone', 'app.use(express.urlencoded({ extended: true }))', 'high', 'high', {}],
  ['JSON whatever it is called', "app.use(express.json({ type: '*/*' }))", 'high', 'high', {}],
  ['no parser that is known', '', 'high', 'high', {}],
  ['JSON, and files', "app.use(express.json(), require('express-fileupload')())", 'low', 'high', { 'express-fileupload': '1' }],
  [
    'JSON, and files with objects',
    "app.use(express.json(), require('express-fileupload')({ parseNested: true }))",
    'high',
    'high',
    { 'express-fileupload': '1' },
  ],
  ['JSON, and another parser', "app.use(express.json(), require('multer')().none())", 'high', 'high', { multer: '1' }],
])('%s', async (_, parsers, deep, flat, others) => {
  expect(parsers).toBeDefined()
  await check({ 'app.js': server(parsers, deep, flat) }, { express: '4', ...(others as Record<string, string>) })
})

test('no link has a body: where a redirect leads by one alone is less sure', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const app = express()
app.use(express.json(), express.urlencoded({ extended: true }))
app.post('/leave', (req, res) => {
  res.redirect(req.body.next) // open-redirect: medium
})
app.post('/leave-by-address', (req, res) => {
  res.redirect(req.query.next) // open-redirect: high
})
app.post('/either', (req, res) => {
  res.redirect(req.body.next || req.query.next) // open-redirect: high
})
app.post('/held', (req, res) => {
  let next = req.body.next
  if (req.query.next) next = req.query.next
  res.redirect(next) // open-redirect: high
})
app.get('/part/:next', (req, res) => {
  res.redirect(req.params.next) // open-redirect: high
})
app.post('/taken-out', (req, res) => {
  const { settings: { back } } = req.body
  res.redirect(back) // open-redirect: medium
})
app.put('/put', (req, res) => {
  res.redirect(req.query.next) // open-redirect: medium
})
app.listen(80)
`,
      'leave.controller.ts': `
import { Body, Controller, Post, Query, Res } from '@nestjs/common'
import type { Response } from 'express'
@Controller('leave')
export class LeaveController {
  @Post('body')
  byBody(@Body() sent: { next: string }, @Res() res: Response) {
    res.redirect(sent.next) // open-redirect: medium
  }
  @Post('field')
  byField(@Body('next') next: string, @Res() res: Response) {
    res.redirect(next) // open-redirect: medium
  }
  @Post('query')
  byQuery(@Query('next') next: string, @Res() res: Response) {
    res.redirect(next) // open-redirect: high
  }
}
`,
    },
    { express: '4', '@nestjs/common': '10', '@nestjs/core': '10' },
  )
})
