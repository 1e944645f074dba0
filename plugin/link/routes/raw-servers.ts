/**
 * Servers without a router: one function takes every request and asks for its path and method itself. In: the functions that
 * are handed to such servers. Out: a route for each address that is asked for.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, cite, functionsAt, type Linked } from '../linked'
import { NO_CONTEXT } from '../values/index'
import { handlersOf } from './handlers'
import { isFaultAt } from './refusals'
import { type Address, addressesAt, addressIn, both, isMethodAndPath, isPath } from './tests-of-requests'
import { type FoundRoute, type Handler, type RouteTree, valuesAt } from './tree'

interface Place {
  address: Address
  /** Function in which the answer stands. */
  fn: number
  regions: Set<number>
  /** Calls that run under the address alone. */
  node: number
  /** The function that the request is handed on to, where that is all that happens. */
  target: number | undefined
}

const MOST_DEPTH = 4
const MOST_VISITS = 400

/** Calls that are handed the function of a server, with where it stands. */
export function rawServerRoutes(tree: RouteTree): FoundRoute[] {
  const found: FoundRoute[] = []
  for (const [call, library, act] of tree.calls) {
    if (act.act !== 'serve' || isOtherEvent(tree.linked, call)) continue
    for (const handler of handlersOf(tree, valuesAt(tree, call, act.handler, NO_CONTEXT), NO_CONTEXT))
      for (const fn of handler.functions) found.push(...routesIn(tree, fn, call, library))
  }
  return distinct(found)
}

/** `server.on('error', f)`: only requests are of interest. */
function isOtherEvent(linked: Linked, call: number): boolean {
  const [event] = linked.whole.args(call)
  return (
    /^(?:on|once|addListener)$/.test(calledName(linked, call)) &&
    event !== undefined &&
    !linked.values.texts(event).some(({ value }) => value === 'request')
  )
}

/** Middleware that asks for paths and answers at some. Where it asks only to let pass, there is no door. */
export function askedForIn(tree: RouteTree, fn: number, call: number, library: string): FoundRoute[] {
  return routesIn(tree, fn, call, library, (node) => answers(tree.linked, node)).filter(({ path }) => !path.endsWith('*'))
}

/** `ctx.body = x`, `res.end(x)`: what a client gets to see. */
function answers(linked: Linked, node: number): boolean {
  const { whole } = linked
  const isAnswer =
    whole.kind[node] === Kind.Store
      ? whole.text(whole.b[node] as number) === 'body'
      : whole.kind[node] === Kind.Call && /^(?:end|send|json|sendFile|render|download)$/.test(calledName(linked, node))
  return isAnswer && !isFaultAt(linked, node)
}

function routesIn(tree: RouteTree, fn: number, call: number, library: string, counts: (node: number) => boolean = () => true): FoundRoute[] {
  const { linked } = tree
  const places = new Map<string, Place>()
  visit(linked, { fn, outer: [{}], depth: 0 }, { places, seen: new Set(), counts })
  const told = [...places.values()]
  // A path that is asked for with a method is not also there without.
  const withMethod = new Set(told.filter(({ address }) => address.method !== undefined).map(({ address }) => address.path))
  const exact = told.some(({ address }) => address.path !== undefined && !address.path.endsWith('/*'))
  return told
    .filter(({ address }) => address.path !== undefined && (address.method !== undefined || !withMethod.has(address.path)))
    .filter(({ address }) => !exact || !address.path?.endsWith('/*') || !told.some((other) => isBelow(other.address.path, address.path)))
    .map((place) => routeOf(tree, place, call, library))
}

const isBelow = (path: string | undefined, wildcard: string | undefined) =>
  path !== undefined && wildcard !== undefined && path !== wildcard && path.startsWith(wildcard.slice(0, -1))

interface Walk {
  places: Map<string, Place>
  seen: Set<string>
  /** Whether what happens at a node makes its address one. */
  counts: (node: number) => boolean
}

/** Everything that a function does, with the addresses under which it does it. */
function visit(linked: Linked, { fn, outer, depth }: { fn: number; outer: readonly Address[]; depth: number }, walk: Walk): void {
  const { effects, solver, whole } = linked
  const { places, seen } = walk
  const visited = `${fn} ${outer.map(({ method, path }) => `${method} ${path}`).join()}`
  if (seen.has(visited) || seen.size > MOST_VISITS || depth > MOST_DEPTH) return
  seen.add(visited)
  for (const node of effects.ofFunction(fn)) {
    const addresses = both(outer, addressesAt(linked, node))
    const callees = whole.kind[node] === Kind.Call ? [...(solver.callees.get(node) ?? [])].filter((callee) => takesRequest(linked, node, callee)) : []
    if (walk.counts(node))
      for (const address of addresses)
        if (address.path !== undefined) put(places, { address, fn, regions: new Set([whole.region[node] as number]), node, target: callees[0] })
    // Where the request is handed on, the other function may ask for the rest.
    for (const callee of callees) visit(linked, { fn: callee, outer: addresses, depth: depth + 1 }, walk)
  }
  for (const inner of effects.functionsIn(fn)) {
    const node = whole.functions[inner]?.node ?? -1
    if (node >= 0) visit(linked, { fn: inner, outer: both(outer, addressesAt(linked, node)), depth: depth + 1 }, walk)
  }
  for (const { address, node, functions } of tableLooks(linked, fn))
    for (const given of both(addressesAt(linked, node), [address]))
      put(places, { address: given, fn, regions: new Set([whole.region[node] as number]), node, target: functions[0] })
}

function put(places: Map<string, Place>, place: Place): void {
  const key = `${place.address.method ?? ''} ${place.address.path}`
  const known = places.get(key)
  if (!known) places.set(key, place)
  else {
    for (const region of place.regions) known.regions.add(region)
    known.target ??= place.target
  }
}

/** `routes[pathname]`, `` routes[`${method} ${path}`] ``: the keys of a literal table, and what is there. */
function tableLooks(linked: Linked, fn: number): { address: Address; node: number; functions: number[] }[] {
  const { solver, values, whole } = linked
  const found: { address: Address; node: number; functions: number[] }[] = []
  const fact = whole.functions[fn]
  if (!fact) return found
  for (const call of linked.effects.ofFunction(fn)) {
    for (const load of values.definitions(whole.kind[call] === Kind.Call ? (whole.a[call] as number) : -1)) {
      if (whole.kind[load] !== Kind.LoadDynamic) continue
      const key = whole.b[load] as number
      const whole_ = isMethodAndPath(linked, key)
      if (!whole_ && !isPath(linked, key)) continue
      for (const label of solver.of(whole.a[load] as number)) {
        if (solver.labels.kind[label] !== LabelKind.Object) continue
        for (const [property, field] of solver.fieldsOf.get(label) ?? []) {
          const text = whole.text(property)
          const address = whole_ ? addressIn(text) : text.startsWith('/') ? { path: text } : undefined
          if (address) found.push({ address, node: call, functions: functionsAt(linked, field) })
        }
      }
    }
  }
  return found
}

/** Handed the request: its first parameter is one. */
function takesRequest(linked: Linked, call: number, callee: number): boolean {
  const { models, solver, whole } = linked
  if ((whole.functions[callee]?.params.length ?? 0) === 0) return false
  return whole.args(call).some((argument) =>
    solver.of(argument).some((label) => {
      const path = solver.labels.kind[label] === LabelKind.Api ? models.paths.show(solver.labels.data[label] as number) : ''
      return /\/(?:IncomingMessage|Request|Context)$|(?:^|[.!])Request!?$/.test(path)
    }),
  )
}

function routeOf({ linked, guards }: RouteTree, { address, fn, regions, node, target }: Place, call: number, library: string): FoundRoute {
  const { whole, solver } = linked
  const functions = [target ?? fn]
  const fact = whole.functions[functions[0] as number]
  const name = fact?.fact.name || `the handler of ${library === 'http' ? 'the server' : library}`
  const handler: Handler = {
    node: fact?.node ?? call,
    name,
    at: cite(linked, target === undefined ? node : (fact?.node ?? node)),
    labels: functions.map((one) => solver.labels.of(LabelKind.Function, one)),
    functions,
  }
  // What is refused before the address is asked for holds for it too.
  const before = target === undefined ? [] : guards.ofFunction(fn).denials.filter(({ at }) => at.line < cite(linked, node).line)
  return {
    framework: library,
    methods: [address.method ?? 'ALL'],
    path: address.path as string,
    node,
    handlers: [handler],
    guards: before.slice(0, 1).map(({ role, at }) => ({ name: 'a check in front', role, scope: 'handler' as const, at })),
    schemas: [],
    limits: [],
    generated: false,
    serves: undefined,
    notes: address.method === undefined ? ['Answers whatever the method is'] : [],
    ...(address.method === undefined ? { answersTo: ['GET'] } : {}),
    ...(target === undefined ? { regions: [...regions] } : {}),
  }
}

function distinct(routes: FoundRoute[]): FoundRoute[] {
  return [...new Map(routes.map((route) => [`${route.methods[0]} ${route.path} ${route.node}`, route])).values()]
}
