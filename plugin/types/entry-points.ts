/** Doors by which callers come in, and what is known of each. */
import type { Answer, Evidence } from './evidence'
import type { AccessFault, Guard } from './guards'
import type { Shape } from './shapes'

/**
 * Doors that callers, messages, clocks and users come in by. `rpc` is gRPC and message patterns with an answer; tRPC, REST
 * and webhooks are `http`.
 */
export type EntryPointKind = 'http' | 'graphql' | 'rpc' | 'websocket' | 'event' | 'queue' | 'schedule' | 'webhook' | 'cli' | 'static'

export interface Parameter {
  name: string
  /**
   * Place: `json` and `form` are fields of a body whose form is known, `body` one whose form is not told (or the body as a
   * whole, then named `body`); `flag`, `argument` and `env` belong to commands.
   */
  in: 'path' | 'query' | 'body' | 'json' | 'form' | 'header' | 'cookie' | 'file' | 'flag' | 'argument' | 'env'
  /** Type as the code tells it (`string`, `CreateUserDto`), where it does. */
  schema?: string
  shape?: Shape
  required?: boolean
  /** Of a path: it takes all that is left, slashes included. */
  rest?: boolean
  /** Default as the code writes it. */
  default?: string
  description?: string
  at?: Evidence
}

/** One way in which a handler answers. */
export interface Response {
  /** undefined: the framework's default. */
  status: number | undefined
  /** `application/json`, `text/html`… where the code tells. */
  media?: string
  shape?: Shape
  at: Evidence
}

export interface EntryPoint {
  kind: EntryPointKind
  /** The library whose model found it: `express`, `@nestjs/common`, `next`… */
  framework: string
  /**
   * HTTP method in capitals; `ALL` where a router registers for all of them, `ANY` where a handler does not ask. For others
   * the verb of the kind: `QUERY`, `MUTATION`, `SUBSCRIPTION`, `CALL`, `SUBSCRIBE`, `RUN`, `CRON`.
   */
  method: string
  /** Full path with prefixes; operation, topic, event, cron expression or command for other kinds. */
  path: string
  /** What `ALL` and `ANY` stand for, where it is not every method: those that no other handler of the path takes. */
  answersTo?: string[]
  /** What it is reached through: path of a GraphQL endpoint, namespace of sockets, name of a command's program, package and service of gRPC. */
  through?: string
  at: Evidence
  handler: { name: string; at: Evidence } | undefined
  /** What it is for, from JSDoc, a summary of a schema or of a decorator. */
  purpose?: string
  parameters: Parameter[]
  /** Request body as a whole, where a schema or a class describes it. */
  body?: { media?: string; shape: Shape; required: boolean }
  responses: Response[]
  guards: Guard[]
  /** Checks of rights in front of paths that its own may be one of: a step of it is not known. */
  perhaps?: Guard[]
  authRequired: Answer
  /** Where a key is looked up by which alone callers get there, with nothing left behind that says who has it. */
  namelessKey?: Evidence
  /** Whether the handler itself asks what the caller may do; undefined where nothing says so. */
  rightAsked?: Answer
  /** Where the handler does nothing but answer with settings of the program. */
  settingsAnswered?: SettingsAnswered
  rateLimited: Answer
  /** All that its handlers can see of what is sent proves nothing, as names of people do not: there is nothing to guess. */
  provesNothing?: true
  /** Where a sign-in asks another service, and nothing below its handlers looks at what proves who it is. */
  provedElsewhere?: Evidence
  validated: Answer
  /** Reads and changes of stored data that its handlers lead to; undefined where that is not looked at. */
  data?: DataUse[]
  /** Checks on the way that do not hold. */
  faults?: AccessFault[]
  /** Functions of the program by which its handlers ask whether the caller may have what a part of the request names. */
  checks?: NamedCheck[]
  /** Parts of the request that name things and that its handlers hand on: `path.site`. */
  handsOn?: string[]
  /** Protected against forged requests from other sites; undefined where cookies play no part in the kind. */
  csrf?: Answer
  /** For routes that another service calls: who, and whether its signature is checked. */
  webhook?: { provider: string; verified: Answer }
  /** Registered by a library for each of a list of models, not written out in the code. */
  generated: boolean
  /** Lines with the conditions under which it is registered. */
  when?: Evidence[]
  /** Anything a reader must know: `mounted only when NODE_ENV is test`. */
  notes: string[]
}

/** An answer that is made of settings alone: of all there are, or of some by their names. */
export interface SettingsAnswered {
  all: boolean
  at: Evidence
}

/** Lines of a function that a handler is or leads to, and by which doors: `POST /login`. What needs no name to call it comes first. */
export interface ReachedLines {
  file: string
  line: number
  endLine: number
  routes: string[]
}

/** `if (!(await mayRead(request, params.site))) refuse()` */
export interface NamedCheck {
  /** As the function is called; of a method with its class where that is known. */
  name: string
  /** `path.site`; '' where it names none. */
  part: string
  at: Evidence
  /** A decorator says so, and a guard in front asks. */
  marked?: true
}

/** What a door does with stored data. */
export interface DataUse {
  does: 'read' | 'create' | 'update' | 'delete'
  /** As the code calls what holds the records: `Basket`, `orders`; '' where it has no name. */
  of: string
  library: string
  /** As the code calls it: `Basket.findOne`. */
  api: string
  at: Evidence
  /** Where the handler itself leads there; the same place where it stands in the handler. */
  from: Evidence
  around: string
  /** Parts of the request that choose the records: `path.id`, `json.owner`. */
  chosenBy: string[]
  /** Fields by which they are chosen, where the code names them. */
  chosenIn: string[]
  /** Why it cannot be about anybody's records: the caller is part of the selection, is held against something, or has a role. */
  bound?: 'selection' | 'comparison' | 'role'
  /** The condition that holds the caller against something, where it is one of the code. */
  boundAt?: Evidence
  /** What binds it is about other parts of the path than the one that chooses, and nothing holds this against those. */
  below?: { part: string; asked: string[] }
  /** Fields that are written and who decides each; `*` stands for an object taken as it comes. */
  writes: { field: string; by: 'caller' | 'request' | 'other'; at: Evidence }[]
}
