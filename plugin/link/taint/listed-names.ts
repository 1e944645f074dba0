/**
 * Objects that are made of the listed fields of another one: `Object.fromEntries(Object.entries(sent).filter(([name]) => OPEN.has(name)))`,
 * `pick(sent, OPEN)`. In: a call and the function of a library that it is of. Out: whether all names of what it gives back are written out
 * in the program. What stands under them is no safer for it; which names there are is not the sender's choice.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { AT_LEAST, GREATER, IN, isEqual, isUnequal, NOT } from '../operators'
import type { Conditions } from './conditions'

const MOST_LINKS = 8
const MOST_HOPS = 5
/** Methods after which a list of pairs holds no pair that it did not hold before. */
const KEEPS_PAIRS = /^(?:filter|slice|sort|toSorted|reverse|toReversed)$/

export class ListedNames {
  private readonly known = new Map<number, boolean>()

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
  ) {}

  /** @param called as `ApiPaths.show` tells it */
  ofResult(call: number, called: string): boolean {
    const way = called === 'Object.fromEntries' ? 'pairs' : /(?:^|[./-])pick(?:\.default)?$/i.test(called) ? 'names' : undefined
    if (way === undefined && !/(?:^|[./-])pickby(?:\.default)?$/i.test(called)) return false
    let answer = this.known.get(call)
    if (answer === undefined) {
      const args = [...this.linked.whole.args(call)]
      if (way === 'pairs') answer = args[0] !== undefined && this.areFiltered(args[0])
      // Ramda is told the names first.
      else if (way === 'names') answer = args.length > 1 && (args.slice(1).every((list) => this.isWritten(list)) || this.isWritten(args[0] as number))
      else answer = args.some((argument) => this.letsThrough(argument, 1, (node, fn) => this.isParam(node, fn, 1)))
      this.known.set(call, answer)
    }
    return answer
  }

  private areFiltered(pairs: number): boolean {
    const { whole } = this.linked
    let at = this.conditions.madeAs(pairs)
    for (let links = 0; links < MOST_LINKS && at >= 0 && at < whole.size && whole.kind[at] === Kind.Call; links++) {
      const name = calledName(this.linked, at)
      if (!KEEPS_PAIRS.test(name)) return false
      const [asks] = whole.args(at)
      if (name === 'filter' && asks !== undefined && this.letsThrough(asks, 0, (node, fn) => this.isFirstOf(node, fn))) return true
      at = this.conditions.madeAs(receiverOf(this.linked, at))
    }
    return false
  }

  private isParam(node: number, fn: number, position: number): boolean {
    const param = this.linked.whole.functions[fn]?.params[position]
    return param !== undefined && this.conditions.isSame(node, param)
  }

  /** `([name]) => …`, `(pair) => … pair[0]`. */
  private isFirstOf(node: number, fn: number): boolean {
    const { whole } = this.linked
    const at = this.conditions.madeAs(node)
    if (at < 0 || at >= whole.size) return false
    if (whole.kind[at] === Kind.Load) return whole.text(whole.b[at] as number) === '0' && this.isParam(whole.a[at] as number, fn, 0)
    if (whole.kind[at] !== Kind.LoadDynamic) return false
    const place = whole.b[at] as number
    return whole.kind[place] === Kind.Number && whole.text(whole.a[place] as number) === '0' && this.isParam(whole.a[at] as number, fn, 0)
  }

  /** Whether a function says yes of names alone that are written out. */
  private letsThrough(callback: number, hops: number, isName: (node: number, fn: number) => boolean): boolean {
    const { solver } = this.linked
    const labels = solver.of(callback)
    if (labels.length === 0 || hops > MOST_HOPS) return false
    return labels.every((label) => {
      if (solver.labels.kind[label] !== LabelKind.Function) return false
      const fn = solver.labels.data[label] as number
      return this.saysYesOf(fn, hops, (node) => isName(node, fn))
    })
  }

  private saysYesOf(fn: number, hops: number, isName: (node: number) => boolean): boolean {
    const of = this.linked.whole.functions[fn]
    if (!of || of.returns.length === 0) return false
    return of.returns.every((answer, index) => this.isListed(answer, hops, isName) || this.isAskedAround(of.returnRegions[index] ?? -1, hops, isName))
  }

  /** `if (OPEN.has(name)) return true` */
  private isAskedAround(within: number, hops: number, isName: (node: number) => boolean): boolean {
    const { regions } = this.linked.whole
    for (let region = within, count = 0; region >= 0 && count < MOST_LINKS; region = regions[region * 4 + 1] as number, count++) {
      const [kind, condition] = [regions[region * 4] as RegionKind, regions[region * 4 + 2] as number]
      if (kind === RegionKind.True && this.isListed(condition, hops, isName)) return true
      if (kind === RegionKind.False && this.isUnlisted(condition, hops, isName)) return true
    }
    return false
  }

  private isUnlisted(condition: number, hops: number, isName: (node: number) => boolean): boolean {
    const { whole } = this.linked
    if (condition < 0 || whole.kind[condition] !== Kind.Unary || whole.c[condition] !== NOT) return false
    return this.isListed(whole.a[condition] as number, hops, isName)
  }

  private isListed(answer: number, hops: number, isName: (node: number) => boolean): boolean {
    const { whole, solver } = this.linked
    if (hops > MOST_HOPS || answer < 0 || answer >= whole.size) return false
    const [a, b, c] = [whole.a[answer] as number, whole.b[answer] as number, whole.c[answer] as number]
    switch (whole.kind[answer] as Kind) {
      case Kind.Boolean:
        return a === 0
      case Kind.Null:
      case Kind.Undefined:
        return true
      case Kind.Refine:
        return this.isListed(a, hops + 1, isName)
      case Kind.Choice: {
        const items = [...whole.items(a)]
        const one = (item: number) => this.isListed(item, hops + 1, isName)
        return c === ChoiceKind.And ? items.some(one) : items.every(one)
      }
      case Kind.LoadDynamic:
        return isName(b) && this.conditions.tables.isTable(a)
      case Kind.Binary:
        if (c === IN) return isName(a) && this.conditions.tables.isTable(b)
        if (isEqual(c)) return (isName(a) && this.conditions.isFixed(b)) || (isName(b) && this.conditions.isFixed(a))
        // `OPEN.indexOf(name) !== -1`
        return (isUnequal(c) || c === GREATER || c === AT_LEAST) && whole.kind[a] === Kind.Call && this.isIn(a, /^indexOf$/, isName)
      case Kind.Call: {
        const functions = solver.callees.get(answer)
        if (functions === undefined || functions.size === 0)
          return this.isIn(answer, /^(?:includes|has|contains)$/, isName) || this.isOwn(answer, isName)
        const position = [...whole.args(answer)].findIndex(isName)
        return position >= 0 && [...functions].every((fn) => this.saysYesOf(fn, hops + 1, (node) => this.isParam(node, fn, position)))
      }
      default:
        return false
    }
  }

  private isIn(call: number, methods: RegExp, isName: (node: number) => boolean): boolean {
    const [name] = this.linked.whole.args(call)
    return name !== undefined && methods.test(calledName(this.linked, call)) && isName(name) && this.isWritten(receiverOf(this.linked, call))
  }

  /** `Object.hasOwn(TABLE, name)`, `TABLE.hasOwnProperty(name)` */
  private isOwn(call: number, isName: (node: number) => boolean): boolean {
    const [first, second] = this.linked.whole.args(call)
    const method = calledName(this.linked, call)
    if (method === 'hasOwn') return first !== undefined && second !== undefined && isName(second) && this.conditions.tables.isTable(first)
    return method === 'hasOwnProperty' && first !== undefined && isName(first) && this.conditions.tables.isTable(receiverOf(this.linked, call))
  }

  /** A name, or a list or set of names, that is written out. */
  private isWritten(node: number, hops = 0): boolean {
    const { solver, values } = this.linked
    if (node < 0 || hops > MOST_HOPS) return false
    if (this.conditions.isFixed(node)) return true
    const sets = values.definitions(node)
    if (sets.length > 0 && sets.every((made) => this.isSet(made, hops))) return true
    const labels = solver.of(node)
    return labels.length > 0 && labels.every((label) => this.isList(label, hops))
  }

  /** `new Set(['name', 'colour'])` */
  private isSet(made: number, hops: number): boolean {
    const { whole } = this.linked
    if (made < 0 || made >= whole.size || whole.kind[made] !== Kind.New || calledName(this.linked, made) !== 'Set') return false
    const [list] = whole.args(made)
    return list !== undefined && this.isWritten(list, hops + 1)
  }

  private isList(label: number, hops: number): boolean {
    const { whole, solver } = this.linked
    const made = solver.labels.data[label] as number
    if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[made] !== Kind.Array) return false
    return [...whole.items(whole.a[made] as number)].every((item) =>
      whole.kind[item] === Kind.Spread ? this.isWritten(whole.a[item] as number, hops + 1) : this.conditions.isFixed(item),
    )
  }
}
