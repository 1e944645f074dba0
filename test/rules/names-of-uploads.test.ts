/** Names of uploaded files, as each parser of forms hands them over: without folders, or as they were sent. */
import { test } from 'vitest'
import { check } from './marked-lines'

const EXPRESS_FILES = (settings: string) => `
const express = require('express')
const fileUpload = require('express-fileupload')
const fs = require('fs')
const path = require('path')
const app = express()
app.use(fileUpload(${settings}))
`

test('express-fileupload hands over the last part', async () => {
  await check(
    {
      'app.js': `${EXPRESS_FILES('{ limits: { fileSize: 1000 } }')}
app.post('/pictures', (req, res) => {
  fs.writeFileSync(path.join('/srv', req.files.picture.name), req.files.picture.data) // path-traversal: none
  req.files.picture.mv('/srv/' + req.files.picture.name) // path-traversal: none
  fs.writeFileSync(path.join('/srv', decodeURIComponent(req.files.picture.name)), '') // path-traversal: high
  fs.writeFileSync(path.join('/srv', req.body.folder, req.files.picture.name), '') // path-traversal: high
  res.send('<p>' + req.files.picture.name) // reflected-xss: high
})
`,
    },
    { express: '4', 'express-fileupload': '1' },
  )
})

test('express-fileupload that decodes names leaves a slash in them', async () => {
  await check(
    {
      'app.js': `${EXPRESS_FILES('{ uriDecodeFileNames: true }')}
app.post('/pictures', (req, res) => {
  fs.writeFileSync(path.join('/srv', req.files.picture.name), req.files.picture.data) // path-traversal: high
  res.end()
})
`,
    },
    { express: '4', 'express-fileupload': '1' },
  )
})

test('what formidable calls a file may lead anywhere', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const forms = require('express-formidable')
const fs = require('fs')
const app = express()
app.use(forms())
app.post('/pictures', (req, res) => {
  fs.writeFileSync('/srv/' + req.files.picture.name, '') // path-traversal: high
  res.end()
})
`,
    },
    { express: '4', 'express-formidable': '1' },
  )
})

test('multer, also where it stores files itself, and below decorators', async () => {
  await check(
    {
      'app.ts': `
import { Controller, Post, UploadedFile, UploadedFiles, UseInterceptors, Body } from '@nestjs/common'
import { FileInterceptor, FilesInterceptor } from '@nestjs/platform-express'
import { writeFileSync, readFileSync } from 'node:fs'
import { exec } from 'node:child_process'

@Controller('pictures')
export class Pictures {
  @Post('one')
  @UseInterceptors(FileInterceptor('picture'))
  one(@UploadedFile() picture: Express.Multer.File, @Body() body: { folder: string }) {
    readFileSync(picture.path) // path-traversal: none
    writeFileSync('/srv/' + picture.originalname, picture.buffer) // path-traversal: none
    writeFileSync('/srv/' + decodeURIComponent(picture.originalname), picture.buffer) // path-traversal: high
    writeFileSync('/srv/' + body.folder + picture.originalname, picture.buffer) // path-traversal: high
    exec('convert ' + picture.originalname) // command-injection: high
  }
  @Post('all')
  @UseInterceptors(FilesInterceptor('pictures'))
  all(@UploadedFiles() pictures: Express.Multer.File[]) {
    for (const picture of pictures) writeFileSync('/srv/' + picture.originalname, picture.buffer) // path-traversal: none
    for (const picture of pictures) exec('convert ' + picture.originalname) // command-injection: high
  }
}
`,
    },
    { '@nestjs/common': '10', '@nestjs/core': '10', '@nestjs/platform-express': '10' },
  )
})

test('busboy itself, by its older and its newer events', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const busboy = require('busboy')
const fs = require('fs')
const app = express()
app.post('/newer', (req, res) => {
  const form = busboy({ headers: req.headers })
  form.on('file', (field, stream, info) => {
    stream.pipe(fs.createWriteStream('/srv/' + info.filename)) // path-traversal: none
    stream.pipe(fs.createWriteStream('/srv/' + field)) // path-traversal: high
    stream.pipe(fs.createWriteStream('/srv/' + info.mimeType)) // path-traversal: high
  })
  form.on('file', (field, stream, { filename }) => {
    stream.pipe(fs.createWriteStream('/srv/' + filename)) // path-traversal: none
  })
  form.on('field', (field, value) => {
    fs.unlinkSync('/srv/' + value) // path-traversal: high
  })
  req.pipe(form)
})
app.post('/older', (req, res) => {
  const form = busboy({ headers: req.headers })
  form.on('file', (field, stream, filename, encoding, type) => {
    stream.pipe(fs.createWriteStream('/srv/' + filename)) // path-traversal: none
  })
  req.pipe(form)
})
`,
    },
    { express: '4', busboy: '1' },
  )
  await check(
    {
      'app.js': `
const express = require('express')
const busboy = require('busboy')
const fs = require('fs')
const app = express()
app.post('/newer', (req, res) => {
  const form = busboy({ headers: req.headers, preservePath: true })
  form.on('file', (field, stream, info) => {
    stream.pipe(fs.createWriteStream('/srv/' + info.filename)) // path-traversal: high
  })
  req.pipe(form)
})
`,
    },
    { express: '4', busboy: '1' },
  )
})

test('Fastify', async () => {
  await check(
    {
      'app.js': `
import Fastify from 'fastify'
import multipart from '@fastify/multipart'
import fs from 'node:fs'
const app = Fastify()
app.register(multipart)
app.post('/one', async (request, reply) => {
  const data = await request.file()
  data.file.pipe(fs.createWriteStream('/srv/' + data.filename)) // path-traversal: none
  data.file.pipe(fs.createWriteStream('/srv/' + data.fieldname)) // path-traversal: high
  data.file.pipe(fs.createWriteStream('/srv/' + data.fields.folder.value)) // path-traversal: high
  return {}
})
app.post('/all', async (request, reply) => {
  for await (const part of request.files()) {
    part.file.pipe(fs.createWriteStream('/srv/' + part.filename)) // path-traversal: none
    part.file.pipe(fs.createWriteStream('/srv/' + part.fieldname)) // path-traversal: high
  }
  for await (const part of request.parts()) {
    if (part.file) part.file.pipe(fs.createWriteStream('/srv/' + part.filename)) // path-traversal: none
    else fs.unlinkSync('/srv/' + part.value) // path-traversal: high
  }
  const kept = await request.saveRequestFiles()
  fs.renameSync(kept[0].filepath, '/srv/' + kept[0].filename) // path-traversal: none
  kept.map((each) => fs.unlinkSync('/srv/' + each.fieldname)) // path-traversal: high
  return {}
})
`,
    },
    { fastify: '5', '@fastify/multipart': '9' },
  )
})
