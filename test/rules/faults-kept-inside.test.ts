/** Work that is started and not waited for, and whose faults go no further. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (body: string[], call: string, expected: string) => `
const express = require('express')
const { PrismaClient } = require('@prisma/client')
const prisma = new PrismaClient()
const app = express()
app.use(express.json())
async function follow(given, response) {
${body.map((line) => `  ${line}`).join('\n')}
}
app.post('/notes', async (req, res) => {
  const note = await prisma.note.create({ data: { text: req.body.text } })
  ${call} // broken-guard: ${expected}
  res.json(note)
})
app.listen(3000)
`

const DEPENDENCIES = { express: '4', '@prisma/client': '5' }
const ASKS = ['const account = given.user ?? given.session?.user', "if (!account) throw new Error('Nobody is signed in')"]

test('a refusal that nobody waits for is none', () =>
  check({ 'server.js': server([...ASKS, 'return account'], 'follow(req)', 'high') }, DEPENDENCIES))

test('a fault that is caught where it is thrown refuses nobody', () =>
  check(
    {
      'server.js': server(
        ['try {', ...ASKS, '} catch (fault) {', '  return { ok: false, fault }', '}', 'return { ok: true }'],
        'follow(req)',
        'none',
      ),
    },
    DEPENDENCIES,
  ))

test('unless it is thrown again', () =>
  check(
    { 'server.js': server(['try {', ...ASKS, '} catch (fault) {', '  throw fault', '}', 'return { ok: true }'], 'follow(req)', 'high') },
    DEPENDENCIES,
  ))

test('work on data of its own keeps from itself what it refuses', () =>
  check(
    {
      'server.js': server([...ASKS, 'await prisma.watch.create({ data: { noteId: given.id } })'], 'follow({ id: note.id, user: req.user })', 'none'),
    },
    DEPENDENCIES,
  ))
