/** What is in an uploaded file, handed to what opens files: bytes are no name of one. */
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
