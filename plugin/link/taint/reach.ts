/**
 * What harm can come of a value at all. In: the linked program. Out: for each node the kinds of sinks to which it may get, as
 * bits, whichever part of it is meant and whoever calls. It looks backwards from all sinks at once, over the ways that
 * `Propagation` goes forwards, and takes a way that depends on more than that for open.
 *
 * Most values lead nowhere: on a large program, two thirds of all facts and most looks at names are saved by asking here first,
 * and the limits on facts are used up by those that matter. It must never say no where `Propagation` would get through: a new
 * way there needs its counterpart here.
 */
import { ChoiceKind, FunctionFlag, Kind, RegionKind } from '../../graph'
import { decoratedParameters } from '../decorated-parameters'
import type { SinkModel, Spot } from '../flow-models'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { keepsSize, PLUS } from '../operators'
import { modelsOfCalls, pathsOfCall, sinksOfCopied, sinksOfFields } from '../usages/modelled'
import { boundBefore } from './bound-arguments'
import type { Boxes } from './boxes'
import { type Catches, handlerPlace } from './catches'
import type { Components } from './components'
import { isScriptText } from './elements-made'
import type { GatewayAnswer } from './gateway-answers'
import { partsOfDocuments } from './graphql-documents'
import type { Holders } from './holders'
import { ABSOLUTE, ALL, bitOf, FIELD_NAME, NO_NAME, NUMBER, neededBy, PROTOTYPE, type SinkKind, TEXT_ONLY } from './kinds'
import { libraryCallbackOf, stateSetBy } from './library-callbacks'
import { type Methods, passesReceiver } from './methods'
import { MOVES, movedOf } from './moved-arguments'
import { otherWritesOf } from './other-writes'
import { isEnvironment } from './own-environment'
import type { OwnJobs } from './own-jobs'
import type { Templates } from './templates'
import { beginningOf } from './texts'

/** Methods that hand elements, or the value of a promise, to a function, and what the function's results become part of. */
const RUNS = new Set(['map', 'flatMap', 'forEach', 'filter', 'find', 'findLast', 'some', 'every', 'reduce', 'reduceRight', 'then'])
const REPLACES = new Set(['replace', 'replaceAll'])
const GIVES = new Set(['then', 'catch', 'map', 'flatMap', 'reduce', 'reduceRight', 'replace', 'replaceAll'])
/** Methods that put an argument into what they are called on, and those that make it part of their result. */
const PUTS_IN = new Set(['push', 'unshift', 'add', 'append', 'set', 'splice'])
const TAKES_UP = new Set(['fill', 'with', 'concat', 'reduce', 'reduceRight', 'exec', 'replace', 'replaceAll', 'join'])
/** Texts that are seen to be a statement or markup; told from the first character before anything else is. */
const BEGINS_TEXT = /^\s*[<siud]/i

const NO_NODES: readonly number[] = []

/** What a call makes part of its result: its arguments, its receiver (of some methods even where their code is here), results of functions. */
const OF_ARGUMENTS = 1
const OF_RECEIVER = 2
const HANDS_ANYWAY = 4
const GIVES_RESULT = 8
const SEEN = 16

/** What does harm there. Of a record that is stored the names of its fields do, too. */
const bitsOf = (kind: SinkKind): number => bitOf(kind) | neededBy(kind) | (kind === 'record' ? FIELD_NAME.bits | FIELD_NAME.needs : 0)

/** Under which names an object has something, where it is written out. */
function namesWritten({ whole, solver }: Linked, node: number): number[] {
  return [node, ...[...solver.of(node)].map((label) => (solver.labels.kind[label] === LabelKind.Object ? (solver.labels.data[label] as number) : -1))]
    .filter((at) => at >= 0 && at < whole.size && whole.kind[at] === Kind.Object)
    .flatMap((at) => whole.items(whole.a[at] as number))
    .flatMap((entry) => (whole.kind[entry] === Kind.Property ? [whole.a[entry] as number] : []))
}

/** Whoever runs a function of the program otherwise than by a plain call. */
export interface Ways {
  linked: Linked
  holders: Holders
  boxes: Boxes
  components: Components
  templates: Templates
  methods: Methods
  jobs: OwnJobs
  catches: Catches
  /** Values that other files or instances see by a name. */
  published: ReadonlySet<number>
  returnedSinks: ReadonlyMap<number, readonly SinkModel[]>
  /** Pages that are handed what a function returns. */
  pagesOf: (fn: number) => readonly number[]
  /** What instructs a language model. */
  instructed: ReadonlyMap<number, number>
  /** Parts of what functions answer a gateway. */
  answered: ReadonlyMap<number, GatewayAnswer>
}

export class Reach {
  /** By node; those that the solver makes later are taken to get anywhere. */
  readonly bits: Int32Array
  /** Bits at a node that say nothing of what the node is made of: an attribute of an element. */
  private readonly here: [node: number, bits: number][] = []
  private readonly isWaiting: Uint8Array
  private waiting = 0
  /** Ways that no operand shows, in pairs: to, from. */
  private readonly pairs: number[] = []
  private readonly starts: Int32Array
  private readonly froms: Int32Array
  private readonly throwsIn = new Map<number, number[]>()
  /** Calls in a function, and those of them that are tried there. */
  private readonly callsIn = new Map<number, number[]>()
  private readonly triedIn = new Map<number, number[]>()
  /** Function → what harm can come of what it throws. */
  private readonly ofThrown = new Map<number, number>()
  /** Parameter of a function that is told why a promise failed → the promise. */
  private readonly failures = new Map<number, number[]>()
  /** Promise → what it is rejected with. */
  private readonly rejections = new Map<number, number[]>()
  private readonly yieldsIn = new Map<number, number[]>()
  private readonly functionsOfThis = new Map<number, number[]>()
  /** By API path: whether a call of it makes its arguments, or its receiver, part of its result. */
  private readonly handedOn: Uint8Array
  /** By API path: harm that a call of it adds to what it hands on. */
  private readonly added = new Map<number, number>()
  /** By number of a name: the same for methods that nothing else is known of. */
  private readonly handedByName: Uint8Array

  constructor(private readonly ways: Ways) {
    const { whole, solver } = ways.linked
    const { size } = solver
    this.handedOn = this.handingPaths()
    this.handedByName = new Uint8Array(whole.strings.length)
    this.bits = new Int32Array(size)
    this.isWaiting = new Uint8Array(size)
    const lookup = lookupOf(whole)
    for (const node of lookup.of(Kind.Throw)) push(this.throwsIn, whole.functionOf(node), whole.a[node] as number)
    this.findTried()
    for (const node of lookup.of(Kind.Yield)) push(this.yieldsIn, whole.functionOf(node), whole.a[node] as number)
    whole.functions.forEach(({ self }, fn) => {
      if (self >= 0) push(this.functionsOfThis, self, fn)
    })
    this.joinStores()
    this.joinCalls()
    this.joinElements()
    this.joinFields()
    for (const { expression, param } of decoratedParameters(whole)) this.join(param, expression)
    ;[this.starts, this.froms] = grouped(this.pairs, size)
    this.startAtSinks()
    this.spread()
    for (const [node, bits] of this.here) this.bits[node] = (this.bits[node] as number) | bits
  }

  // ── sinks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private startAtSinks(): void {
    const { linked, returnedSinks } = this.ways
    const { whole } = linked
    const { sinks, storeSinks } = modelsOfCalls(linked)
    for (const [call, models] of sinks) {
      const args = whole.args(call)
      for (const { kind, spots } of models) {
        const bits = bitsOf(kind)
        for (const spot of spots) {
          if (spot === 'receiver') this.put(receiverOf(linked, call), bits)
          else for (let index = 0; index < args.length; index++) if (isMeant(whole.kind, args, index, spot)) this.put(args[index] as number, bits)
        }
      }
    }
    for (const call of lookupOf(whole).named(Kind.Call, MOVES))
      for (const path of movedOf(linked, call)?.paths ?? NO_NODES)
        for (const { kind } of linked.models.flows.sinks.get(path) ?? [])
          for (const argument of whole.args(call).slice(1)) this.put(argument, bitsOf(kind))
    for (const [store, models] of storeSinks) for (const { kind } of models) this.put(whole.c[store] as number, bitsOf(kind))
    for (const [fn, models] of returnedSinks)
      for (const { kind } of models) for (const value of whole.functions[fn]?.returns ?? NO_NODES) this.put(value, bitsOf(kind))
    this.startAtAttributes()
    this.startAtLanguage()
  }

  /** Attributes of elements: what stands in one is not what stands in the others. */
  private startAtAttributes(): void {
    const { whole, models } = this.ways.linked
    const byName = new Map<number, number>()
    for (const [place, sinks] of models.flows.jsxSinks) {
      const name = whole.string(place.split('.')[1] as string)
      for (const { kind } of sinks) byName.set(name, (byName.get(name) ?? 0) | bitsOf(kind))
    }
    let all = 0
    for (const bits of byName.values()) all |= bits
    for (const element of lookupOf(whole).of(Kind.Jsx)) {
      const attributes = whole.b[element] as number
      if (attributes < 0) continue
      if (whole.kind[attributes] !== Kind.Object) this.put(attributes, all)
      else {
        for (const entry of whole.items(whole.a[attributes] as number)) {
          const bits = whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 ? (byName.get(whole.a[entry] as number) ?? 0) : all
          if (bits !== 0) this.put(entry, bits)
        }
        // Whatever is put in later comes from elsewhere; it gets here by no entry.
        const from = this.starts[attributes] as number
        for (let at = from; at < (this.starts[attributes + 1] as number); at++) this.put(this.froms[at] as number, all)
        this.here.push([attributes, all])
      }
    }
  }

  /** What the language itself does: computed names, prototypes, loops, texts that are put together. */
  private startAtLanguage(): void {
    const { linked, holders } = this.ways
    const { whole } = linked
    const lookup = lookupOf(whole)
    for (const store of lookup.of(Kind.Store, Kind.StoreDynamic)) {
      this.put(whole.a[store] as number, PROTOTYPE)
      if (isScriptText(linked, store)) this.put(whole.c[store] as number, bitOf('code'))
      if (whole.kind[store] !== Kind.StoreDynamic) continue
      const object = whole.a[store] as number
      if (holders.isGlobal(object) || isEnvironment(linked, object)) this.put(whole.b[store] as number, bitOf('property'))
      if (sinksOfFields(linked, object).length > 0) this.put(whole.b[store] as number, FIELD_NAME.bits | FIELD_NAME.needs)
    }
    const { deleted, copied } = otherWritesOf(linked)
    for (const object of [...deleted.values(), ...copied.values()]) this.put(object, PROTOTYPE)
    for (const call of lookup.of(Kind.Call, Kind.New)) {
      const [object, ...sources] = whole.args(call)
      if (object !== undefined && sources.length > 0 && pathsOfCall(linked, call).some((path) => linked.models.copies.has(path)))
        for (const { kind } of sinksOfFields(linked, object)) for (const source of sources) this.put(source, bitsOf(kind))
      if (object !== undefined && copied.has(call))
        for (const source of sources)
          for (const name of namesWritten(linked, source)) for (const { kind } of sinksOfCopied(linked, object, name)) this.put(source, bitsOf(kind))
      const callee = whole.a[call] as number
      if (whole.kind[callee] === Kind.LoadDynamic) this.put(whole.b[callee] as number, bitOf('method') | ABSOLUTE)
    }
    for (let region = 0; region < whole.regions.length; region += 4) {
      const condition = whole.regions[region + 2] as number
      if (whole.regions[region] !== RegionKind.Loop || condition < 0 || whole.kind[condition] !== Kind.Binary) continue
      for (const side of [whole.a[condition] as number, whole.b[condition] as number])
        if (side >= 0 && whole.kind[side] === Kind.Load && whole.text(whole.b[side] as number) === 'length')
          this.put(whole.a[side] as number, bitOf('resource'))
    }
    for (const property of this.ways.instructed.keys()) this.put(whole.b[property] as number, bitOf('prompt') | neededBy('prompt'))
    for (const [part, kind] of this.ways.answered)
      this.put((whole.kind[part] === Kind.Store ? whole.c[part] : whole.b[part]) as number, bitOf(kind) | neededBy(kind))
    for (const part of partsOfDocuments(this.ways.linked)) this.put(part, bitOf('graphql'))
    const texts = bitOf('sql') | bitOf('html')
    for (const text of lookup.of(Kind.Template, Kind.Binary)) {
      if (whole.kind[text] === Kind.Binary && whole.c[text] !== PLUS) continue
      if (this.mayBegin(text)) this.putParts(text, texts)
    }
    for (const call of lookup.named(Kind.Call, /^(?:concat|join|format)$/)) if (this.mayBegin(call)) this.put(call, texts)
  }

  /** Most begin with a text that is written right there. */
  private mayBegin(text: number): boolean {
    const { linked } = this.ways
    const { whole } = linked
    let first = text
    while (whole.kind[first] === Kind.Binary && whole.c[first] === PLUS) first = whole.a[first] as number
    if (whole.kind[first] === Kind.Template) first = whole.items(whole.a[first] as number)[0] ?? -1
    const written = first >= 0 && whole.kind[first] === Kind.String ? whole.text(whole.a[first] as number) : ''
    return BEGINS_TEXT.test(/\S/.test(written) ? written : beginningOf(linked, text).text)
  }

  private putParts(text: number, bits: number): void {
    const { whole } = this.ways.linked
    if (whole.kind[text] === Kind.Template) for (const part of whole.items(whole.a[text] as number)) this.put(part, bits)
    else {
      this.put(whole.a[text] as number, bits)
      this.put(whole.b[text] as number, bits)
    }
  }

  private findTried(): void {
    const { linked, catches } = this.ways
    const { whole } = linked
    for (const call of lookupOf(whole).of(Kind.Call, Kind.New)) {
      const fn = whole.functionOf(call)
      push(this.callsIn, fn, call)
      if (typeof catches.around(call) === 'number') push(this.triedIn, fn, call)
    }
    for (const method of ['then', 'catch'])
      for (const call of lookupOf(whole).named(Kind.Call, method)) {
        const receiver = receiverOf(linked, call)
        if (receiver >= 0 && (whole.kind[receiver] === Kind.Call || whole.kind[receiver] === Kind.New))
          this.eachFunction(whole.args(call)[handlerPlace(method) as number] ?? -1, (fn) => {
            const param = whole.functions[fn]?.params[0] ?? -1
            if (param >= 0) push(this.failures, param, receiver)
          })
      }
  }

  // ── ways that no operand shows ─────────────────────────────────────────────────────────────────────────────────────

  private join(to: number, from: number): void {
    if (to >= 0 && from >= 0 && to < this.bits.length) this.pairs.push(to, from)
  }

  /** What is put into an object is seen by everyone who sees the object. */
  private joinStores(): void {
    const { linked, holders, components, templates } = this.ways
    const { whole } = linked
    for (const store of lookupOf(whole).of(Kind.Store, Kind.StoreDynamic)) {
      const [object, value] = [whole.a[store] as number, whole.c[store] as number]
      if (whole.kind[store] === Kind.Store) {
        const property = whole.b[store] as number
        if (holders.isOfGlobal(object)) for (const reader of holders.readersOfGlobal(property)) this.join(reader, value)
        for (const reader of components.readingThis(object, property)) this.join(reader, value)
        for (const reader of templates.readersOfShared(object, property)) this.join(reader, value)
        this.hold(object, property, value)
      } else {
        this.name(object, whole.b[store] as number)
        for (const key of holders.keysOf(whole.b[store] as number)) {
          for (const reader of components.readingThis(object, key)) this.join(reader, value)
          for (const reader of templates.readersOfShared(object, key)) this.join(reader, value)
          this.hold(object, key, value)
        }
      }
    }
  }

  /** Under which names an object has properties is seen by whoever goes over them. */
  private name(object: number, key: number): void {
    const { linked, holders } = this.ways
    const { solver } = linked
    let known = false
    for (const label of solver.of(object))
      if (solver.labels.kind[label] === LabelKind.Object) {
        known = true
        this.join(solver.labels.data[label] as number, key)
      }
    if (!known) this.join(holders.rootOf(object), key)
  }

  private hold(object: number, property: number, value: number): void {
    const { linked, holders, boxes } = this.ways
    const { whole, solver } = linked
    if (boxes.makerOf(object) >= 0) {
      this.join(object, value)
      return
    }
    let known = false
    for (const label of solver.of(object)) {
      const data = solver.labels.data[label] as number
      for (const setter of holders.settersOf(label, property)) this.join(whole.functions[setter]?.params[0] ?? -1, value)
      switch (solver.labels.kind[label]) {
        case LabelKind.Value:
        case LabelKind.Interface:
          break
        case LabelKind.Object:
          known = true
          this.join(data, value)
          break
        case LabelKind.Api:
          for (const reader of holders.readersAt(data, property)) this.join(reader, value)
          break
        case LabelKind.ApiObject:
          known = true
          for (const reader of holders.readersAt(solver.labels.extra[label] as number, property)) this.join(reader, value)
          this.joinField(label, property, value)
          break
        default:
          known = true
          this.joinField(label, property === holders.any ? holders.element : property, value)
      }
    }
    if (!known) this.join(holders.rootOf(object), value)
  }

  /** A field that nobody has asked for yet is made when something gets there, and what it leads to is not known before. */
  private joinField(label: number, property: number, value: number): void {
    const field = this.ways.linked.solver.fieldAt(label, property)
    if (field < 0) this.put(value, ALL)
    else this.join(field, value)
  }

  private joinCalls(): void {
    const { linked, holders } = this.ways
    const { whole, solver, values } = linked
    const lookup = lookupOf(whole)
    for (const call of lookup.named(Kind.Call, PUTS_IN)) {
      const receiver = receiverOf(linked, call)
      // Methods of the program's own do what their code says.
      if (receiver >= 0 && !solver.callees.has(call)) for (const argument of whole.args(call)) this.hold(receiver, holders.element, argument)
    }
    for (const call of lookup.named(Kind.Call, RUNS)) {
      const [callback, second] = whole.args(call)
      const receiver = receiverOf(linked, call)
      if (callback === undefined || receiver < 0) continue
      const isReduce = calledName(linked, call).startsWith('reduce')
      this.eachFunction(callback, (fn) => {
        const params = whole.functions[fn]?.params ?? NO_NODES
        this.join(params[isReduce ? 1 : 0] ?? -1, receiver)
        if (calledName(linked, call) === 'forEach') this.join(params[1] ?? -1, receiver)
        if (!isReduce) return
        if (second !== undefined) this.join(params[0] ?? -1, second)
        for (const value of whole.functions[fn]?.returns ?? NO_NODES) this.join(params[0] ?? -1, value)
      })
      this.joinLibraryCallback(call, callback, receiver)
    }
    for (const call of lookup.named(Kind.Call, REPLACES)) {
      const [, callback] = whole.args(call)
      const receiver = receiverOf(linked, call)
      if (callback === undefined || receiver < 0) continue
      this.eachFunction(callback, (fn) => {
        for (const param of whole.functions[fn]?.params ?? NO_NODES) this.join(param, receiver)
      })
    }
    for (const call of lookup.named(Kind.Call, 'bind')) {
      const args = whole.args(call)
      this.eachFunction(receiverOf(linked, call), (fn) => {
        for (let index = 1; index < args.length; index++) this.join(whole.functions[fn]?.params[index - 1] ?? -1, args[index] as number)
      })
    }
    for (const call of lookup.named(Kind.Call, 'emit')) {
      const args = whole.args(call)
      for (const fn of holders.toldBy(call))
        for (let index = 1; index < args.length; index++) this.join(whole.functions[fn]?.params[index - 1] ?? -1, args[index] as number)
    }
    for (const [call, { spots, to }] of this.ways.jobs.calls())
      for (const spot of spots) {
        const payload = whole.args(call)[Number.parseInt(spot, 10)]
        if (payload !== undefined)
          for (const { node, property } of to) property === '' ? this.join(node, payload) : this.hold(node, whole.string(property), payload)
      }
    for (const call of lookup.named(Kind.Call, 'setState')) {
      const [first] = whole.args(call)
      const receiver = receiverOf(linked, call)
      if (receiver < 0 || first === undefined) continue
      this.hold(receiver, whole.string('state'), first)
      if (whole.kind[first] === Kind.Function && values.callAround(first) === call)
        for (const value of whole.functions[whole.a[first] as number]?.returns ?? NO_NODES) this.hold(receiver, whole.string('state'), value)
    }
    // `const [name, setName] = useState()`
    for (const call of lookup.named(Kind.Call, '1')) {
      this.join(stateSetBy(linked, whole.a[call] as number), whole.args(call)[0] ?? -1)
    }
    // `resolve(value)` of `new Promise((resolve) => …)`
    for (const call of lookup.of(Kind.Call))
      for (let i = 0, callee = whole.a[call] as number, count = solver.count(callee); i < count; i++) {
        const label = solver.label(callee, i)
        if (solver.isResolve(label)) this.join(solver.labels.data[label] as number, whole.args(call)[0] ?? -1)
        else if (solver.isReject(label)) push(this.rejections, solver.labels.data[label] as number, whole.args(call)[0] ?? -1)
      }
    this.ways.templates.eachHanded((argument, reader) => this.join(reader, argument))
    this.joinSteps()
  }

  private joinLibraryCallback(call: number, callback: number, receiver: number): void {
    const { linked } = this.ways
    const { flows } = linked.models
    const library = libraryCallbackOf(linked, callback)
    if (!library) return
    this.join(library.state, receiver)
    for (const promise of library.promises) this.join(promise, receiver)
    for (const path of library.paths) {
      for (const { kind } of flows.sinks.get(path) ?? []) this.put(receiver, bitsOf(kind))
      if (flows.sanitizers.has(path) || flows.steps.has(path)) this.join(call, receiver)
      for (const { adds } of flows.steps.get(path) ?? []) if (adds !== 0) this.put(receiver, ALL)
    }
  }

  private eachFunction(node: number, tell: (fn: number) => void): void {
    const { solver } = this.ways.linked
    if (node >= 0)
      for (const label of solver.of(node)) if (solver.labels.kind[label] === LabelKind.Function) tell(solver.labels.data[label] as number)
  }

  /** Where models say that a call puts data: into an argument, its receiver, or a function that it is given. */
  private joinSteps(): void {
    const { linked, holders } = this.ways
    const { whole, solver } = linked
    for (const [call, steps] of modelsOfCalls(linked).steps) {
      const args = whole.args(call)
      const receiver = receiverOf(linked, call)
      for (const { from, to, adds } of steps) {
        const given = (tell: (node: number) => void) => {
          if (from.some((spot) => spot.startsWith('receiver')) && receiver >= 0) tell(receiver)
          if (from.some((spot) => !spot.startsWith('receiver'))) for (const argument of args) tell(argument)
        }
        for (const spot of to) {
          if (spot.startsWith('result') || spot === 'thrown') continue
          const target = spot === 'receiver' ? receiver : (args[Number.parseInt(spot, 10)] ?? -1)
          if (target < 0) continue
          if (adds !== 0) given((node) => this.put(node, ALL))
          const parameter = /\[(\d+)\]$/.exec(spot)?.[1]
          if (parameter !== undefined)
            this.eachFunction(target, (fn) => given((node) => this.join(whole.functions[fn]?.params[Number(parameter)] ?? -1, node)))
          else {
            for (const label of solver.of(target))
              if (solver.labels.kind[label] === LabelKind.Object) given((node) => this.join(solver.labels.data[label] as number, node))
            given((node) => this.join(holders.rootOf(target), node))
          }
        }
      }
    }
  }

  /** Components are handed their attributes. */
  private joinElements(): void {
    const { whole, solver } = this.ways.linked
    const props = whole.string('props')
    for (const element of lookupOf(whole).of(Kind.Jsx)) {
      const attributes = whole.b[element] as number
      if (attributes < 0) continue
      for (const label of solver.of(whole.a[element] as number)) {
        const data = solver.labels.data[label] as number
        if (solver.labels.kind[label] === LabelKind.Function) this.join(whole.functions[data]?.params[0] ?? -1, attributes)
        else if (solver.labels.kind[label] === LabelKind.Class) {
          this.joinField(solver.labels.of(LabelKind.Instance, data), props, attributes)
          this.join(whole.functions[whole.classes[data]?.constructor_ ?? -1]?.params[0] ?? -1, attributes)
        }
      }
    }
  }

  /** The solver's own edges, where values leave what operands show: exports, members of classes, getters, fields of objects. */
  private joinFields(): void {
    const { linked, published, components, templates, pagesOf } = this.ways
    const { whole, solver } = linked
    const seen = new Uint8Array(this.bits.length)
    const stack: number[] = []
    const follow = (node: number) => {
      if (node < whole.size || seen[node] === 1) return
      seen[node] = 1
      stack.push(node)
    }
    const leave = (node: number) => {
      for (let i = 0, count = solver.successorCount(node); i < count; i++) {
        const to = solver.successor(node, i)
        if (to < whole.size) continue
        this.join(to, node)
        follow(to)
      }
    }
    for (const node of published) leave(node)
    whole.functions.forEach(({ fact, returns }, fn) => {
      if ((fact.flags & FunctionFlag.Getter) !== 0) for (const value of returns) leave(value)
      const pages = pagesOf(fn)
      if (pages.length > 0) for (const page of pages) for (const value of returns) this.join(page, value)
    })
    components.eachReading((fn, reader) => {
      for (const value of whole.functions[fn]?.returns ?? NO_NODES) this.join(reader, value)
    })
    templates.eachResult((fn, reader) => {
      for (const value of whole.functions[fn]?.returns ?? NO_NODES) this.join(reader, value)
    })
    // Fields into which something was put, above.
    for (let i = 0; i < this.pairs.length; i += 2) follow(this.pairs[i] as number)
    while (stack.length > 0) {
      const node = stack.pop() as number
      for (let i = 0, count = solver.successorCount(node); i < count; i++) {
        const to = solver.successor(node, i)
        this.join(to, node)
        follow(to)
      }
    }
  }

  // ── backwards ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private put(node: number, bits: number): void {
    if (node < 0) return
    const known = this.bits[node] as number
    if ((bits & ~known) === 0) return
    this.bits[node] = known | bits
    if (this.isWaiting[node] === 1) return
    this.isWaiting[node] = 1
    this.waiting++
  }

  private spread(): void {
    const { whole } = this.ways.linked
    // What a node is made of has been numbered before it: going down, one round does all but calls, loops and fields.
    while (this.waiting > 0)
      for (let node = this.bits.length - 1; node >= 0; node--) {
        if (this.isWaiting[node] === 0) continue
        this.isWaiting[node] = 0
        this.waiting--
        const bits = this.bits[node] as number
        for (let at = this.starts[node] as number; at < (this.starts[node + 1] as number); at++) this.put(this.froms[at] as number, bits)
        if (node < whole.size) this.back(node, bits)
      }
  }

  /** To what a node is made of. */
  private back(node: number, bits: number): void {
    const { whole } = this.ways.linked
    const { a, b, c } = whole
    switch (whole.kind[node] as Kind) {
      case Kind.Choice:
        // What makes `a && b` false is empty.
        this.putItems(a[node] as number, bits, c[node] === ChoiceKind.And ? 1 : 0)
        break
      case Kind.Cell:
      case Kind.Object:
      case Kind.Array:
        this.putItems(a[node] as number, bits, 0)
        break
      case Kind.Template:
        this.putItems(a[node] as number, bits & ~TEXT_ONLY, 0)
        break
      case Kind.Unary:
        if (keepsSize(Kind.Unary, c[node] as number)) this.put(a[node] as number, bits & ~NUMBER)
        break
      case Kind.Binary: {
        const kept = c[node] === PLUS ? bits & ~TEXT_ONLY : keepsSize(Kind.Binary, c[node] as number) ? bits & ~NUMBER : 0
        this.put(a[node] as number, kept)
        this.put(b[node] as number, kept)
        break
      }
      case Kind.Key:
        this.put(a[node] as number, bits & ~TEXT_ONLY)
        break
      case Kind.Refine:
      case Kind.Load:
      case Kind.Await:
      case Kind.Element:
      case Kind.Spread:
      case Kind.Rest:
        this.put(a[node] as number, bits)
        break
      case Kind.LoadDynamic:
        this.put(a[node] as number, bits)
        // Looked up by an outside name, it may be the prototype of all objects.
        if (bits & PROTOTYPE) this.put(b[node] as number, bitOf('property'))
        break
      case Kind.Property:
        this.put(b[node] as number, bits)
        if (a[node] === -1) this.put(c[node] as number, bits & ~NO_NAME)
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Tagged:
        this.backFromCall(node, bits)
        break
      case Kind.Jsx:
        this.backFromElement(node, bits)
        break
      case Kind.Param:
        this.backFromParameter(node, bits)
        break
      case Kind.This:
        for (const fn of this.functionsOfThis.get(node) ?? NO_NODES) this.backFromThis(fn, bits)
        for (const call of this.ways.boxes.supersIn(this.ways.boxes.makerOf(node))) this.put(call, bits)
        break
      case Kind.Caught:
        for (const thrown of this.throwsIn.get(whole.functionOf(node)) ?? NO_NODES) this.put(thrown, bits)
        for (const call of this.triedIn.get(whole.functionOf(node)) ?? NO_NODES) this.backFromFailure(call, bits)
        break
    }
  }

  private putItems(list: number, bits: number, from: number): void {
    const { lists } = this.ways.linked.whole
    if (list < 0) return
    const count = lists[list] as number
    for (let index = from; index < count; index++) this.put(lists[list + 1 + index] as number, bits)
  }

  private putReturns(fn: number, bits: number): void {
    const { whole } = this.ways.linked
    const fact = whole.functions[fn]
    if (!fact) return
    for (const value of fact.returns) this.put(value, bits)
    if (this.ways.boxes.makerOf(fact.self) >= 0) this.put(fact.self, bits)
    for (const call of this.ways.boxes.supersIn(fn)) this.put(call, bits)
    if ((fact.fact.flags & FunctionFlag.Generator) !== 0) for (const value of this.yieldsIn.get(fn) ?? NO_NODES) this.put(value, bits)
  }

  private backFromCall(call: number, bits: number): void {
    const { linked } = this.ways
    const { whole, solver } = linked
    const callees = solver.callees.get(call)
    if (callees) for (const fn of callees) this.putReturns(fn, bits)
    const callee = whole.a[call] as number
    const list = whole.b[call] as number
    let handed = 0
    let given = bits
    for (const path of pathsOfCall(linked, call)) {
      handed |= this.handedOn[path] ?? 0
      if (this.added.size > 0 && ((this.added.get(path) ?? 0) & bits) !== 0) given = ALL
    }
    if (whole.kind[callee] === Kind.Load) {
      const ofMethod = this.handing(whole.b[callee] as number)
      handed |= callees === undefined ? ofMethod : ofMethod & (HANDS_ANYWAY | GIVES_RESULT)
    }
    if (handed & OF_ARGUMENTS || this.ways.templates.passes(call)) this.putItems(list, given, 0)
    if (handed & (OF_RECEIVER | HANDS_ANYWAY)) this.put(receiverOf(linked, call), given)
    if (handed & GIVES_RESULT && list >= 0)
      for (let at = list + 1, end = at + (whole.lists[list] as number); at < end; at++)
        this.eachFunction(whole.lists[at] as number, (fn) => this.putReturns(fn, bits))
  }

  /** What a method of that name hands on. */
  private handing(name: number): number {
    if (name >= this.handedByName.length) return 0
    let handed = this.handedByName[name] as number
    if (handed === 0) {
      const text = this.ways.linked.whole.text(name)
      handed = SEEN
      if (TAKES_UP.has(text)) handed |= OF_ARGUMENTS
      if (passesReceiver(text)) handed |= OF_RECEIVER
      if (text === 'catch' || text === 'finally') handed |= HANDS_ANYWAY
      if (GIVES.has(text)) handed |= GIVES_RESULT
      this.handedByName[name] = handed
    }
    return handed
  }

  private handingPaths(): Uint8Array {
    const { paths, flows, passes } = this.ways.linked.models
    const handed = new Uint8Array(paths.nodes.length)
    const put = (path: number, what: number) => {
      handed[path] = (handed[path] as number) | what
    }
    for (const [path, sanitizers] of flows.sanitizers) for (const { spot } of sanitizers) put(path, spot === 'receiver' ? OF_RECEIVER : OF_ARGUMENTS)
    for (const [path, steps] of flows.steps)
      for (const { from, to, adds } of steps) {
        if (!to.some((spot) => spot.startsWith('result'))) continue
        for (const spot of from) put(path, spot.startsWith('receiver') ? OF_RECEIVER : spot.endsWith('()') ? GIVES_RESULT : OF_ARGUMENTS)
        if (adds !== 0) this.added.set(path, (this.added.get(path) ?? 0) | adds)
      }
    for (const path of passes.keys()) put(path, OF_ARGUMENTS)
    return handed
  }

  private backFromParameter(param: number, bits: number): void {
    const { linked } = this.ways
    for (const promise of this.failures.get(param) ?? NO_NODES) this.backFromFailure(promise, bits)
    const { whole, solver } = linked
    const fn = whole.a[param] as number
    const position = whole.functions[fn]?.params.indexOf(param) ?? -1
    const isRest = whole.c[param] === 1
    for (const call of solver.callers.get(fn) ?? NO_NODES) {
      const list = whole.b[call] as number
      const name = calledName(linked, call)
      // Arguments stand elsewhere: `f.call(self, …)`, and the values of a tagged text.
      const isMoved =
        whole.kind[call] === Kind.Tagged || position < 0 || name === 'call' || name === 'apply' || name === 'bind' || boundBefore(linked, call) > 0
      if (list < 0) continue
      const count = whole.lists[list] as number
      for (let index = 0; index < count; index++) {
        const argument = whole.lists[list + 1 + index] as number
        if (isMoved || index === position || (isRest && index > position) || whole.kind[argument] === Kind.Spread) this.put(argument, bits)
      }
    }
  }

  /** To what a call may throw. */
  private backFromFailure(call: number, bits: number): void {
    const { linked } = this.ways
    const { whole, solver } = linked
    this.here.push([call, bits])
    for (const value of this.rejections.get(call) ?? NO_NODES) this.put(value, bits)
    const steps = modelsOfCalls(linked).steps.get(call)
    if (steps?.some(({ to }) => to.includes('thrown'))) this.putItems(whole.b[call] as number, bits, 0)
    for (const fn of solver.callees.get(call) ?? NO_NODES) this.backFromThrowing(fn, bits)
    // What a method hands on, or runs, fails as it does.
    for (const argument of whole.args(call)) this.eachFunction(argument, (fn) => this.backFromThrowing(fn, bits))
    const receiver = receiverOf(linked, call)
    if (
      receiver >= 0 &&
      (whole.kind[receiver] === Kind.Call || whole.kind[receiver] === Kind.New) &&
      handlerPlace(calledName(linked, call)) !== undefined
    )
      this.backFromFailure(receiver, bits)
  }

  private backFromThrowing(fn: number, bits: number): void {
    const known = this.ofThrown.get(fn) ?? 0
    if ((bits & ~known) === 0) return
    this.ofThrown.set(fn, known | bits)
    for (const thrown of this.throwsIn.get(fn) ?? NO_NODES) this.put(thrown, bits)
    for (const call of this.callsIn.get(fn) ?? NO_NODES) this.backFromFailure(call, bits)
  }

  private backFromElement(element: number, bits: number): void {
    const { whole, solver } = this.ways.linked
    for (const label of solver.of(whole.a[element] as number)) {
      const data = solver.labels.data[label] as number
      if (solver.labels.kind[label] === LabelKind.Function) this.putReturns(data, bits)
      else if (solver.labels.kind[label] === LabelKind.Class) this.putReturns(whole.classes[data]?.constructor_ ?? -1, bits)
    }
  }

  private backFromThis(fn: number, bits: number): void {
    const { linked } = this.ways
    for (const call of linked.solver.callers.get(fn) ?? NO_NODES) {
      this.put(receiverOf(linked, call), bits)
      const name = calledName(linked, call)
      if (name === 'call' || name === 'apply' || name === 'bind') this.put(linked.whole.args(call)[0] ?? -1, bits)
    }
  }
}

/** Whether a spot of a model may mean an argument: what a spread holds may stand anywhere behind it. */
function isMeant(kinds: Uint8Array, args: readonly number[], index: number, spot: Spot): boolean {
  if (spot === '*' || kinds[args[index] as number] === Kind.Spread) return true
  const wanted = Number.parseInt(spot, 10)
  return wanted === index || (index > wanted && /^\d+\*/.test(spot))
}

function push(into: Map<number, number[]>, key: number, value: number): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}

/** Second halves of pairs, by their first: those of n are `items[starts[n]] … items[starts[n + 1] - 1]`. */
function grouped(pairs: readonly number[], size: number): [starts: Int32Array, items: Int32Array] {
  const starts = new Int32Array(size + 1)
  for (let i = 0; i < pairs.length; i += 2) starts[(pairs[i] as number) + 1] = (starts[(pairs[i] as number) + 1] as number) + 1
  for (let at = 0; at < size; at++) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number)
  const ends = starts.slice()
  const items = new Int32Array(pairs.length / 2)
  for (let i = 0; i < pairs.length; i += 2) {
    const at = ends[pairs[i] as number] as number
    items[at] = pairs[i + 1] as number
    ends[pairs[i] as number] = at + 1
  }
  return [starts, items]
}
