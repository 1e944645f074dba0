/** The other directions: what the code sends, calls, reads, writes and shows. */
import type { Evidence } from './evidence'
import type { Shape } from './shapes'

/** A message that the code sends: the other direction of events, queues and sockets. */
export interface Publication {
  kind: 'websocket' | 'event' | 'queue'
  library: string
  /** Topic, queue, event; the name of the variable where it comes from elsewhere. */
  topic: string
  shape?: Shape
  at: Evidence
}

/** A call to another service. */
export interface ServiceCall {
  protocol: 'http' | 'graphql' | 'grpc' | 'websocket' | 'sdk'
  library: string
  method: string | undefined
  /** Host as far as the code tells; `from` says what decides it, `name` the variable or option. */
  host: { text: string; from: 'code' | 'environment' | 'configuration' | 'request' | 'unknown'; name?: string }
  /** Path, operation or SDK command. */
  path: string
  at: Evidence
}

/** A format in which data comes in or goes out. */
export interface DataFormat {
  /** `CSV`, `XML`, `JSON`, `YAML`, `Protocol Buffers`, `spreadsheet`, `PDF`, `OpenAPI`, `JSON Schema`… */
  format: string
  direction: 'import' | 'export' | 'definition'
  library: string
  at: Evidence
  calls: number
}

/** One operation of the repository's own interface description, held against the doors of the code; or a door that no description has. */
export interface DescribedOperation {
  method: string
  path: string
  described: Evidence | undefined
  registered: Evidence | undefined
  /** What description and code say differently: `The description demands a signed-in caller, the code does not.` */
  differences: string[]
}

/** A page of a user interface. */
export interface UiRoute {
  framework: string
  path: string
  /** Component or file that is shown. */
  component: string
  /** Guards of the router: `AuthGuard`, `beforeEnter`. */
  guards: string[]
  at: Evidence
}

/** A call that leaves the process: a database, a queue, another host. */
export interface Connection {
  kind: 'database' | 'cache' | 'queue' | 'storage' | 'mail' | 'search' | 'http' | 'payment' | 'identity' | 'llm' | 'other'
  /** `PostgreSQL`, `Redis`, or a host name; `an address from configuration` when only that is known. */
  name: string
  library: string
  at: Evidence
  /** How many further call sites say the same. */
  calls: number
  /** The call of each file that says it best, in the order of files, and what the names of its calls say they do; '' where they say nothing. */
  places?: { at: Evidence; calls: number; does: '' | 'read' | 'write' | 'both' }[]
}
