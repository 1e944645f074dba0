/**
 * Whether two nodes are one value, as far as the code that is written tells. In: nodes. Out: whether they are the same, one is made of the
 * other, or what is written there is fixed; past tests, names, loops and calls that leave a text the text it was.
 */
import { ChoiceKind, FunctionFlag, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'

const MOST_DEPTH = 24
/** Helpers for normal forms that stand in one another. */
const MOST_FORMS = 4
/** What gives a path back that leads to the same place. */
const KEEPS_PLACE = /^(?:resolve|normalize|realpath(?:Sync)?)$/
/** Parts of one text that are told apart. */
const MOST_PARTS = 60

/** What may be another value by a further name. */
const STANDS_FOR_ANOTHER = new Set<Kind>([Kind.Refine, Kind.Await, Kind.Cell, Kind.Choice, Kind.Call, Kind.Load])

const plains = new WeakMap<Linked['whole'], Int32Array>()
/** What has not been looked for yet; beside the nodes and -1. */
const UNKNOWN = -2

/** By node: the node that it is, past tests and names; the code says so alone, so that all who ask share it. */
function plainsOf({ whole }: Linked): Int32Array {
  let found = plains.get(whole)
  if (!found) {
    found = new Int32Array(whole.size).fill(UNKNOWN)
    plains.set(whole, found)
  }
  return found
}

/** A text that is written there, or the node of what else a text is put together of. */
type Part = string | number

export class SameValues {
  private depth = 0
  private readonly plains: Int32Array

  constructor(private readonly linked: Linked) {
    this.plains = plainsOf(linked)
  }

  /** Whether two nodes are one value, tested or read again meanwhile. */
  isSame(one: number, other: number): boolean {
    const [a, b] = [this.plain(one), this.plain(other)]
    if (a === b) return true
    // Values of loops lead back to themselves.
    if (this.depth > MOST_DEPTH) return false
    this.depth++
    const same = this.isEqual(a, b)
    this.depth--
    return same
  }

  private isEqual(a: number, b: number): boolean {
    const { whole } = this.linked
    if (a < 0 || b < 0) return false
    if (this.isPutTogether(a) && this.isPutTogether(b)) return this.isSameText(a, b)
    if (whole.kind[a] !== whole.kind[b]) return false
    if (whole.kind[a] === Kind.Load) return whole.b[a] === whole.b[b] && this.isSame(whole.a[a] as number, whole.a[b] as number)
    if (whole.kind[a] === Kind.Global) return whole.a[a] === whole.a[b]
    // Asked twice in the same words: `x.split('.').pop()`.
    if (whole.kind[a] === Kind.Call && calledName(this.linked, a) === calledName(this.linked, b)) {
      const [one, other] = [receiverOf(this.linked, a), receiverOf(this.linked, b)]
      const [left, right] = [whole.args(a), whole.args(b)]
      return (
        one >= 0 &&
        other >= 0 &&
        left.length === right.length &&
        this.isSame(one, other) &&
        [...left].every((argument, index) => this.isAlike(argument, right[index] as number))
      )
    }
    return false
  }

  /** `/${page}`, `'/' + page` */
  isPutTogether(node: number): boolean {
    const { kind, c } = this.linked.whole
    return kind[node] === Kind.Template || (kind[node] === Kind.Binary && c[node] === PLUS)
  }

  /** Put together twice of the same parts, in one form or another: `/${page}` and `'/' + page`. */
  private isSameText(a: number, b: number): boolean {
    const [one, other] = [this.partsOf(a), this.partsOf(b)]
    return (
      one.length > 1 &&
      one.length === other.length &&
      one.every((part, index) => {
        const same = other[index] as Part
        return typeof part === 'string' || typeof same === 'string' ? part === same : this.isAlike(part, same)
      })
    )
  }

  /** What a text is put together of, in order: texts that are written there, and nodes. */
  private partsOf(node: number): Part[] {
    const { whole } = this.linked
    const parts: Part[] = []
    const stack = [node]
    for (let count = 0; stack.length > 0; count++) {
      const at = stack.pop() as number
      const text = whole.kind[at] === Kind.String ? whole.text(whole.a[at] as number) : undefined
      const last = parts.at(-1)
      if (text !== undefined && typeof last === 'string') parts[parts.length - 1] = last + text
      else if (text !== undefined) {
        if (text !== '') parts.push(text)
      } else if (!this.isPutTogether(at) || count > MOST_PARTS) parts.push(at)
      else if (whole.kind[at] === Kind.Template) stack.push(...[...whole.items(whole.a[at] as number)].reverse())
      else stack.push(whole.b[at] as number, whole.a[at] as number)
    }
    return parts
  }

  private isAlike(one: number, other: number): boolean {
    const { whole } = this.linked
    if (this.isSame(one, other)) return true
    const kind = whole.kind[one] as Kind
    if (kind !== whole.kind[other]) return false
    if (kind === Kind.Unary) return whole.c[one] === whole.c[other] && this.isAlike(whole.a[one] as number, whole.a[other] as number)
    return (kind === Kind.String || kind === Kind.Number || kind === Kind.Boolean || kind === Kind.Regex) && whole.a[one] === whole.a[other]
  }

  /** The node that a value is, past tests of it and names for it. */
  plain(node: number): number {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || !STANDS_FOR_ANOTHER.has(whole.kind[node] as Kind)) return node
    let known = this.plains[node] as number
    if (known === UNKNOWN) {
      known = this.findPlain(node)
      this.plains[node] = known
    }
    return known
  }

  private findPlain(node: number): number {
    const { whole } = this.linked
    let at = node
    for (let hops = 0; at >= 0 && at < whole.size && hops < 20; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
      else if (kind === Kind.Cell || (kind === Kind.Choice && whole.c[at] === ChoiceKind.Loop)) {
        // A variable that a loop might have changed, and did not; or one that a closure sees, declared without a value and set once.
        const items = whole.items(whole.a[at] as number)
        const [only, ...others] = items.length === 1 ? items : items.filter((item) => whole.kind[item] !== Kind.Undefined)
        if (only === undefined || others.length > 0) return at
        at = only
      } else if (kind === Kind.Choice && whole.c[at] === ChoiceKind.Join) {
        // Tested in several ways, and nothing else.
        const items = whole.items(whole.a[at] as number)
        const value = this.untested(items[0] as number)
        if (items.some((item) => this.untested(item) !== value)) return at
        at = value
      } else if (kind === Kind.Load && whole.text(whole.b[at] as number) === 'href' && this.isFileAddress(whole.a[at] as number)) {
        at = whole.a[at] as number
      } else if (this.isFileAddress(at)) {
        const [path] = whole.args(at)
        if (path === undefined) return at
        at = path
      } else if (kind === Kind.Call && /^(?:trim|toString|toLowerCase|toUpperCase|valueOf|String)$/.test(calledName(this.linked, at))) {
        const of = receiverOf(this.linked, at)
        const next = of >= 0 ? of : whole.args(at)[0]
        if (next === undefined) return at
        at = next
      } else return at
    }
    return at
  }

  /** `pathToFileURL(path)`: the same path, as an address. */
  private isFileAddress(node: number): boolean {
    const { whole } = this.linked
    return node >= 0 && node < whole.size && whole.kind[node] === Kind.Call && calledName(this.linked, node) === 'pathToFileURL'
  }

  /** What was tested, of a value that comes out of tests alone. */
  untested(node: number): number {
    const { whole } = this.linked
    let at = node
    for (let hops = 0; hops < MOST_DEPTH && at >= 0 && at < whole.size && whole.kind[at] === Kind.Refine; hops++) at = whole.a[at] as number
    return at
  }

  /** The value itself, or a path made of it: `path.resolve(root, value)`, `path.relative(root, value)`, `value.split('/')`. */
  isDerived(node: number, value: number, hops = 0): boolean {
    if (this.isSame(node, value)) return true
    const { whole } = this.linked
    const at = this.plain(node)
    if (hops > 4 || at < 0 || at >= whole.size) return false
    if (whole.kind[at] === Kind.Call) {
      const receiver = receiverOf(this.linked, at)
      return [receiver, ...whole.args(at)].some((part) => part >= 0 && this.isDerived(part, value, hops + 1))
    }
    // A test of what the value is made of says as much of the value when the value is its normal form.
    return this.isNormalFormOf(value, at, hops)
  }

  private isNormalFormOf(value: number, part: number, hops: number): boolean {
    const { whole } = this.linked
    const at = this.plain(value)
    if (hops > 3 || at < 0 || at >= whole.size || whole.kind[at] !== Kind.Call) return false
    if (!/^(?:join|resolve|normalize)$/.test(calledName(this.linked, at))) return false
    return whole.args(at).some((argument) => this.isSame(argument, part))
  }

  /** Whether a text is a part that a path in its normal form is made of. */
  isPutInto(text: number, path: number): boolean {
    return !this.isSame(text, path) && this.isNormalFormOf(path, text, 0)
  }

  /** What leads where a path does, in another form: `path.resolve(file)`, or a helper of the program that does no more than that. */
  isNormalForm(node: number, path: number, hops = 0): boolean {
    const { whole, solver } = this.linked
    const at = this.plain(node)
    if (at < 0 || at >= whole.size || hops > MOST_FORMS || whole.kind[at] !== Kind.Call) return false
    const args = whole.args(at)
    const isOf = (part: number) => this.isSame(part, path) || this.isNormalForm(part, path, hops + 1)
    const functions = solver.callees.get(at)
    if (functions !== undefined && functions.size > 0)
      return args.some((argument, position) => isOf(argument) && [...functions].every((fn) => this.givesNormalForm(fn, position, hops)))
    const name = calledName(this.linked, at)
    if (KEEPS_PLACE.test(name)) return args.length === 1 && isOf(args[0] as number)
    // `p.replace(/\/+/g, '/')`
    const [pattern, by] = args
    if (!/^replace(?:All)?$/.test(name) || pattern === undefined || by === undefined) return false
    return this.takesNoNames(pattern) && /^[/\\]?$/.test(this.textOf(by) ?? '.') && isOf(receiverOf(this.linked, at))
  }

  private givesNormalForm(fn: number, position: number, hops: number): boolean {
    const { whole } = this.linked
    const of = whole.functions[fn]
    const param = of?.params[position]
    if (of === undefined || param === undefined || ((of.fact.flags ?? 0) & FunctionFlag.Generator) !== 0) return false
    // What a loop hands on is one of its own ways.
    const seen = new Set<number>()
    const isForm = (answer: number): boolean => {
      const at = this.plain(answer)
      if (at < 0 || at >= whole.size) return false
      if (seen.has(at)) return true
      seen.add(at)
      const kind = whole.kind[at] as Kind
      // No path at all is none that leads elsewhere.
      if (kind === Kind.Null || kind === Kind.Undefined || kind === Kind.Boolean) return true
      if (kind === Kind.Choice) return hops <= MOST_FORMS && whole.items(whole.a[at] as number).every(isForm)
      return this.isSame(at, param) || this.isNormalForm(at, param, hops + 1)
    }
    return of.returns.length > 0 && of.returns.every(isForm)
  }

  /** An expression for separators, quotes and space: without those a name is the name it was. */
  private takesNoNames(pattern: number): boolean {
    const { whole } = this.linked
    return whole.kind[pattern] === Kind.Regex && !/[.\w]|\[\^/.test(whole.text(whole.a[pattern] as number).replace(/\\s|[gimsuvy]*$/g, ''))
  }

  /** A path in its normal form, from the root. */
  isResolved(node: number): boolean {
    const at = this.plain(node)
    return at >= 0 && at < this.linked.whole.size && this.linked.whole.kind[at] === Kind.Call && calledName(this.linked, at) === 'resolve'
  }

  isMadeOf(node: number, value: number): boolean {
    const { whole } = this.linked
    const stack = [node]
    for (let count = 0; stack.length > 0 && count < 60; count++) {
      const at = stack.pop() as number
      if (at < 0 || at >= whole.size) continue
      if (this.isSame(at, value)) return true
      stack.push(...whole.madeOf(at))
    }
    return false
  }

  /** Written out in the code: a literal, a name for one, a member of an enumeration. */
  isFixed(node: number, hops: number): boolean {
    const { whole, solver } = this.linked
    const at = this.plain(node)
    if (hops > 4 || at < 0 || at >= whole.size) return false
    switch (whole.kind[at] as Kind) {
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Null:
      case Kind.Undefined:
        return true
      case Kind.Choice:
        return whole.items(whole.a[at] as number).every((item) => this.isFixed(item, hops + 1))
      default: {
        const labels = solver.of(at)
        return labels.length > 0 && labels.every((label) => solver.labels.kind[label] === LabelKind.Value)
      }
    }
  }

  textOf(node: number): string | undefined {
    const { whole, solver } = this.linked
    const at = this.plain(node)
    if (at < 0 || at >= whole.size) return undefined
    if (whole.kind[at] === Kind.String) return whole.text(whole.a[at] as number)
    const texts = solver.of(at).filter((label) => solver.labels.kind[label] === LabelKind.Value)
    const [only] = texts
    if (texts.length !== 1 || only === undefined || solver.of(at).length !== 1) return undefined
    const data = solver.labels.data[only] as number
    return whole.kind[data] === Kind.String ? whole.text(whole.a[data] as number) : undefined
  }

  numberOf(node: number, hops = 0): number | undefined {
    const { whole } = this.linked
    const at = this.plain(node)
    if (at < 0 || hops > MOST_DEPTH) return undefined
    if (whole.kind[at] === Kind.Number) return Number(whole.text(whole.a[at] as number))
    if (whole.kind[at] === Kind.Unary) {
      const inner = this.numberOf(whole.a[at] as number, hops + 1)
      return inner === undefined ? undefined : -inner
    }
    return undefined
  }

  booleanOf(node: number): boolean | undefined {
    const { whole } = this.linked
    const at = this.plain(node)
    if (at < 0 || at >= whole.size) return undefined
    switch (whole.kind[at] as Kind) {
      case Kind.Boolean:
        return whole.a[at] === 1
      case Kind.Null:
      case Kind.Undefined:
        return false
      default:
        return undefined
    }
  }
}
