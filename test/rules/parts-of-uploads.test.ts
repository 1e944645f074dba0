/** Parts of an uploaded file that are no text of the sender's choosing: its bytes, and its type. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', multer: '1.4.5-lts.1', jimp: '0.22.0', 'adm-zip': '0.5.1' }

test('the bytes of a file open nothing, its name does', () =>
  check(
    {
      'app.js': `
const express = require('express')
const fs = require('fs')
const multer = require('multer')
const jimp = require('jimp')
const AdmZip = require('adm-zip')
const app = express()
const one = multer().single('picture')
async function shrink(bytes) {
  const picture = await jimp.read(bytes) // path-traversal: none
  return picture.resize(10, 10)
}
app.post('/pictures', one, async (req, res) => {
  const { file } = req
  res.json(await shrink(file.buffer))
})
async function shrinkAny(picture) {
  return jimp.read(picture) // path-traversal: high
}
app.post('/shrunk', one, async (req, res) => {
  const { file } = req
  res.json(await shrinkAny(file.buffer))
})
app.post('/shrunk-by-name', async (req, res) => {
  res.json(await shrinkAny(req.body.picture))
})
app.post('/named', one, async (req, res) => {
  res.json(await jimp.read(req.body.picture)) // path-traversal: high
})
app.post('/pasted', one, async (req, res) => {
  res.json(await jimp.read(Buffer.from(req.body.picture, 'base64'))) // path-traversal: none
})
app.post('/read', one, async (req, res) => {
  res.end(fs.readFileSync(Buffer.from(req.body.picture, 'base64'))) // path-traversal: high
})
app.post('/listed', one, async (req, res) => {
  res.json(await jimp.read(req.file.buffer.toString().trim())) // path-traversal: high
})
app.post('/archives', one, (req, res) => {
  for (const entry of new AdmZip(req.file.buffer).getEntries()) fs.writeFileSync('/var/archive/' + entry.entryName, entry.getData()) // path-traversal: high
  res.end()
})
app.listen(80)
`,
    },
    DEPENDENCIES,
  ))

const TYPES = (shown: string) => ({
  'app.js': `
const express = require('express')
const multer = require('multer')
const app = express()
const one = multer().single('picture')
app.post('/typed', one, (req, res) => {
  const { file } = req
  res.send('<img src="data:' + file.mimetype.toLowerCase() + ';base64,">') // reflected-xss: ${shown}
})
app.post('/called', one, (req, res) => {
  res.send('<b>' + req.file.originalname + '</b>') // reflected-xss: high
})
const show = (res, text) => res.send('<b>' + text + '</b>') // reflected-xss: high
app.post('/first', one, (req, res) => show(res, req.file.mimetype))
app.post('/second', one, (req, res) => show(res, req.body.title))
app.listen(80)
`,
})

test('the type of a file is two tokens where the parser reads it so', async () => {
  await check(TYPES('none'), { express: '4', multer: '1.4.5-lts.1' })
  await check(TYPES('high'), { express: '4', multer: '1.4.4' })
  await check(TYPES('high'), { express: '4', multer: '2.0.0', formidable: '3.0.0' })
})
