/** What calling something of a library does to routes and other doors, as models say it. */
import type { Connection, EntryPointKind, Guard, Publication } from '../../types'

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

/**
 * Another kind of entry point. `label` is a place, or `member`; several places where the first that says something counts. With
 * `key`, the handler is an object of handlers under the labels.
 */
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
  /**
   * In force for every route of the router whose path has a parameter of that name, whatever the order: `router.param('id', f)`. `value` is
   * the place at which `f` is handed what stands there. `inherited`: also of routers below it.
   */
  | { act: 'param'; name: Place; handler: Place; value: number; inherited: boolean }
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
  /** Adds a member to every instance, or to every value of another type: `fastify.decorate('authenticate', f)`, `decorateReply('page', f)`. */
  | { act: 'decorate'; name: Place; value: Place; of: string | undefined }
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
  /** Says who is calling and turns nobody away: whoever asks it has to. */
  tells?: boolean
  /** Called by hand without a callback it throws at whoever shows nothing valid. */
  throws?: boolean
  /** It lets everyone pass when one of these options has one of these values. */
  optional?: { option: Place; is: string }[]
}
