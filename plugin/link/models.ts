/**
 * What is known of libraries, as data. In: YAML files, one a library, of this product and of the site's owner. Out: one
 * `Models`, checked and compiled onto API paths. A mistake names the file, the key and what was expected.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Joi from 'joi'
import { load } from 'js-yaml'
import type { Connection, EntryPointKind, Guard } from '../types'
import { UserError } from '../user-error'
import { ApiPaths, parsePath } from './api-paths'
import { addFlows, type FlowModelFile, type FlowModels, flowKeys, noFlowModels } from './flow-models'

/** Where an argument's value is: `0`, or a property of it: `0.url`. */
export type Place = string

export interface RouteModel {
  act: 'route'
  /** `member`: the called method's name; a word: that method; a place: read from there. */
  method: string
  /** A place, or `receiver`: the builder that it is called on says. */
  path: Place
  /** First argument that is a handler, or places of handlers in an options object, in the order in which they run. */
  handlers: number | Place[]
  /** Places of schemas: the route is validated where one is given. */
  schemas: Place[]
  /** Places of rate limits of the route's own. */
  limits: Place[]
}

export type Act =
  | RouteModel
  /** Hands back something that remembers a path: `router.route('/x')`. */
  | { act: 'builder'; path: Place }
  /** Puts middleware in force or mounts another router. The first argument is a path when it is text. */
  | { act: 'use' }
  /** Runs a function with a child instance: `fastify.register(plugin, { prefix })`. */
  | { act: 'register'; plugin: Place; prefix: Place | undefined }
  /** In force for every route of the instance, whatever the order. */
  | { act: 'hook'; handler: Place; names: string[] | undefined }
  /** Prefix of every route of the router it is called on, or that it makes. */
  | { act: 'prefix'; path: Place }
  /** Generates the usual five routes for each of a list of paths: collection first, member second. */
  | { act: 'resource'; paths: Place }
  /** Registers every plugin file of a directory. */
  | { act: 'autoload'; directory: Place; prefix: Place | undefined }
  /** Another kind of entry point. `label` is a place, or `member`. */
  | { act: 'listen'; kind: EntryPointKind; method: string; label: Place; handler: Place | undefined; ignore: string[] }
  | { act: 'connect'; kind: Connection['kind']; name: string }
  /** Hands back its target behind a path: `mount('/admin', app)`. */
  | { act: 'mounted'; path: Place; target: Place }
  /** Adds a member to every instance: `fastify.decorate('authenticate', f)`. */
  | { act: 'decorate'; name: Place; value: Place }
  /** Setting that changes every route of an application: Nest's `setGlobalPrefix`, `enableVersioning`, `useGlobalGuards`. */
  | { act: 'setting'; setting: string }

export interface RoleModel {
  role: Guard['role']
  /** Serves files: what it is mounted on is an entry point. */
  serves?: 'files' | 'directory listing'
  /** Notes what is wrong and lets the request pass: another handler has to ask. */
  collects?: boolean
  /** It lets everyone pass when one of these options has one of these values. */
  optional?: { option: Place; is: string }[]
}

/** Decorators of one framework; the paths are those of the decorator factories. */
export interface DecoratorModel {
  decorator:
    | 'controller'
    | 'route'
    | 'guards'
    | 'pipes'
    | 'public'
    | 'roles'
    | 'version'
    | 'parameter'
    | 'interceptors'
    | 'listen'
    | 'module'
    | 'skip'
  /** Of `skip`: what does not hold here. */
  role?: Guard['role']
  method?: string
  in?: string
  kind?: EntryPointKind
}

/** Routes that follow from where a file stands. */
export interface FileRouteModel {
  library: string
  /** Regular expression on the path inside the package; its first group is the route. */
  pattern: string
  /** `exports`: one route for each export named like a method; `default`: the default export takes every method; `action`: exported functions of a `use server` file. */
  handlers: 'exports' | 'default' | 'middleware' | 'action'
}

interface ModelFile extends FlowModelFile {
  library: string[]
  /** Names under which a script finds it without importing it: `Handlebars`, `_`. */
  globals?: string[]
  title: string
  types?: Record<string, { is: string[]; instance?: boolean; root?: boolean; like?: string; names?: string[] }>
  self?: string[]
  passes?: { call: string; argument: number }[]
  shares?: string[]
  routes?: { call: string; method: string; path: Place; handlers: number | Place[]; schemas?: Place[]; limits?: Place[] }[]
  builders?: { call: string; path: Place }[]
  uses?: string[]
  registers?: { call: string; plugin: Place; prefix?: Place }[]
  hooks?: { call: string; handler: Place; names?: string[] }[]
  prefixes?: { call: string; path: Place }[]
  resources?: { call: string; paths: Place }[]
  autoloads?: { call: string; directory: Place; prefix?: Place }[]
  listeners?: { call: string; kind: EntryPointKind; method: string; label: Place; handler?: Place; ignore?: string[] }[]
  mounted?: { call: string; path: Place; target: Place }[]
  decorates?: { call: string; name: Place; value: Place }[]
  settings?: { call: string; setting: string }[]
  roles?: (RoleModel & { is: string[] })[]
  connections?: { call: string[]; kind: Connection['kind']; name: string }[]
  decorators?: (DecoratorModel & { is: string[] })[]
  files?: { pattern: string; handlers: FileRouteModel['handlers'] }[]
  requests?: { type: string; parameters: Record<string, string> }[]
}

export interface Models {
  paths: ApiPaths
  /** What calling a path does. */
  acts: Map<number, { library: string; act: Act }[]>
  /** What a value is when it stands among handlers; `()` marks the result of a call. */
  roles: Map<number, RoleModel>
  decorators: Map<number, { library: string; model: DecoratorModel }>
  fileRoutes: FileRouteModel[]
  /** Types at which requests arrive without being mounted on anything. */
  roots: Set<number>
  /** Calls that hand back what they were called on. */
  self: Set<number>
  /** Calls that hand back one of their arguments. */
  passes: Map<number, number>
  /** Results that mark a plugin as sharing its parent's context. */
  shares: Set<number>
  /** Request data: member path of a request type → where it comes from (`query`, `body`…). */
  requests: Map<number, string>
  /** Names under which such an object is commonly handed to a function that nothing here calls: `module.exports = (app) => …`. */
  names: { library: string; path: number; names: Set<string> }[]
  /** Sources, sinks, sanitizers, steps and usages. */
  flows: FlowModels
  /** Libraries that some model describes, with their titles. */
  libraries: Map<string, string>
}

const place = Joi.alternatives(Joi.number().integer().min(0), Joi.string()).custom((value) => String(value))
const paths = Joi.array().items(Joi.string()).single()
const doorKind = Joi.string().valid('http', 'graphql', 'websocket', 'event', 'queue', 'schedule', 'webhook', 'cli', 'static')
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
    }),
  ),
  builders: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place.required() })),
  uses: paths,
  registers: Joi.array().items(Joi.object({ call: Joi.string().required(), plugin: place.required(), prefix: place })),
  hooks: Joi.array().items(Joi.object({ call: Joi.string().required(), handler: place.required(), names: paths })),
  prefixes: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place.required() })),
  resources: Joi.array().items(Joi.object({ call: Joi.string().required(), paths: place.required() })),
  autoloads: Joi.array().items(Joi.object({ call: Joi.string().required(), directory: place.required(), prefix: place })),
  listeners: Joi.array().items(
    Joi.object({
      call: Joi.string().required(),
      kind: doorKind.required(),
      method: Joi.string().required(),
      label: place.required(),
      handler: place,
      ignore: paths,
    }),
  ),
  mounted: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place.required(), target: place.required() })),
  decorates: Joi.array().items(Joi.object({ call: Joi.string().required(), name: place.required(), value: place.required() })),
  settings: Joi.array().items(Joi.object({ call: Joi.string().required(), setting: Joi.string().required() })),
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
  decorators: Joi.array().items(
    Joi.object({
      is: paths.required(),
      decorator: Joi.string()
        .valid('controller', 'route', 'guards', 'pipes', 'public', 'roles', 'version', 'parameter', 'interceptors', 'listen', 'module', 'skip')
        .required(),
      method: Joi.string(),
      in: Joi.string().valid('path', 'query', 'body', 'json', 'form', 'header', 'cookie', 'file'),
      kind: doorKind,
      role,
    }),
  ),
  files: Joi.array().items(
    Joi.object({ pattern: pattern.required(), handlers: Joi.string().valid('exports', 'default', 'middleware', 'action').required() }),
  ),
  requests: Joi.array().items(Joi.object({ type: Joi.string().required(), parameters: Joi.object().pattern(Joi.string(), Joi.string()).required() })),
  ...flowKeys,
})

const OWN_MODELS = path.join(__dirname, '..', '..', 'plugin', 'models')

/** Reads every model file of the product and of the given directories. */
export function loadModels(directories: string[]): Models {
  const files = modelFiles(directories).map((name) => ({ name, file: keptModel(name) }))
  return compile(files)
}

/** Changes when any model file does. */
export function modelsFingerprint(directories: string[]): string {
  const hash = createHash('sha256')
  for (const file of modelFiles(directories)) hash.update(file).update(fs.readFileSync(file))
  return hash.digest('hex')
}

function modelFiles(directories: string[]): string[] {
  return [OWN_MODELS, ...directories].flatMap((directory) => {
    if (!fs.existsSync(directory)) throw new UserError(`models: "${directory}" does not exist; expected a directory with model files (*.yaml)`)
    return fs
      .readdirSync(directory)
      .sort()
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => path.join(directory, name))
  })
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
    roots: new Set(),
    self: new Set(),
    passes: new Map(),
    shares: new Set(),
    requests: new Map(),
    names: [],
    flows: noFlowModels(),
    libraries: new Map(),
  }
  for (const { file } of files) {
    const [first, ...others] = file.library as [string, ...string[]]
    for (const other of others) api.setAlias(api.root(`npm:${other}`), api.root(`npm:${first}`))
    for (const library of file.library) models.libraries.set(library, file.title)
    for (const name of [...(file.globals ?? []), ...file.library.filter(isGlobalName)])
      api.setAlias(api.root(`global:${name}`), api.root(`npm:${first}`))
  }
  // Types first, all of them: models name each other's.
  for (const { file } of files) for (const name of Object.keys(file.types ?? {})) api.markKnown(api.root(`type:${file.library[0]}/${name}`))
  const located = (name: string, file: ModelFile, source: string): number[] => {
    try {
      return parsePath(source).map(({ root, steps }) => {
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
    addFlows(models.flows, file.library[0] as string, file, (source) => located(name, file, source))
  }
  return models
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
  for (const { call, method, path: where, handlers, schemas, limits } of file.routes ?? [])
    act(call, { act: 'route', method, path: where, handlers, schemas: schemas ?? [], limits: limits ?? [] })
  for (const { call, path: where } of file.builders ?? []) act(call, { act: 'builder', path: where })
  for (const call of file.uses ?? []) act(call, { act: 'use' })
  for (const { call, plugin, prefix } of file.registers ?? []) act(call, { act: 'register', plugin, prefix })
  for (const { call, handler, names } of file.hooks ?? []) act(call, { act: 'hook', handler, names })
  for (const { call, path: where } of file.prefixes ?? []) act(call, { act: 'prefix', path: where })
  for (const { call, paths: where } of file.resources ?? []) act(call, { act: 'resource', paths: where })
  for (const { call, directory, prefix } of file.autoloads ?? []) act(call, { act: 'autoload', directory, prefix })
  for (const { call, kind, method, label, handler, ignore } of file.listeners ?? [])
    act(call, { act: 'listen', kind, method, label, handler, ignore: ignore ?? [] })
  for (const { call, path: where, target } of file.mounted ?? []) act(call, { act: 'mounted', path: where, target })
  for (const { call, name, value } of file.decorates ?? []) act(call, { act: 'decorate', name, value })
  for (const { call, setting } of file.settings ?? []) act(call, { act: 'setting', setting })
  for (const { call, kind, name } of file.connections ?? []) act(call, { act: 'connect', kind, name })
  for (const { is, ...role } of file.roles ?? []) for (const source of is) for (const at of located(source)) models.roles.set(at, role)
  for (const { is, ...model } of file.decorators ?? [])
    for (const source of is) for (const at of located(source)) models.decorators.set(at, { library, model })
  for (const source of file.self ?? []) for (const at of located(source)) models.self.add(at)
  for (const source of file.shares ?? []) for (const at of located(source)) models.shares.add(at)
  for (const { call, argument } of file.passes ?? []) for (const at of located(call)) models.passes.set(at, argument)
  for (const { pattern, handlers } of file.files ?? []) models.fileRoutes.push({ library, pattern, handlers })
  for (const { type, parameters } of file.requests ?? [])
    for (const [member, where] of Object.entries(parameters)) for (const at of located(`${type}.${member}`)) models.requests.set(at, where)
}
