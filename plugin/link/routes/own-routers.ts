/**
 * Routers that a program makes for itself: a class that keeps what `route('GET', '/users', handler)` is told and registers all
 * of it later. In: calls with a method, a path and a function, on something of the program's own, and the routes found so far.
 * Out: all routes. What the class registers in a loop is replaced by what it was told, below the same prefix and guards.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { joinPaths, withoutConstraints } from '../paths'
import { NO_CONTEXT } from '../values/index'
import { handlersOf } from './handlers'
import { guardsOf } from './in-force'
import type { FoundRoute, RouteTree } from './tree'

const NAMES = new Set(['route', 'addRoute', 'register', 'registerRoute', 'add', 'on', 'handle', 'define', 'endpoint', 'method', 'map'])
const METHOD = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|QUERY|ALL)$/

export function withOwnRouters(tree: RouteTree, found: FoundRoute[], unmounted: readonly FoundRoute[]): FoundRoute[] {
  const own = ownRouterRoutes(tree, new Set([...found, ...unmounted].map(({ node }) => node)))
  if (own.length === 0) return found
  const replaced = new Set<FoundRoute>()
  const told = own.flatMap((route): FoundRoute[] => {
    const looped = found.filter((other) => isComputed(tree, other.node) && other.path.endsWith(route.path))
    for (const other of looped) replaced.add(other)
    const prefixes = new Map(
      looped.filter(({ methods }) => methods.some((method) => route.methods.includes(method))).map((other) => [other.path, other]),
    )
    if (prefixes.size === 0) return [route]
    return [...prefixes].map(([path, other]) => ({ ...route, path, guards: [...other.guards, ...route.guards], notes: other.notes }))
  })
  return [...found.filter((route) => !replaced.has(route)), ...told]
}

/** `app[method](…)`: registers what something else says. */
function isComputed({ linked: { whole } }: RouteTree, node: number): boolean {
  return node < whole.size && whole.kind[node] === Kind.Call && whole.kind[whole.a[node] as number] === Kind.LoadDynamic
}

/** @param registered calls that were understood: what a helper of the program registers is known by where the helper does it */
function ownRouterRoutes(tree: RouteTree, registered: ReadonlySet<number>): FoundRoute[] {
  const { linked } = tree
  const { values, whole, models } = linked
  if (![...models.libraries.keys()].some((library) => SERVERS.has(library) && isUsed(tree, library))) return []
  const found: FoundRoute[] = []
  for (const call of lookupOf(whole).named(Kind.Call, NAMES)) {
    const [method, path, ...handlers] = whole.args(call)
    if (
      method === undefined ||
      path === undefined ||
      handlers.length === 0 ||
      !isOwn(tree, receiverOf(linked, call)) ||
      leadsTo(tree, call, registered)
    )
      continue
    const methods = values
      .elements(method)
      .flatMap((node) => values.texts(node))
      .filter(({ exact, value }) => exact && METHOD.test(value))
    const paths = values
      .elements(path)
      .flatMap((node) => values.texts(node))
      .filter(({ exact, value }) => exact && value.startsWith('/'))
    const given = handlersOf(tree, handlers, NO_CONTEXT)
    const last = given[given.length - 1]
    if (methods.length === 0 || paths.length === 0 || !last || last.functions.length === 0) continue
    for (const { value: text } of paths) {
      const full = withoutConstraints(joinPaths('', text)) || '/'
      found.push({
        framework: 'own router',
        methods: [...new Set(methods.map(({ value }) => value))],
        path: full,
        node: call,
        handlers: given,
        guards: given.slice(0, -1).flatMap((handler) => guardsOf(tree, handler, 'route', { full })),
        schemas: [],
        limits: [],
        generated: false,
        serves: undefined,
        notes: [`Registered with \`${calledName(linked, call)}\` of the program's own; what its router is mounted on could not be told`],
      })
    }
  }
  return found
}

/** Frameworks that such a router hands its routes to. */
const SERVERS = new Set(['express', 'fastify', 'koa', 'http', 'hono', 'polka', 'restify'])

function isUsed({ linked: { dependencies, whole } }: RouteTree, library: string): boolean {
  return (
    dependencies.has(library) || whole.files.some(({ graph }) => graph.imports.some(({ specifier }) => specifier.replace(/^node:/, '') === library))
  )
}

/** `this` of a class, an instance of one, or nothing that is known; an object of a library is what its model says. */
function isOwn({ linked }: RouteTree, receiver: number): boolean {
  const { solver, whole } = linked
  if (receiver < 0) return false
  const labels = solver.of(receiver)
  if (labels.some((label) => solver.labels.kind[label] === LabelKind.Api || solver.labels.kind[label] === LabelKind.ApiObject))
    return labels.some((label) => solver.labels.kind[label] === LabelKind.Instance)
  return labels.some((label) => solver.labels.kind[label] === LabelKind.Instance) || whole.kind[receiver] === Kind.This
}

/** Whether the called function, or one that it calls, registers on a router that is known. */
function leadsTo({ linked }: RouteTree, call: number, registered: ReadonlySet<number>): boolean {
  const { effects, solver } = linked
  const seen = new Set<number>()
  const stack = [...(solver.callees.get(call) ?? [])]
  while (stack.length > 0 && seen.size < 40) {
    const fn = stack.pop() as number
    if (seen.has(fn)) continue
    seen.add(fn)
    for (const node of effects.within(fn)) {
      if (registered.has(node)) return true
      stack.push(...(solver.callees.get(node) ?? []))
    }
  }
  return false
}
