/** Calls and assignments that some model gives a kind: `crypto.createHash` is a `hash`. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import type { ApiPaths } from '../api-paths'
import type { SinkModel, UsageModel } from '../flow-models'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
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
}

const indexes = new WeakMap<Linked, { changes: number; index: Modelled }>()

function indexOf(linked: Linked): Modelled {
  const known = indexes.get(linked)
  if (known?.changes === linked.solver.changes) return known.index
  const { whole, models } = linked
  const { usages, storeUsages, sinks, storeSinks } = models.flows
  const index: Modelled = { calls: new Map(), stores: new Map(), sinks: new Map(), storeSinks: new Map() }
  const put = <T>(into: Map<number, readonly T[]>, node: number, paths: readonly number[], from: Map<number, T[]>) => {
    let found: T[] | undefined
    for (const path of paths) {
      const models = from.get(path)
      if (models) found = found ? [...found, ...models] : models
    }
    if (found) into.set(node, found)
  }
  const lookup = lookupOf(whole)
  for (const call of lookup.of(Kind.Call, Kind.New, Kind.Tagged)) {
    const paths = pathsOfCall(linked, call)
    if (paths.length === 0) continue
    put(index.calls, call, paths, usages)
    put(index.sinks, call, paths, sinks)
  }
  for (const store of lookup.of(Kind.Store)) {
    const paths = pathsOfMember(linked, whole.a[store] as number, whole.text(whole.b[store] as number))
    if (paths.length === 0) continue
    put(index.stores, store, paths, storeUsages)
    put(index.storeSinks, store, paths, storeSinks)
  }
  indexes.set(linked, { changes: linked.solver.changes, index })
  return index
}

/** Calls that some model gives a kind of use, in ascending order, each with the first such model. */
export function callsOfKind(linked: Linked, kind: string): [call: number, model: UsageModel][] {
  const found: [number, UsageModel][] = []
  for (const [call, models] of indexOf(linked).calls) {
    const model = models.find((it) => it.kind === kind)
    if (model && linked.whole.kind[call] !== Kind.Tagged) found.push([call, model])
  }
  return found
}

/** What models say of using a call, in their order; one that several paths lead to stands there several times. */
export const modelsOfCall = (linked: Linked, call: number): readonly UsageModel[] => indexOf(linked).calls.get(call) ?? []

/** Calls that models say anything of, in ascending order. */
export const modelledCalls = (linked: Linked): ReadonlyMap<number, readonly UsageModel[]> => indexOf(linked).calls

/** Assignments that models say anything of, in ascending order. */
export const modelledStores = (linked: Linked): ReadonlyMap<number, readonly UsageModel[]> => indexOf(linked).stores

/** Calls and assignments that are a sink of a kind, each with the first such model. */
export function sinksOfKind(linked: Linked, kind: string): Map<number, SinkModel> {
  const found = new Map<number, SinkModel>()
  const { sinks, storeSinks } = indexOf(linked)
  for (const of of [sinks, storeSinks])
    for (const [node, models] of of) {
      const model = models.find((it) => it.kind === kind)
      if (model) found.set(node, model)
    }
  return found
}

/** API paths that a call names: known by value, by what its receiver is called, or by the method's name alone (`any.name`). */
export function pathsOfCall(linked: Linked, call: number): readonly number[] {
  let memory = memories.get(linked)
  if (!memory) {
    memory = new Map()
    memories.set(linked, memory)
  }
  let paths = memory.get(call)
  if (!paths) {
    paths = findPaths(linked, call)
    memory.set(call, paths)
  }
  return paths
}

/** A path, and what a model says of any member beside it: `lib.*` holds for `lib.S3` even where another model names that. */
function withAny(paths: ApiPaths, path: number): number[] {
  const { parent, step } = paths.node(path)
  const any = parent >= 0 && step.startsWith('.') ? paths.node(parent).children?.get('.*') : undefined
  return any === undefined || any === path ? [path] : [path, any]
}

/** Asked again and again, by taint and by every detector. */
const memories = new WeakMap<Linked, Map<number, readonly number[]>>()
const NONE: readonly number[] = []

function findPaths(linked: Linked, call: number): readonly number[] {
  const { solver, models, whole } = linked
  // A tag of a template is called like any function; the solver tells its result alone.
  const known = whole.kind[call] === Kind.Tagged ? apiPathsOf(linked, whole.a[call] as number) : solver.apiCalls.get(call)
  const isMethod = whole.kind[whole.a[call] as number] === Kind.Load
  const name = isMethod && !solver.callees.has(call) ? calledName(linked, call) : ''
  const told = known ? [...known].flatMap((path) => withAny(models.paths, path)) : NONE
  if (!name) return told
  const isKnown = told.some((path) => models.paths.node(path).known)
  const found = isKnown ? told : [...told, ...guessedPaths(linked, call, name)]
  const byName = anyMember(linked, name)
  return byName >= 0 ? [...found, byName] : found
}

/** The path of a member of anything, -1 where no model names it. */
function anyMember({ models }: Linked, name: string): number {
  let known = members.get(models)
  if (!known) {
    known = new Map()
    members.set(models, known)
  }
  let path = known.get(name)
  if (path === undefined) {
    path = models.paths.find(models.paths.root('any'), `.${name}`)
    known.set(name, path)
  }
  return path
}

const members = new WeakMap<Linked['models'], Map<string, number>>()

/** By what the receiver is called, where nothing else is known of it: `db.query`, `connection.execute`. */
function guessedPaths(linked: Linked, call: number, method: string): number[] {
  const { models, values, solver, whole } = linked
  const receiver = receiverOf(linked, call)
  if (receiver < 0 || !method) return []
  const name = values.nameOf(receiver)
  if (!name || !models.names.some(({ names }) => names.has(name))) return []
  if (solver.of(receiver).some((label) => solver.labels.kind[label] !== LabelKind.Api || !isLoose(linked, label))) return []
  return models.names.flatMap(({ names, path }) => {
    if (!names.has(name)) return []
    const member = models.paths.find(path, `.${method}`)
    return member < 0 || whole.kind[call] !== Kind.Call ? [] : [member]
  })
}

/** A path of a library that no model says anything of. */
function isLoose({ solver, models }: Linked, label: number): boolean {
  return !models.paths.node(solver.labels.data[label] as number).known
}

/** API paths of a member of a value, by value and by the member's name alone. */
export function pathsOfMember(linked: Linked, object: number, name: string): number[] {
  const { models } = linked
  const found = apiPathsOf(linked, object).map((path) => models.paths.find(path, `.${name}`))
  found.push(anyMember(linked, name))
  return found.filter((path) => path >= 0)
}

function usageOf(linked: Linked, call: number, model: UsageModel): Usage {
  const values: Record<string, Setting> = {}
  for (const [key, spot] of Object.entries(model.values)) values[key] = settingAt(linked, call, spot)
  return usage(linked, call, model.kind, model.library, calledName(linked, call), values)
}

/** A usage at a node; what detectors make too. */
export function usage(linked: Linked, node: number, kind: string, library: string, api: string, values: Record<string, Setting>): Usage {
  const at = cite(linked, node)
  const fn = linked.whole.functionOf(node)
  const [, endLine] = linked.whole.linesOf(node)
  return {
    kind,
    api,
    library,
    at: endLine > at.line ? { ...at, endLine } : at,
    around: linked.whole.functions[fn]?.fact.name ?? '',
    values,
    test: isTestCode(linked, at.file),
  }
}

const once = <T>(items: readonly T[]): readonly T[] => (items.length < 2 ? items : [...new Set(items)])
