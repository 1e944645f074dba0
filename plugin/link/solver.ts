/**
 * One inclusion-based solver for the whole program: what every expression may be. Labels are abstract objects (functions,
 * objects, classes, instances, modules) and API paths; they follow values through variables, properties, calls, returns,
 * closures and files until nothing changes. The call graph falls out: a function label at a callee joins arguments to
 * parameters and returns to the call.
 *
 * Inclusion-based (Andersen) because routes and taint need to know which object, not only which kind; context-insensitive
 * because the few places where contexts matter (helpers that register routes) ask `Values`, which looks at call sites.
 */
import { FunctionFlag, Kind } from '../graph'
import type { ApiPaths } from './api-paths'
import { LabelKind, Labels } from './labels'
import type { Models } from './models'
import type { ModuleMap } from './modules'
import { PLUS } from './operators'
import type { Whole } from './whole'

/** Most labels of one node, and most plain values among them. Further ones are dropped and counted. */
const MOST_LABELS = 40
const MOST_VALUES = 12

/** A callback: when a function arrives at a node, one of its parameters gets a value and its results go somewhere. */
interface Callback {
  parameter: number
  from: number
  result: number
}

/** Array methods whose callback sees elements, and what they return. */
const ELEMENT_CALLBACKS: Record<string, { element: number; result: 'mapped' | 'same' | 'element' | 'none' | 'flat' }> = {
  forEach: { element: 0, result: 'none' },
  map: { element: 0, result: 'mapped' },
  flatMap: { element: 0, result: 'flat' },
  filter: { element: 0, result: 'same' },
  find: { element: 0, result: 'element' },
  findLast: { element: 0, result: 'element' },
  some: { element: 0, result: 'none' },
  every: { element: 0, result: 'none' },
  sort: { element: 0, result: 'same' },
  reduce: { element: 1, result: 'none' },
  reduceRight: { element: 1, result: 'none' },
}
const SAME_ARRAY = new Set(['slice', 'reverse', 'concat', 'flat', 'toSorted', 'toReversed', 'splice', 'values'])
const TAKES_ELEMENT = new Set(['pop', 'shift', 'at'])
const ELEMENT = '[]'

type Reaction = (label: number, kind: LabelKind) => void

export class Solver {
  readonly labels: Labels
  readonly sets: (number[] | undefined)[]
  /** Nodes that could not take every label that came. */
  readonly limited = new Set<number>()
  /** Grows with whatever becomes known: answers that were remembered hold as long as it stays. */
  changes = 0
  private readonly successors: (number[] | undefined)[]
  private readonly uses: (number[] | undefined)[]
  private readonly callbacks = new Map<number, Callback[]>()
  /** Field names of each object label, for spreads and enumeration. */
  readonly fieldsOf = new Map<number, Map<number, number>>()
  /** What else to do when a label arrives at a node. */
  private readonly reactions = new Map<number, Reaction[]>()
  /** Targets of nodes that have many. */
  private readonly edgesSeen = new Map<number, Set<number>>()
  private queue: number[] = []
  private readonly deferredTypes: [type: number, path: number][] = []
  private readonly paths: ApiPaths
  private readonly elementString: number
  private readonly resolvePath: number
  /** Function → nodes that call it. */
  readonly callers: Map<number, Set<number>> = new Map()
  /** Call node → functions of the program it may run. */
  readonly callees: Map<number, Set<number>> = new Map()
  /** Call node → API paths it may call. */
  readonly apiCalls: Map<number, Set<number>> = new Map()
  private readonly subclasses = new Map<number, number[]>()
  readonly superclass = new Map<number, number>()

  constructor(
    readonly whole: Whole,
    private readonly models: Models,
    private readonly modules: ModuleMap,
    private readonly fileIndex: Map<string, number>,
  ) {
    this.labels = new Labels(whole.kind)
    this.paths = models.paths
    this.sets = new Array(whole.size)
    this.successors = new Array(whole.size)
    this.uses = new Array(whole.size)
    this.elementString = whole.string(ELEMENT)
    this.resolvePath = this.paths.root('global:Promise resolve')
  }

  solve(): void {
    this.seed()
    this.run()
    // Types of stateful objects speak only where values did not.
    const told = new Set<string>()
    for (let before = -1; before !== told.size; ) {
      before = told.size
      // Members of interfaces are read only once something is known to have that type.
      for (const [type, path] of this.deferredTypes)
        for (const node of [...(this.successors[type] ?? NONE)]) {
          if (told.has(`${node} ${path}`)) continue
          told.add(`${node} ${path}`)
          const known = this.sets[node]?.some((label) => this.labels.kind[label] === LabelKind.ApiObject && this.labels.extra[label] === path)
          if (!known) this.add(node, this.labels.of(LabelKind.ApiObject, node, path))
        }
      this.run()
    }
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
    return this.successors[node] ?? NONE
  }

  /** Labels of functions that were handed to an API path. */
  functionsAt(path: number): Iterable<number> {
    return this.escapedFunctions.get(path) ?? NONE
  }

  /** Whether a label is the `resolve` of a promise; its data is then the promise. */
  isResolve(label: number): boolean {
    return this.labels.kind[label] === LabelKind.ApiObject && this.labels.extra[label] === this.resolvePath
  }

  /** Labels of a node, in the order in which they were found. */
  of(node: number): readonly number[] {
    return this.sets[node] ?? NONE
  }

  /** A fresh node outside the files: fields, escapes. */
  private fresh(): number {
    this.changes++
    this.sets.push(undefined)
    this.successors.push(undefined)
    this.uses.push(undefined)
    return this.sets.length - 1
  }

  // ── setting up ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private use(node: number, user: number): void {
    if (node < 0) return
    const users = this.uses[node]
    if (users) users.push(user)
    else this.uses[node] = [user]
  }

  private seed(): void {
    const { whole, labels } = this
    const { kind, a, b, c } = whole
    for (let node = 0; node < whole.size; node++) {
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
          for (const item of whole.items(a[node] as number)) this.edge(item, node)
          break
        case Kind.Refine:
        case Kind.Await:
        case Kind.Rest:
          this.edge(a[node] as number, node)
          break
        case Kind.Global:
          if (whole.text(a[node] as number) === 'super') this.seedSuper(node)
          else this.addPath(node, this.paths.root(`global:${whole.text(a[node] as number)}`), node)
          break
        case Kind.Import:
          this.seedImport(node)
          break
        case Kind.Load:
        case Kind.LoadDynamic:
        case Kind.Store:
        case Kind.StoreDynamic:
        case Kind.Element:
        case Kind.TypeRef:
          this.use(a[node] as number, node)
          break
        case Kind.Tagged:
        case Kind.New:
          this.use(a[node] as number, node)
          break
        case Kind.Jsx:
          // A library's component is given its attributes, functions among them; an element of the page its handlers.
          this.use(a[node] as number, node)
          if (kind[a[node] as number] === Kind.String && b[node] !== -1)
            this.escape(b[node] as number, this.paths.argument(this.paths.root('type:react/Tag'), 0))
          break
        case Kind.Call:
          this.use(a[node] as number, node)
          this.seedMethodCall(node)
          break
        case Kind.Object: {
          const object = labels.of(LabelKind.Object, node)
          this.add(node, object)
          for (const entry of whole.items(a[node] as number)) {
            if (kind[entry] === Kind.Spread) this.copy(a[entry] as number, object)
            else this.member(b[entry] as number, this.field(object, a[entry] !== -1 ? (a[entry] as number) : this.elementString))
          }
          break
        }
        case Kind.Array: {
          const object = labels.of(LabelKind.Object, node)
          this.add(node, object)
          let index = 0
          for (const item of whole.items(a[node] as number)) {
            if (kind[item] === Kind.Spread) this.copy(a[item] as number, object)
            else this.edge(item, this.field(object, this.elementString))
            if (index < 12 && kind[item] !== Kind.Spread) this.edge(item, this.field(object, whole.string(String(index))))
            index++
          }
          break
        }
        case Kind.Function:
          this.add(node, labels.of(LabelKind.Function, a[node] as number))
          break
        case Kind.Class:
          this.add(node, labels.of(LabelKind.Class, a[node] as number))
          break
        case Kind.Interface:
          this.add(node, labels.of(LabelKind.Interface, a[node] as number))
          break
      }
    }
    this.seedModules()
    this.seedClasses()
    for (const [node, type] of whole.annotations) this.edge(type, node)
    for (const fn of whole.functions)
      if (fn.fact.returnType >= 0) this.seedReturnType(fn.fact.returnType + (whole.base[fn.file] as number), fn.returns)
  }

  /** A value is of interest only where it flows to: nothing is asked of its own node. */
  private seedValue(node: number): void {
    const successors = this.successors[node]
    this.sets[node] = [node]
    if (successors) for (const to of successors) this.add(to, node)
  }

  /** A declared return type helps where the body says less: `function app(): Express { return make() }`. */
  private seedReturnType(type: number, returns: number[]): void {
    for (const node of returns) this.edge(type, node)
  }

  private seedImport(node: number): void {
    const { whole } = this
    const specifier = whole.text(whole.a[node] as number)
    const name = whole.text(whole.b[node] as number)
    const from = whole.files[whole.fileOf(node)] as { path: string }
    const to = this.modules.resolve(from.path, specifier)
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
    const hasDefault = (this.whole.exports[file] as { name: string }[]).some((entry) => entry.name === 'default')
    if (name === 'default' && !hasDefault) this.edge(exported, node)
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
    this.react(object, (label, kind) => this.load(to, label, kind, property))
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
      if (fact.extends >= 0)
        this.react(fact.extends, (label, kind) => {
          if (kind === LabelKind.Class) this.inherit(index, labels.data[label] as number)
          else if (kind === LabelKind.Api) this.extendApi(index, labels.data[label] as number)
        })
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
      if (superclass >= 0 && !(flags & FunctionFlag.Static))
        this.react(superclass, (label, kind) => {
          if (kind === LabelKind.Class) this.add(node, this.labels.of(LabelKind.Instance, this.labels.data[label] as number))
          else if (kind === LabelKind.Api) this.addPath(node, this.paths.instance(this.labels.data[label] as number), node)
        })
      return
    }
  }

  /** Methods that mean the same on any receiver: promises. */
  private seedMethodCall(call: number): void {
    const { whole } = this
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load) return
    const method = whole.text(whole.b[callee] as number)
    if (method === 'then' || method === 'finally' || method === 'catch') {
      const receiver = whole.a[callee] as number
      const args = whole.args(call)
      if (method === 'then' && args[0] !== undefined) this.callback(args[0], { parameter: 0, from: receiver, result: call })
      if (method !== 'then') this.edge(receiver, call)
    }
  }

  // ── growing ────────────────────────────────────────────────────────────────────────────────────────────────────────

  add(node: number, label: number): void {
    const set = this.sets[node]
    if (!set) {
      this.sets[node] = [label]
    } else {
      if (set.includes(label)) return
      if (set.length >= MOST_VALUES && this.full(set, label)) {
        this.limited.add(node)
        return
      }
      set.push(label)
    }
    this.changes++
    this.queue.push(node, label)
  }

  private full(set: number[], label: number): boolean {
    if (set.length >= MOST_LABELS) return true
    if (this.labels.kind[label] !== LabelKind.Value) return false
    let values = 0
    for (const other of set) if (this.labels.kind[other] === LabelKind.Value) values++
    return values >= MOST_VALUES
  }

  /** Puts an API path on a node: as an object with identity where its type has one. */
  private addPath(node: number, path: number, site: number): void {
    if (path < 0) return
    this.add(node, this.paths.node(path).instance ? this.labels.of(LabelKind.ApiObject, site, path) : this.labels.of(LabelKind.Api, path))
  }

  private edge(from: number, to: number): void {
    if (from < 0 || to < 0 || from === to) return
    const list = this.successors[from]
    if (!list) this.successors[from] = [to]
    else if (list.length < FEW) {
      if (list.includes(to)) return
      list.push(to)
    } else {
      let seen = this.edgesSeen.get(from)
      if (!seen) {
        seen = new Set(list)
        this.edgesSeen.set(from, seen)
      }
      if (seen.has(to)) return
      seen.add(to)
      list.push(to)
    }
    const set = this.sets[from]
    if (set) for (const label of set) this.add(to, label)
  }

  /** Does something for every label a node has and will have. */
  private react(node: number, reaction: Reaction): void {
    const list = this.reactions.get(node)
    if (list) list.push(reaction)
    else this.reactions.set(node, [reaction])
    for (const label of [...this.of(node)]) reaction(label, this.labels.kind[label] as LabelKind)
  }

  field(object: number, property: number): number {
    let names = this.fieldsOf.get(object)
    if (!names) {
      names = new Map()
      this.fieldsOf.set(object, names)
    }
    const known = names.get(property)
    if (known !== undefined) return known
    const node = this.fresh()
    names.set(property, node)
    for (const to of this.copiers.get(object) ?? NONE) this.edge(node, this.field(to, property))
    for (const to of this.collectors.get(object) ?? NONE) this.edge(node, to)
    for (const path of this.escapedObjects.get(object) ?? NONE) this.escapeField(path, property, node)
    if (this.labels.kind[object] === LabelKind.Instance) this.inheritField(this.labels.data[object] as number, property, node)
    return node
  }

  /** Objects into which another one's properties were spread. */
  private readonly copiers = new Map<number, number[]>()
  private copy(from: number, to: number): void {
    this.react(from, (label) => this.copyFields(label, to))
  }

  private copyFields(from: number, to: number): void {
    if (from === to || !isObject(this.labels.kind[from] as LabelKind)) return
    const list = this.copiers.get(from)
    if (list?.includes(to)) return
    if (list) list.push(to)
    else this.copiers.set(from, [to])
    for (const [property, node] of [...(this.fieldsOf.get(from) ?? [])]) this.edge(node, this.field(to, property))
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
    for (const [property, node] of [...(this.fieldsOf.get(instance) ?? [])]) this.inheritField(cls, property, node)
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
    for (const label of this.of(node))
      if (this.labels.kind[label] === LabelKind.Function) this.runCallback(this.labels.data[label] as number, callback)
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
      const batch = this.queue
      this.queue = []
      for (let i = 0; i < batch.length; i += 2) this.arrive(batch[i] as number, batch[i + 1] as number)
    }
  }

  private arrive(node: number, label: number): void {
    const successors = this.successors[node]
    if (successors) for (let i = 0; i < successors.length; i++) this.add(successors[i] as number, label)
    const kind = this.labels.kind[label] as LabelKind
    if (kind === LabelKind.Value) return
    const uses = this.uses[node]
    if (uses) for (let i = 0; i < uses.length; i++) this.meet(uses[i] as number, label, kind)
    const callbacks = this.callbacks.get(node)
    if (callbacks && kind === LabelKind.Function) for (const callback of callbacks) this.runCallback(this.labels.data[label] as number, callback)
    const reactions = this.reactions.get(node)
    if (reactions) for (let i = 0; i < reactions.length; i++) (reactions[i] as Reaction)(label, kind)
  }

  private meet(user: number, label: number, kind: LabelKind): void {
    const { whole } = this
    switch (whole.kind[user] as Kind) {
      case Kind.Load:
        this.load(user, label, kind, whole.b[user] as number)
        break
      case Kind.LoadDynamic:
        if (kind === LabelKind.Api) this.addPath(user, this.paths.member(this.labels.data[label] as number, ELEMENT), user)
        else if (isObject(kind)) {
          for (const key of this.keysOf(whole.b[user] as number)) this.edge(this.field(label, key), user)
          this.edge(this.field(label, this.elementString), user)
        }
        break
      case Kind.Store:
        if (isObject(kind)) this.edge(whole.c[user] as number, this.field(label, whole.b[user] as number))
        // `socket.onmessage = f`, `$.fn.plugin = f`: called from there, where a model says so.
        if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
          const path = kind === LabelKind.Api ? (this.labels.data[label] as number) : (this.labels.extra[label] as number)
          const to = this.paths.find(path, `.${whole.text(whole.b[user] as number)}`)
          if (to >= 0) this.escape(whole.c[user] as number, to)
        }
        break
      case Kind.StoreDynamic:
        if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
          const path = (kind === LabelKind.Api ? this.labels.data[label] : this.labels.extra[label]) as number
          const names = this.keysOf(whole.b[user] as number).map((key) => `.${whole.text(key)}`)
          for (const name of names.length > 0 ? names : ['.*']) {
            const to = this.paths.find(path, name)
            if (to >= 0 && this.paths.node(to).known) this.escape(whole.c[user] as number, to)
          }
        }
        if (isObject(kind)) {
          this.edge(whole.c[user] as number, this.field(label, this.elementString))
          for (const key of this.keysOf(whole.b[user] as number)) this.edge(whole.c[user] as number, this.field(label, key))
        }
        break
      case Kind.Element:
        if (kind === LabelKind.Api) this.addPath(user, this.paths.member(this.labels.data[label] as number, ELEMENT), user)
        else if (isObject(kind)) this.edge(this.field(label, this.elementString), user)
        break
      case Kind.TypeRef:
        this.typed(user, label, kind)
        break
      case Kind.Call:
        this.call(user, label, kind)
        break
      case Kind.New:
        this.construct(user, label, kind)
        break
      case Kind.Jsx:
        if (kind === LabelKind.Api && whole.b[user] !== -1) {
          const to = this.paths.argument(this.labels.data[label] as number, 0)
          if (to >= 0) this.escape(whole.b[user] as number, to)
        }
        break
      case Kind.Tagged:
        if (kind === LabelKind.Api) this.addPath(user, this.paths.call(this.labels.data[label] as number), user)
        else if (kind === LabelKind.Function) {
          // The texts come as one list, then every value.
          const parts = whole.args(user)
          this.enter(user, this.labels.data[label] as number, [-1, ...parts.filter((_, index) => index % 2 === 1)], -1)
        }
        break
    }
  }

  /** Property names a dynamic key is known to have. */
  private keysOf(node: number): number[] {
    const keys: number[] = []
    for (const label of this.of(node)) {
      if (this.labels.kind[label] !== LabelKind.Value) continue
      const at = this.labels.data[label] as number
      if (this.whole.kind[at] === Kind.String || this.whole.kind[at] === Kind.Number) keys.push(this.whole.a[at] as number)
    }
    return keys
  }

  private load(to: number, label: number, kind: LabelKind, property: number): void {
    const data = this.labels.data[label] as number
    switch (kind) {
      case LabelKind.Api:
        this.addPath(to, this.memberOf(data, property), to)
        break
      case LabelKind.ApiObject:
        this.addPath(to, this.memberOf(this.labels.extra[label] as number, property), to)
        this.edge(this.field(label, property), to)
        break
      case LabelKind.Interface: {
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
      case LabelKind.Object:
        this.edge(this.field(label, property), to)
        if (this.whole.kind[data] === Kind.Object) {
          if (this.hasComputed(data)) this.edge(this.field(label, this.elementString), to)
        } else {
          if (/^\d+$/.test(this.whole.text(property))) this.edge(this.field(label, this.elementString), to)
          else this.arrayMethod(to, label, this.whole.text(property))
        }
        break
      default:
        if (isObject(kind)) this.edge(this.field(label, property), to)
    }
  }

  /** What a class of the program has from a library's class that it extends: `User.findAll` of `class User extends Model`. */
  private loadStatic(to: number, cls: number, property: number): void {
    for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 8; at = this.superclass.get(at), hops++) {
      const { extends: parent } = this.whole.classes[at] as { extends: number }
      if (parent >= 0)
        this.react(parent, (label, kind) => {
          if (kind === LabelKind.Api) this.addPath(to, this.memberOf(this.labels.data[label] as number, property), to)
        })
    }
  }

  private hasComputed(object: number): boolean {
    for (const entry of this.whole.items(this.whole.a[object] as number))
      if (this.whole.kind[entry] === Kind.Property && this.whole.a[entry] === -1) return true
    return false
  }

  private memberOf(path: number, property: number): number {
    const name = this.whole.text(property)
    // An index into a list of results is any of them.
    return this.paths.member(path, /^\d+$/.test(name) ? ELEMENT : name)
  }

  /** `f.bind(x)`, `f.call(x, …)`, `f.apply(x, …)`. */
  private functionMethod(load: number, label: number, method: string): void {
    if (method !== 'bind' && method !== 'call' && method !== 'apply') return
    for (const call of this.uses[load] ?? NONE) {
      if (call >= this.whole.size || this.whole.kind[call] !== Kind.Call) continue
      const args = this.whole.args(call)
      const fn = this.labels.data[label] as number
      const fact = this.whole.functions[fn]
      if (method === 'call') this.enter(call, fn, [...args.subarray(1)], args[0] ?? -1)
      else if (method === 'apply') {
        this.enter(call, fn, [], args[0] ?? -1)
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
    for (const call of this.uses[load] ?? NONE) {
      if (call >= whole.size || whole.kind[call] !== Kind.Call || whole.a[call] !== load) continue
      const args = whole.args(call)
      const known = ELEMENT_CALLBACKS[method]
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
      const name = this.paths.show(data)
      if (
        name === 'Promise' ||
        name === 'Array' ||
        name === 'Partial' ||
        name === 'Readonly' ||
        name === 'Omit' ||
        name === 'Pick' ||
        name === 'Required'
      ) {
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

  private enter(call: number, fn: number, args: ArrayLike<number>, receiver: number): void {
    const { whole } = this
    const fact = whole.functions[fn]
    if (!fact) return
    const callees = this.callees.get(call)
    if (callees?.has(fn)) return
    if (callees) callees.add(fn)
    else this.callees.set(call, new Set([fn]))
    const callers = this.callers.get(fn)
    if (callers) callers.add(call)
    else this.callers.set(fn, new Set([call]))
    for (let i = 0; i < args.length; i++) {
      const argument = args[i] as number
      if (whole.kind[argument] === Kind.Spread) {
        for (let j = i; j < fact.params.length; j++) this.loadInto(whole.a[argument] as number, this.elementString, fact.params[j] as number)
        break
      }
      const last = fact.params[fact.params.length - 1]
      const rest = last !== undefined && whole.c[last] === 1 && i >= fact.params.length - 1
      if (rest) {
        const list = this.labels.of(LabelKind.Object, last)
        this.add(last, list)
        this.edge(argument, this.field(list, this.elementString))
      } else {
        const param = fact.params[i]
        if (param !== undefined) this.edge(argument, param)
      }
    }
    if (receiver >= 0 && fact.self >= 0) this.edge(receiver, fact.self)
    for (const value of fact.returns) this.edge(value, call)
    // Only declared here: its type is all there is to know.
    if (fact.returns.length === 0 && fact.fact.returnType >= 0) this.edge(fact.fact.returnType + (whole.base[fact.file] as number), call)
  }

  private call(call: number, label: number, kind: LabelKind): void {
    const data = this.labels.data[label] as number
    if (kind === LabelKind.Function) this.enter(call, data, this.whole.args(call), this.receiverOf(call))
    else if (kind === LabelKind.Api) this.callApi(call, data)
    else if (kind === LabelKind.ApiObject && this.labels.extra[label] === this.resolvePath) {
      const value = this.whole.args(call)[0]
      if (value !== undefined) this.edge(value, data)
    } else if (kind === LabelKind.ApiObject) this.callApi(call, this.labels.extra[label] as number)
    else if (kind === LabelKind.Class && this.whole.kind[this.whole.a[call] as number] === Kind.Global) this.construct(call, label, kind)
  }

  private callApi(call: number, path: number): void {
    const known = this.apiCalls.get(call)
    if (known?.has(path)) return
    if (known) known.add(path)
    else this.apiCalls.set(call, new Set([path]))
    const result = this.paths.call(path)
    const args = this.whole.args(call)
    if (result >= 0) {
      if (this.models.self.has(result) || this.models.self.has(path)) this.edge(this.receiverOf(call), call)
      else this.addPath(call, result, call)
    }
    // `exec.bind(child_process)` is `exec`.
    if (this.paths.node(path).step === '.bind') {
      const callee = this.whole.a[call] as number
      if (this.whole.kind[callee] === Kind.Load) this.edge(this.whole.a[callee] as number, call)
    }
    const passed = this.models.passes.get(path)
    if (passed !== undefined && args[passed] !== undefined) this.edge(args[passed], call)
    for (let i = 0; i < args.length; i++) {
      const argument = args[i] as number
      const to = this.paths.argument(path, i)
      if (to < 0) continue
      if (this.whole.kind[argument] !== Kind.Spread) this.escape(argument, to)
      else {
        const node = this.fresh()
        this.loadInto(this.whole.a[argument] as number, this.elementString, node)
        this.escape(node, to)
      }
    }
    // A library function given functions most often hands back one that runs them: wrappers, promisify, memoize.
    if (!this.paths.node(path).known && this.receiverOf(call) < 0)
      for (const argument of args)
        this.react(argument, (label, kind) => {
          if (kind === LabelKind.Function) this.add(call, label)
        })
    this.intrinsic(call, path, args)
  }

  /** Globals whose result is made of their arguments. */
  private intrinsic(call: number, path: number, args: ArrayLike<number>): void {
    if (this.paths.rootOf(path).startsWith('npm:')) return
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
    this.react(from, (label, kind) => {
      if (!isObject(kind)) return
      const list = this.collectors.get(label)
      if (list) list.push(to)
      else this.collectors.set(label, [to])
      for (const [, field] of [...(this.fieldsOf.get(label) ?? [])]) this.edge(field, to)
    })
  }
  private readonly collectors = new Map<number, number[]>()

  private spreadInto(from: number, to: number): void {
    this.react(to, (label, kind) => {
      if (isObject(kind)) this.copy(from, label)
    })
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
      const known = this.apiCalls.get(site)
      if (known?.has(data)) return
      if (known) known.add(data)
      else this.apiCalls.set(site, new Set([data]))
      this.addPath(site, this.paths.instance(data), site)
      const args = whole.args(site)
      for (let i = 0; i < args.length; i++) {
        const to = this.paths.argument(data, i)
        if (to >= 0) this.escape(args[i] as number, to)
      }
      if (this.paths.show(data) === 'Promise' && args[0] !== undefined) this.promise(site, args[0])
    }
  }

  /** `new Promise((resolve) => resolve(x))` is x: its `resolve` knows which promise it settles. */
  private promise(site: number, executor: number): void {
    this.react(executor, (label, kind) => {
      if (kind !== LabelKind.Function) return
      const resolve = this.whole.functions[this.labels.data[label] as number]?.params[0]
      if (resolve !== undefined) this.add(resolve, this.labels.of(LabelKind.ApiObject, site, this.resolvePath))
    })
  }

  private enterConstructor(site: number, fn: number): void {
    const { whole } = this
    const fact = whole.functions[fn]
    if (!fact) return
    const callers = this.callers.get(fn)
    if (callers?.has(site)) return
    if (callers) callers.add(site)
    else this.callers.set(fn, new Set([site]))
    const callees = this.callees.get(site)
    if (callees) callees.add(fn)
    else this.callees.set(site, new Set([fn]))
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
    const { known } = this.paths.node(path)
    this.react(node, (label, kind) => {
      if (kind === LabelKind.Function || (kind === LabelKind.Object && (known || this.labels.data[label] === node))) this.escaped(path, label, kind)
    })
  }

  private readonly escapedObjects = new Map<number, number[]>()
  private readonly escapedFunctions = new Map<number, Set<number>>()

  private escaped(path: number, label: number, kind: LabelKind): void {
    if (kind === LabelKind.Function) {
      let functions = this.escapedFunctions.get(path)
      if (!functions) {
        functions = new Set()
        this.escapedFunctions.set(path, functions)
      }
      if (functions.has(label)) return
      functions.add(label)
      const fact = this.whole.functions[this.labels.data[label] as number]
      const arity = fact?.params.length ?? 0
      const byArity = this.paths.find(path, `[1/${arity}]`) >= 0
      fact?.params.forEach((param, index) => {
        const to = byArity ? this.paths.find(path, `[${index}/${arity}]`) : this.paths.parameter(path, index)
        if (to >= 0) this.addPath(param, to, param)
      })
      return
    }
    const known = this.escapedObjects.get(label)
    if (known?.includes(path)) return
    if (known) known.push(path)
    else this.escapedObjects.set(label, [path])
    for (const [property, node] of [...(this.fieldsOf.get(label) ?? [])]) this.escapeField(path, property, node)
  }

  private escapeField(path: number, property: number, node: number): void {
    const name = this.whole.text(property)
    if (name === ELEMENT) {
      this.escape(node, path)
      return
    }
    if (/^\d+$/.test(name)) return
    const to = this.paths.node(path).known ? this.paths.find(path, `.${name}`) : this.paths.member(path, name)
    if (to >= 0) this.escape(node, to)
  }
}

const NONE: readonly number[] = []
/** Up to so many successors a list is searched; beyond, a set. */
const FEW = 12

function isObject(kind: LabelKind): boolean {
  return kind !== LabelKind.Value && kind !== LabelKind.Api && kind !== LabelKind.Interface
}
