/**
 * Where data that are put into something end up, and who is told of them: the node that made the object, setters that run, other
 * places that read the same member, listeners to an event. In: the linked program. Asked by what spreads data and by what looks
 * ahead of it, so that both go the same ways.
 */
import { ChoiceKind, FunctionFlag, Kind } from '../../graph'
import { GLOBAL_OBJECTS } from '../global-objects'
import { LabelKind } from '../labels'
import { type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { Conditions } from './conditions'
import type { Methods } from './methods'

const LISTENS = new Set(['on', 'once', 'addListener', 'prependListener'])
/** Most places that read one member of a library's object; of a member of that many, nobody knows whose it is. */
const MOST_READERS = 200
/** Names that one key has, and places where they are written. */
const MOST_NAMES = 8
const MOST_LABELS = 64
const NONE: readonly number[] = []

/** What an API path is a member of. */
interface Base {
  /** A router's context is the application's: types with the same members are one object in the hands of two libraries. */
  shared: string
  isType: boolean
  /** It has the members of another type. */
  isAlike: boolean
  isOfPage: boolean
}

export class Holders {
  /** Head of what stands at any place of a list. */
  readonly element: number
  /** Head of what stands under a name that nobody knows: any name may be meant, or any place of a list. */
  readonly any: number
  private readonly setterNames = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly methods: Methods,
    private readonly conditions: Conditions,
  ) {
    const { whole } = linked
    this.element = whole.string('[]')
    this.any = whole.string('[*]')
    for (const { members } of whole.classes) for (const { name, node } of members) if (this.isSetter(node)) this.setterNames.add(whole.string(name))
    for (const entry of lookupOf(whole).of(Kind.Property)) if (this.isSetter(whole.b[entry] as number)) this.setterNames.add(whole.a[entry] as number)
  }

  /** The node that made a value, through names and tests. */
  rootOf(node: number): number {
    const { whole } = this.linked
    let at = node
    for (let hops = 0; hops < 12; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
      else if (kind === Kind.Cell || (kind === Kind.Choice && whole.c[at] === ChoiceKind.Loop)) {
        const list = whole.a[at] as number
        if (list < 0 || whole.lists[list] === 0) return -1
        at = whole.lists[list + 1] as number
      } else if (kind === Kind.Call && this.methods.handsBack(at)) at = receiverOf(this.linked, at)
      else return at
    }
    return at
  }

  /** Names that a computed key has, or that of any element where they are not known. */
  keysOf(key: number): number[] {
    const { whole, solver } = this.linked
    const labels = key < 0 ? NONE : solver.of(key)
    if (labels.length === 0 || labels.length > MOST_LABELS) return [this.any]
    const names = new Set<number>()
    for (const label of labels) {
      const at = solver.labels.data[label] as number
      if (solver.labels.kind[label] !== LabelKind.Value || (whole.kind[at] !== Kind.String && whole.kind[at] !== Kind.Number)) return [this.any]
      names.add(whole.a[at] as number)
    }
    // The same name may be written in many places.
    return names.size > MOST_NAMES ? [this.any] : [...names]
  }

  private isSetter(node: number): boolean {
    const { whole } = this.linked
    return (
      node >= 0 && whole.kind[node] === Kind.Function && ((whole.functions[whole.a[node] as number]?.fact.flags ?? 0) & FunctionFlag.Setter) !== 0
    )
  }

  /** Functions that run when a property is set. */
  settersOf(label: number, property: number): readonly number[] {
    if (!this.setterNames.has(property)) return NONE
    const { whole, solver } = this.linked
    const data = solver.labels.data[label] as number
    const found: number[] = []
    if (solver.labels.kind[label] === LabelKind.Object && whole.kind[data] === Kind.Object) {
      for (const entry of whole.items(whole.a[data] as number))
        if (whole.kind[entry] === Kind.Property && whole.a[entry] === property && this.isSetter(whole.b[entry] as number))
          found.push(whole.b[entry] as number)
    } else if (solver.labels.kind[label] === LabelKind.Instance || solver.labels.kind[label] === LabelKind.Class) {
      for (let cls: number | undefined = data, hops = 0; cls !== undefined && hops < 8; cls = solver.superclass.get(cls), hops++)
        for (const { name, node } of whole.classes[cls]?.members ?? []) if (name === whole.text(property) && this.isSetter(node)) found.push(node)
    }
    return found.map((node) => whole.a[node] as number)
  }

  /** The global object, or a function: its properties can run code. */
  isGlobal(object: number): boolean {
    const { solver, models } = this.linked
    return solver.of(object).some((label) => {
      const kind = solver.labels.kind[label]
      if (kind === LabelKind.Function || kind === LabelKind.Class) return true
      return (
        kind === LabelKind.Api &&
        /^(?:dom\/Window|window|globalThis|global|self|top|parent|process|module|require)$/.test(
          models.paths.show(solver.labels.data[label] as number),
        )
      )
    })
  }

  /** Objects that are written out, modules and instances of the program: with a prototype, so that they have more methods than their own. */
  isOfProgram(object: number): boolean {
    const { whole, solver } = this.linked
    const labels = solver.of(object)
    const isOwn = (label: number): boolean => {
      const [kind, data] = [solver.labels.kind[label], solver.labels.data[label] as number]
      if (kind === LabelKind.Module || kind === LabelKind.Instance) return true
      return kind === LabelKind.Object && data < whole.size && whole.kind[data] === Kind.Object && !this.hasOwnPrototype(data)
    }
    return labels.length > 0 && labels.every(isOwn)
  }

  /** `{ __proto__: null, … }` */
  private hasOwnPrototype(object: number): boolean {
    const { whole } = this.linked
    return [...whole.items(whole.a[object] as number)].some(
      (entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === '__proto__',
    )
  }

  // ── members of a library's objects ─────────────────────────────────────────────────────────────────────────────────

  /** Places that read a member of objects of a library: `req.user`, set in one handler and read in another. */
  readersAt(api: number, property: number): readonly number[] {
    const { shared, isType, isOfPage, isAlike } = this.baseOf(api)
    // Only types are one object for all who have them.
    if (!isType && !isAlike) return NONE
    // A page has many elements: what is written into one is not read from all.
    if (isOfPage && this.isOwnMember(api, property)) return NONE
    let byBase = this.readers.get(property)
    if (!byBase) {
      byBase = this.readersOf(property)
      this.readers.set(property, byBase)
    }
    const readers = byBase.get(shared)
    return readers && readers.length <= MOST_READERS ? readers : NONE
  }

  /** Property → what the member is read of → where. */
  private readonly readers = new Map<number, Map<string, number[]>>()

  private readersOf(property: number): Map<string, number[]> {
    const { whole, solver } = this.linked
    const found = new Map<string, number[]>()
    for (const node of lookupOf(whole).named(Kind.Load, whole.text(property)))
      for (const label of solver.of(whole.a[node] as number)) {
        const kind = solver.labels.kind[label]
        if (kind !== LabelKind.Api && kind !== LabelKind.ApiObject) continue
        const api = (kind === LabelKind.Api ? solver.labels.data[label] : solver.labels.extra[label]) as number
        const { isType, shared } = this.baseOf(api)
        if (!isType) continue
        const known = found.get(shared)
        if (known) known.push(node)
        else found.set(shared, [node])
      }
    return found
  }

  /** A member that the platform gives, such as `window.location`: writing it is an act, and reading it reads something else. */
  private isOwnMember(api: number, property: number): boolean {
    const { models, whole } = this.linked
    return models.paths.rootOf(api) === 'type:dom/Element' || models.paths.find(api, `.${whole.text(property)}`) >= 0
  }

  private baseOf(api: number): Base {
    let base = this.bases[api]
    if (base === undefined) {
      const { paths } = this.linked.models
      const root = paths.rootOf(api)
      let below = ''
      let at = api
      for (; paths.node(at).parent >= 0; at = paths.node(at).parent) below = paths.node(at).step + below
      const isAlike = paths.node(at).like >= 0
      for (let hops = 0; paths.node(at).like >= 0 && hops < 8; hops++) at = paths.node(at).like
      const isOfPage = root.startsWith('type:dom/') || root.startsWith('type:web-platform/')
      base = { shared: `${at}${below}`, isType: root.startsWith('type:'), isAlike, isOfPage }
      this.bases[api] = base
    }
    return base
  }

  /** By API path. */
  private readonly bases: (Base | undefined)[] = []

  // ── names that nothing declares ────────────────────────────────────────────────────────────────────────────────────

  /** What is put into a name that nothing declares, or into the global object, is read by that name everywhere. */
  readersOfGlobal(property: number): readonly number[] {
    let readers = this.globalReaders.get(property)
    if (!readers) {
      readers = this.isOfPlatform(property) ? NONE : this.globalsNamed(property)
      this.globalReaders.set(property, readers)
    }
    return readers
  }

  private readonly globalReaders = new Map<number, readonly number[]>()

  /** `location = x` goes there; what is read from it is another matter. */
  private isOfPlatform(property: number): boolean {
    const { paths } = this.linked.models
    const name = this.linked.whole.text(property)
    const member = paths.find(paths.root('type:dom/Window'), `.${name}`)
    return paths.node(paths.root(`global:${name}`)).known || (member >= 0 && paths.node(member).known)
  }

  private globalsNamed(property: number): readonly number[] {
    const { whole } = this.linked
    const lookup = lookupOf(whole)
    const name = whole.text(property)
    const loads = Array.from(lookup.named(Kind.Load, name)).filter((node) => this.isOfGlobal(whole.a[node] as number))
    return [...Array.from(lookup.named(Kind.Global, name)), ...loads]
  }

  /** `globalThis.name = …`, `window.name = …` */
  isOfGlobal(object: number): boolean {
    const { whole } = this.linked
    return whole.kind[object] === Kind.Global && GLOBAL_OBJECTS.includes(whole.text(whole.a[object] as number))
  }

  // ── events ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Functions that `emitter.emit('name', value)` runs: what listens to that name on such an object. */
  toldBy(emit: number): readonly number[] {
    const { whole, solver } = this.linked
    const args = whole.args(emit)
    const name = args[0] === undefined ? undefined : this.conditions.textOf(args[0])
    const receiver = receiverOf(this.linked, emit)
    if (name === undefined || receiver < 0) return NONE
    const emitter = this.emitterKey(receiver)
    if (!emitter) return NONE
    const found: number[] = []
    for (const { event, key, handler } of this.listeners()) {
      if (event !== name || key !== emitter) continue
      for (const label of solver.of(handler)) if (solver.labels.kind[label] === LabelKind.Function) found.push(solver.labels.data[label] as number)
    }
    return found
  }

  /** What tells one sort of emitter from another: its class, or that it is a plain one. */
  private emitterKey(receiver: number): string | undefined {
    const { solver, models, whole } = this.linked
    for (const label of solver.of(receiver)) {
      const data = solver.labels.data[label] as number
      switch (solver.labels.kind[label]) {
        case LabelKind.Instance:
          if ((whole.classes[data]?.extends ?? -1) >= 0) return `class ${data}`
          break
        case LabelKind.Api:
        case LabelKind.ApiObject:
          if (
            /^(?:events|eventemitter[23])\b/.test(
              models.paths.show(solver.labels.kind[label] === LabelKind.Api ? data : (solver.labels.extra[label] as number)),
            )
          )
            return 'plain'
          break
      }
    }
    return undefined
  }

  private listened: { event: string; key: string; handler: number }[] | undefined
  private listeners(): { event: string; key: string; handler: number }[] {
    if (this.listened) return this.listened
    const { whole } = this.linked
    this.listened = []
    for (const call of lookupOf(whole).named(Kind.Call, LISTENS)) {
      const args = whole.args(call)
      if (args[0] === undefined || args[1] === undefined) continue
      const receiver = receiverOf(this.linked, call)
      const key = receiver < 0 ? undefined : this.emitterKey(receiver)
      const event = key ? this.conditions.textOf(args[0]) : undefined
      if (key && event !== undefined) this.listened.push({ event, key, handler: args[1] })
    }
    return this.listened
  }
}
