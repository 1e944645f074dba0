/**
 * What an expression says where the solver alone is too coarse: texts folded from templates and concatenations, and values
 * told apart by the call site or the loop element they come from (`routes.forEach(({ path, handler }) => app.get(path, handler))`).
 */
import { Kind } from '../graph'
import { LabelKind } from './labels'
import type { ModuleMap } from './modules'
import { MINUS, PLUS } from './operators'
import type { Solver } from './solver'
import type { Whole } from './whole'

/** What parameters and loop variables stand for in one way of getting there. */
export interface Context {
  bindings: Map<number, Bound>
}

interface Bound {
  node: number
  context: Context
  /** What a parameter for all further arguments stands for, one by one; absent where one of them is a list that is not known. */
  rest?: readonly Bound[]
}

export interface Text {
  value: string
  /** False when parts are not known; those stand as `{name}`. */
  exact: boolean
}

export const NO_CONTEXT: Context = { bindings: new Map() }

const MOST_CONTEXTS = 300
const MOST_TEXTS = 32
const MOST_HOPS = 4

export class Values {
  private readonly inlineArgument = new Map<number, number>()
  /** Answers without a context, by node and hops, good until the solver knows more. */
  private readonly knownTexts = new Map<number, Text[]>()
  private readonly knownDefinitions = new Map<number, number[]>()
  private knownSince = -1
  private readonly knownNames = new Map<number, string>()

  constructor(
    private readonly whole: Whole,
    private readonly solver: Solver,
    private readonly modules: ModuleMap,
    private readonly fileIndex: Map<string, number>,
  ) {
    for (let node = 0; node < whole.size; node++) {
      if (whole.kind[node] !== Kind.Call) continue
      for (const argument of whole.args(node)) if (whole.kind[argument] === Kind.Function) this.inlineArgument.set(argument, node)
    }
  }

  /** Call in whose argument list a function expression stands, -1 otherwise. */
  callAround(functionNode: number): number {
    return this.inlineArgument.get(functionNode) ?? -1
  }

  labels(node: number, context: Context = NO_CONTEXT, hops = 0): readonly number[] {
    if (context.bindings.size === 0 || hops > 12) return this.solver.of(node)
    const bound = context.bindings.get(node)
    if (bound) return this.labels(bound.node, bound.context, hops + 1)
    const { whole } = this
    switch (whole.kind[node] as Kind) {
      case Kind.Choice:
      case Kind.Cell: {
        const all = new Set<number>()
        for (const item of whole.items(whole.a[node] as number)) for (const label of this.labels(item, context, hops + 1)) all.add(label)
        return [...all]
      }
      case Kind.Refine:
      case Kind.Await:
        return this.labels(whole.a[node] as number, context, hops + 1)
      case Kind.LoadDynamic: {
        const item = this.restItem(node, context)
        return item ? this.labels(item.node, item.context, hops + 1) : this.solver.of(node)
      }
      case Kind.Load: {
        if (!this.dependsOn(whole.a[node] as number, context)) return this.solver.of(node)
        const item = this.restItem(node, context)
        if (item) return this.labels(item.node, item.context, hops + 1)
        const all = new Set<number>()
        const property = whole.b[node] as number
        for (const base of this.labels(whole.a[node] as number, context, hops + 1)) {
          const kind = this.solver.labels.kind[base]
          if (kind === LabelKind.Value || kind === LabelKind.Api || kind === LabelKind.Interface) continue
          const field = this.solver.fieldAt(base, property)
          if (field >= 0) for (const label of this.solver.of(field)) all.add(label)
        }
        return all.size > 0 ? [...all] : this.solver.of(node)
      }
      default:
        return this.solver.of(node)
    }
  }

  /** What a name stands for in a context: the argument, or the one of several that it takes; else itself. */
  boundNode(node: number, context: Context): number {
    let found = node
    for (let at: Bound = { node, context }, hops = 0; hops < 12; hops++) {
      const bound: Bound | undefined = at.context.bindings.get(at.node) ?? this.restItem(at.node, at.context)
      if (bound?.rest || (bound && bound.node >= this.whole.size)) break
      if (bound) found = bound.node
      const inner = bound ? -1 : this.named(at.node)
      if (!bound && inner < 0) break
      at = bound ?? { node: inner, context: at.context }
    }
    return found
  }

  /** What a name that has one meaning is another name for; -1 where it is no such name. */
  private named(node: number): number {
    const { whole } = this
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Refine) return whole.a[node] as number
    const items = kind === Kind.Cell ? whole.items(whole.a[node] as number) : undefined
    return items?.length === 1 ? (items[0] as number) : -1
  }

  /** `args[0]`, `args[args.length - 1]`, `const [a] = args` of `...args`: the one that is meant, where that can be told. */
  private restItem(node: number, context: Context): Bound | undefined {
    const { whole } = this
    const kind = whole.kind[node] as Kind
    if (kind !== Kind.Load && kind !== Kind.LoadDynamic) return undefined
    const key = whole.b[node] as number
    const rest = kind === Kind.Load && !/^\d+$/.test(whole.text(key)) ? undefined : this.restOf(whole.a[node] as number, context)
    if (!rest) return undefined
    if (kind === Kind.Load) return rest[Number(whole.text(key))]
    const isFromEnd = whole.kind[key] === Kind.Binary && whole.c[key] === MINUS && this.isLengthOf(whole.a[key] as number)
    const back = isFromEnd ? Number(this.texts(whole.b[key] as number, context)[0]?.value) : Number.NaN
    return rest[rest.length - back]
  }

  private isLengthOf(node: number): boolean {
    const inner = this.named(node)
    if (inner >= 0) return this.isLengthOf(inner)
    return this.whole.kind[node] === Kind.Load && this.whole.text(this.whole.b[node] as number) === 'length'
  }

  /** All that a parameter for further arguments stands for, where an expression is that parameter. */
  private restOf(node: number, context: Context, hops = 0): readonly Bound[] | undefined {
    const bound = context.bindings.get(node)
    if (bound || hops > 8) return bound && (bound.rest ?? this.restOf(bound.node, bound.context, hops + 1))
    const inner = this.named(node)
    return inner < 0 ? undefined : this.restOf(inner, context, hops + 1)
  }

  private dependsOn(node: number, context: Context): boolean {
    return this.variables([node]).some((variable) => context.bindings.has(variable))
  }

  /** Texts an expression may be; empty when nothing is known of it. */
  texts(node: number, context: Context = NO_CONTEXT, hops = 0): Text[] {
    if (hops > 10) return []
    if (context.bindings.size > 0) return this.findTexts(node, context, hops)
    this.forget()
    const key = node * 16 + hops
    let texts = this.knownTexts.get(key)
    if (!texts) {
      texts = this.findTexts(node, context, hops)
      this.knownTexts.set(key, texts)
    }
    return texts
  }

  /** What was known before the solver went on says nothing now. */
  private forget(): void {
    if (this.knownSince === this.solver.changes) return
    this.knownTexts.clear()
    this.knownDefinitions.clear()
    this.knownSince = this.solver.changes
  }

  private findTexts(node: number, context: Context, hops: number): Text[] {
    const { whole, solver } = this
    const found = new Map<string, Text>()
    const put = (text: Text) => {
      if (found.size < MOST_TEXTS) found.set(text.value, text)
    }
    for (const label of this.labels(node, context)) {
      if (solver.labels.kind[label] !== LabelKind.Value) continue
      for (const text of this.fold(solver.labels.data[label] as number, context, hops)) put(text)
      if (found.size >= MOST_TEXTS) break
    }
    if (found.size === 0 && whole.kind[node] === Kind.Call) for (const text of this.foldCall(node, context, hops)) put(text)
    if (found.size === 0) {
      const name = this.nameOf(node)
      if (name) put({ value: `{${name}}`, exact: false })
    }
    return [...found.values()]
  }

  /** Text of one literal, template or concatenation. */
  private fold(node: number, context: Context, hops: number): Text[] {
    const { whole } = this
    switch (whole.kind[node] as Kind) {
      case Kind.String:
      case Kind.Number:
        return [{ value: whole.text(whole.a[node] as number), exact: true }]
      case Kind.Boolean:
        return [{ value: whole.a[node] === 1 ? 'true' : 'false', exact: true }]
      case Kind.Regex:
        return [{ value: whole.text(whole.a[node] as number), exact: true }]
      case Kind.Template:
        return this.product([...whole.items(whole.a[node] as number)], context, hops)
      case Kind.Binary:
        return whole.c[node] === PLUS ? this.product([whole.a[node] as number, whole.b[node] as number], context, hops) : []
      default:
        return []
    }
  }

  /** `[a, b].join('/')`, `path.join(a, b)`, `a.concat(b)`, `String(a)`. */
  private foldCall(call: number, context: Context, hops: number): Text[] {
    const { whole } = this
    const callee = whole.a[call] as number
    const args = [...whole.args(call)]
    if (whole.kind[callee] === Kind.Global && whole.text(whole.a[callee] as number) === 'String' && args[0] !== undefined)
      return this.texts(args[0], context, hops + 1)
    if (whole.kind[callee] !== Kind.Load) return []
    const receiver = whole.a[callee] as number
    const method = whole.text(whole.b[callee] as number)
    if (method === 'concat' && whole.kind[receiver] !== Kind.Array) return this.product([receiver, ...args], context, hops)
    if (method === 'toString' || method === 'trim') return this.texts(receiver, context, hops + 1)
    if (method !== 'join') return []
    const items = this.elements(receiver, context)
    const isList = !(items.length === 1 && items[0] === receiver)
    const [separator] = isList && args[0] !== undefined ? this.texts(args[0], context, hops + 1) : [{ value: isList ? ',' : '/', exact: true }]
    let texts: Text[] = []
    for (const [index, part] of (isList ? items : args).entries()) {
      const ways = this.texts(part, context, hops + 1)
      const known = ways.length > 0 ? ways : [{ value: '{…}', exact: false }]
      texts = joined(index === 0 ? [{ value: '', exact: true }] : texts, index === 0 ? '' : (separator?.value ?? ''), known)
    }
    return isList ? texts : texts.map(({ value, exact }) => ({ value: value.replace(/\/{2,}/g, '/'), exact }))
  }

  private product(parts: number[], context: Context, hops: number): Text[] {
    let texts: Text[] = [{ value: '', exact: true }]
    for (const part of parts) {
      const ways = this.texts(part, context, hops + 1)
      const known = ways.length > 0 ? ways : [{ value: '{…}', exact: false }]
      texts = joined(texts, '', known)
    }
    return texts
  }

  /** Last name in an expression, for what stands in for an unknown text. */
  nameOf(node: number, hops = 0): string {
    const { whole } = this
    if (hops > 12) return ''
    switch (whole.kind[node] as Kind) {
      case Kind.Load:
        return whole.text(whole.b[node] as number)
      case Kind.Cell:
        return whole.text(whole.b[node] as number)
      case Kind.Global:
        return whole.text(whole.a[node] as number)
      case Kind.Param: {
        const fact = whole.functions[whole.a[node] as number]?.fact
        return fact?.paramNames[whole.b[node] as number] ?? ''
      }
      case Kind.Refine:
      case Kind.Await:
        return this.nameOf(whole.a[node] as number, hops + 1)
      case Kind.Call:
        return this.nameOf(whole.a[node] as number, hops + 1)
      case Kind.Choice: {
        const key = node * 16 + hops
        let name = this.knownNames.get(key)
        if (name === undefined) {
          name = ''
          for (const item of whole.items(whole.a[node] as number)) {
            name = this.nameOf(item, hops + 1)
            if (name) break
          }
          this.knownNames.set(key, name)
        }
        return name
      }
      case Kind.Import:
        return whole.text(whole.b[node] as number)
      default:
        return ''
    }
  }

  /** Numbers an expression may be. */
  numbers(node: number, context: Context = NO_CONTEXT): number[] {
    return this.texts(node, context)
      .filter(({ exact, value }) => exact && value.trim() !== '' && !Number.isNaN(Number(value)))
      .map(({ value }) => Number(value))
  }

  /** Where a value is written: through names, imports and properties to the expression that makes it. */
  definitions(node: number, hops = 0): number[] {
    const { whole } = this
    if (hops > 8 || node < 0 || node >= whole.size) return []
    switch (whole.kind[node] as Kind) {
      case Kind.Cell:
      case Kind.Refine:
      case Kind.Await:
      case Kind.Import:
      case Kind.Load: {
        this.forget()
        const key = node * 16 + hops
        let found = this.knownDefinitions.get(key)
        if (!found) {
          found = [...new Set(this.findDefinitions(node, hops))]
          this.knownDefinitions.set(key, found)
        }
        return found
      }
      default:
        return [node]
    }
  }

  private findDefinitions(node: number, hops: number): number[] {
    const { whole, solver } = this
    switch (whole.kind[node] as Kind) {
      case Kind.Cell:
        return [...whole.items(whole.a[node] as number)].flatMap((item) => this.definitions(item, hops + 1))
      case Kind.Refine:
      case Kind.Await:
        return this.definitions(whole.a[node] as number, hops + 1)
      case Kind.Import: {
        const name = whole.text(whole.b[node] as number)
        const from = whole.files[whole.fileOf(node)] as { path: string }
        const to = this.modules.resolve(from.path, whole.text(whole.a[node] as number))
        const file = to.kind === 'file' ? this.fileIndex.get(to.path) : undefined
        return file === undefined ? [node] : this.exported(file, name, hops + 1)
      }
      case Kind.Load: {
        const name = whole.text(whole.b[node] as number)
        const found: number[] = []
        for (const label of solver.of(whole.a[node] as number)) {
          const data = solver.labels.data[label] as number
          if (solver.labels.kind[label] === LabelKind.Module) found.push(...this.exported(data, name, hops + 1))
          else if (solver.labels.kind[label] === LabelKind.Object) {
            const literal = this.literalProperty(data, name)
            if (literal >= 0) found.push(...this.definitions(literal, hops + 1))
          } else if (solver.labels.kind[label] === LabelKind.Instance) {
            const member = whole.classes[data]?.members.find((candidate) => candidate.name === name)
            if (member && member.node >= 0) found.push(...this.definitions(member.node, hops + 1))
          }
        }
        return found.length > 0 ? found : [node]
      }
      default:
        return [node]
    }
  }

  /** What a file exports under a name. Each node once: files that pass each other on in a circle would count without end. */
  exported(file: number, name: string, hops = 0): number[] {
    const { whole } = this
    const found = new Set<number>()
    const add = (nodes: number[]) => {
      for (const node of nodes) found.add(node)
    }
    const passed = new Set<number>()
    for (const entry of whole.exports[file] as { name: string; node: number }[]) {
      if (entry.name === name) add(this.definitions(entry.node, hops + 1))
      else if (entry.name === '*' && name !== '*' && name !== 'default') {
        const target = this.passedOn(entry.node)
        if (target === undefined || passed.has(target) || hops >= 8) continue
        passed.add(target)
        add(this.exported(target, name, hops + 1))
      }
    }
    if (found.size > 0) return [...found]
    for (const value of whole.commonjs[file] as number[]) {
      if (name === '*' || name === 'default') add(this.definitions(value, hops + 1))
      else {
        const literal = this.literalProperty(value, name)
        if (literal >= 0) add(this.definitions(literal, hops + 1))
      }
    }
    const exportsNode = whole.exportsNode[file] as number
    if (found.size === 0 && exportsNode >= 0) {
      const property = whole.string(name)
      for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++)
        if (whole.kind[node] === Kind.Store && whole.a[node] === exportsNode && whole.b[node] === property)
          add(this.definitions(whole.c[node] as number, hops + 1))
    }
    return [...found]
  }

  /** The file that an `export * from` leads to. */
  private passedOn(star: number): number | undefined {
    const { whole } = this
    const from = whole.files[whole.fileOf(star)] as { path: string }
    const to = this.modules.resolve(from.path, whole.text(whole.a[star] as number))
    return to.kind === 'file' ? this.fileIndex.get(to.path) : undefined
  }

  /** A property of an object argument: the nodes it was given. */
  property(node: number, name: string, context: Context = NO_CONTEXT): number[] {
    const { whole, solver } = this
    const direct = this.literalProperty(node, name)
    if (direct >= 0) return [direct]
    const property = whole.string(name)
    const nodes: number[] = []
    for (const label of this.labels(node, context)) {
      if (solver.labels.kind[label] !== LabelKind.Object) continue
      const literal = this.literalProperty(solver.labels.data[label] as number, name)
      if (literal >= 0) nodes.push(literal)
      else {
        const field = solver.fieldAt(label, property)
        if (field >= 0) nodes.push(field)
      }
    }
    return nodes
  }

  private literalProperty(node: number, name: string): number {
    const { whole } = this
    if (whole.kind[node] !== Kind.Object) return -1
    for (const entry of whole.items(whole.a[node] as number))
      if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name)
        return whole.b[entry] as number
    return -1
  }

  /** Names of the properties of an object argument. */
  propertyNames(node: number): string[] {
    const names = new Set<string>()
    for (const label of this.solver.of(node))
      for (const property of this.solver.fieldsOf.get(label)?.keys() ?? []) names.add(this.whole.text(property))
    return [...names]
  }

  /** Elements of an array argument, spreads of literals included; the node itself when it is not a list. */
  elements(node: number, context: Context = NO_CONTEXT, hops = 0): number[] {
    const { whole, solver } = this
    if (hops > 6) return [node]
    if (whole.kind[node] === Kind.Array) return this.itemsOf(node, context, hops)
    if (whole.kind[node] === Kind.Spread) return this.elements(whole.a[node] as number, context, hops + 1)
    const rest = context.bindings.size === 0 ? undefined : this.restOf(node, context)
    if (rest) return rest.map((item) => item.node)
    const lists = this.labels(node, context).filter(
      (label) => solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] !== Kind.Object,
    )
    // Where the list itself is known, what its type says of elements adds nothing.
    const written = lists.filter((label) => whole.kind[solver.labels.data[label] as number] === Kind.Array)
    const arrays = written.length > 0 ? written : lists
    if (arrays.length === 0) return [node]
    return arrays.flatMap((label) => {
      const at = solver.labels.data[label] as number
      if (whole.kind[at] === Kind.Array) {
        const items = this.itemsOf(at, context, hops)
        if (items.length > 0) return items
      }
      const field = solver.fieldAt(label, whole.string('[]'))
      return field < 0 ? [] : [field]
    })
  }

  private itemsOf(array: number, context: Context, hops: number): number[] {
    return [...this.whole.items(this.whole.a[array] as number)].flatMap((item) =>
      this.whole.kind[item] === Kind.Spread ? this.elements(this.whole.a[item] as number, context, hops + 1) : [item],
    )
  }

  // ── contexts ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Parameters and loop elements that the given expressions are made of. */
  private variables(nodes: readonly number[]): number[] {
    const { whole } = this
    const seen = new Set<number>()
    const found: number[] = []
    const stack = [...nodes]
    while (stack.length > 0 && seen.size < 400) {
      const node = stack.pop() as number
      if (node < 0 || node >= whole.size || seen.has(node)) continue
      seen.add(node)
      if (whole.kind[node] === Kind.Param || whole.kind[node] === Kind.Element) found.push(node)
      else stack.push(...whole.madeOf(node))
    }
    return found
  }

  /** The ways in which control gets to a call, as far as they change its arguments. At least one. */
  contexts(nodes: readonly number[], hops = 0): Context[] {
    const { whole } = this
    let contexts: Context[] = [NO_CONTEXT]
    if (hops > MOST_HOPS) return contexts
    const variables = this.variables(nodes)
    const functions = new Set<number>()
    for (const variable of variables) {
      if (whole.kind[variable] === Kind.Element) contexts = this.spread(contexts, variable, this.elementsOf(whole.a[variable] as number))
      else functions.add(whole.a[variable] as number)
    }
    for (const fn of functions) {
      const element = this.elementParameter(fn)
      if (element) {
        contexts = this.spread(contexts, element.parameter, element.items)
        continue
      }
      const callers = [...(this.solver.callers.get(fn) ?? [])].sort((one, other) => one - other)
      if (callers.length === 0 || callers.length > MOST_CONTEXTS) continue
      const params = whole.functions[fn]?.params ?? []
      const ways: Context[] = []
      for (const caller of callers) {
        const args = whole.args(caller)
        for (const outer of this.argumentContexts(caller, hops + 1)) {
          const bindings: Context['bindings'] = new Map()
          params.forEach((param, index) => {
            const argument = args[index]
            const rest = whole.c[param] === 1 ? this.furtherArguments(args, index, outer) : undefined
            if (rest) {
              // Elements of the list are asked for where only this context is known.
              for (const [variable, value] of outer.bindings) if (!bindings.has(variable)) bindings.set(variable, value)
              bindings.set(param, { node: argument ?? param, context: outer, rest })
            } else if (argument !== undefined && whole.kind[argument] !== Kind.Spread) bindings.set(param, { node: argument, context: outer })
          })
          ways.push({ bindings })
          if (ways.length > MOST_CONTEXTS) break
        }
      }
      contexts = contexts
        .flatMap((context) => ways.map((way) => ({ bindings: new Map([...context.bindings, ...way.bindings]) })))
        .slice(0, MOST_CONTEXTS)
    }
    return contexts
  }

  /** Arguments from one on, lists that are spread among them taken apart; undefined where one of those is not known. */
  private furtherArguments(args: Int32Array, from: number, context: Context): Bound[] | undefined {
    const found: Bound[] = []
    for (const argument of args.subarray(from)) {
      if (this.whole.kind[argument] !== Kind.Spread) {
        found.push({ node: argument, context })
        continue
      }
      const list = this.whole.a[argument] as number
      const inner = this.restOf(list, context)
      const items = inner ?? this.elements(list, context).map((node) => ({ node, context }))
      if (!inner && items.length === 1 && items[0]?.node === list) return undefined
      found.push(...items)
    }
    return found
  }

  /** Contexts of the arguments of a call, by hops. Calls of one function ask for those of its callers again and again. */
  private readonly ofArguments = new Map<number, Context[]>()

  private argumentContexts(call: number, hops: number): Context[] {
    const key = call * (MOST_HOPS + 2) + hops
    let known = this.ofArguments.get(key)
    if (!known) {
      known = this.contexts([...this.whole.args(call)], hops)
      this.ofArguments.set(key, known)
    }
    return known
  }

  private spread(contexts: Context[], variable: number, items: number[]): Context[] {
    if (items.length === 0) return contexts
    return contexts
      .flatMap((context) => items.map((node) => ({ bindings: new Map([...context.bindings, [variable, { node, context: NO_CONTEXT }] as const]) })))
      .slice(0, MOST_CONTEXTS)
  }

  private elementsOf(iterable: number): number[] {
    const items = this.elements(iterable)
    return items.length === 1 && items[0] === iterable ? [] : items
  }

  /** `list.forEach((item) => …)`: the parameter and what it takes in turn. */
  private elementParameter(fn: number): { parameter: number; items: number[] } | undefined {
    const { whole } = this
    const fact = whole.functions[fn]
    if (!fact) return undefined
    const call = this.callAround(fact.node)
    if (call < 0) return undefined
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load || !/^(?:forEach|map|flatMap|filter|some|every|find)$/.test(whole.text(whole.b[callee] as number)))
      return undefined
    const parameter = fact.params[0]
    const items = this.elementsOf(whole.a[callee] as number)
    return parameter === undefined || items.length === 0 ? undefined : { parameter, items }
  }
}

/** Each text with each ending behind it, as many as are kept. */
function joined(texts: readonly Text[], separator: string, endings: readonly Text[]): Text[] {
  const found: Text[] = []
  for (const text of texts)
    for (const ending of endings) {
      if (found.length >= MOST_TEXTS) return found
      found.push({ value: text.value + separator + ending.value, exact: text.exact && ending.exact })
    }
  return found
}
