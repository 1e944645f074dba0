import { test } from 'vitest'
import { check } from './marked-lines'

const boxes = `
import { exec, execFile } from 'node:child_process'
export class Box {
  pack(what: string) {
    exec('tar ' + what) // command-injection: high
  }
}
export class Drawer {
  pack(what: string) {
    execFile('tar', ['--', what]) // command-injection: none
    exec('tar ' + this.name) // command-injection: none
  }
  name = 'drawer'
}
export interface Injected { box: Box; drawer: Drawer }
`

test('members of a value that is read somewhere and cast to a type are the members of that type', async () => {
  await check({
    'boxes.ts': boxes,
    'app.ts': `
import express from 'express'
import type { Injected } from './boxes'
declare function build(): any
const app = express()
app.use(express.json())
app.use((req, res, next) => {
  res.locals.user = build()
  next()
})
app.post('/packed', (req, res) => {
  const user = res.locals.user as Injected
  user.box.pack(req.body.what)
  user.drawer.pack(req.body.what)
  res.sendStatus(204)
})
`,
  })
})

test('a cast is no check of what was sent', async () => {
  await check({
    'app.ts': `
import express from 'express'
import { MongoClient } from 'mongodb'
class SignIn { name!: string; password!: string }
const users = new MongoClient('mongodb://db.internal').db().collection('users')
const app = express()
app.use(express.json())
app.post('/sign-in', async (req, res) => {
  const sent = req.body as SignIn
  const user = await users.findOne({ name: sent.name, password: sent.password }) // nosql-injection: high
  res.json({ found: user !== null })
})
`,
  })
})
