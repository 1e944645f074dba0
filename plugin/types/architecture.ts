import type { Evidence } from './evidence'

/** How the system is put together. Derived once, from the code and from what is deployed. */
export interface Architecture {
  components: Component[]
  relations: Relation[]
  style: ArchitectureStyle
  modules: ModuleGraph
  structure: Structure
  deployment: Deployment
}

export interface Component {
  /** Stable and place-free where it can be: `app`, `packages/api`, `store:postgresql`, `external:stripe`. */
  id: string
  name: string
  kind:
    | 'frontend'
    | 'backend'
    | 'worker'
    | 'function'
    | 'command'
    | 'library'
    | 'module'
    | 'data store'
    | 'cache'
    | 'queue'
    | 'file store'
    | 'external system'
  /** In C4 terms: a container runs or stores on its own, a component is a part of one. */
  level: 'container' | 'component'
  /** Container that a component is part of. */
  parent?: string
  /** Folder of its code, '' for the root; absent for what is not code of this repository. */
  folder?: string
  /** `Express, TypeScript`. */
  technology: string
  /** What it does, where the code tells. */
  purpose?: string
  /** Code files in it, and doors. */
  files: number
  doors: number
  /** Lines that prove it is there; the first says most. */
  evidence: Evidence[]
}

/** An arrow. Each has a line that proves it. */
export interface Relation {
  from: string
  to: string
  kind: 'imports' | 'calls' | 'reads' | 'writes' | 'reads and writes' | 'publishes' | 'consumes' | 'sends mail' | 'serves'
  /** `Sequelize`, `REST over HTTP`, `AMQP`. */
  through: string
  /** Only where a condition or a variable says so. */
  conditional?: boolean
  evidence: Evidence[]
  /** How many places say the same. */
  count: number
}

export interface ArchitectureStyle {
  /** `layered`, `modular monolith`, `monolith`, `microservices`, `serverless`, `event-driven`, `library`, `command-line tool`, `single-page application`, `plugin`… Best fit first. */
  found: { name: string; reasons: { text: string; evidence: Evidence[] }[]; against: { text: string; evidence: Evidence[] }[] }[]
  /** As the user states it; `agrees` where the first of those found is the same or is one kind of it. */
  stated?: { name: string; agrees: boolean; reason: string }
}

/** One code file as the import graph sees it. */
export interface ModuleNode {
  path: string
  /** Files of the program that import it, and that it imports. */
  fanIn: number
  fanOut: number
  lines: number
  /** Exported names, and functions. */
  exports: number
  functions: number
}

export interface ModuleGraph {
  modules: ModuleNode[]
  /** Index into `modules`. Types only: gone when it runs. */
  imports: { from: number; to: number; typesOnly: boolean; dynamic: boolean; line: number }[]
  /** Files that import each other in a circle, with the import that closes each step. */
  cycles: { files: string[]; steps: Evidence[]; typesOnly: boolean }[]
  /** Imports against the order of the layers. */
  violations: { from: string; to: string; rule: string; at: Evidence }[]
  /** Nothing imports them and nothing starts them. */
  orphans: { path: string; reason: string; at: Evidence }[]
  /** Too many others lean on them, or they know too many, or are too large: with the figures that say so. */
  godModules: { path: string; fanIn: number; fanOut: number; lines: number; reason: string; at: Evidence }[]
}

/** What a newcomer sees first. */
export interface Structure {
  directories: { path: string; purpose: string; because: string; files: number; at?: Evidence }[]
  entries: { path: string; what: string; at: Evidence }[]
  configurations: { path: string; what: string; at: Evidence }[]
  documents: { path: string; title: string; kind: string; words: number; at: Evidence }[]
}

/** What is run where, as files of operation say it. */
export interface Deployment {
  units: DeploymentUnit[]
  links: { from: string; to: string; label: string; evidence: Evidence }[]
}

export interface DeploymentUnit {
  id: string
  name: string
  kind: 'service' | 'workload' | 'job' | 'function' | 'data store' | 'cache' | 'queue' | 'storage' | 'ingress' | 'network' | 'image' | 'resource'
  /** `compose`, `kubernetes`, `helm`, `terraform`, `serverless`, `Dockerfile`, `Procfile`, `vercel`… */
  from: string
  /** In the file's own words: `Deployment`, `aws_db_instance`, `process`. */
  type: string
  /** What it is part of: a network, a namespace, a stack. */
  group?: string
  image?: string
  /** Component of the code that runs in it. */
  runs?: string
  /** As written: `3000:3000`. */
  ports: string[]
  replicas?: number
  /** Only there under a condition, as the file writes it: `.Values.redis.enabled`, `profile debug`. */
  when?: string
  /** What starts in it, as written. */
  command?: string
  at: Evidence
}
