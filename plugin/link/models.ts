/**
 * What is known of libraries, as data. In: YAML files, one a library, of this product and of the site's owner. Out: one
 * `Models`, checked and compiled onto API paths. A mistake names the file, the key and what was expected.
 */
import fs from 'node:fs'
import path from 'node:path'
import Joi from 'joi'
import { load } from 'js-yaml'
import type { Connection, EntryPointKind, Guard, Publication } from '../types'
import { UserError } from '../user-error'
import { ApiPaths, parsePath } from './api-paths'
import { addCosts, type CostModelFile, type CostModels, costKeys, noCostModels } from './cost-models'
import { type DecoratorModel, decoratorKeys } from './decorator-models'
import { addDoors, type DoorModelFile, type DoorModels, doorKeys, type InputPlace, noDoorModels } from './door-models'
import { addFlows, type FlowModelFile, type FlowModels, flowKeys, noFlowModels } from './flow-models'
import { CHECKED_MODELS, modelFilesIn, OWN_MODELS, ownFingerprint } from './model-files'
import { addServices, noServiceModels, type ServiceModelFile, type ServiceModels, serviceKeys } from './service-models'

export type { DecoratorModel }

/** Where an argument's value is: `0`, or a property of it: `0.url`. */
export type Place = string

export interface RouteModel {
  act: 'route'
  /** `member`: the called method's name; words: those methods; a place: read from there. */
  method: string
  /** A place, or `receiver`: the builder that it is called on says. */
  path: Place
  /** First argument that is a handler, or places of handlers in an options object, in the order in which they run. */
  handlers: number | Place[]
  /** Places of schemas: the route is validated where one is given. */
  schemas: Place[]
  /** Places of rate limits of the route's own. */
  limits: Place[]
  /** Places of what it says for readers: schemas of answers, summary. */
  tells: Place[]
  /** Where one object of options or a list of them stands; the other places are then read in each. */
  each: Place | undefined
  /** Place of what it demands of callers: a strategy, or `false`. */
  auth: Place | undefined
  /** What `ALL` stands for, where it is not every method. */
  answersTo: string[] | undefined
}

/** Several routes at once. */
export interface ResourceModel {
  act: 'resource'
  /** Generates the usual five routes for each of a list of paths: collection first, member second. */
  paths: Place | undefined
  /** Otherwise: one route for each action, below a path. */
  base: Place | undefined
  /** Or below each key of an object. */
  keys: Place | undefined
  /** Whose methods handle them. */
  controller: Place | undefined
  /** Action → methods and path below the base: `GET|HEAD /:id`. */
  actions: Record<string, string>
  /** Only actions that the controller has, where it can be seen. */
  existing: boolean
  /** `posts.comments` stands for nested paths. */
  dotted: boolean
  only: Place | undefined
  except: Place | undefined
}

/** Another kind of entry point. `label` is a place, or `member`; several places where the first that says something counts. */
export interface ListenModel {
  act: 'listen'
  kind: EntryPointKind
  method: string
  label: Place
  handler: Place | undefined
  /** Another call on the same object has the handler: `consumer.run({ eachMessage })`; `first` is its first argument. */
  handledBy: { member: string; first?: string; handler: Place }[] | undefined
  /** Parameter of the handler that carries the message, -1 where it is wrapped in more. */
  payload: number | undefined
  /** Only where the first argument is this text: `subscription.on('message', f)`. */
  event: string | undefined
  /** Only where the code says the label: an option that makes a job repeat. */
  told: boolean
  ignore: string[]
}

export type Act =
  | RouteModel
  /** Hands back something that remembers a path: `router.route('/x')`. */
  | { act: 'builder'; path: Place }
  /** Puts middleware in force or mounts another router. The first argument is a path when it is text. */
  | { act: 'use' }
  /**
   * Runs a function with a child instance: `fastify.register(plugin, { prefix })`. With `each`, every plugin of a list says its
   * prefix for itself, and `options` is where one for all of them stands.
   */
  | { act: 'register'; plugin: Place; prefix: Place | undefined; handlers: Place[]; each: Place | undefined; options: Place | undefined }
  /** In force for every route of the instance, whatever the order. */
  | { act: 'hook'; handler: Place; names: string[] | undefined; role: Guard['role'] | undefined }
  /** Prefix of every route of the router it is called on, or that it makes. */
  | { act: 'prefix'; path: Place }
  /** What its body registers on whatever router stands below what it gives, which may be given middleware and a prefix. */
  | { act: 'group'; body: Place | undefined; prefix: Place | undefined }
  /** Is handed the function that takes every request. */
  | { act: 'serve'; handler: Place }
  /** Is handed an object of addresses and handlers. */
  | { act: 'table'; routes: Place }
  /** Mounts the router that it is called on: `router.applyRoutes(server, '/admin')`. */
  | { act: 'attach'; parent: Place; path: Place | undefined }
  | ResourceModel
  /** Leaves some actions of the resource that it is called on out. */
  | { act: 'narrow'; only: Place | undefined; except: Place | undefined; without: string[] }
  /** Registers every plugin file of a directory. */
  | { act: 'autoload'; directory: Place; prefix: Place | undefined }
  | ListenModel
  /** Sends a message. `topic` is a place, or `member`; `receiver.0` an argument of the call that made what it is called on. */
  | { act: 'publish'; kind: Publication['kind']; topic: Place; payload: Place | undefined; ignore: string[] }
  | { act: 'connect'; kind: Connection['kind']; name: string }
  /** Hands back its target behind a path: `mount('/admin', app)`. */
  | { act: 'mounted'; path: Place; target: Place }
  /** Adds a member to every instance: `fastify.decorate('authenticate', f)`. */
  | { act: 'decorate'; name: Place; value: Place }
  /** Setting that changes every route of an application: Nest's `setGlobalPrefix`, `enableVersioning`, `useGlobalGuards`. */
  | { act: 'setting'; setting: string; at: Place | undefined }
  /**
   * Serves GraphQL. `path` is the place of the option with its path; where it is not given, the path of what it is mounted on, or
   * `/graphql`. `plugin`: the value itself is handed over, `path` is then a place of the call that registers it.
   */
  | { act: 'graphql'; path: Place | undefined; plugin: boolean }
  /** Describes routes in an object: each has `method` and `path`; `prefix` stands before all of them. */
  | { act: 'contract'; routes: Place; prefix: Place | undefined }
  /** Puts an implementation behind a service of gRPC. */
  | { act: 'grpc'; service: Place; implementation: Place }
  /** Serves the procedures of a router; `path` as of `graphql`. */
  | { act: 'procedures'; router: Place; path: Place | undefined; plugin: boolean; usual: string }

export interface RoleModel {
  role: Guard['role']
  /** Serves files: what it is mounted on is an entry point. */
  serves?: 'files' | 'directory listing'
  /** Notes what is wrong and lets the request pass: another handler has to ask. */
  collects?: boolean
  /** It lets everyone pass when one of these options has one of these values. */
  optional?: { option: Place; is: string }[]
}

/** Routes that follow from where a file stands. */
export interface FileRouteModel {
  library: string
  /** All names of it. */
  libraries: string[]
  /** Regular expression on the path inside the application; its first group is the route. */
  pattern: RegExp
  /**
   * `exports`: a route for each export that answers requests, see `exports` and `objects`; `default`: the default export answers;
   * `page`: the file itself answers GET; `shown`: it is a page of a user interface and nothing else; `forms`: exported `actions`, one a form; `action`: exported functions of a `use server` file;
   * `middleware`: runs before the routes of the application, `layout`: before those below its directory.
   */
  handlers: 'exports' | 'default' | 'page' | 'shown' | 'forms' | 'middleware' | 'layout' | 'action'
  /** How names of files spell paths: `[id]/page`, where `[[id]]` may be missing or takes the rest, or `users.$id` in one name. */
  spelling: 'brackets' | 'double brackets' | 'flat'
  /** Only files that a file of routes names. */
  listed: boolean
  /** Methods by export; left out: exports named like methods. Of middleware: only the names count. */
  exports: Map<string, string[]> | undefined
  /** Exports that are objects of handlers, by method. */
  objects: string[]
  /** Method of a handler that does not ask. */
  any: 'ALL' | 'ANY'
  answersTo: string[] | undefined
  /** The file's name may end in a method: `users.post.ts`. */
  suffix: boolean
  /** Put before the path, and behind it. */
  prefix: string
  leaf: string
  /** Regular expression on the route's text: no route. */
  skips: RegExp | undefined
  /** What handlers are given: a path of the API for each parameter. */
  given: number[]
  /** Where the file itself says another path, and its methods: `config.path`. */
  pathFrom: string | undefined
  methodFrom: string | undefined
  /** It is a page of a user interface besides. */
  shows: boolean
  /** The place alone tells, where neither a manifest nor settings of the library are there. */
  telling: boolean
}

/** How an application of a library with file routes is known. */
export interface FileApplications {
  /** Names of files that stand at its root. */
  roots: RegExp
  /** In one of them: where the prefix of all its routes stands. */
  base: string[]
}

interface ModelFile extends FlowModelFile, DoorModelFile, ServiceModelFile, CostModelFile {
  library: string[]
  /** Names under which a script finds it without importing it: `Handlebars`, `_`. */
  globals?: string[]
  title: string
  types?: Record<string, { is: string[]; instance?: boolean; root?: boolean; like?: string; names?: string[] }>
  self?: string[]
  passes?: { call: string; argument: number }[]
  shares?: string[]
  routes?: {
    call: string
    method: string
    path: Place
    handlers: number | Place[]
    schemas?: Place[]
    limits?: Place[]
    tells?: Place[]
    each?: Place
    auth?: Place
    answersTo?: string[]
  }[]
  builders?: { call: string; path: Place }[]
  uses?: string[]
  registers?: { call: string; plugin: Place; prefix?: Place; handlers?: Place[]; each?: Place; options?: Place }[]
  hooks?: { call: string; handler: Place; names?: string[]; role?: Guard['role'] }[]
  groups?: { call: string; body?: Place; prefix?: Place }[]
  servers?: { call: string; handler: Place }[]
  tables?: { call: string; routes: Place }[]
  attaches?: { call: string; parent: Place; path?: Place }[]
  narrows?: { call: string; only?: Place; except?: Place; without?: string[] }[]
  guardNames?: Record<string, Guard['role']>
  prefixes?: { call: string; path: Place }[]
  resources?: {
    call: string
    paths?: Place
    base?: Place
    keys?: Place
    controller?: Place
    actions?: Record<string, string>
    existing?: boolean
    dotted?: boolean
    only?: Place
    except?: Place
  }[]
  autoloads?: { call: string; directory: Place; prefix?: Place }[]
  listeners?: {
    call: string[]
    kind: EntryPointKind
    method: string
    label: Place
    handler?: Place
    handledBy?: ListenModel['handledBy']
    payload?: number
    event?: string
    told?: boolean
    ignore?: string[]
  }[]
  publications?: { call: string[]; kind: Publication['kind']; topic: Place; payload?: Place; ignore?: string[] }[]
  mounted?: { call: string; path: Place; target: Place }[]
  decorates?: { call: string; name: Place; value: Place }[]
  settings?: { call: string; setting: string; at?: Place }[]
  graphqlServers?: { call: string; path?: Place; plugin?: boolean }[]
  contracts?: { call: string; routes: Place; prefix?: Place }[]
  grpcServers?: { call: string; service: Place; implementation: Place }[]
  procedureServers?: { call: string; router: Place; path?: Place; plugin?: boolean; usual?: string }[]
  roles?: (RoleModel & { is: string[] })[]
  connections?: { call: string[]; kind: Connection['kind']; name: string }[]
  decorators?: (DecoratorModel & { is: string[] })[]
  applications?: { roots: string; base?: string[] }
  files?: (Pick<FileRouteModel, 'handlers'> &
    Partial<
      Pick<
        FileRouteModel,
        'spelling' | 'listed' | 'objects' | 'any' | 'answersTo' | 'suffix' | 'prefix' | 'leaf' | 'pathFrom' | 'methodFrom' | 'shows' | 'telling'
      >
    > & {
      pattern: string
      exports?: Record<string, string[]>
      skips?: string
      given?: string[]
    })[]
  requests?: { type: string; parameters: Record<string, string>; argument?: number }[]
}

export interface Models {
  paths: ApiPaths
  /** What calling a path does. */
  acts: Map<number, { library: string; act: Act }[]>
  /** What a value is when it stands among handlers; `()` marks the result of a call. */
  roles: Map<number, RoleModel>
  decorators: Map<number, { library: string; model: DecoratorModel }>
  fileRoutes: FileRouteModel[]
  /** By library. */
  fileApplications: Map<string, FileApplications>
  /** Types at which requests arrive without being mounted on anything. */
  roots: Set<number>
  /** Calls that hand back what they were called on. */
  self: Set<number>
  /** Calls that hand back one of their arguments. */
  passes: Map<number, number>
  /** Results that mark a plugin as sharing its parent's context. */
  shares: Set<number>
  /** What names of middleware stand for: `adonis auth` → authentication. */
  guardNames: Map<string, Guard['role']>
  /** Request data: member path of a request type → where it comes from (`query`, `body`…). */
  requests: Map<number, string>
  /** Argument of such a call that names what is read, where it is not the first: `getHeader(event, 'x')`. */
  requestArguments: Map<number, number>
  /** Names under which such an object is commonly handed to a function that nothing here calls: `module.exports = (app) => …`. */
  names: { library: string; path: number; names: Set<string> }[]
  /** Where requests are read, and how they are answered. */
  doors: DoorModels
  /** Calls of other services, and formats of data. */
  services: ServiceModels
  /** Sources, sinks, sanitizers, steps and usages. */
  flows: FlowModels
  /** What calls cost. */
  costs: CostModels
  /** Libraries that some model describes, with their titles. */
  libraries: Map<string, string>
}

const place = Joi.alternatives(Joi.number().integer().min(0), Joi.string()).custom((value) => String(value))
const paths = Joi.array().items(Joi.string()).single()
const doorKind = Joi.string().valid('http', 'graphql', 'rpc', 'websocket', 'event', 'queue', 'schedule', 'webhook', 'cli', 'static')
const role = Joi.string().valid(
  'authentication',
  'authorization',
  'rate-limit',
  'validation',
  'csrf',
  'upload',
  'headers',
  'cors',
  'parser',
  'logging',
  'other',
)
const pattern = Joi.string().custom((value) => new RegExp(value) && value)
const schema = Joi.object<ModelFile>({
  library: paths.required(),
  globals: paths,
  title: Joi.string().required(),
  types: Joi.object().pattern(
    /^[A-Z]\w*$/,
    Joi.object({ is: paths.default([]), instance: Joi.boolean(), root: Joi.boolean(), like: Joi.string(), names: paths }),
  ),
  self: paths,
  passes: Joi.array().items(Joi.object({ call: Joi.string().required(), argument: Joi.number().integer().min(0).required() })),
  shares: paths,
  routes: Joi.array().items(
    Joi.object({
      call: Joi.string().required(),
      method: Joi.string().required(),
      path: place.required(),
      handlers: Joi.alternatives(Joi.number().integer().min(0), Joi.array().items(place)).required(),
      schemas: Joi.array().items(place).single(),
      limits: Joi.array().items(place).single(),
      tells: Joi.array().items(place).single(),
      each: place,
      auth: place,
      answersTo: paths,
    }),
  ),
  builders: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place.required() })),
  uses: paths,
  registers: Joi.array().items(
    Joi.object({
      call: Joi.string().required(),
      plugin: place.required(),
      prefix: place,
      handlers: Joi.array().items(place).single(),
      each: place,
      options: place,
    }),
  ),
  hooks: Joi.array().items(Joi.object({ call: Joi.string().required(), handler: place.required(), names: paths, role })),
  groups: Joi.array().items(Joi.object({ call: Joi.string().required(), body: place, prefix: place })),
  servers: Joi.array().items(Joi.object({ call: Joi.string().required(), handler: place.required() })),
  tables: Joi.array().items(Joi.object({ call: Joi.string().required(), routes: place.required() })),
  attaches: Joi.array().items(Joi.object({ call: Joi.string().required(), parent: place.required(), path: place })),
  narrows: Joi.array().items(Joi.object({ call: Joi.string().required(), only: place, except: place, without: paths })),
  guardNames: Joi.object().pattern(Joi.string(), role),
  prefixes: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place.required() })),
  resources: Joi.array().items(
    Joi.object({
      call: Joi.string().required(),
      paths: place,
      base: place,
      keys: place,
      controller: place,
      actions: Joi.object().pattern(Joi.string(), Joi.string()),
      existing: Joi.boolean(),
      dotted: Joi.boolean(),
      only: place,
      except: place,
    }),
  ),
  autoloads: Joi.array().items(Joi.object({ call: Joi.string().required(), directory: place.required(), prefix: place })),
  listeners: Joi.array().items(
    Joi.object({
      call: paths.required(),
      kind: doorKind.required(),
      method: Joi.string().required(),
      label: place.required(),
      handler: place,
      handledBy: Joi.array()
        .items(Joi.object({ member: Joi.string().required(), first: Joi.string(), handler: place.required() }))
        .single(),
      payload: Joi.number().integer().min(-1),
      event: Joi.string(),
      told: Joi.boolean(),
      ignore: paths,
    }),
  ),
  publications: Joi.array().items(
    Joi.object({
      call: paths.required(),
      kind: Joi.string().valid('websocket', 'event', 'queue').required(),
      topic: place.required(),
      payload: place,
      ignore: paths,
    }),
  ),
  mounted: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place.required(), target: place.required() })),
  decorates: Joi.array().items(Joi.object({ call: Joi.string().required(), name: place.required(), value: place.required() })),
  settings: Joi.array().items(Joi.object({ call: Joi.string().required(), setting: Joi.string().required(), at: place })),
  graphqlServers: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place, plugin: Joi.boolean() })),
  contracts: Joi.array().items(Joi.object({ call: Joi.string().required(), routes: place.required(), prefix: place })),
  grpcServers: Joi.array().items(Joi.object({ call: Joi.string().required(), service: place.required(), implementation: place.required() })),
  procedureServers: Joi.array().items(
    Joi.object({ call: Joi.string().required(), router: place.required(), path: place, plugin: Joi.boolean(), usual: Joi.string().allow('') }),
  ),
  roles: Joi.array().items(
    Joi.object({
      is: paths.required(),
      role: role.required(),
      serves: Joi.string().valid('files', 'directory listing'),
      collects: Joi.boolean(),
      optional: Joi.array().items(Joi.object({ option: place.required(), is: Joi.string().required() })),
    }),
  ),
  connections: Joi.array().items(
    Joi.object({
      call: paths.required(),
      kind: Joi.string().valid('database', 'cache', 'queue', 'storage', 'mail', 'search', 'http', 'payment', 'identity', 'llm', 'other').required(),
      name: Joi.string().required(),
    }),
  ),
  decorators: Joi.array().items(Joi.object(decoratorKeys(doorKind, role))),
  applications: Joi.object({ roots: pattern.required(), base: paths }),
  files: Joi.array().items(
    Joi.object({
      pattern: pattern.required(),
      handlers: Joi.string().valid('exports', 'default', 'page', 'shown', 'forms', 'middleware', 'layout', 'action').required(),
      spelling: Joi.string().valid('brackets', 'double brackets', 'flat'),
      exports: Joi.object().pattern(Joi.string(), paths),
      objects: paths,
      any: Joi.string().valid('ALL', 'ANY'),
      answersTo: paths,
      suffix: Joi.boolean(),
      prefix: Joi.string(),
      leaf: Joi.string(),
      skips: pattern,
      given: paths,
      listed: Joi.boolean(),
      pathFrom: Joi.string(),
      methodFrom: Joi.string(),
      shows: Joi.boolean(),
      telling: Joi.boolean(),
    }),
  ),
  requests: Joi.array().items(
    Joi.object({
      type: Joi.string().required(),
      parameters: Joi.object().pattern(Joi.string().allow(''), Joi.string()).required(),
      argument: Joi.number().integer().min(0),
    }),
  ),
  ...doorKeys,
  ...serviceKeys,
  ...flowKeys,
  ...costKeys,
})

/** Reads every model file of the product and of the given directories. */
export function loadModels(directories: string[]): Models {
  const given = directories.flatMap(modelFilesIn).map((name) => ({ name, file: keptModel(name) }))
  const own = Object.entries(checkedBefore() ?? checkedModels()).map(([name, file]) => ({ name: path.join(OWN_MODELS, name), file }))
  return compile([...own, ...given])
}

/** The product's own models by file name, read and checked. */
export function checkedModels(): Record<string, ModelFile> {
  return Object.fromEntries(modelFilesIn(OWN_MODELS).map((name) => [path.basename(name), keptModel(name)]))
}

/** What compiling the product left of them: reading one file instead of checking hundreds. Undefined when any is another by now. */
function checkedBefore(): Record<string, ModelFile> | undefined {
  if (!fs.existsSync(CHECKED_MODELS)) return undefined
  const { fingerprint, files } = JSON.parse(fs.readFileSync(CHECKED_MODELS, 'utf8')) as { fingerprint: string; files: Record<string, ModelFile> }
  return fingerprint === ownFingerprint() ? files : undefined
}

/** Files by name, as long as they are the same: a site that is being edited links again with every save. */
const kept = new Map<string, { stamp: string; file: ModelFile }>()

function keptModel(name: string): ModelFile {
  const { mtimeMs, size } = fs.statSync(name)
  const stamp = `${mtimeMs} ${size}`
  const known = kept.get(name)
  if (known?.stamp === stamp) return known.file
  const file = readModel(name)
  kept.set(name, { stamp, file })
  return file
}

function readModel(name: string): ModelFile {
  let raw: unknown
  try {
    raw = load(fs.readFileSync(name, 'utf8')) ?? null
  } catch (cause) {
    throw new UserError(`${name}: not valid YAML: ${(cause as Error).message.split('\n')[0]}`)
  }
  const { error, value } = schema.validate(raw, { convert: true, allowUnknown: false })
  if (error) {
    const { path: keys, context } = error.details[0] as { path: (string | number)[]; context?: { value?: unknown } }
    throw new UserError(`${name}: key "${keys.join('.')}" is ${JSON.stringify(context?.value)}: ${error.details[0]?.message}`)
  }
  return value
}

function compile(files: { name: string; file: ModelFile }[]): Models {
  const api = new ApiPaths()
  const models: Models = {
    paths: api,
    acts: new Map(),
    roles: new Map(),
    decorators: new Map(),
    fileRoutes: [],
    fileApplications: new Map(),
    roots: new Set(),
    self: new Set(),
    passes: new Map(),
    shares: new Set(),
    guardNames: new Map(),
    requests: new Map(),
    requestArguments: new Map(),
    names: [],
    doors: noDoorModels(),
    services: noServiceModels(),
    flows: noFlowModels(),
    costs: noCostModels(),
    libraries: new Map(),
  }
  const apart = keptApart(files.map(({ file }) => file))
  for (const { file } of files) {
    const [first, ...others] = file.library as [string, ...string[]]
    for (const other of apart.has(file) ? [] : others) api.setAlias(api.root(`npm:${other}`), api.root(`npm:${first}`))
    for (const library of file.library) models.libraries.set(library, file.title)
    for (const name of file.globals ?? []) api.setAlias(api.root(`global:${name}`), api.root(`npm:${first}`))
    for (const name of file.library.filter(isGlobalName)) api.setAlias(api.root(`global:${name}`), api.root(`npm:${apart.has(file) ? name : first}`))
  }
  // Types first, all of them: models name each other's.
  for (const { file } of files) for (const name of Object.keys(file.types ?? {})) api.markKnown(api.root(`type:${file.library[0]}/${name}`))
  const located = (name: string, file: ModelFile, source: string): number[] => {
    try {
      const written = parsePath(source)
      const parsed = apart.has(file)
        ? written.flatMap(({ root, steps }) =>
            root === 'lib' ? file.library.map((library) => ({ root: `npm:${library}`, steps })) : [{ root, steps }],
          )
        : written
      return parsed.map(({ root, steps }) => {
        let at: number
        if (root === 'lib') at = api.root(`npm:${file.library[0]}`)
        else if (root === 'any' || /^(?:global|npm):/.test(root)) at = api.root(root)
        else if (root.includes('/')) at = api.root(`type:${root}`)
        else if (file.types?.[root]) at = api.root(`type:${file.library[0]}/${root}`)
        else
          throw new Error(
            `"${root}" is not a type of this file; expected "lib", "any", "global:name", "npm:name" in quotes, ${Object.keys(file.types ?? {}).join(', ')}`,
          )
        for (const step of steps) at = api.declare(at, step)
        api.markKnown(at)
        return at
      })
    } catch (cause) {
      throw new UserError(`${name}: key "${keyOf(file, source)}" is ${JSON.stringify(source)}: ${(cause as Error).message}`)
    }
  }
  for (const { name, file } of files)
    for (const [type, { like, instance, root, names }] of Object.entries(file.types ?? {})) {
      const node = api.node(api.root(`type:${file.library[0]}/${type}`))
      node.instance = instance ?? false
      if (root) models.roots.add(api.root(`type:${file.library[0]}/${type}`))
      if (names) models.names.push({ library: file.library[0] as string, path: api.root(`type:${file.library[0]}/${type}`), names: new Set(names) })
      if (like) node.like = located(name, file, like)[0] as number
    }
  for (const { name, file } of files)
    for (const [type, { is }] of Object.entries(file.types ?? {})) {
      const to = api.root(`type:${file.library[0]}/${type}`)
      for (const source of is) for (const from of located(name, file, source)) api.setAlias(from, to)
    }
  for (const { name, file } of files) {
    addActs(models, file, (source) => located(name, file, source))
    addDoors(models.doors, file.library, file, (source) => located(name, file, source))
    addServices(
      models.services,
      file.library[0] as string,
      file,
      (source) => located(name, file, source),
      (root) => api.node(api.root(root)).step,
    )
    addFlows(models.flows, file.library[0] as string, file, (source) => located(name, file, source))
    addCosts(models.costs, file.library[0] as string, file, (source) => located(name, file, source))
  }
  return models
}

/**
 * Files whose libraries stay what they are. Names of one list are names of one library; but a file that says the same of
 * libraries which other files tell apart (`[sequelize, mongoose]`) must not make them one.
 */
function keptApart(files: readonly ModelFile[]): Set<ModelFile> {
  const typed = new Map<string, ModelFile[]>()
  for (const file of files)
    if (file.types || file.roles) for (const library of file.library) typed.set(library, [...(typed.get(library) ?? []), file])
  const areStrangers = (one: ModelFile, other: ModelFile) => !one.library.some((library) => other.library.includes(library))
  return new Set(
    files.filter((file) => {
      const others = [...new Set(file.library.flatMap((library) => typed.get(library) ?? []))].filter((other) => other !== file)
      return others.some((one) => others.some((other) => areStrangers(one, other)))
    }),
  )
}

/** Libraries that pages and snippets use by their own name without importing them. Others say so in `globals`. */
const SCRIPT_GLOBALS = new Set(
  'axios ejs pug nunjucks marked moment dayjs jquery lodash underscore mustache handlebars showdown sequelize knex mongoose mysql superagent needle bcrypt jsonwebtoken'.split(
    ' ',
  ),
)
const isGlobalName = (library: string) => SCRIPT_GLOBALS.has(library)

/** Where in a file a text stands, or the longest part of it that stands there. */
function keyOf(file: ModelFile, source: string): string {
  let best: { key: string; length: number } = { key: '', length: 0 }
  const look = (value: unknown, keys: string[]): void => {
    if (typeof value === 'string') {
      if (source.startsWith(value) && value.length > best.length) best = { key: keys.join('.'), length: value.length }
    } else if (value && typeof value === 'object') for (const [key, inner] of Object.entries(value)) look(inner, [...keys, key])
  }
  look({ ...file, library: undefined, title: undefined }, [])
  return best.key
}

function addActs(models: Models, file: ModelFile, located: (source: string) => number[]): void {
  const library = file.library[0] as string
  const act = (call: string | string[], meaning: Act) => {
    for (const source of [call].flat())
      for (const at of located(source)) {
        const known = models.acts.get(at)
        if (known) known.push({ library, act: meaning })
        else models.acts.set(at, [{ library, act: meaning }])
      }
  }
  for (const { call, method, path: where, handlers, schemas, limits, tells, each, auth, answersTo } of file.routes ?? [])
    act(call, {
      act: 'route',
      method,
      path: where,
      handlers,
      schemas: schemas ?? [],
      limits: limits ?? [],
      tells: tells ?? [],
      each,
      auth,
      answersTo,
    })
  for (const { call, path: where } of file.builders ?? []) act(call, { act: 'builder', path: where })
  for (const call of file.uses ?? []) act(call, { act: 'use' })
  for (const { call, plugin, prefix, handlers, each, options } of file.registers ?? [])
    act(call, { act: 'register', plugin, prefix, handlers: handlers ?? [], each, options })
  for (const { call, handler, names, role } of file.hooks ?? []) act(call, { act: 'hook', handler, names, role })
  for (const { call, body, prefix } of file.groups ?? []) act(call, { act: 'group', body, prefix })
  for (const { call, handler } of file.servers ?? []) act(call, { act: 'serve', handler })
  for (const { call, routes } of file.tables ?? []) act(call, { act: 'table', routes })
  for (const { call, parent, path: where } of file.attaches ?? []) act(call, { act: 'attach', parent, path: where })
  for (const { call, only, except, without } of file.narrows ?? []) act(call, { act: 'narrow', only, except, without: without ?? [] })
  for (const [name, role] of Object.entries(file.guardNames ?? {})) models.guardNames.set(`${library} ${name}`, role)
  for (const { call, path: where } of file.prefixes ?? []) act(call, { act: 'prefix', path: where })
  for (const { call, paths: where, base, keys, controller, actions, existing, dotted, only, except } of file.resources ?? [])
    act(call, {
      act: 'resource',
      paths: where,
      base,
      keys,
      controller,
      actions: actions ?? {},
      existing: existing ?? false,
      dotted: dotted ?? false,
      only,
      except,
    })
  for (const { call, directory, prefix } of file.autoloads ?? []) act(call, { act: 'autoload', directory, prefix })
  for (const { call, kind, method, label, handler, handledBy, payload, event, told, ignore } of file.listeners ?? [])
    act(call, { act: 'listen', kind, method, label, handler, handledBy, payload, event, told: told ?? false, ignore: ignore ?? [] })
  for (const { call, kind, topic, payload, ignore } of file.publications ?? [])
    act(call, { act: 'publish', kind, topic, payload, ignore: ignore ?? [] })
  for (const { call, path: where, target } of file.mounted ?? []) act(call, { act: 'mounted', path: where, target })
  for (const { call, name, value } of file.decorates ?? []) act(call, { act: 'decorate', name, value })
  for (const { call, setting, at } of file.settings ?? []) act(call, { act: 'setting', setting, at })
  for (const { call, path: where, plugin } of file.graphqlServers ?? []) act(call, { act: 'graphql', path: where, plugin: plugin ?? false })
  for (const { call, routes, prefix } of file.contracts ?? []) act(call, { act: 'contract', routes, prefix })
  for (const { call, service, implementation } of file.grpcServers ?? []) act(call, { act: 'grpc', service, implementation })
  for (const { call, router, path: where, plugin, usual } of file.procedureServers ?? [])
    act(call, { act: 'procedures', router, path: where, plugin: plugin ?? false, usual: usual ?? '/api/trpc' })
  for (const { call, kind, name } of file.connections ?? []) act(call, { act: 'connect', kind, name })
  for (const { is, ...role } of file.roles ?? []) for (const source of is) for (const at of located(source)) models.roles.set(at, role)
  for (const { is, ...model } of file.decorators ?? [])
    for (const source of is) for (const at of located(source)) models.decorators.set(at, { library, model })
  for (const source of file.self ?? []) for (const at of located(source)) models.self.add(at)
  for (const source of file.shares ?? []) for (const at of located(source)) models.shares.add(at)
  for (const { call, argument } of file.passes ?? []) for (const at of located(call)) models.passes.set(at, argument)
  if (file.applications) models.fileApplications.set(library, { roots: new RegExp(file.applications.roots), base: file.applications.base ?? [] })
  for (const { pattern, handlers, exports, skips, given, ...more } of file.files ?? [])
    models.fileRoutes.push({
      library,
      libraries: file.library,
      pattern: new RegExp(pattern),
      handlers,
      spelling: more.spelling ?? 'brackets',
      listed: more.listed ?? false,
      exports: exports && new Map(Object.entries(exports)),
      objects: more.objects ?? [],
      any: more.any ?? 'ALL',
      answersTo: more.answersTo,
      suffix: more.suffix ?? false,
      prefix: more.prefix ?? '',
      leaf: more.leaf ?? '',
      skips: skips === undefined ? undefined : new RegExp(skips),
      given: (given ?? []).map((source) => located(source)[0] as number),
      pathFrom: more.pathFrom,
      methodFrom: more.methodFrom,
      shows: (more.shows ?? false) || handlers === 'shown',
      telling: more.telling ?? false,
    })
  for (const { type, parameters, argument } of file.requests ?? [])
    for (const [member, where] of Object.entries(parameters))
      for (const at of located(member === '' ? type : `${type}.${member}`)) {
        models.requests.set(at, where)
        if (!models.doors.inputs.has(at)) models.doors.inputs.set(at, { in: where as InputPlace, name: argument ?? 0, schema: undefined })
        if (argument !== undefined) models.requestArguments.set(at, argument)
      }
}
