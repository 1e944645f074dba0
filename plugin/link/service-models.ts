/** What models say of calls that leave the system: which service they ask, and in which format data comes in or goes out. */
import Joi from 'joi'
import type { DataFormat, ServiceCall } from '../types'

/** Where an argument's value is; `receiver.0.baseURL` is an argument of the call that made what this one is called on. */
type Place = string

export interface ServiceModel {
  library: string
  protocol: ServiceCall['protocol']
  /** `member` (the called method's name), a method, or places of which the first that says something counts. */
  method: string | undefined
  /** Method where those places say none. */
  otherwise: string | undefined
  /** Places of the address, and of an address that comes before it where it is not whole. */
  address: Place[]
  base: Place[]
  /** Host and path where they stand apart. */
  hostAt: Place[]
  pathAt: Place[]
  /** What is asked for instead of a path: a place, `member`, or `document` of GraphQL at a place: `document 0`. */
  operation: string | undefined
  /** Host that the library itself knows. */
  host: string | undefined
  /** Told by the package where several libraries share paths. */
  packages: RegExp | undefined
  /** Opens the way for other calls and asks nothing itself: only its address counts, for those that name none. */
  sets: boolean
}

/** A library for one service: whatever is called on it asks that service. */
export interface ClientModel {
  packages: RegExp
  host: string
  /** Members that ask nobody. */
  ignore: RegExp | undefined
  /** Option of what makes a client: another host. */
  endpoint: Place[]
}

/** `client.send(new PutItemCommand(…))`: what is sent is an object of a class. */
export interface CommandModel {
  method: string
  /** First group of the package's name stands for `{1}` in the host. */
  packages: RegExp
  suffix: string
  host: string
}

export interface FormatModel {
  library: string
  /** A format, or undefined where a place names a file or a media type. */
  format: string | undefined
  told: Place[]
  direction: DataFormat['direction']
  packages: RegExp | undefined
}

export interface ServiceModels {
  services: Map<number, ServiceModel[]>
  clients: ClientModel[]
  /** Roots of API paths under which calls of such clients are. */
  clientRoots: Set<string>
  commands: CommandModel[]
  formats: Map<number, FormatModel[]>
}

export interface ServiceModelFile {
  services?: {
    call: string[]
    protocol?: ServiceCall['protocol']
    method?: string
    otherwise?: string
    address?: Place[]
    base?: Place[]
    hostAt?: Place[]
    pathAt?: Place[]
    operation?: string
    host?: string
    packages?: string
    sets?: boolean
  }[]
  serviceClients?: { package: string[]; host: string; ignore?: string[]; endpoint?: Place[] }[]
  serviceCommands?: { method: string; packages: string; suffix: string; host: string }[]
  formats?: { call: string[]; format?: string; told?: Place[]; direction: DataFormat['direction']; packages?: string }[]
}

const place = Joi.alternatives(Joi.number().integer().min(0), Joi.string()).custom((value) => String(value))
const places = Joi.array().items(place).single()
const texts = Joi.array().items(Joi.string()).single()
const pattern = Joi.string().custom((value) => new RegExp(value) && value)

export const serviceKeys = {
  services: Joi.array().items(
    Joi.object({
      call: texts.required(),
      protocol: Joi.string().valid('http', 'graphql', 'grpc', 'websocket', 'sdk'),
      method: place,
      otherwise: Joi.string(),
      address: places,
      base: places,
      hostAt: places,
      pathAt: places,
      operation: place,
      host: Joi.string(),
      packages: pattern,
      sets: Joi.boolean(),
    }),
  ),
  serviceClients: Joi.array().items(Joi.object({ package: texts.required(), host: Joi.string().required(), ignore: texts, endpoint: places })),
  serviceCommands: Joi.array().items(
    Joi.object({ method: Joi.string().required(), packages: pattern.required(), suffix: Joi.string().required(), host: Joi.string().required() }),
  ),
  formats: Joi.array().items(
    Joi.object({
      call: texts.required(),
      format: Joi.string(),
      told: places,
      direction: Joi.string().valid('import', 'export', 'definition').required(),
      packages: pattern,
    }).xor('format', 'told'),
  ),
}

export const noServiceModels = (): ServiceModels => ({
  services: new Map(),
  clients: [],
  clientRoots: new Set(),
  commands: [],
  formats: new Map(),
})

/**
 * @param located API paths that a text of the model names
 * @param rootOf name of the path's root under which values of a package are
 */
export function addServices(
  models: ServiceModels,
  library: string,
  file: ServiceModelFile,
  located: (source: string) => number[],
  rootOf: (name: string) => string,
): void {
  const add = <T extends { packages: RegExp | undefined }>(map: Map<number, T[]>, calls: string[], model: T) => {
    for (const call of calls) {
      // Libraries of one interface share paths: whoever names one means no other.
      const name = /^"npm:([^"]+)"/.exec(call)?.[1]
      const isShared = name !== undefined && rootOf(`npm:${name}`) !== `npm:${name}`
      const told = model.packages || !isShared ? model : { ...model, packages: exactly([name]) }
      for (const at of located(call)) {
        const known = map.get(at)
        if (known) known.push(told)
        else map.set(at, [told])
      }
    }
  }
  for (const { call, packages, ...more } of file.services ?? [])
    add(models.services, call, {
      library,
      protocol: more.protocol ?? 'http',
      method: more.method,
      otherwise: more.otherwise,
      address: more.address ?? [],
      base: more.base ?? [],
      hostAt: more.hostAt ?? [],
      pathAt: more.pathAt ?? [],
      operation: more.operation,
      host: more.host,
      packages: packages === undefined ? undefined : new RegExp(packages),
      sets: more.sets ?? false,
    })
  for (const { package: names, host, ignore, endpoint } of file.serviceClients ?? []) {
    for (const name of names) models.clientRoots.add(libraryOf(rootOf(`npm:${name}`)))
    models.clients.push({
      packages: exactly(names),
      host,
      ignore: ignore && new RegExp(`^(?:${ignore.join('|')})$`),
      endpoint: endpoint ?? [],
    })
  }
  for (const { packages, ...more } of file.serviceCommands ?? []) models.commands.push({ ...more, packages: new RegExp(packages) })
  for (const { call, format, told, direction, packages } of file.formats ?? [])
    add(models.formats, call, { library, format, told: told ?? [], direction, packages: packages === undefined ? undefined : new RegExp(packages) })
}

const exactly = (names: readonly string[]) => new RegExp(`^(?:${names.map((name) => name.replace(/[.+]/g, '\\$&')).join('|')})$`)

/** Package of a path's root: `npm:stripe` and `type:stripe/Client` are of `stripe`. */
export function libraryOf(root: string): string {
  return root.replace(/^(?:npm|global):/, '').replace(/^type:(.*)\/[^/]*$/, '$1')
}
