/**
 * Operations of GraphQL servers: one for each field of a root type. In: schemas in files and in code, resolver classes and maps,
 * and the servers that models know. Out: entry points; what only a schema or only a resolver says is kept, and says so.
 */

import { type DefinedOperation, type Definition, Kind } from '../../../graph'
import type { EntryPoint, Evidence, Guard, Parameter, Shape } from '../../../types'
import { rememberRuns } from '../../entry-points/runs'
import type { Guards } from '../../guards'
import { asksCaller } from '../../guards/asks-caller'
import { cite, isTest, type Linked } from '../../linked'
import type { DoorContext, DoorDetector } from '../door'
import { functionsOf } from '../entry'
import { Packages } from '../packages'
import { placesOf, type Resolved, rememberResolved } from '../resolved'
import { codeFirstFields } from './code-first'
import { decoratedFields } from './decorated'
import { type Endpoint, endpointsOf, USUAL_PATH } from './endpoints'
import type { RootField } from './field'
import { Resolvers } from './resolvers'
import { flattened, namedTypes, resolved, variablesOf } from './shapes'

/** All that is known of one field of one package's schema. */
interface Operation {
  root: RootField['root']
  name: string
  file: string
  defined?: { operation: DefinedOperation; file: string }
  coded?: RootField
}

export const graphqlDoors: DoorDetector = (context) => {
  const { linked, guards, routes, extracted, listeners } = context
  const schemas = extracted.definitions.filter(({ format, path }) => format === 'graphql' && !isTest(path))
  const imports = importedBy(linked)
  const isThere =
    schemas.length > 0 || listeners.some(({ model }) => model.kind === 'graphql') || [...imports.keys()].some((name) => BUILDS.test(name))
  if (!isThere) return {}
  const packages = new Packages(extracted)
  const endpoints = endpointsOf(linked, guards, routes, packages)
  if (endpoints.length === 0) return {}
  const resolvers = new Resolvers(linked, guards)
  const served = schemas.filter(({ path }) => isServed(path, packages, endpoints, imports))
  const types = namedTypes(served)
  const operations = operationsOf(context, served, packages, new Set(imports.keys()), resolvers)
  return {
    entryPoints: operations.map((operation) =>
      entryPoint(linked, guards, operation, endpointFor(operation.file, packages, endpoints), resolvers, types),
    ),
  }
}

/** Packages whose presence may mean that code builds a schema or resolves one. */
const BUILDS = /^(?:graphql|nexus|@nexus\/schema|@pothos\/core|@giraphql\/core|graphql-compose|mercurius|graphql-yoga|@apollo\/server)$/
const CLIENTS =
  /^(?:@apollo\/client|apollo-boost|apollo-client|apollo-link-state|react-apollo|@apollo\/react-hooks|urql|@urql\/.*|vue-apollo|@vue\/apollo-.*|react-relay|relay-runtime|apollo-angular)$/

/** Packages that are imported, and the files in which. */
function importedBy({ whole, modules }: Linked): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, graph } of whole.files)
    for (const { specifier } of graph.imports) {
      if (!/graphql|nexus|pothos|mercurius|apollo|urql|relay|giraphql/.test(specifier)) continue
      const to = modules.resolve(path, specifier)
      if (to.kind !== 'package') continue
      const files = found.get(to.name)
      if (files) files.add(path)
      else found.set(to.name, new Set([path]))
    }
  return found
}

/** A client may hold a copy of a schema, or one for its own state: nothing answers there. */
function isServed(path: string, packages: Packages, endpoints: readonly Endpoint[], imports: ReadonlyMap<string, Set<string>>): boolean {
  const own = packages.of(path)
  const clients = [...imports].filter(([name]) => CLIENTS.test(name)).flatMap(([, files]) => [...files])
  if (clients.includes(path)) return false
  if (endpoints.some((endpoint) => endpoint.package === own)) {
    // One package for both sides: the side on which the client stands has its own directory.
    const side = path.slice(0, path.indexOf('/', own.length) + 1)
    return (
      side === '' ||
      side === own ||
      /^(?:src|lib|packages|apps)\/$/.test(side.slice(own.length)) ||
      !clients.some((file) => file.startsWith(side)) ||
      endpoints.some(({ file }) => file.startsWith(side))
    )
  }
  return !clients.some((file) => packages.of(file) === own)
}

function operationsOf(
  { linked, listeners }: DoorContext,
  schemas: readonly Definition[],
  packages: Packages,
  imports: ReadonlySet<string>,
  resolvers: Resolvers,
): Operation[] {
  const { whole } = linked
  const found = new Map<string, Operation>()
  const key = (file: string, root: string, name: string) => `${packages.of(file)} ${root} ${name}`
  for (const field of [...decoratedFields(linked, listeners), ...codeFirstFields(linked, imports)]) {
    const { path: file } = whole.files[whole.fileOf(field.node)] as { path: string }
    const at = key(file, field.root, field.name)
    if (!isTest(file) && !found.has(at)) found.set(at, { root: field.root, name: field.name, file, coded: field })
  }
  const inCode = new Set(found.keys())
  for (const { path: file, operations } of schemas)
    for (const operation of operations) {
      const root = operation.method as RootField['root']
      const at = key(file, root, operation.path)
      const known = found.get(at)
      if (known) known.defined ??= { operation, file }
      // A schema in a package of its own describes what the classes of another one resolve.
      else if (![...inCode].some((other) => other.endsWith(` ${root} ${operation.path}`)))
        found.set(at, { root, name: operation.path, file, defined: { operation, file } })
    }
  if (found.size === 0)
    for (const { root, name, resolver } of resolvers.all())
      found.set(key(resolver.file, root, name), {
        root,
        name,
        file: resolver.file,
        coded: { root, name, framework: 'graphql', node: resolver.node, resolvers: [resolver.node], parameters: [], guards: [] },
      })
  return [...found.values()]
}

/** The server nearest to a schema: of the same file, directory, package, or the only one. */
function endpointFor(file: string, packages: Packages, endpoints: readonly Endpoint[]): Endpoint | undefined {
  const directory = file.slice(0, file.lastIndexOf('/') + 1)
  const own = packages.of(file)
  return (
    endpoints.find((endpoint) => endpoint.file === file) ??
    endpoints.find((endpoint) => endpoint.file.startsWith(directory) && directory !== '') ??
    endpoints.find((endpoint) => endpoint.package === own) ??
    endpoints[0]
  )
}

function entryPoint(
  linked: Linked,
  guards: Guards,
  { root, name, defined, coded, file }: Operation,
  endpoint: Endpoint | undefined,
  resolvers: Resolvers,
  types: ReadonlyMap<string, Shape>,
): EntryPoint {
  const { whole } = linked
  const within = defined?.operation.within
  const own = within === undefined ? resolvers.of(root, name) : resolvers.ofMember(within, name.slice(name.indexOf('.') + 1))
  const near = own.filter((resolver) => topOf(resolver.file) === topOf(file))
  const nodes = coded?.resolvers.length ? coded.resolvers : (near.length > 0 ? near : own).slice(0, 1).map(({ node }) => node)
  const functions =
    coded?.functions ??
    functionsOf(
      linked,
      nodes.flatMap((node) => resolvers.functionNodes(node)),
    )
  const fact = whole.functions[functions[0] ?? -1]
  const at: Evidence = coded && coded.node < whole.size ? cite(linked, coded.node) : evidenceOf(defined)
  const before: Guard[] = [
    ...(endpoint?.guards ?? []),
    ...resolvers.rulesOf(root, name),
    ...(defined?.operation.secured?.yes ? [directiveGuard(defined)] : []),
    ...(coded?.guards ?? []),
    ...nodes.filter((node) => node < whole.size).flatMap((node) => resolvers.guardsOf(node)),
  ]
  const given = parametersOf(defined, coded, types)
  const body = variablesOf(given)
  const answer = answerOf(defined, coded, types)
  const purpose = coded?.purpose ?? defined?.operation.purpose
  const isResolved = functions.length > 0 || nodes.length > 0
  const resolved: Resolved = {
    functions,
    by: coded?.functions ? 'decorators' : !coded?.resolvers.length && (near.length > 0 ? near : own)[0]?.ofRoot ? 'root' : 'resolver',
    ...(coded?.asks ? { asks: coded.asks } : {}),
    ...(coded?.byMarks ? { byMarks: coded.byMarks } : {}),
  }
  const entry: EntryPoint = {
    kind: 'graphql',
    framework: coded?.framework ?? endpoint?.library ?? 'graphql',
    method: root,
    path: name,
    through: endpoint?.path ?? USUAL_PATH,
    at,
    handler: fact ? { name: coded?.handler ?? (fact.fact.name || name), at: cite(linked, fact.node) } : undefined,
    ...(purpose ? { purpose } : {}),
    parameters: flattened(given),
    ...(body ? { body: { media: 'application/json', shape: body, required: given.some(({ required }) => required === true) } } : {}),
    responses: answer ? [{ status: undefined, shape: answer, at }] : [],
    guards: before,
    authRequired: authentication(linked, guards, before, resolved, isResolved),
    rateLimited: { answer: 'not-looked', reason: 'Rate limits are looked for on HTTP routes only', evidence: [] },
    validated: {
      answer: given.length > 0 ? 'yes' : 'no',
      reason: given.length > 0 ? 'The schema says the types of its arguments' : 'It takes no arguments',
      evidence: given.length > 0 ? [at] : [],
    },
    generated: false,
    notes: isResolved ? [] : ['No resolver for it was found in the code'],
  }
  rememberResolved(entry, resolved)
  rememberRuns(linked, entry, { handlers: functions, before: [], own: [], front: [], asked: [] })
  return entry
}

/** Whether code stands under the same top directory: two services of one repository have fields of the same name. */
const topOf = (file: string) => /^(?:(?:packages|apps|services|libs)\/)?[^/]+\//.exec(file)?.[0] ?? ''

function evidenceOf(defined: Operation['defined']): Evidence {
  return { file: defined?.file ?? '', line: defined?.operation.line ?? 1, text: defined?.operation.text ?? '' }
}

function directiveGuard({ operation, file }: NonNullable<Operation['defined']>): Guard {
  const { by, line } = operation.secured as NonNullable<DefinedOperation['secured']>
  const roles = [...by.matchAll(/(?:role|scope|permission|require|policie)\w*: *\[?([^\])]*)/gi)].flatMap((match) =>
    [...(match[1] as string).matchAll(/[\w:.-]+/g)].map(([role]) => role),
  )
  return {
    name: by,
    role: roles.length > 0 ? 'authorization' : 'authentication',
    scope: 'route',
    at: { file, line, text: operation.text },
    ...(roles.length > 0 ? { roles } : {}),
  }
}

/** Arguments: the schema knows their types best, the code the rest. */
function parametersOf(defined: Operation['defined'], coded: RootField | undefined, types: ReadonlyMap<string, Shape>): Parameter[] {
  if (!defined)
    return (coded?.parameters ?? []).map((parameter) => ({ ...parameter, ...(parameter.shape ? { shape: resolved(parameter.shape, types) } : {}) }))
  const at: Evidence = evidenceOf(defined)
  return defined.operation.parameters.map((parameter) => ({
    ...parameter,
    ...(parameter.shape ? { shape: resolved(parameter.shape, types) } : {}),
    at,
  }))
}

function answerOf(defined: Operation['defined'], coded: RootField | undefined, types: ReadonlyMap<string, Shape>): Shape | undefined {
  const shape = defined?.operation.responses?.[0]?.shape ?? coded?.answer
  return shape && resolved(shape, types)
}

function authentication(
  linked: Linked,
  guards: Guards,
  before: readonly Guard[],
  resolved: Resolved,
  isResolved: boolean,
): EntryPoint['authRequired'] {
  const { functions } = resolved
  const asked = before.filter(asksCaller)
  if (asked[0]) return { answer: 'yes', reason: `${asked[0].name} (before the resolver)`, evidence: asked.map(({ at }) => at) }
  const [denial] = functions.flatMap((fn) => [...guards.ofFunction(fn).denials, ...deniedByHelpers(linked, guards, fn, resolved)])
  if (denial) return { answer: 'yes', reason: 'Checked inside the resolver', evidence: [denial.at] }
  const opaque = before.find(({ opaque: unseen }) => unseen)
  if (opaque) return { answer: 'unknown', reason: `What ${opaque.name} does could not be told`, evidence: [opaque.at] }
  if (!isResolved || functions.some((fn) => !linked.whole.functions[fn]))
    return { answer: 'unknown', reason: 'Nothing comes before the resolver, and the resolver itself was not found', evidence: [] }
  return { answer: 'no', reason: 'Nothing comes before the resolver and no check is inside it', evidence: [] }
}

/** `requireUser(context)`: a function of the program that refuses, and that the context is handed to. */
function deniedByHelpers(linked: Linked, guards: Guards, fn: number, { by }: Resolved): { at: Evidence }[] {
  const { whole, effects, solver } = linked
  const { context } = placesOf(linked, fn, by)
  if (context === undefined) return []
  return effects.within(fn).flatMap((node) => {
    if (whole.kind[node] !== Kind.Call || !whole.args(node).some((argument) => rootOf(whole, argument) === context)) return []
    return [...(solver.callees.get(node) ?? [])].flatMap((callee) => guards.ofFunction(callee).denials)
  })
}

/** The parameter that a value is a member of: of `context.req.user`, `context`. */
function rootOf({ kind, a }: Linked['whole'], node: number): number {
  let at = node
  for (let hops = 0; hops < 6 && (kind[at] === Kind.Load || kind[at] === Kind.Refine || kind[at] === Kind.Await); hops++) at = a[at] as number
  return at
}
