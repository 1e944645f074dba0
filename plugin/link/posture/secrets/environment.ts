/**
 * Names that the program reads from its environment and from its settings. In: the solved program. Out: each name with the places
 * that read it, what a schema asks of it, and what stands in where it is missing.
 */
import { ChoiceKind, Kind } from '../../../graph'
import { purposeOfName } from '../../../secrets/names'
import type { Evidence, Secret, SecretSource } from '../../../types'
import { packageOf } from '../../connections'
import { LabelKind } from '../../labels'
import { calledName, cite, citeLine, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf, once } from '../../lookup'
import { writtenIn } from '../../usages/written'

export interface Read {
  name: string
  source: SecretSource
  from: string
  at: Evidence[]
  /** Of a schema that the environment is held against. */
  required?: boolean
  fallback?: Secret['fallback']
}

export interface Environment {
  /** By name. */
  reads: Map<string, Read>
  /** Labels of values that come from there → name. */
  labels: Map<number, string>
  /** Calls that hand a setting out → name. */
  calls: Map<number, string>
  /** Places that hold the whole environment against a schema. */
  schemas: Evidence[]
  /** Labels of the environment as a whole. */
  wholes: Set<number>
}

/** What the environment is called, as API paths are shown. */
const ENVIRONMENT =
  /^(?:process\.env|import\.meta\.env|Bun\.env|Deno\.env|(?:process|dotenv|@dotenvx\/dotenvx)\.(?:parse|config|load)\(\)(?:\.parsed)?|cloudflare:workers\.env|astro:env\/server|\$env\/(?:static|dynamic)\/private(?:\.env)?)$/
/** Something laid over it, that no library knows: counts for names that only an environment has. */
const OVERLAID = 'Proxy!'
/** What a schema hands back where it was given the environment: `createEnv().X`, `validate().value.X`. */
const CHECKED = /\((?:[^()]*)\)(?:\.(?:value|data|output))?$/
const UPPER = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

export function environmentOf(linked: Linked): Environment {
  const found: Environment = { reads: new Map(), labels: new Map(), calls: new Map(), schemas: [], wholes: new Set() }
  wholesOf(linked, found)
  const checked = schemasOf(linked, found)
  labelsOf(linked, found, checked)
  for (const [name, at] of loadsOf(linked, found)) putRead(found, name, 'environment variable', '', at)
  callsOf(linked, found)
  fallbacksOf(linked, found)
  return found
}

export function putRead({ reads }: Environment, name: string, source: SecretSource, from: string, at: Evidence, isFirst = false): Read {
  const read = reads.get(name) ?? { name, source, from, at: [] }
  reads.set(name, read)
  if (!read.at.some(({ file, line }) => file === at.file && line === at.line)) read.at[isFirst ? 'unshift' : 'push'](at)
  return read
}

function wholesOf({ solver: { labels }, models, whole }: Linked, { wholes }: Environment): void {
  for (let label = whole.size; label < labels.count; label++)
    if (labels.kind[label] === LabelKind.Api && leadsToEnvironment(models, labels.data[label] as number)) wholes.add(label)
}

/** Most paths begin with some library, and are not shown for this. */
const leadsToEnvironment = ({ paths }: Linked['models'], path: number): boolean => mayBegin(paths.rootOf(path)) && ENVIRONMENT.test(paths.show(path))

const mayBegin = once((root) => /^(?:(?:npm|global|type):)?(?:process|import|Bun|Deno|dotenv|@dotenvx|cloudflare|astro|\$env)/.test(root))

/** Values by what the solver knows of them: one look at each label, and none at any node. */
function labelsOf({ solver: { labels }, models, whole }: Linked, found: Environment, checked: Set<string>): void {
  const { paths } = models
  for (let label = whole.size; label < labels.count; label++) {
    if (labels.kind[label] !== LabelKind.Api) continue
    const { parent, step } = paths.node(labels.data[label] as number)
    const name = /^\.([A-Za-z_]\w*)$/.exec(step)?.[1]
    if (name === undefined || parent < 0) continue
    const isVariable =
      leadsToEnvironment(models, parent) ||
      (UPPER.test(name) && paths.show(parent) === OVERLAID) ||
      (checked.has(name) && CHECKED.test(paths.show(parent)))
    if (isVariable) found.labels.set(label, name)
  }
}

/** Places that read a variable itself, not what carries its value on. */
function* loadsOf(linked: Linked, found: Environment): Generator<[name: string, at: Evidence]> {
  const { whole, solver } = linked
  const { labels } = found
  const names = new Set(labels.values())
  for (const node of lookupOf(whole).named(Kind.Load, names)) {
    const name = whole.text(whole.b[node] as number)
    const isRead = isEnvironment(linked, found, whole.a[node] as number)
    if (isRead && !isTestCode(linked, cite(linked, node).file)) yield [name, cite(linked, node)]
  }
  for (const node of lookupOf(whole).of(Kind.LoadDynamic)) {
    let name: string | undefined
    for (let i = 0; i < solver.count(node) && name === undefined; i++) name = labels.get(solver.label(node, i))
    if (name !== undefined && isEnvironment(linked, found, whole.a[node] as number) && !isTestCode(linked, cite(linked, node).file))
      yield [name, cite(linked, node)]
  }
}

/** `process.env` as a whole. */
function isEnvironment(linked: Linked, found: Environment, node: number): boolean {
  const { solver, models } = linked
  if (holdsEnvironment(linked, found, node)) return true
  for (let i = 0; i < solver.count(node); i++) {
    const label = solver.label(node, i)
    if (solver.labels.kind[label] === LabelKind.Api && models.paths.show(solver.labels.data[label] as number) === OVERLAID) return true
  }
  return false
}

function holdsEnvironment({ solver }: Linked, { wholes }: Environment, node: number): boolean {
  for (let i = 0; i < solver.count(node); i++) if (wholes.has(solver.label(node, i))) return true
  return false
}

// ── schemas ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const MAKES_OPTIONAL = /^(?:optional|nullish|nullable|default|catch|notRequired|allow|empty|devDefault)$/
const DEMANDS = /^(?:required|min|nonempty|exist)$/
/** Readers whose fields are demanded unless they say otherwise. */
const STRICT = /^(?:zod|valibot|envalid|@t3-oss|superstruct|arktype|znv|@sinclair)/

/**
 * `Joi.object({ JWT_SECRET: Joi.string().required() }).validate(process.env)`: fields of schemas in files that hold the whole
 * environment against something.
 *
 * @returns names of all fields, whether they promise a secret or not
 */
function schemasOf(linked: Linked, found: Environment): Set<string> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const files = new Map<number, Evidence>()
  for (const call of lookup.called(CHECKS)) {
    if (!CHECKS_ITSELF.test(calledName(linked, call)) && !whole.args(call).some((argument) => holdsEnvironment(linked, found, argument))) continue
    const file = whole.fileOf(call)
    if (!files.has(file) && !isTestCode(linked, whole.files[file]?.path ?? '')) files.set(file, cite(linked, call))
  }
  const names = checkedClasses(linked, found)
  found.schemas.push(...files.values())
  if (files.size === 0) return names
  for (const property of lookup.named(Kind.Property, UPPER)) {
    const file = whole.fileOf(property)
    if (!files.has(file)) continue
    const name = whole.text(whole.a[property] as number)
    const methods = methodsOf(linked, whole.b[property] as number)
    if (!methods || methods.length === 0) continue
    names.add(name)
    if (purposeOfName(name) === undefined) continue
    const library = packageOf(linked, whole.b[property] as number) ?? ''
    const isOptional = methods.some((method) => MAKES_OPTIONAL.test(method)) || optionOf(linked, whole.b[property] as number)
    const read = putRead(found, name, 'environment variable', '', cite(linked, property), true)
    read.required = !isOptional && (methods.some((method) => DEMANDS.test(method)) || STRICT.test(library))
  }
  return names
}

/** `class Settings { @IsNotEmpty() JWT_SECRET: string }` in a file that validates it. */
function checkedClasses(linked: Linked, found: Environment): Set<string> {
  const { whole } = linked
  const names = new Set<string>()
  for (const { members, file } of whole.classes) {
    const fields = members.filter(({ name, decorators }) => decorators.length > 0 && UPPER.test(name))
    if (fields.length < 2) continue
    const call = [...lookupOf(whole).called(VALIDATES)].find((it) => whole.fileOf(it) === file)
    if (call === undefined || isTestCode(linked, whole.files[file]?.path ?? '')) continue
    found.schemas.push(cite(linked, call))
    for (const { name, pos, decorators } of fields) {
      names.add(name)
      if (purposeOfName(name) === undefined) continue
      const text = (whole.files[file] as { text: string }).text
      const from = text.indexOf(name, Math.max(pos, ...decorators.map((decorator) => whole.end[decorator] as number)))
      const read = putRead(found, name, 'environment variable', '', citeLine(linked, file, whole.lineAt(file, from < 0 ? pos : from)), true)
      read.required = !decorators.some((decorator) => /^IsOptional$|^CannotUse/.test(calledName(linked, decorator)))
    }
  }
  return names
}

const VALIDATES = /^(?:validate|validateSync|validateOrReject|plainToClass|plainToInstance)$/

const CHECKS = new Set(
  'validate validateSync validateAsync parse safeParse parseAsync cleanEnv createEnv parseEnv attempt load envsafe assert create is from customCleanEnv validateEnv'.split(
    ' ',
  ),
)
const CHECKS_ITSELF = /^(?:cleanEnv|createEnv|parseEnv|envsafe|customCleanEnv)$/

/** `string, min, required` of `Joi.string().min(3).required()`; undefined where it is no chain of calls. */
function methodsOf(linked: Linked, node: number): string[] | undefined {
  const methods: string[] = []
  for (let at = node, hops = 0; hops < 12; hops++) {
    if (linked.whole.kind[at] !== Kind.Call) return undefined
    methods.push(calledName(linked, at))
    const receiver = receiverOf(linked, at)
    if (receiver < 0 || linked.whole.kind[receiver] !== Kind.Call) return methods
    at = receiver
  }
  return methods
}

/** `str({ default: '' })` */
function optionOf({ whole, values }: Linked, node: number): boolean {
  const argument = whole.args(node)[0]
  return argument !== undefined && ['default', 'devDefault'].some((name) => values.property(argument, name).length > 0)
}

// ── libraries of settings ────────────────────────────────────────────────────────────────────────────────────────────

const HANDS_OUT = new Set(['get', 'getOrThrow', 'required', 'str', 'string', 'env'])
/** As API paths are shown. Where a setting is kept is for the library to say. */
const READERS: [callee: RegExp, packages: RegExp | undefined, source: SecretSource, from: string][] = [
  [/^@nestjs\/config\.ConfigService!\.(?:get|getOrThrow)$/, undefined, 'environment variable', '`ConfigService`'],
  [/^(?:Deno\.env|Bun\.env)\.get$/, undefined, 'environment variable', ''],
  [/\.(?:get|required)$/, /^env-var$/, 'environment variable', '`env-var`'],
  [/\.get$/, /^(?:config|node-config)$/, 'config file', '`config`'],
  [/\.get$/, /^nconf$/, 'config file', '`nconf`'],
  [/^convict.*\.get$/, undefined, 'config file', '`convict`'],
]

function callsOf(linked: Linked, found: Environment): void {
  const { whole, solver, models, values } = linked
  for (const call of lookupOf(whole).called(HANDS_OUT)) {
    const [first] = whole.args(call)
    const key = first === undefined ? undefined : values.texts(first).find(({ exact }) => exact)?.value
    if (key === undefined || !/^[\w.:/-]{2,80}$/.test(key)) continue
    const name = key.slice(Math.max(key.lastIndexOf('.'), key.lastIndexOf(':')) + 1)
    if (purposeOfName(name) === undefined && purposeOfName(key) === undefined) continue
    const callee = whole.a[call] as number
    const shown = solver
      .of(callee)
      .flatMap((label) => (solver.labels.kind[label] === LabelKind.Api ? [models.paths.show(solver.labels.data[label] as number)] : []))
    const library = packageOf(linked, call)
    const reader = READERS.find(
      ([path, packages]) => shown.some((it) => path.test(it)) && (!packages || (library !== undefined && packages.test(library))),
    )
    const at = cite(linked, call)
    if (!reader || isTestCode(linked, at.file)) continue
    const read = putRead(found, key, reader[2], reader[3], at)
    found.calls.set(call, key)
    if (calledName(linked, call) === 'getOrThrow' || calledName(linked, call) === 'required') read.required = true
    const second = whole.args(call)[1]
    if (second !== undefined) putFallback(linked, read, [second])
  }
}

// ── what stands in ───────────────────────────────────────────────────────────────────────────────────────────────────

/** `process.env.KEY ?? 'text'` */
function fallbacksOf(linked: Linked, found: Environment): void {
  const { whole, solver } = linked
  if (found.labels.size === 0 && found.calls.size === 0) return
  for (const choice of lookupOf(whole).of(Kind.Choice)) {
    if (whole.c[choice] !== ChoiceKind.Or && whole.c[choice] !== ChoiceKind.Nullish) continue
    const [first, ...others] = whole.items(whole.a[choice] as number)
    if (first === undefined) continue
    let name = found.calls.get(first)
    for (let i = 0; i < solver.count(first) && name === undefined; i++) name = found.labels.get(solver.label(first, i))
    const read = name === undefined ? undefined : found.reads.get(name)
    if (read && !isTestCode(linked, cite(linked, choice).file)) putFallback(linked, read, others)
  }
}

function putFallback(linked: Linked, read: Read, nodes: number[]): void {
  const { whole } = linked
  for (const node of nodes) {
    const { literals } = writtenIn(linked, node)
    for (const literal of literals) {
      const text = whole.text(whole.a[literal] as number)
      if (read.fallback?.kind === 'hardcoded') return
      read.fallback = { ...standIn(text, purposeOfName(read.name)), at: cite(linked, literal) }
    }
    if (literals.length === 0 && whole.kind[node] === Kind.Call && /^random|generate|nanoid|uuid/i.test(calledName(linked, node)))
      read.fallback ??= { kind: 'generated', text: calledName(linked, node), at: cite(linked, node) }
  }
}

function standIn(text: string, purpose: ReturnType<typeof purposeOfName>): { kind: 'hardcoded' | 'empty' | 'no credential'; text: string } {
  if (text.trim() === '') return { kind: 'empty', text: '' }
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  if (isAddress && !/:\/\/[^/@]*:[^/@]+@/.test(text)) return { kind: 'no credential', text }
  if (purpose === 'database address' && !isAddress) return { kind: 'no credential', text }
  return { kind: 'hardcoded', text: '********' }
}
