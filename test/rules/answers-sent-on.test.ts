/** What other services answered, sent on as a whole or in part. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a parsed answer is sent as JSON, and a text out of it as a page', async () => {
  await check({
    'app.js': `
import express from 'express'
const app = express()
app.get('/whole', async (req, res) => {
  const answer = await fetch('https://songs.example/list')
  const songs = await answer.json()
  return res.send(songs) // response-xss: none
})
app.get('/part', async (req, res) => {
  const answer = await fetch('https://songs.example/list')
  const songs = await answer.json()
  return res.send(songs.title) // response-xss: medium
})
app.get('/text', async (req, res) => {
  const answer = await fetch('https://songs.example/list')
  const text = await answer.text()
  return res.send(text) // response-xss: medium
})
app.listen(80)
`,
  })
})
