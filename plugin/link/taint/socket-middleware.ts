/**
 * What middleware of a namespace of sockets asks before one is let in: `io.of('/rooms').use((socket, next) => { if (!checkToken(
 * socket.handshake.auth.room)) return next(new Error()); next() }).on('connection', …)`. In: the nodes of a way. Out: the call that is
 * asked of the very part of the handshake that is read there.
 */
import { Kind } from '../../graph'
import { isNext } from '../guards/answers'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { conditionsAbove } from '../regions'
import { pathsOfCall } from '../usages/modelled'

/** As `ApiPaths.show` tells them. */
const USES = /^socket\.io\/(?:Server|Namespace)\.use$/
/** One field of what was sent, and not all of it. */
const OF_HANDSHAKE = /^handshake \w+ \S/
const CONNECTS = /^connect(?:ion)?$/
/** Calls that make another form of a value, or ask whether it is one. */
const SAYS_NOTHING = /^(?:Boolean|String|Number|parse(?:Int|Float)|is[A-Z]\w*|trim|to[A-Z]\w*)$/
const MOST_HOPS = 8
/** Nodes of a way until the field is read. */
const MOST_READS = 3
/** Functions that hand a socket on to one another. */
const MOST_CALLS = 3

interface Part {
  /** Parameter that holds the socket. */
  socket: number
  /** `handshake auth room` */
  names: string
}

interface Asked {
  namespace: string
  names: string
  call: number
}

const known = new WeakMap<Linked, { asked: readonly Asked[]; namespaces: ReadonlyMap<number, readonly string[]> }>()

export function askedOfSocket(linked: Linked, steps: readonly number[]): number | undefined {
  const part = steps
    .slice(0, MOST_READS)
    .flatMap((step) => partRead(linked, step) ?? [])
    .find(({ names }) => OF_HANDSHAKE.test(names))
  if (!part) return undefined
  let found = known.get(linked)
  if (!found) {
    found = { asked: askedIn(linked), namespaces: namespacesOfHandlers(linked) }
    known.set(linked, found)
  }
  const { asked, namespaces } = found
  if (asked.length === 0) return undefined
  const within = namespacesOf(linked, part.socket, namespaces, 0)
  const calls = within.map((namespace) => asked.find((each) => each.namespace === namespace && each.names === part.names)?.call)
  return calls.every((call) => call !== undefined) ? calls[0] : undefined
}

function partRead({ whole }: Linked, node: number): Part | undefined {
  const names: string[] = []
  for (let at = node, hops = 0; at >= 0 && at < whole.size && hops < MOST_HOPS; at = whole.a[at] as number, hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return { socket: at, names: names.join(' ') }
    if (kind === Kind.Load) names.unshift(whole.text(whole.b[at] as number))
    else if (kind !== Kind.Refine) return undefined
  }
  return undefined
}

/** What all that stands in front of `next()` asks of sockets, by namespace. */
function askedIn(linked: Linked): Asked[] {
  const { whole, effects } = linked
  return [...lookupOf(whole).named(Kind.Call, 'use')].flatMap((use): Asked[] => {
    if (!pathsOfCall(linked, use).some((path) => USES.test(linked.models.paths.show(path)))) return []
    const namespace = namespaceOf(linked, receiverOf(linked, use))
    return functionsAt(linked, whole.args(use)[0]).flatMap((fn) => {
      const socket = whole.functions[fn]?.params[0]
      const ways = effects.within(fn).filter((call) => whole.kind[call] === Kind.Call && isNext(linked, call) && whole.args(call).length === 0)
      const [shortest = [], ...others] = ways.map((way) => callsAbove(linked, way, socket ?? -1))
      return shortest
        .filter(({ names }) => others.every((other) => other.some((each) => each.names === names)))
        .map((each) => ({ namespace, ...each }))
    })
  })
}

function callsAbove(linked: Linked, way: number, socket: number): { names: string; call: number }[] {
  const { whole } = linked
  const found: { names: string; call: number }[] = []
  for (const condition of conditionsAbove(whole, way))
    isMadeOf(whole, condition, (call) => {
      if (whole.kind[call] !== Kind.Call || SAYS_NOTHING.test(calledName(linked, call))) return false
      for (const argument of whole.args(call))
        isMadeOf(whole, argument, (node) => {
          const part = partRead(linked, node)
          if (part?.socket === socket) found.push({ names: part.names, call })
          return false
        })
      return false
    })
  return found
}

// ── namespaces ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** By function that sockets are handed to when they connect. */
function namespacesOfHandlers(linked: Linked): Map<number, string[]> {
  const { whole } = linked
  const found = new Map<number, string[]>()
  for (const call of lookupOf(whole).named(Kind.Call, /^(?:on|once)$/)) {
    const [event, handler] = whole.args(call)
    if (event === undefined || whole.kind[event] !== Kind.String || !CONNECTS.test(whole.text(whole.a[event] as number))) continue
    const namespace = namespaceOf(linked, receiverOf(linked, call))
    for (const fn of functionsAt(linked, handler)) found.set(fn, [...(found.get(fn) ?? []), namespace])
  }
  return found
}

/** Those whose sockets a parameter may hold; `unknown` where it may hold others. */
function namespacesOf(linked: Linked, socket: number, handlers: ReadonlyMap<number, readonly string[]>, hops: number): string[] {
  const { whole, solver } = linked
  const fn = whole.a[socket] as number
  const own = handlers.get(fn)
  if (own) return [...own]
  const callers = [...(solver.callers.get(fn) ?? [])]
  if (callers.length === 0 || hops >= MOST_CALLS) return ['unknown']
  return callers.flatMap((call) => {
    const handed = partRead(linked, call < whole.size ? (whole.args(call)[whole.b[socket] as number] ?? -1) : -1)
    return handed?.names === '' ? namespacesOf(linked, handed.socket, handlers, hops + 1) : ['unknown']
  })
}

/** What tells a namespace from others: its name, or the node that makes it. The server itself is the namespace without a name. */
function namespaceOf(linked: Linked, node: number): string {
  const { whole, values } = linked
  let at = node
  for (let hops = 0; at >= 0 && at < whole.size && hops < MOST_HOPS; hops++) {
    const [made, ...others] = values.definitions(at)
    if (made === undefined || others.length > 0) break
    if (made >= whole.size || whole.kind[made] !== Kind.Call) return `${made}`
    const name = calledName(linked, made)
    if (name === 'of') {
      const [path] = whole.args(made)
      const [text, ...more] = path === undefined ? [] : values.texts(path)
      return text?.exact && more.length === 0 ? text.value : `${path}`
    }
    if (name !== 'use' && name !== 'on' && name !== 'once') return `${made}`
    at = receiverOf(linked, made)
  }
  return `${at}`
}

function functionsAt({ solver }: Linked, node: number | undefined): number[] {
  if (node === undefined) return []
  return solver.of(node).flatMap((label) => (solver.labels.kind[label] === LabelKind.Function ? [solver.labels.data[label] as number] : []))
}
