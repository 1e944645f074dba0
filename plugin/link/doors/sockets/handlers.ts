/**
 * Sockets that a framework accepts at a path: `app.ws(path, …)` of Elysia, uWebSockets and express-ws, `websocket: true` of
 * Fastify, `upgradeWebSocket` of Hono, `Bun.serve`, PartyKit, Durable Objects, SockJS.
 */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { EntryPoint, Publication } from '../../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { DoorContext, DoorDetector } from '../door'
import { functionsOf } from '../entry'
import { callsTo, isTrue, memberOf, textsOf } from '../written'
import { messageDoors, sent } from './messages-of'

export const acceptedSockets: DoorDetector = (context) => {
  const doors = [
    ...socketRoutes(context),
    ...fastifySockets(context),
    ...honoSockets(context),
    ...serverSettings(context),
    ...socketClasses(context),
    ...sockJs(context),
  ]
  return { entryPoints: doors.flatMap(({ entryPoints }) => entryPoints), publications: doors.flatMap(({ publications }) => publications) }
}

interface Found {
  entryPoints: EntryPoint[]
  publications: Publication[]
}

/** Libraries whose applications have `ws(path, …)`, by the root of their API paths. */
const SOCKET_ROUTES: [RegExp, string][] = [
  [/^(?:npm|type):elysia\b/, 'elysia'],
  [/^(?:npm|type):uWebSockets\.js\b/, 'uWebSockets.js'],
  [/^(?:npm|type):(?:express|express-ws)\b/, 'express-ws'],
  [/^(?:npm|type):hyper-express\b/, 'hyper-express'],
]

function libraryOf({ models }: Linked, paths: Iterable<number>): string | undefined {
  for (const path of paths) {
    const root = models.paths.rootOf(path)
    const known = SOCKET_ROUTES.find(([pattern]) => pattern.test(root))
    if (known) return known[1]
  }
  return undefined
}

function socketRoutes(context: DoorContext): Found[] {
  const { linked } = context
  const { whole, solver } = linked
  return [...lookupOf(whole).named(Kind.Call, 'ws')].flatMap((call): Found[] => {
    const receiver = receiverOf(linked, call)
    if (receiver < 0) return []
    const library = libraryOf(linked, [...(solver.apiCalls.get(call) ?? []), ...apiPathsOf(linked, receiver)])
    const args = [...whole.args(call)]
    const [path] = textsOf(linked, args[0])
    const last = args[args.length - 1]
    if (!library || path === undefined || last === undefined || args.length < 2) return []
    if (library === 'express-ws') return functionsOf(linked, [last]).map((fn) => ofSocketParameter(context, library, fn, path, call))
    const message = memberOf(linked, last, 'message')
    // uWebSockets hands over the socket first, as Elysia does.
    return message.map((handler) => ({
      entryPoints: messageDoors(context, { library, node: call, handler, through: path, message: 1 }),
      publications: sentBy(linked, library, handler),
    }))
  })
}

/** A handler whose first parameter is the socket, or holds it: `connection.socket`. */
function ofSocketParameter(context: DoorContext, library: string, fn: number, path: string, node: number): Found {
  const { linked } = context
  const { whole } = linked
  const param = whole.functions[fn]?.params[0]
  const found: Found = { entryPoints: [], publications: [] }
  if (param === undefined) return found
  const isSocket = (at: number) =>
    at === param || (whole.kind[at] === Kind.Load && whole.a[at] === param && /^(?:socket|websocket|ws)$/.test(whole.text(whole.b[at] as number)))
  for (const call of linked.effects.within(fn)) {
    if (whole.kind[call] === Kind.Store) {
      if (whole.text(whole.b[call] as number) === 'onmessage' && isSocket(whole.a[call] as number))
        found.entryPoints.push(...messageDoors(context, { library, node: call, handler: whole.c[call] as number, through: path }))
      continue
    }
    if (whole.kind[call] !== Kind.Call || !isSocket(receiverOf(linked, call))) continue
    const [first, second] = whole.args(call)
    const name = calledName(linked, call)
    if (/^(?:on|once|addEventListener)$/.test(name) && second !== undefined && textsOf(linked, first).includes('message'))
      found.entryPoints.push(...messageDoors(context, { library, node: call, handler: second, through: path }))
    else if (name === 'send' && first !== undefined) found.publications.push(...sent(linked, library, call, first))
  }
  const functions = whole.functions[fn]?.node
  if (found.entryPoints.length === 0 && functions !== undefined)
    found.entryPoints.push(...messageDoors(context, { library, node, handler: functions, through: path, only: 'connection' }))
  return found
}

/** `fastify.get('/feed', { websocket: true }, (socket) => …)`. */
function fastifySockets(context: DoorContext): Found[] {
  const { linked } = context
  const { whole, solver, models } = linked
  const found: Found[] = []
  const lookup = lookupOf(whole)
  const options = new Set<number>()
  for (const property of lookup.named(Kind.Property, 'websocket'))
    if (isTrue(linked, [whole.b[property] as number])) options.add(lookup.objectOf(property))
  if (options.size === 0) return found
  for (const call of lookup.named(Kind.Call, new Set(['get', 'route']))) {
    const args = [...whole.args(call)]
    if (!args.some((argument) => options.has(argument))) continue
    if (![...(solver.apiCalls.get(call) ?? [])].some((path) => /^(?:npm|type):fastify\b/.test(models.paths.rootOf(path)))) continue
    const isRoute = calledName(linked, call) === 'route'
    const settings = args.find((argument) => options.has(argument)) as number
    const [path] = isRoute
      ? ['url', 'path'].flatMap((key) => memberOf(linked, settings, key)).flatMap((node) => textsOf(linked, node))
      : textsOf(linked, args[0])
    const handlers = isRoute ? [...memberOf(linked, settings, 'wsHandler'), ...memberOf(linked, settings, 'handler')].slice(0, 1) : args.slice(-1)
    for (const fn of functionsOf(linked, handlers)) found.push(ofSocketParameter(context, '@fastify/websocket', fn, path ?? '', call))
  }
  return found
}

/** `app.get('/feed', upgradeWebSocket((c) => ({ onMessage(event, socket) { … } })))`. */
function honoSockets(context: DoorContext): Found[] {
  const { linked } = context
  const { whole } = linked
  const around = new Map<number, number>()
  const calls = lookupOf(whole).named(Kind.Call, 'upgradeWebSocket')
  if (calls.length === 0) return []
  const wanted = new Set(calls)
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['get', 'on', 'all', 'use'])))
    for (const argument of whole.args(call)) if (wanted.has(argument)) around.set(argument, call)
  return [...calls].flatMap((call): Found[] => {
    const outer = around.get(call)
    const [path = ''] = outer === undefined ? [] : textsOf(linked, whole.args(outer)[0])
    const makers = functionsOf(linked, [whole.args(call)[0] ?? -1])
    const events = makers.length > 0 ? makers.flatMap((fn) => whole.functions[fn]?.returns ?? []) : whole.args(call).slice(0, 1)
    return events
      .flatMap((node) => memberOf(linked, node, 'onMessage'))
      .map((handler) => ({
        entryPoints: messageDoors(context, { library: 'hono', node: call, handler, through: path }),
        publications: sentBy(linked, 'hono', handler),
      }))
  })
}

/** `Bun.serve({ websocket: { message(socket, data) { … } } })`, `defineWebSocketHandler({ message(peer, message) { … } })`. */
function serverSettings(context: DoorContext): Found[] {
  const { linked } = context
  const { whole, models } = linked
  const bun = [...lookupOf(whole).named(Kind.Call, 'serve')].filter((call) =>
    apiPathsOf(linked, receiverOf(linked, call)).some((path) => models.paths.rootOf(path) === 'global:Bun'),
  )
  const found: { call: number; settings: number[]; library: string }[] = [
    ...bun.map((call) => ({
      call,
      library: 'bun',
      settings: whole.args(call)[0] === undefined ? [] : memberOf(linked, whole.args(call)[0] as number, 'websocket'),
    })),
    ...[...lookupOf(whole).named(Kind.Call, 'defineWebSocketHandler')].map((call) => ({
      call,
      library: 'h3',
      settings: whole.args(call).slice(0, 1),
    })),
  ]
  return found.flatMap(({ call, settings, library }) =>
    settings
      .flatMap((node) => memberOf(linked, node, 'message'))
      .map((handler) => ({
        entryPoints: messageDoors(context, { library, node: call, handler, through: library === 'h3' ? routeOf(linked, call) : '', message: 1 }),
        publications: sentBy(linked, library, handler),
      })),
  )
}

/** `server/routes/feed.ts` is `/feed`. */
function routeOf({ whole }: Linked, node: number): string {
  const { path } = whole.files[whole.fileOf(node)] as { path: string }
  const place = /(?:^|\/)(?:server\/)?(?:routes|(?=api\/))(?:\/)?(.+)\.[cm]?[jt]s$/.exec(path)?.[1]
  return place ? `/${place.replace(/(?:^|\/)index$/, '').replace(/\[(?:\.{3})?(\w+)\]/g, ':$1')}` : ''
}

/** Methods of a class that a platform calls with what a socket sends. */
const SOCKET_METHODS: Record<string, { library: string; first: number; of: RegExp }> = rowsByName({
  webSocketMessage: { library: 'cloudflare:workers', first: 1, of: /DurableObject/ },
  onMessage: { library: 'partykit', first: 0, of: /Party|Server/ },
})

function socketClasses(context: DoorContext): Found[] {
  const { linked } = context
  const { whole, dependencies } = linked
  return whole.classes.flatMap((cls) =>
    cls.members.flatMap((member): Found[] => {
      const known = Object.hasOwn(SOCKET_METHODS, member.name) ? SOCKET_METHODS[member.name] : undefined
      if (!known || member.node < 0 || member.static) return []
      const { text } = whole.files[cls.file] as { text: string }
      const head = text.slice(cls.fact.pos, cls.fact.pos + 400).split('{')[0] ?? ''
      const isParty = known.library === 'partykit' && (dependencies.has('partykit') || dependencies.has('partyserver'))
      if (!known.of.test(head) || (known.library === 'partykit' && !isParty)) return []
      return [
        {
          entryPoints: messageDoors(context, { library: known.library, node: member.node, handler: member.node, through: '', message: known.first }),
          publications: sentBy(linked, known.library, member.node),
        },
      ]
    }),
  )
}

/** `echo.on('connection', (connection) => connection.on('data', …))`, `echo.installHandlers(server, { prefix: '/echo' })`. */
function sockJs(context: DoorContext): Found[] {
  const { linked } = context
  const { whole } = linked
  const servers = new Set(callsTo(linked, 'sockjs', 'createServer'))
  if (servers.size === 0) return []
  const isServer = (node: number) => linked.values.definitions(node).some((made) => servers.has(made))
  const found: Found[] = []
  let path = ''
  for (const call of lookupOf(whole).named(Kind.Call, 'installHandlers'))
    if (isServer(receiverOf(linked, call)))
      path = memberOf(linked, whole.args(call)[1] ?? -1, 'prefix').flatMap((node) => textsOf(linked, node))[0] ?? path
  for (const call of lookupOf(whole).named(Kind.Call, 'on')) {
    if (!isServer(receiverOf(linked, call)) || !textsOf(linked, whole.args(call)[0]).includes('connection')) continue
    for (const fn of functionsOf(linked, [whole.args(call)[1] ?? -1])) {
      const param = whole.functions[fn]?.params[0]
      for (const inner of linked.effects.within(fn)) {
        if (whole.kind[inner] !== Kind.Call || receiverOf(linked, inner) !== param) continue
        const [first, second] = whole.args(inner)
        if (calledName(linked, inner) === 'on' && second !== undefined && textsOf(linked, first).includes('data'))
          found.push({ entryPoints: messageDoors(context, { library: 'sockjs', node: inner, handler: second, through: path }), publications: [] })
        else if (calledName(linked, inner) === 'write' && first !== undefined)
          found.push({ entryPoints: [], publications: sent(linked, 'sockjs', inner, first) })
      }
    }
  }
  return found
}

/** `socket.send(…)` in a handler, whatever the socket is called there. */
function sentBy(linked: Linked, library: string, handler: number): Publication[] {
  const { whole } = linked
  return functionsOf(linked, [handler]).flatMap((fn) => {
    const params = new Set(whole.functions[fn]?.params ?? [])
    return linked.effects.within(fn).flatMap((call) => {
      const [first, second] = whole.args(call)
      if (whole.kind[call] !== Kind.Call || !params.has(receiverOf(linked, call)) || first === undefined) return []
      const name = calledName(linked, call)
      return name === 'send'
        ? sent(linked, library, call, first)
        : name === 'publish' && second !== undefined
          ? sent(linked, library, call, second)
          : []
    })
  })
}
