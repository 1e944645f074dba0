/** Exceptions that are answered as objects, of which JSON holds neither message nor stack, beside those whose text is told. */
import { test } from 'vitest'
import { check } from './marked-lines'

const APP = (whole: string) => `
const express = require('express')
const { build } = require('./build')
const app = express()
app.get('/sent', (req, res) => {
  try { build() } catch (error) {
    res.status(500).send(error) // stack-trace-exposure: ${whole}
  }
})
`

test('as a whole they tell nothing, by their text they do', async () => {
  await check({
    'build.js': 'module.exports = { build() { throw new Error() } }\n',
    'app.js': `${APP('none')}
app.get('/json', (req, res) => {
  try { build() } catch (error) {
    res.json({ error }) // stack-trace-exposure: none
  }
})
app.get('/markup', (req, res) => {
  try { build() } catch (error) {
    res.send(error) // exception-xss: none
  }
})
app.get('/stack', (req, res) => {
  try { build() } catch (error) {
    res.json({ error: error.stack }) // stack-trace-exposure: high
  }
})
app.get('/message', (req, res) => {
  try { build() } catch (error) {
    res.send(error.message) // exception-xss: medium
  }
})
app.get('/text', (req, res) => {
  try { build() } catch (error) {
    res.send(String(error)) // exception-xss: low
  }
})
app.get('/composed', (req, res) => {
  try { build() } catch (error) {
    res.send('failed: ' + error) // exception-xss: low
  }
})
app.get('/view', (req, res) => {
  try { build() } catch (error) {
    res.render('failed', { error }) // stack-trace-exposure: medium
  }
})
`,
  })
})

test('a class may say how its errors are written', async () => {
  await check({
    'build.js': 'class Odd extends Error { toJSON() { return { stack: this.stack } } }\nmodule.exports = { build() { throw new Odd() } }\n',
    'app.js': APP('medium'),
  })
  const thrown = "const { Base } = require('odd-things')\nclass Odd extends Base { toJSON() { return { stack: this.stack } } }\n"
  await check({ 'build.js': `${thrown}module.exports = { build() { throw new Odd() } }\n`, 'app.js': APP('medium') })
  const asking = "const axios = require('axios')\nmodule.exports = { async build() { await axios.get('http://songs') } }\n"
  await check({ 'build.js': asking, 'app.js': APP('medium') }, { express: '4', axios: '1' })
  await check({ 'build.js': 'module.exports = { build() { throw new Error() } }\n', 'app.js': APP('none') }, { express: '4', axios: '1' })
  // Whether what a stranger hands over asks such a library cannot be told.
  const handed = 'module.exports = { build(client) { client.refresh() } }\n'
  await check({ 'build.js': handed, 'app.js': APP('low') }, { express: '4', axios: '1' })
})

test('how others than errors are written says nothing of them', async () => {
  const model = "const { Model } = require('odd-models')\nclass Song extends Model { toJSON() { return { title: this.title } } }\n"
  await check({ 'build.js': `${model}module.exports = { Song, build() { throw new Error() } }\n`, 'app.js': APP('none') })
  const tested = "test('songs', () => { expect(JSON.stringify(song)).toBe(song['toJSON']()) })\n"
  await check({ 'build.js': 'module.exports = { build() { throw new Error() } }\n', 'test/songs.test.js': tested, 'app.js': APP('none') })
})
