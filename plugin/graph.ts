/**
 * The vocabulary of the value graph: what a file's code says about values, as columns of small integers.
 *
 * A node is a value (or an effect on one). `a`, `b`, `c` are its operands; what they mean is said beside each kind, with
 * n = node, s = index into `strings`, l = offset of a list of nodes in `lists` (its length first), i = plain integer.
 * Operands that do not apply are -1. Positions are offsets into `FileFacts.text`, leading trivia included; they become lines
 * only when something is printed.
 */
import type { SecretLook } from './secret-look'
import type {
  CoverageFile,
  DeploymentFile,
  DocumentFacts,
  Entity,
  EntityField,
  EntityRelation,
  EntryPointKind,
  Evidence,
  LockedTree,
  ManifestFact,
  NotAnalysed,
  Parameter,
  Shape,
} from './types'

export enum Kind {
  Unknown,
  /** a: s */
  String,
  /** a: s, as written */
  Number,
  /** a: i, 0 or 1 */
  Boolean,
  Null,
  Undefined,
  /** a: s, with slashes and flags */
  Regex,
  /** a: l, texts and values in turn */
  Template,
  /** a: n, b: n, c: i, operator as ts.SyntaxKind */
  Binary,
  /** a: n, c: i, operator as ts.SyntaxKind; `typeof`, `void` and `delete` too */
  Unary,
  /** One of several. a: l, c: i, a `ChoiceKind` */
  Choice,
  /** The same value where a condition is known to hold. a: n value, b: n condition, c: i, 1 true or 0 false */
  Refine,
  /** a: i function, b: i index (rest parameters: the index they start at), c: i, 1 when rest */
  Param,
  /** a: i function, -1 at module level */
  This,
  /** a: s */
  Global,
  /** a: s module specifier, b: s imported name; `*` is the whole module */
  Import,
  /** a: n object, b: s property */
  Load,
  /** a: n object, b: n key */
  LoadDynamic,
  /** a: n object, b: s property, c: n value */
  Store,
  /** a: n object, b: n key, c: n value */
  StoreDynamic,
  /** a: n callee, b: l arguments */
  Call,
  /** a: n callee, b: l arguments */
  New,
  /** a: n tag, b: l texts and values in turn */
  Tagged,
  /** a: n */
  Spread,
  /** a: l of Property and Spread */
  Object,
  /** a: s key or -1, b: n value, c: n computed key or -1 */
  Property,
  /** a: l, values and Spread */
  Array,
  /** a: i index into `functions` */
  Function,
  /** a: i index into `classes` */
  Class,
  /** A variable that closures share, whatever was last put in. a: l of everything put in, b: s name, c: i function that declares it, -1 at module level */
  Cell,
  /** a: n */
  Await,
  /** a: n */
  Yield,
  /** a: n tag, b: n object of attributes, c: l children */
  Jsx,
  /** What a loop or destructuring takes out of an iterable. a: n iterable */
  Element,
  /** What `for … in` takes. a: n object */
  Key,
  /** `module.exports` and `exports`; one a file */
  Exports,
  /** A type's name where a value may be expected of it. a: n what it names, b: l type arguments, c: i, 1 for an array of it */
  TypeRef,
  /** a: i index into `interfaces` */
  Interface,
  /** What a `catch` receives. */
  Caught,
  /** a: n */
  Throw,
  /** An object without some of its properties. a: n, b: s names of these, a space between, -1 for lists */
  Rest,
}

export enum ChoiceKind {
  Join,
  Conditional,
  Or,
  Nullish,
  And,
  Loop,
}

/** What encloses a node inside its function, outermost first through `parent`. */
export enum RegionKind {
  /** condition: -1 */
  Body,
  /** Runs only where `condition` holds; a statement after `if (x) return` is in the else of x. */
  True,
  False,
  Loop,
  Try,
  Catch,
  Finally,
  /** condition: the discriminant */
  Case,
  /** What follows a try whose catch does not come back. condition: -1 */
  Past,
  /** Never runs: its condition is decided by what is written in the code. */
  Never,
}

export enum FunctionFlag {
  Async = 1,
  Generator = 2,
  Arrow = 4,
  Static = 8,
  Getter = 16,
  Setter = 32,
  Constructor = 64,
  Method = 128,
  Private = 256,
  /** Its body begins with 'use server'. */
  ServerAction = 512,
}

export interface FunctionFact {
  /** As the code calls it; '' for an anonymous one, then the name of what it was put into, when there is one. */
  name: string
  flags: number
  /** Parameter nodes: a Param each; destructuring reads from it. */
  params: number[]
  /** As written: `{ id, name }`, `req`. */
  paramNames: string[]
  returns: number[]
  /** Where each of `returns` is handed back: position and end of the statement, and its region, in turn. */
  returnsAt: number[]
  /** Region at the end of its body, -1 where control never gets there, and of an expression. */
  endsIn: number
  /** This node, or -1 when the body never says `this`. Arrows share their owner's. */
  self: number
  /** Enclosing function, -1 at module level. */
  parent: number
  /** Class it is a member of, -1 otherwise. */
  owner: number
  pos: number
  end: number
  /** Return type as a TypeRef, or -1. */
  returnType: number
}

export interface ClassFact {
  name: string
  pos: number
  end: number
  /** Node of the superclass expression, -1 without one. */
  extends: number
  /** Function index of the constructor, -1 without one. */
  constructor_: number
  members: { name: string; node: number; static: boolean; type: number; pos: number; decorators: number[]; optional?: boolean }[]
  decorators: number[]
  /** Stands for an instance inside the class. */
  self: number
}

export interface InterfaceFact {
  name: string
  extends: number[]
  members: { name: string; type: number; optional: boolean }[]
  /** Of a type made of literals: what it allows. */
  values?: (string | number | boolean)[]
}

/** `@Get(':id')` and where it stands. Parameters carry theirs in `parameterDecorators`. */
export interface ParameterDecorator {
  function: number
  index: number
  expression: number
}

export interface ValueGraph {
  kind: Uint8Array
  a: Int32Array
  b: Int32Array
  c: Int32Array
  pos: Int32Array
  end: Int32Array
  /** Index into `regions`. */
  region: Int32Array
  lists: Int32Array
  /** Four integers a region: kind, parent (-1 at a body), condition node, function. */
  regions: Int32Array
  /** Position and end of what a region asks or goes over, as it is written there, in turn; of others of what it belongs to. */
  regionsAt: Int32Array
  strings: string[]
  functions: FunctionFact[]
  classes: ClassFact[]
  interfaces: InterfaceFact[]
  parameterDecorators: ParameterDecorator[]
  /** Node and TypeRef, in turn: what annotations say of parameters, variables and members. */
  annotations: Int32Array
  /** The same of casts, which no check stands behind: they say what members of a value are called, and nothing of what was sent. */
  casts: Int32Array
  /** Value put in, index into `strings`, and offset of the name, in turn: `const token = read()` calls what `read()` gives a token. */
  names: Int32Array
  /** ES exports; a name of `*` with a module is `export * from`. */
  exports: { name: string; node: number; pos: number }[]
  /** `module.exports = value`. */
  commonjs: number[]
  /** The Exports node, -1 when the file has none. */
  exportsNode: number
  /** Specifiers in order of appearance, with where; each once per statement. */
  imports: { specifier: string; pos: number; typeOnly: boolean; dynamic: boolean }[]
}

/** What is kept of a secret that was masked: never its text. */
export interface MaskedSecret {
  /** `named value`, `key argument`, `password in an address`, or the shape that gave it away: `private key`. */
  kind: string
  /** Of a shape: id of its entry in the table of patterns. */
  pattern?: string
  pos: number
  end: number
  /** What it looked like before. */
  look: SecretLook
  /** Whole name of what it was put into or compared with, where a name gave it away. */
  name?: string
  /** The user name beside it is the same text. */
  asUser?: true
}

/** A secret in a file that is no code. Nothing of it is left here but the prefix that every secret of its kind has. */
export interface TextSecret {
  /** Id of its shape; `named-value`, `address-password`, `password-hash`, `key-file` where it has none. */
  pattern: string
  type: string
  /** Name it stands under, '' where there is none. */
  name: string
  line: number
  /** The line without any secret, trimmed and cut. */
  text: string
  redacted: string
  look: SecretLook | 'hash'
  /** The file says as well that its service is on the machine itself: `QUEUE_URL` beside `QUEUE_TOKEN`. */
  local?: true
  /** The line runs tests. */
  testRun?: true
  /** The file sets a program up on a developer's machine: its mode, or where its services are. */
  development?: true
  /** It is not set there: an example or a default of a description, or on a line that is commented out. */
  shown?: 'example' | 'default' | 'comment'
}

/** What a file that is no code says of secrets. */
export interface TextFacts {
  path: string
  secrets: TextSecret[]
  /** Names that an environment file sets. */
  variables: { name: string; line: number }[]
  /** Patterns of an ignore file for files that hold secrets, tools named in it that look for secrets, variables that a description reads, settings that another setting of the file is put together from. */
  statements: { kind: 'ignores' | 'scanner' | 'reads' | 'composes'; name: string; line: number; text: string }[]
  /** Where backups are made, brought back or checked, in scripts, jobs and descriptions of clouds. */
  backups?: BackupStatement[]
  /** Names in capitals that a script or a description of how the program runs puts the value of: `$NAME`, `${NAME}`. Sorted. */
  asks?: string[]
  /** Patterns of a `.gitignore`, in their order. */
  ignored?: string[]
  certificate?: Certificate
}

/** Whom a certificate is for, and whether only its own key has signed it. */
export interface Certificate {
  isSignedByItself: boolean
  /** Names of hosts and addresses; none where it names none. */
  hosts: string[]
}

/** One line that makes a backup, brings one back or checks one. */
export interface BackupStatement {
  does: 'make' | 'restore' | 'check'
  /** Program or setting: `pg_dump`, `backup_retention_period`. */
  name: string
  /** The file says when it is done: a schedule, a plan, a time that backups are kept for. */
  scheduled: boolean
  line: number
  /** Masked and cut. */
  text: string
}

/** What a file of settings is for, as far as its hygiene is looked at. */
export type SettingsFormat = 'dockerfile' | 'compose' | 'workflow' | 'pipeline' | 'kubernetes' | 'compiler' | 'lint' | 'npmrc' | 'framework'

/** One setting, or one instruction: the way to it from the outside in, and what stands there with secrets masked. */
export interface SettingFact {
  /** `services`, `web`, `ports`, `0`. Of a Dockerfile: number of the stage, instruction. */
  way: string[]
  /** '' for a map or list, and where nothing stands. */
  value: string
  line: number
  /** The line, masked, trimmed and cut. */
  text: string
}

/** Everything that one file of settings says, in its order. */
export interface SettingsFacts {
  path: string
  format: SettingsFormat
  settings: SettingFact[]
}

/** Figures of one function, by its place in the file. */
export interface FunctionFigures {
  /** As the code calls it: `find`, `this.find`, `schema.statics.paginate`; '' where it has no name. */
  name: string
  /** Trivia in front included. */
  pos: number
  end: number
  cyclomatic: number
  cognitive: number
  parameters: number
}

/** A statement that control never gets to, or one that leaves everything as it was. */
export interface IdleStatement {
  kind: 'unreachable' | 'no effect'
  pos: number
  end: number
}

/** A comment that says that something is left to do, or silences the type checker. */
export interface Remark {
  kind: 'TODO' | 'FIXME' | 'HACK' | 'XXX' | 'suppressed error'
  pos: number
  /** From the marker to the end of its line. */
  text: string
}

/** A name that is declared and that nothing in the file reads. */
export interface UnusedName {
  name: string
  kind: 'import' | 'function' | 'class' | 'variable'
  pos: number
}

/** How well a file is kept, as far as it tells by itself. */
export interface FileHealth {
  functions: FunctionFigures[]
  idle: IdleStatement[]
  /** Count of lines (two numbers, low one first), tokens that begin on each line, then the tokens. Empty for templates. */
  tokens: Uint16Array
  remarks: Remark[]
  typeHoles: { kind: 'any' | 'non-null assertion' | 'double cast'; pos: number }[]
  unused: UnusedName[]
  /** Modules that only types and comments name. */
  named: string[]
}

/** Everything one code file says, from its own text alone. Survives structured cloning. */
export interface FileFacts {
  path: string
  /** The source with every secret masked, character for character, so that offsets hold. */
  text: string
  graph: ValueGraph
  /** `plumbline-ignore` comments. */
  ignores: { rule: string; reason: string; until?: string; pos: number; endPos: number }[]
  /** First syntax error, when there is one. The graph then covers what could be understood. */
  problem: { message: string; pos: number } | undefined
  /** Secrets that were masked. */
  masked: MaskedSecret[]
  /** `'use client'`, `'use server'`. */
  directives: string[]
  health: FileHealth
}

/** What GraphQL schemas call types that only hold operations together: `type Query { pages: PageQuery }`. */
export const HOLDS_OPERATIONS = /(?:Quer(?:y|ies)|Mutations?|Subscriptions?|Operations?|Ops)$/

/** One operation, method or function that a description file declares. */
export interface DefinedOperation {
  /** As in `EntryPoint`: `http`, `graphql`, `rpc`, `schedule`, `queue`… */
  kind: EntryPointKind
  /** `GET`, `QUERY`, `CALL`, `CRON`… */
  method: string
  /** Path, `user`, `pkg.Service/Method`, cron expression, queue. */
  path: string
  /** Code that handles it, as the file writes it: `src/handler.main`. */
  handler?: string
  /** Type that holds it together with others, and is no record: `PageQuery` of `pages.list`. */
  within?: string
  /** Description or summary. */
  purpose?: string
  parameters: Omit<Parameter, 'at'>[]
  body?: Shape
  responses?: { status: number | undefined; shape?: Shape }[]
  /** Demands a caller who is known, as the file says; undefined where it says nothing. */
  secured?: { yes: boolean; by: string; line: number }
  line: number
  text: string
}

/** What one description file says. */
export interface Definition {
  path: string
  /** Name of the reader in `extract/definitions`. */
  format: string
  /** Title, package, service, or name of a stack. */
  name?: string
  /** Prefix of every path, which code may leave to a proxy: `/v2`. */
  base?: string
  operations: DefinedOperation[]
  /** Variables of the environment that it reads. */
  variables?: { name: string; line: number; text: string }[]
  /** Types that it declares, by name. */
  types: { name: string; shape: Shape; line: number }[]
  /** Records that it declares: models of a schema file. */
  entities?: Entity[]
  /** What its statements do to tables, in order. */
  tables?: TableChange[]
}

/** One step of how tables came to be as they are. */
export type TableChange =
  | { does: 'create'; table: string; entity: Entity }
  | {
      does: 'alter'
      table: string
      add: EntityField[]
      unique: string[]
      drop: string[]
      renamed: [from: string, to: string][]
      relations: EntityRelation[]
      /** Row level security is switched on or off there. */
      rowSecurity?: { on: boolean; at: Evidence }
    }
  | { does: 'drop'; table: string }
  | PolicyChange
  | { does: 'rename'; table: string; to: string }

/** Which rows of a table with row level security may be read; policies for writing alone are left out. */
export interface PolicyChange {
  does: 'policy'
  /** `change` says something new of one that is there. */
  how: 'create' | 'change' | 'drop'
  table: string
  name: string
  /** All of them: `USING (true)`. Left out where the statement says nothing of which. */
  open?: boolean
  /** By whom, in lower case; left out where the statement does not say. */
  roles?: string
}

/** What extraction leaves behind: the facts of every file, in the files' order. */
export interface Extracted {
  code: FileFacts[]
  manifests: { path: string; facts: ManifestFact[] }[]
  /** What lock files say was installed. */
  locks?: { path: string; tree: LockedTree }[]
  /** What files of operation say is run. */
  deployments?: { path: string; file: DeploymentFile }[]
  /** Secrets of files that are no code, and what these say of keeping them; only files that say something. */
  texts?: TextFacts[]
  /** Settings whose form is looked at: images, pipelines, compilers, linters. */
  settings?: SettingsFacts[]
  /** Which lines tests ran, as tools wrote it down. */
  coverage?: CoverageFile[]
  /** Words of files that are no code which may name a file or a package. */
  named?: { path: string; names: string[] }[]
  /** Texts that people read. */
  documents?: DocumentFacts[]
  /** What description files say of interfaces: GraphQL schemas, .proto files, settings of platforms, OpenAPI. */
  definitions: Definition[]
  /** Texts that module resolution reads: package.json, tsconfig, jsconfig, workspace files. */
  configs: { path: string; text: string }[]
  notAnalysed: NotAnalysed[]
  /** Files parsed in this run, and files whose facts were kept from an earlier one. */
  parsed: string[]
  reused: number
}

/** Facts of which those of code, most of all that is kept, come when they are asked for: where code changed. */
export interface Extraction extends Omit<Extracted, 'code'> {
  code(): Promise<FileFacts[]>
  /** Lines of comments that promise work. */
  promises: { file: string; line: number }[]
}
