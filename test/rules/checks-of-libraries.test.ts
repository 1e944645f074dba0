/** What schemas and small libraries say of a text by how it begins, and of what a file may be called. */
import { test } from 'vitest'
import { check } from './marked-lines'

const deps = { express: '4', zod: '3', 'valid-filename': '4', 'is-valid-path': '0.1.1', 'fs-extra': '11' }

test('an address that has to begin with a host is no other', () =>
  check(
    {
      'a.ts': `import express from 'express'
import { z } from 'zod'
const FILES = 'https://files.example.org/shared/'
const app = express()
app.use(express.json())
app.post('/files', async (request, response) => {
  const { urls } = z.object({ urls: z.array(z.string().startsWith(FILES)).max(9) }).parse(request.body)
  response.json(await Promise.all(urls.map((url) => fetch(url)))) // server-side-request-forgery: none
})
app.post('/hosts', async (request, response) => {
  const { url } = z.object({ url: z.string().startsWith('https://files.example.org') }).parse(request.body)
  response.json(await fetch(url)) // server-side-request-forgery: high
})
app.post('/schemes', async (request, response) => {
  const { url } = z.object({ url: z.string().url().startsWith('https://') }).parse(request.body)
  response.json(await fetch(url)) // server-side-request-forgery: high
})
`,
    },
    deps,
  ))

test('a name that a file may have leaves no folder; a path that Windows may have does', () =>
  check(
    {
      'a.ts': `import express from 'express'
import path from 'node:path'
import fs from 'fs-extra'
import isValidFilename from 'valid-filename'
import isValidPath from 'is-valid-path'
const app = express()
app.use(express.json())
app.post('/rename', async (request, response) => {
  if (!isValidFilename(request.body.name)) throw new Error('no name')
  await fs.remove(path.join('/files', request.body.name)) // path-traversal: none
  response.end()
})
app.post('/remove', async (request, response) => {
  if (!isValidPath(request.body.name)) throw new Error('no path')
  await fs.remove(path.join('/files', request.body.name)) // path-traversal: high
  response.end()
})
`,
    },
    deps,
  ))

test('the host of an address that url.parse takes apart', () =>
  check(
    {
      'a.js': `const urllib = require('url')
const request = require('request')
const express = require('express')
const app = express()
const HOSTS = ['avatars.example.com', 'www.example.org']
app.get('/avatar', (req, res) => {
  const url = decodeURIComponent(req.query.url)
  const hostname = urllib.parse(url).hostname
  if (HOSTS.indexOf(hostname) === -1) return res.status(400).end()
  request.get({ url }).pipe(res) // server-side-request-forgery: none
})
app.get('/picture', (req, res) => {
  const url = req.query.url
  if (HOSTS.indexOf(urllib.parse(url).pathname) === -1) return res.status(400).end()
  request.get({ url }).pipe(res) // server-side-request-forgery: high
})
app.get('/list', (req, res) => {
  const url = req.query.url
  const host = new URL(url).hostname
  if (HOSTS.includes(host)) {
    const options = {}
    options.url = url
    request.get(options).pipe(res) // server-side-request-forgery: none
    Promise.all([url].map((each) => request.get({ url: each }))) // server-side-request-forgery: none
  }
  request.get({ url }).pipe(res) // server-side-request-forgery: high
})
app.listen(3000)
`,
    },
    { express: '4', request: '2' },
  ))
