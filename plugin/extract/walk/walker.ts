/** Where a walk over a file is, and what it knows there: names, what their values are now, and what control has done to them. */
import { ts } from 'ts-morph'
import { ChoiceKind, type FunctionFact, FunctionFlag, Kind, RegionKind, type ValueGraph } from '../../graph'
import { GraphBuilder } from '../builder'
import type { Declared } from '../health/index'
import { type Capture, type Changes, type Mention, type PathSlot, Scope, type Slot, Trail, Variable } from '../scope'
import { alternativesOf, stripNot } from './syntax'
import { type Written, writtenIn } from './written'

/** Parts that say where a parsed address leads: a test of one is a test of the address. */
const ADDRESS_PART = /^(?:origin|host|hostname|protocol)$/

/** A test that names more values than this refines none of them: it says little about each. */
const MOST_MENTIONS = 8
/** The same of a test that puts together others, which were named before: each of them says something of its own. */
const MOST_NAMED = 16

/** Ways, and tests on them, that are held against each other; of more the value is taken to come out as it went in. */
const MOST_TESTED = 8

/** A condition, and whether it holds. */
interface Test {
  condition: number
  holds: boolean
}

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

type Visit = (w: Walker, node: ts.Node) => number

/** Indexed by syntax kind; kinds without an entry visit their children and are worth nothing. */
const visits: (Visit | undefined)[] = []

/** Says what is done with a kind of syntax. The modules beside this one call it. */
export function on<N extends ts.Node>(kinds: ts.SyntaxKind | ts.SyntaxKind[], visit: (w: Walker, node: N) => number): void {
  for (const kind of Array.isArray(kinds) ? kinds : [kinds]) visits[kind] = visit as unknown as Visit
}

/** Where the walk is, and what it knows there. */
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
  private readonly captures: Capture[] = []
  /** Functions that are made where they stand, at most once each time that the function around runs → the region they are made in. */
  private readonly madeOnce = new Map<number, number>()
  private lateExports: { name: string; variable: Variable; pos: number }[] = []
  private pendingLabel: string | undefined
  /** Choice node at a loop's head → the value on the way in. */
  private entries = new Map<number, number>()
  readonly written: Written
  /** Names that may turn out to be read by nothing. */
  private readonly noted: Variable[] = []

  constructor(readonly source: ts.SourceFile) {
    this.scope = new Scope(undefined, -1, true)
    this.written = writtenIn(source)
  }

  /** @param walk goes over the statements of the file */
  whole(walk: () => void): ValueGraph {
    this.graph.region = this.graph.openRegion(RegionKind.Body, -1, -1, -1, this.source.pos, this.source.end)
    walk()
    for (const { name, variable, pos } of this.lateExports) {
      const node = variable.constant && variable.current >= 0 ? variable.current : this.cellOf(variable)
      this.graph.exports.push({ name, node, pos })
    }
    for (const variable of this.celled) this.graph.setList(variable.cell, [...new Set(variable.values)])
    for (const { node, values } of this.captures) if (values) this.graph.setList(node, [...new Set(values)])
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
    const variable = new Variable(name, this.fn, constant || !this.written.names.has(name))
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
      this.captureOf(variable)?.values?.push(value)
    }
  }

  cellOf(variable: Variable): number {
    if (variable.cell < 0) {
      const region = this.graph.region
      variable.cell = this.graph.node(Kind.Cell, 0, 0, -1, this.graph.string(variable.name), variable.owner)
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
    return this.captureOf(variable)?.node ?? this.cellOf(variable)
  }

  /**
   * What a closure sees of a variable that nothing outside of it assigns to once it is made: not everything that was ever put in, but what
   * was there then, with all that was tested of it.
   */
  private captureOf(variable: Variable): Capture | undefined {
    let closure = this.fn
    for (let around = this.parentOf(closure); around !== variable.owner; around = this.parentOf(closure)) {
      if (around < 0) return undefined
      closure = around
    }
    if (variable.captures?.has(closure)) return variable.captures.get(closure)
    const capture = this.captureIn(variable, closure)
    variable.captures ??= new Map()
    variable.captures.set(closure, capture)
    return capture
  }

  private captureIn(variable: Variable, closure: number): Capture | undefined {
    const region = this.madeOnce.get(closure)
    const places = this.written.places.get(variable.name)
    if (region === undefined || variable.current < 0 || !places) return undefined
    const { pos, end } = this.graph.functions[closure] as FunctionFact
    const owner = this.graph.functions[variable.owner]
    let isWrittenWithin = false
    for (const place of places) {
      if (place.pos >= pos && place.pos < end) isWrittenWithin = true
      else if (owner && (place.pos < owner.pos || place.pos >= owner.end)) continue
      else if (place.pos >= end || place.around !== (owner?.pos ?? -1)) return undefined
    }
    if (!isWrittenWithin) return { node: variable.current, values: undefined }
    const before = this.graph.region
    this.graph.region = region
    const node = this.graph.node(Kind.Cell, pos, pos, -1, this.graph.string(variable.name), variable.owner)
    this.graph.region = before
    const capture = { node, values: [variable.current] }
    this.captures.push(capture)
    return capture
  }

  private parentOf(fn: number): number {
    return (this.graph.functions[fn] as FunctionFact).parent
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

  /** The same of a key that is computed, where it is one key whenever it is read. */
  indexed(object: number, key: number, name: string, at: ts.Node, root: Variable, path: string): number {
    const full = path ? `${path}.${name}` : name
    const read = () => this.make(Kind.LoadDynamic, at, object, key)
    const slot = this.slotHere(root, full)
    const known = slot && slot.current >= 0 && slot.base === this.rootValue(root)
    if (known && this.loops.length && this.written.members.has(root.name)) this.openAtHead(slot, read)
    const value = known ? slot.current : read()
    this.noteProperty(root, path, full, value)
    this.lastRoot = root
    this.lastPath = full
    return value
  }

  private noteProperty(root: Variable, path: string, full: string, value: number): void {
    if (!this.mentions) return
    const last = this.mentions[this.mentions.length - 1]
    if (last && last.variable === root && last.path === path && !(ADDRESS_PART.test(full) && this.isMade(last.value))) this.mentions.pop()
    this.mentions.push({ variable: root, path: full, root: this.rootValue(root), value })
  }

  /** `new URL(text)`, or one of two of them. */
  private isMade(value: number): boolean {
    const kind = this.graph.kindOf(this.untested(value))
    return kind === Kind.New || kind === Kind.Choice
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
    this.forgetIndexed(variable, path)
    this.trail.set(slot, value)
  }

  /** Any property of what stands at a path may have another value from here on. */
  forgetBelow(variable: Variable, path: string): void {
    const key = this.pathKey(variable, path)
    const below = path === '' ? key : `${key}.`
    for (const [other, slot] of variable.paths ?? []) if (other !== key && other.startsWith(below)) this.trail.set(slot, -1)
  }

  /** A member with a computed name may be the one that is written. */
  private forgetIndexed(variable: Variable, path: string): void {
    const above = path.slice(0, path.lastIndexOf('.') + 1)
    const indexed = `${this.pathKey(variable, above)}[`
    const key = this.pathKey(variable, path)
    for (const [other, slot] of variable.paths ?? []) if (other !== key && other.startsWith(indexed)) this.trail.set(slot, -1)
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
      const unrefined: number[] = []
      for (const value of distinct) addNew(unrefined, this.unrefined(value, slot.current))
      if (unrefined.length === 1) this.trail.set(slot, this.tested(distinct, unrefined[0] as number, at))
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

  /** A value as it comes out of several tests: what each of them found → the value, and these ways. */
  private readonly testedWays = new Map<number, { base: number; ways: readonly number[] }>()

  /**
   * What is tested on every way in. Where one of them is left whatever the tests find, these no longer matter; where none may be, as behind
   * `switch (name) { case 'a': case 'b': break; default: return }`, one of them has held.
   */
  private tested(ways: readonly number[], base: number, at: ts.Node): number {
    const tests = ways.flatMap((way) => this.testsOf(way, base))
    const conditions = new Set(tests.flat().map(({ condition }) => condition))
    if (tests.length > MOST_TESTED || conditions.size > MOST_TESTED || isExhaustive(tests)) return base
    const node = this.graph.choice(ChoiceKind.Join, [...ways], at.pos, at.end)
    this.testedWays.set(node, { base, ways })
    return node
  }

  /** Tests that hold together on each way to a value. */
  private testsOf(value: number, base: number): Test[][] {
    if (value === base) return [[]]
    const joined = this.testedWays.get(value)
    if (joined) return joined.ways.flatMap((way) => this.testsOf(way, base))
    if (this.graph.kindOf(value) !== Kind.Refine) return [[]]
    const [inner, condition, holds] = this.graph.operandsOf(value)
    return this.testsOf(inner, base).map((tests) => [...tests, { condition, holds: holds === 1 }])
  }

  private unrefined(value: number, base: number): number {
    let inner = value
    while (inner !== base) {
      if (this.graph.kindOf(inner) === Kind.Refine) inner = this.graph.operand(inner)
      else {
        const joined = this.testedWays.get(inner)
        if (!joined) break
        inner = joined.base
      }
    }
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
    const tested = firstOfEach(mentions)
    // `if (isPath || isAddress)`, of two tests that were named before.
    const named = firstOfEach([...tested, ...alternativesOf(plain).flatMap((name) => this.scope.find(name)?.tests ?? [])])
    const few = named.length > MOST_NAMED ? tested : named
    return { condition, mentions: tested.length > MOST_MENTIONS ? [] : few }
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
    const kind = this.graph.kindOf(a)
    if (kind !== this.graph.kindOf(b)) return false
    if (kind === Kind.LoadDynamic) {
      const [[object, key], [other, otherKey]] = [this.graph.operandsOf(a), this.graph.operandsOf(b)]
      return this.isSame(key, otherKey) && this.isSame(object, other)
    }
    if (kind !== Kind.Load) return false
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
      // What was but tested on the way is what it was at the head.
      const ends = [body.changes, ...frame.exits].map((changes) => this.unrefined(changes.get(slot) ?? node, node))
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

  /** Walks a function's own ground: its parameters and its body, with everything around it kept apart. */
  within(index: number, at: ts.Node, walk: () => void): void {
    const { fn, scope, dead, loops, mentions, captured: capturedAround, classSelf } = this
    const { region } = this.graph
    const mark = this.trail.mark()
    const isMadeAgain = loops.some((frame) => frame.fn === fn && (frame.around === 'loop' || frame.around === 'after'))
    if (!isMadeAgain && (ts.isArrowFunction(at) || ts.isFunctionExpression(at))) this.madeOnce.set(index, region)
    if ((this.graph.functions[index] as FunctionFact).flags & FunctionFlag.Arrow) {
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
    this.graph.region = this.graph.openRegion(RegionKind.Body, region, -1, index, at.pos, at.end)
    walk()
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
      else this.trail.set(variable, this.graph.choice(ChoiceKind.Join, [variable.current, this.cellOf(variable)], at.pos, at.pos))
    }
    this.resetRoot()
  }

  /** `this` in the initialiser of a field is the instance, and in a static block the class. */
  withSelf<T>(self: number, walk: () => T): T {
    const outer = this.classSelf
    this.classSelf = self
    const result = walk()
    this.classSelf = outer
    return result
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
}

/** For lists of two or three, where a set costs more than it saves. */
function addNew(list: number[], value: number): void {
  if (!list.includes(value)) list.push(value)
}

/** Each value once, though a condition asks of it several times. */
/** Whether one of these ways is open, whatever the conditions are. */
function isExhaustive(ways: readonly Test[][]): boolean {
  const [first] = ways
  if (first === undefined) return false
  const asked = ways.some((tests) => tests.length === 0) ? undefined : first[0]?.condition
  if (asked === undefined) return true
  return [true, false].every((holds) =>
    isExhaustive(
      ways
        .filter((tests) => !tests.some((test) => test.condition === asked && test.holds !== holds))
        .map((tests) => tests.filter(({ condition }) => condition !== asked)),
    ),
  )
}

function firstOfEach(mentions: Mention[]): Mention[] {
  return mentions.length < 2 ? mentions : mentions.filter((mention, index) => isFirst(mentions, mention, index))
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
