/**
 * Methods of gRPC services. In: `.proto` files, and the calls and classes that put an implementation behind a service. Out: an
 * entry point for each method that is implemented; with a gateway, the routes that a method is annotated with.
 */
import escapeStringRegexp from 'escape-string-regexp'
import type { DefinedOperation, Definition } from '../../graph'
import { Kind } from '../../graph'
import type { EntryPoint, Evidence, Shape } from '../../types'
import { callsThat } from '../acts'
import type { Listener } from '../decorated/index'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { atPlace, isTest, type Linked } from '../linked'
import type { DoorDetector } from './door'
import { entryOf, type FoundDoor } from './entry'
import { namedTypes, resolved } from './graphql/shapes'
import { entriesOf } from './written'

/** One service as code implements it. */
interface Implementation {
  /** Names it may go by, the likeliest first. */
  names: string[]
  framework: string
  /** Where it is put in force. */
  node: number
  /** Method as the code spells it → the values that handle it. */
  methods: Map<string, number[]>
}

export const grpcDoors: DoorDetector = ({ linked, guards, extracted, listeners }) => {
  const implemented = implementationsOf(linked)
  const decorated = listeners.filter(({ model, node }) => model.kind === 'rpc' && !isTest(pathOf(linked, node)))
  if (implemented.length === 0 && decorated.length === 0) return {}
  const definitions = extracted.definitions.filter(({ format }) => format === 'proto')
  const services = servicesOf(definitions)
  const types = namedTypes(definitions)
  const hasGateway = [...linked.dependencies].some((name) => /grpc-?(?:\w+-)?(?:gateway|transcod)/.test(name))
  const entryPoints: EntryPoint[] = []
  for (const implementation of implemented) {
    const service = services.find(({ simple, name }) => implementation.names.some((given) => given === name || isNamed(given, simple)))
    entryPoints.push(
      ...(service ? described(linked, guards, implementation, service, types, hasGateway) : undescribed(linked, guards, implementation)),
    )
  }
  entryPoints.push(...decorated.map((listener) => ofListener(linked, guards, listener, services, types)))
  return { entryPoints }
}

const pathOf = ({ whole }: Linked, node: number) => (whole.files[whole.fileOf(node)] as { path: string }).path

// ── what is declared ─────────────────────────────────────────────────────────────────────────────────────────────────

interface Service {
  /** `pkg.Greeter` */
  name: string
  simple: string
  operations: { operation: DefinedOperation; file: string }[]
}

function servicesOf(definitions: readonly Definition[]): Service[] {
  const found = new Map<string, Service>()
  for (const { path: file, operations } of definitions)
    for (const operation of operations) {
      const name = serviceOf(operation)
      const service = found.get(name) ?? { name, simple: name.slice(name.lastIndexOf('.') + 1), operations: [] }
      service.operations.push({ operation, file })
      found.set(name, service)
    }
  return [...found.values()]
}

/** Service and method of an operation; those of routes are told by what handles them. */
const fullPath = ({ kind, path, handler }: DefinedOperation) => (kind === 'http' ? (handler ?? path) : path)
const serviceOf = (operation: DefinedOperation) => fullPath(operation).slice(0, Math.max(0, fullPath(operation).lastIndexOf('/')))
const methodOf = (operation: DefinedOperation) => fullPath(operation).slice(fullPath(operation).lastIndexOf('/') + 1)

/** Generators add to a service's name: `GreeterService`, `GreeterDefinition`. */
const isNamed = (given: string, service: string) =>
  given === service || new RegExp(`^I?${escapeStringRegexp(service)}(?:Service|Definition|Server|ServiceDefinition)$`).test(given)

// ── what is implemented ──────────────────────────────────────────────────────────────────────────────────────────────

function implementationsOf(linked: Linked): Implementation[] {
  const found: Implementation[] = []
  for (const { call, library, act } of callsThat(linked, 'grpc')) {
    const [service] = atPlace(linked, call, act.service)
    if (service === undefined || isTest(pathOf(linked, call))) continue
    const names = namesIn(linked, service).filter((word) => word !== 'service' && word !== 'definition')
    const methods = new Map<string, number[]>()
    for (const node of atPlace(linked, call, act.implementation)) for (const [name, nodes] of methodsAt(linked, node)) methods.set(name, nodes)
    found.push({ names: names.slice(0, 4), framework: library, node: call, methods })
  }
  return found
}

/** Names along an expression, the last one first: of `proto.shop.Orders.service` `service`, `Orders`… */
function namesIn({ whole, values }: Linked, node: number): string[] {
  const names: string[] = []
  for (let at = node, hops = 0; at >= 0 && hops < 12; hops++) {
    const name = values.nameOf(at)
    if (name) names.push(name)
    if (whole.kind[at] !== Kind.Load && whole.kind[at] !== Kind.Refine) break
    at = whole.a[at] as number
  }
  return names
}

/** Methods of an object, of an instance, or of the one that a function makes. */
function methodsAt(linked: Linked, node: number): [string, number[]][] {
  const { solver, whole } = linked
  const found: [string, number[]][] = entriesOf(linked, node).map(({ key, value }) => [key, [value]])
  for (const label of solver.of(node)) {
    const kind = solver.labels.kind[label]
    if (kind !== LabelKind.Instance && kind !== LabelKind.Class) continue
    for (const member of whole.classes[solver.labels.data[label] as number]?.members ?? [])
      if (member.node >= 0 && whole.kind[member.node] === Kind.Function) found.push([member.name, [member.node]])
  }
  return found.filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && name !== 'constructor')
}

/** `sayHello`, `SayHello` and `say_hello` are one method. */
const plain = (name: string) => name.replace(/_/g, '').toLowerCase()

function described(
  linked: Linked,
  guards: Guards,
  { framework, node, methods }: Implementation,
  { operations }: Service,
  types: ReadonlyMap<string, Shape>,
  hasGateway: boolean,
): EntryPoint[] {
  const handlers = new Map([...methods].map(([name, nodes]) => [plain(name), nodes]))
  return operations
    .filter(({ operation }) => operation.kind === 'rpc' || hasGateway)
    .map(({ operation, file }) => {
      const handled = handlers.get(plain(methodOf(operation))) ?? []
      const door: FoundDoor = {
        kind: operation.kind,
        framework,
        method: operation.method,
        path: operation.path,
        node,
        handlers: handled,
        notes: handled.length === 0 ? ['No implementation of this method was found in the code'] : [],
      }
      return withDefinition(entryOf(linked, guards, door), operation, file, types)
    })
}

/** What the description says is put where the code says nothing; the place is that of the method's declaration. */
function withDefinition(entry: EntryPoint, operation: DefinedOperation, file: string, types: ReadonlyMap<string, Shape>): EntryPoint {
  const at: Evidence = { file, line: operation.line, text: operation.text }
  const body = operation.body && resolved(operation.body, types)
  const inPath = [...(operation.kind === 'http' ? operation.path.matchAll(/\{([\w.]+)\}/g) : [])].map(([, name]) => name as string)
  return {
    ...entry,
    at,
    ...(operation.purpose ? { purpose: operation.purpose } : {}),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path' as const, required: true, at })),
      ...(body?.fields ?? [])
        .filter(({ name }) => !inPath.includes(name))
        .map(({ name, shape, required }) => ({ name, in: operation.method === 'GET' ? ('query' as const) : ('body' as const), shape, required, at })),
    ],
    ...(body && operation.method !== 'GET'
      ? { body: { media: operation.kind === 'rpc' ? 'application/grpc' : 'application/json', shape: body, required: true } }
      : {}),
    responses: (operation.responses ?? []).map(({ status, shape }) => ({ status, ...(shape ? { shape: resolved(shape, types) } : {}), at })),
  }
}

function undescribed(linked: Linked, guards: Guards, { names, framework, node, methods }: Implementation): EntryPoint[] {
  const service = (names[0] ?? 'a service that is not in the code').replace(/(?<=.)Definition$/, '')
  return [...methods].map(([name, handlers]) =>
    entryOf(linked, guards, {
      kind: 'rpc',
      framework,
      method: 'CALL',
      path: `${service}/${name}`,
      node,
      handlers,
      notes: ['No .proto file that declares it was found'],
    }),
  )
}

/** `@GrpcMethod('Orders', 'Place')`, `@GrpcMethod()` on `place` of a class named `Orders…`. */
function ofListener(linked: Linked, guards: Guards, listener: Listener, services: readonly Service[], types: ReadonlyMap<string, Shape>): EntryPoint {
  const { whole, values } = linked
  const { node, cls, method, fn, library, model } = listener
  const [first, second] = whole.args(node).map((argument) => values.texts(argument).find(({ exact }) => exact)?.value)
  const owner = first ?? whole.classes[cls]?.fact.name ?? ''
  const called = second ?? method.charAt(0).toUpperCase() + method.slice(1)
  const service = services.find(({ simple }) => simple === owner || isNamed(owner, simple) || owner === `${simple}Controller`)
  const known = service?.operations.find(({ operation }) => operation.kind === 'rpc' && plain(methodOf(operation)) === plain(called))
  const entry = entryOf(linked, guards, {
    kind: 'rpc',
    framework: library,
    method: known?.operation.method ?? model.method ?? 'CALL',
    path: known?.operation.path ?? `${service?.name ?? owner}/${called}`,
    node,
    handlers: fn < 0 ? [] : [whole.functions[fn]?.node ?? -1].filter((at) => at >= 0),
    guards: listener.guards,
    notes: known ? [] : ['No .proto file that declares it was found'],
  })
  if (!known) return entry
  return { ...withDefinition(entry, known.operation, known.file, types), at: entry.at }
}
