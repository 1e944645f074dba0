/** The part of a model file that speaks of acts, as it is written, and what it is checked against. */
import Joi from 'joi'
import type { Connection, EntryPointKind, Guard, Publication } from '../../types'
import type { ListenModel, Place } from './acts'
import { doorKind, paths, place, role } from './keys'

export interface ActFile {
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
  params?: { call: string; name: Place; handler: Place; value: number; inherited?: boolean }[]
  groups?: { call: string; body?: Place; prefix?: Place }[]
  servers?: { call: string; handler: Place }[]
  tables?: { call: string; routes: Place }[]
  attaches?: { call: string; parent: Place; path?: Place }[]
  narrows?: { call: string; only?: Place; except?: Place; without?: string[] }[]
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
  decorates?: { call: string; name: Place; value: Place; of?: string }[]
  settings?: { call: string; setting: string; at?: Place }[]
  graphqlServers?: { call: string; path?: Place; plugin?: boolean }[]
  contracts?: { call: string; routes: Place; prefix?: Place }[]
  grpcServers?: { call: string; service: Place; implementation: Place }[]
  procedureServers?: { call: string; router: Place; path?: Place; plugin?: boolean; usual?: string }[]
  connections?: { call: string[]; kind: Connection['kind']; name: string }[]
}

export const actKeys = {
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
  params: Joi.array().items(
    Joi.object({
      call: Joi.string().required(),
      name: place.required(),
      handler: place.required(),
      value: Joi.number().integer().min(0).required(),
      inherited: Joi.boolean(),
    }),
  ),
  groups: Joi.array().items(Joi.object({ call: Joi.string().required(), body: place, prefix: place })),
  servers: Joi.array().items(Joi.object({ call: Joi.string().required(), handler: place.required() })),
  tables: Joi.array().items(Joi.object({ call: Joi.string().required(), routes: place.required() })),
  attaches: Joi.array().items(Joi.object({ call: Joi.string().required(), parent: place.required(), path: place })),
  narrows: Joi.array().items(Joi.object({ call: Joi.string().required(), only: place, except: place, without: paths })),
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
  decorates: Joi.array().items(Joi.object({ call: Joi.string().required(), name: place.required(), value: place.required(), of: Joi.string() })),
  settings: Joi.array().items(Joi.object({ call: Joi.string().required(), setting: Joi.string().required(), at: place })),
  graphqlServers: Joi.array().items(Joi.object({ call: Joi.string().required(), path: place, plugin: Joi.boolean() })),
  contracts: Joi.array().items(Joi.object({ call: Joi.string().required(), routes: place.required(), prefix: place })),
  grpcServers: Joi.array().items(Joi.object({ call: Joi.string().required(), service: place.required(), implementation: place.required() })),
  procedureServers: Joi.array().items(
    Joi.object({ call: Joi.string().required(), router: place.required(), path: place, plugin: Joi.boolean(), usual: Joi.string().allow('') }),
  ),
  connections: Joi.array().items(
    Joi.object({
      call: paths.required(),
      kind: Joi.string().valid('database', 'cache', 'queue', 'storage', 'mail', 'search', 'http', 'payment', 'identity', 'llm', 'other').required(),
      name: Joi.string().required(),
    }),
  ),
}
