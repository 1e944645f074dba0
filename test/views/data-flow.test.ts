/** The inventory and the drawing of sensitive data, from a program made by hand. */
import { describe, expect, test } from 'vitest'
import type { Control, DataUse, Entity, Program, SensitiveField } from '../../plugin/types'
import { notes } from '../../plugin/views/answer'
import { dataDiagram, linesOf } from '../../plugin/views/derived/data-diagram'
import { dataInventory } from '../../plugin/views/derived/data-inventory'
import { aConnection, anEntryPoint, at } from '../program'

const control = (given: Partial<Control>): Control => ({
  id: 'x',
  aspect: 'X',
  state: 'fail',
  current: '',
  recommended: '',
  reason: '',
  evidence: [],
  ...given,
})

const user: Entity = {
  name: 'User',
  stored: 'users',
  library: 'mongoose',
  kind: 'stored',
  at: at('models.ts:1'),
  fields: [{ name: 'email', type: 'String', required: true, at: at('models.ts:2') }],
  relations: [],
}
const plan: Entity = { ...user, name: 'Plan', stored: 'plans', at: at('models.ts:20') }

function aField(given: Partial<SensitiveField>): SensitiveField {
  const place = given.at ?? at('models.ts:2')
  return {
    entity: 'User',
    field: 'email',
    classification: 'PII',
    what: 'contact',
    because: 'email',
    kind: 'stored',
    encrypted: control({ current: 'Stored as it is', reason: 'Nothing changes it.', evidence: [place] }),
    logged: control({ state: 'pass', current: 'Not seen', evidence: [place] }),
    retention: control({ current: 'No rule found', evidence: [at('models.ts:1')] }),
    at: place,
    ...given,
  }
}

const password = aField({
  field: 'password',
  classification: 'Secret',
  at: at('models.ts:3'),
  encrypted: control({ state: 'pass', current: 'Hashed: bcrypt, 12 rounds', evidence: [at('models.ts:9')] }),
  logged: control({ current: 'Yes', evidence: [at('server.ts:40')] }),
})

const use = (given: Partial<DataUse>): DataUse => ({
  does: 'create',
  of: 'User',
  library: 'mongoose',
  api: 'User.create',
  at: at('routes.ts:12'),
  from: at('routes.ts:12'),
  around: '',
  chosenBy: [],
  chosenIn: [],
  writes: [{ field: 'password', by: 'request', at: at('routes.ts:12') }],
  ...given,
})

function program(fields: SensitiveField[], given: Partial<Program> = {}): Program {
  const posture = { dataProtection: { fields, encryption: [], logs: [], logging: [], retention: [], considerations: [] } }
  return { entities: [user, plan], entryPoints: [], connections: [], formats: [], posture, ...given } as unknown as Program
}

const signUp = anEntryPoint({
  method: 'POST',
  path: '/users',
  at: at('routes.ts:10'),
  parameters: [{ name: 'password', in: 'json', at: at('routes.ts:11') }],
  data: [use({})],
})
const list = anEntryPoint({
  path: '/users',
  at: at('routes.ts:20'),
  data: [use({ does: 'read', api: 'User.find', at: at('routes.ts:21'), writes: [] })],
})
const about = anEntryPoint({ path: '/about', at: at('routes.ts:30') })

describe('the inventory', () => {
  test('has the worst class first, and counts what was looked at', () => {
    const inventory = dataInventory(program([aField({}), password]), notes())
    expect(inventory.rows.map(({ entity, field }) => `${entity}.${field}`)).toEqual(['User.password', 'User.email'])
    expect(inventory.counts).toEqual([
      { classification: 'Secret', count: 1 },
      { classification: 'PII', count: 1 },
    ])
    expect([inventory.stored, inventory.carried, inventory.fields, inventory.others]).toEqual([2, 0, 2, ['Plan']])
  })

  test('does not repeat the place of the field in its other columns', () => {
    const [row] = dataInventory(program([aField({})]), notes()).rows
    expect([row?.encrypted.evidence, row?.logged.evidence]).toEqual([[], []])
    expect(row?.encrypted.note).toBe(1)
  })
})

describe('the drawing', () => {
  const diagram = dataDiagram(
    program([aField({}), password], {
      entryPoints: [signUp, list, about],
      connections: [aConnection({ name: 'MongoDB', library: 'mongoose', at: at('db.ts:3') })],
    }),
  )

  test('goes from doors through code and hashing into the store, and out into logs and answers', () => {
    expect(
      linesOf(diagram).map(({ from, to, label, evidence }) => `${from} > ${to}${label ? ` (${label})` : ''} ${evidence.file}:${evidence.line}`),
    ).toEqual([
      'POST /users > routes.ts (Secret) routes.ts:11',
      'routes.ts > Hashed: bcrypt, 12 rounds (password) routes.ts:12',
      'Hashed: bcrypt, 12 rounds > User (Secret, PII) (password) models.ts:9',
      'routes.ts > User (Secret, PII) (create, read) routes.ts:12',
      'routes.ts > Answers to callers routes.ts:21',
      'User (Secret, PII) > MongoDB db.ts:3',
      'User (Secret, PII) > Application log (password) server.ts:40',
    ])
  })

  test('has a place for every line, and no door that takes and touches nothing', () => {
    expect(diagram.edges.every(({ evidence }) => evidence !== undefined)).toBe(true)
    expect(diagram.nodes.map(({ label }) => label)).not.toContain('GET /about')
    const ids = new Set(diagram.nodes.map(({ id }) => id))
    expect(diagram.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([])
  })

  test('is empty where nothing is sensitive', () => {
    expect(dataDiagram(program([], { entryPoints: [signUp] })).nodes).toEqual([])
  })
})
