/** Checks that are understood, and so close a way, each beside a twin that closes nothing: `// path-traversal: none` says so on its line. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what a Sails action declares of its inputs holds when it runs', async () => {
  await check(
    {
      'config/routes.js': "module.exports.routes = { 'GET /parcels/:number': { action: 'parcels/show' } }\n",
      'api/controllers/parcels/show.js': `
const fs = require('fs')
const counted = { type: 'string', regex: /^[0-9]+$/, required: true }
module.exports = {
  inputs: {
    number: { ...counted },
    size: { type: 'string', isIn: ['small', 'large'] },
    page: { type: 'number' },
    colour: { type: 'string', custom: (value) => /^[a-z]+$/.test(value) },
    label: { type: 'string', custom: (value) => sails.config.custom.labels.knows(value) },
    note: { type: 'string', regex: /[0-9]+/ },
    title: { type: 'string', required: true },
  },
  fn: async function (inputs, exits) {
    const { number, title } = inputs
    fs.readFileSync('/srv/' + number) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.size) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.page) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.colour) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.label) // path-traversal: medium
    fs.readFileSync('/srv/' + inputs.note) // path-traversal: high
    fs.readFileSync('/srv/' + title) // path-traversal: high
    return exits.success()
  },
}
`,
    },
    { sails: '1.5.0' },
  )
})

test('what passed a schema in the handler is as the schema says, where the handler goes on only then', async () => {
  await check({
    'app.js': `
const express = require('express')
const Joi = require('joi')
const yup = require('yup')
const { z } = require('zod')
const fs = require('fs')
const { MongoClient } = require('mongodb')
const app = express()
app.use(express.json())
const members = new MongoClient('mongodb://db').db('club').collection('members')
const entry = Joi.object({ alias: Joi.string().required(), rank: Joi.string().valid('gold', 'tin') })
app.post('/joi', (req, res) => {
  const { error } = entry.validate(req.body)
  if (error) return res.status(400).json({ message: error.message })
  members.findOne({ alias: req.body.alias }) // nosql-injection: none
  fs.readFileSync('/srv/' + req.body.rank) // path-traversal: none
  fs.readFileSync('/srv/' + req.body.alias) // path-traversal: high
  res.end()
})
app.post('/noted', (req, res) => {
  const { error } = entry.validate(req.body)
  if (error) console.warn('bad request')
  fs.readFileSync('/srv/' + req.body.rank) // path-traversal: high
  res.end()
})
const forms = { join: entry, leave: Joi.object({ rank: Joi.string().valid('none') }) }
app.post('/forms/join', (req, res) => {
  const { error } = forms['join'].validate(req.body)
  if (error !== undefined) throw error
  fs.readFileSync('/srv/' + req.body.rank) // path-traversal: none
  res.end()
})
app.post('/forms', (req, res) => {
  const { error } = forms[req.query.form].validate(req.body)
  if (error) return res.status(400).end()
  fs.readFileSync('/srv/' + req.body.rank) // path-traversal: none
  res.end()
})
const held = (form, data) => forms[form].validate(data)
app.post('/helper', (req, res) => {
  const { error } = held('join', req.body)
  if (error) return res.status(400).end()
  fs.readFileSync('/srv/' + req.body.rank) // path-traversal: none
  fs.readFileSync('/srv/' + req.query.rank) // path-traversal: high
  res.end()
})
const ticket = z.object({ code: z.string().uuid() })
app.post('/zod', (req, res) => {
  const answer = ticket.safeParse(req.body)
  if (!answer.success) {
    res.status(400).end()
    return
  }
  fs.readFileSync('/srv/' + req.body.code) // path-traversal: none
  res.end()
})
app.post('/zod/other-way', (req, res) => {
  const answer = ticket.safeParse(req.body)
  if (answer.success) return res.end()
  fs.readFileSync('/srv/' + req.body.code) // path-traversal: high
  res.end()
})
const seat = yup.object({ row: yup.number(), block: yup.string().oneOf(['a', 'b']) })
app.post('/yup', async (req, res) => {
  if (!(await seat.isValid(req.body))) return res.status(400).end()
  fs.readFileSync('/srv/' + req.body.block) // path-traversal: none
  res.end()
})
app.post('/yup/throws', async (req, res) => {
  await seat.validate(req.body)
  fs.readFileSync('/srv/' + req.body.block) // path-traversal: none
  res.end()
})
app.post('/yup/forgotten', async (req, res) => {
  seat.validate(req.body)
  fs.readFileSync('/srv/' + req.body.block) // path-traversal: high
  res.end()
})
`,
  })
})

test('what middleware and wrappers let pass is as their schema says, where they go on only then', async () => {
  await check({
    'app.ts': `
import express, { NextFunction, Request, Response } from 'express'
import fs from 'fs'
import { z, ZodSchema } from 'zod'
const app = express()
app.use(express.json())
const trip = z.object({ seats: z.number(), from: z.string().regex(/^[A-Z]{3}$/), to: z.string() })

const replaces = (schema: ZodSchema) => (req: Request, res: Response, next: NextFunction) => {
  req.body = schema.parse(req.body)
  next()
}
app.post('/replaced', replaces(trip), (req, res) => {
  fs.readFileSync('/srv/' + req.body.seats) // path-traversal: none
  fs.readFileSync('/srv/' + req.body.from) // path-traversal: none
  fs.readFileSync('/srv/' + req.body.to) // path-traversal: high
  fs.readFileSync('/srv/' + req.query.from) // path-traversal: high
  res.end()
})
const refuses = (schema: ZodSchema) => (req: Request, res: Response, next: NextFunction) => {
  const answer = schema.safeParse(req.body)
  if (!answer.success) return res.status(400).json({ issues: answer.error.issues })
  next()
}
app.post('/refused', refuses(trip), (req, res) => {
  fs.readFileSync('/srv/' + req.body.from) // path-traversal: none
  fs.readFileSync('/srv/' + req.body.note) // path-traversal: high
  res.end()
})
const notes = (schema: ZodSchema) => (req: Request, res: Response, next: NextFunction) => {
  const answer = schema.safeParse(req.body)
  if (!answer.success) console.warn('bad request')
  next()
}
app.post('/noted', notes(trip), (req, res) => {
  fs.readFileSync('/srv/' + req.body.from) // path-traversal: high
  res.end()
})
interface Schemas {
  body?: ZodSchema
  query?: ZodSchema
}
const holds = (schemas: Schemas) => async (req: Request, res: Response, next: NextFunction) => {
  try {
    if (schemas.body) req.body = await schemas.body.parseAsync(req.body)
    if (schemas.query) await schemas.query.parseAsync(req.query)
    next()
  } catch (error) {
    next(error)
  }
}
app.get('/places', holds({ query: trip }), (req, res) => {
  fs.readFileSync('/srv/' + req.query.from) // path-traversal: none
  fs.readFileSync('/srv/' + req.body.from) // path-traversal: high
  res.end()
})
type Answer = (req: Request, res: Response) => Promise<void>
const made =
  ({ bodySchema }: { bodySchema?: ZodSchema }) =>
  (answer: Answer) =>
  async (req: Request, res: Response) => {
    if (bodySchema) req.body = bodySchema.parse(req.body)
    await answer(req, res)
  }
app.post(
  '/made',
  made({ bodySchema: trip })(async (req, res) => {
    fs.readFileSync('/srv/' + req.body.from) // path-traversal: none
    fs.readFileSync('/srv/' + req.body.to) // path-traversal: high
    res.end()
  }),
)
app.post(
  '/made/without',
  made({})(async (req, res) => {
    fs.readFileSync('/srv/' + req.body.from) // path-traversal: high
    res.end()
  }),
)
const twice = (req: Request, res: Response) => {
  fs.readFileSync('/srv/' + req.body.from) // path-traversal: high
  res.end()
}
app.post('/twice', replaces(trip), twice)
app.post('/twice/open', twice)
`,
  })
})

test('a text is asked by a helper where it is put together, and put together again in the same words', async () => {
  await check({
    'app.js': `
const express = require('express')
const app = express()
const isOfSite = (address) => /^\\/(?![/\\\\])/.test(address)
const isLocal = (address) => address.startsWith('/') && !address.startsWith('//')
const isText = (address) => address.startsWith('/')
app.get('/plus', (req, res) => {
  const { back } = req.query
  if (!isOfSite('/' + back)) return res.status(400).end()
  res.redirect('/' + back) // open-redirect: none
})
app.get('/template', (req, res) => {
  const { back } = req.query
  if (!isLocal(\`/\${back}\`)) return res.status(400).end()
  res.redirect(\`/\${back}\`) // open-redirect: none
})
app.get('/named', (req, res) => {
  const address = '/' + req.query.back
  if (!isOfSite(address)) return res.status(400).end()
  res.redirect(address) // open-redirect: none
})
app.get('/other', (req, res) => {
  const { back } = req.query
  if (!isOfSite('/app/' + back)) return res.status(400).end()
  res.redirect('/' + back) // open-redirect: high
})
app.get('/little', (req, res) => {
  const { back } = req.query
  if (!isText('/' + back)) return res.status(400).end()
  res.redirect('/' + back) // open-redirect: high
})
`,
  })
})

test('what is found in a map under keys of the program itself is one of those', async () => {
  await check({
    'app.js': `
const express = require('express')
const fs = require('fs')
const { randomUUID } = require('crypto')
const { join } = require('path')
const app = express()
const rooms = new Map()
const drafts = new Map()
app.post('/rooms', (req, res) => {
  const number = randomUUID()
  rooms.set(number, { since: Date.now() })
  drafts.set(req.query.title, { since: Date.now() })
  res.json({ number })
})
app.get('/rooms', (req, res) => {
  const { number } = req.query
  const room = rooms.get(number)
  if (!room) return res.status(404).end()
  fs.readFile(join('/srv', number), () => res.end()) // path-traversal: none
})
app.get('/drafts', (req, res) => {
  const { title } = req.query
  const draft = drafts.get(title)
  if (!draft) return res.status(404).end()
  fs.readFile(join('/srv', title), () => res.end()) // path-traversal: high
})
const kinds = { day: { name: 'Day' }, week: { name: 'Week' } }
app.get('/kinds', (req, res) => {
  const { kind } = req.query
  const known = kinds[kind]
  if (!known) return res.status(404).end()
  fs.readFile(join('/srv', kind), () => res.end()) // path-traversal: none
})
app.get('/kinds/other', (req, res) => {
  const { kind, other } = req.query
  const known = kinds[kind]
  if (!known) return res.status(404).end()
  fs.readFile(join('/srv', other), () => res.end()) // path-traversal: high
})
`,
  })
})

test('what is called a secret by its name and is none: markers, what a build replaces, tokens of ids', async () => {
  await check(
    {
      'app.js': `
const jwt = require('jsonwebtoken')
const REVOKED_PASSWORD = 'revoked' // hardcoded-secret: none
const ADMIN_PASSWORD = 'tulip-fields-44' // hardcoded-secret: medium
const signed = (user) => jwt.sign({ id: user.id }, '__SIGNING_KEY__') // hardcoded-secret: none
const signedToo = (user) => jwt.sign({ id: user.id }, 'tulip-fields-45') // hardcoded-secret: high
function pageOf(list) {
  const token = \`\${list.id}:\${list.page}\`
  console.log('next', token) // sensitive-data-in-log: none
  return token
}
function signIn(user) {
  const token = signed(user)
  console.log('signed in', token) // sensitive-data-in-log: high
  return token
}
function joined(user) {
  const token = \`\${user.id}:\${user.secret}\`
  console.log('joined', token) // sensitive-data-in-log: high
  return token
}
module.exports = { REVOKED_PASSWORD, ADMIN_PASSWORD, signed, signedToo, pageOf, signIn, joined }
`,
    },
    { jsonwebtoken: '9' },
  )
})

test('what was taken out of an object does not go on with it', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const jwt = require('jsonwebtoken')
const app = express()
app.use(express.json())
const nameOnly = (member) => {
  const copy = { ...member }
  delete copy.password
  return copy
}
app.post('/deleted', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  delete member.password
  console.log(member) // sensitive-data-in-log: none
  res.json(jwt.sign(member, process.env.KEY)) // password-in-token: none
})
app.post('/kept', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  console.log(member) // sensitive-data-in-log: high
  delete member.password
  res.end()
})
app.post('/signed', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  if (req.query.short) delete member.password
  res.json(jwt.sign(member, process.env.KEY)) // password-in-token: high
})
app.post('/again', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  delete member.password
  member.password = req.body.password
  console.log(member) // sensitive-data-in-log: high
  res.end()
})
app.post('/rest', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  const { password, ...rest } = member
  console.log(rest) // sensitive-data-in-log: none
  res.json(jwt.sign(rest, process.env.KEY)) // password-in-token: none
})
app.post('/rest/of-other', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  const { name, ...rest } = member
  console.log(rest) // sensitive-data-in-log: high
  res.json(jwt.sign(rest, process.env.KEY)) // password-in-token: high
})
app.post('/helper', (req, res) => {
  const member = { name: req.body.name, password: req.body.password }
  console.log(nameOnly(member)) // sensitive-data-in-log: none
  res.end()
})
`,
    },
    { express: '4', jsonwebtoken: '9' },
  )
})

test('what is sent decides on no host, what a request is made with may', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const axios = require('axios')
const app = express()
app.use(express.json())
const partner = axios.create({ baseURL: 'https://partner.example' })
app.post('/orders', async (req, res) => {
  await axios.post('https://partner.example/orders', req.body) // server-side-request-forgery: none
  await partner.put('/orders', { ...req.body }) // server-side-request-forgery: none
  await axios.post('/orders', {}, { baseURL: req.body.partner }) // server-side-request-forgery: high
  await axios.get('/orders', { baseURL: req.body.partner }) // server-side-request-forgery: high
  res.end()
})
`,
    },
    { express: '4', axios: '1' },
  )
})

test('certificates of callers are no certificates of servers, and a page decides on none', async () => {
  await check(
    {
      'server.js': `
const https = require('https')
const fs = require('fs')
const [key, cert] = [fs.readFileSync('server.pem'), fs.readFileSync('server.crt')]
https.createServer({ key, cert, requestCert: true, rejectUnauthorized: false }, (req, res) => res.end()).listen(443) // certificate-not-checked: low
const shared = { key, cert, rejectUnauthorized: false } // certificate-not-checked: high
https.createServer(shared, (req, res) => res.end()).listen(444)
https.request({ host: 'partner.example', ...shared })
https.get('https://partner.example', shared)
https.request({ host: 'partner.example', rejectUnauthorized: false }) // certificate-not-checked: high
const extend = require('extend')
const ofServer = extend({ requestCert: true, rejectUnauthorized: false }, { key, cert }) // certificate-not-checked: low
start(ofServer)
https.get('https://partner.example', { requestCert: true, rejectUnauthorized: false }) // certificate-not-checked: high
`,
      'src/hooks/socket.ts': `
import { io } from 'socket.io-client'
import { ref } from 'vue'
export const useSocket = (address: string) => ref(io(address, { rejectUnauthorized: false })) // certificate-not-checked: none
`,
      'src/jobs/socket.ts': `
import { io } from 'socket.io-client'
export const connect = (address: string) => io(address, { rejectUnauthorized: false }) // certificate-not-checked: medium
`,
      'page.js': `
import { io } from 'socket.io-client'
const socket = io({ rejectUnauthorized: false }) // certificate-not-checked: none
socket.on('title', (title) => { document.title = title })
`,
      'agent.js': `
import { hostname } from 'os'
import { io } from 'socket.io-client'
const socket = io('https://hub.example', { rejectUnauthorized: false }) // certificate-not-checked: high
socket.emit('hello', hostname())
`,
    },
    { 'socket.io-client': '4' },
  )
})

test('what a path limits its parameters to holds in every handler that all of its paths limit alike', async () => {
  await check({
    'server.js': `
const express = require('express')
const fs = require('fs')
const app = express()
const KEY = '([0-9a-fA-F]{10,16})'
const shared = (req, res) => res.end(fs.readFileSync('/srv/' + req.params.id)) // path-traversal: high
app.get(\`/files/:id\${KEY}\`, (req, res) => {
  res.write(fs.readFileSync('/srv/' + req.params.id)) // path-traversal: none
  res.end(fs.readFileSync('/srv/' + req.query.id)) // path-traversal: high
})
app.get('/pages/:page(\\\\d+)/:name', (req, res) => {
  const { page, name } = req.params
  res.write(fs.readFileSync('/srv/' + page)) // path-traversal: none
  res.end(fs.readFileSync('/srv/' + name)) // path-traversal: high
})
app.get('/loose/:id([^/]+)', (req, res) => res.end(fs.readFileSync('/srv/' + req.params.id))) // path-traversal: high
app.get('/written/:id([a-z%0-9]+)', (req, res) => res.end(fs.readFileSync('/srv/' + req.params.id))) // path-traversal: high
app.get('/any/:id(*)', (req, res) => res.end(fs.readFileSync('/srv/' + req.params.id))) // path-traversal: high
app.get('/new/:id(\\\\d+)', shared)
app.get('/old/:id', shared)
app.listen(3000)
`,
  })
})

test('what a loop carries on is one of its own alternatives', async () => {
  await check({
    'served.ts': `
import { readFile } from 'node:fs'
import express from 'express'
function latest(name: string, versions: number[]) {
  let found = ''
  for (const version of versions) found = version > 3 ? found + name : found
  return found
}
const app = express()
app.get('/file', (req, res) => {
  const file = latest(String(req.query.name), [1, 5])
  if (!file) return res.sendStatus(404)
  readFile(file, (error, content) => res.type('text').send(content)) // path-traversal: high
})
`,
  })
})

test('a validator answers with an object, and an answer that needs more than it was handed is none', async () => {
  await check({
    'src/app.ts': `
import express from 'express'
import fs from 'node:fs'
import path from 'node:path'
const app = express()
const NAME = /^[A-Za-z0-9\\-_][A-Za-z0-9\\-_.]*(\\/[A-Za-z0-9\\-_][A-Za-z0-9\\-_.]*)*$/
type Result = { valid: true } | { valid: false; message: string }
function refusal(message: string): Result {
  return { valid: false, message: message + '!' }
}
function validate(name: string, now?: string): Result {
  if (now !== undefined && name === now) return { valid: true }
  if (name.startsWith('/')) return refusal('slash')
  if (name.startsWith('.') || name.includes('/.')) return refusal('dot')
  if (!NAME.test(name)) return refusal('letters')
  return { valid: true }
}

app.get('/asked', (req, res) => {
  const name = req.query.name as string
  const result = validate(name)
  if (!result.valid) throw new Error(result.message)
  res.send(fs.readFileSync(path.join('/srv', name))) // path-traversal: none
})
app.get('/taken-apart', (req, res) => {
  const name = req.query.name as string
  const { valid } = validate(name)
  if (!valid) throw new Error('no')
  res.send(fs.readFileSync(path.join('/srv', name))) // path-traversal: none
})
app.get('/let-off', (req, res) => {
  const name = req.query.name as string
  const result = validate(name, req.query.now as string)
  if (!result.valid) throw new Error(result.message)
  res.send(fs.readFileSync(path.join('/srv', name))) // path-traversal: medium
})
app.get('/another', (req, res) => {
  const name = req.query.name as string
  const result = validate('plan')
  if (!result.valid) throw new Error(result.message)
  res.send(fs.readFileSync(path.join('/srv', name))) // path-traversal: high
})
`,
  })
})

const UNPACKS = `
const express = require('express')
const multer = require('multer')
const AdmZip = require('adm-zip')
const app = express()
app.post('/parts', multer().single('parts'), (req, res) => {
  const zip = new AdmZip(req.file.buffer)
  zip.extractAllTo('/srv/parts', true) // path-traversal: OLD
  for (const entry of zip.getEntries()) zip.extractEntryTo(entry, '/srv/parts', true, true) // path-traversal: OLD
  zip.extractAllTo('/srv/' + req.body.folder, true) // path-traversal: high
  res.end()
})
`
test.each([
  ['^0.5.9', 'none'],
  ['0.4.7', 'high'],
  ['*', 'high'],
])('adm-zip %s unpacks archives: %s', async (version, sureness) => {
  await check({ 'app.js': UNPACKS.replaceAll('OLD', sureness) }, { express: '4.19.2', multer: '1.4.5', 'adm-zip': version })
})

test('what one condition leaves open another decides', async () => {
  await check({
    'app.js': `
const express = require('express')
const fs = require('fs')
const path = require('path')
const app = express()
const ROOT = path.resolve('/srv/incoming')
function isWithin(outer, inner) {
  const way = path.relative(path.resolve(outer), path.resolve(inner))
  if (way === '') return false
  return !way.startsWith('..' + path.sep) && way !== '..' && !path.isAbsolute(way)
}
function drop(file) {
  if (fs.existsSync(file)) fs.unlinkSync(file) // path-traversal: none
}
function dropAny(file) {
  fs.unlinkSync(file) // path-traversal: high
}
app.post('/read', express.json(), (req, res) => {
  const options = req.body.options
  const file = path.resolve(ROOT, req.body.name)
  if (!options.whole && !isWithin(ROOT, file)) return res.sendStatus(400)
  if (!file.endsWith('.txt')) {
    if (!options.whole) drop(file)
    if (options.whole) dropAny(file)
    return res.sendStatus(400)
  }
  res.send(fs.readFileSync(file)) // path-traversal: high
})
app.post('/either', express.json(), (req, res) => {
  const file = path.resolve(ROOT, req.body.name)
  if (req.body.whole || isWithin(ROOT, file)) {
    if (!req.body.whole) fs.unlinkSync(file) // path-traversal: none
    if (!req.body.other) fs.rmSync(file) // path-traversal: high
  }
  res.end()
})
`,
  })
})

const KEEPER = (asks: string, plain: string) => `
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
export class Keeper {
  #folders: string[] = [path.resolve(os.homedir(), 'shelf')]
  #home(file: string) {
    if (file.startsWith('~/') || file === '~') return path.join(os.homedir(), file.slice(1))
    return file
  }
  #plain(file: string) {
    file = file.trim().replace(/^["']|["']$/g, '')
    if (file.startsWith('/')) return file.replace(${plain}, '/').replace(/(?<!^)\\/$/, '')
    return path.normalize(file)
  }
  #whole(file: string): string | null {
    if (typeof file !== 'string' || !file || file.includes('\\x00')) return null
    try {
      const whole = path.resolve(path.normalize(file))
      return path.isAbsolute(whole) ? whole : null
    } catch {
      return null
    }
  }
  #isInside(file: string, folders: string[]) {
    if (!Array.isArray(folders) || folders.length === 0) return false
    const whole = this.#whole(file)
    if (!whole) return false
    return folders.some((folder) => {
      const root = this.#whole(folder)
      if (!root) return false
      if (whole === root) return true
      return ${asks}
    })
  }
  async kept(name: string) {
    const home = this.#home(name)
    const file = path.isAbsolute(home) ? path.resolve(home) : path.resolve(this.#folders[0], home)
    const plain = this.#plain(file)
    const isKept = this.#isInside(plain, this.#folders)
    if (!isKept) throw new Error('outside')
    try {
      const real = await fs.realpath(file)
      const plainReal = this.#plain(real)
      if (!this.#isInside(plainReal, this.#folders)) throw new Error('link outside')
      return real
    } catch (error: any) {
      if (error.code === 'ENOENT') {
        const parent = path.dirname(file)
        try {
          const realParent = await fs.realpath(parent)
          if (!this.#isInside(this.#plain(realParent), this.#folders)) throw new Error('parent outside')
          return file
        } catch {
          throw new Error('no parent')
        }
      }
      throw error
    }
  }
}
`
const KEPT = `
import express from 'express'
import fs from 'node:fs/promises'
import { Keeper } from './keeper'
const app = express()
const keeper = new Keeper()
app.get('/kept', async (req, res) => {
  const file = await keeper.kept(req.query.name as string)
  await fs.unlink(file + '.tmp') // path-traversal: SURENESS
  res.end()
})
`
test.each([
  ['begins with a folder', 'whole.startsWith(root + path.sep)', '/\\/+/g', 'none'],
  ['is longer than a folder', 'whole.length > root.length', '/\\/+/g', 'medium'],
  ['begins with a folder, once what leads upwards is taken out of what is asked', 'whole.startsWith(root + path.sep)', '/\\.\\.\\//g', 'medium'],
])('a function that throws unless the normal form of a path %s', async (_what, asks, plain, sureness) => {
  await check({ 'src/app.ts': KEPT.replace('SURENESS', sureness), 'src/keeper.ts': KEEPER(asks, plain) })
})
