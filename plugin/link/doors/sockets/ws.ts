/** Plain sockets of `ws`: messages by what they say they are, else as a whole. A socket that the program opens itself is no door. */
import { Kind } from '../../../graph'
import type { EntryPoint, Guard, Publication } from '../../../types'
import { cite, isTestCode, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { DoorContext, DoorDetector } from '../door'
import { functionsOf } from '../entry'
import { memberOf, methodCalls, objectsOf, textsOf } from '../written'
import { messageDoors, sent } from './messages-of'

const SERVER = 'ws/Server'
const SOCKET = 'ws/Socket'

export const plainSockets: DoorDetector = (context) => {
  const { linked } = context
  const { whole } = linked
  // Sockets by the parameter that they are, and the path of the server that accepts them.
  const paths = new Map<number, Set<string>>()
  const answered = new Set<number>()
  const connections: { call: number; handler: number; path: string }[] = []
  const checks = checksOf(context)
  for (const { call, name } of methodCalls(linked, SERVER)) {
    const args = [...whole.args(call)]
    const handler = name === 'handleUpgrade' ? args[3] : args[1]
    if (
      handler === undefined ||
      !(name === 'handleUpgrade' || ((name === 'on' || name === 'once') && textsOf(linked, args[0]).includes('connection')))
    )
      continue
    const path = pathOf(context, receiverOf(linked, call))
    if (name !== 'handleUpgrade') connections.push({ call, handler, path })
    for (const fn of functionsOf(linked, [handler])) {
      const param = whole.functions[fn]?.params[0]
      if (param === undefined) continue
      paths.set(param, (paths.get(param) ?? new Set()).add(path))
    }
  }
  const accepted = (node: number) => objectsOf(linked, node, SOCKET).filter((socket) => !isOpened(socket))
  const entryPoints: EntryPoint[] = []
  const publications: Publication[] = []
  const listen = (node: number, receiver: number, handler: number) => {
    const sockets = accepted(receiver)
    if (sockets.length === 0) return
    for (const socket of sockets) answered.add(whole.kind[socket] === Kind.Param ? (whole.a[socket] as number) : -1)
    const through = [...new Set(sockets.flatMap((socket) => [...(paths.get(socket) ?? [''])]))]
    for (const path of through) entryPoints.push(...messageDoors(context, { library: 'ws', node, handler, through: path, guards: checks }))
  }
  for (const { call, name } of methodCalls(linked, SOCKET)) {
    const [first, second] = whole.args(call)
    if (/^(?:on|once|addEventListener|addListener)$/.test(name)) {
      if (second !== undefined && textsOf(linked, first).includes('message')) listen(call, receiverOf(linked, call), second)
    } else if (name === 'send' && first !== undefined && accepted(receiverOf(linked, call)).length > 0)
      publications.push(...sent(linked, 'ws', call, first))
  }
  for (const store of lookupOf(whole).named(Kind.Store, 'onmessage'))
    if (accepted(whole.a[store] as number).length > 0) listen(store, whole.a[store] as number, whole.c[store] as number)
  // Whoever connects to a socket that takes no messages still comes in.
  for (const { call, handler, path } of connections) {
    const functions = functionsOf(linked, [handler])
    if (functions.some((fn) => answered.has(fn)) || isTestCode(linked, cite(linked, call).file)) continue
    entryPoints.push(...messageDoors(context, { library: 'ws', node: call, handler, through: path, guards: checks, only: 'connection' }))
  }
  return { entryPoints, publications }

  /** `new WebSocket(url)`: the other end is the server. */
  function isOpened(socket: number): boolean {
    return whole.kind[socket] === Kind.New
  }
}

/** `new WebSocketServer({ path: '/feed' })`. */
function pathOf({ linked }: DoorContext, receiver: number): string {
  const { whole } = linked
  for (const server of objectsOf(linked, receiver, SERVER)) {
    const settings = whole.kind[server] === Kind.New || whole.kind[server] === Kind.Call ? whole.args(server)[0] : undefined
    const [path] = settings === undefined ? [] : memberOf(linked, settings, 'path').flatMap((node) => textsOf(linked, node))
    if (path) return path
  }
  return ''
}

/** `verifyClient`, and handlers of `upgrade` that refuse before they hand the socket over. */
function checksOf({ linked, guards }: DoorContext): Guard[] {
  const { whole } = linked
  const found: Guard[] = []
  for (const server of new Set(methodCalls(linked, SERVER).flatMap(({ call }) => objectsOf(linked, receiverOf(linked, call), SERVER)))) {
    const settings = whole.kind[server] === Kind.New ? whole.args(server)[0] : undefined
    for (const check of settings === undefined ? [] : memberOf(linked, settings, 'verifyClient')) {
      const functions = functionsOf(linked, [check])
      const role = functions
        .map((fn) => guards.answersBy(fn) ?? [...guards.ofFunction(fn).roles].find((each) => each === 'authentication'))
        .find(Boolean)
      if (role) found.push({ name: 'verifyClient', role, scope: 'application', at: cite(linked, check) })
    }
  }
  for (const { call, name } of methodCalls(linked, SERVER)) {
    if (name !== 'handleUpgrade') continue
    const fn = whole.functionOf(call)
    const [denial] = fn < 0 ? [] : guards.ofFunction(fn).denials
    if (denial) found.push({ name: 'upgrade', role: denial.role, scope: 'application', at: denial.at })
  }
  return found
}
