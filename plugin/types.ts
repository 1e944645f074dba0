/**
 * The nouns of Plumbline. Stages hand these to each other as plain data; `design` in the site's docs tells the order.
 * Paths are POSIX, relative to the analysed root. Lines and columns count from 1, offsets from 0.
 */

import type { Advisories } from './types/advisories'
import type { Architecture, Component, Relation } from './types/architecture'
import type { BrokenBy, Claim, Discrepancy, OnDiscrepancies, StatementCount } from './types/audit'
import type { PackageAges, WorkHistory } from './types/code-health'
import type { RequirementVerdict } from './types/compliance'
import type { Entity, EntityEnd, EntityField, EntityRelation, Transformation } from './types/entities'
import type { Evidence, Severity } from './types/evidence'
import type { Interaction } from './types/interactions'
import type { Inventory } from './types/inventory'
import type { NotAnalysed } from './types/not-analysed'
import type { LockedTree } from './types/packages'
import type { Posture } from './types/posture'
import type { NonfunctionalFinding, NonfunctionalVerdict, Quality } from './types/quality'
import type { History } from './types/secrets'
import type { RuntimeAgreement, RuntimeStatement, Technology, TechnologyCategory, TechnologyKind, Unrecognised } from './types/technologies'

export type * from './types/advisories'
export type * from './types/architecture'
export type * from './types/audit'
export type * from './types/authentication'
export type * from './types/authorization'
export type * from './types/code-health'
export type * from './types/compliance'
export type * from './types/configuration-audit'
export type * from './types/control'
export type * from './types/data-protection'
export type * from './types/deployment'
export type * from './types/documents'
export type * from './types/entities'
export type * from './types/evidence'
export type * from './types/input'
export type * from './types/interactions'
export type * from './types/inventory'
export type * from './types/not-analysed'
export type * from './types/packages'
export type * from './types/performance'
export type * from './types/posture'
export type * from './types/quality'
export type * from './types/samples'
export type * from './types/secrets'
export type * from './types/technologies'
export type * from './types/testing'

// ── scan ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a file is for: `code` is parsed into a value graph, `manifest` into manifest facts, `document` is prose. */
export type FileKind = 'code' | 'template' | 'manifest' | 'document' | 'other'

export interface SourceFile {
  path: string
  kind: FileKind
  /** Lower-case language name where the extension tells one: `typescript`, `vue`, `yaml`, `python`… */
  language: string | undefined
  bytes: number
  /** Hex SHA-256 of the bytes on disk. */
  hash: string
  /** Differs from the analysed commit, or is not in it. Always false outside git. */
  uncommitted: boolean
}

export interface Scan {
  files: SourceFile[]
  skipped: NotAnalysed[]
  /** What is there and was left as a whole, by options or as the code of others: it exists, and no more is known. Sorted. */
  unread?: string[]
}

// ── evidence and answers ─────────────────────────────────────────────────────────────────────────────────────────────

/**
 * An honest cell. `unknown` means we looked and could not tell, `not-looked` that nothing of ours looks yet.
 * A `no` says in `reason` what was looked for.
 */
export interface Answer {
  answer: 'yes' | 'no' | 'unknown' | 'not-looked'
  reason: string
  evidence: Evidence[]
}

// ── manifests and technologies ───────────────────────────────────────────────────────────────────────────────────────

/** One line of what a job of a build server, or the making of an image, runs. */
export interface RunCommand {
  /** Masked, and cut where it is long. */
  command: string
  by: 'build server' | 'image'
  at: Evidence
}

/** One statement of one manifest, lock file, Dockerfile, compose file or CI workflow. Depends on that file alone. */
export interface ManifestFact {
  kind:
    | 'dependency'
    /** What a dependency was resolved to, in a lock file that lists all of them, direct or not. */
    | 'locked'
    /** An image or a version that is put together from variables, as written. */
    | 'unread'
    | 'engine'
    | 'package-manager'
    | 'image'
    | 'service'
    | 'ci-job'
    | 'script'
    | 'workspace'
    | 'bin'
    | 'package'
    | 'action'
    | 'tool'
    /** A target of a task runner or editor; `*` where there are more than the file names. */
    | 'task'
    | 'licence'
    /** Where the code is kept: `owner/name`. */
    | 'repository'
    /** What the package says of itself. */
    | 'description'
  /** `npm`, `pypi`, `go`, `cargo`, `gem`, `maven`, `composer`, `docker`, `github-actions`… */
  ecosystem: string
  name: string
  /** As written: `^4.18.0`, `20-alpine`. */
  version?: string
  /** For dependencies: `runtime`, `dev`, `peer`, `optional`. */
  scope?: 'runtime' | 'dev' | 'peer' | 'optional'
  /** A script's command, a service's image, a bin's file… */
  value?: string
  line: number
  text: string
}

// ── the program ──────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Doors that callers, messages, clocks and users come in by. `rpc` is gRPC and message patterns with an answer; tRPC, REST
 * and webhooks are `http`.
 */
export type EntryPointKind = 'http' | 'graphql' | 'rpc' | 'websocket' | 'event' | 'queue' | 'schedule' | 'webhook' | 'cli' | 'static'

/** What stands between the outside and a handler, in the order in which it runs. */
export interface Guard {
  /** As the code calls it: `security.isAuthorized()`, `AuthGuard('jwt')`, `rateLimit()`. */
  name: string
  role: 'authentication' | 'authorization' | 'rate-limit' | 'validation' | 'csrf' | 'upload' | 'headers' | 'cors' | 'parser' | 'logging' | 'other'
  /** Where it was put in force: on the route, on its router or path, or for the whole application. */
  scope: 'route' | 'router' | 'path' | 'application' | 'class' | 'handler'
  at: Evidence
  /** Where it was put in front of requests, where that is another line than `at`, and where a library made it. */
  mounted?: Evidence
  made?: Evidence
  /** Conditions under which it is put there: `config.env === 'production'`. */
  when?: string[]
  /** Its code is not here and no model knows it: what it does could not be told. */
  opaque?: boolean
  /** Roles and permissions it asks for, as the code writes them: `admin`, `orders:read`. */
  roles?: string[]
  /** Of a validation: name of the schema or class. */
  schema?: string
}

/** What the code says of the form of some data. A small part of JSON Schema. */
export interface Shape {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null' | 'file' | 'unknown'
  /** Name of the class, interface or schema it comes from: `CreateUserDto`. */
  name?: string
  /** `email`, `uuid`, `date-time`, `uri`… */
  format?: string
  fields?: { name: string; shape: Shape; required: boolean }[]
  items?: Shape
  /** Constants that it is limited to. */
  values?: string[]
  /** What stands in where nothing is sent, as the code writes it. */
  default?: string
}

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
  authRequired: Answer
  rateLimited: Answer
  validated: Answer
  /** Reads and changes of stored data that its handlers lead to; undefined where that is not looked at. */
  data?: DataUse[]
  /** Checks on the way that do not hold. */
  faults?: AccessFault[]
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

/** Lines of a function that a handler is or leads to, and by which doors: `POST /login`. What needs no name to call it comes first. */
export interface ReachedLines {
  file: string
  line: number
  endLine: number
  routes: string[]
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
  /** Fields that are written and who decides each; `*` stands for an object taken as it comes. */
  writes: { field: string; by: 'caller' | 'request' | 'other'; at: Evidence }[]
}

/** Something about who may pass a door that does not hold what it promises. */
export interface AccessFault {
  /** `goes on`: refuses and does not stop. `not enforced`: looks, and lets everyone pass. `not awaited`: its refusal comes too late. `skippable`: the check is left out where the field is. `distinct answers`: tells which part of a sign-in was wrong. `claimed right`: goes by a right that the sender names. `claimed name`: goes by a name that the sender gives itself. */
  fault: 'goes on' | 'not enforced' | 'not awaited' | 'skippable' | 'distinct answers' | 'claimed right' | 'claimed name'
  name: string
  at: Evidence
  trace: Evidence[]
}

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

/** Where outside data begins, as models name it. */
export type SourceKind =
  /** A request to a server: query, body, path, headers, cookies, files. */
  | 'request'
  /** What a page's visitor or another window decides: location, name, referrer, messages, storage. */
  | 'browser'
  /** Queue, socket and event messages, webhooks. */
  | 'message'
  /** Arguments and environment of the process, standard input. */
  | 'environment'
  /** Read back from a database or a file: what somebody stored earlier. */
  | 'stored'
  /** Answer of another service. */
  | 'response'
  /** Parameter of an exported function of a package. */
  | 'library'
  /** Parameter of a function that nothing here calls. */
  | 'parameter'
  /** Passwords, personal data and tokens: they matter by where they go, not by where they come from. */
  | 'sensitive'
  /** An exception with its stack. */
  | 'exception'
  /** `Math.random()` and other numbers that can be guessed. */
  | 'predictable'

/** One way that data takes from a source to a place that acts on it; nothing on the way makes it harmless for that place. */
export interface Flow {
  source: SourceKind
  /**
   * What the place does with it: `sql`, `html`… one of the kinds that models name. `sql-text` and `html-text`: a statement or
   * markup is put together, and nothing was seen that runs or shows it.
   */
  sink: string
  /** As the code calls it: `db.query`, `innerHTML`. */
  api: string
  library: string
  confidence: Confidence
  /** Where it begins, and what is read there: `req.query.name`. */
  from: Evidence
  origin: string
  /** Where it ends. */
  at: Evidence
  /** Every step, first step first; `from` and `at` are its ends. */
  trace: Evidence[]
  /** Function around the sink, '' at module level. */
  around: string
  /** `POST /login`, where the source is read in or below a handler of an entry point. */
  route?: string
  /** A setting elsewhere that lets it through, where it is not the place alone. */
  because?: Evidence
  /** Only tests run it. */
  test: boolean
}

/** What one argument or option of a call is. */
export interface Setting {
  /**
   * `constant`: `texts` are all it may be. `partly`: some of it is known. `computed`: made while running. `missing`: not
   * given. `unknown`: the options as a whole come from elsewhere, so whether it is given could not be told.
   */
  state: 'constant' | 'partly' | 'computed' | 'missing' | 'unknown'
  texts: string[]
  at?: Evidence
}

/** A use of something whose settings matter: a hash, a cookie, a TLS option. Found by models, or by a detector of `link/`. */
export interface Usage {
  /** As models and detectors name it: `hash`, `cookie`… */
  kind: string
  /** As the code calls it: `crypto.createHash`. */
  api: string
  library: string
  at: Evidence
  /** Function around, '' at module level. */
  around: string
  values: Record<string, Setting>
  /** Only tests run it. */
  test: boolean
}

/** How well the code was understood; printed with `--timings` and on "Not analysed". */
export interface Knowledge {
  callSites: number
  callSitesResolved: number
  /** Method calls, and those of which something is known of what they are called on. */
  receivers: number
  receiversKnown: number
  imports: number
  importsUnresolved: number
  limitsReached: number
}

// ── judging ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Confidence = 'high' | 'medium' | 'low'
export type Phase = 'Security Surface' | 'Authentication' | 'Authorization' | 'Data Protection' | 'Input Validation' | 'Secrets Management'

export interface Finding {
  rule: string
  /** Class of weakness in the words of the field: `sql-injection`, `missing-headers`. */
  class: string
  cwe: number[]
  title: string
  severity: Severity
  /** CVSS base score, 0 to 10, and the vector it was computed from: 3.1, or what an advisory has. */
  cvss: number
  cvssVector: string
  phase: Phase
  confidence: Confidence
  /** The symbol or route it is about; part of its identity. */
  subject: string
  at: Evidence
  /** Its whole statement, where the line at its place is only the beginning. No part of its identity. */
  code?: string
  /** The route on which it can be reached, where there is one: `POST /login`. Of several the one that is open to most. */
  route?: string
  /** The other routes that lead there. */
  otherRoutes?: string[]
  /** Where the same fault is met besides: all of them go when it is mended. */
  places?: FaultPlace[]
  proofOfConcept?: ProofOfConcept
  /** How it comes about, first step first. */
  trace: Evidence[]
  /** Ends of the trace, where it is the way that data takes. */
  flow?: Pick<Flow, 'source' | 'origin' | 'sink' | 'api'>
  /** What stands next to it; tells apart the same words said twice. Never a line number or a count. */
  around: string
  /**
   * What it comes from, where that may be behind other findings too: a line that sets or reads something (`server.js:137`).
   * Findings of one rule with the same one are the same fault; so is what the rules of its class find on that line.
   */
  cause?: string
  /** Goes into the request of its proof of concept, where the place needs a text of its own. */
  payload?: string
  description: string
  impact: string[]
  remediation: { text: string; code?: string }
  references: string[]
}

/** A place at which a fault shows whose cause stands elsewhere, or which another rule calls by another name. */
export interface FaultPlace extends Evidence {
  rule: string
  /** As in `Finding`; for its identity. */
  subject: string
  around: string
  class: string
  cwe: number[]
  confidence: Confidence
  route?: string
  /** What is read there, where it is the way of data: `req.body.name`. */
  origin?: string
}

/** How the fault would be shown on a running system. Put together from the code; nobody has sent it. */
export interface ProofOfConcept {
  /** A request as HTTP clients read it from a file, or a page that sends one. */
  language: 'http' | 'html'
  text: string
  /** What comes back, or happens, where the fault is real. */
  shows: string
  executed: false
}

/** What a rule looks for, as pages tell it whether or not anything was found. */
export interface LookedFor {
  id: string
  title: string
  why: string
  phase: Phase
  cwe: number[]
  /** How much the remedy asks for: a line or an option (the default), a function or a data migration, a design. */
  size?: 'small' | 'medium' | 'large'
}

export interface Verdict {
  findings: Finding[]
  /** Rules that ran to their end, in the order of the reports. */
  rulesRun: LookedFor[]
  /** Rules that did not; `problems` says why. */
  rulesStopped: LookedFor[]
  /** Rules that were not run because what they need was not given. */
  rulesBlind?: (LookedFor & { reason: string })[]
  problems: NotAnalysed[]
  /** Of the nonfunctional rules; undefined where they were not asked. */
  nonfunctional?: NonfunctionalVerdict
}

// ── ledger ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Suppression {
  reason: string
  /** Last day on which it holds, `YYYY-MM-DD`. */
  until?: string
  /** `code` where a comment says it, `options` otherwise. */
  from: 'code' | 'options'
  at?: Evidence
}

export interface LedgerEntry {
  /** `SEC-001`: given once, never reused. */
  id: string
  /** The per-report id of the same entry: `SURF-001`. */
  reportId: string
  /** Hash of rule, subject, what the code says and its surroundings. */
  identity: string
  /** The same of its other places: one of them may be what is left tomorrow. */
  also?: string[]
  /** Parts kept so that a rename or a move can be matched later. */
  rule: string
  subject: string
  file: string
  text: string
  around: string
  title: string
  severity: Severity
  status: 'Open' | 'Fixed'
  /** Commit and day (of the analysed commit) on which it was first seen. */
  since: { commit: string | null; date: string }
  fixedIn?: { commit: string | null; date: string }
  /** Of a discrepancy, where git knows. */
  brokenBy?: BrokenBy
}

/** The file as it is committed or cached. */
export interface Ledger {
  schema: 'plumbline-ledger/1'
  /** Highest number given out per prefix. */
  counters: Record<string, number>
  entries: LedgerEntry[]
}

/** An entry joined to what this build saw. `finding` is undefined when it is Fixed or could not be looked at. */
export interface LedgerRow extends LedgerEntry {
  finding: Finding | undefined
  /** Of the nonfunctional section. */
  nonfunctional?: NonfunctionalFinding
  /** Of a discrepancy: what the document says and what the code does. */
  claim?: Claim
  suppressed: Suppression | undefined
}

// ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What one page shows: data for one template, nothing left to decide. */
export interface View {
  /** Where the page goes, relative to the output folder: `security-docs/analysis/01-security-surface.md`. */
  path: string
  /** Template under `templates/pages/`, without extension; `data` prints the data themselves as JSON. */
  template: string
  data: Record<string, unknown>
}

export interface Page {
  path: string
  content: string
}

export interface DiagramNode {
  id: string
  label: string
  shape?: 'box' | 'round' | 'database' | 'queue' | 'actor' | 'hexagon'
  group?: string
  /** Line of the code to which a click on it leads. */
  leadsTo?: Evidence
}

export interface DiagramEdge {
  from: string
  to: string
  label?: string
  dashed?: boolean
  /** How many places say the same: where lines have to be left out, the lightest are. */
  weight?: number
  /** The line that proves it. */
  evidence?: Evidence
}

/** Boxes and arrows. */
export interface GraphDiagram {
  kind: 'graph'
  title: string
  direction: 'LR' | 'TD'
  groups: { id: string; label: string }[]
  nodes: DiagramNode[]
  edges: DiagramEdge[]
}

/** Work over time. Days are `YYYY-MM-DD`. */
export interface TimelineDiagram {
  kind: 'timeline'
  title: string
  sections: { label: string; tasks: { label: string; start: string; end: string }[] }[]
}

/** Who says what to whom, in order. */
export interface SequenceDiagram {
  kind: 'sequence'
  title: string
  participants: { id: string; label: string; shape?: 'actor' | 'participant' | 'database' }[]
  steps: SequenceStep[]
}

export type SequenceStep =
  /** From and to are ids of participants; the same one twice is a step within it. */
  | { kind: 'message'; from: string; to: string; label: string; reply?: boolean; async?: boolean; evidence?: Evidence }
  /** Exactly one branch happens. */
  | { kind: 'alternatives'; branches: { label: string; steps: SequenceStep[] }[] }
  | { kind: 'optional'; label: string; steps: SequenceStep[] }
  | { kind: 'loop'; label: string; steps: SequenceStep[] }
  | { kind: 'note'; over: string[]; text: string }

/** Records and how they belong together. */
export interface EntityDiagram {
  kind: 'entities'
  title: string
  entities: {
    id: string
    name: string
    fields: { name: string; type: string; key?: 'primary' | 'foreign' | 'unique' }[]
    /** Fields that are not among them. */
    more: number
    leadsTo?: Evidence
  }[]
  /** `many`: how many records of each end may belong to one of the other. */
  relations: { from: string; to: string; fromMany: boolean; toMany: boolean; label?: string; evidence: Evidence }[]
}

/** Points on two scales, 0 to 1. */
export interface QuadrantDiagram {
  kind: 'quadrant'
  title: string
  x: { low: string; high: string }
  y: { low: string; high: string }
  /** Top right, top left, bottom left, bottom right. */
  quadrants: [string, string, string, string]
  points: { label: string; x: number; y: number }[]
}

/** A drawing, before any format. More kinds join this union with the pages that need them. */
export type Diagram = GraphDiagram | TimelineDiagram | SequenceDiagram | EntityDiagram | QuadrantDiagram

/** A picture as text, for those who asked for it alone. */
export interface Drawn {
  /** Of several pictures of one kind, which part it shows. */
  of?: string
  text: string
  /** What was left out, in a sentence; '' where nothing was. */
  cut: string
}

// ── the linked program, as rules and views see it ────────────────────────────────────────────────────────────────────

/** What a rule and a view may ask. Everything here is derived once, in `link/`. Lists are sorted by path, then line. */
export interface Program {
  project: { name: string; version: string | undefined }
  files: SourceFile[]
  /** Paths that exist and are not among the files. */
  unread?: string[]
  entryPoints: EntryPoint[]
  connections: Connection[]
  /** Messages sent, calls of other services, formats read and written, pages of user interfaces; each in the order of files. */
  publications: Publication[]
  serviceCalls: ServiceCall[]
  formats: DataFormat[]
  uiRoutes: UiRoute[]
  /** Empty where the repository describes no HTTP interface. */
  described: DescribedOperation[]
  technologies: Technology[]
  /** Of every runtime and package manager that a version is stated for, by name. */
  runtimeAgreement: RuntimeAgreement[]
  /** What manifests name and nothing is known of, by kind and name. */
  unrecognised: Unrecognised[]
  /** Facts of every manifest, by path. */
  manifests: { path: string; facts: ManifestFact[] }[]
  /** What jobs of build servers and images run, line by line. Undefined where nothing looked. */
  commands?: RunCommand[]
  /** Packages whose values the code imports, each with one line that does. Undefined where nothing looked. */
  imported?: { name: string; at: Evidence }[]
  /** By package, places of the code that import it, tests apart. Undefined where nothing looked. */
  importers?: Map<string, Evidence[]>
  /** What lock files say was installed, by path. */
  locks?: { path: string; tree: LockedTree }[]
  /** Things put in force for a whole application or router, in order. */
  middleware: Guard[]
  /** Functions of the program that ask for a role before they let a request pass, whether or not a door has them. */
  roleChecks?: { name: string; at: Evidence }[]
  /** Routes of routers that nothing mounts: written, and not reachable. */
  unmounted: { framework: string; method: string; path: string; at: Evidence }[]
  /** Functions below doors, by file and first line; those that all doors share are left out. */
  reached: ReachedLines[]
  /** Outside data at places that act on it. */
  flows: Flow[]
  /** Uses of things whose settings matter. */
  usages: Usage[]
  /** Records that the code stores or carries. */
  entities: Entity[]
  posture: Posture
  /** What documents make statements about. */
  inventory: Inventory
  architecture: Architecture
  /** Key flows, and those that somebody asked for. */
  interactions: Interaction[]
  quality: Quality
  /** What version control and advisories say; neither depends on the code alone. */
  history: History
  advisories: Advisories
  /** Source comments that silence a rule. */
  ignores: { rule: string; reason: string; until?: string; at: Evidence }[]
  notAnalysed: NotAnalysed[]
  knowledge: Knowledge
}

// ── the rim ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The analysed commit and how to link to it. Undefined outside git. */
export interface Repository {
  /** Full hash of HEAD. */
  commit: string
  branch: string | undefined
  /** `https://host/owner/name`, without user info; undefined when there is no remote that maps to a web address. */
  webUrl: string | undefined
  /** Paths (relative to the analysed root) that differ from HEAD or are not in it. */
  uncommitted: Set<string>
  /** Path of the analysed root inside the repository: '' or `packages/api/`. */
  prefix: string
  /** Only the newest commits are here. */
  shallow?: boolean
}

/** Facts by content; `get` returns undefined for a missing or damaged entry. */
export interface FactCache {
  /** Whatever is put in is lost, so that nobody has to write it down first. */
  forgets?: true
  get(key: string): Promise<Uint8Array | undefined>
  put(key: string, value: Uint8Array): Promise<void>
}

/** What the code alone does not tell. */
export interface Outside {
  history: History
  advisories: Advisories
  work: WorkHistory
  packages: PackageAges
}

/** Everything from outside the program: made once, by the plugin or the command line. */
export interface World {
  /** Absolute path of the analysed directory. */
  root: string
  repository: Repository | undefined
  /** Day on the pages, `YYYY-MM-DD`: of SOURCE_DATE_EPOCH, else of the analysed commit, else of the newest analysed file. Equal input gives equal bytes. */
  dateOf(files: SourceFile[]): Promise<string>
  /** Bytes of a file under the root. Throws when it cannot be read. */
  read(path: string): Promise<Uint8Array>
  cache: FactCache
  /** The ledger of the last build; `null` when there was none. */
  loadLedger(): Promise<Ledger | null>
  /** Writes the ledger unless this build is read-only (pull requests). */
  saveLedger(ledger: Ledger): Promise<void>
  /** Called as work goes on; `total` is 0 when it is not known. */
  progress(stage: Stage, done: number, total: number): void
}

export type Stage = 'scan' | 'outside' | 'extract' | 'link' | 'judge' | 'audit' | 'ledger' | 'comply' | 'views' | 'render'

/** The core's options, without anything of Docusaurus. `options.ts` holds defaults and validation. */
export interface AnalyseOptions {
  /** Name on the pages; from the root manifest, else the directory's name, when not given. */
  projectName: string | undefined
  /** Globs of files to read; everything when empty. */
  include: string[]
  /** Globs of files to leave out, on top of .gitignore. They are counted and shown. */
  exclude: string[]
  /** Directories or globs the reader cares about most: their findings and entry points come first, others are still analysed. */
  focus: string[]
  /** Directories with further model files. */
  models: string[]
  /** Where advisories about packages are: a folder, zip or report, the address of a service that answers like OSV, or `osv`, which is that service. Nothing is asked of any network otherwise. */
  advisories?: string | undefined
  /** A saved list of packages that are behind: what `npm outdated --json`, or the same of pnpm or yarn, wrote. */
  outdated?: string | undefined
  /** Analyst on the pages; the product and its version when not given. */
  analyst: string | undefined
  frameworks: Framework[]
  diagrams: DiagramFormat
  /** Largest code file that is parsed, in bytes. */
  maxFileBytes: number
  /** Look for secrets in the commits that the analysed one is built on. */
  history: boolean
  suppressions: { rule: string; file?: string; reason: string; until?: string }[]
  /**
   * Who reads the pages. `public` withholds proofs of concept, code and places of open findings of Medium and above and of
   * secrets, and asks search engines to stay away. Not set is `internal`.
   */
  audience?: 'internal' | 'public'
  /** Command line: exit 1; plugin: fail the build, when an open finding is at least this severe. */
  failOn: Severity | undefined
  /** What happens when a document says what the code does not do. Not set is `warn`. */
  onDiscrepancies?: OnDiscrepancies
  /** A file with the discrepancies that are known: only others count. */
  discrepancyBaseline?: string | undefined
  /** Names who made the commit that broke a statement. */
  authors?: boolean
  /** Directories with further standards; `frameworks` chooses among them by file name. */
  standards?: string[]
  /** Level of the ASVS. Not set is 2, and the report says that it was assumed. */
  asvsLevel?: 1 | 2 | 3 | undefined
  /** Implementation group of the CIS Controls. Not set is IG2. */
  cisGroup?: 'IG1' | 'IG2' | 'IG3' | undefined
  /** Of NIS 2: depends on sector and size, which no code tells. Not set is Essential. */
  entityType?: 'Essential' | 'Important' | undefined
  /** Requirements that do not apply, with the reason: decisions that code cannot take. */
  notApplicable?: { framework: string; id: string; reason: string }[]
  /** The style of the architecture as its owners call it: `layered`, `microservices`… It is then held against the code. */
  architectureStyle?: string | undefined
  /** Doors whose sequence of calls is drawn besides the key flows: `POST /orders`. */
  sequences?: string[]
}

/** Standards that come with the product, and names of files in the directories of `standards`. */
export type Framework = 'asvs' | 'csf' | 'cis' | 'iso27001' | 'nis2' | (string & {})
export type DiagramFormat = 'mermaid' | 'ascii' | 'plantuml' | 'excalidraw'

/** What one run leaves behind. `results` is the documented results file. */
export interface Analysis {
  pages: Page[]
  results: Results
  ledger: Ledger
  /** Seconds per stage and counts; for `--timings`, never on a page. */
  timings: { stage: Stage; seconds: number; detail: string }[]
}

/**
 * One entry a place. Entries of one finding have one `id`; all but the first say in `isPlaceOf` which rule the finding is of,
 * and their own `rule`, `class` and `cwe` are what is met at that place.
 */
export type SecurityResult = Finding & ResultOfLedger

/** One entry a place as well. `severity` is its impact; what a security finding says too has that one's id and stands there alone. */
export type NonfunctionalResult = Omit<NonfunctionalFinding, 'at' | 'impact' | 'places'> & ResultOfLedger & { severity: Severity; at: Evidence }

interface ResultOfLedger {
  id: string
  reportId: string
  status: 'Open' | 'Fixed'
  file: string
  line: number
  endLine?: number
  isPlaceOf?: string
  suppressed?: Suppression
}

/** The results file, `plumbline/1`. Keys of later capabilities are absent until they are real. */
export interface Results {
  schema: 'plumbline/1'
  product: { name: string; version: string }
  project: { name: string; version: string | undefined }
  commit: string | null
  date: string
  /** Of security by id, then those of the nonfunctional section. */
  findings: (SecurityResult | NonfunctionalResult)[]
  /**
   * `method` and `path` are the address a client uses. HTTP: the route, `ALL` written out as one entry a method. GraphQL: `POST`
   * and `/graphql#Query.user`. Sockets: `SEND` and `ws://namespace/event`. Commands: `CLI` and `cli://program/command`.
   */
  endpoints: (Omit<
    EntryPoint,
    'at' | 'handler' | 'parameters' | 'responses' | 'authRequired' | 'rateLimited' | 'validated' | 'csrf' | 'webhook' | 'data' | 'faults'
  > & {
    file: string
    line: number
    handler: { name: string; file: string; line: number } | null
    params: { name: string; in: string; schema?: string; required?: boolean; default?: string; shape?: Shape }[]
    responses: { status: number | null; media?: string; shape?: Shape; file: string; line: number }[]
    auth: Answer
    /** null when it could not be told. */
    authRequired: boolean | null
    rateLimited: boolean | null
    validated: boolean | null
    csrfProtected?: boolean | null
    webhook?: { provider: string; verified: boolean | null }
  })[]
  publications: { kind: string; library: string; topic: string; file: string; line: number; shape?: Shape }[]
  serviceCalls: (Omit<ServiceCall, 'at' | 'method'> & { method: string | null; file: string; line: number })[]
  formats: (Omit<DataFormat, 'at'> & { file: string; line: number })[]
  uiRoutes: (Omit<UiRoute, 'at'> & { file: string; line: number })[]
  connections: { kind: string; name: string; library: string; file: string; line: number; calls: number }[]
  /** Records that the code stores or carries, by file and line. */
  entities: (Omit<Entity, 'at' | 'fields' | 'relations' | 'ends'> & {
    file: string
    line: number
    fields: (Omit<EntityField, 'at' | 'hiddenAt' | 'transformedBy'> & {
      transformedBy?: (Omit<Transformation, 'at'> & { file: string; line: number })[]
      file: string
      line: number
    })[]
    relations: (Omit<EntityRelation, 'at'> & { file: string; line: number })[]
    ends?: (Omit<EntityEnd, 'at'> & { file: string; line: number })[]
  })[]
  /** What code says of the standards that were chosen, requirement by requirement, those that are not selected left out. */
  controls: {
    framework: string
    id: string
    topic: string
    level: string
    verdict: RequirementVerdict
    reason: string
    evidence: Evidence[]
    gap?: string
    remediation?: string
    /** Ids of findings that it fails by. */
    findings: string[]
    decidedBy?: 'options'
  }[]
  /** Open ones, by id. */
  discrepancies: Discrepancy[]
  /** Documents that were read, by path: statements that were held against the code, and those that hold. */
  documents: { file: string; checked: number; holds: number }[]
  /** Of the documents, in the order of kinds on the page. */
  statements: StatementCount[]
  /** `category` is the kind, `group` one of the five tables of the manifest. `locked` is what a lock file made of `version`. */
  technologies: {
    name: string
    group: TechnologyCategory
    category: TechnologyKind
    purpose: string
    version: string | null
    versionOf?: string
    locked: string | null
    share?: number
    file: string
    line: number
    evidence: { file: string; line: number }[]
  }[]
  runtimes: (Omit<RuntimeAgreement, 'versions' | 'conflicts'> & { versions: (Omit<RuntimeStatement, 'at'> & { file: string; line: number })[] })[]
  /** What the system is made of, containers before their parts, stores and other systems last; the place that proves each best. */
  components: {
    id: string
    name: string
    kind: Component['kind']
    level: Component['level']
    parent?: string
    folder?: string
    technology: string
    purpose?: string
    files: number
    doors: number
    file: string | null
    line: number | null
  }[]
  /** Arrows between components, by their names; `why` says how, the place is the first line that proves it. */
  edges: { from: string; to: string; kind: Relation['kind']; why: string; count: number; conditional?: boolean; file: string; line: number }[]
  /** Figures of every function, by file and line. */
  functions: { file: string; line: number; endLine: number; name: string; cyclomatic: number; cognitive: number; lines: number; parameters: number }[]
  notAnalysed: NotAnalysed[]
  knowledge: Knowledge
}
