/** Commands, sockets, queues and their kin: what passes them, and what the program sends, on small programs whose comments say so. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EntryPoint } from '../../plugin/types'
import { tree } from '../tree'
import { casesIn, expectationsIn, FIXTURES, linkDirectory } from './fixture-programs'

const ROUTES = path.join(FIXTURES, 'routes')
const cases = casesIn(ROUTES).filter((name) => /^(?:cli|sockets|queues|schedules|serverless|entries)\//.test(name))

/** `shelf argument:title! flag:format=paper`: what it is reached through, then its parameters. */
function passes({ through, parameters }: EntryPoint): string {
  const shown = parameters.map(
    ({ in: place, name, required, default: value }) => `${place}:${name}${required ? '!' : ''}${value === undefined ? '' : `=${value}`}`,
  )
  return [through ?? '-', ...shown.sort()].join(' ')
}

describe('what passes a door', () => {
  test.each(cases)('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { entryPoints } = await linkDirectory(directory)
    const wanted = expectationsIn(directory, 'entry').filter(({ text }) => text.includes(' | '))
    const told = wanted.map(({ at, text }) => {
      const [what, through, ...parameters] = text
        .replace(' | ', '\u0000')
        .split('\u0000')
        .flatMap((part, index) => (index === 0 ? [part] : part.split(' ')))
      return `${at} ${what} | ${[through, ...parameters.sort()].join(' ')}`
    })
    const found = entryPoints
      .map((entry) => ({ at: `${entry.at.file}:${entry.at.line}`, what: `${entry.kind} ${entry.path}`.trim(), entry }))
      .filter(({ at, what }) => wanted.some((each) => each.at === at && each.text.replace(/"/g, '').startsWith(`${what} | `)))
      .map(({ at, what, entry }) => `${at} ${what} | ${passes(entry)}`)
    expect(found.sort()).toEqual(told.map((each) => each.replace(/"/g, '')).sort())
  })
})

describe('what is sent', () => {
  test.each(cases)('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { publications } = await linkDirectory(directory)
    const found = publications.map(({ kind, topic, at }) => `${at.file}:${at.line} ${kind} ${topic}`)
    expect(found.sort()).toEqual(
      expectationsIn(directory, 'out')
        .map(({ at, text }) => `${at} ${text}`)
        .sort(),
    )
  })
})

test('what listens behind a check of the caller is open to those alone who pass it', async () => {
  const { entryPoints } = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'desk', dependencies: { 'socket.io': '^4.8.1' } }),
      'server.js': [
        "const { Server } = require('socket.io')",
        'const io = new Server(3000)',
        "io.of('/desk').on('connection', (socket) => {",
        '  const { session: { user: { is_admin: isAdmin } = {} } = {} } = socket.request',
        "  socket.on('status', () => {})",
        "  if (isAdmin) socket.on('remove', () => {})",
        "  if (!isAdmin) socket.on('apply', () => {})",
        '  if (!isAdmin) return',
        "  socket.on('close', () => {})",
        "  if (process.env.VERBOSE) socket.on('trace', () => {})",
        '})',
        "io.of('/room').on('connection', (socket) => {",
        '  if (socket.request.session.user === undefined) return socket.disconnect()',
        "  socket.on('say', () => {})",
        "  if (socket.handshake.query.debug) socket.on('debug', () => {})",
        '})',
        "io.of('/lobby').on('connection', (socket) => {",
        "  if (socket.handshake.query.debug) socket.on('watch', () => {})",
        '})',
      ].join('\n'),
    }),
  )
  expect(Object.fromEntries(entryPoints.map(({ path: event, authRequired }) => [event, authRequired.answer]))).toEqual({
    status: 'no',
    remove: 'yes',
    apply: 'no',
    close: 'yes',
    trace: 'yes',
    say: 'yes',
    debug: 'yes',
    watch: 'no',
  })
})

test('what a function registers that is called behind a check is open to those alone who pass it, and what a message says is no check', async () => {
  const { entryPoints } = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'desk', dependencies: { 'socket.io': '^4.8.1', jsonwebtoken: '^9.0.2' } }),
      'server.js': [
        "const { Server } = require('socket.io')",
        "const { verify } = require('jsonwebtoken')",
        "const { members } = require('./members')",
        'const io = new Server(3000)',
        'function forMembers(socket) {',
        "  socket.on('close', () => {})",
        '  more(socket)',
        '}',
        "const more = (socket) => ['open', 'lock'].forEach((event) => socket.on(event, () => {}))",
        'function forAll(socket) {',
        "  socket.on('status', () => {})",
        '}',
        'function forWhoeverConnects(socket) {',
        "  socket.on('look', () => {})",
        '}',
        "io.on('connection', (socket) => {",
        '  forAll(socket)',
        "  socket.on('enter', (message) => {",
        '    const user = verify(message.token, process.env.KEY)',
        "    if (!user) return socket.emit('refused')",
        '    forMembers(socket)',
        '    forAll(socket)',
        '    forWhoeverConnects(socket)',
        '  })',
        "  socket.on('name', (message) => {",
        "    if (!members.find(message.user)) throw new Error('nobody of that name')",
        "    socket.emit('hello')",
        '  })',
        '})',
        "io.of('/wall').on('connection', forWhoeverConnects)",
      ].join('\n'),
    }),
  )
  expect(Object.fromEntries(entryPoints.map(({ path: event, authRequired }) => [event, authRequired.answer]))).toEqual({
    close: 'yes',
    open: 'yes',
    lock: 'yes',
    status: 'no',
    look: 'no',
    enter: 'no',
    name: 'no',
  })
})
