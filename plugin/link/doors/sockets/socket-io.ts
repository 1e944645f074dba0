/** Socket.IO: events that clients send, by namespace, and events that the server sends. */
import { Kind } from '../../../graph'
import type { Guard, Publication } from '../../../types'
import { cite, receiverOf } from '../../linked'
import { NO_CONTEXT } from '../../values/index'
import type { DoorDetector } from '../door'
import { entryOf, functionsOf } from '../entry'
import { registeredFor } from '../registered-for'
import { listOf, methodCalls, objectsOf, shapeOf, textsOf } from '../written'
import { payloadOf } from './messages'

const SERVER = 'socket.io/Server'
const NAMESPACE = 'socket.io/Namespace'
const SOCKET = 'socket.io/Socket'
/** What the library itself says on a socket or a server. */
const RESERVED = new Set([
  'connect',
  'connection',
  'connect_error',
  'disconnect',
  'disconnecting',
  'error',
  'newListener',
  'removeListener',
  'new_namespace',
])
const LISTENS = new Set(['on', 'once', 'addListener', 'prependListener'])
const SENDS = new Set(['emit', 'emitWithAck', 'serverSideEmit', 'send', 'write'])

export const socketIo: DoorDetector = ({ linked, guards }) => {
  const { whole } = linked
  const servers = [...methodCalls(linked, SERVER), ...methodCalls(linked, NAMESPACE)].sort((one, other) => one.call - other.call)
  const namespaces = (receiver: number): string[] => {
    const made = objectsOf(linked, receiver, NAMESPACE)
    const named = made.flatMap((node) => (whole.kind[node] === Kind.Call ? listOf(linked, whole.args(node)[0]) : ['/']))
    return named.length > 0 ? named : ['/']
  }
  // A socket is the parameter of a handler of connections; it keeps its identity wherever it is handed.
  const spaces = new Map<number, Set<string>>()
  const checks = new Map<string, Guard[]>()
  for (const { call, name } of servers) {
    const args = [...whole.args(call)]
    const into = (functions: number[]) => {
      for (const fn of functions) {
        const param = whole.functions[fn]?.params[0]
        if (param === undefined) continue
        const known = spaces.get(param) ?? new Set<string>()
        for (const space of namespaces(receiverOf(linked, call))) known.add(space)
        spaces.set(param, known)
      }
    }
    if (LISTENS.has(name) && args[1] !== undefined) into(functionsOf(linked, [args[1]]))
    if (name === 'use' && args[0] !== undefined) {
      into(functionsOf(linked, [args[0]]))
      const { roles } = guards.ofNode(args[0])
      for (const role of roles)
        for (const space of namespaces(receiverOf(linked, call))) {
          const guard: Guard = { name: whole.sourceOf(args[0], 40), role, scope: 'application', at: cite(linked, call) }
          checks.set(space, [...(checks.get(space) ?? []), guard])
        }
    }
  }
  const entryPoints = methodCalls(linked, SOCKET)
    .filter(({ name }) => LISTENS.has(name))
    .flatMap(({ call }) => {
      const receiver = receiverOf(linked, call)
      const sockets = objectsOf(linked, receiver, SOCKET)
      const through = new Set(sockets.flatMap((socket) => [...(spaces.get(socket) ?? ['/'])]))
      const [event, handler] = whole.args(call)
      if (event === undefined || handler === undefined) return []
      return linked.values.contexts([event, handler]).flatMap((context) =>
        linked.values
          .texts(event, context)
          .map(({ value }) => value)
          .filter((text) => !RESERVED.has(text))
          .flatMap((path) =>
            [...through].map((space) =>
              entryOf(linked, guards, {
                kind: 'websocket',
                framework: 'socket.io',
                method: 'SEND',
                path,
                ...(space === '/' ? {} : { through: space }),
                node: call,
                handlers: [handler],
                guards: [...(checks.get(space) ?? []), ...registeredFor(linked, guards, call)],
                parameters: [0, 1, 2].flatMap((index) => payloadOf(linked, functionsOf(linked, [handler]), index)),
              }),
            ),
          ),
      )
    })
  const publications = [...servers, ...methodCalls(linked, SOCKET), ...methodCalls(linked, 'socket.io/Sender')]
    .filter(({ name }) => SENDS.has(name))
    .sort((one, other) => one.call - other.call)
    .flatMap(({ call, name }): Publication[] => {
      const [first, second] = whole.args(call)
      const isNamed = name === 'emit' || name === 'emitWithAck' || name === 'serverSideEmit'
      const topics = isNamed ? topicsOf(first) : ['message']
      const shape = shapeOf(linked, isNamed ? second : first)
      return topics.map((topic) => ({ kind: 'websocket', library: 'socket.io', topic, ...(shape ? { shape } : {}), at: cite(linked, call) }))
    })
  return { entryPoints, publications: distinct(publications) }

  function topicsOf(node: number | undefined): string[] {
    if (node === undefined) return []
    const texts = linked.values.contexts([node]).flatMap((context) => textsOf(linked, node, context))
    return texts.length > 0 ? [...new Set(texts)] : linked.values.texts(node, NO_CONTEXT).map(({ value }) => value)
  }
}

function distinct(publications: Publication[]): Publication[] {
  return [...new Map(publications.map((each) => [`${each.topic} ${each.at.file}:${each.at.line}`, each])).values()]
}
