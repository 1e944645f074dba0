/**
 * One inclusion-based solver for the whole program: what every expression may be. Labels are abstract objects (functions,
 * objects, classes, instances, modules) and API paths; they follow values through variables, properties, calls, returns,
 * closures and files until nothing changes. The call graph falls out: a function label at a callee joins arguments to
 * parameters and returns to the call.
 *
 * Inclusion-based (Andersen) because routes and taint need to know which object, not only which kind; context-insensitive
 * because the few places where contexts matter (helpers that register routes) ask `Values`, which looks at call sites.
 *
 * Whatever there is one of for each node or label stands in columns of integers: a program of 300,000 lines has 700,000 nodes,
 * and an array, a map or a closure for each costs more than what is worked out with them.
 */
import { FunctionFlag, Kind } from '../graph'
import type { ApiPaths } from './api-paths'
import { IntColumn, IntLists, PairTable } from './compact'
import { LabelKind, Labels } from './labels'
import type { Models } from './models'
import type { ModuleMap, Resolution } from './modules'
import { PLUS } from './operators'
import type { Whole } from './whole'

/** Most labels of one node, and most plain values among them. Further ones are dropped and counted. */
const MOST_LABELS = 40
const MOST_VALUES = 12
/** Entries of a table whose functions are called by a key that is not known. */
const MOST_ENTRIES = 24

/** A callback: when a function arrives at a node, one of its parameters gets a value and its results go somewhere. */
interface Callback {
  parameter: number
  from: number
  result: number
}

/** Array methods whose callback sees elements, and what they return. */
const ELEMENT_CALLBACKS = new Map<string, { element: number; result: 'mapped' | 'same' | 'element' | 'none' | 'flat' }>([
  ['forEach', { element: 0, result: 'none' }],
  ['map', { element: 0, result: 'mapped' }],
  ['flatMap', { element: 0, result: 'flat' }],
  ['filter', { element: 0, result: 'same' }],
  ['find', { element: 0, result: 'element' }],
  ['findLast', { element: 0, result: 'element' }],
  ['some', { element: 0, result: 'none' }],
  ['every', { element: 0, result: 'none' }],
  ['sort', { element: 0, result: 'same' }],
  ['reduce', { element: 1, result: 'none' }],
  ['reduceRight', { element: 1, result: 'none' }],
])
const SAME_ARRAY = new Set(['slice', 'reverse', 'concat', 'flat', 'toSorted', 'toReversed', 'splice', 'values'])
const TAKES_ELEMENT = new Set(['pop', 'shift', 'at'])
const ELEMENT = '[]'
/** Field of what a Map holds under any of its keys: its elements are pairs. */
const HELD = '[held]'
/** Makers of Maps and Sets, by what they make. */
const COLLECTIONS = new Map([
  ['Map', 'map'],
  ['WeakMap', 'map'],
  ['Set', 'set'],
  ['WeakSet', 'set'],
])
/** Elements of a written list that have a field of their own besides the one for all. */
const NUMBERED_ELEMENTS = 12
const GLOBAL_OBJECTS = new Set(['globalThis', 'global', 'window', 'self'])
/** Places that write one name of the global object, at most. */
const MOST_WRITERS = 8
/** Types that stand for what they are given. */
const TRANSPARENT_TYPES = new Set(['Promise', 'Array', 'Partial', 'Readonly', 'Omit', 'Pick', 'Required'])

/** What else is done for every label that a node has and will have. */
enum Reaction {
  /** Its properties flow to those of label x. */
  Copy,
  /** Its property y flows to node x. */
  Load,
  /** Every property of it flows to node x. */
  Collect,
  /** Properties of what is at node x flow to its own. */
  Spread,
  /** It is the superclass of class x. */
  Inherit,
  /** Node x is its superclass's instance. */
  Super,
  /** Its static property y, where it is a library's, flows to node x. */
  Static,
  /** A function flows to node x. */
  Wrap,
  /** It is put into a Map or a Set, whose values flow to node x. */
  Hold,
  /** A function's first parameter settles the promise x. */
  Promise,
  /** It is handed to API path x. */
  Escape,
}

export class Solver {
  readonly labels: Labels
  /** Nodes that could not take every label that came. */
  readonly limited = new Set<number>()
  /** Grows with whatever becomes known: answers that were remembered hold as long as it stays. */
  changes = 0
  /** Nodes so far: those of the files, then those of fields and the like. */
  size: number
  /** Node → its labels, in the order in which they were found. */
  private readonly sets: IntLists
  /** The same as arrays, for nodes that were asked about. */
  private asked: (readonly number[] | undefined)[] = []
  /** Node → nodes that may be what it is. */
  private readonly successors: IntLists
  /** Edges of nodes that have more than a few. */
  private readonly edgesSeen = new PairTable()
  /** Node → nodes that do something with it: those of node n begin at `useStarts[n]`. */
  private readonly useStarts: Int32Array
  private readonly users: Int32Array
  private readonly callbacks = new Map<number, Callback[]>()
  /** Object label and property → node. */
  private readonly fields: PairTable
  /** Object label → nodes of its fields, in the order in which they came up. */
  private readonly fieldLists: IntLists
  /** Property of each node outside the files, -1 where it is no field. */
  private readonly properties: IntColumn
  /** Node → its reactions, as places in the three columns. */
  private readonly reactions: IntLists
  private readonly reactionKinds = new IntColumn()
  private readonly reactionXs = new IntColumn()
  private readonly reactionYs = new IntColumn()
  /** Node and label in turn, for each label that is still to be told to those behind a node. */
  private queue = new IntColumn(1 << 12)
  private batch = new IntColumn(1 << 12)
  private readonly deferredTypes: [type: number, path: number][] = []
  private readonly paths: ApiPaths
  private readonly elementString: number
  private readonly heldString: number
  private readonly indexStrings: number[]
  private readonly resolvePath: number
  private readonly elementStep: number
  /** String → step `.string`, one higher; 0 where nobody asked. */
  private readonly memberSteps: Int32Array
  /** String → 1 where it is no index, 2 where it is one, 0 where nobody asked. */
  private readonly indices: Uint8Array
  private readonly aritySteps: number[] = []
  /** Node and label of an interface → property that was asked of it there. */
  private readonly interfaceLoads = new PairTable()
  /** Object literals with a computed key. */
  private readonly computed = new Set<number>()
  /** Labels of whose new fields someone wants to know. */
  private watched = new Uint8Array(0)
  /** Function → nodes that call it. */
  readonly callers: Map<number, Set<number>> = new Map()
  /** Call node → functions of the program it may run. Sets of one are shared: nobody adds to them but the solver. */
  readonly callees: Map<number, Set<number>> = new Map()
  /** Call node → API paths it may call; shared like those of `callees`. */
  readonly apiCalls: Map<number, Set<number>> = new Map()
  /** The same from the other end: API path → calls of it, in the order in which they were met. */
  readonly callsOfPath: Map<number, number[]> = new Map()
  private readonly oneFunction = new Map<number, Set<number>>()
  private readonly onePath = new Map<number, Set<number>>()
  private readonly subclasses = new Map<number, number[]>()
  readonly superclass = new Map<number, number>()
  /** Field names of each object label, for spreads and enumeration. A map is made for each label that is asked about. */
  readonly fieldsOf = { get: (label: number) => this.fieldMap(label) }
  private readonly fieldMaps = new Map<number, Map<number, number>>()

  constructor(
    readonly whole: Whole,
    private readonly models: Models,
    private readonly modules: ModuleMap,
    private readonly fileIndex: Map<string, number>,
  ) {
    this.labels = new Labels(whole.kind)
    this.paths = models.paths
    this.size = whole.size
    this.sets = new IntLists(whole.size + (whole.size >> 2))
    this.successors = new IntLists(whole.size + (whole.size >> 2))
    this.reactions = new IntLists(whole.size)
    this.fields = new PairTable(whole.size >> 2)
    this.fieldLists = new IntLists(whole.size)
    this.properties = new IntColumn(whole.size >> 2)
    this.elementString = whole.string(ELEMENT)
    this.heldString = whole.string(HELD)
    this.indexStrings = Array.from({ length: NUMBERED_ELEMENTS }, (_, index) => whole.string(String(index)))
    this.memberSteps = new Int32Array(whole.strings.length)
    this.indices = new Uint8Array(whole.strings.length)
    this.resolvePath = this.paths.root('global:Promise resolve')
    this.elementStep = this.paths.stepNumber(`.${ELEMENT}`)
    const { starts, users } = usersOf(whole)
    this.useStarts = starts
    this.users = users
  }

  solve(): void {
    this.seed()
    this.run()
    // Types of stateful objects speak only where values did not.
    const told = new PairTable()
    let count = 0
    for (let before = -1; before !== count; ) {
      before = count
      // Members of interfaces are read only once something is known to have that type.
      for (const [type, path] of this.deferredTypes)
        for (const node of this.successors.toArray(type)) {
          if (told.get(node, path) >= 0) continue
          told.set(node, path, count++)
          if (!this.isObjectOf(node, path)) this.add(node, this.labels.of(LabelKind.ApiObject, node, path))
        }
      this.run()
    }
  }

  private isObjectOf(node: number, path: number): boolean {
    for (let i = 0; i < this.sets.size(node); i++) {
      const label = this.sets.item(node, i)
      if (this.labels.kind[label] === LabelKind.ApiObject && this.labels.extra[label] === path) return true
    }
    return false
  }

  /** What one node may be, another may be too; `resume` spreads it. */
  flow(from: number, to: number): void {
    this.edge(from, to)
  }

  /** Goes on after labels were added from outside. */
  resume(): void {
    this.run()
  }

  /** Nodes that may be what a node is, by the solver's own edges: fields of objects among them. */
  successorsOf(node: number): readonly number[] {
    return this.successors.size(node) === 0 ? NONE : this.successors.toArray(node)
  }

  /** Labels of functions that were handed to an API path. */
  functionsAt(path: number): readonly number[] {
    return this.escapedAt.toArray(path)
  }

  /** Whether a label is the `resolve` of a promise; its data is then the promise. */
  isResolve(label: number): boolean {
    return this.labels.kind[label] === LabelKind.ApiObject && this.labels.extra[label] === this.resolvePath
  }

  /** Labels of a node, in the order in which they were found. */
  of(node: number): readonly number[] {
    if (this.sets.size(node) === 0) return NONE
    let list = this.asked[node]
    if (!list) {
      list = this.sets.toArray(node)
      // Made at its full length, or writing far beyond the end would turn it into a hash table.
      if (this.asked.length === 0) this.asked = new Array(this.size)
      this.asked[node] = list
    }
    return list
  }

  /** How many labels a node has; with `label`, for those who look at very many nodes: no array is made. */
  count(node: number): number {
    return this.sets.size(node)
  }

  /** @param index below the node's count */
  label(node: number, index: number): number {
    return this.sets.item(node, index)
  }

  /** Node of an object's field, -1 where nothing is known to put or ask for one. */
  fieldAt(label: number, property: number): number {
    return this.fields.get(label, property)
  }

  private fieldMap(label: number): Map<number, number> | undefined {
    const count = this.fieldLists.size(label)
    if (count === 0) return undefined
    let map = this.fieldMaps.get(label)
    if (!map) {
      map = new Map()
      for (let i = 0; i < count; i++) map.set(this.propertyOf(this.fieldLists.item(label, i)), this.fieldLists.item(label, i))
      this.fieldMaps.set(label, map)
    }
    return map
  }

  private propertyOf(field: number): number {
    return this.properties.get(field - this.whole.size)
  }

  /** A fresh node outside the files: fields, escapes. */
  private fresh(property = -1): number {
    this.changes++
    this.properties.push(property)
    return this.size++
  }

  // ── setting up ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private seed(): void {
    const { whole, labels } = this
    const { kind, a, b, c, lists } = whole
    const globals = new Int32Array(whole.strings.length)
    const [superName, then, lastly, caught] = ['super', 'then', 'finally', 'catch'].map((name) => whole.string(name)) as [
      number,
      number,
      number,
      number,
    ]
    let file = 0
    for (let node = 0; node < whole.size; node++) {
      while (node >= (whole.base[file + 1] as number)) file++
      const operand = a[node] as number
      switch (kind[node] as Kind) {
        case Kind.String:
        case Kind.Number:
        case Kind.Boolean:
        case Kind.Regex:
        case Kind.Template:
          this.seedValue(node)
          break
        case Kind.Binary:
          if (c[node] === PLUS) this.seedValue(node)
          break
        case Kind.Choice:
        case Kind.Cell:
          if (operand >= 0) for (let at = operand + 1, end = at + (lists[operand] as number); at < end; at++) this.edge(lists[at] as number, node)
          break
        case Kind.Refine:
        case Kind.Await:
        case Kind.Rest:
          this.edge(operand, node)
          break
        case Kind.Global: {
          if (operand === superName) {
            this.seedSuper(node)
            break
          }
          // The same few names all over the program: no text is made for each.
          let root = (globals[operand] as number) - 1
          if (root < 0) {
            root = this.paths.root(`global:${whole.text(operand)}`)
            globals[operand] = root + 1
          }
          this.addPath(node, root, node)
          break
        }
        case Kind.Import:
          this.seedImport(node, file)
          break
        case Kind.Jsx:
          // A library's component is given its attributes, functions among them; an element of the page its handlers.
          if (kind[operand] === Kind.String && b[node] !== -1)
            this.escape(b[node] as number, this.paths.argument(this.paths.root('type:react/Tag'), 0))
          break
        case Kind.Call:
          // Methods that mean the same on any receiver: promises.
          if (kind[operand] === Kind.Load) {
            const method = b[operand] as number
            if (method === then) {
              const first = whole.args(node)[0]
              if (first !== undefined) this.callback(first, { parameter: 0, from: a[operand] as number, result: node })
            } else if (method === lastly || method === caught) this.edge(a[operand] as number, node)
          }
          break
        case Kind.Object: {
          const object = labels.of(LabelKind.Object, node)
          this.add(node, object)
          if (operand >= 0)
            for (let at = operand + 1, end = at + (lists[operand] as number); at < end; at++) {
              const entry = lists[at] as number
              const key = a[entry] as number
              if (kind[entry] === Kind.Spread) this.copy(key, object)
              else this.member(b[entry] as number, this.field(object, key !== -1 ? key : this.elementString))
              if (kind[entry] === Kind.Property && key === -1) this.computed.add(node)
            }
          break
        }
        case Kind.Array: {
          const object = labels.of(LabelKind.Object, node)
          this.add(node, object)
          if (operand >= 0)
            for (let index = 0; index < (lists[operand] as number); index++) {
              const item = lists[operand + 1 + index] as number
              if (kind[item] === Kind.Spread) this.copy(a[item] as number, object)
              else {
                this.edge(item, this.field(object, this.elementString))
                if (index < NUMBERED_ELEMENTS) this.edge(item, this.field(object, this.indexStrings[index] as number))
              }
            }
          break
        }
        case Kind.Function:
          this.add(node, labels.of(LabelKind.Function, operand))
          break
        case Kind.Class:
          this.add(node, labels.of(LabelKind.Class, operand))
          break
        case Kind.Interface:
          this.add(node, labels.of(LabelKind.Interface, operand))
          break
      }
    }
    this.seedModules()
    this.seedClasses()
    this.seedGlobalObject()
    for (const [node, type] of whole.annotations) this.edge(type, node)
    for (const fn of whole.functions)
      if (fn.fact.returnType >= 0) this.seedReturnType(fn.fact.returnType + (whole.base[fn.file] as number), fn.returns)
  }

  /** What the program keeps on the global object: `globalThis.client = connect()` is what `globalThis.client` reads elsewhere. */
  private seedGlobalObject(): void {
    const { kind, a, b, c, size } = this.whole
    const names = new Set([...GLOBAL_OBJECTS].map((name) => this.whole.string(name)))
    const put = new Map<number, number[]>()
    const loads: number[] = []
    for (let node = 0; node < size; node++) {
      const isLoad = kind[node] === Kind.Load
      if (!isLoad && kind[node] !== Kind.Store) continue
      const object = a[node] as number
      if (kind[object] !== Kind.Global || !names.has(a[object] as number)) continue
      if (isLoad) loads.push(node)
      else put.set(b[node] as number, [...(put.get(b[node] as number) ?? []), c[node] as number])
    }
    for (const node of loads) {
      const values = put.get(b[node] as number)
      // A name that many places write is a message board, and says nothing of what stands there.
      if (values && values.length <= MOST_WRITERS) for (const value of values) this.edge(value, node)
    }
  }

  /** A value is of interest only where it flows to: nothing is asked of its own node. */
  private seedValue(node: number): void {
    this.sets.push(node, node)
    for (let i = 0; i < this.successors.size(node); i++) this.add(this.successors.item(node, i), node)
  }

  /** A declared return type helps where the body says less: `function app(): Express { return make() }`. */
  private seedReturnType(type: number, returns: number[]): void {
    for (const node of returns) this.edge(type, node)
  }

  /** Names of one import statement follow each other. */
  private lastImport: { file: number; specifier: number; to: Resolution | undefined } = { file: -1, specifier: -1, to: undefined }

  private seedImport(node: number, inFile: number): void {
    const { whole, lastImport: last } = this
    const specifier = whole.text(whole.a[node] as number)
    const name = whole.text(whole.b[node] as number)
    if (last.file !== inFile || last.specifier !== whole.a[node]) {
      last.file = inFile
      last.specifier = whole.a[node] as number
      last.to = this.modules.resolve((whole.files[inFile] as { path: string }).path, specifier)
    }
    const to = last.to as Resolution
    if (to.kind === 'file') {
      const file = this.fileIndex.get(to.path)
      if (file === undefined) return
      this.edgeFromModule(file, name, node)
      return
    }
    if (to.kind === 'asset') return
    const library = to.kind === 'package' ? (to.subpath ? `${to.name}/${to.subpath}` : to.name) : to.kind === 'builtin' ? to.name : specifier
    let path = this.paths.root(`npm:${library}`)
    if (name !== '*' && name !== 'default') path = this.paths.member(path, name)
    if (path >= 0) this.addPath(node, path, node)
  }

  /** What importing a name from a file of the program gives. */
  private edgeFromModule(file: number, name: string, node: number): void {
    const exported = this.moduleNode(file)
    if (name === '*') {
      this.edge(exported, node)
      return
    }
    const module = this.labels.of(LabelKind.Module, file)
    if (name === 'default' && !(this.whole.exports[file] as { name: string }[]).some((entry) => entry.name === 'default')) this.edge(exported, node)
    this.edge(this.field(module, this.whole.string(name)), node)
    // CommonJS: a name of an object that was assigned to module.exports.
    for (const value of this.whole.commonjs[file] as number[]) this.loadInto(value, this.whole.string(name), node)
  }

  /** Node that holds what `require` of a file gives. */
  private readonly moduleNodes = new Map<number, number>()
  private moduleNode(file: number): number {
    let node = this.moduleNodes.get(file)
    if (node === undefined) {
      node = this.fresh()
      this.moduleNodes.set(file, node)
      this.add(node, this.labels.of(LabelKind.Module, file))
      for (const value of this.whole.commonjs[file] as number[]) this.edge(value, node)
    }
    return node
  }

  /** A property read that stands in no file. */
  private loadInto(object: number, property: number, to: number): void {
    this.react(object, Reaction.Load, to, property)
  }

  private seedModules(): void {
    const { whole, labels } = this
    whole.files.forEach((_, file) => {
      const module = labels.of(LabelKind.Module, file)
      for (const { name, node } of whole.exports[file] as { name: string; node: number }[]) {
        if (name === '*') this.copy(node, module)
        else this.edge(node, this.field(module, whole.string(name)))
      }
      const exportsNode = whole.exportsNode[file] as number
      if (exportsNode >= 0) this.edge(this.moduleNode(file), exportsNode)
    })
  }

  private seedClasses(): void {
    const { whole, labels } = this
    whole.classes.forEach((fact, index) => {
      const instance = labels.of(LabelKind.Instance, index)
      const statics = labels.of(LabelKind.Class, index)
      this.add(fact.self, instance)
      if (fact.constructor_ >= 0) this.giveSelf(fact.constructor_, instance)
      for (const { name, node, static: isStatic, type } of fact.members) {
        const owner = isStatic ? statics : instance
        const field = this.field(owner, whole.string(name))
        if (node >= 0) this.member(node, field)
        if (type >= 0) this.edge(type, field)
        if (node >= 0 && whole.kind[node] === Kind.Function) this.giveSelf(whole.a[node] as number, owner)
      }
      if (fact.extends >= 0) this.react(fact.extends, Reaction.Inherit, index)
    })
  }

  /** What reading a member gives: what was put there, or what its getter returns. */
  private member(node: number, field: number): void {
    const fn = this.whole.kind[node] === Kind.Function ? this.whole.functions[this.whole.a[node] as number] : undefined
    if (fn && fn.fact.flags & FunctionFlag.Getter) for (const value of fn.returns) this.edge(value, field)
    else if (!fn || !(fn.fact.flags & FunctionFlag.Setter)) this.edge(node, field)
  }

  private giveSelf(fn: number, label: number): void {
    const self = this.whole.functions[fn]?.self ?? -1
    if (self >= 0) this.add(self, label)
  }

  /** `super(...)` and `super.method()`: the class's superclass, which its `extends` names. */
  private seedSuper(node: number): void {
    for (let fn = this.whole.functionOf(node); fn >= 0; fn = this.whole.functions[fn]?.parent ?? -1) {
      const owner = this.whole.functions[fn]?.owner ?? -1
      if (owner < 0) continue
      const superclass = this.whole.classes[owner]?.extends ?? -1
      const flags = this.whole.functions[fn]?.fact.flags ?? 0
      // In a static method the class itself, in a constructor what is called too, and else what an instance has.
      if (superclass >= 0 && flags & (FunctionFlag.Static | FunctionFlag.Constructor)) this.edge(superclass, node)
      if (superclass >= 0 && !(flags & FunctionFlag.Static)) this.react(superclass, Reaction.Super, node)
      return
    }
  }

  // ── growing ────────────────────────────────────────────────────────────────────────────────────────────────────────

  add(node: number, label: number): void {
    const size = this.sets.size(node)
    if (size > 0) {
      if (this.sets.has(node, label)) return
      if (size >= MOST_VALUES && this.isFull(node, size, label)) {
        this.limited.add(node)
        return
      }
    }
    this.sets.push(node, label)
    if (this.asked.length > 0) this.asked[node] = undefined
    this.changes++
    this.queue.push(node)
    this.queue.push(label)
  }

  private isFull(node: number, size: number, label: number): boolean {
    if (size >= MOST_LABELS) return true
    const { kind } = this.labels
    if (kind[label] !== LabelKind.Value) return false
    let values = 0
    for (let i = 0; i < size; i++) if (kind[this.sets.item(node, i)] === LabelKind.Value) values++
    return values >= MOST_VALUES
  }

  /** Puts an API path on a node: as an object with identity where its type has one. */
  private addPath(node: number, path: number, site: number): void {
    if (path < 0) return
    this.add(node, this.paths.node(path).instance ? this.labels.of(LabelKind.ApiObject, site, path) : this.labels.of(LabelKind.Api, path))
  }

  private edge(from: number, to: number): void {
    if (from < 0 || to < 0 || from === to) return
    const { successors, edgesSeen } = this
    const count = successors.size(from)
    if (count <= FEW) {
      if (successors.has(from, to)) return
      if (count === FEW) for (let i = 0; i < FEW; i++) edgesSeen.set(from, successors.item(from, i), 1)
    } else if (edgesSeen.get(from, to) >= 0) return
    if (count >= FEW) edgesSeen.set(from, to, 1)
    successors.push(from, to)
    for (let i = 0, size = this.sets.size(from); i < size; i++) this.add(to, this.sets.item(from, i))
  }

  /** Does something for every label a node has and will have. */
  private react(node: number, reaction: Reaction, x: number, y = -1): void {
    this.reactions.push(node, this.reactionKinds.length)
    this.reactionKinds.push(reaction)
    this.reactionXs.push(x)
    this.reactionYs.push(y)
    // Labels that come meanwhile are in the queue.
    for (let i = 0, size = this.sets.size(node); i < size; i++) {
      const label = this.sets.item(node, i)
      this.perform(reaction, node, x, y, label, this.labels.kind[label] as LabelKind)
    }
  }

  private perform(reaction: Reaction, node: number, x: number, y: number, label: number, kind: LabelKind): void {
    const data = this.labels.data[label] as number
    switch (reaction) {
      case Reaction.Copy:
        this.copyFields(label, x)
        break
      case Reaction.Load:
        this.load(x, label, kind, y)
        break
      case Reaction.Collect:
        this.collectFields(label, kind, x)
        break
      case Reaction.Spread:
        if (isObject(kind)) this.copy(x, label)
        break
      case Reaction.Inherit:
        if (kind === LabelKind.Class) this.inherit(x, data)
        else if (kind === LabelKind.Api) this.extendApi(x, data)
        break
      case Reaction.Super:
        if (kind === LabelKind.Class) this.add(x, this.labels.of(LabelKind.Instance, data))
        else if (kind === LabelKind.Api) this.addPath(x, this.paths.instance(data), x)
        break
      case Reaction.Static:
        if (kind === LabelKind.Api) this.addPath(x, this.memberOf(data, y), x)
        break
      case Reaction.Wrap:
        if (kind === LabelKind.Function) this.add(x, label)
        break
      case Reaction.Hold:
        // What requests bring is kept there for others, and is no part of the request that reads it.
        if (kind !== LabelKind.Api || !this.isSent(data)) this.add(x, label)
        break
      case Reaction.Promise: {
        const resolve = kind === LabelKind.Function ? this.whole.functions[data]?.params[0] : undefined
        if (resolve !== undefined) this.add(resolve, this.labels.of(LabelKind.ApiObject, x, this.resolvePath))
        break
      }
      case Reaction.Escape:
        if (kind === LabelKind.Function) this.escapedFunction(x, label)
        else if (kind === LabelKind.Object && (data === node || this.paths.node(x).known)) this.escapedObject(x, label)
        break
    }
  }

  field(object: number, property: number): number {
    const known = this.fields.get(object, property)
    return known >= 0 ? known : this.newField(object, property)
  }

  private newField(object: number, property: number): number {
    const node = this.fresh(property)
    this.fields.set(object, property, node)
    this.fieldLists.push(object, node)
    if (this.fieldMaps.size > 0) this.fieldMaps.get(object)?.set(property, node)
    if (object < this.watched.length && this.watched[object] === 1) this.tellOfField(object, property, node)
    if (this.labels.kind[object] === LabelKind.Instance) this.inheritField(this.labels.data[object] as number, property, node)
    return node
  }

  private tellOfField(object: number, property: number, node: number): void {
    for (const to of this.copiers.get(object) ?? NONE) this.edge(node, this.field(to, property))
    for (const to of this.collectors.get(object) ?? NONE) this.edge(node, to)
    for (const path of this.escapedObjects.get(object) ?? NONE) this.escapeField(path, property, node)
  }

  /** Notes that something is to be done for whatever field a label gets. */
  private watch(lists: Map<number, number[]>, label: number, value: number): void {
    const list = lists.get(label)
    if (list) list.push(value)
    else lists.set(label, [value])
    if (label >= this.watched.length) {
      const watched = new Uint8Array(Math.max(label + 1, this.labels.kind.length))
      watched.set(this.watched)
      this.watched = watched
    }
    this.watched[label] = 1
  }

  /** Objects into which another one's properties were spread. */
  private readonly copiers = new Map<number, number[]>()
  private copy(from: number, to: number): void {
    this.react(from, Reaction.Copy, to)
  }

  private copyFields(from: number, to: number): void {
    if (from === to || !isObject(this.labels.kind[from] as LabelKind)) return
    if (this.copiers.get(from)?.includes(to)) return
    this.watch(this.copiers, from, to)
    for (let i = 0, count = this.fieldLists.size(from); i < count; i++) {
      const field = this.fieldLists.item(from, i)
      this.edge(field, this.field(to, this.propertyOf(field)))
    }
  }

  private inheritField(cls: number, property: number, node: number): void {
    const parent = this.superclass.get(cls)
    const name = this.whole.text(property)
    // A method of the class's own stands in front of the inherited one.
    const isOwn = this.whole.classes[cls]?.members.some(
      (member) => !member.static && member.name === name && member.node >= 0 && this.whole.kind[member.node] === Kind.Function,
    )
    if (parent !== undefined && !isOwn) this.edge(this.field(this.labels.of(LabelKind.Instance, parent), property), node)
  }

  private inherit(cls: number, parent: number): void {
    if (this.superclass.has(cls) || cls === parent) return
    this.superclass.set(cls, parent)
    const instance = this.labels.of(LabelKind.Instance, cls)
    for (let i = 0, count = this.fieldLists.size(instance); i < count; i++) {
      const field = this.fieldLists.item(instance, i)
      this.inheritField(cls, this.propertyOf(field), field)
    }
    const below = this.subclasses.get(parent)
    if (below) below.push(cls)
    else this.subclasses.set(parent, [cls])
    // An inherited method runs on the subclass's instances too.
    const fact = this.whole.classes[parent]
    for (const member of fact?.members ?? [])
      if (!member.static && member.node >= 0 && this.whole.kind[member.node] === Kind.Function)
        this.giveSelf(this.whole.a[member.node] as number, instance)
    if (fact && fact.constructor_ >= 0) this.giveSelf(fact.constructor_, instance)
  }

  private callback(node: number, callback: Callback): void {
    const list = this.callbacks.get(node)
    if (list) {
      if (list.some((other) => other.parameter === callback.parameter && other.from === callback.from && other.result === callback.result)) return
      list.push(callback)
    } else this.callbacks.set(node, [callback])
    for (let i = 0; i < this.sets.size(node); i++) {
      const label = this.sets.item(node, i)
      if (this.labels.kind[label] === LabelKind.Function) this.runCallback(this.labels.data[label] as number, callback)
    }
  }

  private runCallback(fn: number, { parameter, from, result }: Callback): void {
    const fact = this.whole.functions[fn]
    if (!fact) return
    const param = fact.params[parameter]
    if (param !== undefined) this.edge(from, param)
    if (result >= 0) for (const value of fact.returns) this.edge(value, result)
  }

  // ── until nothing changes ──────────────────────────────────────────────────────────────────────────────────────────

  private run(): void {
    while (this.queue.length > 0) {
      const { queue } = this
      this.queue = this.batch
      this.queue.clear()
      this.batch = queue
      for (let i = 0; i < queue.length; i += 2) this.arrive(queue.get(i), queue.get(i + 1))
    }
  }

  private arrive(node: number, label: number): void {
    const { successors } = this
    for (let i = 0, count = successors.size(node); i < count; i++) this.add(successors.item(node, i), label)
    const kind = this.labels.kind[label] as LabelKind
    if (kind === LabelKind.Value) return
    if (node < this.whole.size) {
      const end = this.useStarts[node + 1] as number
      for (let at = this.useStarts[node] as number; at < end; at++) this.meet(this.users[at] as number, label, kind)
    }
    if (kind === LabelKind.Function) {
      const callbacks = this.callbacks.get(node)
      if (callbacks) for (const callback of callbacks) this.runCallback(this.labels.data[label] as number, callback)
    }
    // Reactions that come meanwhile have seen this label.
    for (let i = 0; i < this.reactions.size(node); i++) {
      const at = this.reactions.item(node, i)
      this.perform(this.reactionKinds.get(at), node, this.reactionXs.get(at), this.reactionYs.get(at), label, kind)
    }
  }

  /**
   * Only tells who sees to it. Code that has run a while is compiled for what it has seen, and compiled again with whatever it
   * contains when it sees more: short functions make that cheap.
   */
  private meet(user: number, label: number, kind: LabelKind): void {
    switch (this.whole.kind[user] as Kind) {
      case Kind.Load:
        this.load(user, label, kind, this.whole.b[user] as number)
        break
      case Kind.Call:
        this.call(user, label, kind)
        break
      case Kind.TypeRef:
        this.typed(user, label, kind)
        break
      default:
        this.meetRarely(user, label, kind)
    }
  }

  private meetRarely(user: number, label: number, kind: LabelKind): void {
    switch (this.whole.kind[user] as Kind) {
      case Kind.LoadDynamic:
        this.loadDynamic(user, label, kind)
        break
      case Kind.Store:
        this.store(user, label, kind)
        break
      case Kind.StoreDynamic:
        this.storeDynamic(user, label, kind)
        break
      case Kind.Element:
        if (kind === LabelKind.Api) this.addPath(user, this.paths.take(this.labels.data[label] as number, this.elementStep), user)
        else if (isObject(kind)) this.edge(this.field(label, this.elementString), user)
        break
      case Kind.New:
        this.construct(user, label, kind)
        break
      case Kind.Jsx:
        this.element(user, label, kind)
        break
      case Kind.Tagged:
        this.tagged(user, label, kind)
        break
    }
  }

  private loadDynamic(user: number, label: number, kind: LabelKind): void {
    if (kind === LabelKind.Api) this.addPath(user, this.paths.take(this.labels.data[label] as number, this.elementStep), user)
    else if (isObject(kind)) {
      const keys = this.keysOf(this.whole.b[user] as number)
      for (const key of keys) this.edge(this.field(label, key), user)
      this.edge(this.field(label, this.elementString), user)
      if (kind === LabelKind.Object && this.isTableOf(label, user, keys)) this.collectFields(label, kind, user)
    }
  }

  private calledByKey: Set<number> | undefined
  /** `commands[name](argument)`: a table written out in the code, of which any entry may be called. */
  private isTableOf(label: number, load: number, keys: readonly number[]): boolean {
    const { whole } = this
    if (!this.calledByKey) {
      this.calledByKey = new Set()
      for (let node = 0; node < whole.size; node++)
        if (whole.kind[node] === Kind.Call && whole.kind[whole.a[node] as number] === Kind.LoadDynamic) this.calledByKey.add(whole.a[node] as number)
    }
    const at = this.labels.data[label] as number
    if (!this.calledByKey.has(load) || whole.kind[at] !== Kind.Object) return false
    const entries = whole.items(whole.a[at] as number)
    return entries.length <= MOST_ENTRIES && entries.every((entry) => !keys.includes(whole.a[entry] as number))
  }

  private store(user: number, label: number, kind: LabelKind): void {
    const { b, c } = this.whole
    if (isObject(kind)) this.edge(c[user] as number, this.field(label, b[user] as number))
    // `socket.onmessage = f`, `$.fn.plugin = f`: called from there, where a model says so.
    if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
      const path = kind === LabelKind.Api ? (this.labels.data[label] as number) : (this.labels.extra[label] as number)
      const to = this.paths.look(path, this.memberStep(b[user] as number))
      if (to >= 0) this.escape(c[user] as number, to)
    }
  }

  private storeDynamic(user: number, label: number, kind: LabelKind): void {
    const { whole } = this
    if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
      const path = (kind === LabelKind.Api ? this.labels.data[label] : this.labels.extra[label]) as number
      const names = this.keysOf(whole.b[user] as number).map((key) => `.${whole.text(key)}`)
      for (const name of names.length > 0 ? names : ['.*']) {
        const to = this.paths.find(path, name)
        if (to >= 0 && this.paths.node(to).known) this.escape(whole.c[user] as number, to)
      }
    }
    if (isObject(kind)) {
      const keys = this.keysOf(whole.b[user] as number)
      this.edge(whole.c[user] as number, this.field(label, this.elementString))
      for (const key of keys) this.edge(whole.c[user] as number, this.field(label, key))
      if (keys.length === 0 && kind === LabelKind.Object) this.takesAnyName(label)
    }
  }

  /** `models[model.name] = model`: whatever is read from the object by name may be that. */
  private takesAnyName(label: number): void {
    const at = this.labels.data[label] as number
    if (this.whole.kind[at] !== Kind.Object || this.computed.has(at)) return
    this.computed.add(at)
    const element = this.field(label, this.elementString)
    const fields = this.fieldLists.size(label)
    for (let i = 0; i < fields; i++) this.edge(element, this.fieldLists.item(label, i))
  }

  private element(user: number, label: number, kind: LabelKind): void {
    const attributes = this.whole.b[user] as number
    if (kind !== LabelKind.Api || attributes === -1) return
    const to = this.paths.argument(this.labels.data[label] as number, 0)
    if (to >= 0) this.escape(attributes, to)
  }

  private tagged(user: number, label: number, kind: LabelKind): void {
    const data = this.labels.data[label] as number
    if (kind === LabelKind.Api) this.addPath(user, this.paths.call(data), user)
    else if (kind === LabelKind.Function) {
      // The texts come as one list, then every value.
      const values = this.whole.args(user).filter((_, index) => index % 2 === 1)
      const args = Int32Array.of(-1, ...values)
      this.enter(user, data, args, 0, args.length, -1)
    }
  }

  /** Property names a dynamic key is known to have. */
  private keysOf(node: number): number[] {
    const keys: number[] = []
    for (let i = 0; i < this.sets.size(node); i++) {
      const label = this.sets.item(node, i)
      if (this.labels.kind[label] !== LabelKind.Value) continue
      const at = this.labels.data[label] as number
      if (this.whole.kind[at] === Kind.String || this.whole.kind[at] === Kind.Number) keys.push(this.whole.a[at] as number)
    }
    return keys
  }

  private load(to: number, label: number, kind: LabelKind, property: number): void {
    switch (kind) {
      case LabelKind.Api:
        this.addPath(to, this.memberOf(this.labels.data[label] as number, property), to)
        break
      case LabelKind.Object:
        this.edge(this.field(label, property), to)
        this.loadElement(to, label, property)
        break
      case LabelKind.Instance:
      case LabelKind.Module:
        this.edge(this.field(label, property), to)
        break
      default:
        this.loadRarely(to, label, kind, property)
    }
  }

  /** What a list, or an object with computed keys, has besides what was put in by that name. */
  private loadElement(to: number, label: number, property: number): void {
    const at = this.labels.data[label] as number
    if (this.whole.kind[at] === Kind.Object) {
      if (this.computed.has(at)) this.edge(this.field(label, this.elementString), to)
    } else if (this.whole.kind[at] === Kind.New) this.collectionMethod(to, label, this.whole.text(property))
    else if (this.isIndex(property)) this.edge(this.field(label, this.elementString), to)
    else this.arrayMethod(to, label, this.whole.text(property))
  }

  private loadRarely(to: number, label: number, kind: LabelKind, property: number): void {
    const data = this.labels.data[label] as number
    switch (kind) {
      case LabelKind.ApiObject:
        this.addPath(to, this.memberOf(this.labels.extra[label] as number, property), to)
        this.edge(this.field(label, property), to)
        break
      case LabelKind.Interface: {
        // Interfaces may extend each other in a circle: no compiler takes that, but it stands in tests of compilers.
        if (this.interfaceLoads.get(to, label) === property) break
        this.interfaceLoads.set(to, label, property)
        const fact = this.whole.interfaces[data]
        const name = this.whole.text(property)
        for (const member of fact?.members ?? []) if (member.name === name) this.edge(member.type, to)
        for (const parent of fact?.extends ?? []) this.loadInto(parent, property, to)
        break
      }
      case LabelKind.Function:
        if (this.whole.text(property) === 'prototype') this.add(to, this.labels.of(LabelKind.Constructed, data))
        else {
          this.edge(this.field(label, property), to)
          this.functionMethod(to, label, this.whole.text(property))
        }
        break
      case LabelKind.Class:
        if (this.whole.text(property) === 'prototype') this.add(to, this.labels.of(LabelKind.Instance, data))
        this.edge(this.field(label, property), to)
        for (let cls = this.superclass.get(data), hops = 0; cls !== undefined && hops < 8; cls = this.superclass.get(cls), hops++)
          this.edge(this.field(this.labels.of(LabelKind.Class, cls), property), to)
        this.loadStatic(to, data, property)
        break
      default:
        if (isObject(kind)) this.edge(this.field(label, property), to)
    }
  }

  /** What a class of the program has from a library's class that it extends: `User.findAll` of `class User extends Model`. */
  private loadStatic(to: number, cls: number, property: number): void {
    for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 8; at = this.superclass.get(at), hops++) {
      const { extends: parent } = this.whole.classes[at] as { extends: number }
      if (parent >= 0) this.react(parent, Reaction.Static, to, property)
    }
  }

  private memberOf(path: number, property: number): number {
    // An index into a list of results is any of them.
    return this.paths.take(path, this.isIndex(property) ? this.elementStep : this.memberStep(property))
  }

  private isIndex(property: number): boolean {
    let index = this.indices[property] ?? 0
    if (index === 0) {
      index = /^\d+$/.test(this.whole.text(property)) ? 2 : 1
      // A string that came up after the files' own has no place; it is looked at each time.
      this.indices[property] = index
    }
    return index === 2
  }

  /** Number of the step that a property is on an API path. */
  private memberStep(property: number): number {
    let step = this.memberSteps[property] ?? 0
    if (step === 0) {
      step = this.paths.stepNumber(`.${this.whole.text(property)}`) + 1
      this.memberSteps[property] = step
    }
    return step - 1
  }

  /** Calls of what a node of the files gives. */
  private callsOf(callee: number): number[] {
    if (callee >= this.whole.size) return []
    const { kind, a } = this.whole
    const calls: number[] = []
    for (let at = this.useStarts[callee] as number; at < (this.useStarts[callee + 1] as number); at++) {
      const user = this.users[at] as number
      if (kind[user] === Kind.Call && a[user] === callee) calls.push(user)
    }
    return calls
  }

  /** `f.bind(x)`, `f.call(x, …)`, `f.apply(x, …)`. */
  private functionMethod(load: number, label: number, method: string): void {
    if (method !== 'bind' && method !== 'call' && method !== 'apply') return
    for (const call of this.callsOf(load)) {
      const args = this.whole.args(call)
      const fn = this.labels.data[label] as number
      const fact = this.whole.functions[fn]
      if (method === 'call') this.enter(call, fn, args, 1, args.length, args[0] ?? -1)
      else if (method === 'apply') {
        this.enter(call, fn, args, 0, 0, args[0] ?? -1)
        if (args[1] !== undefined) for (const param of fact?.params ?? []) this.loadInto(args[1], this.elementString, param)
      } else {
        this.add(call, label)
        if (fact && args[0] !== undefined && fact.self >= 0) this.edge(args[0], fact.self)
        for (let i = 1; i < args.length; i++) this.edge(args[i] as number, fact?.params[i - 1] ?? -1)
      }
    }
  }

  private arrayMethod(load: number, label: number, method: string): void {
    const { whole } = this
    const elements = this.field(label, this.elementString)
    const known = ELEMENT_CALLBACKS.get(method)
    for (const call of this.callsOf(load)) {
      const args = whole.args(call)
      if (method === 'push' || method === 'unshift') {
        for (const argument of args) {
          if (whole.kind[argument] === Kind.Spread) this.copy(whole.a[argument] as number, label)
          else this.edge(argument, elements)
        }
      } else if (known) {
        let result = -1
        if (known.result === 'mapped') {
          const made = this.labels.of(LabelKind.Object, call)
          this.add(call, made)
          result = this.field(made, this.elementString)
        } else if (known.result === 'same' || known.result === 'flat') this.add(call, label)
        else if (known.result === 'element') this.edge(elements, call)
        if (args[0] !== undefined) this.callback(args[0], { parameter: known.element, from: elements, result })
        if (method.startsWith('reduce') && args[1] !== undefined) {
          this.edge(args[1], call)
          this.callback(args[0] as number, { parameter: 0, from: args[1], result: call })
        }
      } else if (SAME_ARRAY.has(method)) this.add(call, label)
      else if (TAKES_ELEMENT.has(method)) this.edge(elements, call)
    }
  }

  /** What a Map or a Set holds: whatever was put in, by whichever key. */
  private collectionMethod(load: number, label: number, method: string): void {
    if (!this.maps.has(label) && (method === 'forEach' || method === 'values')) {
      this.arrayMethod(load, label, method)
      return
    }
    const held = this.field(label, this.heldString)
    for (const call of this.callsOf(load)) {
      const args = this.whole.args(call)
      if (method === 'get') this.edge(held, call)
      else if (method === 'forEach' && args[0] !== undefined) this.callback(args[0], { parameter: 0, from: held, result: -1 })
      else if (method === 'set' && args[1] !== undefined) {
        this.react(args[1], Reaction.Hold, held)
        this.add(call, label)
      } else if (method === 'add' && args[0] !== undefined) {
        this.react(args[0], Reaction.Hold, this.field(label, this.elementString))
        this.add(call, label)
      } else if (method === 'values') {
        const list = this.labels.of(LabelKind.Object, call)
        this.add(call, list)
        this.edge(held, this.field(list, this.elementString))
      } else if (method === 'entries') this.add(call, label)
    }
  }

  /** Whether a path is a part of a request. */
  private isSent(path: number): boolean {
    for (let at = path, hops = 0; at >= 0 && hops < 12; at = this.paths.node(at).parent, hops++) if (this.models.doors.inputs.has(at)) return true
    return false
  }

  private readonly maps = new Set<number>()
  /** `new Map([['a', x]])`: elements are pairs, whose second half is what it holds; those of a Set are what was put in. */
  private collection(site: number, made: string): void {
    const label = this.labels.of(LabelKind.Object, site)
    this.add(site, label)
    const given = this.whole.args(site)[0]
    const elements = this.field(label, this.elementString)
    if (made === 'set') {
      if (given !== undefined) this.loadInto(given, this.elementString, elements)
      return
    }
    this.maps.add(label)
    const held = this.field(label, this.heldString)
    const pair = this.labels.of(LabelKind.ObjectOf, site)
    const second = this.whole.string('1')
    this.add(elements, pair)
    this.edge(held, this.field(pair, second))
    if (given === undefined) return
    const pairs = this.fresh()
    this.loadInto(given, this.elementString, pairs)
    this.loadInto(pairs, second, held)
  }

  private typed(user: number, label: number, kind: LabelKind): void {
    const data = this.labels.data[label] as number
    const { whole } = this
    if (whole.c[user] === 1) {
      // An array of it: one element of that type.
      const made = this.labels.of(LabelKind.Object, user)
      this.add(user, made)
      if (kind === LabelKind.Class) this.add(this.field(made, this.elementString), this.labels.of(LabelKind.Instance, data))
      else if (kind === LabelKind.Api) this.addPath(this.field(made, this.elementString), this.paths.instance(data), user)
      else this.add(this.field(made, this.elementString), label)
      return
    }
    if (kind === LabelKind.Api) {
      if (TRANSPARENT_TYPES.has(this.paths.show(data))) {
        for (const argument of whole.args(user)) this.edge(argument, user)
        return
      }
      // A global type that no model knows says nothing that could be followed.
      if (this.paths.rootOf(data).startsWith('global:') && !this.paths.node(data).known) return
      const path = this.paths.instance(data)
      if (path < 0) return
      if (this.paths.node(path).instance) {
        this.deferredTypes.push([user, path])
      } else this.addPath(user, path, user)
    } else if (kind === LabelKind.Class) this.add(user, this.labels.of(LabelKind.Instance, data))
    else if (kind === LabelKind.Interface || kind === LabelKind.Instance) this.add(user, label)
  }

  private extendApi(cls: number, path: number): void {
    // A class of the program that extends a library's: its instances have the library's members.
    const made = this.paths.instance(path)
    if (made >= 0) this.addPath((this.whole.classes[cls] as { self: number }).self, made, (this.whole.classes[cls] as { node: number }).node)
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private receiverOf(call: number): number {
    const callee = this.whole.a[call] as number
    const kind = this.whole.kind[callee]
    return kind === Kind.Load || kind === Kind.LoadDynamic ? (this.whole.a[callee] as number) : -1
  }

  /** Joins a call and a function: arguments, the list's places `from` up to `to`, and what comes back. */
  private enter(call: number, fn: number, args: Int32Array, from: number, to: number, receiver: number): void {
    const { whole } = this
    const fact = whole.functions[fn]
    if (!fact || !relate(this.callees, call, fn, this.oneFunction)) return
    this.calledFrom(fn, call)
    const { params } = fact
    const last = params.length - 1
    const hasRest = last >= 0 && whole.c[params[last] as number] === 1
    for (let i = 0; i < to - from; i++) {
      const argument = args[from + i] as number
      if (argument >= 0 && whole.kind[argument] === Kind.Spread) {
        for (let j = i; j < params.length; j++) this.loadInto(whole.a[argument] as number, this.elementString, params[j] as number)
        break
      }
      if (hasRest && i >= last) {
        const list = this.labels.of(LabelKind.Object, params[last] as number)
        this.add(params[last] as number, list)
        this.edge(argument, this.field(list, this.elementString))
      } else if (i <= last) this.edge(argument, params[i] as number)
    }
    if (receiver >= 0 && fact.self >= 0) this.edge(receiver, fact.self)
    for (const value of fact.returns) this.edge(value, call)
    // Only declared here: its type is all there is to know.
    if (fact.returns.length === 0 && fact.fact.returnType >= 0) this.edge(fact.fact.returnType + (whole.base[fact.file] as number), call)
  }

  private calledFrom(fn: number, call: number): void {
    const callers = this.callers.get(fn)
    if (callers) callers.add(call)
    else this.callers.set(fn, new Set([call]))
  }

  private call(call: number, label: number, kind: LabelKind): void {
    const data = this.labels.data[label] as number
    if (kind === LabelKind.Function) {
      const list = this.whole.b[call] as number
      this.enter(call, data, this.whole.lists, list + 1, list < 0 ? 0 : list + 1 + (this.whole.lists[list] as number), this.receiverOf(call))
    } else if (kind === LabelKind.Api) this.callApi(call, data)
    else if (kind === LabelKind.ApiObject && this.labels.extra[label] === this.resolvePath) {
      const value = this.whole.args(call)[0]
      if (value !== undefined) this.edge(value, data)
    } else if (kind === LabelKind.ApiObject) this.callApi(call, this.labels.extra[label] as number)
    else if (kind === LabelKind.Class && this.whole.kind[this.whole.a[call] as number] === Kind.Global) this.construct(call, label, kind)
  }

  private callApi(call: number, path: number): void {
    if (!this.relateToPath(call, path)) return
    const { self, passes } = this.models
    const result = this.paths.call(path)
    if (result >= 0) {
      if (self.has(result) || self.has(path)) this.edge(this.receiverOf(call), call)
      else this.addPath(call, result, call)
    }
    // `exec.bind(child_process)` is `exec`.
    if (this.paths.node(path).step === '.bind') {
      const callee = this.whole.a[call] as number
      if (this.whole.kind[callee] === Kind.Load) this.edge(this.whole.a[callee] as number, call)
    }
    const args = this.whole.args(call)
    const passed = passes.get(path)
    if (passed !== undefined && args[passed] !== undefined) this.edge(args[passed], call)
    for (let i = 0; i < args.length; i++) this.hand(args[i] as number, this.paths.argument(path, i))
    // A library function given functions most often hands back one that runs them: wrappers, promisify, memoize.
    if (!this.paths.node(path).known && this.receiverOf(call) < 0)
      for (let i = 0; i < args.length; i++) this.react(args[i] as number, Reaction.Wrap, call)
    if (args.length > 0 && !this.paths.rootOf(path).startsWith('npm:')) this.intrinsic(call, path, args)
  }

  /** Hands an argument to an API path. */
  private hand(argument: number, to: number): void {
    if (to < 0) return
    if (this.whole.kind[argument] !== Kind.Spread) {
      this.escape(argument, to)
      return
    }
    const node = this.fresh()
    this.loadInto(this.whole.a[argument] as number, this.elementString, node)
    this.escape(node, to)
  }

  /** Globals whose result is made of their arguments. */
  private intrinsic(call: number, path: number, args: Int32Array): void {
    const first = args[0]
    if (first === undefined) return
    switch (this.paths.show(path)) {
      case 'Object.values':
      case 'Object.entries':
      case 'Array.from':
      case 'Promise.all':
      case 'Promise.allSettled':
      case 'Object.keys': {
        const list = this.labels.of(LabelKind.Object, call)
        this.add(call, list)
        const name = this.paths.show(path)
        if (name === 'Object.keys') break
        const element = this.field(list, this.elementString)
        if (name === 'Object.entries') {
          // A pair's second half is any property's value; its first half is text.
          const pair = this.labels.of(LabelKind.ObjectOf, call)
          this.add(element, pair)
          this.collect(first, this.field(pair, this.whole.string('1')))
        } else if (name === 'Object.values') this.collect(first, element)
        else {
          this.loadInto(first, this.elementString, element)
          if (name.startsWith('Promise')) this.copy(first, list)
        }
        break
      }
      case 'Object.assign':
        this.edge(first, call)
        for (let i = 1; i < args.length; i++) this.spreadInto(args[i] as number, first)
        break
      case 'Object.freeze':
      case 'Promise.resolve':
      case 'structuredClone':
        this.edge(first, call)
        break
    }
  }

  /** Every property of what arrives at a node flows to another. */
  private collect(from: number, to: number): void {
    this.react(from, Reaction.Collect, to)
  }

  private collectFields(label: number, kind: LabelKind, to: number): void {
    if (!isObject(kind)) return
    this.watch(this.collectors, label, to)
    for (let i = 0, count = this.fieldLists.size(label); i < count; i++) this.edge(this.fieldLists.item(label, i), to)
  }
  private readonly collectors = new Map<number, number[]>()

  private spreadInto(from: number, to: number): void {
    this.react(to, Reaction.Spread, from)
  }

  private construct(site: number, label: number, kind: LabelKind): void {
    const data = this.labels.data[label] as number
    const { whole } = this
    if (kind === LabelKind.Class) {
      const instance = this.labels.of(LabelKind.Instance, data)
      this.add(site, instance)
      let made = whole.classes[data]?.constructor_ ?? -1
      for (let cls = this.superclass.get(data), hops = 0; made < 0 && cls !== undefined && hops < 8; cls = this.superclass.get(cls), hops++)
        made = whole.classes[cls]?.constructor_ ?? -1
      if (made >= 0) this.enterConstructor(site, made)
    } else if (kind === LabelKind.Function) {
      const instance = this.labels.of(LabelKind.Constructed, data)
      this.add(site, instance)
      this.giveSelf(data, instance)
      this.enterConstructor(site, data)
    } else if (kind === LabelKind.Api) {
      if (!this.relateToPath(site, data)) return
      this.addPath(site, this.paths.instance(data), site)
      const args = whole.args(site)
      for (let i = 0; i < args.length; i++) {
        const to = this.paths.argument(data, i)
        if (to >= 0) this.escape(args[i] as number, to)
      }
      if (this.paths.show(data) === 'Promise' && args[0] !== undefined) this.promise(site, args[0])
      const made = COLLECTIONS.get(this.paths.show(data))
      if (made) this.collection(site, made)
    }
  }

  /** `new Promise((resolve) => resolve(x))` is x: its `resolve` knows which promise it settles. */
  private promise(site: number, executor: number): void {
    this.react(executor, Reaction.Promise, site)
  }

  /** False where that was known. */
  private relateToPath(call: number, path: number): boolean {
    if (!relate(this.apiCalls, call, path, this.onePath)) return false
    const calls = this.callsOfPath.get(path)
    if (calls) calls.push(call)
    else this.callsOfPath.set(path, [call])
    return true
  }

  private enterConstructor(site: number, fn: number): void {
    const { whole } = this
    const fact = whole.functions[fn]
    if (!fact) return
    if (this.callers.get(fn)?.has(site)) return
    this.calledFrom(fn, site)
    relate(this.callees, site, fn, this.oneFunction)
    const args = whole.args(site)
    for (let i = 0; i < args.length; i++) {
      const param = fact.params[i]
      if (param !== undefined) this.edge(args[i] as number, param)
    }
  }

  // ── what leaves the program ────────────────────────────────────────────────────────────────────────────────────────

  /**
   * What arrives at a node is handed to an API path: functions are called from there, objects may hold some. Objects are
   * followed where a model asks for what is in them, and otherwise only where they are written out as the argument: every
   * object that ever reaches any unknown call would be far more than anyone asks for.
   */
  private escape(node: number, path: number): void {
    this.react(node, Reaction.Escape, path)
  }

  private readonly escapedObjects = new Map<number, number[]>()
  /** API path → labels of functions that were handed to it. */
  private readonly escapedAt = new IntLists(0)
  private readonly escapesSeen = new PairTable()

  private escapedFunction(path: number, label: number): void {
    if (this.escapesSeen.get(path, label) >= 0) return
    this.escapesSeen.set(path, label, 1)
    this.escapedAt.push(path, label)
    const params = this.whole.functions[this.labels.data[label] as number]?.params ?? NONE
    const arity = params.length
    this.aritySteps[arity] ??= this.paths.stepNumber(`[1/${arity}]`)
    const byArity = this.paths.look(path, this.aritySteps[arity] as number) >= 0
    for (let index = 0; index < arity; index++) {
      const to = byArity ? this.paths.find(path, `[${index}/${arity}]`) : this.paths.parameter(path, index)
      if (to >= 0) this.addPath(params[index] as number, to, params[index] as number)
    }
  }

  private escapedObject(path: number, label: number): void {
    if (this.escapedObjects.get(label)?.includes(path)) return
    this.watch(this.escapedObjects, label, path)
    for (let i = 0, count = this.fieldLists.size(label); i < count; i++) {
      const field = this.fieldLists.item(label, i)
      this.escapeField(path, this.propertyOf(field), field)
    }
  }

  private escapeField(path: number, property: number, node: number): void {
    if (property === this.elementString) {
      this.escape(node, path)
      return
    }
    if (this.isIndex(property)) return
    const step = this.memberStep(property)
    const to = this.paths.node(path).known ? this.paths.look(path, step) : this.paths.take(path, step)
    if (to >= 0) this.escape(node, to)
  }
}

/** Adds to what a call runs; false where it was known. Most calls run one thing, which others run too: one set for all of them. */
function relate(map: Map<number, Set<number>>, call: number, value: number, ones: Map<number, Set<number>>): boolean {
  const known = map.get(call)
  if (!known) {
    let one = ones.get(value)
    if (!one) {
      one = new Set([value])
      ones.set(value, one)
    }
    map.set(call, one)
    return true
  }
  if (known.has(value)) return false
  if (known.size === 1) map.set(call, new Set([...known, value]))
  else known.add(value)
  return true
}

/** Nodes that do something with what arrives at another, grouped by that one. */
function usersOf({ kind, a, size }: Whole): { starts: Int32Array; users: Int32Array } {
  const isUser = new Uint8Array(256)
  for (const user of [
    Kind.Load,
    Kind.LoadDynamic,
    Kind.Store,
    Kind.StoreDynamic,
    Kind.Element,
    Kind.TypeRef,
    Kind.Tagged,
    Kind.New,
    Kind.Jsx,
    Kind.Call,
  ])
    isUser[user] = 1
  const starts = new Int32Array(size + 1)
  for (let node = 0; node < size; node++) {
    const used = a[node] as number
    if (isUser[kind[node] as number] === 1 && used >= 0) starts[used] = (starts[used] as number) + 1
  }
  // Ends first; filling from behind turns them into beginnings and keeps the order.
  for (let node = 0, end = 0; node <= size; node++) {
    end += starts[node] as number
    starts[node] = end
  }
  const users = new Int32Array(starts[size] as number)
  for (let node = size - 1; node >= 0; node--) {
    const used = a[node] as number
    if (isUser[kind[node] as number] !== 1 || used < 0) continue
    const place = (starts[used] as number) - 1
    starts[used] = place
    users[place] = node
  }
  return { starts, users }
}

const NONE: readonly number[] = []
/** Up to so many successors a list is searched; beyond, a set. */
const FEW = 12

function isObject(kind: LabelKind): boolean {
  return kind !== LabelKind.Value && kind !== LabelKind.Api && kind !== LabelKind.Interface
}
