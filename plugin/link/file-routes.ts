/**
 * Entry points that follow from where a file stands (Next.js and its kin). In: paths of files and their exports. Out: routes,
 * with the middleware files that run before them as guards; and pages of user interfaces that come about in the same way.
 */
import { Kind } from '../graph'
import type { Parameter, UiRoute } from '../types'
import type { Applications } from './file-routes/applications'
import { configuredRoutes } from './file-routes/configured'
import { type FiledRoute, type Place, routesOf } from './file-routes/handlers'
import { METHODS } from './file-routes/methods'
import { layoutsOf, type Middleware, middlewareOf, putInForce } from './file-routes/middleware'
import { noteRewrites } from './file-routes/rewrites'
import { spelled } from './file-routes/spelling'
import { writtenRoutes } from './file-routes/written'
import type { Guards } from './guards'
import { LabelKind } from './labels'
import { citeLine, isTest, type Linked } from './linked'
import type { FileRouteModel } from './models'
import { joinPaths } from './paths'
import type { FoundRoute } from './routes/index'

export function fileRoutes(linked: Linked, guards: Guards, applications: Applications): FoundRoute[] {
  const places = placesOf(linked, guards, applications)
  giveParameters(places)
  const routes: FiledRoute[] = []
  const middleware: Middleware[] = []
  for (const place of places) {
    if (place.model.handlers === 'middleware' || place.model.handlers === 'layout') middleware.push(middlewareOf(place))
    else if (!place.laysOut) routes.push(...routesOf(place))
    if (place.model.spelling === 'flat') middleware.push(...layoutsOf(place))
  }
  routes.push(...writtenRoutes(linked, guards))
  const merged = merge(routes)
  shareMethods(merged)
  for (const route of merged) route.given = [...restOf(route.path), ...(route.given ?? [])]
  noteRewrites(linked, merged)
  putInForce(middleware, merged, linked)
  return merged
}

/** Files that are pages of a user interface by where they stand. */
export function filePages(linked: Linked, applications: Applications): UiRoute[] {
  const found: UiRoute[] = []
  for (const { file, path, model, laysOut } of placesOf(linked, undefined, applications)) {
    if (laysOut) continue
    const facts = linked.whole.files[file] as { path: string }
    const isCode = /\.[cm]?[jt]sx?$/.test(facts.path)
    const shown = linked.whole.exports[file]?.find(({ name }) => name === 'default')
    if (!model.shows || isTest(facts.path) || (isCode && !shown && (linked.whole.commonjs[file] as number[]).length === 0)) continue
    const line = isCode && shown ? linked.whole.lineAt(file, startOf(linked, file, shown.pos)) : 1
    found.push({ framework: model.library, path, component: facts.path, guards: [], at: citeLine(linked, file, line) })
  }
  return found
}

const startOf = ({ whole }: Linked, file: number, pos: number) =>
  pos + (/^\s*/.exec((whole.files[file] as { text: string }).text.slice(pos, pos + 400))?.[0].length ?? 0)

/** Files at places that some model names, in applications of its library. */
function placesOf(linked: Linked, guards: Guards | undefined, applications: Applications): Place[] {
  const found: Place[] = []
  const configured = configuredRoutes(linked)
  const models = linked.models.fileRoutes.filter((model) => applications.mayHave(model))
  linked.whole.files.forEach((facts, file) => {
    for (const model of models) {
      const match = matchOf(model, facts.path, configured)
      if (match && model.spelling === 'flat' && isPartOfRoute(linked, facts.path, match.inside)) continue
      if (!match || model.skips?.test(match.inside) || !applications.has(model, facts.path, match.root)) continue
      const path = match.path ?? spelled(match.inside, model.spelling)
      if (path === undefined) {
        if (model.spelling === 'flat') found.push({ linked, guards: guards as Guards, file, root: match.root, path: '/', model, laysOut: true })
        continue
      }
      const full = joinPaths(applications.baseOf(model.library, match.root), joinPaths(model.prefix, joinPaths(path, model.leaf)))
      found.push({ linked, guards: guards as Guards, file, root: match.root, path: full || '/', model })
    }
  })
  return found
}

/** What of a path spells the route; where a file of routes names files itself, it alone says. */
function matchOf(
  model: FileRouteModel,
  path: string,
  configured: ReturnType<typeof configuredRoutes>,
): { root: string; inside: string; path?: string } | undefined {
  if (model.spelling === 'flat') {
    const told = configured.of(path)
    if (told) return model.listed ? { root: told.root, inside: '', path: told.path } : undefined
    if (model.listed || configured.instead(path)) return undefined
  }
  const match = model.pattern.exec(path)
  return match ? { root: path.slice(0, match.index), inside: match[1] ?? '' } : undefined
}

/** A folder with a `route` file is one route: what else stands in it is a part of that. */
function isPartOfRoute(linked: Linked, path: string, inside: string): boolean {
  const [folder = '', ...others] = inside.split('/')
  if (others.length === 0 || folder.endsWith('+') || others[others.length - 1] === 'route') return false
  const directory = path.slice(0, path.lastIndexOf(inside)) + folder
  return ['tsx', 'ts', 'jsx', 'js'].some((extension) => linked.fileIndex.has(`${directory}/route.${extension}`))
}

/** Handlers are called by the framework: what their parameters are follows from the place. */
function giveParameters(places: readonly Place[]): void {
  const [first] = places
  if (!first) return
  const { solver, whole } = first.linked
  for (const place of places) {
    if (place.model.given.length === 0) continue
    const handlers = new Set([
      ...routesOf(place).flatMap(({ handlers: of }) => of.flatMap(({ functions }) => functions)),
      ...exportedFunctions(place),
    ])
    for (const fn of handlers)
      whole.functions[fn]?.params.forEach((param, index) => {
        const path = place.model.given[index]
        if (path !== undefined && !isHandedObject(first.linked, fn, index)) solver.add(param, solver.labels.of(LabelKind.Api, path))
      })
  }
  solver.resume()
}

/** Whether a wrapper calls a function with an object that it writes out, `handler({ request, user })`, in place of what it was handed itself. */
function isHandedObject({ solver, whole }: Linked, fn: number, index: number): boolean {
  const given = [...(solver.callers.get(fn) ?? [])].flatMap((call) => whole.args(call)[index] ?? [])
  return given.length > 0 && given.every((argument) => whole.kind[argument] === Kind.Object)
}

/** Functions that a middleware file exports. */
function exportedFunctions({ linked: { solver, whole }, file, model }: Place): number[] {
  if (model.handlers !== 'middleware' && model.handlers !== 'layout') return []
  return (whole.exports[file] as { node: number }[]).flatMap(({ node }) =>
    solver
      .of(node)
      .filter((label) => solver.labels.kind[label] === LabelKind.Function)
      .map((label) => solver.labels.data[label] as number),
  )
}

/** Parameters that take all that is left of a path. */
const restOf = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)\*(?=\/|$)/g)].map(([, name]) => ({ name: name as string, in: 'path', rest: true }))

/** One route may stand in several files: a page, what loads its data, a second spelling of the same path. */
function merge(routes: readonly FiledRoute[]): FiledRoute[] {
  const found = new Map<string, FiledRoute>()
  const others: FiledRoute[] = []
  for (const route of routes)
    for (const method of route.methods) {
      const key = `${route.framework} ${route.root} ${method} ${route.path}`
      const known = method === 'ACTION' ? undefined : found.get(key)
      if (!known) {
        const own = { ...route, methods: [method], guards: [...route.guards] }
        if (method === 'ACTION') others.push(own)
        else found.set(key, own)
        continue
      }
      known.handlers = [...known.handlers, ...route.handlers]
      if (route.modules) known.modules = [...(known.modules ?? []), ...route.modules]
    }
  return [...found.values(), ...others]
}

/** A handler for all methods is not asked for those that another takes. */
function shareMethods(routes: readonly FiledRoute[]): void {
  const taken = new Map<string, Set<string>>()
  const keyOf = ({ framework, root, path }: FiledRoute) => `${framework} ${root} ${path}`
  for (const route of routes) {
    const known = taken.get(keyOf(route)) ?? new Set()
    for (const method of route.methods) known.add(method)
    taken.set(keyOf(route), known)
  }
  for (const route of routes) {
    if (!route.methods.includes('ALL')) continue
    const own = taken.get(keyOf(route)) as Set<string>
    const every = route.answersTo ?? METHODS
    if (every.some((method) => own.has(method))) route.answersTo = every.filter((method) => !own.has(method))
  }
}
