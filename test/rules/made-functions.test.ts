/** Texts that become functions without `Function` being named. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('the constructor of functions, by whatever way', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const app = express()
app.use(express.json())
const Task = Object.getPrototypeOf(async function () {}).constructor
const Steps = (function* () {}).constructor
class Song { constructor(name) { this.name = name } }
app.post('/task', async (req, res) => res.json(await new Task('song', req.body.code)())) // code-injection: high
app.post('/steps', (req, res) => res.json([...Steps(req.body.code)()])) // code-injection: high
app.post('/twice', (req, res) => res.json([].constructor.constructor(req.body.code)())) // code-injection: high
app.post('/song', (req, res) => {
  const song = new Song('one')
  res.json(new song.constructor(req.body.name)) // code-injection: none
})
app.listen(80)
`,
    },
    { express: '4' },
  )
})
