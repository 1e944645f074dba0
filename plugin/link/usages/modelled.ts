/** Calls and assignments that some model gives a kind: `crypto.createHash` is a `hash`. */
import { isBuiltin } from 'node:module'
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import type { RecordModel, SinkModel, Spot, StepModel, UsageModel } from '../flow-models'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { environmentOf, settingAround } from '../posture/data-protection/environment'
import { settingAt, settingOf } from './setting'

export function modelledUsages(linked: Linked): Usage[] {
  const { whole, models } = linked
  const { usages, storeUsages } = models.flows
  const found: Usage[] = []
  if (usages.size === 0 && storeUsages.size === 0) return found
  for (const [node, of] of indexOf(linked).calls) for (const model of once(of)) found.push(usageOf(linked, node, model))
  for (const [node, of] of indexOf(linked).stores)
    for (const model of once(of)) {
      const values: Record<string, Setting> = {}
      for (const [key, spot] of Object.entries(model.values)) values[key] = settingOf(linked, whole.c[node] as number, spot.split('.').slice(1))
      found.push(usage(linked, node, model.kind, model.library, whole.text(whole.b[node] as number), values))
    }
  return found
}

/** What models say of calls and assignments, by node in ascending order; those of which they say nothing are not there. */
interface Modelled {
  calls: Map<number, readonly UsageModel[]>
  stores: Map<number, readonly UsageModel[]>
  sinks: Map<number, readonly SinkModel[]>
  storeSinks: Map<number, readonly SinkModel[]>
  steps: Map<number, readonly StepModel[]>
  records: Map<number, readonly RecordModel[]>
}

/** The same by what models say of them, each call with the first such model. */
interface ByKind {
  calls: Map<string, [call: number, model: UsageModel][]>
  sinks: Map<string, Map<number, SinkModel>>
}

interface Known {
  changes: number
  index: Modelled
  byKind: ByKind | undefined
}

const indexes = new WeakMap<Linked, Known>()

const indexOf = (linked: Linked): Modelled => knownOf(linked).index

function knownOf(linked: Linked): Known {
  let known = indexes.get(linked)
  if (known?.changes !== linked.solver.changes) {
    known = { changes: linked.solver.changes, index: findModelled(linked), byKind: undefined }
    indexes.set(linked, known)
  }
  return known
}

function findModelled(linked: Linked): Modelled {
  const { whole, models } = linked
  const { usages, storeUsages, sinks, storeSinks, steps, records } = models.flows
  const index: Modelled = { calls: new Map(), stores: new Map(), sinks: new Map(), storeSinks: new Map(), steps: new Map(), records: new Map() }
  const put = <T>(into: Map<number, readonly T[]>, node: number, paths: readonly number[], from: Map<number, T[]>) => {
    let found: T[] | undefined
    for (const path of paths) {
      const models = from.get(path)
      if (models) found = found ? [...found, ...models] : models
    }
    if (found) into.set(node, found)
  }
  const lookup = lookupOf(whole)
  const isModelled: boolean[] = new Array(models.paths.nodes.length)
  const modelled = (path: number) => (isModelled[path] ??= usages.has(path) || sinks.has(path) || steps.has(path) || records.has(path))
  for (const call of lookup.of(Kind.Call, Kind.New, Kind.Tagged)) {
    const paths = pathsOfCall(linked, call)
    if (!paths.some(modelled)) continue
    put(index.calls, call, withoutGuesses(linked, paths, usages), usages)
    put(index.sinks, call, paths, sinks)
    put(index.steps, call, paths, steps)
    put(index.records, call, paths, records)
  }
  for (const store of lookup.of(Kind.Store)) {
    const paths = pathsOfMember(linked, whole.a[store] as number, whole.b[store] as number)
    if (paths.length === 0) continue
    put(index.stores, store, paths, storeUsages)
    put(index.storeSinks, store, paths, storeSinks)
  }
  return index
}

/**
 * Where a model knows the call of a package, what another says of any method of that name is about something else: `createCipher` of
 * node-forge is none of node's. Of what node has itself several models tell a part each.
 */
function withoutGuesses({ models: { paths: api } }: Linked, paths: readonly number[], usages: ReadonlyMap<number, unknown>): readonly number[] {
  if (paths.length < 2) return paths
  const isOfPackage = (path: number) => {
    const root = api.rootOf(path)
    return root.startsWith('npm:') && !isBuiltin(root.slice(4))
  }
  return paths.some((path) => usages.has(path) && isOfPackage(path)) ? paths.filter((path) => api.rootOf(path) !== 'any') : paths
}

function byKindOf(linked: Linked): ByKind {
  const known = knownOf(linked)
  known.byKind ??= sortedByKind(linked, known.index)
  return known.byKind
}

function sortedByKind({ whole }: Linked, { calls, sinks, storeSinks }: Modelled): ByKind {
  const byKind: ByKind = { calls: new Map(), sinks: new Map() }
  calls.forEach((models, call) => {
    if (whole.kind[call] === Kind.Tagged) return
    models.forEach((model, index) => {
      if (models.findIndex(({ kind }) => kind === model.kind) !== index) return
      const of = byKind.calls.get(model.kind)
      if (of) of.push([call, model])
      else byKind.calls.set(model.kind, [[call, model]])
    })
  })
  const put = (models: readonly SinkModel[], node: number) => {
    for (const model of models) {
      const of = byKind.sinks.get(model.kind)
      if (!of) byKind.sinks.set(model.kind, new Map([[node, model]]))
      else if (!of.has(node)) of.set(node, model)
    }
  }
  sinks.forEach(put)
  storeSinks.forEach(put)
  return byKind
}

/** Calls that some model gives a kind of use, in ascending order, each with the first such model. */
export function callsOfKind(linked: Linked, kind: string): readonly [call: number, model: UsageModel][] {
  return byKindOf(linked).calls.get(kind) ?? []
}

/** What models say of using a call, in their order; one that several paths lead to stands there several times. */
export const modelsOfCall = (linked: Linked, call: number): readonly UsageModel[] => indexOf(linked).calls.get(call) ?? []

/** Everything that models say of calls and assignments. */
export const modelsOfCalls = (linked: Linked): Modelled => indexOf(linked)

/** Calls that models say anything of, in ascending order. */
export const modelledCalls = (linked: Linked): ReadonlyMap<number, readonly UsageModel[]> => indexOf(linked).calls

/** Assignments that models say anything of, in ascending order. */
export const modelledStores = (linked: Linked): ReadonlyMap<number, readonly UsageModel[]> => indexOf(linked).stores

/** Calls and assignments that are a sink of a kind, each with the first such model. */
export function sinksOfKind(linked: Linked, kind: string): ReadonlyMap<number, SinkModel> {
  return byKindOf(linked).sinks.get(kind) ?? NO_SINKS
}

const NO_SINKS: ReadonlyMap<number, SinkModel> = new Map()

/** API paths that a call names: known by value, by what its receiver is called, or by the method's name alone (`any.name`). */
export function pathsOfCall(linked: Linked, call: number): readonly number[] {
  const memory = memoryOf(linked)
  let paths = memory.ofCall[call]
  if (paths === undefined) {
    paths = findPaths(linked, memory, call)
    memory.ofCall[call] = paths
  }
  return paths
}

/** What was found out about calls: asked again and again, by taint and by every detector. */
interface Memory {
  /** By call. */
  ofCall: (readonly number[] | undefined)[]
  /** By API path: the path, and what a model says of any member beside it. */
  withAny: (readonly number[] | undefined)[]
  /** By number of a name: the path of such a member of anything, -1 where no model names it. */
  ofAnything: Map<number, number>
  /** Name of a variable → paths of what is usually called so. */
  byVariable: Map<string, number[]>
}

const memories = new WeakMap<Linked, Memory>()
const NONE: readonly number[] = []

function memoryOf(linked: Linked): Memory {
  let memory = memories.get(linked)
  if (!memory) {
    const byVariable = new Map<string, number[]>()
    for (const { names, path } of linked.models.names)
      for (const name of names) {
        const known = byVariable.get(name)
        if (known) known.push(path)
        else byVariable.set(name, [path])
      }
    memory = { ofCall: new Array(linked.whole.size), withAny: new Array(linked.models.paths.nodes.length), ofAnything: new Map(), byVariable }
    memories.set(linked, memory)
  }
  return memory
}

/** A path, and what a model says of any member beside it: `lib.*` holds for `lib.S3` even where another model names that. */
function withAny({ models: { paths } }: Linked, memory: Memory, path: number): readonly number[] {
  let all = memory.withAny[path]
  if (all === undefined) {
    const { parent, step } = paths.node(path)
    const any = parent >= 0 && step.startsWith('.') ? paths.node(parent).children?.get('.*') : undefined
    all = any === undefined || any === path ? [path] : [path, any]
    memory.withAny[path] = all
  }
  return all
}

function findPaths(linked: Linked, memory: Memory, call: number): readonly number[] {
  const { solver, models, whole } = linked
  const callee = whole.a[call] as number
  const told = pathsByValue(linked, memory, call)
  // A method whose code is here is known by that.
  if (whole.kind[callee] !== Kind.Load || solver.callees.has(call)) return told
  const name = whole.b[callee] as number
  const byName = anyMember(linked, name)
  let isKnown = false
  for (let i = 0; i < told.length && !isKnown; i++) isKnown = models.paths.node(told[i] as number).known
  const guessed = isKnown ? NONE : guessedPaths(linked, memory, call, whole.text(name))
  if (byName < 0 && guessed.length === 0) return told
  return byName < 0 ? [...told, ...guessed] : [...told, ...guessed, byName]
}

function pathsByValue(linked: Linked, memory: Memory, call: number): readonly number[] {
  const { solver, whole } = linked
  // A tag of a template is called like any function; the solver tells its result alone.
  const known = whole.kind[call] === Kind.Tagged ? apiPathsOf(linked, whole.a[call] as number) : solver.apiCalls.get(call)
  if (known === undefined) return NONE
  let told = NONE
  for (const path of known) {
    const all = withAny(linked, memory, path)
    told = told === NONE ? all : [...told, ...all]
  }
  return told
}

/** The path of a member of anything, -1 where no model names it. */
function anyMember(linked: Linked, name: number): number {
  const { ofAnything } = memoryOf(linked)
  let path = ofAnything.get(name)
  if (path === undefined) {
    const { models, whole } = linked
    path = whole.text(name) === '' ? -1 : models.paths.find(models.paths.root('any'), `.${whole.text(name)}`)
    ofAnything.set(name, path)
  }
  return path
}

/** By what the receiver is called, where nothing else is known of it: `db.query`, `connection.execute`. */
function guessedPaths(linked: Linked, memory: Memory, call: number, method: string): readonly number[] {
  const { models, values, solver, whole } = linked
  const receiver = receiverOf(linked, call)
  if (receiver < 0 || !method || whole.kind[call] !== Kind.Call) return NONE
  const variables = memory.byVariable.get(values.nameOf(receiver))
  if (!variables) return NONE
  for (const label of solver.of(receiver)) if (solver.labels.kind[label] !== LabelKind.Api || !isLoose(linked, label)) return NONE
  const found: number[] = []
  for (const path of variables) {
    const member = models.paths.find(path, `.${method}`)
    if (member >= 0) found.push(member)
  }
  return found
}

/** A path of a library that no model says anything of. */
function isLoose({ solver, models }: Linked, label: number): boolean {
  return !models.paths.node(solver.labels.data[label] as number).known
}

/** API paths of a member of a value, by value and by the member's name alone. */
export function pathsOfMember(linked: Linked, object: number, name: number): number[] {
  const { models, solver, whole } = linked
  const found: number[] = []
  for (const label of solver.of(object)) {
    const kind = solver.labels.kind[label]
    if (kind !== LabelKind.Api && kind !== LabelKind.ApiObject) continue
    const path = models.paths.find(
      (kind === LabelKind.Api ? solver.labels.data[label] : solver.labels.extra[label]) as number,
      `.${whole.text(name)}`,
    )
    if (path >= 0) found.push(path)
  }
  const byName = anyMember(linked, name)
  if (byName >= 0) found.push(byName)
  return found
}

/** What storing under a name that is not written there does: `session[key] = value`. */
export function sinksOfFields(linked: Linked, object: number): SinkModel[] {
  const { storeSinks } = linked.models.flows
  return pathsOfMember(linked, object, linked.whole.string('[]')).flatMap((path) => storeSinks.get(path) ?? [])
}

/** What copying a property of that name into an object does, where the object is a library's: `Object.assign(element, { innerHTML })`. */
export function sinksOfCopied(linked: Linked, object: number, name: number): SinkModel[] {
  const { storeSinks } = linked.models.flows
  if (name < 0 || apiPathsOf(linked, object).length === 0) return []
  return pathsOfMember(linked, object, name).flatMap((path) => storeSinks.get(path) ?? [])
}

function usageOf(linked: Linked, call: number, model: UsageModel): Usage {
  const values: Record<string, Setting> = {}
  for (const [key, spot] of Object.entries(model.values)) values[key] = settingAt(linked, call, spot)
  const asked = model.kind === 'cors' && model.values.origin ? askedFor(linked, call, model.values.origin) : ''
  return usage(linked, call, model.kind, model.library, calledName(linked, call), { ...values, ...said('asked', asked) })
}

/** The condition on settings under which an option of the first argument was written: `config.cors === true ? { origin: true } : …`. */
function askedFor(linked: Linked, call: number, spot: Spot): string {
  const [first] = linked.whole.args(call)
  const [, name] = spot.split('.')
  if (first === undefined || name === undefined) return ''
  const written = linked.values.property(first, name).filter((node) => node < linked.whole.size)
  const conditions = written.map((node) => settingAround(linked, node))
  return conditions.every((condition) => condition !== '') ? (conditions[0] ?? '') : ''
}

/** Of a name, in characters. */
const MOST_NAME = 40

/** A usage at a node; what detectors make too. */
export function usage(linked: Linked, node: number, kind: string, library: string, api: string, values: Record<string, Setting>): Usage {
  const at = cite(linked, node)
  const fn = linked.whole.functionOf(node)
  const [, endLine] = linked.whole.linesOf(node)
  const when = BY_ENVIRONMENT.has(kind) ? environmentOf(linked, node) : ''
  const setting = BY_SETTING.has(kind) && when === '' ? settingAround(linked, node) : ''
  return {
    kind,
    // What another call hands out has no name of its own: `promisify(pbkdf2)(…)`.
    api: api === '' && linked.whole.kind[node] === Kind.Call ? linked.whole.sourceOf(linked.whole.a[node] as number, MOST_NAME) : api,
    library,
    at: endLine > at.line ? { ...at, endLine } : at,
    around: linked.whole.functions[fn]?.fact.name ?? '',
    values: { ...values, ...said('when', when), ...said('setting', setting) },
    test: isTestCode(linked, at.file),
  }
}

const said = (key: string, text: string): Record<string, Setting> => (text === '' ? {} : { [key]: { state: 'constant', texts: [text] } })

/** Uses that somebody may have asked for: `setting` is the condition on settings around them. */
const BY_SETTING = new Set(['certificate-check', 'certificate-ignored', 'electron-switch'])

/** Uses that do no harm outside production: `when` tells under which environment they run. */
const BY_ENVIRONMENT = new Set(['cors', 'cors-option', 'certificate-check', 'certificate-ignored', 'certificate-trusted', 'electron-switch'])

const once = <T>(items: readonly T[]): readonly T[] => (items.length < 2 ? items : [...new Set(items)])
