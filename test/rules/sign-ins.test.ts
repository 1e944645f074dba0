/** Sign-ins whose guesses something counts, and those at which nothing could be guessed. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const APP = `import express from 'express'
import helmet from 'helmet'
import { SignIn } from './sign-in'
const app = express()
app.use(helmet())
app.use(express.json())
const service = new SignIn()
`

const ACCOUNTS = `import { MongoClient } from 'mongodb'
const all = new MongoClient(process.env.STORE).db('shop').collection('accounts')
export const byMail = (mail) => all.findOne({ mail: String(mail) })
export const change = (id, to) => all.updateOne({ id }, to)
`

const route = (marker: string) =>
  `app.post('/login', async (req, res) => res.json(await service.run({ mail: req.body.email, password: req.body.password }))) // login-without-rate-limit: ${marker}\napp.listen(80)\n`

const signIn = (body: string, more = '') => `import bcrypt from 'bcrypt'
import { byMail, change } from './accounts'
export class SignIn {
  most = 5
  async run({ mail, password }) {
    const account = await byMail(mail)
    if (!account) throw new Error('wrong')
${body}
    return { token: account.id }
  }
${more}}
`

const LOCKED = '    if (this.isHeld(account)) throw new Error("wait")\n'
const NOTED = `    const same = await bcrypt.compare(password, account.hash)
    if (!same) {
      await this.note(account)
      throw new Error('wrong')
    }`
const NOTE = `  isHeld(account) {
    const last = account.wrong?.last
    if (!last) return false
    return account.wrong.times >= this.most && Date.now() - last < 300000
  }
  async note(account) {
    let times = account.wrong?.times ?? 1
    if (account.wrong?.last) times = times + 1
    await change(account.id, { $set: { wrong: { times, last: Date.now() } } })
  }
`

describe('accounts that are locked by what is noted with them', () => {
  test('a failure is noted in what is called, and looked at before the next', async () => {
    await check({ 'app.ts': APP + route('none'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(LOCKED + NOTED, NOTE) })
  })

  test('a failure is stored in the record itself', async () => {
    const body = `    if (account.tries > 4) throw new Error('wait')
    if (!(await bcrypt.compare(password, account.hash))) {
      account.tries = account.tries + 1
      await account.save()
      throw new Error('wrong')
    }`
    await check({ 'app.ts': APP + route('none'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(body) })
  })

  test('what is told differs by how often it failed', async () => {
    const body = `${LOCKED}    const same = await bcrypt.compare(password, account.hash)
    if (!same) {
      const left = await this.note(account)
      if (left < 3) throw new Error('few are left')
      throw new Error('wrong')
    }`
    await check({ 'app.ts': APP + route('none'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(body, NOTE) })
  })

  test('only who is right is noted', async () => {
    const body = `${LOCKED}    const same = await bcrypt.compare(password, account.hash)
    if (same) {
      await this.note(account)
      if (account.closed) throw new Error('closed')
      return { token: account.id }
    }
    throw new Error('wrong')`
    await check({ 'app.ts': APP + route('high'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(body, NOTE) })
  })

  test('nobody is turned away by what is noted', async () => {
    await check({ 'app.ts': APP + route('high'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(NOTED, NOTE) })
  })

  test('nothing is noted where a password is wrong', async () => {
    const body = `${LOCKED}    const same = await bcrypt.compare(password, account.hash)
    if (!same) throw new Error('wrong')
    await this.note(account)`
    await check({ 'app.ts': APP + route('high'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(body, NOTE) })
  })

  test('what is noted is another thing than what is looked at', async () => {
    const body = `    if (account.age < 18) throw new Error('too young')
    const same = await bcrypt.compare(password, account.hash)
    if (!same) {
      await change(account.id, { $set: { seen: Date.now() } })
      throw new Error('wrong')
    }`
    await check({ 'app.ts': APP + route('high'), 'accounts.ts': ACCOUNTS, 'sign-in.ts': signIn(body) })
  })
})

describe('sign-ins at which nothing could be guessed', () => {
  const byMail = 'export class SignIn {\n  async byMail(mail) {\n    return { mail }\n  }\n  async any(sent) {\n    return { sent }\n  }\n}\n'
  const app = (handler: string, marker: string) =>
    `${APP}app.post('/login', async (req, res) => { // login-without-rate-limit: ${marker}\n${handler}\n})\napp.listen(80)\n`

  test('an address of mail alone is taken', async () => {
    await check({
      'app.ts': app('  const { email } = req.body\n  const user = await service.byMail(email)\n  req.session.user = user\n  res.json(user)', 'none'),
      'sign-in.ts': byMail,
    })
  })

  test('a code is taken as well', async () => {
    await check({
      'app.ts': app('  const { email, code } = req.body\n  const user = await service.byMail(email + code)\n  res.json(user)', 'high'),
      'sign-in.ts': byMail,
    })
  })

  test('all that is sent goes to code that may read more', async () => {
    await check({
      'app.ts': app('  const user = await service.byMail(req.body.email)\n  res.json(await service.any({ ...req.body, user }))', 'high'),
      'sign-in.ts': byMail,
    })
  })

  const schema = (fields: string) => `import { z } from 'zod'\nexport const Sent = z.object({ ${fields} })\n`
  const byAnother = (use: string) => `  const asked = ${use}
  const state = randomBytes(28).toString('hex')
  req.session.state = state
  res.redirect('https://id.example.com/start?hint=' + encodeURIComponent(asked.login_hint) + '&state=' + state)`
  const imports = "import { randomBytes } from 'node:crypto'\nimport { Sent } from './sent'\nimport { read } from './read'\n"
  const read = `import type { Request } from 'express'
const faultOf = (sent: object, of: string) => 'not expected: ' + String(Reflect.get(sent, of))
export const read = (req: Request, schema: any) => {
  if (!req.body.issuer) throw new Error(faultOf(req.body, 'issuer'))
  return schema.parse(req.body)
}
`

  test('another site is asked who it is', async () => {
    const files = (use: string, fields: string, marker: string) => ({
      'app.ts': imports + app(byAnother(use), marker),
      'sign-in.ts': byMail,
      'sent.ts': schema(fields),
      'read.ts': read,
    })
    const hints = 'issuer: z.string(), login_hint: z.string(), client_id: z.string().optional()'
    await check(files('Sent.loose().parse({ ...req.body, ...req.query })', hints, 'none'))
    await check(files('read(req, Sent)', hints, 'none'))
    await check(files('Sent.loose().parse({ ...req.body, ...req.query })', `${hints}, password: z.string()`, 'high'))
    await check(files('read(req, Sent)', `${hints}, pin: z.string()`, 'high'))
    await check(files('Sent.parse(req.body) && service.any(req)', hints, 'high'))
    await check(files('service.any(read(req, read.kinds[0]))', hints, 'high'))
  })
})

describe('what is proved by', () => {
  const token = (fields: string, marker: string) =>
    check({
      'app.ts': `${APP}app.post('/apps/:app/token', async (req, res) => { // login-without-rate-limit: ${marker}
  const { ${fields} } = req.body
  res.json(await service.run(req.params.app, { ${fields} }))
})
app.listen(80)
`,
      'sign-in.ts':
        "import bcrypt from 'bcrypt'\nexport class SignIn {\n  async run(app, sent) {\n    return bcrypt.compare(sent.secret, app)\n  }\n}\n",
    })

  test('is a secret of a program', async () => {
    await token('secret, scopes', 'low')
    await token('client_id, client_secret, code', 'low')
    await token('refresh_token', 'low')
  })

  test('may be chosen by people', async () => {
    await token('username, password, secret', 'high')
    await token('email, code', 'high')
    await token('grant_type, client_secret', 'high')
    await token('secret, pin', 'high')
  })
})

describe('a door called login', () => {
  const door = (before: string, marker: string) =>
    check(
      {
        'app.js': `const express = require('express')
const jwt = require('jsonwebtoken')
const { expressjwt } = require('express-jwt')
const app = express()
app.use(express.json())
function known(req, res, next) {
  try {
    req.user = jwt.verify(req.get('authorization'), process.env.KEY, { algorithms: ['HS256'] })
  } catch (error) {
    return res.status(401).end()
  }
  next()
}
${before}
app.post('/login', (req, res) => { // login-without-rate-limit: ${marker}
  req.app.locals.stores.open(req.body.host, req.body.password)
  res.end()
})
app.listen(80)
`,
      },
      { express: '4', jsonwebtoken: '9', 'express-jwt': '8' },
    )

  test('that only those get to who have signed in', async () => {
    await door('app.use(known)', 'low')
    await door("app.use('/other', known)", 'high')
    const spares = (asks: string) => `const OPEN = ['/login', '/health']
app.use((req, res, next) => (${asks} ? next() : known(req, res, next)))`
    await door(spares("req.path === '/login'"), 'high')
    await door(spares('OPEN.includes(req.path)'), 'high')
    await door("app.use((req, res, next) => {\n  if (req.path.startsWith('/log')) return next()\n  known(req, res, next)\n})", 'high')
    await door("app.use(expressjwt({ secret: process.env.KEY, algorithms: ['HS256'] }).unless({ path: ['/login'] }))", 'high')
    await door('', 'high')
  })

  test('by a name of the settings', async () => {
    const named = (path: string, marker: string) =>
      check(
        {
          'app.js': `const express = require('express')
const config = require('config')
const bcrypt = require('bcrypt')
const app = express()
app.use(express.json())
app.locals.signinPath = config.get('server.signinPath')
app.locals.importPath = config.get('server.importPath')
app.post(\`/\${app.locals.${path}}\`, (req, res) => { // login-without-rate-limit: ${marker}
  res.json({ ok: bcrypt.compareSync(String(req.body.password), config.get('server.hash')) })
})
app.listen(80)
`,
        },
        { express: '4', config: '3', bcrypt: '5' },
      )
    await named('signinPath', 'high')
    await named('importPath', 'none')
  })
})

test('a condition that asks for what a loop sets leads back to itself', async () => {
  await check({
    'app.ts': `${APP}import { all, change } from './accounts'
app.post('/login', async (req, res) => { // login-without-rate-limit: high
  let account
  for (const each of await all.find({ mail: String(req.body.email) }).toArray()) {
    if (!account || !account.isOpen) {
      if (!account) return res.status(401).end()
      await change(account.id, { $set: { wrong: 1 } })
    }
    account = account || each
  }
  if (!account || account.password !== req.body.password) return res.status(401).end()
  res.json({ token: account.id })
})
app.listen(80)
`,
    'accounts.ts': ACCOUNTS.replace('const all', 'export const all'),
    'sign-in.ts': signIn(LOCKED + NOTED, NOTE),
  })
})

test('another service is asked about the password, or this one looks at it', () => {
  const served = (lines: string, marker: string) =>
    check(
      {
        'app.js': `const axios = require('axios')
const bcrypt = require('bcrypt')
const app = require('express')()
const users = new Map()
app.post('/login', async (req, res) => { // login-without-rate-limit: ${marker}
  ${lines}
})
app.listen(80)
`,
      },
      { express: '4', axios: '1', bcrypt: '5' },
    )
  return Promise.all([
    served("const answer = await axios.post('https://accounts.example.org/login', req.body)\n  res.json(answer.data)", 'medium'),
    served(
      "if (!(await bcrypt.compare(req.body.password, users.get(req.body.name)))) return res.status(401).end()\n  await axios.post('https://log.example.org/', { name: req.body.name })\n  res.end()",
      'high',
    ),
    served('res.json(await sessions.open(req.body.name, req.body.password))', 'high'),
  ])
})
