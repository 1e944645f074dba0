/**
 * Servers of WebSockets, and what they go by before they take a connection. Browsers open sockets for pages of any site, with the cookies
 * of their visitor, and say only in the header Origin whose page it is. In: servers of `ws`. Out: a use of the kind `socket-server` for
 * each whose connections are taken here: whether anybody reads Origin, and what tells one caller from another.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { Usage } from '../../types'
import { functionsOf } from '../doors/entry'
import { memberOf, methodCalls, objectsOf, textsOf } from '../doors/written'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { namesOf, thingNamed } from '../names'
import { isEqual, NOT } from '../operators'
import { modelsOfCalls, usage } from './modelled'

const SERVER = 'ws/Server'
const LISTENS = /^(?:on|once|addListener|addEventListener)$/
/** Functions called from those that take connections are followed this far. */
const MOST_DEPTH = 3

/** What a page of another site does not know, however it is handed over. */
const SENT_ON_PURPOSE = /token|auth(?!ors?\b)|passw|secret|jwt|api_?key|credential|ticket|signature|csrf|xsrf|nonce/i
/** Where the caller's own program writes something, and a browser nothing by itself. */
const BY_THE_CALLER = /^(?:authorization|sec-websocket-protocol|protocol|searchParams|query)$/i
const ORIGIN = /^(?:origin|sec-websocket-origin)$/i
const OF_BROWSERS = /^(?:session|cookies|signedCookies)$/
const CHANGES = new Set(['command', 'code', 'record'])
const CHANGES_FILES = /^(?:write|append|unlink|rm|rename|mkdir|copy|output|remove|symlink|truncate)/

export function socketServers(linked: Linked): Usage[] {
  const calls = methodCalls(linked, SERVER)
  const servers = new Set(calls.flatMap(({ call }) => objectsOf(linked, receiverOf(linked, call), SERVER)))
  return [...servers]
    .sort((one, other) => one - other)
    .flatMap((server) => {
      if (linked.whole.kind[server] !== Kind.New) return []
      const asks = asksOf(
        linked,
        server,
        calls.filter(({ call }) => objectsOf(linked, receiverOf(linked, call), SERVER).includes(server)),
      )
      return asks ? [usage(linked, server, 'socket-server', 'ws', 'WebSocketServer', { asks: { state: 'constant', texts: [asks] } })] : []
    })
}

/**
 * `origin`: the header is read. `cookie`: what browsers send by themselves. `sent`: what the caller's own program sends. `open`: the same,
 * where a setting leaves it out. `nobody`: nothing, and messages do something. `unknown`: not all of it is known. Nothing where no
 * connection is taken.
 */
type Asks = 'origin' | 'cookie' | 'sent' | 'open' | 'nobody' | 'unknown'

function asksOf(linked: Linked, server: number, calls: readonly { call: number; name: string }[]): Asks | undefined {
  const { whole } = linked
  const [settings] = whole.args(server)
  const asking: number[] = settings === undefined ? [] : functionsOf(linked, memberOf(linked, settings, 'verifyClient'))
  const verified = settings === undefined ? [] : memberOf(linked, settings, 'verifyClient')
  if (verified.length > 0 && asking.length === 0) return 'unknown'
  let taken = 0
  for (const { call, name } of calls) {
    const args = whole.args(call)
    if (name === 'handleUpgrade') {
      asking.push(whole.functionOf(call), ...upgradesThrough(linked, whole.functionOf(call)))
      const callbacks = args[3] === undefined ? [] : functionsOf(linked, [args[3]])
      taken += callbacks.length
      asking.push(...callbacks)
    } else if (LISTENS.test(name) && args[1] !== undefined && textsOf(linked, args[0]).includes('connection')) {
      const handlers = functionsOf(linked, [args[1]])
      taken += handlers.length
      asking.push(...handlers)
    }
  }
  if (taken === 0) return undefined
  const functions = below(linked, new Set(asking.filter((fn) => fn >= 0)))
  return judge(linked, functions)
}

/** Handlers of `upgrade` that lead to the function in which the connection is taken over. */
function upgradesThrough(linked: Linked, through: number): number[] {
  const { whole } = linked
  return [...lookupOf(whole).named(Kind.Call, LISTENS)].flatMap((call) => {
    const [event, handler] = whole.args(call)
    if (event === undefined || handler === undefined || !textsOf(linked, event).includes('upgrade')) return []
    return functionsOf(linked, [handler]).filter((fn) => below(linked, new Set([fn])).has(through))
  })
}

/** Functions, those inside them, and those that they call. */
function below({ effects, solver }: Linked, functions: ReadonlySet<number>): Set<number> {
  const depths = new Map<number, number>()
  const visit = (fn: number, depth: number): void => {
    if ((depths.get(fn) ?? Number.POSITIVE_INFINITY) <= depth) return
    depths.set(fn, depth)
    for (const inner of effects.functionsIn(fn)) visit(inner, depth)
    if (depth < MOST_DEPTH) for (const node of effects.ofFunction(fn)) for (const callee of solver.callees.get(node) ?? []) visit(callee, depth + 1)
  }
  for (const fn of functions) visit(fn, 0)
  return new Set(depths.keys())
}

function judge(linked: Linked, functions: ReadonlySet<number>): Asks | undefined {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const nodes = [...functions].flatMap((fn) => [...lookup.inFunction(fn)])
  const names = (node: number) => wordsOf(linked, node)
  if (nodes.some((node) => names(node).some((name) => ORIGIN.test(name)))) return 'origin'
  const handedOn = nodes.filter((node) => handsRequestOn(linked, node))
  if (handedOn.some((node) => !isKnown(linked, node))) return 'unknown'
  if (nodes.some((node) => isSentByBrowsers(linked, node)))
    // A token beside the cookie is what a page of another site lacks.
    return nodes.some((node) => names(node).some((name) => BY_THE_CALLER.test(name) || /csrf|xsrf|nonce|ticket/i.test(name))) ? 'sent' : 'cookie'
  const sent = nodes.some((node) => names(node).some((name) => BY_THE_CALLER.test(name) || SENT_ON_PURPOSE.test(name)))
  if (sent) return nodes.some((node) => isLeftOut(linked, node)) && hearsMessages(linked, nodes) ? 'open' : 'sent'
  if (handedOn.length > 0) return 'unknown'
  return hearsMessages(linked, nodes) && nodes.some((node) => doesSomething(linked, node)) ? 'nobody' : 'sent'
}

/** What a node reads or calls by name, or asks for by a text. */
function wordsOf(linked: Linked, node: number): string[] {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      return [whole.text(whole.b[node] as number)]
    case Kind.String:
      return [whole.text(whole.a[node] as number)].filter((text) => /^[\w-]+$/.test(text))
    case Kind.Call:
      return [calledName(linked, node)]
    default:
      return []
  }
}

const isRequest = (linked: Linked, node: number): boolean =>
  apiPathsOf(linked, node).some((path) => /\/(?:Upgrade|IncomingMessage|Request)$/.test(linked.models.paths.show(path)))

/** `request.session`, `request.headers.cookie` */
function isSentByBrowsers(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Load) return false
  const name = whole.text(whole.b[node] as number)
  const object = whole.a[node] as number
  if (name === 'cookie') return whole.kind[object] === Kind.Load && whole.text(whole.b[object] as number) === 'headers'
  return OF_BROWSERS.test(name) && isRequest(linked, object)
}

/** A call is handed the request as a whole, or all its headers. */
function handsRequestOn(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Call) return false
  return whole
    .args(node)
    .some(
      (argument) =>
        isRequest(linked, argument) ||
        (whole.kind[argument] === Kind.Load &&
          whole.text(whole.b[argument] as number) === 'headers' &&
          isRequest(linked, whole.a[argument] as number)),
    )
}

/** Code of the program, or a library's that has a name. */
const isKnown = ({ solver }: Linked, call: number): boolean => (solver.callees.get(call)?.size ?? 0) > 0 || (solver.apiCalls.get(call)?.size ?? 0) > 0

function hearsMessages(linked: Linked, nodes: readonly number[]): boolean {
  const { whole } = linked
  return nodes.some((node) => {
    if (whole.kind[node] === Kind.Store) return whole.text(whole.b[node] as number) === 'onmessage'
    if (whole.kind[node] !== Kind.Call || !LISTENS.test(calledName(linked, node))) return false
    return textsOf(linked, whole.args(node)[0]).includes('message')
  })
}

/** `if (!token || token === sent)`: where the setting is empty, everybody comes in. */
function isLeftOut(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Choice || whole.c[node] !== ChoiceKind.Or) return false
  const items = [...whole.items(whole.a[node] as number)]
  const empty = items
    .filter((item) => whole.kind[item] === Kind.Unary && whole.c[item] === NOT)
    .map((item) => thingNamed(whole, whole.a[item] as number))
  return items.some((item) => {
    if (whole.kind[item] !== Kind.Binary || !isEqual(whole.c[item] as number)) return false
    const sides = [thingNamed(whole, whole.a[item] as number), thingNamed(whole, whole.b[item] as number)]
    const other = sides.find((side) => !empty.includes(side))
    return (
      sides.some((side) => empty.includes(side)) &&
      sides.flatMap((side) => namesOf(linked, side)).some((name) => SENT_ON_PURPOSE.test(name)) &&
      other !== undefined
    )
  })
}

/** Another program is run, or something that is kept is changed. */
function doesSomething(linked: Linked, node: number): boolean {
  const { sinks, records } = modelsOfCalls(linked)
  if ((records.get(node) ?? []).some(({ does }) => does !== 'read')) return true
  return (sinks.get(node) ?? []).some(({ kind }) => CHANGES.has(kind) || (kind === 'path' && CHANGES_FILES.test(calledName(linked, node))))
}
