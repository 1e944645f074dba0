/**
 * One inclusion-based solver for the whole program: what every expression may be. In: all files' value graphs, models, modules.
 * Out: labels of nodes, the call graph, fields of objects. Labels are abstract objects (functions, objects, classes, instances,
 * modules) and API paths; they follow values through variables, properties, calls, returns, closures and files until nothing
 * changes. The call graph falls out: a function label at a callee joins arguments to parameters and returns to the call.
 *
 * Inclusion-based (Andersen) because routes and taint need to know which object, not only which kind; context-insensitive
 * because the few places where contexts matter (helpers that register routes) ask `Values`, which looks at call sites.
 *
 * ```
 * state       all that is known, made of
 *   store       node → labels, node → nodes behind it, the queue of labels that are still to be passed on
 *   fields      object and property → node; who hears of new fields
 *   reactions   node → what else is done for every label there
 *   callbacks   node → what functions that arrive there are run with
 *   call-graph  call ↔ functions and API paths
 *   uses        node → what the code does with it
 *   steps       property → step of an API path;  names: the properties that the solver itself speaks of
 * seed        each node once: what it is by itself, and what flows into it
 *   literals, classes, module-exports, global-object, types, promises
 * propagate   each label at each node once: passed on, and told to the code that uses the node
 *   members, computed-keys      reading and writing properties
 *   calls, functions, api-calls, construct, proxies, builtins, jsx      calls and `new`
 *   collections, further-arguments      lists, Maps and Sets
 *   escapes, copies             objects of which every field counts
 * perform     what the reactions do, and what follows from a new field
 * ```
 *
 * The files above only use those of `state` and each other downwards; where a data structure has to call back, it was given the
 * function (`Hooks`). Whatever there is one of for each node or label stands in columns of integers: a program of 300,000 lines
 * has 700,000 nodes, and an array, a map or a closure for each costs more than what is worked out with them.
 */
import type { Labels } from '../labels'
import type { Models } from '../models'
import type { ModuleMap } from '../modules'
import type { Whole } from '../whole/index'
import { keysToTell } from './computed-keys'
import { constructByBases } from './construct'
import { enter } from './functions'
import { fieldMade, perform } from './perform'
import { isReject, isResolve } from './promises'
import { propagate } from './propagate'
import { seed } from './seed'
import { newState, type State } from './state'
import { typesToTell } from './types'

/** The questions that others ask of what was solved, and the few things that they may add to it. */
export class Solver {
  readonly labels: Labels
  /** Nodes that could not take every label that came. */
  readonly limited: ReadonlySet<number>
  /** Function → nodes that call it. */
  readonly callers: ReadonlyMap<number, ReadonlySet<number>>
  /** Call node → functions of the program it may run. */
  readonly callees: ReadonlyMap<number, ReadonlySet<number>>
  /** Call node → API paths it may call. */
  readonly apiCalls: ReadonlyMap<number, ReadonlySet<number>>
  /** API path → calls of it, in the order in which they were met. */
  readonly callsOfPath: ReadonlyMap<number, readonly number[]>
  /** Class → the class of the program that it extends. */
  readonly superclass: ReadonlyMap<number, number>
  /** Class → API paths of what it extends, to be called. */
  readonly libraryBases: ReadonlyMap<number, readonly number[]>
  /** Object label → its properties and their nodes. A map is made for each label that is asked about. */
  readonly fieldsOf = { get: (label: number): ReadonlyMap<number, number> | undefined => this.state.fields.mapOf(label) }
  private readonly state: State

  constructor(whole: Whole, models: Models, modules: ModuleMap, fileIndex: ReadonlyMap<string, number>) {
    this.state = newState({ whole, models, modules, fileIndex }, { perform, fieldMade })
    const { labels, store, calls, superclass, libraryBases } = this.state
    this.labels = labels
    this.limited = store.limited
    this.callers = calls.callers
    this.callees = calls.callees
    this.apiCalls = calls.apiCalls
    this.callsOfPath = calls.callsOfPath
    this.superclass = superclass
    this.libraryBases = libraryBases
  }

  solve(): void {
    seed(this.state)
    propagate(this.state)
    // Members of interfaces are read only once something is known to have that type: hence again, until nothing is left.
    const types = typesToTell(this.state)
    const keys = keysToTell(this.state)
    while (keys.tell() || types.tell()) propagate(this.state)
    constructByBases(this.state)
  }

  // ── asking ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Grows with whatever becomes known: answers that were remembered hold as long as it stays. */
  get changes(): number {
    return this.state.store.changes
  }

  /** Nodes so far: those of the files, then those of fields and the like. */
  get size(): number {
    return this.state.store.size
  }

  /** Labels of a node, in the order in which they were found. */
  of(node: number): readonly number[] {
    return this.state.store.of(node)
  }

  /** How many labels a node has; with `label`, for those who look at very many nodes: no array is made. */
  count(node: number): number {
    return this.state.store.count(node)
  }

  /** @param index below the node's count */
  label(node: number, index: number): number {
    return this.state.store.label(node, index)
  }

  /** Nodes that may be what a node is, by the solver's own edges: fields of objects among them. */
  successorsOf(node: number): readonly number[] {
    return this.state.store.successorsOf(node)
  }

  /** How many these are; with `successor`, for those who look at very many nodes. */
  successorCount(node: number): number {
    return this.state.store.successorCount(node)
  }

  /** @param index below the node's count */
  successor(node: number, index: number): number {
    return this.state.store.successor(node, index)
  }

  /** Node of an object's field, -1 where nothing is known to put or ask for one. */
  fieldAt(label: number, property: number): number {
    return this.state.fields.at(label, property)
  }

  /** Labels of functions that were handed to an API path. */
  functionsAt(path: number): readonly number[] {
    return this.state.escapes.functions.toArray(path)
  }

  /** Whether a label is the `resolve` of a promise; its data is then the promise. */
  isResolve(label: number): boolean {
    return isResolve(this.state, label)
  }

  isReject(label: number): boolean {
    return isReject(this.state, label)
  }

  // ── adding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** One more thing that a node may be; `resume` spreads it. */
  add(node: number, label: number): void {
    this.state.store.add(node, label)
  }

  /** What one node may be, another may be too; `resume` spreads it. */
  flow(from: number, to: number): void {
    this.state.store.edge(from, to)
  }

  /** One more function that a call may run, which nothing that flows there told. */
  enter(call: number, fn: number): void {
    const args = this.state.whole.args(call)
    enter(this.state, call, fn, args, 0, args.length, -1)
  }

  /** Node of an object's field, which is made where there is none. */
  field(object: number, property: number): number {
    return this.state.fields.of(object, property)
  }

  /** Goes on after something was added from outside. */
  resume(): void {
    propagate(this.state)
  }
}
