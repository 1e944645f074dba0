/** What is unpacked without a bound: with a callback, as a stream, out of an archive; and where a limit stands beside it. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', 'adm-zip': '0.5', tar: '6', unzipper: '0.10', decompress: '4', 'gunzip-maybe': '1' }

test('options stand where a callback may stand as well, and a limit is an option', () =>
  check({
    'app.js': `
const express = require('express')
const zlib = require('zlib')
const app = express()
const LIMITS = { maxOutputLength: 1e6 }
app.use(express.raw())
app.post('/a', (req, res) => { zlib.gunzip(req.body, (error, text) => res.json({ length: text.length })) }) // decompression-bomb: high
app.post('/b', (req, res) => { zlib.gunzip(req.body, { maxOutputLength: 1e6 }, (error, text) => res.json({ length: text.length })) }) // decompression-bomb: none
app.post('/c', (req, res) => { res.json({ length: zlib.inflateSync(req.body).length }) }) // decompression-bomb: high
app.post('/d', (req, res) => { res.json({ length: zlib.inflateSync(req.body, LIMITS).length }) }) // decompression-bomb: none
app.listen(80)
`,
  }))

test('requests and uploads that run through what unpacks them, and archives', () =>
  check(
    {
      'app.js': `
const express = require('express')
const fs = require('fs')
const zlib = require('zlib')
const { pipeline } = require('stream')
const AdmZip = require('adm-zip')
const decompress = require('decompress')
const gunzip = require('gunzip-maybe')
const tar = require('tar')
const app = express()
app.use(express.raw())
app.post('/a', (req, res) => {
  req.pipe(zlib.createGunzip()).pipe(fs.createWriteStream('a')) // decompression-bomb: medium
  req.pipe(zlib.createGzip()).pipe(fs.createWriteStream('b')) // decompression-bomb: none
  req.pipe(fs.createWriteStream('c')) // decompression-bomb: none
})
app.post('/b', (req, res) => {
  pipeline(req, zlib.createInflate(), fs.createWriteStream('d'), () => res.end()) // decompression-bomb: medium
  pipeline(req, zlib.createDeflate(), fs.createWriteStream('d'), () => res.end()) // decompression-bomb: none
  pipeline(fs.createReadStream('e'), zlib.createInflate(), res, () => {}) // decompression-bomb: none
})
app.post('/c', (req, res) => { req.pipe(gunzip()).pipe(fs.createWriteStream('f')) }) // decompression-bomb: medium
app.post('/d', (req, res) => { req.pipe(tar.x({ cwd: 'out' })) }) // decompression-bomb: medium
app.post('/e', (req, res) => { new AdmZip(req.body).extractAllTo('out') }) // decompression-bomb: high
app.post('/f', async (req, res) => { await decompress(req.body, 'out') }) // decompression-bomb: high
app.post('/g', async (req, res) => { await decompress('own.zip', 'out') }) // decompression-bomb: none
app.listen(80)
`,
    },
    DEPENDENCIES,
  ))
