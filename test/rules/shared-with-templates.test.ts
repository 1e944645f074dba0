/** What is put into `response.locals` is seen by the templates that answers show, and by no engine that is called by itself. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (last: string) => `const express = require('express')
const mustache = require('mustache')
const { Pool } = require('pg')
const fs = require('fs')
const app = express()
const pool = new Pool()
app.use(async (req, res, next) => {
  const { rows } = await pool.query('SELECT * FROM questions')
  res.locals.question = rows[0]
  next()
})
app.get('/about', (req, res) => {
  ${last}
})
app.listen(80)
`
const page = (claim: string) => `<p>
{{#question}}
{{{label}}} // stored-xss: ${claim}
{{/question}}
</p>
`

test('only answers show what is shared', async () => {
  const dependencies = { express: '4', pg: '8', mustache: '4' }
  await check({ 'app.js': app("res.render('about', {})"), 'views/about.mustache': page('medium') }, dependencies)
  await check(
    { 'app.js': app("res.end(mustache.render(fs.readFileSync('intro.txt', 'utf8'), { title: 'x' }))"), 'elements/label.mustache': page('none') },
    dependencies,
  )
})
