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
        case 'loop':
          return [`${indent}{${step.over}}`, ...visit(step.steps, `${indent}  `)]
      }
    })
  return visit(steps, '')
}

describe('callbacks', () => {
  test('run behind the call that they are handed to, and exits are branches', () => {
    expect(told(flow('express-callbacks', 'POST /login'))).toMatchInlineSnapshot(`
      [
        "Client > server.js: POST /login @14",
        "server.js > user-store.js: find @15",
        "user-store.js > MongoDB: reads users (findOne) @5",
        "[error]",
        "  < error, to the error handler @16",
        "[no user]",
        "  < 401 Unknown name @17",
        "[otherwise]",
        "  server.js: compares the password: bcrypt.compareSync @18",
        "  [not (bcrypt.compareSync(req.body.password, user…]",
        "    < 401 Wrong password @19",
        "  [otherwise]",
        "    < answers { name } @21",
      ]
    `)
  })

  test('a list is a loop, and what is heard of later comes last', () => {
    expect(told(flow('express-callbacks', 'POST /orders'))).toMatchInlineSnapshot(`
      [
        "Client > server.js: POST /orders @25",
        "server.js > pdfkit (embedded): new PDFDocument @26",
        "server.js: out.on @28",
        "{items}",
        "  server.js: db.collection @32",
        "  server.js > MongoDB: updates stock (updateOne) @32",
        "server.js: db.collection @34",
        "server.js > MongoDB: creates orders (insertOne) @34",
        "server.js > MongoDB: reads orders @34",
        "server.js: document.end @35",
        "server.js > MongoDB: reads orders @34",
        "(on finish)",
        "  < 201 { done } @29",
      ]
    `)
  })
})

describe('layers', () => {
  test('a service that throws ends the request; nobody waits for the mail; the log is left out', () => {
    expect(told(flow('layers', 'POST /register'))).toMatchInlineSnapshot(`
      [
        "Client > app.ts: POST /register @8",
        "app.ts: rateLimit({ max: 5 }) @8",
        "(too many requests)",
        "  < 429 Too Many Requests @8",
        "app.ts > controller.ts: register @8",
        "controller.ts > user-service.ts: createUser @6",
        "user-service.ts > MongoDB: reads User (findOne) @14",
        "[known]",
        "  < 409 Already registered @16",
        "[otherwise]",
        "  user-service.ts > MongoDB: creates User (create) @18",
        "  user-service.ts > mail.ts: sendWelcome @19",
        "  mail.ts > Mail server: transport.sendMail @7",
        "  < 201 { user } @7",
      ]
    `)
  })

  test('a check in front, a loop, two ways, recursion once, a catch', () => {
    expect(told(flow('layers', 'POST /orders'))).toMatchInlineSnapshot(`
      [
        "Client > app.ts: POST /orders @9",
        "app.ts > authenticate.ts: authenticate @9",
        "(no token)",
        "  < 401 No token @7",
        "authenticate.ts: verifies the token: jwt.verify @9",
        "app.ts > controller.ts: placeOrder @9",
        "controller.ts > order-service.ts: place @12",
        "{items}",
        "  order-service.ts > MongoDB: updates Stock (updateOne) @5",
        "[items.length > 10]",
        "  order-service.ts > MongoDB: creates Order (create) @8",
        "[otherwise]",
        "  order-service.ts > MongoDB: creates Order (create) @10",
        "order-service.ts: again @12",
        "order-service.ts > MongoDB: reads Order (findOne) @16",
        "< 201 Created @13",
        "(it fails)",
        "  < 500 Not placed @15",
      ]
    `)
  })

  test('what only computes is no step', () => {
    expect(told(flow('layers', 'GET /orders/:id'))).toMatchInlineSnapshot(`
      [
        "Client > app.ts: GET /orders/:id @10",
        "app.ts > authenticate.ts: authenticate @10",
        "(no token)",
        "  < 401 No token @7",
        "authenticate.ts: verifies the token: jwt.verify @9",
        "app.ts > controller.ts: read @10",
        "controller.ts > order-service.ts: find @20",
        "order-service.ts > MongoDB: reads Order (findById) @21",
        "[no order]",
        "  < 404 No such order @22",
        "[otherwise]",
        "  < answers { total } @25",
      ]
    `)
  })
})

test('classes that are injected, a guard, an exception, a transaction', () => {
  expect(told(flow('nest', 'PATCH /cats/:id'))).toMatchInlineSnapshot(`
    [
      "Client > CatController: PATCH /cats/:id @40",
      "CatController: KeyGuard @7",
      "(not signed in)",
      "  < 401 Unauthorized @7",
      "CatController > CatService: rename @43",
      "CatService > SQL database (TypeORM): reads cats (findOneBy) @26",
      "[no cat]",
      "  < 404 No such cat @27",
      "[otherwise]",
      "  CatService > SQL database (TypeORM): begins a transaction @28",
      "  CatService > SQL database (TypeORM): creates manager (save) @30",
      "  CatService > SQL database (TypeORM): commits @28",
      "  < answers @43",
    ]
  `)
})

test('a resolver', () => {
  expect(told(flow('graphql', 'MUTATION addNote'))).toMatchInlineSnapshot(`
    [
      "Client > server.ts: mutation addNote @8",
      "server.ts: validates the request @8",
      "(not valid)",
      "  < 400 Bad Request @8",
      "server.ts > notes.ts: add @17",
      "notes.ts > PostgreSQL: creates notes (query) @11",
      "server.ts > notes.ts: byId @18",
      "notes.ts > PostgreSQL: reads notes (query) @7",
    ]
  `)
})

test('a consumer of a queue', () => {
  expect(told(flow('queue', 'JOB invoices'))).toMatchInlineSnapshot(`
    [
      "Queue > worker.ts: message of invoices @6",
      "worker.ts > invoices.example.com: POST /render @7",
      "[data.failed]",
      "  < error: Not rendered @9",
      "[otherwise]",
      "  worker.ts > Queue done: sends done @11",
    ]
  `)
})
