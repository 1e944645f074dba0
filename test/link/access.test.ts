/** Whose records a door reaches: what chooses them, who decides what is written, and what binds it to the caller. */
import { describe, expect, test } from 'vitest'
import { linkSources } from './small-programs'

const HEAD = `
import express from 'express'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
const Paper = mongoose.model('Paper', new mongoose.Schema({ owner: String, title: String }))
const Login = mongoose.model('Login', new mongoose.Schema({ sessionToken: String, ip: String, user: String }))
const app = express()
const known = (req, res, next) => {
  if (!req.headers.authorization) return res.sendStatus(401)
  req.user = jwt.verify(req.headers.authorization, process.env.KEY, { algorithms: ['HS256'] })
  next()
}
const addsOwner = (req, res, next) => {
  req.body.owner = jwt.verify(req.headers.authorization, process.env.KEY, { algorithms: ['HS256'] }).id
  next()
}
const findOwn = (id, owner) => Paper.findOne({ _id: id, owner })
const find = (id) => Paper.findById(id)
const demandEditor = (user) => { if (user.role !== 'editor') throw new Error('No') }
const demand = (user, id) => { if (!id) throw new Error('No id'); demandEditor(user) }
const demandTitle = (title) => { if (title.role !== 'editor') throw new Error('No title') }
const notesEditor = (user) => user.role !== 'editor'
const loginOf = async (user) => { const login = await Login.findOne({ user }); return login && login.ip }
const demandLogin = async (user) => { const ip = await loginOf(user.id); if (!ip) throw new Error('Never here') }
const keep = async (entry) => { const ip = await loginOf(entry.by); if (!ip) return; console.info(entry.what) }
const note = (user, event) => keep({ by: user.id, ...event })
const isSiteAdmin = async (id) => Boolean((await Login.findOne({ user: id }))?.staff)
const mayEdit = async (id, user) => (await Paper.countDocuments({ _id: id, owner: user.id })) > 0
`

/** Uses of the one door of a program, in short. */
function uses(door: string): string[] {
  const { entryPoints } = linkSources({ 'app.ts': `${HEAD}\n${door}` })
  return entryPoints.flatMap(({ data = [] }) =>
    data.map(({ does, of, chosenBy, bound }) => [does, of, chosenBy.join('+') || '-', bound ?? 'anyone'].join(' ')),
  )
}

describe('who chooses the record', () => {
  test.each([
    ['the path', `app.get('/p/:id', known, async (req, res) => res.json(await Paper.findById(req.params.id)))`, ['read Paper path.id anyone']],
    ['through a helper', `app.get('/p/:id', known, async (req, res) => res.json(await find(req.params.id)))`, ['read Paper path.id anyone']],
    [
      'the caller besides',
      `app.get('/p/:id', known, async (req, res) => res.json(await findOwn(req.params.id, req.user.id)))`,
      ['read Paper path.id selection'],
    ],
    ['the caller alone', `app.get('/p', known, async (req, res) => res.json(await Paper.find({ owner: req.user.id })))`, ['read Paper - selection']],
    ['nobody', `app.get('/p', known, async (req, res) => res.json(await Paper.find()))`, ['read Paper - anyone']],
    [
      'a guard that puts the caller into the body',
      `app.post('/p', addsOwner, async (req, res) => res.json(await Paper.find({ owner: req.body.owner })))`,
      ['read Paper - selection'],
    ],
    [
      'the body, without such a guard',
      `app.post('/p', known, async (req, res) => res.json(await Paper.find({ owner: req.body.owner })))`,
      ['read Paper json.owner anyone'],
    ],
    [
      'what was read before it is changed',
      `app.put('/p/:id', known, async (req, res) => { const paper = await Paper.findById(req.params.id); paper.title = req.body.title; await paper.save(); res.end() })`,
      ['read Paper path.id anyone', 'update Paper path.id anyone'],
    ],
    [
      'a text of SQL',
      `import { Pool } from 'pg'\nconst db = new Pool()\napp.delete('/p/:id', known, async (req, res) => { await db.query('delete from papers where id = $1', [req.params.id]); res.end() })`,
      ['delete papers path.id anyone'],
    ],
  ])('%s', (_, door, wanted) => expect(uses(door)).toEqual(wanted))
})

describe('what binds it to the caller', () => {
  const put = (body: string) => uses(`app.put('/p/:id', known, async (req, res) => { ${body}; res.end() })`)
  test.each([
    [
      'the owner is compared',
      `const paper = await find(req.params.id); if (paper.owner !== req.user.id) return res.sendStatus(404); await paper.deleteOne()`,
      ['comparison', 'comparison'],
    ],
    [
      'a helper says so',
      `if (!(await mayEdit(req.params.id, req.user))) return res.sendStatus(403); await Paper.deleteOne({ _id: req.params.id })`,
      ['selection', 'comparison'],
    ],
    ['a role is asked for', `if (req.user.role !== 'editor') return res.sendStatus(403); await Paper.deleteOne({ _id: req.params.id })`, ['role']],
    ['a helper throws that is handed the caller', `demandEditor(req.user); await Paper.deleteOne({ _id: req.params.id })`, ['role']],
    ['by another helper', `demand(req.user, req.params.id); await Paper.deleteOne({ _id: req.params.id })`, ['role']],
    ['one that is handed something else asks nobody', `demandTitle(req.body); await Paper.deleteOne({ _id: req.params.id })`, ['anyone']],
    ['one that throws nothing refuses nobody', `notesEditor(req.user); await Paper.deleteOne({ _id: req.params.id })`, ['anyone']],
    [
      'who is found by what they were handed when they signed in',
      `const me = await Login.findOne({ sessionToken: req.body.token }); await Paper.deleteOne({ _id: req.params.id, owner: me.user })`,
      ['anyone', 'selection'],
    ],
    [
      'what is found by something else is whose it is',
      `const last = await Login.findOne({ ip: req.body.ip }); await Paper.deleteOne({ _id: req.params.id, owner: last.user })`,
      ['anyone', 'anyone'],
    ],
    [
      'something of the caller’s own is there',
      `if (!(await Login.findOne({ user: req.user.id }))) return res.sendStatus(403); await Paper.deleteOne({ _id: req.params.id })`,
      ['selection', 'anyone'],
    ],
    [
      'a helper asks what the caller may do',
      `if (!(await isSiteAdmin(req.user.id))) return res.sendStatus(403); await Paper.deleteOne({ _id: req.params.id })`,
      ['selection', 'role'],
    ],
    ['a helper asks whether it is', `await demandLogin(req.user); await Paper.deleteOne({ _id: req.params.id })`, ['selection', 'anyone']],
    [
      'one that is handed what the request names besides',
      `await note(req.user, { what: req.params.id }); await Paper.deleteOne({ _id: req.params.id })`,
      ['selection', 'anyone'],
    ],
    [
      'one that may be handed somebody else',
      `await note(req.user, req.body); if (req.user.id !== (await find(req.params.id)).owner) return res.end(); await Paper.deleteOne({ _id: req.params.id })`,
      ['selection', 'comparison', 'comparison'],
    ],
    ['that somebody is there is no bond', `if (!req.user) return res.sendStatus(401); await Paper.deleteOne({ _id: req.params.id })`, ['anyone']],
    ['what is only noted is none', `console.log(req.user.id === req.params.id); await Paper.deleteOne({ _id: req.params.id })`, ['anyone']],
    [
      'what the request is compared with itself is none',
      `if (req.body.a !== req.body.b) return res.sendStatus(400); await Paper.deleteOne({ _id: req.params.id })`,
      ['anyone'],
    ],
  ])('%s', (_, body, wanted) => expect(put(body).map((use) => use.split(' ').at(-1))).toEqual(wanted))
})

describe('who decides what is written', () => {
  const written = (door: string) => {
    const { entryPoints } = linkSources({ 'app.ts': `${HEAD}\n${door}` })
    return entryPoints.flatMap(({ data = [] }) => data.flatMap(({ writes }) => writes.map(({ field, by }) => `${field} ${by}`)))
  }
  test('field by field', () =>
    expect(
      written(`app.post('/p', known, async (req, res) => res.json(await Paper.create({ owner: req.user.id, title: req.body.title, state: 'new' })))`),
    ).toEqual(['owner caller', 'title request', 'state other']))
  test('all at once', () =>
    expect(written(`app.post('/p', known, async (req, res) => res.json(await Paper.create(req.body)))`)).toEqual(['* request']))
})

describe('forged requests', () => {
  const answer = (session: string, more = '') => {
    const { entryPoints } = linkSources({
      'app.ts': `import express from 'express'\nimport session from 'express-session'\nimport csrf from 'csurf'\nconst app = express()\napp.use(session(${session}))\n${more}
      app.post('/p', (req, res) => { if (!req.session.userId) return res.sendStatus(401); res.end() })`,
    })
    return entryPoints.map(({ csrf }) => csrf?.answer)
  }
  test('a session alone does not tell them apart', () => expect(answer(`{ secret: process.env.S }`)).toEqual(['no']))
  test('a token does', () => expect(answer(`{ secret: process.env.S }`, 'app.use(csrf())')).toEqual(['yes']))
  test('so does a cookie that stays at home', () => expect(answer(`{ secret: process.env.S, cookie: { sameSite: 'lax' } }`)).toEqual(['yes']))
  test('without a cookie nobody asks', () =>
    expect(linkSources({ 'app.ts': `${HEAD}\napp.post('/p', known, (req, res) => res.end())` }).entryPoints.map(({ csrf }) => csrf)).toEqual([
      undefined,
    ]))
})

describe('what a library keeps of a request beside it', () => {
  const usesOf = (key: string) =>
    linkSources({
      'package.json': JSON.stringify({ dependencies: { '@nestjs/common': '10', 'nestjs-cls': '4', mongoose: '8' } }),
      'papers.ts': `import { Controller, Get, Injectable, Param } from '@nestjs/common'; import { ClsService } from 'nestjs-cls'; import mongoose from 'mongoose'
        const Paper = mongoose.model('Paper', new mongoose.Schema({ owner: String, title: String }))
        @Injectable() class Papers {
          constructor(private readonly cls: ClsService) {}
          async find(id: string) { const owner = this.cls.get('${key}'); return await Paper.findOne({ _id: id, owner }) }
        }
        @Controller('papers') export class PaperController { constructor(private readonly papers: Papers) {} @Get(':id') one(@Param('id') id: string) { return this.papers.find(id) } }`,
    }).entryPoints.flatMap(({ data = [] }) => data.map(({ chosenBy, bound }) => `${chosenBy.join('+')} ${bound ?? 'anyone'}`))

  test('who is calling is, by its key', () => {
    expect(usesOf('user.id')).toEqual(['path.id selection'])
    expect(usesOf('organizationId')).toEqual(['path.id selection'])
    expect(usesOf('tenant.id')).toEqual(['path.id selection'])
    expect(usesOf('locale')).toEqual(['path.id anyone'])
    expect(usesOf('organizationName')).toEqual(['path.id anyone'])
  })
})
