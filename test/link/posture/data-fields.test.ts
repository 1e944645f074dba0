/** The inventory of sensitive data of small programs, in which what is left open stands beside what is kept as it should be. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Control, Program, SensitiveField } from '../../../plugin/types'
import { FIXTURES, linkDirectory } from '../fixture-programs'
import { linkSources } from '../small-programs'

const programs = new Map<string, Promise<Program>>()

function program(name: string): Promise<Program> {
  const linked = programs.get(name) ?? linkDirectory(path.join(FIXTURES, 'posture', 'data-fields', name))
  programs.set(name, linked)
  return linked
}

async function field(of: string, name: string): Promise<SensitiveField> {
  const { fields } = (await program(of)).posture.dataProtection
  const found = fields.find((each) => `${each.entity}.${each.field}` === name)
  if (!found) throw new Error(`${name} is not among ${fields.map((each) => `${each.entity}.${each.field}`).join(', ')}`)
  return found
}

const told = ({ state, current }: Control) => `${state}: ${current}`
const places = ({ evidence }: Control) => evidence.map(({ file, line }) => `${file}:${line}`)

describe('which fields', () => {
  test('those whose name says so, with class and place', async () => {
    const { fields } = (await program('open')).posture.dataProtection
    expect(
      fields.map(({ entity, field: name, classification, what, at }) => `${entity}.${name} ${classification} (${what}) ${at.file}:${at.line}`),
    ).toEqual([
      'User.email PII (contact) models.js:5',
      'User.phone PII (contact) models.js:6',
      'User.password Secret (password) models.js:7',
      'User.ssn Sensitive PII (national identifier) models.js:8',
      'User.resetToken Secret (key or token) models.js:9',
      'Session.token Secret (key or token) models.js:18',
    ])
  })

  test('tables as their migrations leave them', async () => {
    const { entities, posture } = await program('statements')
    expect(
      entities.map(
        ({ name, fields, relations }) => `${name}: ${fields.map((each) => each.name).join(', ')} -> ${relations.map(({ to }) => to).join(', ')}`,
      ),
    ).toEqual(['users: id, email, password, full_name, team_id, ip -> teams'])
    expect(posture.dataProtection.fields.map(({ field: name, at }) => `${name} ${at.file}:${at.line}`)).toEqual([
      'email migrations/001.users.sql:4',
      'password migrations/001.users.sql:5',
      'full_name migrations/001.users.sql:6',
      'ip migrations/002.more.sql:1',
    ])
  })

  test('models of a schema file', async () => {
    const { entities } = await program('schema')
    expect(
      entities.map(({ name, stored, fields, relations }) => [
        name,
        stored,
        fields.map((each) => each.name),
        relations.map(({ to, kind, by }) => `${to} ${kind} ${by}`),
      ]),
    ).toEqual([
      ['User', 'users', ['id', 'email', 'iban', 'role'], ['Session one to many sessions']],
      ['Session', undefined, ['sessionToken', 'userId'], ['User many to one user']],
    ])
    expect(entities[0]?.fields.map(({ name, values, unique, required }) => ({ name, values, unique, required }))).toContainEqual({
      name: 'role',
      values: ['USER', 'ADMIN'],
      unique: undefined,
      required: true,
    })
  })
})

describe('how they are kept', () => {
  test.each([
    ['open', 'User.email', 'fail: Stored as it is'],
    ['open', 'User.ssn', 'fail: Stored as it is'],
    // The hook hashes single records; `updateOne` goes past it.
    ['open', 'User.password', 'partial: Hashed: MD5 without salt; not at one write that goes past it'],
    // A token made of the address is not the hash of a token.
    ['open', 'User.resetToken', 'fail: Stored as it is'],
    ['open', 'Session.token', 'fail: Stored as it is'],
    ['kept', 'User.email', 'fail: Stored as it is'],
    ['kept', 'User.password', 'pass: Hashed: bcrypt, 12 rounds'],
    ['kept', 'User.ssn', 'pass: Encrypted: AES-256-GCM'],
    ['kept', 'User.resetToken', 'pass: Hashed: SHA256'],
    ['kept', 'Session.token', 'pass: Hashed: SHA256'],
    ['statements', 'users.password', 'pass: Hashed: bcrypt, 10 rounds'],
    ['statements', 'users.email', 'fail: Stored as it is'],
    ['schema', 'User.iban', 'pass: Encrypted: prisma-field-encryption'],
    ['schema', 'Session.sessionToken', 'fail: Stored as it is'],
  ])('%s: %s', async (of, name, expected) => {
    expect(told((await field(of, name)).encrypted)).toBe(expected)
  })

  test('with the lines that prove it', async () => {
    expect(places((await field('kept', 'User.password')).encrypted)).toEqual(['models.js:18', 'models.js:12'])
    expect(places((await field('open', 'User.ssn')).encrypted)).toEqual(['models.js:8', 'server.js:12'])
    expect((await field('kept', 'User.password')).encrypted.reason).toContain('left out where records are read or printed (models.js:12)')
  })
})

describe('whether they are logged', () => {
  test.each([
    ['open', 'User.phone', 'fail: Yes: `req.body.phone` in a log call', ['server.js:11']],
    ['open', 'User.password', 'fail: Yes: in the access log, with the address of `GET /users/reset`', ['server.js:17', 'server.js:7']],
    ['open', 'User.email', 'pass: Not seen', ['models.js:5']],
    ['kept', 'User.password', 'pass: Not seen', ['models.js:12']],
    ['schema', 'User.email', 'not applicable: No log', []],
  ])('%s: %s', async (of, name, expected, at) => {
    const { logged } = await field(of, name)
    expect(told(logged)).toBe(expected)
    expect(places(logged)).toEqual(at)
  })
})

test('a tool that prints what it fills the database with is told apart from the log of the server', () => {
  const { fields } = linkSources({
    'server.js': `const express = require('express')
const { User } = require('./models')
const app = express()
app.get('/', async (req, res) => { console.log('asked'); res.json(await User.count()) })
app.listen(3000)
`,
    'models.js': `const { Schema, model } = require('mongoose')
exports.User = model('User', new Schema({ email: String, password: String }))
`,
    'tools/fill.js': `const { User } = require('../models')
const user = { email: 'a@example.com', password: process.argv[2] }
console.log(user.password)
User.create(user)
`,
  }).posture.dataProtection
  const { logged } = fields.find((each) => each.field === 'password')!
  expect(told(logged)).toBe('partial: Yes: `password` in a log call of a tool that is run by itself')
  expect(places(logged)).toEqual(['tools/fill.js:3'])
})

describe('how long they stay', () => {
  test.each([
    ['open', 'User.email', 'fail: No rule found'],
    ['open', 'Session.token', 'fail: No rule found'],
    ['kept', 'User.email', 'partial: No time; deleted on request by `DELETE /users/:id`'],
    ['kept', 'Session.token', "pass: The store deletes them: `expires: '1h' on createdAt`"],
  ])('%s: %s', async (of, name, expected) => {
    expect(told((await field(of, name)).retention)).toBe(expected)
  })

  test('a date that nothing deletes by is told', async () => {
    expect((await field('open', 'Session.token')).retention.reason).toContain('`expiresAt`, which nothing deletes them by')
  })
})

test('what passes or holds in part has a line', async () => {
  for (const of of ['open', 'kept', 'statements', 'schema'])
    for (const { encrypted, logged, retention } of (await program(of)).posture.dataProtection.fields)
      for (const { state, evidence, id } of [encrypted, logged, retention])
        if (state === 'pass' || state === 'partial') expect(evidence, `${of} ${id}`).not.toEqual([])
})
