/**
 * Texts that a value is written with. In: a node. Out: the literals it comes from, through variables, files, functions of the
 * program, and the usual ways of encoding. What is computed from outside data has none.
 */
import { ChoiceKind, Kind } from '../../graph'
import { configuredValues } from '../decorated/configured'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { remember } from '../lookup'
import { isEqual, PLUS } from '../operators'
import { putInto } from '../put-into'
import { conditionsHolding } from '../regions'
import { configurationDefaults } from './configuration-defaults'
import { isDemanded } from './demanded'

export interface Written {
  /** String nodes, each once. */
  literals: number[]
  /** Nothing but these literals: no part comes from elsewhere. */
  whole: boolean
  /** One of them stands in for a value that may be missing: `process.env.KEY || 'literal'`. */
  fallback: boolean
}

/** Calls that hand back what they are given, in another notation. */
const OF_ARGUMENT =
  /^(?:from|encode|decode|String|btoa|atob|asKey|importKey|importSPKI|importPKCS8|importX509|importJWK|createSecretKey|createPrivateKey|createPublicKey|parse|Buffer|Uint8Array|encodeURIComponent|utf8ToBytes|hexToBytes|toBytes|fromBase64|toBase64|escape|freeze|resolve|default)$/
/** Methods that hand back what they are called on. */
const OF_RECEIVER = /^(?:toString|trim|toLowerCase|toUpperCase|join|replace|slice|substr|substring|padEnd|padStart)$/

/** Makes another text each time, of whatever alphabet its body is written with. */
const GENERATES = /^(?:get|make|create)?(?:rand|uuid|nanoid|cuid|ulid|generate)/i

/** What code calls the configuration that it asks: the factories of the program answer. */
const CONFIGURATION = /^(?:app_?)?conf(?:ig(?:uration)?)?_?(?:service)?$/i

const MOST_HOPS = 14
/** Most values that are looked at for one: of loops within loops there are more ways than anybody can go. */
const MOST_LOOKS = 20_000

/** Calls of one function that are looked at one by one. */
const MOST_CALLERS = 12

/** What one value is written with. */
interface Look extends Written {
  /** Hops that it took to know. */
  height: number
  /** Something was left out because it is being looked at already, or too far away: elsewhere there may be more to see. */
  cut: boolean
  /** The outermost call that it depends on what was handed to, by its place among those that were entered; none is beyond all. */
  from: number
}

/** A function of the program that was entered through a call: its parameters are what that call hands over. */
interface Entered {
  fn: number
  call: number
}

const NO_CALL = Number.POSITIVE_INFINITY
const NOTHING: Look = { literals: [], whole: false, fallback: false, height: 0, cut: false, from: NO_CALL }
const EMPTY: Look = { ...NOTHING, whole: true }
const CUT: Look = { ...NOTHING, cut: true }

/** @param parts literals of a text whose other parts come from elsewhere count too: `Basic ${encode(`admin:${read()}`)}` */
export function writtenIn(linked: Linked, node: number, parts = false): Written {
  return answers(linked, node, parts ? 1 : 0, () => new Looking(linked, parts).at(node))
}

const answers = remember<Written>()
/** What was seen to its end, by node; first for whole texts, then for parts. */
const seen = [remember<Map<number, Look>>(), remember<Map<number, Look>>()] as const

class Looking {
  private readonly open = new Set<number>()
  private readonly known: Map<number, Look>
  private entered: Entered[] = []
  private looks = 0

  constructor(
    private readonly linked: Linked,
    private readonly parts: boolean,
  ) {
    this.known = seen[parts ? 1 : 0](linked, 0, 0, () => new Map())
  }

  at(node: number): Written {
    const { literals, whole, fallback } = this.look(node, 0)
    return { literals, whole, fallback }
  }

  private look(at: number, hops: number): Look {
    if (at < 0) return NOTHING
    const known = this.known.get(at)
    if (known && hops + known.height <= MOST_HOPS) return known
    if (hops > MOST_HOPS || this.open.has(at) || ++this.looks > MOST_LOOKS) return CUT
    this.open.add(at)
    const found = at < this.linked.whole.size ? this.lookAt(at, hops + 1) : this.lookAtField(at, hops + 1)
    this.open.delete(at)
    if (!found.cut && found.from === NO_CALL) this.known.set(at, found)
    return found
  }

  private every(nodes: Iterable<number>, hops: number): Look {
    const literals = new Set<number>()
    const all: Look = { ...EMPTY }
    for (const node of nodes) {
      const look = this.look(node, hops)
      for (const literal of look.literals) literals.add(literal)
      all.whole &&= look.whole
      all.fallback ||= look.fallback
      all.cut ||= look.cut
      all.height = Math.max(all.height, look.height + 1)
      all.from = Math.min(all.from, look.from)
    }
    all.literals = [...literals]
    return all
  }

  /** Undefined where the solver knows of no text. */
  private fromLabels(at: number, hops: number): Look | undefined {
    const { solver, whole } = this.linked
    const texts = solver
      .of(at)
      .filter((label) => {
        const data = solver.labels.data[label] as number
        const isText = solver.labels.kind[label] === LabelKind.Value
        return (isText || (solver.labels.kind[label] === LabelKind.Object && whole.kind[data] === Kind.Array)) && data !== at
      })
      .map((label) => solver.labels.data[label] as number)
    return texts.length === 0 ? undefined : this.every(texts, hops)
  }

  /** What was put into a field of an object, each by itself: of several that came through one helper, the solver knows only all. */
  private lookAtField(at: number, hops: number): Look {
    const put = putInto(this.linked, at)
    return put.length > 0 ? this.every(put, hops) : (this.fromLabels(at, hops) ?? NOTHING)
  }

  /** Of parts that stand side by side: one that is not known leaves the others meaning little. */
  private joined(nodes: Iterable<number>, hops: number): Look {
    const all = this.every(nodes, hops)
    return all.whole || this.parts ? all : { ...all, literals: [] }
  }

  private lookAt(at: number, hops: number): Look {
    const { whole } = this.linked
    const a = whole.a[at] as number
    switch (whole.kind[at] as Kind) {
      case Kind.String:
        return { ...EMPTY, literals: [at] }
      case Kind.Number:
      case Kind.Null:
      case Kind.Undefined:
      case Kind.Boolean:
        return EMPTY
      case Kind.Template:
        return this.joined(whole.items(a), hops)
      case Kind.Array:
      case Kind.Cell:
        return this.every(whole.items(a), hops)
      case Kind.Choice: {
        const items = [...whole.items(a)]
        const isDefault = whole.c[at] === ChoiceKind.Or || whole.c[at] === ChoiceKind.Nullish
        if (isDefault && items.length === 2 && isDemanded(this.linked, items[0] as number, at)) return this.every(items.slice(0, 1), hops)
        // Of `a && b` it is b that goes on.
        const all = this.every(whole.c[at] === ChoiceKind.And ? items.slice(-1) : items, hops)
        return isDefault && !all.whole && all.literals.length > 0 ? { ...all, fallback: true } : all
      }
      case Kind.Refine:
      case Kind.Await:
      case Kind.Spread:
        return this.every([a], hops)
      case Kind.Binary:
        return whole.c[at] === PLUS ? this.joined([a, whole.b[at] as number], hops) : NOTHING
      case Kind.Call:
      case Kind.New:
        return this.lookAtCall(at, hops)
      default: {
        const given = this.given(at)
        if (given !== undefined) return this.outside(given, hops)
        const defaults = this.byDefault(at, hops)
        if (defaults !== undefined) return defaults
        const handed = whole.kind[at] === Kind.Param ? this.handed(at) : []
        if (handed.length > 0) return this.every(handed, hops)
        const put = putInto(this.linked, at)
        if (put.length > 0) return this.every(put, hops)
        const known = this.fromLabels(at, hops)
        if (known !== undefined) return known
        const written = this.linked.values.definitions(at).filter((definition) => definition !== at)
        return written.length > 0 ? this.every(written, hops) : NOTHING
      }
    }
  }

  private lookAtCall(call: number, hops: number): Look {
    const { whole, solver } = this.linked
    const name = calledName(this.linked, call)
    if (GENERATES.test(name)) return NOTHING
    const callees = solver.callees.get(call)
    if (callees && callees.size > 0) return this.inside(call, callees, hops)
    const defaults = this.byDefault(call, hops)
    if (defaults !== undefined) return defaults
    const args = whole.args(call)
    const receiver = receiverOf(this.linked, call)
    // What stands behind the key of a configuration, and the text that the call itself falls back to.
    if (receiver >= 0 && CONFIGURATION.test(this.linked.values.nameOf(receiver))) {
      const given = configuredValues(this.linked, call)
      if (given.length > 0) {
        const found = this.every(given, hops)
        return found.literals.length > 0 && args.length > 1 ? { ...found, fallback: true } : found
      }
    }
    if (OF_RECEIVER.test(name) && receiver >= 0) return this.every([receiver], hops)
    if (name === 'concat' && receiver >= 0) return this.joined([receiver, ...args], hops)
    if (OF_ARGUMENT.test(name) && args[0] !== undefined) return this.every([args[0]], hops)
    return this.fromLabels(call, hops) ?? NOTHING
  }

  /** What stands in where nobody configures anything; undefined where no library of configuration is asked. */
  private byDefault(at: number, hops: number): Look | undefined {
    const defaults = configurationDefaults(this.linked, at)
    return defaults.length === 0 ? undefined : { ...this.every(defaults, hops), fallback: true }
  }

  /** What functions of the program hand back to a call. */
  private inside(call: number, callees: Iterable<number>, hops: number): Look {
    const { whole } = this.linked
    const depth = this.entered.length
    const all: Look = { ...EMPTY }
    const literals = new Set<number>()
    for (const fn of callees) {
      this.entered.push({ fn, call })
      const look = this.every(whole.functions[fn]?.returns ?? [], hops)
      this.entered.pop()
      for (const literal of look.literals) if (!this.isForOthers(fn, call, literal)) literals.add(literal)
      all.whole &&= look.whole
      all.fallback ||= look.fallback
      all.cut ||= look.cut
      all.height = Math.max(all.height, look.height)
      if (look.from < depth) all.from = Math.min(all.from, look.from)
    }
    return { ...all, literals: [...literals] }
  }

  /** `if (name === 'UNIT') value = 'metres'`, where this call hands over another name. */
  private isForOthers(fn: number, call: number, literal: number): boolean {
    const { whole, values } = this.linked
    if (whole.functionOf(literal) !== fn) return false
    const args = whole.args(call)
    return conditionsHolding(whole, literal).some((condition) => {
      if (whole.kind[condition] !== Kind.Binary || !isEqual(whole.c[condition] as number)) return false
      const sides = [whole.a[condition] as number, whole.b[condition] as number]
      const param = sides.flatMap((side) => values.definitions(side)).find((side) => whole.kind[side] === Kind.Param && whole.a[side] === fn)
      const text = sides.find((side) => whole.kind[side] === Kind.String)
      if (param === undefined || text === undefined) return false
      const given = args[whole.b[param] as number]
      const texts = given === undefined ? [] : values.texts(given)
      return texts.length > 0 && texts.every(({ exact, value }) => exact && value !== whole.text(whole.a[text] as number))
    })
  }

  /** Values that stand where a function was called: what they depend on is for that place to say. */
  private outside(given: readonly number[], hops: number): Look {
    const inner = this.entered
    this.entered = inner.slice(0, -1)
    const found = this.every(given, hops)
    this.entered = inner
    return { ...found, from: Math.min(found.from, inner.length - 1) }
  }

  /** What calls of the program hand over for a parameter; nothing where one of them cannot be told, or there are many. */
  private handed(param: number): number[] {
    const { whole, solver } = this.linked
    const callers = [...(solver.callers.get(whole.a[param] as number) ?? [])]
    const index = whole.b[param] as number
    if (callers.length === 0 || callers.length > MOST_CALLERS || whole.c[param] === 1) return []
    const found: number[] = []
    for (const call of callers) {
      const args = whole.args(call)
      if (index >= args.length || args.slice(0, index + 1).some((argument) => whole.kind[argument] === Kind.Spread)) return []
      found.push(args[index] as number)
    }
    return found
  }

  /**
   * What the call that was entered last hands over for a parameter, or for a member of one: `secretOf({ name, otherwise })` says
   * nothing of what others hand to the same function. Undefined where that is not told there.
   */
  private given(at: number): number[] | undefined {
    const { whole, values } = this.linked
    const last = this.entered.at(-1)
    if (!last) return undefined
    if (whole.kind[at] === Kind.Param) {
      const args = whole.args(last.call)
      const index = whole.b[at] as number
      const isPlain =
        whole.a[at] === last.fn && whole.c[at] !== 1 && !args.slice(0, index + 1).some((argument) => whole.kind[argument] === Kind.Spread)
      return isPlain ? (args[index] === undefined ? [] : [args[index] as number]) : undefined
    }
    if (whole.kind[at] === Kind.Element) return this.further(whole.a[at] as number)
    if (whole.kind[at] !== Kind.Load) return undefined
    const objects = this.given(whole.a[at] as number)?.flatMap((object) => values.definitions(object))
    const isWritten = (object: number) =>
      whole.kind[object] === Kind.Object &&
      whole.items(whole.a[object] as number).every((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1)
    if (!objects || objects.length === 0 || !objects.every((object) => object < whole.size && isWritten(object))) return undefined
    const name = whole.text(whole.b[at] as number)
    return objects.flatMap((object) => values.property(object, name))
  }

  /** All that the call that was entered last hands over for `...values`, undefined where a list is not that, or not told there. */
  private further(list: number): number[] | undefined {
    const { whole, values } = this.linked
    const last = this.entered.at(-1)
    const [param, ...others] = values.definitions(list)
    if (!last || param === undefined || others.length > 0 || param >= whole.size) return undefined
    if (whole.kind[param] !== Kind.Param || whole.a[param] !== last.fn || whole.c[param] !== 1) return undefined
    const args = [...whole.args(last.call)]
    return args.some((argument) => whole.kind[argument] === Kind.Spread) ? undefined : args.slice(whole.b[param] as number)
  }
}
