/**
 * One walk over the raw syntax tree of a file. In: a `ts.SourceFile`. Out: its value graph. Every expression becomes a node;
 * local variables are followed assignment by assignment and joined where control flow joins, so that `id = parseInt(id)`
 * changes later uses and not earlier ones, and `if (!ok(x)) return` refines what comes after.
 */
import { ts } from 'ts-morph'
import { ChoiceKind, type ClassFact, type FunctionFact, FunctionFlag, Kind, RegionKind, type ValueGraph } from '../graph'
import { GraphBuilder } from './builder'
import type { Declared } from './health/index'
import { type Changes, type Mention, type PathSlot, Scope, type Slot, Trail, Variable } from './scope'

const SK = ts.SyntaxKind
type Visit = (w: Walker, node: ts.Node) => number
/** Indexed by syntax kind; kinds without an entry visit their children and are worth nothing. */
const visits: (Visit | undefined)[] = []
const on = <N extends ts.Node>(kinds: ts.SyntaxKind | ts.SyntaxKind[], visit: (w: Walker, node: N) => number) => {
  for (const kind of Array.isArray(kinds) ? kinds : [kinds]) visits[kind] = visit as unknown as Visit
}

/** A test that names more values than this refines none of them: it says little about each. */
const MOST_MENTIONS = 8

/** What `break` and `continue` leave. `block` is a labelled one: only its label leaves it. `after` loops ask at their end. */
type Around = 'loop' | 'after' | 'switch' | 'block'

interface LoopFrame {
  label: string | undefined
  around: Around
  mark: number
  exits: Changes[]
  heads: Map<Slot, Head>
  fn: number
}

/** A value at a loop's head: what it is on the way in, joined with what the loop's end leaves. */
interface Head {
  /** A Choice, closed when the loop has been walked. */
  node: number
  entry: number
  /** Reads the value anew, for an end that does not know it; properties only. */
  reread: (() => number) | undefined
}

export class Walker {
  readonly graph = new GraphBuilder()
  private readonly trail = new Trail()
  scope: Scope
  fn = -1
  /** Control cannot get here: after return, throw, break, continue. */
  dead = false
  private loops: LoopFrame[] = []
  private selves = new Map<number, Variable>()
  /** Class whose members are being walked, for `this` in field initialisers. */
  private classSelf = -1
  private mentions: Mention[] | null = null
  /** Root and path of the expression visited last, when it was a plain access path. */
  lastRoot: Variable | undefined
  lastPath = ''
  private celled: Variable[] = []
  private captured: Set<Variable> = new Set()
  private lateExports: { name: string; variable: Variable; pos: number }[] = []
  private pendingLabel: string | undefined
  /** Choice node at a loop's head → the value on the way in. */
  private entries = new Map<number, number>()
  private readonly written: Written
  /** Names that may turn out to be read by nothing. */
  private readonly noted: Variable[] = []

  constructor(readonly source: ts.SourceFile) {
    this.scope = new Scope(undefined, -1, true)
    this.written = writtenIn(source)
  }

  walk(): ValueGraph {
    this.graph.region = this.graph.openRegion(RegionKind.Body, -1, -1, -1, this.source.pos, this.source.end)
    this.hoist(this.source.statements)
    for (const statement of this.source.statements) this.visit(statement)
    for (const { name, variable, pos } of this.lateExports) {
      const node = variable.constant && variable.current >= 0 ? variable.current : this.cellOf(variable)
      this.graph.exports.push({ name, node, pos })
    }
    for (const variable of this.celled) this.graph.setList(variable.cell, [...new Set(variable.values)])
    return this.graph.finish()
  }

  /** Names that nothing read, when the file has been walked. */
  unread(): Declared[] {
    const exported = new Set(this.graph.exports.map(({ name }) => name))
    const isModule = this.graph.imports.length > 0 || this.graph.exports.length > 0 || this.graph.commonjs.length > 0
    const found: Declared[] = []
    for (const { name, kind, pos, owner, isRead } of this.noted) {
      // In a script without modules, another script or a page may call what stands at its top.
      if (isRead || !kind || (owner < 0 && (!isModule || exported.has(name)))) continue
      const around = this.graph.functions[owner]
      found.push({ name, kind, pos, from: around?.pos ?? 0, to: around?.end ?? this.source.end })
    }
    return found
  }

  /** Remembers what declares a variable, so that it can be told if nothing reads it. */
  note(variable: Variable, kind: Variable['kind'], pos: number): void {
    if (variable.kind) return
    variable.kind = kind
    variable.pos = pos
    this.noted.push(variable)
  }

  visit(node: ts.Node | undefined): number {
    if (!node) return -1
    const visit = visits[node.kind]
    if (visit) return visit(this, node)
    ts.forEachChild(node, (child) => void this.visit(child))
    return -1
  }

  /** The value of an expression; never -1. */
  value(node: ts.Node | undefined): number {
    if (!node) return this.make(Kind.Undefined, this.source)
    this.lastRoot = undefined
    const value = this.visit(node)
    return value >= 0 ? value : this.make(Kind.Unknown, node)
  }

  make(kind: Kind, at: ts.Node, a = -1, b = -1, c = -1): number {
    return this.graph.node(kind, at.pos, at.end, a, b, c)
  }

  // ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  declare(name: string, constant: boolean, functionScoped = false): Variable {
    let scope = this.scope
    if (functionScoped) while (!scope.isFunction && scope.parent) scope = scope.parent
    const known = scope.variables.get(name)
    if (known) return known
    const variable = new Variable(name, this.fn, constant || (!functionScoped && !this.written.names.has(name)))
    scope.variables.set(name, variable)
    return variable
  }

  assign(variable: Variable, value: number): void {
    variable.values.push(value)
    if (variable.owner === this.fn) {
      this.trail.set(variable, value)
    } else {
      this.cellOf(variable)
      this.captured.add(variable)
    }
  }

  cellOf(variable: Variable): number {
    if (variable.cell < 0) {
      const region = this.graph.region
      variable.cell = this.graph.node(Kind.Cell, 0, 0, -1, this.graph.string(variable.name))
      this.graph.region = region
      this.celled.push(variable)
    }
    return variable.cell
  }

  /** The value of a variable here. */
  private rootValue(variable: Variable): number {
    if (variable.owner === this.fn || variable.constant) {
      if (variable.current < 0) return this.cellOf(variable)
      if (!variable.constant && this.loops.length) this.openAtHead(variable)
      return variable.current
    }
    return this.cellOf(variable)
  }

  private pathKey(variable: Variable, path: string): string {
    return variable.owner === this.fn ? path : `${this.fn}#${path}`
  }

  read(variable: Variable): number {
    variable.isRead = true
    let value = this.rootValue(variable)
    if (variable.paths && variable.owner !== this.fn) {
      const slot = this.slotHere(variable, '')
      if (slot && slot.current >= 0 && slot.base === value) value = slot.current
    }
    if (this.mentions && !isPlainConstant(this.graph.kindOf(value))) {
      this.mentions.push({ variable, path: '', root: this.rootValue(variable), value })
    }
    this.lastRoot = variable
    this.lastPath = ''
    return value
  }

  /** In a loop, a variable or property from before it may also hold what the loop's end left. */
  private openAtHead(slot: Slot, reread?: () => number): void {
    // Asked of all loops first: opening an outer one changes the slot inside the inner ones.
    const open = this.loops.filter(
      (frame) => (frame.around === 'loop' || frame.around === 'after') && frame.fn === this.fn && !this.trail.changedSince(slot, frame.mark),
    )
    for (const frame of open) {
      let head = frame.heads.get(slot)
      if (!head) {
        const entry = slot.current
        const node = this.graph.node(Kind.Choice, this.graph.positionOf(entry), this.graph.endOf(entry), -1, -1, ChoiceKind.Loop)
        head = { node, entry, reread }
        frame.heads.set(slot, head)
        this.entries.set(node, entry)
      }
      this.trail.set(slot, head.node)
    }
  }

  property(object: number, name: string, at: ts.Node, root: Variable | undefined, path: string): number {
    const full = root ? (path ? `${path}.${name}` : name) : ''
    const read = () => this.make(Kind.Load, at, object, this.graph.string(name))
    const slot = root && this.slotHere(root, full)
    const known = root && slot && slot.current >= 0 && slot.base === this.rootValue(root)
    if (known && this.loops.length && this.written.members.has(root.name)) this.openAtHead(slot, read)
    const value = known ? slot.current : read()
    if (root) this.noteProperty(root, path, full, value)
    this.lastRoot = root
    this.lastPath = full
    return value
  }

  private noteProperty(root: Variable, path: string, full: string, value: number): void {
    if (!this.mentions) return
    const last = this.mentions[this.mentions.length - 1]
    if (last && last.variable === root && last.path === path) this.mentions.pop()
    this.mentions.push({ variable: root, path: full, root: this.rootValue(root), value })
  }

  private slotFor(variable: Variable, path: string): Slot | undefined {
    if (path === '' && variable.owner === this.fn) return variable
    return this.pathSlot(variable, path)
  }

  /** What is known of a path here; what an enclosing function found out holds in a closure where nothing is ever assigned. */
  private slotHere(variable: Variable, path: string): PathSlot | undefined {
    const own = variable.paths?.get(this.pathKey(variable, path))
    if (!variable.paths || (own && own.current >= 0) || !variable.constant || this.written.members.has(variable.name)) return own
    for (let fn = this.fn; fn >= 0 && fn !== variable.owner; ) {
      fn = (this.graph.functions[fn] as { parent: number }).parent
      const slot = variable.paths.get(fn === variable.owner ? path : `${fn}#${path}`)
      if (slot && slot.current >= 0) return slot
    }
    return own
  }

  private pathSlot(variable: Variable, path: string): PathSlot {
    if (!variable.paths) variable.paths = new Map()
    const key = this.pathKey(variable, path)
    let slot = variable.paths.get(key)
    const base = this.rootValue(variable)
    if (!slot) {
      slot = { current: -1, base }
      variable.paths.set(key, slot)
    } else if (slot.base !== base) {
      slot = { current: -1, base }
      variable.paths.set(key, slot)
    }
    return slot
  }

  setPath(variable: Variable, path: string, value: number): void {
    const slot = this.pathSlot(variable, path)
    this.forgetBelow(variable, path)
    this.trail.set(slot, value)
  }

  /** Any property of what stands at a path may have another value from here on. */
  forgetBelow(variable: Variable, path: string): void {
    const key = this.pathKey(variable, path)
    const below = path === '' ? key : `${key}.`
    for (const [other, slot] of variable.paths ?? []) if (other !== key && other.startsWith(below)) this.trail.set(slot, -1)
  }

  selfOf(): number {
    if (this.fn < 0 || this.classSelf >= 0) {
      return this.classSelf >= 0 ? this.classSelf : this.make(Kind.Unknown, this.source)
    }
    let owner = this.fn
    while (owner >= 0 && (this.graph.functions[owner] as { flags: number }).flags & FunctionFlag.Arrow) {
      owner = (this.graph.functions[owner] as { parent: number }).parent
    }
    const inField = this.fieldSelf.get(this.fn)
    if (inField !== undefined) return inField
    if (owner < 0) return this.make(Kind.Unknown, this.source)
    const fact = this.graph.functions[owner] as { self: number; pos: number; end: number }
    if (fact.self < 0) fact.self = this.graph.node(Kind.This, fact.pos, fact.pos, owner)
    return fact.self
  }

  /** Arrow functions inside field initialisers: their `this` is the instance. */
  private fieldSelf = new Map<number, number>()

  selfVariable(): Variable {
    const self = this.selfOf()
    let variable = this.selves.get(self)
    if (!variable) {
      variable = new Variable('this', this.fn, true)
      variable.current = self
      this.selves.set(self, variable)
    }
    return variable
  }

  /** `this` never changes, so its variable is current everywhere. */
  readSelf(): number {
    const variable = this.selfVariable()
    this.lastRoot = variable
    this.lastPath = ''
    return variable.current
  }

  resetRoot(): void {
    this.lastRoot = undefined
  }

  // ── control ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Walks with the changes kept apart. */
  branch(walk: () => void): { changes: Changes; dead: boolean } {
    const mark = this.trail.mark()
    const deadBefore = this.dead
    const region = this.graph.region
    walk()
    const result = { changes: this.trail.since(mark), dead: this.dead }
    this.trail.unwind(mark)
    this.dead = deadBefore
    this.graph.region = region
    return result
  }

  join(branches: { changes: Changes; dead: boolean }[], at: ts.Node): void {
    const alive = branches.filter((branch) => !branch.dead)
    if (alive.length === 0) {
      this.dead = true
      return
    }
    const slots = new Set<Slot>()
    for (const { changes } of alive) for (const slot of changes.keys()) slots.add(slot)
    for (const slot of slots) {
      const distinct: number[] = []
      for (const { changes } of alive) addNew(distinct, changes.get(slot) ?? slot.current)
      if (distinct.length === 1) {
        this.trail.set(slot, distinct[0] as number)
        continue
      }
      if (distinct.includes(-1)) {
        this.trail.set(slot, -1)
        continue
      }
      // Refined on every way in: what was tested no longer matters.
      const unrefined: number[] = []
      for (const value of distinct) addNew(unrefined, this.unrefined(value, slot.current))
      if (unrefined.length === 1) this.trail.set(slot, unrefined[0] as number)
      else {
        // What only one way brings is known to have been tested there: `if (!names.includes(name)) name = 'id'`.
        const ways = unrefined.map((value) => {
          const same = distinct.filter((way) => this.unrefined(way, slot.current) === value)
          return same.length === 1 ? (same[0] as number) : value
        })
        this.trail.set(slot, this.graph.choice(ChoiceKind.Join, ways, at.pos, at.end))
      }
    }
  }

  private unrefined(value: number, base: number): number {
    let inner = value
    while (inner !== base && this.graph.kindOf(inner) === Kind.Refine) inner = this.graph.operand(inner)
    return inner === base || base < 0 ? inner : value
  }

  inRegion<T>(kind: RegionKind, condition: number, at: ts.Node, walk: () => T): T {
    const before = this.graph.region
    this.graph.region = this.graph.openRegion(kind, before, condition, this.fn, at.pos, at.end)
    const result = walk()
    this.graph.region = before
    return result
  }

  /** @param at what is asked or gone over, as it is written here: the node of a condition may stand where a variable got its value */
  enterRegion(kind: RegionKind, condition: number, at: ts.Node): void {
    this.graph.region = this.graph.openRegion(kind, this.graph.region, condition, this.fn, at.pos, at.end)
  }

  /** A condition's value and what it tests. */
  test(node: ts.Expression): { condition: number; mentions: Mention[] } {
    const before = this.mentions
    this.mentions = []
    const condition = this.value(node)
    let mentions = this.mentions
    this.mentions = before
    if (before) before.push(...mentions)
    const plain = stripNot(node)
    if (ts.isIdentifier(plain)) {
      const variable = this.scope.find(plain.text)
      // Whether it is there at all matters where something else may be put in: `if (x) x = clean(x)`.
      const itself = mentions.filter((mention) => mention.variable === variable && mention.path === '')
      mentions = [...(variable?.tests ?? []), ...(variable && !variable.constant && this.written.names.has(variable.name) ? itself : [])]
    } else if (ts.isPropertyAccessExpression(plain)) {
      mentions = []
    }
    if (mentions.length > 1) mentions = mentions.filter((mention, index) => isFirst(mentions, mention, index))
    return { condition, mentions: mentions.length > MOST_MENTIONS ? [] : mentions }
  }

  refine({ condition, mentions }: { condition: number; mentions: Mention[] }, holds: boolean): void {
    for (const { variable, path, root: tested, value: answered } of mentions) {
      const root = this.rootValue(variable)
      // A test that was named earlier says nothing of what was assigned since.
      if (root < 0 || !this.isSame(root, tested)) continue
      const slot = this.slotFor(variable, path)
      if (!slot) continue
      let value = slot.current
      if (value < 0) value = path === '' ? root : answered
      else if (!this.isSame(value, answered)) continue
      const refined = this.graph.node(Kind.Refine, this.graph.positionOf(condition), this.graph.endOf(condition), value, condition, holds ? 1 : 0)
      this.trail.set(slot, refined)
    }
  }

  /** Whether two nodes are one value, tested or read again meanwhile. */
  private isSame(one: number, other: number): boolean {
    const a = this.untested(one)
    const b = this.untested(other)
    if (a === b) return true
    if (this.graph.kindOf(a) !== Kind.Load || this.graph.kindOf(b) !== Kind.Load) return false
    return this.graph.nameOf(a) === this.graph.nameOf(b) && this.isSame(this.graph.operand(a), this.graph.operand(b))
  }

  private untested(value: number): number {
    let inner = value
    for (;;) {
      const entry = this.entries.get(inner)
      if (entry !== undefined) inner = entry
      else if (this.graph.kindOf(inner) === Kind.Refine) inner = this.graph.operand(inner)
      else return inner
    }
  }

  /** Records what an initialiser tests, so that a later `if (ok)` refines it. */
  recording<T>(walk: () => T): { result: T; mentions: Mention[] } {
    const before = this.mentions
    this.mentions = []
    const result = walk()
    const mentions = this.mentions
    this.mentions = before
    if (before) before.push(...mentions)
    return { result, mentions }
  }

  loop(at: ts.Node, around: Around, walk: () => void): void {
    const frame: LoopFrame = { label: this.pendingLabel, around, mark: this.trail.mark(), exits: [], heads: new Map(), fn: this.fn }
    this.pendingLabel = undefined
    this.loops.push(frame)
    const body = this.branch(walk)
    this.loops.pop()
    for (const [slot, { node, entry, reread }] of frame.heads) {
      const ends = [body.changes, ...frame.exits].map((changes) => changes.get(slot) ?? node)
      if (reread && ends.includes(-1)) ends.push(reread())
      this.graph.setList(
        node,
        [...new Set([entry, ...ends])].filter((value) => value >= 0 && value !== node),
      )
    }
    const ways = [
      { changes: new Map() as Changes, dead: false },
      { changes: body.changes, dead: body.dead },
      ...frame.exits.map((changes) => ({ changes, dead: false })),
    ]
    // Only a loop that asks first may not run at all.
    this.join(around === 'loop' ? ways : ways.slice(1), at)
  }

  leave(label: string | undefined, isBreak: boolean): void {
    for (let i = this.loops.length - 1; i >= 0; i--) {
      const frame = this.loops[i] as LoopFrame
      if (frame.fn !== this.fn) break
      if (label ? frame.label === label : frame.around !== 'block' && (isBreak || frame.around !== 'switch')) {
        frame.exits.push(this.trail.since(frame.mark))
        break
      }
    }
    this.dead = true
  }

  /** Walks with the changes kept apart, and tells every value a slot had on the way: an exception leaves with any of them. */
  attempt(walk: () => void): { changes: Changes; dead: boolean; midway: Changes[] } {
    let midway: Changes[] = []
    const mark = this.trail.mark()
    const way = this.branch(() => {
      walk()
      midway = this.trail.midway(mark)
    })
    return { ...way, midway }
  }

  setLabel(label: string): void {
    this.pendingLabel = label
  }

  // ── declarations ───────────────────────────────────────────────────────────────────────────────────────────────────

  private hoisted = new Map<ts.Node, number>()

  hoist(statements: readonly ts.Statement[]): void {
    for (const statement of statements) {
      switch (statement.kind) {
        case SK.FunctionDeclaration: {
          const declaration = statement as ts.FunctionDeclaration
          const node = this.reserveFunction(declaration, declaration.name?.text ?? 'default')
          this.hoisted.set(declaration, node)
          // One without a body is declared elsewhere, or an overload of the one that follows.
          if (declaration.name && (declaration.body || !this.scope.variables.has(declaration.name.text))) {
            const variable = this.declare(declaration.name.text, true)
            variable.current = node
            variable.values.push(node)
            if (declaration.body) this.note(variable, 'function', declaration.name.pos)
          }
          break
        }
        case SK.ClassDeclaration: {
          const declaration = statement as ts.ClassDeclaration
          if (declaration.name) {
            const node = this.reserveClass(declaration, declaration.name.text)
            this.hoisted.set(declaration, node)
            const variable = this.declare(declaration.name.text, true)
            variable.current = node
            variable.values.push(node)
            this.note(variable, 'class', declaration.name.pos)
          }
          break
        }
        case SK.InterfaceDeclaration: {
          const declaration = statement as ts.InterfaceDeclaration
          const name = declaration.name.text
          if (this.scope.types?.has(name)) break
          this.graph.interfaces.push({ name, extends: [], members: [] })
          this.scope.declareType(name, this.make(Kind.Interface, declaration, this.graph.interfaces.length - 1))
          break
        }
        case SK.TypeAliasDeclaration: {
          const declaration = statement as ts.TypeAliasDeclaration
          const node = this.make(Kind.Interface, declaration, this.graph.interfaces.length)
          this.graph.interfaces.push({ name: declaration.name.text, extends: [], members: [] })
          this.scope.declareType(declaration.name.text, node)
          break
        }
        case SK.ImportDeclaration:
          this.visit(statement)
          break
        case SK.VariableStatement: {
          const list = (statement as ts.VariableStatement).declarationList
          const constant = (list.flags & ts.NodeFlags.Const) !== 0
          const functionScoped = (list.flags & ts.NodeFlags.BlockScoped) === 0
          for (const declaration of list.declarations) this.declareNames(declaration.name, constant, functionScoped)
          break
        }
      }
    }
  }

  declareNames(name: ts.BindingName, constant: boolean, functionScoped: boolean): void {
    if (ts.isIdentifier(name)) this.declare(name.text, constant, functionScoped)
    else for (const element of name.elements) if (!ts.isOmittedExpression(element)) this.declareNames(element.name, constant, functionScoped)
  }

  /** Puts a value into a name or takes it apart into several. */
  bind(name: ts.BindingName, value: number, constant: boolean, functionScoped: boolean): void {
    if (ts.isIdentifier(name)) {
      this.graph.name(value, name.text, name.pos)
      this.assign(this.declare(name.text, constant, functionScoped), value)
      return
    }
    const taken: string[] = []
    name.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element)) return
      let part: number
      if (element.dotDotDotToken) {
        part = this.make(Kind.Rest, element, value)
      } else if (ts.isArrayBindingPattern(name)) {
        part = this.make(Kind.Load, element, value, this.graph.string(String(index)))
      } else {
        const key = element.propertyName ?? (element.name as ts.Identifier)
        const text = propertyText(key as ts.PropertyName)
        if (text === undefined) {
          part = this.make(Kind.LoadDynamic, element, value, this.value((key as ts.ComputedPropertyName).expression))
        } else {
          taken.push(text)
          part = this.make(Kind.Load, element, value, this.graph.string(text))
        }
      }
      if (element.initializer) part = this.graph.choice(ChoiceKind.Nullish, [part, this.value(element.initializer)], element.pos, element.end)
      this.bind(element.name, part, constant, functionScoped)
    })
  }

  /** Assignment to anything that can stand on the left. */
  put(target: ts.Expression, value: number): void {
    const left = strip(target)
    if (ts.isIdentifier(left)) {
      const variable = this.scope.find(left.text)
      this.graph.name(value, left.text, left.pos)
      if (variable) this.assign(variable, value)
      else if (left.text === 'exports') this.graph.commonjs.push(value)
      else
        this.graph.node(
          Kind.Store,
          left.pos,
          left.end,
          this.make(Kind.Global, left, this.graph.string('globalThis')),
          this.graph.string(left.text),
          value,
        )
    } else if (ts.isPropertyAccessExpression(left)) {
      if (isModuleExports(left, this)) {
        this.graph.exportsObject()
        this.graph.commonjs.push(value)
        return
      }
      const object = this.value(left.expression)
      const { lastRoot: root, lastPath: path } = this
      this.graph.node(Kind.Store, left.name.pos, left.end, object, this.graph.string(left.name.text), value)
      if (root) this.setPath(root, path ? `${path}.${left.name.text}` : left.name.text, value)
    } else if (ts.isElementAccessExpression(left)) {
      const object = this.value(left.expression)
      const { lastRoot: root, lastPath: path } = this
      const key = left.argumentExpression
      if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) {
        this.graph.node(Kind.Store, left.pos, left.end, object, this.graph.string(key.text), value)
        if (root) this.setPath(root, path ? `${path}.${key.text}` : key.text, value)
      } else {
        this.graph.node(Kind.StoreDynamic, left.pos, left.end, object, this.value(key), value)
        if (root) this.forgetBelow(root, path)
      }
    } else if (ts.isObjectLiteralExpression(left)) {
      for (const property of left.properties) {
        if (ts.isShorthandPropertyAssignment(property)) {
          let part = this.make(Kind.Load, property, value, this.graph.string(property.name.text))
          if (property.objectAssignmentInitializer)
            part = this.graph.choice(ChoiceKind.Nullish, [part, this.value(property.objectAssignmentInitializer)], property.pos, property.end)
          this.put(property.name, part)
        } else if (ts.isPropertyAssignment(property)) {
          const name = propertyText(property.name)
          const part =
            name === undefined
              ? this.make(Kind.LoadDynamic, property, value, this.value(property.name))
              : this.make(Kind.Load, property, value, this.graph.string(name))
          this.putWithDefault(property.initializer, part)
        } else if (ts.isSpreadAssignment(property)) {
          this.put(property.expression, this.make(Kind.Rest, property, value))
        }
      }
    } else if (ts.isArrayLiteralExpression(left)) {
      left.elements.forEach((element, index) => {
        if (ts.isOmittedExpression(element)) return
        if (ts.isSpreadElement(element)) this.put(element.expression, this.make(Kind.Rest, element, value))
        else this.putWithDefault(element, this.make(Kind.Load, element, value, this.graph.string(String(index))))
      })
    } else {
      this.value(left)
    }
  }

  private putWithDefault(target: ts.Expression, part: number): void {
    if (ts.isBinaryExpression(target) && target.operatorToken.kind === SK.EqualsToken)
      this.put(target.left, this.graph.choice(ChoiceKind.Nullish, [part, this.value(target.right)], target.pos, target.end))
    else this.put(target, part)
  }

  // ── functions and classes ──────────────────────────────────────────────────────────────────────────────────────────

  reserveFunction(declaration: ts.SignatureDeclaration, name: string): number {
    const reserved = this.hoisted.get(declaration)
    if (reserved !== undefined) return reserved
    let flags = 0
    const { modifiers } = declaration as ts.FunctionDeclaration
    if (modifiers)
      for (const { kind } of modifiers) {
        if (kind === SK.AsyncKeyword) flags |= FunctionFlag.Async
        else if (kind === SK.StaticKeyword) flags |= FunctionFlag.Static
        else if (kind === SK.PrivateKeyword || kind === SK.ProtectedKeyword) flags |= FunctionFlag.Private
      }
    if ((declaration as ts.FunctionDeclaration).asteriskToken) flags |= FunctionFlag.Generator
    if (declaration.kind === SK.ArrowFunction) flags |= FunctionFlag.Arrow
    if (declaration.kind === SK.GetAccessor) flags |= FunctionFlag.Getter
    if (declaration.kind === SK.SetAccessor) flags |= FunctionFlag.Setter
    if (declaration.kind === SK.Constructor) flags |= FunctionFlag.Constructor
    if (declaration.kind === SK.MethodDeclaration) flags |= FunctionFlag.Method
    this.graph.functions.push({
      name,
      flags,
      params: [],
      paramNames: [],
      returns: [],
      returnsAt: [],
      self: -1,
      parent: this.fn,
      owner: -1,
      pos: declaration.pos,
      end: declaration.end,
      returnType: -1,
    })
    return this.make(Kind.Function, declaration, this.graph.functions.length - 1)
  }

  /** Walks parameters and body. `self` is the instance where the function is a class member. */
  fillFunction(declaration: ts.FunctionLikeDeclaration, node: number, owner = -1): void {
    const index = this.graph.operand(node)
    const fact = this.graph.functions[index] as FunctionFact
    fact.owner = owner
    fact.parent = this.fn
    const { fn, scope, dead, loops, mentions, captured: capturedAround, classSelf } = this
    const { region } = this.graph
    const mark = this.trail.mark()
    if (fact.flags & FunctionFlag.Arrow) {
      const inherited = this.classSelf >= 0 ? this.classSelf : this.fieldSelf.get(this.fn)
      if (inherited !== undefined) this.fieldSelf.set(index, inherited)
    }
    this.fn = index
    this.scope = new Scope(scope, index, true)
    this.dead = false
    this.loops = []
    this.mentions = null
    this.captured = new Set()
    this.classSelf = -1
    this.graph.region = this.graph.openRegion(RegionKind.Body, region, -1, index, declaration.pos, declaration.end)
    for (const parameter of declaration.parameters) this.fillParameter(parameter, declaration, fact, index)
    if (declaration.type) fact.returnType = this.type(declaration.type)
    const { body } = declaration
    if (body) {
      if (ts.isBlock(body)) {
        const first = body.statements[0]
        if (first && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression) && first.expression.text === 'use server')
          fact.flags |= FunctionFlag.ServerAction
        this.hoist(body.statements)
        for (const statement of body.statements) this.visit(statement)
      } else {
        fact.returnsAt.push(body.pos, body.end, this.graph.region)
        fact.returns.push(this.value(body))
      }
    }
    const captured = this.captured
    this.trail.unwind(mark)
    this.fn = fn
    this.scope = scope
    this.dead = dead
    this.graph.region = region
    this.loops = loops
    this.mentions = mentions
    this.captured = capturedAround
    this.classSelf = classSelf
    // What the closure wrote may hold from here on.
    for (const variable of captured) {
      if (variable.owner !== this.fn) this.captured.add(variable)
      else if (variable.current < 0) this.trail.set(variable, this.cellOf(variable))
      else this.trail.set(variable, this.graph.choice(ChoiceKind.Join, [variable.current, this.cellOf(variable)], declaration.pos, declaration.pos))
    }
    this.resetRoot()
  }

  private fillParameter(parameter: ts.ParameterDeclaration, declaration: ts.FunctionLikeDeclaration, fact: FunctionFact, index: number): void {
    const { name } = parameter
    const plain = ts.isIdentifier(name) ? name.text : undefined
    if (plain === 'this') return
    const position = fact.params.length
    const param = this.make(Kind.Param, parameter, index, position, parameter.dotDotDotToken ? 1 : 0)
    fact.params.push(param)
    fact.paramNames.push(plain ?? name.getText(this.source))
    if (parameter.type) this.graph.annotate(param, this.type(parameter.type))
    if (parameter.modifiers)
      for (const modifier of parameter.modifiers)
        if (ts.isDecorator(modifier))
          this.graph.parameterDecorators.push({ function: index, index: position, expression: this.value(modifier.expression) })
    const value = parameter.initializer
      ? this.graph.choice(ChoiceKind.Nullish, [param, this.value(parameter.initializer)], parameter.pos, parameter.end)
      : param
    this.bind(name, value, false, false)
    if (declaration.kind === SK.Constructor && parameter.modifiers?.length && plain !== undefined && hasPropertyModifier(parameter))
      this.graph.node(Kind.Store, parameter.pos, parameter.end, this.selfOf(), this.graph.string(plain), value)
  }

  functionValue(declaration: ts.FunctionLikeDeclaration, name: string, owner = -1): number {
    const node = this.reserveFunction(declaration, name)
    this.fillFunction(declaration, node, owner)
    return node
  }

  reserveClass(declaration: ts.ClassLikeDeclaration, name: string): number {
    const fact: ClassFact = { name, pos: declaration.pos, end: declaration.end, extends: -1, constructor_: -1, members: [], decorators: [], self: -1 }
    this.graph.classes.push(fact)
    return this.make(Kind.Class, declaration, this.graph.classes.length - 1)
  }

  fillClass(declaration: ts.ClassLikeDeclaration, node: number): void {
    const index = this.graph.operand(node)
    const fact = this.graph.classes[index] as ClassFact
    const decorated = (of: ts.Node) =>
      (ts.canHaveDecorators(of) ? (ts.getDecorators(of) ?? []) : []).map((decorator) => this.value(decorator.expression))
    fact.decorators = decorated(declaration)
    for (const clause of declaration.heritageClauses ?? [])
      if (clause.token === SK.ExtendsKeyword && clause.types[0]) fact.extends = this.value(clause.types[0].expression)
    fact.self = this.graph.node(Kind.This, declaration.pos, declaration.pos, -1)
    for (const member of declaration.members) {
      if (
        ts.isMethodDeclaration(member) ||
        ts.isGetAccessorDeclaration(member) ||
        ts.isSetAccessorDeclaration(member) ||
        ts.isConstructorDeclaration(member)
      ) {
        const name = member.kind === SK.Constructor ? 'constructor' : (propertyText(member.name as ts.PropertyName) ?? '')
        const decorators = decorated(member)
        const value = this.functionValue(member, name, index)
        const isStatic = ((this.graph.functions[this.graph.operand(value)] as { flags: number }).flags & FunctionFlag.Static) !== 0
        if (member.kind === SK.Constructor) fact.constructor_ = this.graph.operand(value)
        else fact.members.push({ name, node: value, static: isStatic, type: -1, pos: member.pos, decorators })
      } else if (ts.isPropertyDeclaration(member)) {
        const name = propertyText(member.name) ?? ''
        const isStatic = member.modifiers?.some((modifier) => modifier.kind === SK.StaticKeyword) ?? false
        const type = member.type ? this.type(member.type) : -1
        const decorators = decorated(member)
        const outerSelf = this.classSelf
        this.classSelf = isStatic ? node : fact.self
        let value = member.initializer ? this.named(member.initializer, name) : -1
        if (value < 0 && type >= 0) value = this.make(Kind.Unknown, member)
        this.classSelf = outerSelf
        if (value >= 0 && type >= 0) this.graph.annotate(value, type)
        const optional = member.questionToken !== undefined
        fact.members.push({ name, node: value, static: isStatic, type, pos: member.pos, decorators, ...(optional ? { optional } : {}) })
      } else if (ts.isClassStaticBlockDeclaration(member)) {
        const outerSelf = this.classSelf
        this.classSelf = node
        this.visit(member.body)
        this.classSelf = outerSelf
      }
    }
  }

  /** An initialiser that takes the name of what it is put into, when it is an anonymous function or class. */
  named(initializer: ts.Expression, name: string): number {
    const inner = strip(initializer)
    switch (inner.kind) {
      case SK.ArrowFunction:
        return this.functionValue(inner as ts.ArrowFunction, name)
      case SK.FunctionExpression:
        if ((inner as ts.FunctionExpression).name) break
        return this.functionValue(inner as ts.FunctionExpression, name)
      case SK.ClassExpression: {
        if ((inner as ts.ClassExpression).name) break
        const node = this.reserveClass(inner as ts.ClassExpression, name)
        this.fillClass(inner as ts.ClassExpression, node)
        return node
      }
    }
    return this.value(initializer)
  }

  hoistedNode(declaration: ts.Node): number | undefined {
    return this.hoisted.get(declaration)
  }

  noteHoisted(declaration: ts.Node, node: number): void {
    this.hoisted.set(declaration, node)
  }

  exportLater(name: string, variable: Variable, pos: number): void {
    variable.isRead = true
    this.lateExports.push({ name, variable, pos })
  }

  /** What a namespace exports is its own, and no export of the file. */
  withoutExports(walk: () => void): void {
    const [now, later] = [this.graph.exports.length, this.lateExports.length]
    walk()
    this.graph.exports.length = now
    this.lateExports.length = later
  }

  // ── types ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** A TypeRef or Interface node for what an annotation names; -1 where it names nothing that could be followed. */
  type(node: ts.TypeNode): number {
    switch (node.kind) {
      case SK.TypeReference: {
        const reference = node as ts.TypeReferenceNode
        const entity = this.entity(reference.typeName)
        // Each keeps its place: `Request<never, never, Body>`.
        const types = (reference.typeArguments ?? []).map((argument) => this.type(argument))
        const args = types.map((type, index) => (type >= 0 ? type : this.make(Kind.Unknown, reference.typeArguments?.[index] ?? node)))
        return this.make(Kind.TypeRef, node, entity, this.graph.list(args), 0)
      }
      case SK.ArrayType: {
        const inner = this.type((node as ts.ArrayTypeNode).elementType)
        return inner < 0 ? -1 : this.make(Kind.TypeRef, node, inner, this.graph.list([]), 1)
      }
      case SK.UnionType:
      case SK.IntersectionType: {
        let first = -1
        const literals: (string | number | boolean)[] = []
        for (const part of (node as ts.UnionTypeNode).types) {
          if (part.kind === SK.UndefinedKeyword) continue
          if (part.kind === SK.LiteralType) {
            literals.push(...literalOf(part as ts.LiteralTypeNode))
            continue
          }
          const type = this.type(part)
          if (type >= 0 && (first < 0 || this.isKeyword(first))) first = type
        }
        return first < 0 ? this.literals(node, literals) : first
      }
      case SK.LiteralType:
        return this.literals(node, literalOf(node as ts.LiteralTypeNode))
      case SK.TypeQuery:
        return this.entity((node as ts.TypeQueryNode).exprName)
      case SK.ParenthesizedType:
        return this.type((node as ts.ParenthesizedTypeNode).type)
      case SK.TypeOperator:
        return this.type((node as ts.TypeOperatorNode).type)
      case SK.TypeLiteral: {
        this.graph.interfaces.push({ name: '', extends: [], members: [] })
        const index = this.graph.interfaces.length - 1
        const value = this.make(Kind.Interface, node, index)
        this.fillInterface(index, (node as ts.TypeLiteralNode).members)
        return value
      }
      case SK.StringKeyword:
      case SK.NumberKeyword:
      case SK.BooleanKeyword:
      case SK.BigIntKeyword:
      case SK.AnyKeyword:
      case SK.UnknownKeyword:
        return this.make(
          Kind.TypeRef,
          node,
          this.make(Kind.Global, node, this.graph.string(ts.tokenToString(node.kind) as string)),
          this.graph.list([]),
          0,
        )
      default:
        return -1
    }
  }

  /** A type that allows these values and no other. */
  private literals(node: ts.TypeNode, values: (string | number | boolean)[]): number {
    if (values.length === 0) return -1
    this.graph.interfaces.push({ name: '', extends: [], members: [], values })
    return this.make(Kind.Interface, node, this.graph.interfaces.length - 1)
  }

  private isKeyword(type: number): boolean {
    const inner = this.graph.operand(type)
    return this.graph.kindOf(type) === Kind.TypeRef && inner >= 0 && this.graph.kindOf(inner) === Kind.Global
  }

  entity(name: ts.EntityName): number {
    if (ts.isIdentifier(name)) {
      const type = this.scope.findType(name.text)
      if (type !== undefined) return type
      const variable = this.scope.find(name.text)
      if (variable) {
        variable.isRead = true
        return variable.constant && variable.current >= 0 ? variable.current : this.cellOf(variable)
      }
      return this.make(Kind.Global, name, this.graph.string(name.text))
    }
    return this.make(Kind.Load, name, this.entity(name.left), this.graph.string(name.right.text))
  }

  fillInterface(index: number, members: readonly ts.TypeElement[]): void {
    const fact = this.graph.interfaces[index] as (typeof this.graph.interfaces)[number]
    for (const member of members) {
      if (!ts.isPropertySignature(member)) continue
      const name = propertyText(member.name)
      if (name !== undefined)
        fact.members.push({ name, type: member.type ? this.type(member.type) : -1, optional: member.questionToken !== undefined })
    }
  }
}

/** What a literal type allows; nothing for `null`. */
function literalOf({ literal }: ts.LiteralTypeNode): (string | number | boolean)[] {
  if (ts.isStringLiteral(literal)) return [literal.text]
  if (ts.isNumericLiteral(literal)) return [Number(literal.text)]
  return literal.kind === SK.TrueKeyword ? [true] : literal.kind === SK.FalseKeyword ? [false] : []
}

// ── small syntax questions ─────────────────────────────────────────────────────────────────────────────────────────────

/** For lists of two or three, where a set costs more than it saves. */
function addNew(list: number[], value: number): void {
  if (!list.includes(value)) list.push(value)
}

/** Whether nothing before it mentions the same. Few are compared at a time, and a set of texts costs more than that. */
function isFirst(mentions: Mention[], { variable, path }: Mention, index: number): boolean {
  for (let i = 0; i < index; i++) {
    const other = mentions[i] as Mention
    if (other.path === path && other.variable.name === variable.name && other.variable.owner === variable.owner) return false
  }
  return true
}

function isPlainConstant(kind: Kind): boolean {
  return kind <= Kind.Regex || kind === Kind.Function || kind === Kind.Class || kind === Kind.Import
}

/** By kind, 1 for what stands around an expression and changes nothing: one look-up instead of five questions. */
const WRAPPERS = new Uint8Array(SK.Count)
for (const kind of [SK.ParenthesizedExpression, SK.AsExpression, SK.NonNullExpression, SK.SatisfiesExpression, SK.TypeAssertionExpression])
  WRAPPERS[kind] = 1

/** Without parentheses, type assertions and `!`. */
function strip(node: ts.Expression): ts.Expression {
  let inner = node
  while (WRAPPERS[inner.kind] === 1) inner = (inner as ts.ParenthesizedExpression).expression
  return inner
}

function stripNot(node: ts.Expression): ts.Expression {
  let inner = strip(node)
  while (ts.isPrefixUnaryExpression(inner) && inner.operator === SK.ExclamationToken) inner = strip(inner.operand)
  return inner
}

function propertyText(name: ts.PropertyName): string | undefined {
  if (ts.isComputedPropertyName(name)) {
    const key = name.expression
    return ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) ? key.text : undefined
  }
  return (name as ts.Identifier).text
}

/** Names that something is assigned to anywhere in a file, and names whose properties are. */
interface Written {
  names: Set<string>
  members: Set<string>
}

/** Of the file that is being looked through. Not passed along nor closed over: a closure a file would be compiled again for each. */
let written: Written

function writtenIn(source: ts.SourceFile): Written {
  written = { names: new Set(), members: new Set() }
  lookAll(source.statements)
  return written
}

function noteTarget(node: ts.Node): void {
  const left = strip(node as ts.Expression)
  if (ts.isIdentifier(left)) written.names.add(left.text)
  else if (ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left)) {
    let root: ts.Expression = left
    while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) root = strip(root.expression)
    if (ts.isIdentifier(root)) written.members.add(root.text)
    else if (root.kind === SK.ThisKeyword) written.members.add('this')
  } else if (ts.isArrayLiteralExpression(left)) left.elements.forEach(noteTarget)
  else if (ts.isObjectLiteralExpression(left)) left.properties.forEach(noteTarget)
  else if (ts.isShorthandPropertyAssignment(left)) written.names.add(left.name.text)
  else if (ts.isPropertyAssignment(left)) noteTarget(left.initializer)
  else if (ts.isSpreadElement(left) || ts.isSpreadAssignment(left)) noteTarget(left.expression)
  else if (ts.isBinaryExpression(left)) noteTarget(left.left)
}

function lookAll(nodes: readonly ts.Node[] | undefined): void {
  if (nodes) for (let i = 0; i < nodes.length; i++) look(nodes[i])
}

/**
 * Kinds that are most of a tree are spelled out: each reads the fields of one shape of object, and leaves are not even asked,
 * which takes a third of the time of `ts.forEachChild`.
 */
function look(node: ts.Node | undefined): void {
  if (!node) return
  // Leaves and types assign nothing.
  const { kind } = node
  if (kind < SK.FirstNode || (kind >= SK.FirstTypeNode && kind <= SK.LastTypeNode)) return
  switch (kind) {
    case SK.ImportDeclaration:
    case SK.InterfaceDeclaration:
    case SK.TypeAliasDeclaration:
      break
    case SK.PropertyAccessExpression:
      look((node as ts.PropertyAccessExpression).expression)
      break
    case SK.CallExpression:
      look((node as ts.CallExpression).expression)
      lookAll((node as ts.CallExpression).arguments)
      break
    case SK.ExpressionStatement:
      look((node as ts.ExpressionStatement).expression)
      break
    case SK.VariableStatement:
      look((node as ts.VariableStatement).declarationList)
      break
    case SK.VariableDeclaration:
      look((node as ts.VariableDeclaration).name)
      look((node as ts.VariableDeclaration).initializer)
      break
    case SK.ReturnStatement:
      look((node as ts.ReturnStatement).expression)
      break
    case SK.IfStatement:
      look((node as ts.IfStatement).expression)
      look((node as ts.IfStatement).thenStatement)
      look((node as ts.IfStatement).elseStatement)
      break
    case SK.Block:
      lookAll((node as ts.Block).statements)
      break
    case SK.ArrowFunction:
      lookAll((node as ts.ArrowFunction).parameters)
      look((node as ts.ArrowFunction).body)
      break
    case SK.Parameter:
      lookAll((node as ts.ParameterDeclaration).modifiers)
      look((node as ts.ParameterDeclaration).name)
      look((node as ts.ParameterDeclaration).initializer)
      break
    case SK.ObjectLiteralExpression:
      lookAll((node as ts.ObjectLiteralExpression).properties)
      break
    case SK.PropertyAssignment:
      look((node as ts.PropertyAssignment).name)
      look((node as ts.PropertyAssignment).initializer)
      break
    case SK.ArrayLiteralExpression:
      lookAll((node as ts.ArrayLiteralExpression).elements)
      break
    case SK.JsxElement:
      look((node as ts.JsxElement).openingElement)
      lookAll((node as ts.JsxElement).children)
      break
    case SK.JsxAttributes:
      lookAll((node as ts.JsxAttributes).properties)
      break
    case SK.JsxAttribute:
      look((node as ts.JsxAttribute).initializer)
      break
    case SK.JsxExpression:
      look((node as ts.JsxExpression).expression)
      break
    case SK.BinaryExpression: {
      const { left, operatorToken, right } = node as ts.BinaryExpression
      if (operatorToken.kind >= SK.FirstAssignment && operatorToken.kind <= SK.LastAssignment) noteTarget(left)
      look(left)
      look(right)
      break
    }
    case SK.PrefixUnaryExpression:
    case SK.PostfixUnaryExpression: {
      const { operator, operand } = node as ts.PrefixUnaryExpression
      if (operator === SK.PlusPlusToken || operator === SK.MinusMinusToken) noteTarget(operand)
      look(operand)
      break
    }
    case SK.ForOfStatement:
    case SK.ForInStatement: {
      const { initializer } = node as ts.ForOfStatement
      if (!ts.isVariableDeclarationList(initializer)) noteTarget(initializer)
      ts.forEachChild(node, look)
      break
    }
    case SK.VariableDeclarationList: {
      const { declarations } = node as ts.VariableDeclarationList
      // `var x` twice is one variable.
      if ((node.flags & ts.NodeFlags.BlockScoped) === 0) for (const { name } of declarations) if (ts.isIdentifier(name)) written.names.add(name.text)
      lookAll(declarations)
      break
    }
    default:
      ts.forEachChild(node, look)
  }
}

function hasPropertyModifier(parameter: ts.ParameterDeclaration): boolean {
  return (
    parameter.modifiers?.some((modifier) => [SK.PrivateKeyword, SK.PublicKeyword, SK.ProtectedKeyword, SK.ReadonlyKeyword].includes(modifier.kind)) ??
    false
  )
}

function isModuleExports(node: ts.PropertyAccessExpression, w: Walker): boolean {
  return node.name.text === 'exports' && ts.isIdentifier(node.expression) && node.expression.text === 'module' && !w.scope.find('module')
}

/** A name that follows a value around: `const f = function () {}`, `{ f: () => … }`, `x.f = () => …`. */
function nameOf(target: ts.Expression): string {
  const inner = strip(target)
  if (ts.isIdentifier(inner)) return inner.text
  return ts.isPropertyAccessExpression(inner) ? inner.name.text : ''
}

// ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────────

on<ts.Identifier>(SK.Identifier, (w, node) => {
  const variable = w.scope.find(node.text)
  if (variable) return w.read(variable)
  w.resetRoot()
  if (node.text === 'undefined') return w.make(Kind.Undefined, node)
  if (node.text === 'exports') return w.graph.exportsObject()
  return w.make(Kind.Global, node, w.graph.string(node.text))
})
on(SK.ThisKeyword, (w) => w.readSelf())
on(SK.SuperKeyword, (w, node) => w.make(Kind.Global, node, w.graph.string('super')))
on<ts.StringLiteral>([SK.StringLiteral, SK.NoSubstitutionTemplateLiteral], (w, node) => w.make(Kind.String, node, w.graph.string(node.text)))
on<ts.NumericLiteral>([SK.NumericLiteral, SK.BigIntLiteral], (w, node) => w.make(Kind.Number, node, w.graph.string(node.text)))
on<ts.RegularExpressionLiteral>(SK.RegularExpressionLiteral, (w, node) => w.make(Kind.Regex, node, w.graph.string(node.text)))
on(SK.TrueKeyword, (w, node) => w.make(Kind.Boolean, node, 1))
on(SK.FalseKeyword, (w, node) => w.make(Kind.Boolean, node, 0))
on(SK.NullKeyword, (w, node) => w.make(Kind.Null, node))
on<ts.TemplateExpression>(SK.TemplateExpression, (w, node) => {
  const parts: number[] = []
  if (node.head.text) parts.push(w.make(Kind.String, node.head, w.graph.string(node.head.text)))
  for (const span of node.templateSpans) {
    parts.push(w.value(span.expression))
    if (span.literal.text) parts.push(w.make(Kind.String, span.literal, w.graph.string(span.literal.text)))
  }
  w.resetRoot()
  return w.make(Kind.Template, node, w.graph.list(parts))
})
on<ts.TaggedTemplateExpression>(SK.TaggedTemplateExpression, (w, node) => {
  const tag = w.value(node.tag)
  const parts: number[] = []
  if (ts.isTemplateExpression(node.template)) {
    parts.push(w.make(Kind.String, node.template.head, w.graph.string(node.template.head.text)))
    for (const span of node.template.templateSpans) {
      parts.push(w.value(span.expression))
      parts.push(w.make(Kind.String, span.literal, w.graph.string(span.literal.text)))
    }
  } else {
    parts.push(w.make(Kind.String, node.template, w.graph.string(node.template.text)))
  }
  w.resetRoot()
  return w.make(Kind.Tagged, node, tag, w.graph.list(parts))
})
on<ts.ParenthesizedExpression>(
  [SK.ParenthesizedExpression, SK.AsExpression, SK.NonNullExpression, SK.SatisfiesExpression, SK.TypeAssertionExpression],
  (w, node) => {
    const value = w.visit(node.expression)
    const type = (node as unknown as ts.AsExpression).type
    if (!type || value < 0 || type.kind === SK.TypeReference) {
      if (type && value >= 0 && w.graph.kindOf(value) === Kind.Unknown) w.graph.annotate(value, w.type(type))
    }
    return value
  },
)
on<ts.PropertyAccessExpression>(SK.PropertyAccessExpression, (w, node) => {
  if (isModuleExports(node, w)) {
    w.resetRoot()
    return w.graph.exportsObject()
  }
  if (node.expression.kind === SK.MetaProperty) return w.make(Kind.Global, node, w.graph.string(`import.meta.${node.name.text}`))
  const object = w.value(node.expression)
  const { lastRoot: root, lastPath: path } = w
  return w.property(object, node.name.text, node.name, root, path)
})
on<ts.ElementAccessExpression>(SK.ElementAccessExpression, (w, node) => {
  const object = w.value(node.expression)
  const { lastRoot: root, lastPath: path } = w
  const key = node.argumentExpression
  if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) return w.property(object, key.text, node, root, path)
  const value = w.make(Kind.LoadDynamic, node, object, w.value(key))
  w.resetRoot()
  return value
})

function elementValue(w: Walker, element: ts.Expression): number {
  if (element.kind === SK.SpreadElement) return w.make(Kind.Spread, element, w.value((element as ts.SpreadElement).expression))
  return w.named(element, '')
}

function listed(w: Walker, args: readonly ts.Expression[] | undefined): number[] {
  const values: number[] = []
  if (args) for (const argument of args) values.push(elementValue(w, argument))
  return values
}

on<ts.CallExpression>(SK.CallExpression, (w, node) => {
  const first = node.arguments[0]
  if (node.expression.kind === SK.ImportKeyword) {
    if (first && ts.isStringLiteralLike(first)) {
      w.graph.imports.push({ specifier: first.text, pos: first.pos, typeOnly: false, dynamic: true })
      return w.make(Kind.Import, node, w.graph.string(first.text), w.graph.string('*'))
    }
    return w.make(Kind.Call, node, w.make(Kind.Global, node, w.graph.string('import')), w.graph.list(listed(w, node.arguments)))
  }
  if (ts.isIdentifier(node.expression) && node.expression.text === 'require' && first && ts.isStringLiteralLike(first) && !w.scope.find('require')) {
    w.graph.imports.push({ specifier: first.text, pos: first.pos, typeOnly: false, dynamic: false })
    w.resetRoot()
    return w.make(Kind.Import, node, w.graph.string(first.text), w.graph.string('*'), 1)
  }
  const target = strip(node.expression)
  let callee: number
  let at: ts.Node = node
  if (ts.isPropertyAccessExpression(target) && !isModuleExports(target, w) && target.expression.kind !== SK.MetaProperty) {
    // The method's own name is not what a condition tests: its receiver is.
    const object = w.value(target.expression)
    callee = w.make(Kind.Load, target.name, object, w.graph.string(target.name.text))
    at = target.name
  } else {
    callee = w.value(node.expression)
  }
  const args = listed(w, node.arguments)
  w.resetRoot()
  const call = w.graph.node(Kind.Call, at.pos, node.end, callee, w.graph.list(args))
  if (isProcessExit(target)) w.dead = true
  return call
})

function isProcessExit(target: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(target) && target.name.text === 'exit' && ts.isIdentifier(target.expression) && target.expression.text === 'process'
  )
}

on<ts.NewExpression>(SK.NewExpression, (w, node) => {
  const callee = w.value(node.expression)
  const args = listed(w, node.arguments)
  w.resetRoot()
  return w.make(Kind.New, node, callee, w.graph.list(args))
})
on<ts.SpreadElement>(SK.SpreadElement, (w, node) => w.make(Kind.Spread, node, w.value(node.expression)))
on<ts.ObjectLiteralExpression>(SK.ObjectLiteralExpression, (w, node) => {
  const entries: number[] = []
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      entries.push(w.make(Kind.Spread, property, w.value(property.expression)))
      continue
    }
    const name = propertyText(property.name)
    const computed = name === undefined ? w.value((property.name as ts.ComputedPropertyName).expression) : -1
    let value: number
    if (ts.isShorthandPropertyAssignment(property)) value = w.value(property.name)
    else if (ts.isPropertyAssignment(property)) value = w.named(property.initializer, name ?? '')
    else value = w.functionValue(property, name ?? '')
    entries.push(w.make(Kind.Property, property, name === undefined ? -1 : w.graph.string(name), value, computed))
  }
  w.resetRoot()
  return w.make(Kind.Object, node, w.graph.list(entries))
})
on<ts.ArrayLiteralExpression>(SK.ArrayLiteralExpression, (w, node) => {
  const items = listed(w, node.elements)
  w.resetRoot()
  return w.make(Kind.Array, node, w.graph.list(items))
})
on<ts.FunctionExpression>([SK.ArrowFunction, SK.FunctionExpression], (w, node) => {
  if (node.name) {
    const outer = w.scope
    w.scope = new Scope(outer, w.fn, false)
    const value = w.reserveFunction(node, node.name.text)
    const variable = w.declare(node.name.text, true)
    variable.current = value
    w.fillFunction(node, value)
    w.scope = outer
    return value
  }
  return w.functionValue(node, '')
})
on<ts.ClassExpression>(SK.ClassExpression, (w, node) => {
  const value = w.reserveClass(node, node.name?.text ?? '')
  const outer = w.scope
  if (node.name) {
    w.scope = new Scope(outer, w.fn, false)
    w.declare(node.name.text, true).current = value
  }
  w.fillClass(node, value)
  w.scope = outer
  w.resetRoot()
  return value
})
on<ts.AwaitExpression>(SK.AwaitExpression, (w, node) => {
  const value = w.value(node.expression)
  w.resetRoot()
  return w.make(Kind.Await, node, value)
})
on<ts.YieldExpression>(SK.YieldExpression, (w, node) => {
  const value = w.value(node.expression)
  return w.make(Kind.Yield, node, node.asteriskToken && node.expression ? w.make(Kind.Element, node.expression, value) : value)
})
on<ts.DeleteExpression>(SK.DeleteExpression, (w, node) => w.make(Kind.Unary, node, w.value(node.expression), -1, SK.DeleteKeyword))
on<ts.TypeOfExpression>(SK.TypeOfExpression, (w, node) => w.make(Kind.Unary, node, w.value(node.expression), -1, SK.TypeOfKeyword))
on<ts.VoidExpression>(SK.VoidExpression, (w, node) => w.make(Kind.Unary, node, w.value(node.expression), -1, SK.VoidKeyword))
on<ts.PrefixUnaryExpression>([SK.PrefixUnaryExpression, SK.PostfixUnaryExpression], (w, node) => {
  const operand = w.value(node.operand)
  const value = w.make(Kind.Unary, node, operand, -1, node.operator)
  if (node.operator === SK.PlusPlusToken || node.operator === SK.MinusMinusToken) w.put(node.operand, value)
  w.resetRoot()
  return value
})
on<ts.ConditionalExpression>(SK.ConditionalExpression, (w, node) => {
  const test = w.test(node.condition)
  let whenTrue = -1
  let whenFalse = -1
  const yes = w.branch(() => {
    w.enterRegion(RegionKind.True, test.condition, node.condition)
    w.refine(test, true)
    whenTrue = w.named(node.whenTrue, '')
  })
  const no = w.branch(() => {
    w.enterRegion(RegionKind.False, test.condition, node.condition)
    w.refine(test, false)
    whenFalse = w.named(node.whenFalse, '')
  })
  w.join([yes, no], node)
  w.resetRoot()
  return w.graph.choice(ChoiceKind.Conditional, [whenTrue, whenFalse], node.pos, node.end)
})

const COMPOUND = new Map<ts.SyntaxKind, ts.SyntaxKind>([
  [SK.PlusEqualsToken, SK.PlusToken],
  [SK.MinusEqualsToken, SK.MinusToken],
  [SK.AsteriskEqualsToken, SK.AsteriskToken],
  [SK.SlashEqualsToken, SK.SlashToken],
  [SK.PercentEqualsToken, SK.PercentToken],
  [SK.AsteriskAsteriskEqualsToken, SK.AsteriskAsteriskToken],
  [SK.BarEqualsToken, SK.BarToken],
  [SK.AmpersandEqualsToken, SK.AmpersandToken],
  [SK.CaretEqualsToken, SK.CaretToken],
  [SK.LessThanLessThanEqualsToken, SK.LessThanLessThanToken],
  [SK.GreaterThanGreaterThanEqualsToken, SK.GreaterThanGreaterThanToken],
  [SK.GreaterThanGreaterThanGreaterThanEqualsToken, SK.GreaterThanGreaterThanGreaterThanToken],
])
const LOGICAL = new Map<ts.SyntaxKind, ChoiceKind>([
  [SK.BarBarToken, ChoiceKind.Or],
  [SK.QuestionQuestionToken, ChoiceKind.Nullish],
  [SK.AmpersandAmpersandToken, ChoiceKind.And],
])
const LOGICAL_ASSIGN = new Map<ts.SyntaxKind, ChoiceKind>([
  [SK.BarBarEqualsToken, ChoiceKind.Or],
  [SK.QuestionQuestionEqualsToken, ChoiceKind.Nullish],
  [SK.AmpersandAmpersandEqualsToken, ChoiceKind.And],
])

on<ts.BinaryExpression>(SK.BinaryExpression, (w, node) => {
  const operator = node.operatorToken.kind
  if (operator === SK.EqualsToken) {
    const value = w.named(node.right, nameOf(node.left))
    w.put(node.left, value)
    w.resetRoot()
    return value
  }
  if (operator === SK.CommaToken) {
    w.value(node.left)
    return w.value(node.right)
  }
  const logical = LOGICAL.get(operator)
  if (logical !== undefined) {
    const test = w.test(node.left)
    let right = -1
    const way = w.branch(() => {
      w.enterRegion(logical === ChoiceKind.And ? RegionKind.True : RegionKind.False, test.condition, node.left)
      if (logical !== ChoiceKind.Nullish) w.refine(test, logical === ChoiceKind.And)
      right = w.named(node.right, '')
    })
    w.join(
      [
        { changes: new Map(), dead: false },
        { ...way, dead: false },
      ],
      node,
    )
    w.resetRoot()
    return w.graph.choice(logical, [test.condition, right], node.pos, node.end)
  }
  const logicalAssign = LOGICAL_ASSIGN.get(operator)
  if (logicalAssign !== undefined) {
    const left = w.value(node.left)
    const value = w.graph.choice(logicalAssign, [left, w.named(node.right, nameOf(node.left))], node.pos, node.end)
    w.put(node.left, value)
    w.resetRoot()
    return value
  }
  const compound = COMPOUND.get(operator)
  const left = w.value(node.left)
  const right = w.value(node.right)
  w.resetRoot()
  const value = w.make(Kind.Binary, node, left, right, compound ?? operator)
  if (compound !== undefined) w.put(node.left, value)
  w.resetRoot()
  return value
})

function jsxAttributes(w: Walker, attributes: ts.JsxAttributes): number {
  const entries = attributes.properties.map((attribute) => {
    if (ts.isJsxSpreadAttribute(attribute)) return w.make(Kind.Spread, attribute, w.value(attribute.expression))
    const { initializer } = attribute
    const name = ts.isIdentifier(attribute.name) ? attribute.name.text : attribute.name.getText(w.source)
    const value = !initializer
      ? w.make(Kind.Boolean, attribute, 1)
      : ts.isJsxExpression(initializer)
        ? initializer.expression
          ? w.named(initializer.expression, name)
          : w.make(Kind.Undefined, initializer)
        : w.value(initializer)
    return w.make(Kind.Property, attribute, w.graph.string(name), value)
  })
  return w.make(Kind.Object, attributes, w.graph.list(entries))
}

function jsxTag(w: Walker, tag: ts.JsxTagNameExpression): number {
  if (ts.isIdentifier(tag) && /^[a-z]/.test(tag.text)) return w.make(Kind.String, tag, w.graph.string(tag.text))
  return w.value(tag)
}

on<ts.JsxElement>(SK.JsxElement, (w, node) => {
  const tag = jsxTag(w, node.openingElement.tagName)
  const attributes = jsxAttributes(w, node.openingElement.attributes)
  const children = node.children.filter((child) => child.kind !== SK.JsxText).map((child) => w.value(child))
  w.resetRoot()
  return w.make(Kind.Jsx, node, tag, attributes, w.graph.list(children))
})
on<ts.JsxSelfClosingElement>(SK.JsxSelfClosingElement, (w, node) => {
  const tag = jsxTag(w, node.tagName)
  const attributes = jsxAttributes(w, node.attributes)
  w.resetRoot()
  return w.make(Kind.Jsx, node, tag, attributes, w.graph.list([]))
})
on<ts.JsxFragment>(SK.JsxFragment, (w, node) => {
  const children = node.children.filter((child) => child.kind !== SK.JsxText).map((child) => w.value(child))
  return w.make(Kind.Jsx, node, w.make(Kind.String, node, w.graph.string('')), -1, w.graph.list(children))
})
on<ts.JsxExpression>(SK.JsxExpression, (w, node) => (node.expression ? w.named(node.expression, '') : w.make(Kind.Undefined, node)))

// ── statements ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function block(w: Walker, statements: readonly ts.Statement[]): void {
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  w.hoist(statements)
  const region = w.graph.region
  for (const statement of statements) w.visit(statement)
  w.graph.region = region
  w.scope = outer
}

on<ts.Block>(SK.Block, (w, node) => {
  block(w, node.statements)
  return -1
})
on<ts.ExpressionStatement>(SK.ExpressionStatement, (w, node) => {
  w.value(node.expression)
  return -1
})
on<ts.VariableStatement>(SK.VariableStatement, (w, node) => {
  w.visit(node.declarationList)
  if (ts.getModifiers(node)?.some((modifier) => modifier.kind === SK.ExportKeyword)) {
    const exportName = (name: ts.BindingName): void => {
      if (ts.isIdentifier(name)) {
        const variable = w.scope.find(name.text)
        if (variable) w.exportLater(name.text, variable, name.pos)
      } else for (const element of name.elements) if (!ts.isOmittedExpression(element)) exportName(element.name)
    }
    for (const declaration of node.declarationList.declarations) exportName(declaration.name)
  }
  return -1
})
on<ts.VariableDeclarationList>(SK.VariableDeclarationList, (w, node) => {
  const constant = (node.flags & ts.NodeFlags.Const) !== 0
  const functionScoped = (node.flags & ts.NodeFlags.BlockScoped) === 0
  for (const declaration of node.declarations) {
    if (!declaration.initializer) {
      if (ts.isIdentifier(declaration.name)) {
        const variable = w.declare(declaration.name.text, constant, functionScoped)
        const type = declaration.type ? w.type(declaration.type) : -1
        if (functionScoped && variable.current >= 0) continue
        const value = w.make(type >= 0 ? Kind.Unknown : Kind.Undefined, declaration)
        w.graph.annotate(value, type)
        w.assign(variable, value)
      }
      continue
    }
    const { initializer } = declaration
    const tests = constant && ts.isIdentifier(declaration.name) && isTest(initializer)
    const { result, mentions } = tests ? w.recording(() => w.value(initializer)) : { result: -1, mentions: undefined }
    const value = tests ? result : w.named(initializer, ts.isIdentifier(declaration.name) ? declaration.name.text : '')
    if (declaration.type) w.graph.annotate(value, w.type(declaration.type))
    w.bind(declaration.name, value, constant, functionScoped)
    // What is declared with `using` is there for its end.
    if ((node.flags & ts.NodeFlags.Using) === 0) noteNames(w, declaration.name, ts.isFunctionLike(strip(initializer)) ? 'function' : 'variable')
    if (mentions) {
      const variable = w.scope.find((declaration.name as ts.Identifier).text)
      if (variable) variable.tests = mentions
    }
  }
  return -1
})

/** Places in a list have no names of their own, and what stands beside a rest is named to leave it out. */
function noteNames(w: Walker, name: ts.BindingName, kind: 'function' | 'variable'): void {
  if (ts.isIdentifier(name)) {
    const variable = w.scope.find(name.text)
    if (variable) w.note(variable, kind, name.pos)
  } else if (ts.isObjectBindingPattern(name) && !name.elements.some(({ dotDotDotToken }) => dotDotDotToken))
    for (const element of name.elements) noteNames(w, element.name, 'variable')
}

/** Whether an initialiser is a question whose answer may be asked for later. */
function isTest(node: ts.Expression): boolean {
  const inner = stripNot(node)
  if (ts.isBinaryExpression(inner)) {
    const operator = inner.operatorToken.kind
    return (
      (operator >= SK.LessThanToken && operator <= SK.ExclamationEqualsEqualsToken) ||
      operator === SK.AmpersandAmpersandToken ||
      operator === SK.BarBarToken ||
      operator === SK.InKeyword ||
      operator === SK.InstanceOfKeyword
    )
  }
  return ts.isCallExpression(inner) && inner.arguments.length > 0 && inner.arguments.every((argument) => !ts.isFunctionLike(argument))
}

on<ts.FunctionDeclaration>(SK.FunctionDeclaration, (w, node) => {
  const value = w.hoistedNode(node) ?? w.reserveFunction(node, node.name?.text ?? 'default')
  if (node.body) w.fillFunction(node, value)
  exportDeclared(w, node, node.name?.text, value)
  return -1
})
on<ts.ClassDeclaration>(SK.ClassDeclaration, (w, node) => {
  const value = w.hoistedNode(node) ?? w.reserveClass(node, node.name?.text ?? 'default')
  w.fillClass(node, value)
  exportDeclared(w, node, node.name?.text, value)
  return -1
})
on<ts.EnumDeclaration>(SK.EnumDeclaration, (w, node) => {
  const entries = node.members.map((member, index) => {
    const name = propertyText(member.name)
    const value = member.initializer ? w.value(member.initializer) : w.make(Kind.Number, member, w.graph.string(String(index)))
    return w.make(Kind.Property, member, name === undefined ? -1 : w.graph.string(name), value)
  })
  const value = w.make(Kind.Object, node, w.graph.list(entries))
  w.assign(w.declare(node.name.text, true), value)
  exportDeclared(w, node, node.name.text, value)
  return -1
})
function exportDeclared(w: Walker, node: ts.HasModifiers, name: string | undefined, value: number): void {
  const modifiers = ts.getModifiers(node)
  if (!modifiers?.some((modifier) => modifier.kind === SK.ExportKeyword)) return
  const isDefault = modifiers.some((modifier) => modifier.kind === SK.DefaultKeyword)
  const variable = name === undefined ? undefined : w.scope.find(name)
  if (variable) variable.isRead = true
  if (isDefault) w.graph.exports.push({ name: 'default', node: value, pos: node.pos })
  else if (name) w.graph.exports.push({ name, node: value, pos: node.pos })
}
on<ts.InterfaceDeclaration>(SK.InterfaceDeclaration, (w, node) => {
  const value = w.scope.findType(node.name.text)
  if (value === undefined) return -1
  const index = w.graph.operand(value)
  for (const clause of node.heritageClauses ?? [])
    for (const type of clause.types) {
      const parent = ts.isIdentifier(type.expression) ? w.entity(type.expression) : -1
      if (parent >= 0) (w.graph.interfaces[index] as { extends: number[] }).extends.push(parent)
    }
  w.fillInterface(index, node.members)
  exportDeclared(w, node, node.name.text, value)
  return -1
})
on<ts.TypeAliasDeclaration>(SK.TypeAliasDeclaration, (w, node) => {
  const value = w.scope.findType(node.name.text)
  if (value === undefined) return -1
  const index = w.graph.operand(value)
  if (ts.isTypeLiteralNode(node.type)) w.fillInterface(index, node.type.members)
  else
    for (const type of ts.isIntersectionTypeNode(node.type) ? node.type.types : [node.type]) {
      const parent = w.type(type)
      if (parent >= 0) (w.graph.interfaces[index] as { extends: number[] }).extends.push(parent)
    }
  exportDeclared(w, node, node.name.text, value)
  return -1
})
on<ts.ModuleDeclaration>(SK.ModuleDeclaration, (w, node) => {
  const { body } = node
  if (body && ts.isModuleBlock(body)) w.withoutExports(() => block(w, body.statements))
  return -1
})
on<ts.ImportDeclaration>(SK.ImportDeclaration, (w, node) => {
  if (!ts.isStringLiteral(node.moduleSpecifier) || w.hoistedNode(node) !== undefined) return -1
  const specifier = node.moduleSpecifier.text
  const clause = node.importClause
  // Walked when its block is hoisted, and met again in order.
  w.noteHoisted(node, -1)
  const typeOnly = clause?.phaseModifier === SK.TypeKeyword
  w.graph.imports.push({ specifier, pos: node.pos, typeOnly, dynamic: false })
  if (!clause) return -1
  const module = w.graph.string(specifier)
  const declare = (local: ts.Identifier, imported: string) => {
    const value = w.make(Kind.Import, local, module, w.graph.string(imported))
    const variable = w.declare(local.text, true)
    w.assign(variable, value)
    w.note(variable, 'import', local.pos)
  }
  if (clause.name) declare(clause.name, 'default')
  if (clause.namedBindings) {
    if (ts.isNamespaceImport(clause.namedBindings)) declare(clause.namedBindings.name, '*')
    else for (const element of clause.namedBindings.elements) declare(element.name, (element.propertyName ?? element.name).text)
  }
  return -1
})
on<ts.ImportEqualsDeclaration>(SK.ImportEqualsDeclaration, (w, node) => {
  if (ts.isExternalModuleReference(node.moduleReference) && ts.isStringLiteral(node.moduleReference.expression)) {
    const specifier = node.moduleReference.expression.text
    w.graph.imports.push({ specifier, pos: node.pos, typeOnly: node.isTypeOnly, dynamic: false })
    w.assign(w.declare(node.name.text, true), w.make(Kind.Import, node, w.graph.string(specifier), w.graph.string('*'), 1))
  } else if (!ts.isExternalModuleReference(node.moduleReference)) {
    w.assign(w.declare(node.name.text, true), w.entity(node.moduleReference))
  }
  return -1
})
on<ts.ExportDeclaration>(SK.ExportDeclaration, (w, node) => {
  const specifier = node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined
  if (specifier !== undefined) w.graph.imports.push({ specifier, pos: node.pos, typeOnly: node.isTypeOnly, dynamic: false })
  const clause = node.exportClause
  if (!clause) {
    if (specifier !== undefined)
      w.graph.exports.push({ name: '*', node: w.make(Kind.Import, node, w.graph.string(specifier), w.graph.string('*')), pos: node.pos })
  } else if (ts.isNamespaceExport(clause)) {
    if (specifier !== undefined)
      w.graph.exports.push({ name: clause.name.text, node: w.make(Kind.Import, node, w.graph.string(specifier), w.graph.string('*')), pos: node.pos })
  } else {
    for (const element of clause.elements) {
      const imported = (element.propertyName ?? element.name).text
      if (specifier !== undefined) {
        const value = w.make(Kind.Import, element, w.graph.string(specifier), w.graph.string(imported))
        w.graph.exports.push({ name: element.name.text, node: value, pos: element.pos })
      } else {
        const variable = w.scope.find(imported)
        const type = w.scope.findType(imported)
        if (variable) w.exportLater(element.name.text, variable, element.pos)
        else if (type !== undefined) w.graph.exports.push({ name: element.name.text, node: type, pos: element.pos })
      }
    }
  }
  return -1
})
on<ts.ExportAssignment>(SK.ExportAssignment, (w, node) => {
  const value = w.named(node.expression, 'default')
  if (node.isExportEquals) {
    w.graph.exportsObject()
    w.graph.commonjs.push(value)
  } else {
    w.graph.exports.push({ name: 'default', node: value, pos: node.pos })
  }
  return -1
})
on<ts.ReturnStatement>(SK.ReturnStatement, (w, node) => {
  const value = node.expression ? w.named(node.expression, '') : w.make(Kind.Undefined, node)
  const fact = w.graph.functions[w.fn]
  if (fact) {
    fact.returns.push(value)
    fact.returnsAt.push(node.pos, node.end, w.graph.region)
  }
  w.dead = true
  return -1
})
on<ts.ThrowStatement>(SK.ThrowStatement, (w, node) => {
  w.make(Kind.Throw, node, w.value(node.expression))
  w.dead = true
  return -1
})
on<ts.BreakStatement>(SK.BreakStatement, (w, node) => {
  w.leave(node.label?.text, true)
  return -1
})
on<ts.ContinueStatement>(SK.ContinueStatement, (w, node) => {
  w.leave(node.label?.text, false)
  return -1
})
on<ts.LabeledStatement>(SK.LabeledStatement, (w, node) => {
  w.setLabel(node.label.text)
  if (ts.isIterationStatement(node.statement, false) || ts.isSwitchStatement(node.statement) || ts.isLabeledStatement(node.statement))
    return w.visit(node.statement)
  w.loop(node, 'block', () => void w.visit(node.statement))
  return -1
})
on<ts.IfStatement>(SK.IfStatement, (w, node) => {
  const test = w.test(node.expression)
  const yes = w.branch(() => {
    w.enterRegion(RegionKind.True, test.condition, node.expression)
    w.refine(test, true)
    w.visit(node.thenStatement)
  })
  const no = w.branch(() => {
    w.enterRegion(RegionKind.False, test.condition, node.expression)
    w.refine(test, false)
    w.visit(node.elseStatement)
  })
  w.join([yes, no], node)
  // What follows a branch that does not come back runs only on the other way.
  if (yes.dead && !no.dead) w.enterRegion(RegionKind.False, test.condition, node.expression)
  else if (no.dead && !yes.dead) w.enterRegion(RegionKind.True, test.condition, node.expression)
  return -1
})
on<ts.SwitchStatement>(SK.SwitchStatement, (w, node) => {
  const test = w.test(node.expression)
  const hasDefault = node.caseBlock.clauses.some((clause) => clause.kind === SK.DefaultClause)
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  for (const clause of node.caseBlock.clauses) w.hoist(clause.statements)
  w.loop(node, 'switch', () => {
    /** What the clause before leaves when it falls through. */
    let fallen: Changes | undefined
    const none = { changes: new Map() as Changes, dead: false }
    for (const clause of node.caseBlock.clauses) {
      const way = w.branch(() => {
        const value = ts.isCaseClause(clause) ? w.value(clause.expression) : -1
        const condition = value < 0 ? test.condition : w.make(Kind.Binary, clause, test.condition, value, SK.EqualsEqualsEqualsToken)
        w.enterRegion(RegionKind.Case, condition, ts.isCaseClause(clause) ? clause.expression : node.expression)
        const refine = () => {
          if (value >= 0) w.refine({ condition, mentions: caseMentions(w, node.expression, test.mentions) }, true)
        }
        if (fallen) w.join([w.branch(refine), { changes: fallen, dead: false }], clause)
        else refine()
        for (const statement of clause.statements) w.visit(statement)
      })
      fallen = way.dead ? undefined : way.changes
    }
    const last = fallen ? [{ changes: fallen, dead: false }] : []
    w.join(hasDefault ? last : [none, ...last], node)
  })
  w.scope = outer
  return -1
})

/** `switch (x)` tests x even when it is a plain name. */
function caseMentions(w: Walker, expression: ts.Expression, mentions: Mention[]): Mention[] {
  const plain = strip(expression)
  if (ts.isIdentifier(plain)) {
    const variable = w.scope.find(plain.text)
    if (!variable) return []
    const value = w.read(variable)
    return [{ variable, path: '', root: value, value }]
  }
  return mentions
}

on<ts.WhileStatement>(SK.WhileStatement, (w, node) => {
  w.loop(node, 'loop', () => {
    const test = w.test(node.expression)
    w.enterRegion(RegionKind.Loop, test.condition, node.expression)
    w.refine(test, true)
    w.visit(node.statement)
  })
  return -1
})
on<ts.DoStatement>(SK.DoStatement, (w, node) => {
  w.loop(node, 'after', () => {
    w.enterRegion(RegionKind.Loop, -1, node.expression)
    w.visit(node.statement)
    w.value(node.expression)
  })
  return -1
})
on<ts.ForStatement>(SK.ForStatement, (w, node) => {
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  if (node.initializer) {
    if (ts.isVariableDeclarationList(node.initializer)) w.visit(node.initializer)
    else w.value(node.initializer)
  }
  w.loop(node, 'loop', () => {
    const test = node.condition ? w.test(node.condition) : undefined
    w.enterRegion(RegionKind.Loop, test?.condition ?? -1, node.condition ?? node)
    if (test) w.refine(test, true)
    w.visit(node.statement)
    if (node.incrementor) w.value(node.incrementor)
  })
  w.scope = outer
  return -1
})
on<ts.ForOfStatement>([SK.ForOfStatement, SK.ForInStatement], (w, node) => {
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  const iterable = w.value(node.expression)
  w.loop(node, 'loop', () => {
    w.enterRegion(RegionKind.Loop, iterable, node.expression)
    const element = w.make(node.kind === SK.ForOfStatement ? Kind.Element : Kind.Key, node.initializer, iterable)
    if (ts.isVariableDeclarationList(node.initializer)) {
      const declaration = node.initializer.declarations[0]
      if (declaration)
        w.bind(
          declaration.name,
          element,
          (node.initializer.flags & ts.NodeFlags.Const) !== 0,
          (node.initializer.flags & ts.NodeFlags.BlockScoped) === 0,
        )
    } else {
      w.put(node.initializer, element)
    }
    w.visit(node.statement)
  })
  w.scope = outer
  return -1
})
on<ts.TryStatement>(SK.TryStatement, (w, node) => {
  const attempt = w.attempt(() => {
    w.enterRegion(RegionKind.Try, -1, node)
    w.visit(node.tryBlock)
  })
  const ways = [{ changes: attempt.changes, dead: attempt.dead }]
  if (node.catchClause) {
    const { catchClause } = node
    ways.push(
      w.branch(() => {
        w.join(
          [
            { changes: new Map(), dead: false },
            ...attempt.midway.map((changes) => ({ changes, dead: false })),
            { changes: attempt.changes, dead: false },
          ],
          node,
        )
        w.enterRegion(RegionKind.Catch, -1, catchClause)
        const outer = w.scope
        w.scope = new Scope(outer, w.fn, false)
        if (catchClause.variableDeclaration) w.bind(catchClause.variableDeclaration.name, w.make(Kind.Caught, catchClause), false, false)
        block(w, catchClause.block.statements)
        w.scope = outer
      }),
    )
  }
  w.join(ways, node)
  if (node.finallyBlock) {
    const dead = w.dead
    w.inRegion(RegionKind.Finally, -1, node.finallyBlock, () => w.visit(node.finallyBlock))
    w.dead = dead || w.dead
  }
  if (node.catchClause && ways[1]?.dead && !attempt.dead) w.enterRegion(RegionKind.Past, -1, node)
  return -1
})
on([SK.EmptyStatement, SK.DebuggerStatement, SK.OmittedExpression], () => -1)
on<ts.Decorator>(SK.Decorator, (w, node) => w.value(node.expression))
on<ts.ExpressionWithTypeArguments>(SK.ExpressionWithTypeArguments, (w, node) => w.value(node.expression))
