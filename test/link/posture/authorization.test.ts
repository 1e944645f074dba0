/** Who may do what: models, roles, matrix, guards and risks of small programs. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Authorization, Control } from '../../../plugin/types'
import { FIXTURES } from '../fixture-programs'
import { linkSources } from '../small-programs'

const known = new Map<string, Authorization>()

/** The program of a fixture; models are read once for all of them. */
function of(name: string): Authorization {
  let found = known.get(name)
  if (!found) {
    const root = path.join(FIXTURES, 'posture', 'authorization', name)
    const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => fs.statSync(path.join(root, file)).isFile())
    found = linkSources(Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]))).posture.authorization
    known.set(name, found)
  }
  return found
}

const control = (list: Control[], id: string): Control => list.find((each) => each.id === id) as Control
const model = (name: string, id: string): Control => control(of(name).models, `authorization-model-${id}`)
const risk = (name: string, id: string): Control => control(of(name).escalation, `escalation-${id}`)
const check = (name: string, called: string) => of(name).enforcement.find((each) => each.name === called)
const places = ({ evidence }: Control): string[] => evidence.map(({ file, line }) => `${file}:${line}`)
/** `read all yes 1/1` */
const row = (name: string, role: string): string[] =>
  of(name)
    .matrix.find((each) => (each.role || each.who) === role)
    ?.cells.map(({ permission, answer, holds, of: all }) => `${permission}: ${answer} ${holds}/${all}`) ?? []

describe('a map of rights', () => {
  test('roles, with their rights, default and places', () => {
    expect(
      of('rights').roles.map(({ name, level, permissions, hasList, isDefault, askedAt }) => [name, level, permissions, hasList, isDefault, askedAt]),
    ).toEqual([
      ['reader', 'user', [], true, true, 0],
      ['admin', 'admin', ['listPeople', 'changePeople'], true, false, 4],
    ])
    expect(of('rights').roles[1]?.evidence.map(({ how, at }) => `${how} ${at.file}:${at.line}`)).toContain('defined src/roles.ts:4')
  })

  test('the guard asks for rights, except where it is given none', () => {
    const auth = check('rights', 'auth')
    expect(auth?.checks).toBe('permission')
    expect(auth?.doors.map(({ door, asks }) => `${door} ${asks.join()}`)).toEqual([
      'GET /people listPeople',
      'GET /people/:personId listPeople',
      'PATCH /people/:personId changePeople',
      'DELETE /people/:personId changePeople',
      'GET /news ',
    ])
    expect(auth?.does).toContain('refuses with status 403 when')
    expect(auth?.orOwner).toMatchObject({ parameter: 'personId', at: { file: 'src/auth.ts', line: 10 } })
  })

  test('both models are in force: roles, and the owner beside them', () => {
    expect(model('rights', 'rbac')).toMatchObject({ state: 'pass', current: '2 roles mapped to rights; asked for at 4 endpoints' })
    expect(model('rights', 'owner')).toMatchObject({ state: 'pass' })
    expect(places(model('rights', 'owner'))[0]).toBe('src/auth.ts:10')
  })

  test('matrix: rights reach all, others their own', () => {
    expect(row('rights', 'not signed in').filter((cell) => !cell.includes('no 0'))).toEqual([])
    expect(row('rights', 'reader')).toEqual(
      expect.arrayContaining(['read own: yes 1/1', 'write own: yes 1/1', 'read all: no 0/1', 'write all: no 0/1', 'delete all: no 0/1']),
    )
    expect(row('rights', 'admin')).toEqual(expect.arrayContaining(['read all: yes 1/1', 'write all: yes 1/1', 'delete all: yes 1/1']))
  })

  test('a schema without the role keeps it closed', () => {
    expect(risk('rights', 'own-role')).toMatchObject({ state: 'pass' })
    expect(risk('rights', 'own-role').reason).toContain('accepts only `name` by its schema')
    expect(places(risk('rights', 'own-role'))).toEqual(['src/app.ts:16'])
  })
})

describe('a flag, and a guard that stands nowhere', () => {
  test('the role is the flag', () => {
    const [admin] = of('flag').roles
    expect(of('flag').roles).toHaveLength(1)
    expect(admin).toMatchObject({ name: 'admin', level: 'admin', askedAt: 0 })
    expect(admin?.represented.join()).toContain('flag `isAdmin`')
    expect(admin?.evidence.map(({ how, at }) => `${how} ${at.line}`)).toEqual(expect.arrayContaining(['asked 15', 'given 26']))
  })

  test('the guard is idle, and a comment shows where it stood, under its other name', () => {
    expect(check('flag', 'onlyAdmins')).toMatchObject({
      checks: 'role',
      doors: [],
      idle: 'It is defined, and nothing puts it in force.',
      commentedOut: [{ door: 'POST /bonus', at: { line: 23 } }],
    })
    expect(check('flag', 'onlyAdmins')?.does).toContain('unless `user && user.isAdmin`')
    expect(check('flag', 'signedIn')).toMatchObject({ checks: 'authentication', total: 3, commentedOut: [] })
    expect(model('flag', 'rbac').state).toBe('partial')
    expect(risk('flag', 'not-enforced').state).toBe('partial')
  })

  test('an open route for administrators, and a change of whoever is named', () => {
    expect(risk('flag', 'admin-routes').state).not.toBe('pass')
    expect(risk('flag', 'admin-routes').reason).toContain('Anybody passes `GET /admin/report`')
    expect(risk('flag', 'admin-routes').reason).toContain('`POST /bonus`')
    expect(risk('flag', 'object-reference')).toMatchObject({ state: 'unknown' })
  })
})

describe('what guards do', () => {
  test('in one sentence, from their bodies', () => {
    expect(check('guards', 'nobody')).toMatchObject({ checks: 'refuses all' })
    expect(check('guards', 'nobody')?.does).toContain('Refuses every request')
    expect(check('guards', 'known')?.does).toBe('Hands over to `expressJwt({ secret: key })`, which lets only callers pass whom it can identify.')
    expect(check('guards', 'isClerk')?.does).toContain('nswers 403 unless `token.role === roles.clerk`')
    expect(check('guards', 'ownAs')?.does).toBe(
      'Sets `req.body.ownerId` to `sessions.get(req.headers.authorization).user.id`; answers 401 when what comes before fails.',
    )
    // A header with a version says nothing of the caller.
    expect(check('guards', 'seesAll')).toBeUndefined()
  })

  test('the role of the body is asked for at each of its doors', () => {
    expect(check('guards', 'isClerk')).toMatchObject({ checks: 'role', total: 6 })
    expect(check('guards', 'isClerk')?.doors.map(({ door, asks }) => `${door} ${asks.join()}`)).toEqual(['GET /stock clerk', 'PUT /stock clerk'])
    expect(of('guards').roles.map(({ name, level, askedAt }) => [name, level, askedAt])).toEqual([
      ['buyer', 'user', 0],
      ['clerk', 'could not tell', 2],
      ['admin', 'admin', 0],
    ])
    expect(risk('guards', 'token-scope')).toMatchObject({ state: 'pass' })
  })

  test('only a registration that is not in force elsewhere counts as commented out', () => {
    expect(check('guards', 'known')?.commentedOut.map(({ door, at }) => `${door} ${at.line}`)).toEqual(['PUT /me 11'])
  })
})

test('tenants: in the selection of one endpoint, and not of another', () => {
  expect(model('tenants', 'tenant')).toMatchObject({ state: 'partial' })
  expect(of('tenants').tenancy.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'tenancy-queries partial',
    'tenancy-cross-access partial',
    'tenancy-admin-scope not applicable',
    'tenancy-shared-resources unknown',
  ])
  expect(of('tenants').tenancy[0]?.reason).toContain('`GET /notes/:id`')
})

test('policies and lists of libraries', () => {
  expect(model('policies', 'abac')).toMatchObject({ state: 'pass' })
  expect(model('policies', 'abac').current).toContain('@casl/ability')
  expect(model('policies', 'acl')).toMatchObject({ state: 'pass', current: '`acl`' })
})

test('a guard that is a class, with roles of metadata', () => {
  expect(check('nest', 'RolesGuard')).toMatchObject({ at: { file: 'src/app.ts' }, doors: [{ door: 'GET /posts/queue', asks: ['moderator'] }] })
  expect(of('nest').roles.map(({ name, level }) => `${name} ${level}`)).toEqual(['member user', 'moderator editor'])
})

test('where nothing is wrong, each risk says what was looked at, and no role is made up', () => {
  expect(of('closed').roles).toEqual([])
  expect(of('closed').escalation.map(({ id, state }) => `${id.slice(11)} ${state}`)).toEqual([
    'object-reference pass',
    'admin-routes not applicable',
    'open-changes pass',
    'own-role not applicable',
    'token-scope not applicable',
    'guard-goes-on pass',
    'not-enforced pass',
  ])
  expect(of('closed').tenancy.every(({ state, reason }) => state === 'not applicable' && reason.includes('looked for'))).toBe(true)
  for (const { state, evidence } of of('closed').escalation) if (state === 'pass') expect(evidence.length).toBeGreaterThan(0)
})

describe('what ties records to the caller', () => {
  const server = (handler: string) => ({
    'server.ts': `import express from 'express'
import url from 'node:url'
import { expressjwt } from 'express-jwt'
import { Sequelize, DataTypes } from 'sequelize'
const db = new Sequelize('sqlite::memory:')
const Note = db.define('Note', { text: DataTypes.STRING, ownerId: DataTypes.INTEGER })
const app = express()
app.use(expressjwt({ secret: process.env.KEY, algorithms: ['HS256'] }))
app.get('/notes/:id', async (req, res) => {
${handler}
})
app.listen(3000)
`,
  })
  const authorization = (handler: string) => linkSources(server(handler)).posture.authorization

  test('is shown by the line that compares, not by the one that reads', () => {
    const { patterns } = authorization(
      '  const note = await Note.findByPk(req.params.id)\n  if (note.ownerId !== req.auth.id) return res.status(403).end()\n  res.json(note)',
    )
    expect(patterns.find(({ checks }) => checks === 'ownership')?.places.map(({ line }) => line)).toEqual([11])
  })

  test('is asked for where a parsed address names the record, and not where one is added', () => {
    const reference = (handler: string) => control(authorization(handler).escalation, 'escalation-object-reference').state
    expect(reference('  res.json(await Note.findByPk(url.parse(req.url, true).query.note_id))')).toMatch(/^(?:unknown|fail)$/)
    expect(reference('  res.json(await Note.create({ text: req.query.text, folder_id: req.query.folder_id, ownerId: req.auth.id }))')).toBe(
      'not applicable',
    )
  })
})
