/**
 * Routes that a contract describes: `{ getPost: { method: 'GET', path: '/posts/:id', query, body, responses } }`. In: contracts,
 * and the objects that implement them by name. Out: an entry point for each route, where something in the program serves them.
 */
import { Kind } from '../../graph'
import type { EntryPoint, Parameter, Response } from '../../types'
import { callsThat } from '../acts'
import type { Guards } from '../guards'
import type { Handed } from '../handed'
import { atPlace, calledName, cite, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { joinPaths } from '../paths'
import { shapeOf } from '../shapes/index'
import type { DoorDetector } from './door'
import { entryOf, functionsOf } from './entry'
import { rememberResolved } from './resolved'
import { entriesOf, memberOf, textOf } from './written'

interface Route {
  /** Names on the way to it: `posts`, `get`. */
  names: string[]
  node: number
  prefix: string
}

const DEEPEST = 8
/** Calls that put an implementation behind a contract. */
const SERVES = new Set([
  'router',
  'createExpressEndpoints',
  'createNextHandler',
  'createNextRoute',
  'createNextRouter',
  'createLambdaHandler',
  'createFetchHandler',
  'tsr',
  'tsRestHandler',
  'registerRouter',
])

export const contractDoors: DoorDetector = ({ linked, guards }) => {
  const contracts = callsThat(linked, 'contract').filter(({ call }) => !isTest(pathOf(linked, call)))
  if (contracts.length === 0) return {}
  const own = new Set(contracts.map(({ call }) => call))
  const implementations = [...lookupOf(linked.whole).called(SERVES)].filter((call) => !own.has(call) && linked.whole.args(call).length >= 2)
  // Without a server in the program, it is what a client calls.
  if (implementations.length === 0) return {}
  const nested = new Set<number>()
  const routes = contracts.flatMap(({ call, act }) => {
    const prefix = act.prefix === undefined ? '' : (atPlace(linked, call, act.prefix).flatMap((node) => textOf(linked, node) ?? [])[0] ?? '')
    return atPlace(linked, call, act.routes)
      .flatMap((node) => routesIn(linked, node, [], prefix, own, nested))
      .map((route) => ({ ...route, contract: call }))
  })
  const outer = routes.filter(({ contract }) => !nested.has(contract))
  return { entryPoints: outer.map((route) => entryPoint(linked, guards, route, implementations)) }
}

const pathOf = ({ whole }: Linked, node: number) => (whole.files[whole.fileOf(node)] as { path: string }).path

function routesIn(linked: Linked, node: number, names: string[], prefix: string, contracts: ReadonlySet<number>, nested: Set<number>): Route[] {
  if (names.length > DEEPEST) return []
  const { whole, values } = linked
  return entriesOf(linked, node).flatMap(({ key, value }) =>
    values.definitions(value).flatMap((made) => {
      if (whole.kind[made] === Kind.Call && contracts.has(made)) {
        nested.add(made)
        const [inner, options] = whole.args(made)
        const [own] = options === undefined ? [] : values.property(options, 'pathPrefix').flatMap((text) => textOf(linked, text) ?? [])
        return inner === undefined ? [] : routesIn(linked, inner, [...names, key], joinPaths(prefix, own ?? ''), contracts, nested)
      }
      const isRoute = values.property(made, 'path').length > 0 && values.property(made, 'method').length > 0
      return isRoute ? [{ names: [...names, key], node: made, prefix }] : routesIn(linked, made, [...names, key], prefix, contracts, nested)
    }),
  )
}

const PLACES = [
  ['pathParams', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
  ['body', 'json'],
] as const

/** The same parts as a handler is handed them. */
const HANDED_OVER: Handed = {
  members: new Map([
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
    ['body', 'json'],
  ]),
}

function entryPoint(linked: Linked, guards: Guards, { names, node, prefix }: Route, implementations: readonly number[]): EntryPoint {
  const { values } = linked
  const text = (name: string) => values.property(node, name).flatMap((value) => textOf(linked, value) ?? [])[0]
  const path = joinPaths(prefix, text('path') ?? '{path}')
  const parameters = PLACES.flatMap(([property, place]): Parameter[] =>
    values.property(node, property).flatMap((schema) => {
      const shape = shapeOf(linked, schema)
      return (shape?.fields ?? []).map((field) => ({
        name: field.name,
        in: place,
        shape: field.shape,
        required: field.required,
        at: cite(linked, node),
      }))
    }),
  )
  const told = new Set(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name))
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string).filter((name) => !told.has(name))
  const [body] = values.property(node, 'body').flatMap((schema) => shapeOf(linked, schema) ?? [])
  const responses = values
    .property(node, 'responses')
    .flatMap((answers) => entriesOf(linked, answers))
    .map(({ key, value }): Response => {
      const shape = shapeOf(linked, value)
      return {
        status: /^[1-5]\d\d$/.test(key) ? Number(key) : undefined,
        media: 'application/json',
        ...(shape ? { shape } : {}),
        at: cite(linked, node),
      }
    })
  const handlers = implementations.flatMap((call) => implementedBy(linked, call, names))
  const entry = entryOf(linked, guards, {
    kind: 'http',
    framework: '@ts-rest/core',
    method: (text('method') ?? 'GET').toUpperCase(),
    path,
    node,
    handlers,
    purpose: text('summary') ?? text('description') ?? '',
    parameters: [...inPath.map((name) => ({ name, in: 'path' as const, required: true, at: cite(linked, node) })), ...parameters],
    notes: handlers.length === 0 ? ['No implementation of it was found in the code'] : [],
  })
  const schemas = PLACES.flatMap(([property]) => values.property(node, property))
  const served: EntryPoint = {
    ...entry,
    ...(body ? { body: { media: 'application/json', shape: body, required: true } } : {}),
    responses,
    validated:
      schemas.length > 0 ? { answer: 'yes', reason: 'The contract has a schema for what is sent', evidence: [cite(linked, node)] } : entry.validated,
  }
  rememberResolved(served, { functions: functionsOf(linked, handlers), by: 'together', handed: HANDED_OVER })
  return served
}

/** The value under the route's names in what a call is given, or under the last of them: sub-contracts are implemented apart. */
function implementedBy(linked: Linked, call: number, names: readonly string[]): number[] {
  const { values, whole } = linked
  const args = [...whole.args(call)]
  const follow = (node: number, way: readonly string[]) =>
    way.reduce<number[]>((nodes, name) => nodes.flatMap((at) => memberOf(linked, at, name)), [node])
  const position = calledName(linked, call).startsWith('create') && args.length > 2 ? 1 : args.length - 1
  const target = args.slice(Math.min(1, position)).flatMap((node) => follow(node, names))
  // `s.router(contract.posts, { get })`
  const [first] = args
  const scope = first === undefined ? '' : values.nameOf(first)
  const inner = scope !== '' && names.at(-2) === scope ? args.slice(1).flatMap((node) => follow(node, names.slice(-1))) : []
  return [...target, ...inner]
    .flatMap((node) => [node, ...values.property(node, 'handler')])
    .filter((node) => node < whole.size || linked.solver.of(node).length > 0)
}
