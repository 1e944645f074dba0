/**
 * The part of a model that speaks of data: where it begins, what it is made into, what makes it harmless, where it does harm,
 * and which calls have settings that rules ask for. In: the checked keys of one model file. Out: entries on API paths.
 */
import Joi from 'joi'
import type { SourceKind } from '../types'
import { ALL, maskOf, RAW, type SinkKind, sinkKinds, sourceKinds } from './taint/kinds'

/**
 * Where in a call: `0`, `1.url`, `*` for every argument, `2*` for the third and all after it, `receiver`, `result`; `0.[]` an
 * element of the first, `0.*` any part of it, which becomes all of the target, `0()` what the function that is passed first
 * returns, `0[1]` that function's second parameter.
 */
export type Spot = string

export interface FlowModelFile {
  /**
   * `only`: the harm that it can do; `clears`: the harm that it cannot, a header being a text whatever is sent. `arguments`: holds only
   * for calls with so many: `text()` reads, `text('x')` writes. `checked`: an earlier link of the chain that the handler is handed to,
   * which takes the schema that the data have passed. `declared`: the property beside the handler that says what each field has to be.
   * `uploadNames`: members, or it itself (`''`), that hold the name of an uploaded file, of which the parser leaves the last part.
   * `published`: where in it the payload stands that `publications` of the same library send (`''`: it is that itself).
   * `cuts`: holds only where the call takes out what begins with this text, and puts nothing in its place that does.
   * `keeps`: the same method also writes, `data('row', row)`: under a name that the program writes, it reads what that put there.
   */
  sources?: {
    is: string[]
    kind: SourceKind
    only?: string[]
    clears?: string[]
    arguments?: number
    cuts?: string
    checked?: string[]
    declared?: string
    uploadNames?: string[]
    published?: string
    keeps?: true
  }[]
  sinks?: {
    call?: string[]
    store?: string[]
    jsx?: string[]
    returned?: string[]
    argument?: Spot[]
    kind: SinkKind
    inside?: boolean
    /** Keys behind which stand values that are taken as they are: `$eq`. */
    plain?: string[]
    /** Takes texts that the program put together, and no value as it came: frameworks that write a text as a page and the rest as JSON. */
    composed?: boolean
    when?: WhenFile
    /**
     * Harmful only where the text at a place puts the value into itself as it is: the expression's group says which, by place or by name.
     * `unquoted`: marks that do so outside of quotes alone.
     */
    pasted?: { into: Spot; marks: string; unquoted?: string }
    /** Harmless where the program sets an option of the library once for all calls, and the call itself does not say otherwise. */
    unless?: { set: string[]; option: string; is: string; place: Spot }
  }[]
  sanitizers?: { call?: string[]; test?: string[]; argument?: Spot; clears: string[]; holds?: boolean; inside?: boolean; behind?: Spot }[]
  steps?: { call: string[]; from: Spot[]; to: Spot[]; clears?: string[]; adds?: string[]; when?: WhenFile }[]
  usages?: { call?: string[]; store?: string[]; kind: string; values?: Record<string, Spot> }[]
  records?: { call: string[]; does: RecordAct; by?: Spot[]; puts?: Spot[]; exact?: boolean }[]
  /**
   * Calls that throw unless an argument is as another says (`check(value, String)`), or where there is none, unless it is true. Of `unique`,
   * a property of the argument, they throw where what tells one record from all others is no plain value. `clears`: what passes does no harm
   * of these kinds, `new ObjectId(text)`.
   */
  demands?: { call: string[]; argument?: Spot; by?: Spot; unique?: string; clears?: string[] }[]
}

/**
 * Holds only where an option has one of these texts: `1.shell` is `true`; `receiver.0.html` is an argument of the call that made what this
 * one is called on. `reads: commands`: the program whose input stands there may run them; `shell`, `program`: of the words that are listed
 * there, those that a shell or an interpreter reads; `script`: the one that an interpreter takes for the name of a program. `elsewhere`: besides, what it is called on is another window. `unlike`: what is known to
 * stand there does not begin so: the default of an option that is markup. `of`: what stands there is one of these. `written`: the option is written
 * out. `runs`: a program of one of these names is started, from whichever folder.
 */
interface WhenFile {
  place: Spot
  is?: string
  not?: string
  begins?: string
  unlike?: string
  of?: string[]
  runs?: string[]
  missing?: boolean
  reads?: 'commands' | 'shell' | 'program' | 'script'
  elsewhere?: boolean
  written?: boolean
}

/** What a call does with stored data. */
export type RecordAct = 'read' | 'create' | 'update' | 'delete'

const spot = Joi.alternatives(
  Joi.number().integer().min(0),
  Joi.string().pattern(
    /^(?:\*|receiver|result|thrown|\d+\*|\d+\(\)|(?:\d+|receiver)\.(?:\[\]|\*)|\d+\.keys\(\)|\d+\*\.\*|\d+(?:\.[\w$-]+)*(?:\[\d+\])?|result(?:\.(?:[\w$-]+|\[\]))+)$/,
  ),
).custom((value) => String(value))
const spots = Joi.array().items(spot).single()
const paths = Joi.array().items(Joi.string()).single()
const kind = Joi.string().valid(...sinkKinds)
const pattern = Joi.string().custom((value: string) => {
  new RegExp(value)
  return value
})
const when = Joi.object({
  place: Joi.alternatives(spot, Joi.string().pattern(/^receiver\.\d+(?:\.[\w$-]+)*$/)).required(),
  is: Joi.string().allow(''),
  not: Joi.string(),
  begins: Joi.string(),
  unlike: Joi.string(),
  of: paths,
  runs: paths,
  missing: Joi.boolean(),
  reads: Joi.string().valid('commands', 'shell', 'program', 'script'),
  elsewhere: Joi.boolean(),
  written: Joi.boolean(),
})
const clears = Joi.array()
  .items(Joi.string().valid(...sinkKinds, 'all', 'number', 'literal', 'absolute', 'raw'))
  .single()

export const flowKeys = {
  sources: Joi.array().items(
    Joi.object({
      is: paths.required(),
      kind: Joi.string()
        .valid(...sourceKinds)
        .required(),
      only: Joi.array().items(kind).single(),
      clears,
      arguments: Joi.number().integer().min(0),
      cuts: Joi.string(),
      checked: Joi.array().items(Joi.string()).single(),
      declared: Joi.string(),
      uploadNames: Joi.array().items(Joi.string().allow('')).single(),
      published: Joi.string().allow(''),
      keeps: Joi.valid(true),
    }),
  ),
  sinks: Joi.array().items(
    Joi.object({
      call: paths,
      store: paths,
      jsx: paths,
      returned: paths,
      argument: spots,
      kind: kind.required(),
      inside: Joi.boolean(),
      plain: Joi.array().items(Joi.string()).single(),
      composed: Joi.boolean(),
      when,
      pasted: Joi.object({ into: spot.required(), marks: pattern.required(), unquoted: pattern }),
      unless: Joi.object({ set: paths.required(), option: Joi.string().required(), is: Joi.string().required(), place: spot.required() }),
    }).or('call', 'store', 'jsx', 'returned'),
  ),
  sanitizers: Joi.array().items(
    Joi.object({ call: paths, test: paths, argument: spot, clears: clears.required(), holds: Joi.boolean(), inside: Joi.boolean(), behind: spot }).or(
      'call',
      'test',
    ),
  ),
  steps: Joi.array().items(Joi.object({ call: paths.required(), from: spots.required(), to: spots.required(), clears, adds: clears, when })),
  demands: Joi.array().items(Joi.object({ call: paths.required(), argument: spot, by: spot, unique: Joi.string(), clears })),
  usages: Joi.array().items(
    Joi.object({
      call: paths,
      store: paths,
      kind: Joi.string()
        .pattern(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
        .required(),
      values: Joi.object().pattern(Joi.string(), spot),
    }).or('call', 'store'),
  ),
  records: Joi.array().items(
    Joi.object({
      call: paths.required(),
      does: Joi.string().valid('read', 'create', 'update', 'delete').required(),
      by: spots,
      puts: spots,
      exact: Joi.boolean(),
    }),
  ),
}

export interface SinkModel {
  library: string
  kind: SinkKind
  spots: Spot[]
  /** Looks into objects and lists that stand there, too. */
  inside: boolean
  /** Keys behind which stand values that are taken as they are. */
  plain: readonly string[]
  /** Takes only what the program put together. */
  composed: boolean
  when: When | undefined
  pasted: Pasted | undefined
  unless: LibraryOption | undefined
}

/** `begins`: the text is known to begin so, whatever follows. */
export interface When {
  place: Spot
  is: string | undefined
  not: string | undefined
  begins: string | undefined
  unlike: string | undefined
  of: readonly number[] | undefined
  runs: readonly string[] | undefined
  missing: boolean
  reads: 'commands' | 'shell' | 'program' | 'script' | undefined
  elsewhere: boolean
  written: boolean
}

/** Values of one argument that the text in another puts into itself as they are: `'… $1:raw'`. */
export interface Pasted {
  /** Argument with the text, and where in it: none where it is the text. */
  into: number
  below: readonly string[]
  /** Marks of such values; a group says which, by place from 1 or by name. */
  marks: RegExp
  /** Marks that escape a value for a place between quotes. */
  unquoted: RegExp | undefined
}

/** `toastr.options.escapeHtml = true`: an option that holds for every call of a library that does not set it itself. */
export interface LibraryOption {
  /** API paths of the object that has the option. */
  set: readonly number[]
  option: string
  is: string
  /** Where a call sets it for itself. */
  place: Spot
}

export interface SanitizerModel {
  spot: Spot
  clears: number
  /** What is nested in the argument becomes part of the result, as in `JSON.stringify`. */
  inside: boolean
  /** Of a test: the answer under which it holds. */
  holds: boolean
  /** Argument that is the text into which the others are put, at its marks: what it begins with stands in front of them. */
  behind?: number
}

export interface StepModel {
  from: Spot[]
  to: Spot[]
  clears: number
  /** Harm that the result can do whatever was ruled out before: an object out of a text, an address out of another. */
  adds: number
  when: When | undefined
}

export interface UsageModel {
  library: string
  kind: string
  values: Record<string, Spot>
}

export interface RecordModel {
  library: string
  does: RecordAct
  /** What chooses the records: an id, conditions. */
  by: Spot[]
  /** What is written into them. */
  puts: Spot[]
  /** It hands out one record, and an id chooses it as it is: what begins like an id is none. */
  exact: boolean
}

export interface DemandModel {
  argument: number
  /** Argument that says what is demanded; undefined where it is the condition itself. */
  by: number | undefined
  /** Property of the argument that selects one record by a unique field. */
  unique?: string
  /** Kinds of harm that the argument does not do where it is taken. */
  clears?: number
}

export interface SourceModel {
  library: string
  kind: SourceKind
  mask: number
  arguments?: number
  cuts?: string
  checked?: string[]
  declared?: string
  uploadNames?: string[]
  published?: string
  keeps?: true
}

/** By API path. Paths of calls are those of what is called, without `()`. */
export interface FlowModels {
  sources: Map<number, SourceModel[]>
  sinks: Map<number, SinkModel[]>
  storeSinks: Map<number, SinkModel[]>
  /** `tag.attribute`, `*.attribute`, or `#path.attribute` of a library’s component → what reaches it. */
  jsxSinks: Map<string, SinkModel[]>
  /** Functions handed over there: what they return is the sink. */
  returned: Map<number, SinkModel[]>
  sanitizers: Map<number, SanitizerModel[]>
  tests: Map<number, SanitizerModel[]>
  steps: Map<number, StepModel[]>
  usages: Map<number, UsageModel[]>
  storeUsages: Map<number, UsageModel[]>
  records: Map<number, RecordModel[]>
  demands: Map<number, DemandModel[]>
}

export function noFlowModels(): FlowModels {
  return {
    sources: new Map(),
    sinks: new Map(),
    storeSinks: new Map(),
    jsxSinks: new Map(),
    returned: new Map(),
    sanitizers: new Map(),
    tests: new Map(),
    steps: new Map(),
    usages: new Map(),
    storeUsages: new Map(),
    records: new Map(),
    demands: new Map(),
  }
}

/** Of a source: all there is, or these kinds. A path from outside is in no normal form. */
const harmOf = (only: string[] | undefined): number => (only ? maskOf(only) | (only.includes('path') ? RAW : 0) : ALL)

const NO_KEYS: readonly string[] = []

/** @param located API paths that a notation names; a mistake in it throws */
export function addFlows(models: FlowModels, library: string, file: FlowModelFile, located: (source: string) => number[]): void {
  const put = <K, V>(map: Map<K, V[]>, key: K, value: V) => {
    const known = map.get(key)
    if (known) known.push(value)
    else map.set(key, [value])
  }
  for (const { is, kind, only, clears, arguments: given, cuts, checked, declared, uploadNames, published, keeps } of file.sources ?? [])
    for (const source of is)
      for (const at of located(source))
        put(models.sources, at, {
          library,
          kind,
          mask: harmOf(only) & ~maskOf(clears ?? []),
          ...(given === undefined ? {} : { arguments: given }),
          ...(cuts === undefined ? {} : { cuts }),
          ...(checked === undefined ? {} : { checked }),
          ...(declared === undefined ? {} : { declared }),
          ...(uploadNames === undefined ? {} : { uploadNames }),
          ...(published === undefined ? {} : { published }),
          ...(keeps === undefined ? {} : { keeps }),
        })
  for (const { call, store, jsx, returned, argument, kind, inside, plain, composed, when, pasted, unless } of file.sinks ?? []) {
    const sink: SinkModel = {
      library,
      kind,
      spots: argument ?? ['0'],
      inside: inside ?? false,
      plain: plain ?? NO_KEYS,
      composed: composed ?? false,
      when: when && whenOf(when, located),
      pasted: pasted && {
        into: Number.parseInt(pasted.into, 10),
        below: pasted.into.split('.').slice(1),
        marks: new RegExp(pasted.marks, 'g'),
        unquoted: pasted.unquoted === undefined ? undefined : new RegExp(pasted.unquoted, 'g'),
      },
      unless: unless && { ...unless, set: unless.set.flatMap(located) },
    }
    for (const source of call ?? []) for (const at of located(source)) put(models.sinks, at, sink)
    for (const source of store ?? []) for (const at of located(source)) put(models.storeSinks, at, sink)
    for (const source of returned ?? []) for (const at of located(source)) put(models.returned, at, sink)
    for (const source of jsx ?? []) {
      // A library's component, and an attribute of it.
      const component = /^((?:lib\b|").*)\.([\w-]+)$/.exec(source)
      if (component) for (const at of located(component[1] as string)) put(models.jsxSinks, `#${at}.${component[2]}`, sink)
      else put(models.jsxSinks, source.includes('.') ? source : `*.${source}`, sink)
    }
  }
  for (const { call, test, argument, clears, holds, inside, behind } of file.sanitizers ?? []) {
    const sanitizer: SanitizerModel = {
      spot: argument ?? '0',
      clears: maskOf(clears),
      inside: inside ?? false,
      holds: holds ?? true,
      ...(behind === undefined ? {} : { behind: Number(behind) }),
    }
    for (const source of call ?? []) for (const at of located(source)) put(models.sanitizers, at, sanitizer)
    for (const source of test ?? []) for (const at of located(source)) put(models.tests, at, sanitizer)
  }
  for (const { call, from, to, clears, adds, when } of file.steps ?? [])
    for (const source of call)
      for (const at of located(source))
        put(models.steps, at, { from, to, clears: maskOf(clears ?? []), adds: maskOf(adds ?? []), when: when && whenOf(when, located) })
  for (const { call, does, by, puts, exact } of file.records ?? [])
    for (const source of call)
      for (const at of located(source)) put(models.records, at, { library, does, by: by ?? [], puts: puts ?? [], exact: exact ?? false })
  for (const { call, argument, by, unique, clears } of file.demands ?? []) {
    const demand: DemandModel = {
      argument: Number(argument ?? 0),
      by: by === undefined ? undefined : Number(by),
      ...(unique === undefined ? {} : { unique }),
      ...(clears === undefined ? {} : { clears: maskOf(clears) }),
    }
    for (const source of call) for (const at of located(source)) put(models.demands, at, demand)
  }
  for (const { call, store, kind, values } of file.usages ?? []) {
    const usage: UsageModel = { library, kind, values: values ?? {} }
    for (const source of call ?? []) for (const at of located(source)) put(models.usages, at, usage)
    for (const source of store ?? []) for (const at of located(source)) put(models.storeUsages, at, usage)
  }
}

const whenOf = (
  { place, is, not, begins, unlike, of, runs, missing, reads, elsewhere, written }: WhenFile,
  located: (source: string) => number[],
): When => ({
  place,
  is,
  not,
  begins,
  unlike,
  of: of?.flatMap(located),
  runs,
  missing: missing ?? false,
  reads,
  elsewhere: elsewhere ?? false,
  written: written ?? false,
})
