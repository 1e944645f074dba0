/** What happens behind doors of small programs: each step with its line, in order; boxes by their conditions. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { extract } from '../../../plugin/extract/index'
import { link } from '../../../plugin/link/index'
import { loadModels } from '../../../plugin/link/models'
import { defaultOptions } from '../../../plugin/options'
import { scan } from '../../../plugin/scan/index'
import type { Evidence, Interaction, InteractionStep, Program } from '../../../plugin/types'
import { createWorld } from '../../../plugin/world'
import { FIXTURES } from '../fixture-programs'
import { linkSources } from '../small-programs'

const ROOT = path.join(FIXTURES, 'interactions')
const ASKED: Record<string, string[]> = {
  'express-callbacks': ['POST /login', 'POST /orders'],
  layers: ['POST /register', 'POST /orders', 'GET /orders/:id'],
  nest: ['PATCH /cats/:id'],
  graphql: ['MUTATION addNote'],
  queue: ['invoices'],
}
const programs = new Map<string, Program>()

beforeAll(async () => {
  for (const [name, sequences] of Object.entries(ASKED)) {
    const world = await createWorld({ root: path.join(ROOT, name), ledgerFile: false, cacheDirectory: false })
    const options = { ...defaultOptions, sequences }
    const found = await scan(options, world)
    programs.set(name, link(found, await extract(found.files, world), loadModels([]), options))
  }
})

function flow(program: string, entry: string): Interaction {
  const found = programs.get(program)?.interactions.find((interaction) => interaction.entry === entry)
  if (!found) throw new Error(`${entry} is not told`)
  return found
}

/** One line a step: `login.ts > MongoDB: reads users (findOne) @12`, `< 401 Unknown name @17`, `[no user]` with what is inside indented. */
function told({ steps, participants }: Interaction): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]))
  const visit = (list: readonly InteractionStep[], indent: string): string[] =>
    list.flatMap((step) => {
      switch (step.kind) {
        case 'call':
          return [`${indent}${step.from === step.to ? '' : `${names.get(step.from)} > `}${names.get(step.to)}: ${step.label} @${step.at.line}`]
        case 'reply':
          return [`${indent}< ${step.label} @${step.at.line}`]
        case 'alternatives':
          return step.branches.flatMap(({ condition, steps: inner }) => [`${indent}[${condition}]`, ...visit(inner, `${indent}  `)])
        case 'optional':
          return [`${indent}(${step.condition})`, ...visit(step.steps, `${indent}  `)]
        default:
          return [`${indent}{${step.over}}`, ...visit(step.steps, `${indent}  `)]
      }
    })
  return visit(steps, '')
}

describe('callbacks', () => {
  test('run behind the call that they are handed to, and exits are branches', () => {
    expect(told(flow('express-callbacks', 'POST /login'))).toEqual([
      'Client > server.js: POST /login @14',
      'server.js > user-store.js: find @15',
      'user-store.js > MongoDB: reads users (findOne) @5',
      '[error]',
      '  < error, to the error handler @16',
      '[no user]',
      '  < 401 Unknown name @17',
      '[otherwise]',
      '  server.js: compares the password: bcrypt.compareSync @18',
      '  [not (bcrypt.compareSync(req.body.password, user…]',
      '    < 401 Wrong password @19',
      '  [otherwise]',
      '    < answers { name } @21',
    ])
  })

  test('a list is a loop, and what is heard of later comes last', () => {
    expect(told(flow('express-callbacks', 'POST /orders'))).toEqual([
      'Client > server.js: POST /orders @25',
      'server.js: out.on @28',
      '{items}',
      '  server.js > MongoDB: updates stock (updateOne) @32',
      'server.js > MongoDB: creates orders (insertOne) @34',
      'server.js: document.end @35',
      '(on finish)',
      '  < 201 { done } @29',
    ])
  })
})

describe('layers', () => {
  test('a service that throws ends the request; nobody waits for the mail; the log is left out', () => {
    expect(told(flow('layers', 'POST /register'))).toEqual([
      'Client > app.ts: POST /register @8',
      'app.ts: rateLimit(…) @8',
      '(too many requests)',
      '  < 429 Too Many Requests @8',
      'app.ts > controller.ts: register @8',
      'controller.ts > user-service.ts: createUser @6',
      'user-service.ts > MongoDB: reads User (findOne) @14',
      '[known]',
      '  < 409 Already registered @16',
      '[otherwise]',
      '  user-service.ts > MongoDB: creates User (create) @18',
      '  user-service.ts > mail.ts: sendWelcome @19',
      '  mail.ts > Mail server: transport.sendMail @7',
      '  < 201 { user } @7',
    ])
  })

  test('a check in front, a loop, two ways, recursion once, a catch', () => {
    expect(told(flow('layers', 'POST /orders'))).toEqual([
      'Client > app.ts: POST /orders @9',
      'app.ts > authenticate.ts: authenticate @9',
      '(no token)',
      '  < 401 No token @7',
      'authenticate.ts: verifies the token: jwt.verify @9',
      'app.ts > controller.ts: placeOrder @9',
      'controller.ts > order-service.ts: place @12',
      '{items}',
      '  order-service.ts > MongoDB: updates Stock (updateOne) @5',
      '[items.length > 10]',
      '  order-service.ts > MongoDB: creates Order (create) @8',
      '[otherwise]',
      '  order-service.ts > MongoDB: creates Order (create) @10',
      'order-service.ts: again @12',
      'order-service.ts > MongoDB: reads Order (findOne) @16',
      '< 201 Created @13',
      '(it fails)',
      '  < 500 Not placed @15',
    ])
  })

  test('what only computes is no step', () => {
    expect(told(flow('layers', 'GET /orders/:id'))).toEqual([
      'Client > app.ts: GET /orders/:id @10',
      'app.ts > authenticate.ts: authenticate @10',
      '(no token)',
      '  < 401 No token @7',
      'authenticate.ts: verifies the token: jwt.verify @9',
      'app.ts > controller.ts: read @10',
      'controller.ts > order-service.ts: find @20',
      'order-service.ts > MongoDB: reads Order (findById) @21',
      '[no order]',
      '  < 404 No such order @22',
      '[otherwise]',
      '  < answers { total } @25',
    ])
  })
})

test('classes that are injected, a guard, an exception, a transaction', () => {
  expect(told(flow('nest', 'PATCH /cats/:id'))).toEqual([
    'Client > CatController: PATCH /cats/:id @40',
    'CatController > KeyGuard: KeyGuard @7',
    "(!request.headers['x-api-key'])",
    '  < 401 No key @12',
    'CatController > CatService: rename @43',
    'CatService > SQL database (TypeORM): reads cats (findOneBy) @26',
    '[no cat]',
    '  < 404 No such cat @27',
    '[otherwise]',
    '  CatService > SQL database (TypeORM): begins a transaction @28',
    '  CatService > SQL database (TypeORM): saves manager (save) @30',
    '  CatService > SQL database (TypeORM): commits @28',
    '  < answers @43',
  ])
})

test('a resolver', () => {
  expect(told(flow('graphql', 'MUTATION addNote'))).toEqual([
    'Client > server.ts: mutation addNote @8',
    'server.ts > notes.ts: add @17',
    'notes.ts > PostgreSQL: creates notes (query) @11',
    'server.ts > notes.ts: byId @18',
    'notes.ts > PostgreSQL: reads notes (query) @7',
    '< answers @18',
  ])
})

test('a consumer of a queue', () => {
  expect(told(flow('queue', 'JOB invoices'))).toEqual([
    'Queue > worker.ts: message of invoices @6',
    'worker.ts > invoices.example.com: POST /render @7',
    '[data.failed]',
    '  < error: Not rendered @9',
    '[otherwise]',
    '  worker.ts > Queue done: sends done @11',
  ])
})

describe('which flows are told', () => {
  const reasons = (name: string) => programs.get(name)?.interactions.map(({ because }) => because)

  test('what somebody asks for comes first, and nothing twice', () => {
    expect(reasons('express-callbacks')).toEqual(['asked for', 'asked for'])
    expect(reasons('layers')?.slice(0, 3)).toEqual(['asked for', 'asked for', 'asked for'])
  })

  test('by what handlers do, whatever the doors are called', () => {
    const chosen = linkSources({
      'package.json':
        '{ "dependencies": { "express": "4.19.2", "mongoose": "8.0.0", "bcryptjs": "2.4.3", "jsonwebtoken": "9.0.0", "multer": "1.4.0" } }',
      'app.js': `
        const express = require('express'), bcrypt = require('bcryptjs'), jwt = require('jsonwebtoken'), mongoose = require('mongoose'), multer = require('multer')
        const User = mongoose.model('User', new mongoose.Schema({ name: String, password: String }))
        const Page = mongoose.model('Page', new mongoose.Schema({ text: String }))
        const app = express()
        app.get('/', (req, res) => res.send('hello'))
        app.post('/a', async (req, res) => {
          const user = await User.findOne({ name: req.body.name })
          if (!(await bcrypt.compare(req.body.password, user.password))) return res.sendStatus(401)
          res.json({ token: jwt.sign({ id: user.id }, process.env.KEY) })
        })
        app.post('/b', async (req, res) => res.json(await User.create({ name: req.body.name, password: await bcrypt.hash(req.body.password, 12) })))
        app.post('/c', multer().single('picture'), async (req, res) => res.json(await Page.create({ text: req.file.path })))
        app.put('/d', async (req, res) => {
          await Page.updateMany({}, { text: '' })
          await Page.create({ text: 'one' })
          res.sendStatus(204)
        })
        app.listen(1)`,
    }).interactions
    expect(chosen.map(({ entry, because }) => `${because}: ${entry}`)).toEqual([
      'login: POST /a',
      'registration: POST /b',
      'upload: POST /c',
      'writes most: PUT /d',
    ])
  })
})

describe('a crowd', () => {
  const calls = Array.from({ length: 90 }, (_, index) => `await db.collection('c${index}').insertOne(req.body)`).join('\n          ')
  const [interaction] = linkSources({
    'package.json': '{ "dependencies": { "express": "4.19.2", "mongodb": "6.0.0" } }',
    'app.js': `
        const { MongoClient } = require('mongodb')
        const db = new MongoClient('mongodb://localhost').db('x')
        const app = require('express')()
        app.post('/all', async (req, res) => {
          ${calls}
          res.sendStatus(204)
        })
        app.listen(1)`,
  }).interactions

  test('is cut, and says so', () => {
    const messages = all(interaction?.steps ?? [])
    expect(messages.filter(({ detail }) => !detail).length).toBeLessThanOrEqual(25)
    expect(messages.at(-1)).toMatchObject({ kind: 'reply', status: 204 })
    expect(interaction?.cut).toEqual([
      { steps: messages.filter(({ detail }) => detail).length, reason: 'steps that only the list has, so that the picture can be read' },
      { steps: 92 - messages.length, reason: 'steps beyond the 70 that say most' },
    ])
  })
})

describe.each(Object.keys(ASKED))('every step of %s', (name) => {
  const evidence = ({ steps }: Interaction): Evidence[] => {
    const visit = (list: readonly InteractionStep[]): Evidence[] =>
      list.flatMap((step) =>
        step.kind === 'call' || step.kind === 'reply'
          ? [step.at]
          : step.kind === 'alternatives'
            ? step.branches.flatMap(({ at, steps: inner }) => [at, ...visit(inner)])
            : [step.at, ...visit(step.steps)],
      )
    return visit(steps)
  }

  test('stands on its line', () => {
    for (const { file, line, text } of programs.get(name)?.interactions.flatMap(evidence) ?? [])
      expect(
        readFileSync(path.join(ROOT, name, file), 'utf8')
          .split('\n')
          [line - 1]?.trim(),
        `${file}:${line}`,
      ).toBe(text)
  })

  test('is behind the door: in a function that it leads to, or where it is registered', () => {
    const { interactions, reached, entryPoints } = programs.get(name) as Program
    const registered = entryPoints.flatMap(({ at, guards }) => [at, ...guards.flatMap((guard) => [guard.at, guard.mounted ?? guard.at])])
    // A class that guards a door is run by the framework.
    const guarding = interactions.flatMap(({ participants }) => participants.flatMap(({ kind, at }) => (kind === 'guard' && at ? [at] : [])))
    const astray = interactions
      .flatMap(evidence)
      .filter(
        ({ file, line }) =>
          !reached.some((place) => place.file === file && line >= place.line && line <= place.endLine) &&
          !registered.some((at) => at.file === file && at.line === line) &&
          !guarding.some((at) => at.file === file && line >= at.line && line <= at.line + 8),
      )
    expect(astray.map(({ file, line }) => `${file}:${line}`)).toEqual([])
  })

  test('is between participants that are named', () => {
    for (const { steps, participants } of programs.get(name)?.interactions ?? []) {
      const ids = new Set(participants.map(({ id }) => id))
      expect(participants.length).toBeLessThanOrEqual(8)
      for (const { from, to } of all(steps)) expect([ids.has(from), ids.has(to)]).toEqual([true, true])
    }
  })
})

function all(steps: readonly InteractionStep[]): Extract<InteractionStep, { kind: 'call' | 'reply' }>[] {
  return steps.flatMap((step) =>
    step.kind === 'call' || step.kind === 'reply'
      ? [step]
      : step.kind === 'alternatives'
        ? step.branches.flatMap(({ steps: inner }) => all(inner))
        : all(step.steps),
  )
}
