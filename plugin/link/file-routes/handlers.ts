/** What a file exports, as routes. In: a file and what a model says of its place. Out: routes without guards. */
import { FunctionFlag, Kind } from '../../graph'
import type { Evidence, Parameter } from '../../types'
import { isImportedByPages } from '../action-importers'
import type { Guards } from '../guards'
import { INPUT } from '../handed'
import { LabelKind } from '../labels'
import { calledName, cite, citeLine, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { FileRouteModel } from '../models'
import type { FoundRoute } from '../routes/index'
import type { WholeFunction } from '../whole/index'
import { skipTrivia } from '../whole/index'
import { madeAction } from './made-actions'
import { METHODS, methodsLetThrough, testedMethods } from './methods'

export interface FiledRoute extends FoundRoute {
  file: number
  root: string
  model: FileRouteModel
}

interface Exported {
  name: string
  node: number
  pos: number
}

/** Everything that the routes of one file share. */
export interface Place {
  linked: Linked
  guards: Guards
  file: number
  root: string
  path: string
  model: FileRouteModel
  /** Has no path of its own, and is around those of others. */
  laysOut?: true
}

const METHOD_EXPORTS = new Map(METHODS.map((method) => [method, [method]]))

export function routesOf(place: Place): FiledRoute[] {
  switch (place.model.handlers) {
    case 'exports':
      return [...exportedMethods(place), ...handlerObjects(place)]
    case 'default':
      return defaultExport(place)
    case 'page':
      return [{ ...route(place, ['GET'], place.path), at: citeLine(place.linked, place.file, 1), modules: [place.file] }]
    case 'forms':
      return forms(place)
    case 'action':
      return actions(place)
    default:
      return []
  }
}

function route({ linked, file, root, model }: Place, methods: string[], path: string): FiledRoute {
  return {
    framework: model.library,
    methods,
    path,
    node: Math.max(linked.whole.base[file] as number, 0),
    handlers: [],
    guards: [],
    schemas: [],
    limits: [],
    generated: false,
    serves: undefined,
    notes: [],
    file,
    root,
    model,
    ...(methods.some((method) => method === 'ALL' || method === 'ANY') && model.answersTo ? { answersTo: model.answersTo } : {}),
  }
}

/** A route with one handler: a value that an export has. */
function handled(place: Place, methods: string[], { name, node, pos }: Exported, path = place.path): FiledRoute {
  const { linked, file } = place
  const { whole, solver } = linked
  const labels = solver.of(node)
  const at = lineOf(linked, file, pos)
  const own = whole.fileOf(node) === file && node < whole.size
  return {
    ...route(place, methods, path),
    ...(own ? { node } : { at }),
    handlers: [{ node, name, at, labels, functions: functionsOf(place, node) }],
  }
}

/** Functions that a value is; of what a wrapper makes, those that are wrapped as well. */
export function functionsOf({ linked, guards }: Pick<Place, 'linked' | 'guards'>, node: number): number[] {
  const { solver } = linked
  const found = new Set<number>()
  for (const value of [node, ...guards.wrapped(node)])
    for (const label of solver.of(value)) if (solver.labels.kind[label] === LabelKind.Function) found.add(solver.labels.data[label] as number)
  return [...found]
}

const lineOf = (linked: Linked, file: number, pos: number): Evidence => {
  const { text } = linked.whole.files[file] as { text: string }
  return citeLine(linked, file, linked.whole.lineAt(file, skipTrivia(text, pos)))
}

function exportsOf({ linked, file }: Place): Exported[] {
  return linked.whole.exports[file] as Exported[]
}

/** `export async function GET() {}`, `export { read as GET } from '…'`, `export * from '…'`, `module.exports = { GET }`. */
function exportedMethods(place: Place): FiledRoute[] {
  const { linked, file, model } = place
  const exports = exportsOf(place)
  const found: FiledRoute[] = []
  for (const [name, methods] of model.exports ?? METHOD_EXPORTS) {
    const own = exports.filter((entry) => entry.name === name)
    for (const entry of own) found.push(handled(place, methods, entry))
    if (own.length > 0 || name === 'default') continue
    for (const star of exports.filter((entry) => entry.name === '*')) {
      const [node] = linked.values.exported(file, name)
      if (node !== undefined) found.push(handled(place, methods, { name, node, pos: star.pos }))
    }
  }
  return found
}

/** `export const handler = { GET() {} }`, `export const handler = define.handlers({…})`; a function there takes every method. */
function handlerObjects(place: Place): FiledRoute[] {
  const { linked, model } = place
  const { values, whole, solver } = linked
  return exportsOf(place)
    .filter(({ name }) => model.objects.includes(name))
    .flatMap((entry) => {
      const objects = [entry.node, ...values.definitions(entry.node).flatMap((node) => (whole.kind[node] === Kind.Call ? [...whole.args(node)] : []))]
      const members = objects.flatMap((object) =>
        values
          .propertyNames(object)
          .filter((name) => METHODS.includes(name))
          .flatMap((name) => values.property(object, name).map((node) => ({ name, node }))),
      )
      const seen = new Set<string>()
      const routes = members
        .filter(({ name }) => !seen.has(name) && seen.add(name))
        .map(({ name, node }) =>
          handled(place, [name], {
            name,
            node,
            pos: whole.fileOf(node) === place.file && node < whole.size ? (whole.pos[node] as number) : entry.pos,
          }),
        )
      const isFunction = objects.some((object) => solver.of(object).some((label) => solver.labels.kind[label] === LabelKind.Function))
      return routes.length > 0 ? routes : isFunction ? [handled(place, [model.any], entry)] : []
    })
}

function defaultExport(place: Place): FiledRoute[] {
  const { linked, file, model } = place
  const { whole, values } = linked
  const own = exportsOf(place).find(({ name }) => name === 'default')
  const node = own?.node ?? (whole.commonjs[file] as number[])[0]
  if (node === undefined) return []
  const chained = chainedMethods(place, node)
  if (chained.length > 0) return chained
  const inner = values.property(node, 'handler')[0]
  const pos = own?.pos ?? (whole.pos[node] as number)
  const suffix = model.suffix ? /\.(get|post|put|patch|delete|head|options|connect|trace)(?:\.(?:dev|prod|prerender))?$/.exec(place.path) : null
  const path = told(place, model.pathFrom)[0] ?? (model.suffix ? pathOfSuffix(place.path) : place.path)
  const methods = told(place, model.methodFrom).map((method) => method.toUpperCase())
  const found = handled(
    place,
    methods.length > 0 ? methods : suffix ? [(suffix[1] as string).toUpperCase()] : [model.any],
    { name: 'default export', node: inner ?? node, pos },
    path,
  )
  const [handler] = found.handlers
  const named = handler?.functions.map((fn) => whole.functions[fn]?.fact.name).find((name) => name && name !== 'default')
  if (named && handler) handler.name = named
  if (model.suffix || model.any === 'ANY') return [found]
  const tested = methodsLetThrough(linked, place.guards, node) ?? testedMethods(linked, handler?.functions ?? [])
  return [tested.length > 0 ? { ...found, methods: tested, answersTo: undefined } : found]
}

/** What an export says of the route itself: `export const config = { path: '/x', method: 'POST' }`. */
function told(place: Place, from: string | undefined): string[] {
  if (from === undefined) return []
  const { values } = place.linked
  const [name, ...names] = from.split('.')
  let nodes = exportsOf(place)
    .filter((entry) => entry.name === name)
    .map(({ node }) => node)
  for (const inner of names) nodes = nodes.flatMap((node) => values.property(node, inner))
  return nodes
    .flatMap((node) => values.elements(node))
    .flatMap((node) => values.texts(node))
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
}

/** `export default router().use(auth).get(list).post(create)`: a router that is given no paths of its own. */
function chainedMethods(place: Place, node: number): FiledRoute[] {
  const { linked, guards } = place
  const { solver, whole } = linked
  const routers = new Set(solver.of(node).filter((label) => solver.labels.kind[label] === LabelKind.ApiObject))
  if (routers.size === 0) return []
  const found: FiledRoute[] = []
  const before: FiledRoute['guards'] = []
  const calls = [...lookupOf(whole).named(Kind.Call, /^(?:use|get|post|put|patch|delete|head|options|all)$/)].filter(
    (call) => whole.fileOf(call) === place.file && solver.of(receiverOf(linked, call)).some((label) => routers.has(label)),
  )
  for (const call of calls) {
    const name = calledName(linked, call)
    const args = [...whole.args(call)]
    const handler = args[args.length - 1]
    if (handler === undefined) continue
    const ahead = name === 'use' ? args : args.slice(0, -1)
    const own = ahead.flatMap((argument) =>
      [...guards.ofNode(argument).roles].map((role) => ({
        name: linked.values.nameOf(argument) || 'middleware',
        role,
        scope: name === 'use' ? ('router' as const) : ('route' as const),
        at: cite(linked, argument),
      })),
    )
    if (name === 'use') before.push(...own)
    else {
      const made = handled(place, [name.toUpperCase()], { name, node: handler, pos: whole.pos[call] as number })
      found.push({ ...made, node: call, guards: [...before, ...own] })
    }
  }
  return found
}

/** `/users.get` → `/users`, `/index.get` → `/`. */
function pathOfSuffix(path: string): string {
  const bare = path.replace(/(?:\.(?:get|post|put|patch|delete|head|options|connect|trace))?(?:\.(?:dev|prod|prerender))?$/, '')
  return bare.replace(/\/index$/, '') || '/'
}

/** `export const actions = { default: …, register: … }`: a form posts to the page, to `?/register` where it says so. */
function forms(place: Place): FiledRoute[] {
  const { linked } = place
  const { values, whole } = linked
  const entry = exportsOf(place).find(({ name }) => name === 'actions')
  if (!entry) return []
  return values.propertyNames(entry.node).flatMap((name) =>
    values
      .property(entry.node, name)
      .slice(0, 1)
      .map((node) =>
        handled(
          place,
          ['POST'],
          { name, node, pos: whole.fileOf(node) === place.file && node < whole.size ? (whole.pos[node] as number) : entry.pos },
          name === 'default' ? place.path : `${place.path}?/${name}`,
        ),
      ),
  )
}

const ACTION_NOTE = 'Server Action: called by its own identifier, not by a path'
const SERVER_NOTE = 'No page imports it: from Next.js 15 on such an action has no identifier that callers could use'

/** Exported functions of a `use server` file, and functions whose body begins so. */
function actions(place: Place): FiledRoute[] {
  const { linked, file } = place
  const { solver, whole } = linked
  const directives = (whole.files[file] as { directives: string[] }).directives
  const entries: Exported[] = directives.includes('use server')
    ? exportsOf(place).filter(({ node, name }) => name !== '*' && solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Function))
    : actionsInside(linked, file).map((fn) => ({ name: fn.fact.name, node: fn.node, pos: fn.fact.pos }))
  const notes = isImportedByPages(linked, file) ? [ACTION_NOTE] : [ACTION_NOTE, SERVER_NOTE]
  const own = entries.map((entry): FiledRoute => {
    const found = handled(place, ['ACTION'], entry, entry.name || 'anonymous function')
    return { ...found, notes, ...argumentsOf(linked, found.handlers[0]?.functions ?? []) }
  })
  return directives.includes('use server') ? [...own, ...made(place, new Set(entries.map(({ name }) => name)), notes)] : own
}

/** Exports that a builder makes. What its schema lets through is what they are given. */
function made(place: Place, known: ReadonlySet<string>, notes: string[]): FiledRoute[] {
  return exportsOf(place).flatMap(({ name, node, pos }): FiledRoute[] => {
    const action = name === '*' || known.has(name) ? undefined : madeAction(place.linked, place.guards, node)
    if (!action) return []
    const found = handled(place, ['ACTION'], { name, node: action.handler, pos }, name)
    const { linked, file } = place
    const given = [...action.reads].map(
      ([read, at]): Parameter => ({ name: read, in: 'body', at: lineOf(linked, linked.whole.fileOf(at), linked.whole.pos[at] as number) }),
    )
    const whole: Parameter[] = [{ name: 'input', in: 'body', at: lineOf(linked, file, pos) }]
    return [
      { ...found, guards: action.guards, notes, given: given.length > 0 ? given : whole, handed: INPUT, asks: action.asks, schemas: action.schemas },
    ]
  })
}

/** Functions whose body begins with 'use server'. */
function actionsInside(linked: Linked, file: number): WholeFunction[] {
  let known = inside.get(linked)
  if (!known) {
    known = new Map()
    for (const fn of linked.whole.functions) {
      if (!(fn.fact.flags & FunctionFlag.ServerAction)) continue
      const list = known.get(fn.file)
      if (list) list.push(fn)
      else known.set(fn.file, [fn])
    }
    inside.set(linked, known)
  }
  return known.get(file) ?? []
}
const inside = new WeakMap<Linked, Map<number, WholeFunction[]>>()

/** What a caller of an action passes: arguments by name; of a form, its fields are read elsewhere. */
function argumentsOf(linked: Linked, [fn]: number[]): Pick<FiledRoute, 'given' | 'handed'> {
  const { models, solver, whole } = linked
  const { fact, params } = whole.functions[fn ?? -1] ?? { fact: undefined, params: [] }
  const isForm = (param: number, name: string) =>
    /^(?:form|formData|data)$/i.test(name) ||
    solver
      .of(param)
      .some((label) => solver.labels.kind[label] === LabelKind.Api && /FormData/.test(models.paths.show(solver.labels.data[label] as number)))
  const sent = params
    .map((param, index) => ({ param, name: fact?.paramNames[index] ?? '' }))
    // The state before comes back with the form: `useActionState`.
    .filter(({ param, name }) => !isForm(param, name) && !/^_|^prev(?:ious)?(?:State)?$/i.test(name))
  return {
    given: sent.flatMap(({ param, name }): Parameter[] =>
      /^\w+$/.test(name) ? [{ name, in: 'body', at: lineOf(linked, whole.fileOf(param), whole.pos[param] as number) }] : [],
    ),
    handed: { params: sent.map(({ param }) => param) },
  }
}
