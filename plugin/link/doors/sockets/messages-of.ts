/** Doors of one handler of messages: one for each type that it tells apart, else one for all of them. */
import type { EntryPoint, Guard, Publication } from '../../../types'
import { cite, type Linked } from '../../linked'
import type { DoorContext } from '../door'
import { entryOf, functionsOf } from '../entry'
import { memberOf, shapeOf, textsOf } from '../written'
import { messageTypes, payloadOf } from './messages'

export interface MessageHandler {
  library: string
  node: number
  handler: number
  /** Path at which sockets are accepted; '' where the code says none. */
  through: string
  guards?: Guard[]
  /** Name of the one door, where messages are not told apart. */
  only?: string
  /** Parameter of the handler that carries the message. */
  message?: number
  parameters?: EntryPoint['parameters']
}

export function messageDoors({ linked, guards }: DoorContext, found: MessageHandler): EntryPoint[] {
  const functions = functionsOf(linked, [found.handler])
  const types = found.only ? [] : messageTypes(linked, functions)
  const doors = types.length > 0 ? types : [{ name: found.only ?? 'message', node: found.node }]
  const payload = found.parameters ?? (found.only ? [] : payloadOf(linked, functions, found.message ?? 0))
  return doors.map(({ name, node }) =>
    entryOf(linked, guards, {
      kind: 'websocket',
      framework: found.library,
      method: 'SEND',
      path: name,
      ...(found.through && found.through !== '/' ? { through: found.through } : {}),
      node,
      handlers: [found.handler],
      guards: found.guards ?? [],
      parameters: payload,
    }),
  )
}

/** `socket.send(JSON.stringify({ type: 'joined', … }))`: what the message says it is. */
export function sent(linked: Linked, library: string, call: number, payload: number): Publication[] {
  const { whole, values } = linked
  const [made = payload] = values.definitions(payload)
  const inner = whole.args(made)?.[0] ?? made
  const [topic] = ['type', 'event', 'action', 'kind', 'op'].flatMap((key) => memberOf(linked, inner, key)).flatMap((node) => textsOf(linked, node))
  const shape = shapeOf(linked, payload)
  return [{ kind: 'websocket', library, topic: topic ?? 'message', ...(shape ? { shape } : {}), at: cite(linked, call) }]
}
