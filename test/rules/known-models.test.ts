/** What is stored as a model that is known to the end: only what decides about something else than the record itself is anybody's business. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const MONGOOSE = { express: '4', mongoose: '8' }
const TYPEORM = { express: '4', typeorm: '0.3' }

const readings = (fields: string, options = '') => `const { Schema, model } = require('mongoose')
const schema = new Schema({ taken: { type: Date, required: true }, warmth: { type: Number }, ${fields} }${options})
module.exports = model('Reading', schema)
`
const stores = (sureness: string, write = 'new Reading(sent)') => `const express = require('express')
const Reading = require('./models/Reading.js')
const router = express.Router()
router.post('/readings', async (req, res) => {
  const sent = req.body
  const made = await ${write} // mass-assignment: ${sureness}
  res.send(made)
})
module.exports = router
`

describe('a whole body as a document', () => {
  test.each([
    ['every field is known and says something of the record alone', '', '', 'low'],
    ['parts of it have switches and ids of their own', 'shown: { tiles: [{ id: { type: String } }], status: { type: Boolean } },', '', 'low'],
    ['a field says whose it is', 'owner: { type: String },', '', 'high'],
    ['a field refers to another record', "device: { type: Schema.Types.ObjectId, ref: 'Device' },", '', 'medium'],
    ['a field is a state', 'status: { type: String },', '', 'medium'],
    ['the schema lets anything be stored', '', ', { strict: false }', 'medium'],
  ])('%s', (_, fields, options, sureness) => check({ 'models/Reading.js': readings(fields, options), 'app.js': stores(sureness) }, MONGOOSE))

  test('an update is as known as a new one', () =>
    check({ 'models/Reading.js': readings(''), 'app.js': stores('low', 'Reading.findByIdAndUpdate(req.params.id, sent)') }, MONGOOSE))

  test('the driver keeps to no schema', () =>
    check({
      'models/Reading.js': readings(''),
      'app.js': stores('medium', "db.collection('readings').insertOne(sent)").replace("const Reading = require('./models/Reading.js')", DRIVER),
    }))
})

const DRIVER = "const { MongoClient } = require('mongodb')\nconst db = new MongoClient('mongodb://localhost').db('weather')"

const note = (members: string) => `import { Column, Entity, ManyToOne, PrimaryGeneratedColumn } from 'typeorm'
import { Shelf } from './shelf'
@Entity()
export class Note {
  @PrimaryGeneratedColumn('uuid')
  id: string
  @Column({ type: 'text' })
  text: string
  @Column()
  shelfId: string
  ${members}
}
`
const SHELF = `import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'
@Entity()
export class Shelf {
  @PrimaryGeneratedColumn('uuid')
  id: string
  @Column()
  title: string
}
`
const notes = (ours: string, sureness: string, before = '', loop = 'for (const field of OURS) delete copy[field]') => `import express from 'express'
import { DataSource } from 'typeorm'
import { Note } from './note'
const source = new DataSource({ type: 'postgres' })
const OURS = [${ours}] as const
function without(body: Record<string, unknown>) {
  const copy = { ...body }
  ${loop}
  return copy
}
const app = express()
app.post('/notes', async (req, res) => {
  ${before}
  const note = new Note()
  Object.assign(note, without(req.body))
  const made = source.getRepository(Note).create(note) // mass-assignment: ${sureness}
  res.json(await source.getRepository(Note).save(made))
})
`

describe('a row of which a list of fields was taken out', () => {
  test.each([
    ['in a loop over the list', "'id', 'shelfId'", 'for (const field of OURS) delete copy[field]', '', 'low'],
    ['by a callback of it', "'id', 'shelfId'", 'OURS.forEach((field) => { delete copy[field] })', '', 'low'],
    ['the key is left, so that another row is written over', "'shelfId'", 'for (const field of OURS) delete copy[field]', '', 'medium'],
    ['a list that goes on under a condition', "'id', 'shelfId'", 'for (const field of OURS) if (flag) delete copy[field]', '', 'medium'],
    [
      'a relation wins over its column',
      "'id', 'shelfId'",
      'for (const field of OURS) delete copy[field]',
      '@ManyToOne(() => Shelf) shelf: Shelf',
      'medium',
    ],
    ['the owner is left', "'id', 'shelfId'", 'for (const field of OURS) delete copy[field]', '@Column() ownerId: string', 'high'],
  ])('%s', (_, ours, loop, members, sureness) =>
    check({ 'note.ts': note(members), 'shelf.ts': SHELF, 'app.ts': notes(ours, sureness, '', loop) }, TYPEORM),
  )

  test('what the handler itself asks for is meant to be sent', async () => {
    const members = '@Column() credential: string'
    await check({ 'note.ts': note(members), 'shelf.ts': SHELF, 'app.ts': notes("'id', 'shelfId'", 'medium') }, TYPEORM)
    const asks = "if (!req.body.credential) throw new Error('none')"
    await check({ 'note.ts': note(members), 'shelf.ts': SHELF, 'app.ts': notes("'id', 'shelfId'", 'low', asks) }, TYPEORM)
  })
})

describe('a record that is named by the request', () => {
  const models = (profile: string, user: string) => ({
    'models/Profile.js': `const { Schema, model } = require('mongoose')
module.exports = model('Profile', new Schema({ profile: { density: { type: Number }, material: { type: String }${profile} } }))
`,
    'models/User.js': `const { Schema, model } = require('mongoose')
module.exports = model('User', new Schema({ name: { type: String }, password: { type: String }${user} }))
`,
  })
  const app = (sureness: string) => `const express = require('express')
const passport = require('passport')
const Profile = require('./models/Profile.js')
const router = express.Router()
router.get('/profiles/:id', passport.authenticate('jwt'), async (req, res) => {
  const profile = await Profile.findById(req.params.id) // insecure-direct-object-reference: ${sureness}
  res.send(profile)
})
module.exports = router
`
  const dependencies = { ...MONGOOSE, passport: '0.7' }

  test('belongs to nobody where nothing of its model, or that leads to it, says to whom', () =>
    check({ ...models('', ''), 'app.js': app('low') }, dependencies))
  test.each([
    ['it says something of a person', ', firstName: { type: String }', ''],
    ['somebody has it', '', ", profile: { type: Schema.Types.ObjectId, ref: 'Profile' }"],
  ])('is somebody’s where %s', (_, profile, user) => check({ ...models(profile, user), 'app.js': app('medium') }, dependencies))
})
