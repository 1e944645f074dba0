/** Tables whose rows the database itself keeps from others, as the program's own migrations leave it. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (expected: string) => `
import express from 'express'
import jwt from 'jsonwebtoken'
import { DataSource } from 'typeorm'
import { CrewList } from './crew-list'
const source = new DataSource({ type: 'postgres', entities: [CrewList] })
const app = express()
app.use(express.json())
const signedIn = (req, res, next) => {
  try { req.user = jwt.verify(req.headers.authorization, process.env.TOKEN_KEY, { algorithms: ['HS256'] }) } catch { return res.sendStatus(401) }
  next()
}
app.get('/lists', signedIn, async (req, res) => res.json(await source.getRepository(CrewList).find({ where: { ownerId: req.user.id } })))
app.get('/lists/:id', signedIn, async (req, res) => {
  res.json(await source.getRepository(CrewList).findOne({ where: { id: req.params.id } })) // insecure-direct-object-reference: ${expected}
})
app.listen(3000)
`

const ENTITY = `
import { Entity, PrimaryColumn, Column } from 'typeorm'
@Entity({ name: 'crew_list' })
export class CrewList { @PrimaryColumn() id: string; @Column() ownerId: string }
`

const TABLE = 'CREATE TABLE app.crew_list (id uuid PRIMARY KEY, owner_id uuid NOT NULL);\n'
const ON = 'ALTER TABLE app.crew_list ENABLE ROW LEVEL SECURITY;\n'
const OWN = 'CREATE POLICY own ON app.crew_list USING (owner_id = app.me()) WITH CHECK (owner_id = app.me());\n'
const DEPENDENCIES = { express: '4', typeorm: '0.3', jsonwebtoken: '9', pg: '8' }

const checked = (expected: string, migrations: Record<string, string>) =>
  check({ 'server.ts': server(expected), 'crew-list.ts': ENTITY, ...migrations }, DEPENDENCIES)

test('a table without it is left to the program', () => checked('high', { 'db/0001.do.lists.sql': TABLE }))

test('policies that compare the owner may keep rows from others', () => checked('medium', { 'db/0001.do.lists.sql': TABLE + ON + OWN }))

test('switched off by a later step', () =>
  checked('high', {
    'db/0001.do.lists.sql': TABLE + ON + OWN,
    'db/0002.do.revert_rows.sql': 'ALTER TABLE app.crew_list DISABLE ROW LEVEL SECURITY;\n',
  }))

test('but not by the way back', () =>
  checked('medium', {
    'db/0001.do.lists.sql': TABLE + ON + OWN,
    'db/0001.undo.lists.sql': 'ALTER TABLE app.crew_list DISABLE ROW LEVEL SECURITY;\n',
  }))

test('a policy that lets everybody read every row keeps nothing', () =>
  checked('high', { 'db/0001.do.lists.sql': `${TABLE}${ON}CREATE POLICY all_of_them ON app.crew_list FOR SELECT USING (true);\n` }))

test('until it is changed', () =>
  checked('medium', {
    'db/0001.do.lists.sql': `${TABLE}${ON}CREATE POLICY all_of_them ON app.crew_list FOR SELECT TO people USING (true);\n`,
    'db/0002.do.own.sql': 'ALTER POLICY all_of_them ON app.crew_list TO people USING (owner_id = app.me());\n',
  }))

test('what only administrators may read is open to nobody else', () =>
  checked('medium', { 'db/0001.do.lists.sql': `${TABLE}${ON}${OWN}CREATE POLICY all_of_them ON app.crew_list FOR ALL TO keepers USING (true);\n` }))
