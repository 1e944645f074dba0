import type { Evidence } from './evidence'

/** What documents make statements about, as the code has it. Derived once; every list is sorted by name or place. */
export interface Inventory {
  environment: EnvironmentVariable[]
  /** Names in capitals, with an underscore, that stand anywhere in the code, in its scripts and in what runs it: enough for a doubt. Sorted. */
  mentioned: string[]
  /** What git leaves out: the folder of each `.gitignore`, '' for the root, and its patterns. */
  ignored: { folder: string; patterns: string[] }[]
  exports: ExportedSymbol[]
  ports: Port[]
  runtimes: RuntimeVersion[]
  /** Allowed values: enums, unions of literals, constant lists, by name. */
  valueSets: {
    name: string
    values: string[]
    /** Of an enum, what the code calls them, where that is something else. */
    names?: string[]
    at: Evidence
  }[]
  /** Constants by name, where their value is written out: `MAX_ATTEMPTS` → `5`. */
  constants: { name: string; value: string; at: Evidence }[]
  /** Lists that are written out, by name, with the number of what they hold. */
  lists: {
    name: string
    count: number
    /** Where every item is a text, or has a name. */
    names?: string[]
    at: Evidence
  }[]
  optionKeys: OptionKeys[]
  /** Texts that stand in for a flag where the code chooses them, by the name that it reads. */
  flagDefaults: { name: string; default: string; at: Evidence }[]
  /** Functions that the code gives to calls that samples make as well: `define(User)` for `define(User, (faker) => …)`. */
  callbacks: { call: string; index: number; parameters: ExportedParameter[]; at: Evidence }[]
  /** JSON files that documents show, by path: the way to each value (`/scripts/build`), and the value as JSON; `{}` for an object. */
  shipped: Map<string, Map<string, string>>
  /** Every name that stands in the code, tests included: enough for a doubt. */
  words: Set<string>
  /** What specifiers in samples of documents lead to, those of own packages and of aliases; no file where nothing was found. */
  modules: Map<string, { package?: string; file?: string }>
  /** Numbers that stand in the code where a port may, alone or after a colon, with the files. Enough for a doubt. */
  numbers: Map<number, string[]>
  /** Addresses to listen at or to show that the code names: `0.0.0.0`, `localhost`. */
  hosts: string[]
  /** Tasks that code defines: those of `package-scripts.js`. */
  tasks: Task[]
  /** What lock files resolved packages to, every version of a name. */
  resolved: Map<string, { version: string; at: Evidence }[]>
  /** How programs tell to call them: `npx name`, `Usage: name …`, in texts that they print. */
  usageTexts: { text: string; program: string; how: string; at: Evidence }[]
}

export interface Task {
  runner: 'nps'
  /** Parts joined by dots. */
  name: string
  /** What it runs, where it is written out. */
  command?: string
  at: Evidence
}

export interface EnvironmentVariable {
  name: string
  reads: Evidence[]
  /** As the code writes it, secrets masked: what stands in where the variable is not set. */
  default?: string
  /** `yes`: the program stops or throws without it, or a schema demands it. `unknown`: it is handed on as it comes. */
  required: 'yes' | 'no' | 'unknown'
  /** What decided `required`; a line of a schema, a default, a throw. */
  because?: Evidence
  /** Allowed values, where a schema names them. */
  values?: string[]
  /** `process.env`, `import.meta.env`, `joi`, `zod`, `envalid`, `convict`, `config`, `ConfigService`, `prisma`, `compose`… */
  through: string[]
  /** Only tests read it. */
  test: boolean
}

export interface ExportedSymbol {
  name: string
  file: string
  kind: 'function' | 'class' | 'constant' | 'type' | 'other'
  /** `default` where it is the default export of its file. */
  isDefault: boolean
  /** Parameters of a function or constructor. */
  parameters?: ExportedParameter[]
  /** Members of a class, interface or object. */
  members?: ExportedMember[]
  /** It may have members or parameters that are not listed: it extends what is not seen, or is filled elsewhere. */
  open?: boolean
  /** Written in TypeScript: what is not marked as optional has to be given. */
  typed?: boolean
  /** Interfaces that a class implements. */
  implements?: string[]
  at: Evidence
}

export interface ExportedMember {
  name: string
  kind: 'method' | 'property'
  static?: boolean
  /** Of an interface, as written. */
  type?: string
  optional?: boolean
  parameters?: ExportedParameter[]
  /** Of a method: what it reads on names and on what calls of them give: `factory(Pet)()` → `make`. */
  reads?: { on: string; member: string; at: Evidence }[]
}

export interface ExportedParameter {
  name: string
  required: boolean
  rest?: boolean
  /** As written. */
  type?: string
  /** As written. */
  default?: string
}

/** What a function takes out of one of its parameters: `limit` and `page` of `options`. */
export interface OptionKeys {
  /** As the code calls it; `Class.method` for a member. */
  function: string
  parameter: string
  index: number
  keys: { name: string; default?: string; at: Evidence }[]
  /** It takes no other: nothing hands the parameter on as a whole. */
  closed: boolean
  at: Evidence
}

export interface Port {
  port: number
  /** `listen`: given to a server. `default`: stands in for a variable. `image`: EXPOSE. `compose`: published or inner port. */
  from: 'listen' | 'default' | 'image' | 'compose' | 'script'
  /** Variable that goes before it. */
  variable?: string
  at: Evidence
}

export interface RuntimeVersion {
  /** `node`, `npm`, `yarn`, `pnpm`, `bun`, `python`… */
  runtime: string
  /** As written: `>=20`, `14.9.0`, `20-alpine`. */
  version: string
  /** `engines`, `.nvmrc`, `image`, `ci`, `tool-versions`, `package-manager`. */
  from: string
  at: Evidence
}
