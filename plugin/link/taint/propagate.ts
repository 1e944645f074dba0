/**
 * Spreads taint over the value graph until nothing changes. Interprocedural, with calls and returns matched: what is known, and what
 * goes from functions to their callers, is kept in the tabulation; what each kind of node does with a fact is told by the pieces beside
 * it, and which of them is asked, here. Facts carry access paths and one bit a kind of harm.
 */
import { ChoiceKind, Kind } from '../../graph'
import { decoratedParameters } from '../decorated-parameters'
import { calledName, type Linked } from '../linked'
import { keepsSize, PLUS } from '../operators'
import type { Whole } from '../whole/index'
import { type AccessPaths, EMPTY } from './access-paths'
import { ELSEWHERE } from './addresses'
import type { Assurances } from './assurances'
import { Catches } from './catches'
import type { Conditions } from './conditions'
import type { Fact } from './facts'
import { ABSOLUTE, ALL, bitOf, DISCLOSED, isObject, madeAnew, NO_NAME, NUMBER, PROTOTYPE, RAW, UPWARDS, without } from './kinds'
import { Loops } from './loops'
import { type OtherWrites, otherWritesOf } from './other-writes'
import { isEnvironment } from './own-environment'
import type { OwnJobs } from './own-jobs'
import { BuiltTexts } from './propagation/built-texts'
import { Callbacks } from './propagation/callbacks'
import { Calls } from './propagation/calls'
import { type Knowledge, knowledgeOf } from './propagation/knowledge'
import { Objects } from './propagation/objects'
import { Outcomes } from './propagation/outcomes'
import { pagesOf } from './propagation/page-props'
import { Pages } from './propagation/pages'
import { Places } from './propagation/places'
import { Reads } from './propagation/reads'
import { Receivers } from './propagation/receivers'
import { Remains } from './propagation/remains'
import { Returns } from './propagation/returns'
import { BY_LANGUAGE, Sinks } from './propagation/sinks'
import { Steps } from './propagation/steps'
import { type Landing, Tabulation } from './propagation/tabulation'
import { Thrown } from './propagation/thrown'
import { Reach } from './reach'
import type { ShellWords } from './shell-words'
import { StandIns } from './stand-ins'
import { firstPart, joinsText } from './texts'
import { Uses } from './uses'
import { isOwnPart, WrittenOver } from './written-over'

export class Propagation {
  readonly paths: AccessPaths
  readonly conditions: Conditions
  readonly assurances: Assurances
  readonly loops: Loops
  /** Harm that was found, each place and kind with the first fact that got there. */
  readonly landings: Landing[]
  readonly shellWords: ShellWords
  private readonly known: Knowledge
  private readonly standIns: StandIns
  private readonly uses: Uses
  private readonly writtenOver: WrittenOver
  private readonly otherWrites: OtherWrites
  private readonly places: Places
  private readonly table: Tabulation
  private readonly sinks: Sinks
  private readonly objects: Objects
  private readonly texts: BuiltTexts
  private readonly remains: Remains
  private readonly pages: Pages
  private readonly calls: Calls
  private readonly reads: Reads
  private readonly returns: Returns
  private readonly thrown: Thrown
  /** By node: whether it goes on by a name or out of a constructor. Most do not. */
  private readonly isSeenElsewhere: Uint8Array
  /** Expression of a decorator → the parameter that it fills. */
  private readonly decorated = new Map<number, number>()

  /** @param categories number of source kinds: origins below it */
  constructor(
    readonly linked: Linked,
    categories: number,
  ) {
    const known = knowledgeOf(linked)
    const { holders, conditions, assurances } = known
    const catches = new Catches(linked)
    const { bits } = new Reach({ ...known, catches, pagesOf: (fn) => pagesOf(linked, fn) })
    const standIns = new StandIns(linked, holders)
    const places = new Places(linked, holders)
    const table = new Tabulation(linked, categories, places, bits)
    const uses = new Uses(linked.whole, usedIn(linked, table))
    const loops = new Loops(linked, conditions, uses)
    const writtenOver = new WrittenOver(linked, conditions)
    // Each knows those made before it, and none of those made after.
    const sinks = new Sinks(known, places, table)
    const objects = new Objects(known, places, table, sinks)
    const callbacks = new Callbacks(known, places, table, sinks)
    const outcomes = new Outcomes(known, places, table, objects, callbacks)
    const steps = new Steps(known, places, table, objects, callbacks, outcomes)
    const receivers = new Receivers(known, uses, places, table, sinks, objects, callbacks, outcomes)
    const pages = new Pages(known, places, table, sinks, objects)
    this.calls = new Calls(known, places, table, sinks, pages, steps)
    this.reads = new Reads(known, uses, loops, places, table, sinks, receivers, catches)
    this.returns = new Returns(known, places, table, sinks, objects, callbacks, pages, writtenOver)
    this.thrown = new Thrown(known, uses, catches, places, table, callbacks)
    this.texts = new BuiltTexts(linked, sinks, known.shellWords)
    this.writtenOver = writtenOver
    this.otherWrites = otherWritesOf(linked)
    this.remains = new Remains(known, places, standIns)
    this.paths = places.paths
    this.conditions = conditions
    this.assurances = assurances
    this.loops = loops
    this.landings = table.landings
    this.shellWords = known.shellWords
    this.known = known
    this.standIns = standIns
    this.uses = uses
    this.places = places
    this.table = table
    this.sinks = sinks
    this.objects = objects
    this.pages = pages
    for (const { expression, param } of decoratedParameters(linked.whole)) this.decorated.set(expression, param)
    this.isSeenElsewhere = new Uint8Array(linked.whole.size)
    for (const node of known.published) this.isSeenElsewhere[node] = 1
    for (const node of known.boxes.making()) this.isSeenElsewhere[node] = 1
  }

  get jobs(): OwnJobs {
    return this.known.jobs
  }

  /** Times that a limit was reached. */
  get limits(): number {
    return this.table.limits
  }

  /** Whether harm of one of these kinds can come of a value. */
  mayHarm(node: number, mask: number): boolean {
    return this.table.mayHarm(node, mask)
  }

  /** Puts a source in. @param kind index of its source kind */
  seed(kind: number, node: number, mask: number, path = EMPTY): void {
    if (mask & ELSEWHERE && !(mask & ABSOLUTE)) this.standIns.add(node, this.places.isWhole(path) ? -1 : this.paths.head(path))
    this.table.put(kind, node, path, mask & ~PROTOTYPE, undefined, undefined)
  }

  /** The path of all of a value but what stands under some names. */
  allBut(names: readonly string[]): number {
    return this.places.allBut(
      EMPTY,
      names.map((name) => this.linked.whole.string(name)),
    )
  }

  /** Fields of a record on its way that nobody outside fills, neither with the whole nor by themselves once they were left out. */
  decided(leavesOut: readonly number[], way: readonly Fact[]): string[] {
    return leavesOut.filter((name) => !this.isPutBack(name, way)).map((name) => this.linked.whole.text(name))
  }

  private isPutBack(name: number, way: readonly Fact[]): boolean {
    for (let index = way.length - 1; index >= 0; index--) {
      const { node, path } = way[index] as Fact
      // What the end of the way uses may have lost the field just in front of it.
      if (index < way.length - 1 && !this.places.leavesOut(path, name)) return false
      if (this.table.isKnownOf(node, name)) return true
    }
    return false
  }

  /** Whether what a node writes into an object of a library is told to those who read it there. */
  isTold(store: number): boolean {
    return this.objects.isTold(store)
  }

  /** All that a node may hold is put in as a source: what else is put there by middleware is the same, and adds nothing. */
  settle(node: number): void {
    this.objects.settle(node)
  }

  run(): void {
    for (let batch = this.table.taken(); batch.length > 0; batch = this.table.taken()) for (const fact of batch) this.spread(fact)
  }

  /** On from a node to all who use it, return it or see it by a name. */
  private spread(fact: Fact): void {
    const { whole, solver } = this.linked
    const { node } = fact
    if (node >= whole.size) {
      // How many there are of something is no secret.
      for (const to of solver.successorsOf(node))
        this.table.go(fact, to, fact.path, isCount(whole, to) ? fact.mask & ~DISCLOSED & ~bitOf('secret') : fact.mask)
      return
    }
    if (this.places.isThrown(fact.path)) {
      this.thrown.arrives(fact)
      return
    }
    if (fact.path === EMPTY && joinsText(this.linked, node)) this.texts.build(fact, node)
    if (this.isSeenElsewhere[node] === 1) this.seenElsewhere(fact)
    this.returns.comesBack(fact)
    const decorated = this.decorated.get(node)
    if (decorated !== undefined) this.table.enter(fact, -1, decorated, fact.path, fact.mask)
    const { first, next, users } = this.uses
    for (let at = first[node] as number; at !== 0; at = next[at] as number) this.use(fact, users[at] as number)
  }

  /** To who sees it by a name, and out of the constructor that makes it. */
  private seenElsewhere(fact: Fact): void {
    const { whole, solver } = this.linked
    const { node } = fact
    if (this.known.published.has(node))
      for (const to of solver.successorsOf(node)) if (to >= whole.size) this.table.go(fact, to, fact.path, fact.mask)
    const maker = this.known.boxes.makerOf(node)
    if (maker >= 0) this.returns.leave(fact, maker)
    const around = this.known.boxes.constructorAround(node)
    const self = whole.functions[around]?.self ?? -1
    if (self >= 0) this.table.go(fact, self, fact.path, fact.mask)
    // It does nothing else to what it makes.
    else if (around >= 0) this.returns.leave(fact, around)
  }

  /** What is left of a value in a text that it becomes part of: what was asked of it around there no longer shows behind. */
  private leftInText({ node, path, mask }: Fact, text: number): number {
    const left = mask & ~this.texts.clearedInText(text, node, mask)
    if (path !== EMPTY || left === 0) return left
    const kept = without(left, this.conditions.around(text, node))
    // `'files/' + normalize(sent)`: what was in normal form by itself is not behind something else.
    return kept & UPWARDS && firstPart(this.linked.whole, text) !== node ? kept | RAW : kept
  }

  /** What is left of a value that is put into an object or a list: `if (!HOSTS.includes(host)) return; request({ url })`. */
  private leftInObject({ node, path, mask }: Fact, at: number): number {
    return path === EMPTY ? without(mask, this.conditions.around(at, node)) : mask
  }

  /** What becomes of a value where a node uses it. */
  private use(sent: Fact, user: number): void {
    const { whole } = this.linked
    const { kind, a, b, c } = whole
    const fact = this.partUsed(this.remains.leftOf(sent, user), user)
    if (!fact) return
    const { node, path, mask } = fact
    if (mask === 0) return
    switch (kind[user] as Kind) {
      case Kind.Choice: {
        // What makes `a && b` false is empty.
        if (c[user] === ChoiceKind.And && whole.items(a[user] as number)[0] === node) break
        // `known.includes(f(x)) ? f(x) : other`: what was asked stands on the way.
        if (c[user] === ChoiceKind.Conditional && path === EMPTY && kind[node] === Kind.Call)
          this.table.go(fact, user, path, without(mask, this.conditions.around(node, node)))
        else this.table.go(fact, user, path, this.remains.leftOfWay(user, node, mask))
        break
      }
      case Kind.Cell:
        this.table.go(fact, user, path, this.remains.leftOfWay(user, node, mask))
        break
      case Kind.Await:
        this.table.go(fact, user, path, mask)
        break
      case Kind.Spread:
        // Its parts go into another object, or into a list: what is written there does not get back.
        this.table.go(fact, user, path, madeAnew(mask, path !== EMPTY))
        break
      case Kind.Rest:
        // `const { password, ...rest } = user`
        if (b[user] !== -1 && (path === EMPTY || this.places.isWhole(path))) {
          this.table.go(fact, user, this.places.allBut(path, takenOut(whole, user)), madeAnew(mask, false))
          break
        }
        if (b[user] !== -1 && takenOut(whole, user).includes(this.paths.head(path))) break
        // The rest of a list begins at 0 again.
        this.table.go(
          fact,
          user,
          path !== EMPTY && this.paths.head(path) !== this.places.any && this.places.isElement(this.paths.head(path))
            ? this.places.inArray(path)
            : path,
          mask,
        )
        break
      case Kind.Yield: {
        const fn = whole.functionOf(user)
        for (const call of this.linked.solver.callers.get(fn) ?? []) this.table.go(fact, call, this.paths.cons(this.places.element, path), mask)
        break
      }
      case Kind.Refine:
        if (a[user] !== node) break
        if (!this.places.isWhole(path)) this.table.go(fact, user, path, mask)
        else {
          const cleared = this.conditions.ofRefine(user)
          this.table.go(fact, user, path, without(mask, cleared))
          // An object is no text, but what is in it may be.
          if (isObject(cleared)) this.table.go(fact, user, this.paths.cons(this.places.any, EMPTY), mask)
        }
        break
      case Kind.Template:
        if (path !== EMPTY && !this.places.isElements(path)) break
        this.table.go(fact, user, EMPTY, this.leftInText(fact, user))
        this.texts.build(fact, user)
        break
      case Kind.Unary:
        if (path === EMPTY) this.table.go(fact, user, EMPTY, without(mask, NUMBER))
        break
      case Kind.Binary:
        if (path === EMPTY && keepsSize(Kind.Binary, c[user] as number)) this.table.go(fact, user, EMPTY, without(mask, NUMBER))
        if (c[user] !== PLUS || (path !== EMPTY && !this.places.isElements(path))) break
        this.table.go(fact, user, EMPTY, this.leftInText(fact, user))
        this.texts.build(fact, user)
        break
      case Kind.Load:
        if (this.otherWrites.deleted.get(user) === node) this.objects.pollute(fact, user, 'delete')
        this.reads.load(fact, user)
        break
      case Kind.LoadDynamic: {
        if (this.otherWrites.deleted.get(user) === node) this.objects.pollute(fact, user, 'delete')
        const copy = a[user] === node ? this.writtenOver.copyOf(user) : -1
        if (copy >= 0) this.objects.copy(fact, a[copy] as number)
        this.reads.loadDynamic(fact, user)
        break
      }
      case Kind.Store:
        if (a[user] === node) this.objects.pollute(fact, user)
        if (c[user] === node && !isOwnPart(this.linked, this.conditions, user)) {
          const left = { ...fact, mask: this.leftInObject(fact, user) }
          this.answer(left, user)
          const stored = this.places.isWhole(path) ? { ...left, path: this.places.allBut(path, this.writtenOver.after(user)) } : left
          this.objects.store(stored, a[user] as number, b[user] as number, user)
        }
        break
      case Kind.StoreDynamic:
        if (a[user] === node) this.objects.pollute(fact, user)
        if (c[user] === node && (kind[node] !== Kind.LoadDynamic || this.writtenOver.copyOf(node) !== user))
          // `target[key] = source[key]` puts the object that all share where it is found anyway, or makes an own property of it.
          for (const key of this.known.holders.keysOf(b[user] as number))
            this.objects.store({ ...fact, mask: madeAnew(mask, path !== EMPTY) }, a[user] as number, key, -1)
        if (b[user] === node) this.objects.name(fact, a[user] as number, this.places.names)
        if (b[user] === node && path === EMPTY) this.sinks.atFields(fact, a[user] as number, user, true)
        if (b[user] === node && path === EMPTY && this.known.holders.isGlobal(a[user] as number))
          this.sinks.land(fact, { name: 'property', at: user, api: '[…] =', ...BY_LANGUAGE })
        if (b[user] === node && path === EMPTY && isEnvironment(this.linked, a[user] as number))
          this.sinks.land(fact, { name: 'environment', at: user, api: 'process.env[…] =', ...BY_LANGUAGE, bits: bitOf('property') })
        break
      case Kind.Property:
        if (a[user] === -1 && c[user] === node) {
          // `{ [name]: value }`
          if (path === EMPTY)
            for (const object of this.uses.of(user)) this.table.go(fact, object, this.paths.cons(this.places.names, EMPTY), mask & ~NO_NAME)
          break
        }
        this.answer(fact, user)
        if (path === EMPTY && this.known.instructed.has(user))
          this.sinks.land(fact, {
            name: 'prompt',
            at: this.known.instructed.get(user) as number,
            api: "role: 'system'",
            library: 'openai',
            guessed: false,
          })
        this.table.go(fact, user, path, path === EMPTY ? this.leftInObject(fact, user) : this.remains.leftOfPart(user, node, path, mask))
        break
      case Kind.Object:
        if (kind[node] === Kind.Spread) {
          if (!this.isWrittenOver(user, node, path)) this.table.go(fact, user, this.places.allBut(path, this.namesBehind(user, node)), mask)
        } else if (kind[node] === Kind.Property)
          for (const key of a[node] === -1 ? this.known.holders.keysOf(c[node] as number) : [a[node] as number])
            this.table.go(fact, user, this.paths.cons(key, path), mask)
        break
      case Kind.Array: {
        const items = whole.items(a[user] as number)
        // What follows `--` is no option, whatever it begins with.
        const dashes = items.findIndex((item) => kind[item] === Kind.String && whole.text(a[item] as number) === '--')
        if (kind[node] === Kind.Spread) {
          const left = dashes >= 0 && items.indexOf(node) > dashes ? mask & ~bitOf('argument') : mask
          if (path === EMPTY || this.places.isElement(this.paths.head(path)))
            this.table.go(fact, user, path === EMPTY ? this.paths.cons(this.places.element, EMPTY) : this.places.inArray(path), left)
          // `[...map]` is a list of pairs.
          else if (this.paths.head(path) === this.places.keys)
            this.table.go(fact, user, this.paths.of([this.places.element, this.places.placed(0), ...this.paths.names(this.paths.tail(path))]), left)
          break
        }
        const spread = items.some((item) => kind[item] === Kind.Spread)
        const left = this.leftInObject(fact, user)
        items.forEach((item, index) => {
          if (item === node && dashes >= 0 && index > dashes)
            this.table.go(fact, user, this.paths.cons(whole.string(String(index)), path), left & ~bitOf('argument'))
          else if (item === node) this.table.go(fact, user, this.paths.cons(spread ? this.places.element : this.places.placed(index), path), left)
        })
        break
      }
      case Kind.Element:
        if (path === EMPTY) this.table.go(fact, user, EMPTY, madeAnew(mask, false))
        // Of a map each entry is a pair.
        else if (this.paths.head(path) === this.places.keys)
          this.table.go(fact, user, this.paths.cons(this.places.placed(0), this.paths.tail(path)), mask)
        else if (this.places.isElement(this.paths.head(path))) this.table.go(fact, user, this.paths.tail(path), mask)
        break
      case Kind.Key:
        // Under which names a secret is kept is none.
        if (path === EMPTY || this.paths.head(path) === this.places.names) this.table.go(fact, user, EMPTY, mask & ~NO_NAME)
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Tagged:
        if (this.otherWrites.copied.get(user) === node) this.objects.pollute(fact, user, calledName(this.linked, user))
        if (kind[user] === Kind.Tagged) this.texts.tag(fact, user)
        this.calls.call(fact, user)
        break
      case Kind.Jsx:
        this.pages.jsx(fact, user)
        break
      case Kind.Throw:
        this.thrown.raise(fact, user)
        break
    }
  }

  /** A part of what a function answers a gateway: a header, or a list of its values, and a page. */
  private answer(fact: Fact, part: number): void {
    const kind = this.known.answered.get(part)
    if (kind !== undefined && (fact.path === EMPTY || this.places.isElements(fact.path)))
      this.sinks.land(fact, { name: kind, at: part, api: 'return', library: 'aws-lambda', guessed: false })
  }

  /** What a node uses of a value of which the program has filled some names meanwhile; undefined where that part was taken out. */
  private partUsed(fact: Fact, user: number): Fact | undefined {
    if (!this.places.isWhole(fact.path)) return this.writtenOver.isGoneBefore(fact.node, user, this.paths.head(fact.path)) ? undefined : fact
    const kind = this.linked.whole.kind[user] as Kind
    // What goes round, and what is asked by name or by place, is told of the whole.
    if (kind === Kind.Element || kind === Kind.Key) return fact.path === EMPTY ? fact : { ...fact, path: EMPTY }
    if (!GOES_ON_WHOLE.has(kind)) return fact
    const path = this.places.allBut(fact.path, this.writtenOver.before(fact.node, user))
    return path === fact.path ? fact : { ...fact, path }
  }

  private namesBehind(object: number, spread: number): number[] {
    const { whole } = this.linked
    const items = whole.items(whole.a[object] as number)
    return items
      .slice(items.indexOf(spread) + 1)
      .flatMap((item) => (whole.kind[item] === Kind.Property && whole.a[item] !== -1 ? [whole.a[item] as number] : []))
  }

  /** `{ ...headers, authorization: '-' }`: what stands behind takes the place of what was spread. */
  private isWrittenOver(object: number, spread: number, path: number): boolean {
    if (path === EMPTY) return false
    const { whole } = this.linked
    const items = whole.items(whole.a[object] as number)
    const name = this.paths.head(path)
    return items.slice(items.indexOf(spread) + 1).some((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.a[item] === name)
  }
}

/** `list.length` */
const isCount = (whole: Linked['whole'], node: number): boolean =>
  node < whole.size && whole.kind[node] === Kind.Load && /^(?:length|byteLength|size)$/.test(whole.text(whole.b[node] as number))

/** What takes an object as it is by then. */
const GOES_ON_WHOLE = new Set<Kind>([Kind.Load, Kind.Call, Kind.New, Kind.Property, Kind.Spread, Kind.Store])

/** By node: whether anything is done with facts about it. What is called is of interest through what it is read from. */
function usedIn({ whole }: Linked, table: Tabulation): Uint8Array {
  const isUsed = new Uint8Array(whole.size)
  for (let node = 0; node < whole.size; node++)
    if (table.mayHarm(node, ALL) || whole.kind[node] === Kind.Load || whole.kind[node] === Kind.LoadDynamic) isUsed[node] = 1
  return isUsed
}

/** Names that a pattern takes out in front of its rest: `password` of `const { password, ...rest } = user`. */
const takenOut = (whole: Whole, rest: number): number[] =>
  whole
    .text(whole.b[rest] as number)
    .split(' ')
    .filter(Boolean)
    .map((name) => whole.string(name))
