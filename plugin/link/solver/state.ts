/**
 * Everything that is known while solving. The data structures keep their own invariants and are classes; what code means is
 * said by functions in the other files, which take all of this as their first argument.
 */
import type { ApiPaths } from '../api-paths'
import { IntLists, PairTable } from '../compact'
import { LabelKind, Labels } from '../labels'
import type { Models } from '../models'
import type { ModuleMap } from '../modules'
import type { Whole } from '../whole/index'
import { CallGraph } from './call-graph'
import { Callbacks } from './callbacks'
import { Fields } from './fields'
import { type Names, namesIn } from './names'
import { type Reaction, Reactions } from './reactions'
import { Steps } from './steps'
import { Store } from './store'
import { Uses } from './uses'

/** What the solver is asked to solve. */
export interface Given {
  whole: Whole
  models: Models
  modules: ModuleMap
  /** Path of a file → its number. */
  fileIndex: ReadonlyMap<string, number>
}

export interface State extends Given {
  paths: ApiPaths
  labels: Labels
  store: Store
  fields: Fields
  reactions: Reactions
  callbacks: Callbacks
  calls: CallGraph
  uses: Uses
  steps: Steps
  names: Names
  /** API path of a promise's `resolve`. */
  resolvePath: number
  /** The same of its `reject`. */
  rejectPath: number
  /** Class → the class of the program that it extends. */
  superclass: Map<number, number>
  /** Class → API paths of instances of a library's class that it extends, of those that models know. */
  librarySuperclass: Map<number, number[]>
  /** Class → API paths of what it extends, to be called by `new` or `super(…)`. */
  libraryBases: Map<number, number[]>
  /** Where a class is made that has no constructor in the program, and the class, in turn. */
  madeWithout: number[]
  /** Functions that are put onto something under a name that is theirs, and these names. */
  addedMethods: AddedMethods
  /** Object literals with a computed key. */
  computed: Set<number>
  /** Labels of Maps; other collections are Sets. */
  maps: Set<number>
  /** Node and label of an interface → property that was asked of it there. */
  interfaceLoads: PairTable
  /** Types of stateful objects, which speak only where values did not. */
  deferredTypes: [type: number, path: number][]
  escapes: Escapes
}

export interface AddedMethods {
  /** Where they are put. */
  stores: Set<number>
  names: Set<number>
}

/** Functions that left the program. */
export interface Escapes {
  /** API path → labels of functions that were handed to it. */
  functions: IntLists
  /** Path and label. */
  seen: PairTable
}

/** Where the data structures call those who know what code means. */
export interface Hooks {
  /** A label is, or came, where something is to be done for every label. */
  perform(state: State, reaction: Reaction, node: number, x: number, y: number, label: number, kind: LabelKind): void
  /** An object has a field more. */
  fieldMade(state: State, object: number, property: number, node: number): void
}

export function newState(given: Given, { perform, fieldMade }: Hooks): State {
  const { whole, models } = given
  const { paths } = models
  const labels = new Labels(whole.kind)
  const names = namesIn(whole)
  const store = new Store(labels, whole.size)
  for (const [path, awaited] of models.awaited) store.settlesTo(labels.of(LabelKind.Api, path), labels.of(LabelKind.Api, awaited))
  const state: State = {
    ...given,
    paths,
    labels,
    store,
    fields: new Fields(store, whole.size, (object, property, node) => fieldMade(state, object, property, node)),
    reactions: new Reactions(store, labels, whole.size, (reaction, node, x, y, label, kind) => perform(state, reaction, node, x, y, label, kind)),
    callbacks: new Callbacks(whole, labels, store),
    calls: new CallGraph(),
    uses: new Uses(whole),
    names,
    resolvePath: paths.root('global:Promise resolve'),
    rejectPath: paths.root('global:Promise reject'),
    steps: new Steps(whole, paths),
    superclass: new Map(),
    librarySuperclass: new Map(),
    libraryBases: new Map(),
    madeWithout: [],
    addedMethods: { stores: new Set(), names: new Set() },
    computed: new Set(),
    maps: new Set(),
    interfaceLoads: new PairTable(),
    deferredTypes: [],
    escapes: { functions: new IntLists(0), seen: new PairTable() },
  }
  return state
}

/** Puts an API path on a node: as an object with identity where its type has one. */
export function addPath({ store, labels, paths }: State, node: number, path: number, site: number): void {
  if (path < 0) return
  store.add(node, paths.node(path).instance ? labels.of(LabelKind.ApiObject, site, path) : labels.of(LabelKind.Api, path))
}

/** Whether a label has fields of its own. */
export function isObject(kind: LabelKind): boolean {
  return kind !== LabelKind.Value && kind !== LabelKind.Api && kind !== LabelKind.Interface
}
