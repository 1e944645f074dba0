/**
 * Routes that a file writes down where the framework expects a file of routes (TanStack Router and Start): pages, handlers on
 * the server, server functions. In: calls of the library. Out: routes, and pages of the user interface.
 */
import { Kind } from '../../graph'
import type { Guard, Parameter, UiRoute } from '../../types'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { FileRouteModel } from '../models'
import { joinPaths } from '../paths'
import { type FiledRoute, functionsOf } from './handlers'
import { METHODS } from './methods'

const LIBRARY = '@tanstack/react-router'
const MAKERS = new Set([
  'createFileRoute',
  'createLazyFileRoute',
  'createAPIFileRoute',
  'createServerFileRoute',
  'createRoute',
  // Of earlier versions: `new Route({ … })`.
  'Route',
])
/** The part of a page that is loaded later may be all there is of it. */
const IS_PAGE = /^create(?:Lazy)?(?:File)?Route$/
const MOST_PARENTS = 12

interface Written {
  maker: string
  /** The call that makes it, and the options it is given, -1 where there are none. */
  call: number
  options: number
  path: string
  /** Lays out others and has no path of its own. */
  pathless: boolean
}

function written(linked: Linked): Written[] {
  const { whole, solver, models, values } = linked
  const lookup = lookupOf(whole)
  const isOurs = (call: number) => [...(solver.apiCalls.get(call) ?? [])].some((path) => models.paths.rootOf(path) === `npm:${LIBRARY}`)
  const made = [...lookup.called(MAKERS)].filter(isOurs)
  if (made.length === 0) return []
  const outer = new Map<number, number>()
  for (const call of lookup.named(Kind.Call, '')) outer.set(whole.a[call] as number, call)
  for (const call of lookup.named(Kind.Call, 'methods')) outer.set(receiverOf(linked, call), call)
  return made.flatMap((call): Written[] => {
    const maker = calledName(linked, call)
    const first = whole.args(call)[0]
    if (maker === 'createRoute' || maker === 'Route') {
      if (first === undefined) return []
      const path = fullPath(linked, first)
      const [own] = values.property(first, 'path')
      return path === undefined ? [] : [{ maker: 'createRoute', call, options: first, path: pathOf(path), pathless: own === undefined }]
    }
    const text = first === undefined ? undefined : values.texts(first).find(({ exact }) => exact)?.value
    if (text === undefined) return []
    const at = outer.get(call)
    const options = at === undefined ? undefined : whole.args(at)[0]
    return [{ maker, call, options: options ?? -1, path: pathOf(text), pathless: isPathless(text) }]
  })
}

/** `/posts/$id` → `/posts/:id`; groups, layouts without a path and marks of leaving a layout are left out. */
function pathOf(text: string): string {
  const parts = text
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('_') && !/^\(.*\)$/.test(part))
    .map((part) =>
      part
        .replace(/_$/, '')
        .replace(/^\{-\$(\w+)\}$/, ':$1?')
        .replace(/^\$$|\{\$\}/, ':splat*')
        .replace(/\{\$(\w+)\}/g, ':$1')
        .replace(/^\$(\w+)/, ':$1'),
    )
  return `/${parts.join('/')}`
}

const isPathless = (text: string) => /(?:^|\/)(?:_[^/]*|\([^/]*\))$/.test(text)

/** Paths of a route in code and of its parents; undefined where one is not told. */
function fullPath(linked: Linked, options: number, depth = 0): string | undefined {
  const { values, whole, solver } = linked
  if (depth > MOST_PARENTS) return undefined
  const own = values
    .property(options, 'path')
    .flatMap((node) => values.texts(node))
    .find(({ exact }) => exact)?.value
  const parents = values
    .property(options, 'getParentRoute')
    .flatMap((node) => solver.of(node))
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
    .flatMap((node) => values.definitions(node))
  for (const parent of parents) {
    if ((whole.kind[parent] !== Kind.Call && whole.kind[parent] !== Kind.New) || !/^(?:createRoute|Route)$/.test(calledName(linked, parent))) continue
    const [above] = whole.args(parent)
    const path = above === undefined ? undefined : fullPath(linked, above, depth + 1)
    return path === undefined ? undefined : joinPaths(path, own ?? '')
  }
  return own === undefined ? '' : own
}

export function writtenRoutes(linked: Linked, guards: Guards): FiledRoute[] {
  return [...written(linked).flatMap((route) => routesOf(linked, guards, route)), ...serverFunctions(linked, guards)]
}

function routesOf(linked: Linked, guards: Guards, { maker, call, options, path, pathless }: Written): FiledRoute[] {
  const { values } = linked
  const handlers = IS_PAGE.test(maker)
    ? options < 0
      ? []
      : values.property(options, 'server').flatMap((node) => values.property(node, 'handlers'))
    : options < 0
      ? []
      : [options]
  const served = handlers.flatMap((node) => methodsOf(linked, guards, call, path, node))
  if (!IS_PAGE.test(maker)) return served
  const isPage = options < 0 || served.length === 0 || values.property(options, 'component').length > 0
  if (pathless || !isPage) return served
  const page = found(linked, call, path, ['GET'])
  const [loader] = options < 0 ? [] : values.property(options, 'loader')
  if (loader !== undefined) page.handlers = [handlerOf(linked, guards, loader, 'loader')]
  else page.modules = []
  page.given = options < 0 ? [] : searchParameters(linked, options)
  if (options >= 0)
    for (const node of values.property(options, 'beforeLoad'))
      for (const role of guards.ofNode(node).roles)
        page.guards.push({ name: 'beforeLoad', role, scope: 'route', at: cite(linked, node) } satisfies Guard)
  return [page, ...served.filter(({ methods }) => !methods.includes('GET'))]
}

/** `{ GET: … }`, `({ createHandlers }) => createHandlers({ GET: { middleware, handler } })`. */
function methodsOf(linked: Linked, guards: Guards, call: number, path: string, node: number): FiledRoute[] {
  const { values, whole, solver } = linked
  const returned = solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
    .flatMap((value) => (whole.kind[value] === Kind.Call ? [...whole.args(value)] : [value]))
  return [node, ...returned].flatMap((object) =>
    values
      .propertyNames(object)
      .filter((name) => METHODS.includes(name) || name === 'ALL' || name === 'ANY')
      .flatMap((name) =>
        values
          .property(object, name)
          .slice(0, 1)
          .map((value) => {
            const inner = values.property(value, 'handler')[0] ?? value
            const route = found(linked, inner < whole.size ? inner : call, path, [name === 'ANY' ? 'ALL' : name])
            route.handlers = [handlerOf(linked, guards, inner, name)]
            return route
          }),
      ),
  )
}

/** `createServerFn({ method: 'POST' }).validator(…).handler(…)`: called by an address of its own making. */
function serverFunctions(linked: Linked, guards: Guards): FiledRoute[] {
  const { whole, solver, models, values } = linked
  const calls = lookupOf(whole).named(Kind.Call, 'handler')
  if (calls.length === 0 || lookupOf(whole).called('createServerFn').length === 0) return []
  const names = new Map(whole.names.map(({ node, name }) => [node, name]))
  return [...calls].flatMap((call) => {
    let made = receiverOf(linked, call)
    const validators: number[] = []
    const middleware: number[] = []
    for (let hops = 0; hops < 8 && made >= 0 && whole.kind[made] === Kind.Call && calledName(linked, made) !== 'createServerFn'; hops++) {
      const [argument] = whole.args(made)
      if (argument !== undefined && /^(?:input)?validator$/i.test(calledName(linked, made))) validators.push(argument)
      if (argument !== undefined && calledName(linked, made) === 'middleware') middleware.push(...values.elements(argument))
      made = receiverOf(linked, made)
    }
    if (made < 0 || whole.kind[made] !== Kind.Call || calledName(linked, made) !== 'createServerFn') return []
    if (![...(solver.apiCalls.get(made) ?? [])].some((path) => models.paths.rootOf(path) === `npm:${LIBRARY}`)) return []
    const [handler] = whole.args(call)
    if (handler === undefined) return []
    const name = names.get(call) ?? 'server function'
    const route = found(linked, call, name, ['ACTION'])
    route.handlers = [handlerOf(linked, guards, handler, name)]
    route.schemas = validators
    route.notes = ['Server function: called by its own identifier, not by a path']
    for (const node of middleware)
      for (const role of guards.ofNode(node).roles)
        route.guards.push({ name: values.nameOf(node) || 'middleware', role, scope: 'route', at: cite(linked, node) })
    return [route]
  })
}

function handlerOf(linked: Linked, guards: Guards, node: number, name: string): FiledRoute['handlers'][number] {
  const cited = Math.min(node, linked.whole.size - 1)
  return { node, name, at: cite(linked, cited), labels: linked.solver.of(node), functions: functionsOf({ linked, guards }, node) }
}

/** What a page says its query may hold: a schema, or a function that gives an object. */
function searchParameters(linked: Linked, options: number): Parameter[] {
  const { values, whole, solver } = linked
  return values.property(options, 'validateSearch').flatMap((node) => {
    const objects = [
      ...values.definitions(node).flatMap((made) => (whole.kind[made] === Kind.Call ? [...whole.args(made)] : [])),
      ...solver
        .of(node)
        .filter((label) => solver.labels.kind[label] === LabelKind.Function)
        .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? []),
    ]
    return objects.flatMap((object) => values.propertyNames(object)).map((name): Parameter => ({ name, in: 'query', at: cite(linked, node) }))
  })
}

const MODEL: FileRouteModel = {
  library: LIBRARY,
  libraries: [LIBRARY],
  pattern: /$^/,
  handlers: 'exports',
  spelling: 'brackets',
  listed: false,
  exports: undefined,
  objects: [],
  any: 'ALL',
  answersTo: undefined,
  suffix: false,
  prefix: '',
  leaf: '',
  skips: undefined,
  given: [],
  pathFrom: undefined,
  methodFrom: undefined,
  shows: true,
  telling: false,
}

function found(linked: Linked, node: number, path: string, methods: string[]): FiledRoute {
  return {
    framework: LIBRARY,
    methods,
    path: path || '/',
    node,
    handlers: [],
    guards: [],
    schemas: [],
    limits: [],
    generated: false,
    serves: undefined,
    notes: [],
    file: linked.whole.fileOf(node),
    root: '',
    model: MODEL,
  }
}

/** Pages of the router, with what runs before they load. */
export function writtenPages(linked: Linked): UiRoute[] {
  const { values } = linked
  const all = written(linked)
  const eager = new Set(all.filter(({ maker }) => maker !== 'createLazyFileRoute').map(({ path }) => path))
  return all
    .filter(({ maker, pathless, path }) => IS_PAGE.test(maker) && !pathless && (maker !== 'createLazyFileRoute' || !eager.has(path)))
    .filter(({ options }) => options < 0 || values.property(options, 'server').length === 0 || values.property(options, 'component').length > 0)
    .map(({ call, options, path }) => {
      const component = options < 0 ? undefined : values.property(options, 'component')[0]
      const before = options >= 0 && values.property(options, 'beforeLoad').length > 0
      const at = cite(linked, call)
      return {
        framework: LIBRARY,
        path: path || '/',
        component: (component === undefined ? '' : nameOf(linked, component)) || at.file,
        guards: before ? ['beforeLoad'] : [],
        at,
      }
    })
}

/** Name of a component: of what it is, or as the code calls it. */
export function nameOf({ values, whole, solver }: Linked, node: number): string {
  for (const label of solver.of(node)) {
    const data = solver.labels.data[label] as number
    if (solver.labels.kind[label] === LabelKind.Function && whole.functions[data]?.fact.name) return whole.functions[data].fact.name
    if (solver.labels.kind[label] === LabelKind.Class && whole.classes[data]?.fact.name) return whole.classes[data].fact.name
  }
  return values.nameOf(node)
}
