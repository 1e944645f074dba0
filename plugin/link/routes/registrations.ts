/** Calls that register: routes, middleware, hooks, builders, prefixes and mounts from the other side. In: a call and its act. Out: the tree has it. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import { LabelKind } from '../labels'
import { apiPathsOf, atPlace, calledName, receiverOf } from '../linked'
import type { Act, Place } from '../models'
import type { Order } from '../order'
import { joinPaths } from '../paths'
import { type Context, NO_CONTEXT } from '../values/index'
import { handlerAt, handlersOf } from './handlers'
import { routersIn } from './per-class'
import { type Handler, madeAt, pathsAt, put, putMount, type Registration, type RouteTree, routersAt, routersOfCall, valuesAt } from './tree'

type ActOf<Name extends Act['act']> = Extract<Act, { act: Name }>

const METHODS =
  /^(?:get|post|put|delete|del|patch|options|opts|head|all|any|propfind|proppatch|mkcol|copy|move|purge|lock|unlock|trace|connect|search|query|report|subscribe|unsubscribe|notify|merge|link|unlink)$/i
const SAME_METHOD: Record<string, string> = rowsByName({ DEL: 'DELETE', OPTS: 'OPTIONS', ANY: 'ALL', '*': 'ALL' })

/** What a registration has that is neither a route's nor a resource's. */
export function plain(
  given: Pick<Registration, 'order' | 'node' | 'paths' | 'handlers' | 'kind' | 'framework'> & Partial<Registration>,
): Registration {
  return { methods: undefined, schemas: [], limits: [], generated: false, ...given }
}

// ── routes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export function addRoute(tree: RouteTree, call: number, library: string, act: ActOf<'route'>): void {
  const { values, whole } = tree.linked
  const args = [...whole.args(call)]
  const from = typeof act.handlers === 'number' ? act.handlers : 0
  // `app.get('title')` reads a setting; a verb without any handler registers nothing.
  if (typeof act.handlers === 'number' && args.length <= from) return
  const contexts = values.contexts([...args, whole.a[call] as number]).filter((context) => values.getsTo(call, context))
  const receivers = receiversIn(tree, call, contexts)
  for (const { router, paths, context: built, on } of targetsOf(tree, call, new Set([...receivers.values()].flat())))
    for (const context of built ? [built] : on === undefined ? contexts : contexts.filter((each) => receivers.get(each)?.includes(on)))
      for (const element of act.each === undefined ? [-1] : elementsAt(tree, call, act.each, context)) {
        const read = (place: Place) => valuesAt(tree, call, place, context, element)
        const handlers =
          typeof act.handlers === 'number'
            ? handlersOf(tree, args.slice(from), context, library)
            : act.handlers.flatMap((place) => handlersOf(tree, read(place), context, library))
        if (handlers.length === 0 && typeof act.handlers !== 'number') {
          // Its handler is an object that the library makes one of: a directory, a proxy, a view.
          if (element < 0 || act.handlers.every((place) => read(place).length === 0)) continue
          handlers.push(handlerAt(tree, act.handlers.flatMap(read).at(-1) as number, context, library))
        }
        if (typeof act.handlers === 'number') introduce(tree, call, from, handlers)
        const demand = act.auth === undefined ? undefined : demandOf(tree, read(act.auth), context)
        put(tree, router, {
          order: orderIn(tree, call, context),
          node: call,
          paths: paths ?? (act.path === 'receiver' ? [''] : pathsAt(tree, call, pathPlace(tree, call, act.path, context), context, element)),
          methods: methodsOf(tree, call, act.method, context, element),
          handlers: [...(demand?.handlers ?? []), ...handlers],
          kind: 'route',
          framework: library,
          schemas: act.schemas.flatMap(read),
          limits: act.limits.flatMap(read),
          told: [...act.schemas, ...act.tells].flatMap((place) =>
            read(place).map((node) => ({ place: place.slice(place.lastIndexOf('.') + 1), node })),
          ),
          generated: false,
          ...(demand?.open ? { open: true } : {}),
          ...(act.answersTo ? { answersTo: act.answersTo } : {}),
        })
      }
}

/** Routers that a call is made on, by context: a helper that registers is handed another one at each of its calls. */
function receiversIn(tree: RouteTree, call: number, contexts: readonly Context[]): ReadonlyMap<Context, number[]> {
  const receiver = receiverOf(tree.linked, call)
  if (receiver < 0) return new Map()
  return new Map(contexts.map((context) => [context, routersIn(tree, receiver, context, tree.linked.values.labels(receiver, context), call)]))
}

/** What a helper registers is registered when the helper is called, and not when somebody called it first; in the middle of the one that calls it. */
function orderIn({ timeline, linked: { solver, whole } }: RouteTree, call: number, { from, by = [] }: Context): Order {
  if (from === undefined) return timeline.of(call)
  const steps: number[] = []
  for (const next of by.slice(by.lastIndexOf(from) + 1)) {
    const callees = [...(solver.callees.get(steps.at(-1) ?? from) ?? [])]
    if (callees.some((fn) => whole.isWithin(whole.functionOf(next), fn))) steps.push(next)
  }
  // Behind any call of the same function the way to it is the same: through what is handed over inside, `new Promise(() => { … })`.
  const own = timeline.of(call)
  const run = new Set(solver.callees.get(steps.at(-1) ?? from) ?? [])
  const at = own.findLastIndex((node) => [...(solver.callees.get(node) ?? [])].some((fn) => run.has(fn)))
  return [...timeline.of(from), ...steps, ...(at < 0 ? [call] : own.slice(at + 1))]
}

/** Handlers that were not handed over themselves, but said by name, are given what handed ones are given. */
function introduce({ linked }: RouteTree, call: number, index: number, handlers: Handler[]): void {
  const { models, solver, whole } = linked
  const functions = handlers.flatMap((handler) => handler.functions)
  for (const path of solver.apiCalls.get(call) ?? []) {
    const argument = models.paths.find(path, `(${index})`)
    if (argument < 0) continue
    for (const fn of functions)
      whole.functions[fn]?.params.forEach((param, position) => {
        if (solver.of(param).length > 0) return
        const to = models.paths.find(argument, `[${position}]`)
        if (to >= 0) solver.add(param, solver.labels.of(LabelKind.Api, to))
      })
  }
}

interface Target {
  router: number
  paths?: string[]
  context?: Context
  /** Router that the call itself is made on: only ways on which it is one count. */
  on?: number
}

/**
 * Routers that a route is put on. A builder stands for the router that made it, with its path; a route that is an object of
 * its own, to be given middleware or a prefix later, is a router below its router.
 */
function targetsOf(tree: RouteTree, call: number, receivers: ReadonlySet<number>): Target[] {
  const [own] = madeAt(tree, call)
  const order = tree.timeline.of(call)
  // Middleware that is a route: `app.use(route.get('/x', f))`.
  if (receivers.size === 0 && own !== undefined) return [{ router: own }]
  return [...receivers].flatMap((label): Target[] => {
    const builders = tree.builders.get(label)
    if (builders)
      return builders.flatMap(({ node, paths, context }) => {
        const on = receiverOf(tree.linked, node)
        return on < 0 ? [] : routersIn(tree, on, context, tree.linked.values.labels(on), node).map((router) => ({ router, paths, context }))
      })
    if (own === undefined || own === label) return [{ router: label, on: label }]
    putMount(tree, own, { parent: label, order, node: call, path: '', handlers: [], inheritsHooks: true })
    return [{ router: own, on: label }]
  })
}

/** The objects of options at a place: one, or each of a list. */
export function elementsAt(tree: RouteTree, call: number, place: Place, context: Context): number[] {
  const { values } = tree.linked
  return [...new Set(atPlace(tree.linked, call, place, context).flatMap((node) => values.elements(node, context)))].flatMap((node) => {
    // What holds an object is not one: options are read from where they are written.
    const written = values.definitions(node)
    return written.length > 0 ? written : [node]
  })
}

/** What `auth: 'jwt'`, `auth: false`, `auth: { strategy, mode: 'try', scope }` says. */
function demandOf(tree: RouteTree, nodes: number[], context: Context): { handlers: Handler[]; open: boolean } {
  const { values, whole } = tree.linked
  const handlers: Handler[] = []
  let open = false
  for (const node of nodes) {
    const mode = values.property(node, 'mode', context).flatMap((value) => values.texts(value, context))
    const scope = values
      .property(node, 'scope', context)
      .flatMap((value) => values.elements(value, context))
      .flatMap((value) => values.texts(value, context))
    if (values.texts(node, context).some(({ value }) => value === 'false') || mode.some(({ value }) => value === 'try' || value === 'optional')) {
      open = true
      continue
    }
    const handler = { ...handlerAt(tree, node, context, ''), functions: [], name: `auth: ${whole.sourceOf(node, 50)}` }
    handlers.push({ ...handler, role: 'authentication' })
    if (scope.length > 0) handlers.push({ ...handler, role: 'authorization', roles: scope.map(({ value }) => value) })
  }
  return { handlers, open }
}

/** Where a route's path stands: Koa's routers take a name before it. */
function pathPlace({ linked }: RouteTree, call: number, place: Place, context: Context): Place {
  if (place !== '0') return place
  const { values, whole } = linked
  const [first, second] = whole.args(call)
  if (first === undefined || second === undefined) return place
  const isPathText = (node: number) =>
    values.texts(node, context).some(({ exact, value }) => exact && (value.startsWith('/') || value === '*' || value === ''))
  return !isPathText(first) && whole.kind[first] === Kind.String && isPathText(second) ? '1' : place
}

function methodsOf(tree: RouteTree, call: number, method: string, context: Context, element: number): string[] {
  const { values, whole } = tree.linked
  if (method === 'member') {
    const callee = whole.a[call] as number
    let names = [calledName(tree.linked, call)]
    if (whole.kind[callee] === Kind.LoadDynamic) names = keyTexts(tree, whole.b[callee] as number, context)
    return [...new Set(names.filter((name) => METHODS.test(name)).map(inCapitals))]
  }
  if (/^\d/.test(method) || element >= 0) {
    const texts = valuesAt(tree, call, method, context, element).flatMap((node) =>
      values.elements(node, context).flatMap((item) => keyTexts(tree, item, context)),
    )
    return texts.length > 0 ? [...new Set(texts.map(inCapitals))] : ['ALL']
  }
  return method.split(' ')
}

const inCapitals = (name: string) => SAME_METHOD[name.toUpperCase()] ?? name.toUpperCase()

/** Texts of a name of a method, whatever its case is made: `method.toLowerCase()`. */
function keyTexts({ linked }: RouteTree, node: number, context: Context): string[] {
  const { values, whole } = linked
  const callee = whole.kind[node] === Kind.Call ? (whole.a[node] as number) : -1
  const isRecased = callee >= 0 && whole.kind[callee] === Kind.Load && /^to(?:Lower|Upper)Case$/.test(whole.text(whole.b[callee] as number))
  return values
    .texts(isRecased ? (whole.a[callee] as number) : node, context)
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
}

// ── middleware and mounts ────────────────────────────────────────────────────────────────────────────────────────────

export function addUse(tree: RouteTree, call: number, library: string): void {
  const { values, whole } = tree.linked
  const args = [...whole.args(call)]
  if (args.length === 0) return
  for (const [context, routers] of receiversIn(tree, call, values.contexts([...args, whole.a[call] as number])))
    for (const router of routers) {
      const order = orderIn(tree, call, context)
      const first = args[0] as number
      const hasPath = isPath(tree, first, context) && args.length > 1
      const paths = hasPath ? pathsAt(tree, call, '0', context) : ['']
      for (const { path, nodes } of unmount(tree, hasPath ? args.slice(1) : args, context))
        mountOrUse(
          tree,
          router,
          call,
          order,
          path === '' ? paths : paths.map((prefix) => joinPaths(prefix, path)),
          handlersOf(tree, nodes, context, library),
          context,
          library,
        )
    }
}

/** Takes `mount('/admin', app)` apart into its path and what is behind it. */
function unmount(tree: RouteTree, nodes: number[], context: Context): { path: string; nodes: number[] }[] {
  const { solver, models, whole } = tree.linked
  const direct: number[] = []
  const mounted: { path: string; nodes: number[] }[] = []
  for (const node of nodes) {
    const act =
      whole.kind[node] === Kind.Call
        ? [...(solver.apiCalls.get(node) ?? [])].flatMap((path) => models.acts.get(path) ?? []).find((known) => known.act.act === 'mounted')?.act
        : undefined
    if (act?.act !== 'mounted') {
      direct.push(node)
      continue
    }
    const targets = atPlace(tree.linked, node, act.target, context)
    if (targets.length === 0) mounted.push({ path: '', nodes: atPlace(tree.linked, node, act.path, context) })
    else for (const path of pathsAt(tree, node, act.path, context)) mounted.push({ path, nodes: targets })
  }
  return direct.length > 0 ? [{ path: '', nodes: direct }, ...mounted] : mounted
}

/** Parts of the environment and of what libraries of settings hold; those of one model go by the name of its first. */
const SETTING = /^(?:process\.env|import\.meta\.env|config)\./

function isPath(tree: RouteTree, node: number, context: Context): boolean {
  const { values, whole, solver, models } = tree.linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.String || kind === Kind.Template || kind === Kind.Regex) return true
  if (kind === Kind.Array) return values.elements(node, context).every((element) => element !== node && isPath(tree, element, context))
  if (isRouterOrFunction(tree, node)) return false
  if (values.labels(node, context).some((label) => solver.labels.kind[label] === LabelKind.Value)) return true
  // `config.get('prefix')`, `config.admin.path`, `process.env.BASE`: not known, but no handler either.
  return apiPathsOf(tree.linked, node).some((path) => SETTING.test(models.paths.show(path)))
}

function isRouterOrFunction({ linked: { solver } }: RouteTree, node: number): boolean {
  return solver.of(node).some((label) => {
    const kind = solver.labels.kind[label]
    return kind === LabelKind.Function || kind === LabelKind.ApiObject || kind === LabelKind.Instance
  })
}

/** Routers among the handlers are mounted behind the handlers before them; the rest is middleware. */
function mountOrUse(
  tree: RouteTree,
  router: number,
  call: number,
  order: Order,
  paths: string[],
  handlers: Handler[],
  context: Context,
  library: string,
): void {
  const middleware: Handler[] = []
  for (const handler of handlers) {
    const children = childRouters(tree, handler, context).filter((child) => child !== router)
    if (children.length === 0) {
      middleware.push(handler)
      continue
    }
    for (const child of children)
      for (const path of paths) putMount(tree, child, { parent: router, order, node: call, path, handlers: [...middleware], inheritsHooks: false })
  }
  if (middleware.length > 0) put(tree, router, plain({ order, node: call, paths, handlers: middleware, kind: 'use', framework: library }))
}

/** Routers a value is, or brings: `router.routes()` of Koa is modelled as the router itself. */
function childRouters(tree: RouteTree, { node, labels }: Handler, context: Context): number[] {
  const { solver, models } = tree.linked
  return routersIn(tree, node, context, labels).filter(
    (label) => !models.roles.has(solver.labels.extra[label] as number) && !tree.builders.has(label),
  )
}

/** A router that is told where to stand: `router.applyRoutes(server, '/admin')`. */
export function addAttachment(tree: RouteTree, call: number, act: ActOf<'attach'>): void {
  const { values, whole } = tree.linked
  const args = [...whole.args(call)]
  for (const child of routersAt(tree, receiverOf(tree.linked, call)))
    for (const context of values.contexts(args)) {
      const paths = act.path === undefined ? [] : pathsAt(tree, call, act.path, context)
      for (const parent of valuesAt(tree, call, act.parent, context).flatMap((node) => routersAt(tree, node, values.labels(node, context))))
        for (const path of paths.length > 0 ? paths : [''])
          if (parent !== child) putMount(tree, child, { parent, order: tree.timeline.of(call), node: call, path, handlers: [], inheritsHooks: false })
    }
}

// ── hooks, builders, prefixes, groups ────────────────────────────────────────────────────────────────────────────────

export function addHook(tree: RouteTree, call: number, library: string, { handler: place, names, role }: ActOf<'hook'>): void {
  const { values, whole } = tree.linked
  const first = whole.args(call)[0]
  if (names && first !== undefined && !values.texts(first).some(({ value }) => names.includes(value))) return
  for (const router of [...routersOfCall(tree, call), ...(whole.kind[call] === Kind.New ? madeAt(tree, call) : [])]) {
    const handlers = place.split('|').flatMap((way) => handlersOf(tree, atPlace(tree.linked, call, way, NO_CONTEXT), NO_CONTEXT, library))
    if (handlers.length > 0)
      put(
        tree,
        router,
        plain({
          order: tree.timeline.of(call),
          node: call,
          paths: [''],
          handlers: role ? handlers.map((handler) => ({ ...handler, role })) : handlers,
          kind: 'hook',
          framework: library,
        }),
      )
  }
}

/** `router.param('id', (request, response, next, id) => …)`: meets every request to a path of the router that has such a parameter. */
export function addParam(tree: RouteTree, call: number, library: string, { name, handler, value, inherited }: ActOf<'param'>): void {
  const { values, whole } = tree.linked
  for (const [context, routers] of receiversIn(tree, call, values.contexts([...whole.args(call)]))) {
    const handlers = handlersOf(tree, valuesAt(tree, call, handler, context), context, library)
    const names = valuesAt(tree, call, name, context)
      .flatMap((node) => values.elements(node, context))
      .flatMap((node) => values.texts(node, context))
    for (const { value: text, exact } of handlers.length > 0 ? names : [])
      if (exact)
        for (const router of routers)
          put(
            tree,
            router,
            plain({
              order: orderIn(tree, call, context),
              node: call,
              paths: [`/:${text}`],
              handlers,
              kind: 'hook',
              framework: library,
              param: { name: text, value, inherited },
            }),
          )
  }
}

export function addBuilder(tree: RouteTree, call: number, place: Place): void {
  const args = [...tree.linked.whole.args(call)]
  for (const label of madeAt(tree, call)) {
    const list = tree.linked.values.contexts(args).map((context) => ({ node: call, context, paths: pathsAt(tree, call, place, context) }))
    tree.builders.set(label, list)
  }
}

export function addPrefix(tree: RouteTree, call: number, place: Place): void {
  const routers =
    tree.linked.whole.kind[call] === Kind.New ? routersAt(tree, call) : [...routersAt(tree, call), ...routersAt(tree, receiverOf(tree.linked, call))]
  const paths = pathsAt(tree, call, place, NO_CONTEXT)
  if (paths.length === 0) return
  for (const router of routers) tree.prefixes.set(router, paths)
}

/** Whatever its body registers stands below the group: `Route.group(() => { … }).prefix('/api')`. */
export function addGroup(tree: RouteTree, call: number, act: ActOf<'group'>): void {
  const [group] = madeAt(tree, call)
  if (group === undefined) return
  const order = tree.timeline.of(call)
  const paths = act.prefix === undefined ? [''] : pathsAt(tree, call, act.prefix, NO_CONTEXT)
  for (const parent of routersAt(tree, receiverOf(tree.linked, call)))
    for (const path of paths) putMount(tree, group, { parent, order, node: call, path, handlers: [], inheritsHooks: true })
}

/** The body of a group; known of all groups before any is mounted, since they stand in each other. */
export function addGroupBody(tree: RouteTree, call: number, act: ActOf<'group'>): void {
  const { solver, whole } = tree.linked
  const [group] = madeAt(tree, call)
  if (group === undefined || act.body === undefined) return
  for (const node of valuesAt(tree, call, act.body, NO_CONTEXT))
    for (const label of solver.of(node)) {
      const fn = solver.labels.kind[label] === LabelKind.Function ? whole.functions[solver.labels.data[label] as number] : undefined
      if (fn) tree.groups.set(fn.node, group)
    }
}
