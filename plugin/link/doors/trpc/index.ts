/**
 * Procedures of tRPC as the HTTP calls that clients make: a query is a GET, a mutation a POST, to the path of the adapter and the
 * procedure's full name. In: routers and the adapters that serve them. Out: entry points with inputs, outputs and middleware.
 */
import type { EntryPoint, Guard, Parameter, Response, Shape } from '../../../types'
import { callsThat } from '../../acts'
import type { Guards } from '../../guards'
import { refusesAnyCaller } from '../../guards/for-any-caller'
import { INPUT } from '../../handed'
import { apiPathsOf, atPlace, calledName, cite, isTest, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { NO_MARKS } from '../../routes/index'
import { shapeOf } from '../../shapes/index'
import type { DoorDetector } from '../door'
import { entryOf, functionsOf } from '../entry'
import { filePath, mountedAt } from '../mounts'
import { rememberResolved } from '../resolved'
import { textOf } from '../written'
import { type Procedure, Routers } from './routers'

/** Where clients of the documentation look for procedures. */
const USUAL_PATH = '/api/trpc'

export const trpcDoors: DoorDetector = ({ linked, guards }) => {
  const routers = new Routers(linked)
  if (!routers.isThere) return {}
  const { whole } = linked
  const fileOf = (node: number) => (whole.files[whole.fileOf(node)] as { path: string }).path
  const roots = routers.roots().filter((root) => !isTest(fileOf(root)))
  const served = serversOf(linked).filter(({ call }) => !isTest(fileOf(call)))
  const targets: { router: number; path: string }[] = []
  for (const { router, path } of served)
    for (const made of linked.values.definitions(router)) if (routers.proceduresOf(made).length > 0) targets.push({ router: made, path })
  if (targets.length === 0)
    for (const router of roots)
      for (const path of distinct(
        served.map((server) => server.path),
        USUAL_PATH,
      ))
        targets.push({ router, path })
  const entryPoints = targets.flatMap(({ router, path }) =>
    routers.proceduresOf(router).flatMap((procedure) => {
      const entries = [entryPoint(linked, guards, procedure, path), ...openApi(linked, guards, procedure)]
      const functions = functionsOf(linked, procedure.resolvers)
      const asks = procedure.uses.flatMap((node) => middlewareFunctions(linked, node)).map((fn) => ({ fn, marks: NO_MARKS }))
      for (const entry of entries) rememberResolved(entry, { functions, by: 'together', handed: INPUT, asks })
      return entries
    }),
  )
  return { entryPoints: [...new Map(entryPoints.map((entry) => [`${entry.method} ${entry.path}`, entry])).values()] }
}

const distinct = (paths: string[], otherwise: string) => (paths.length > 0 ? [...new Set(paths)] : [otherwise])

interface Server {
  call: number
  router: number
  path: string
}

/** Calls that serve a router, each with the path in front of its procedures. */
function serversOf(linked: Linked): Server[] {
  const { models, whole } = linked
  const found: Server[] = []
  const told = (call: number, place: string | undefined) => {
    const [text] = place === undefined ? [] : atPlace(linked, call, place).flatMap((node) => textOf(linked, node) ?? [])
    return text === undefined ? undefined : `/${text.replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, '')
  }
  for (const { call, path, act } of callsThat(linked, 'procedures')) {
    if (act.plugin) continue
    const file = (whole.files[whole.fileOf(call)] as { path: string }).path
    const at = told(call, act.path) ?? mountedAt(linked, call, [models.paths.find(path, '()')]) ?? filePath(file) ?? act.usual
    for (const router of atPlace(linked, call, act.router)) found.push({ call, router, path: at })
  }
  for (const call of lookupOf(whole).called('register'))
    for (const path of whole.args(call)[0] === undefined ? [] : apiPathsOf(linked, whole.args(call)[0] as number))
      for (const { act } of models.acts.get(path) ?? [])
        if (act.act === 'procedures' && act.plugin)
          for (const router of atPlace(linked, call, act.router)) found.push({ call, router, path: told(call, act.path) ?? act.usual })
  return found.filter(({ router }) => router < whole.size)
}

function entryPoint(linked: Linked, guards: Guards, procedure: Procedure, path: string): EntryPoint {
  const place = procedure.kind === 'mutation' ? 'body' : 'query'
  return {
    ...shared(linked, guards, procedure, place),
    method: procedure.kind === 'mutation' ? 'POST' : 'GET',
    path: `${path}/${procedure.name}`,
    notes: procedure.kind === 'subscription' ? ['Stays open and sends events'] : [],
  }
}

function shared(linked: Linked, guards: Guards, procedure: Procedure, place: 'body' | 'query'): EntryPoint {
  const shapes = procedure.inputs.flatMap((node) => shapeOf(linked, node) ?? [])
  const before = guardsOf(linked, guards, procedure)
  const entry = entryOf(linked, guards, {
    kind: 'http',
    framework: '@trpc/server',
    method: 'GET',
    path: '',
    node: procedure.node,
    handlers: procedure.resolvers,
    parameters: parametersOf(linked, procedure, shapes, place),
    guards: before,
  })
  const answers = procedure.outputs.flatMap((node): Response[] => {
    const shape = shapeOf(linked, node)
    return shape ? [{ status: undefined, media: 'application/json', shape, at: cite(linked, node) }] : []
  })
  const body = place === 'body' ? merged(shapes) : undefined
  return {
    ...entry,
    handler: entry.handler && { ...entry.handler, name: procedure.name },
    ...(body ? { body: { media: 'application/json', shape: body, required: true } } : {}),
    responses: answers,
    validated:
      procedure.inputs[0] === undefined
        ? entry.validated
        : { answer: 'yes', reason: 'A schema is given with the procedure', evidence: procedure.inputs.map((node) => cite(linked, node)) },
  }
}

/** Fields of the input; the input itself where its form is not known. */
function parametersOf(linked: Linked, { inputs }: Procedure, shapes: readonly Shape[], place: 'body' | 'query'): Parameter[] {
  const fields = shapes.flatMap((shape) => shape.fields ?? [])
  const [first] = inputs
  if (first === undefined) return []
  const at = cite(linked, first)
  if (fields.length === 0) return [{ name: 'input', in: place, ...(shapes[0] ? { shape: shapes[0] } : {}), at }]
  return fields.map(({ name, shape, required }) => ({ name, in: place, shape, required, at }))
}

/** Several inputs of one chain are one object. */
function merged(shapes: readonly Shape[]): Shape | undefined {
  if (shapes.length < 2 || shapes.some(({ fields }) => !fields)) return shapes[0]
  return { type: 'object', fields: [...new Map(shapes.flatMap(({ fields }) => fields ?? []).map((field) => [field.name, field])).values()] }
}

function guardsOf(linked: Linked, guards: Guards, { uses, base }: Procedure): Guard[] {
  return uses.flatMap((node) => {
    const functions = middlewareFunctions(linked, node)
    const roles = new Set<Guard['role']>()
    for (const fn of functions) {
      for (const { role } of guards.ofFunction(fn).denials) roles.add(role)
      for (const role of guards.ofFunction(fn).roles) if (role === 'rate-limit') roles.add(role)
      const thrown = guards.ofFunction(fn).letsStrangersOn ? undefined : thrownBy(linked, fn)
      if (roles.size === 0 && thrown) roles.add(thrown)
    }
    const name = base ?? linked.whole.sourceOf(node, 60)
    const at = cite(linked, node)
    if (roles.size === 0) return [{ name, role: 'other' as const, scope: 'route' as const, at, ...(functions.length === 0 ? { opaque: true } : {}) }]
    return [...roles].map((role) => ({ name, role, scope: 'route' as const, at }))
  })
}

/** Calls that make middleware of functions, and those that put more behind some that is there. */
const MAKES_MIDDLEWARE = new Set(['middleware', 'experimental_standaloneMiddleware', 'create'])
const PIPES = new Set(['unstable_pipe', 'pipe'])

/** A function, or what `t.middleware(…)`, `before.unstable_pipe(…)` and functions of the program that hand such out were given. */
function middlewareFunctions(linked: Linked, node: number, depth = 0): number[] {
  const direct = functionsOf(linked, [node])
  if (direct.length > 0 || depth > 6) return direct
  const { whole, values, solver } = linked
  return values.definitions(node).flatMap((made) => {
    const inner = (nodes: readonly number[]) => nodes.flatMap((of) => middlewareFunctions(linked, of, depth + 1))
    const name = calledName(linked, made)
    if (MAKES_MIDDLEWARE.has(name)) return inner(whole.args(made))
    if (PIPES.has(name)) return inner([receiverOf(linked, made), ...whole.args(made)].filter((of) => of >= 0))
    return inner([...(solver.callees.get(made) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? []))
  })
}

/** `throw new TRPCError({ code: 'UNAUTHORIZED' })` */
function thrownBy(linked: Linked, fn: number): Guard['role'] | undefined {
  const { whole, values } = linked
  for (const node of linked.effects.within(fn)) {
    if (calledName(linked, node) !== 'TRPCError' || refusesAnyCaller(linked, node)) continue
    const [code] = values.property(whole.args(node)[0] ?? -1, 'code').flatMap((value) => textOf(linked, value) ?? [])
    if (code === 'UNAUTHORIZED') return 'authentication'
    if (code === 'FORBIDDEN') return 'authorization'
  }
  return undefined
}

/** `.meta({ openapi: { method: 'GET', path: '/users/{id}' } })`: the same procedure as a plain route. */
function openApi(linked: Linked, guards: Guards, procedure: Procedure): EntryPoint[] {
  const { values } = linked
  return procedure.metas
    .flatMap((meta) => values.property(meta, 'openapi'))
    .flatMap((options) => {
      const [method] = values.property(options, 'method').flatMap((node) => textOf(linked, node) ?? [])
      const [path] = values.property(options, 'path').flatMap((node) => textOf(linked, node) ?? [])
      if (method === undefined || path === undefined) return []
      const place = /^(?:GET|DELETE|HEAD)$/i.test(method) ? 'query' : 'body'
      const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      const entry = shared(linked, guards, procedure, place)
      return [
        {
          ...entry,
          method: method.toUpperCase(),
          path,
          parameters: entry.parameters.map((parameter) => (inPath.has(parameter.name) ? { ...parameter, in: 'path' as const } : parameter)),
        },
      ]
    })
}
