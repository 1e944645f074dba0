/** Middleware of a namespace of sockets, which runs before one of them is handed to its handlers. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { 'socket.io': '4' }

const app = (asks: string, sureness: string, of = "'/rooms'") => ({
  'src/rooms.ts': `
import { Server, type Socket } from 'socket.io'
import fs from 'node:fs'
import path from 'node:path'
import { checkToken } from './tokens'
const io = new Server(8080)
export function start() {
  io.of(${of})
    .use((socket, next) => {
      if (!socket.handshake.auth.room) {
        next(new Error('which room?'))
        return
      }
      ${asks}
      next()
    })
    .on('connection', connected)
  io.of('/halls').on('connection', met)
}
function met(socket: Socket) {
  const room = socket.handshake.auth.room
  socket.on('read', () => { fs.readFileSync(path.join('/halls', room)) }) // path-traversal: high
}
function connected(socket: Socket) {
  const room = socket.handshake.auth.room
  socket.on('read', () => { open(room) })
  answer(socket)
}
function answer(socket: Socket) {
  const { room } = socket.handshake.auth
  fs.readFileSync('/all/' + room) // path-traversal: ${sureness}
}
function open(room: string) {
  return fs.readFileSync(path.join('/rooms', room)) // path-traversal: ${sureness}
}
start()
`,
  'src/tokens.ts': `
import { createHmac } from 'node:crypto'
export const checkToken = (token: string, data: object, key: string) => createHmac('sha256', key).update(JSON.stringify(data)).digest('hex') === token
`,
})

test('a part of the handshake that it asks about is less surely free', () =>
  check(
    app(
      "if (!socket.handshake.auth.token || !checkToken(socket.handshake.auth.token, { room: socket.handshake.auth.room }, process.env.KEY!)) { next(new Error('no')); return }",
      'medium',
    ),
    DEPENDENCIES,
  ))

test.each([
  ['that it is there', ''],
  [
    'another part',
    "if (!checkToken(socket.handshake.auth.token, { hall: socket.handshake.auth.hall }, process.env.KEY!)) { next(new Error('no')); return }",
  ],
  ['it, and lets it pass', 'checkToken(socket.handshake.auth.token, { room: socket.handshake.auth.room }, process.env.KEY!)'],
])('but not where it asks %s', (_what, asks) => check(app(asks, 'high'), DEPENDENCIES))
