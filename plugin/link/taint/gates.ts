/**
 * Conditions that a value of a way decides by what it says, and that the way is behind: `if (!(await findBoard(id))) return`,
 * `if (link.room !== room) refuse()`, `const file = inside(root, name); if (!file) return`. What they let through is for their own code
 * to say, and was not clear enough to call the way closed. In: the nodes of one way. Out: the condition; undefined where there is none.
 */
import { ChoiceKind, Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { AT_LEAST, GREATER, isEqual, isUnequal, LESS, NOT } from '../operators'
import { knownInside } from '../regions'
import { pathsOfCall } from '../usages/modelled'
import { ASKS_SORT } from './asked-functions'
import type { Assurances } from './assurances'
import type { Conditions } from './conditions'

const MOST_HOPS = 6
const MOST_REGIONS = 40
/** Objects in objects. */
const MOST_DEPTH = 3

/** Calls that make another form of a value, or look whether a file is there: what they give says nothing of whether it may go on. */
const SAYS_NOTHING = /^(?:isset|exists(?:Sync)?|l?stat(?:Sync)?|access(?:Sync)?|Boolean|String|Number|parse(?:Int|Float)|trim|to[A-Z]\w*)$/

/** What says how much was found. */
const COUNT = /^(?:length|rowCount|rowsCount|size|count|total)$/
const SELECTS = /^\s*(?:select\b[\s\S]*\bfrom\b|with\b[\s\S]*\bselect\b)/i

/** Harm that a name does which every object has something under: `constructor`. */
const BY_NAME = new Set(['property', 'method', 'merge'])

/** A value on its way to where it does harm of a kind. */
interface Sent {
  value: number
  harm: string
}

export class Gates {
  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly assurances: Assurances,
  ) {}

  /**
   * @param steps nodes from the source to where it lands, both included
   * @param harm kind of sink that the way ends at
   */
  before(steps: readonly number[], harm: string): number | undefined {
    const { whole } = this.linked
    const asks = (region: number, value: number) => this.inside(region, value, harm)
    for (let index = 0; index + 1 < steps.length; index++) {
      const [value, next] = [steps[index] as number, steps[index + 1] as number]
      if (value >= whole.size || next >= whole.size) continue
      for (const use of this.usesOf(value, next)) {
        const gate = asks(whole.region[use] as number, value) ?? this.assurances.askedInside(use, value, asks)
        if (gate !== undefined) return gate
      }
      // What is made of it may have been put together before something threw for it.
      const late = this.assurances.askedInside(steps.at(-1) as number, value, asks)
      if (late !== undefined) return late
      const gate = this.atReturns(value, next, harm)
      if (gate !== undefined) return gate
    }
    return undefined
  }

  /** `if (!check(text).valid) throw …; return text`: what stands in front of every return by which a value gets to the call. */
  private atReturns(value: number, call: number, harm: string): number | undefined {
    const { whole, solver } = this.linked
    const fn = whole.functionOf(value)
    const of = whole.functions[fn]
    if (of === undefined || fn === whole.functionOf(call) || !solver.callees.get(call)?.has(fn)) return undefined
    const gates = of.returns.flatMap((answer, index) => (answer === value ? [this.inside(of.returnRegions[index] ?? -1, value, harm)] : []))
    return gates.every((gate) => gate !== undefined) ? gates[0] : undefined
  }

  /** Where a value is used on its way to the next node: that node itself, or the calls that hand it to a function as a parameter. */
  private usesOf(value: number, next: number): readonly number[] {
    const { whole, solver } = this.linked
    if (whole.kind[next] !== Kind.Param) return [next]
    const calls: number[] = []
    for (const call of solver.callers.get(whole.a[next] as number) ?? [])
      if (call < whole.size && whole.functionOf(call) === whole.functionOf(value) && whole.args(call).includes(value)) calls.push(call)
    return calls
  }

  private inside(region: number, value: number, harm: string): number | undefined {
    for (const { condition, holds } of knownInside(this.linked.whole, region, MOST_REGIONS))
      if (this.asks(condition, holds, { value, harm }, 0)) return condition
    return undefined
  }

  /** Whether a condition holds, or does not, because of what a value says. */
  private asks(condition: number, holds: boolean, of: Sent, hops: number): boolean {
    const { whole } = this.linked
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return false
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT && this.asks(inner, !holds, of, hops + 1)
      case Kind.Refine:
      case Kind.Await:
        return this.asks(inner, holds, of, hops + 1)
      case Kind.Load:
        // `answer.ok` of what was asked; a member of the value itself is another value.
        return !this.conditions.isSame(inner, of.value) && this.asks(inner, holds, of, hops + 1)
      case Kind.Cell:
        return whole.items(inner).length === 1 && this.asks(whole.items(inner)[0] as number, holds, of, hops + 1)
      case Kind.Choice: {
        // Either of two may be what let it through.
        const isOpen = whole.c[condition] === ChoiceKind.And ? !holds : whole.c[condition] !== ChoiceKind.Or || holds
        const items = [...whole.items(inner)]
        return isOpen ? items.every((item) => this.asks(item, holds, of, hops + 1)) : items.some((item) => this.asks(item, holds, of, hops + 1))
      }
      case Kind.LoadDynamic:
        // `if (!apps[name]) throw`: what the program keeps has something under that name.
        return holds && !BY_NAME.has(of.harm) && this.conditions.isSame(whole.b[condition] as number, of.value) && this.isKept(inner, of.value)
      case Kind.Binary:
        return this.compares(condition, holds, of) || this.counts(condition, holds, of, hops)
      case Kind.Call:
        return this.isAsked(condition, holds, of)
      default:
        return false
    }
  }

  /** Nothing that came with the request, nor what was made of the value. */
  private isKept(object: number, value: number): boolean {
    const { models } = this.linked
    const isSent = (path: number): boolean =>
      path >= 0 && (models.requests.has(path) || models.flows.sources.has(path) || isSent(models.paths.node(path).parent))
    return !this.conditions.isMadeOf(object, value) && !apiPathsOf(this.linked, object).some(isSent)
  }

  /** It equals something that the program looked up. */
  private compares(condition: number, holds: boolean, { value, harm }: Sent): boolean {
    const { whole } = this.linked
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    if (!(isEqual(operator) ? holds : isUnequal(operator) && !holds)) return false
    const isLookedUp = (node: number): boolean => {
      let at = node
      for (let hops = 0; at >= 0 && at < whole.size && hops < MOST_HOPS; hops++) {
        const kind = whole.kind[at] as Kind
        if (kind === Kind.Call) return this.linked.solver.callees.has(at) || this.isLookup(at, harm)
        if (kind !== Kind.Load && kind !== Kind.Refine && kind !== Kind.Await) return false
        at = whole.a[at] as number
      }
      return false
    }
    return (this.conditions.isSame(left, value) && isLookedUp(right)) || (this.conditions.isSame(right, value) && isLookedUp(left))
  }

  /** `if (rows.length === 0) return`: something was found. */
  private counts(condition: number, holds: boolean, of: Sent, hops: number): boolean {
    const { whole } = this.linked
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    if (whole.kind[left] !== Kind.Load || !COUNT.test(whole.text(whole.b[left] as number)) || whole.kind[right] !== Kind.Number) return false
    const number = Number(whole.text(whole.a[right] as number))
    const isSome =
      (number === 0 && (isEqual(operator) ? !holds : (isUnequal(operator) || operator === GREATER) && holds)) ||
      (number === 1 && (operator === LESS ? !holds : (operator === AT_LEAST || isEqual(operator)) && holds))
    return isSome && this.asks(whole.a[left] as number, true, of, hops + 1)
  }

  private isAsked(call: number, holds: boolean, { value, harm }: Sent): boolean {
    const { whole, solver } = this.linked
    const name = calledName(this.linked, call)
    if (ASKS_SORT.test(name) || SAYS_NOTHING.test(name)) return false
    const own = solver.callees.get(call)
    // `const file = inside(root, name); if (!file) return`: what a function answers that may answer nothing.
    if (call === this.conditions.madeAs(value)) return holds && own !== undefined && [...own].every((fn) => this.mayAnswerNothing(fn))
    if (this.conditions.isSame(receiverOf(this.linked, call), value)) return false
    if (!whole.args(call).some((argument) => this.holds(argument, value, 0))) return false
    // What it asks was understood, and is counted where data are followed.
    if (this.conditions.where(call, value, holds) !== 0) return false
    return own !== undefined && own.size > 0 ? [...own].every((fn) => this.mayRefuse(fn)) : holds && this.isLookup(call, harm)
  }

  /** Whether an argument is a value, or an object that is written out and has it in it: `{ where: { id } }`. */
  private holds(argument: number, value: number, depth: number): boolean {
    const { whole } = this.linked
    if (this.conditions.isSame(argument, value)) return true
    const made = this.conditions.madeAs(argument)
    if (depth > MOST_DEPTH || made < 0 || made >= whole.size) return false
    // Parameters of a statement stand in a list.
    if (whole.kind[made] === Kind.Array) return whole.items(whole.a[made] as number).some((item) => this.conditions.isSame(item, value))
    if (whole.kind[made] !== Kind.Object) return false
    return whole
      .items(whole.a[made] as number)
      .some((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && this.holds(whole.b[item] as number, value, depth + 1))
  }

  /** A question to a store. What does harm in one by the operators it holds is not turned away by another of the same kind. */
  private isLookup(call: number, harm: string): boolean {
    const { records, sinks } = this.linked.models.flows
    return (
      this.isSelection(call) ||
      pathsOfCall(this.linked, call).some(
        (path) => records.get(path)?.some(({ does }) => does === 'read') && !sinks.get(path)?.some(({ kind, inside }) => kind === harm && inside),
      )
    )
  }

  /** `client.query('SELECT … WHERE id = $1', [id])`, `database.prepare('SELECT … WHERE id = ?').get(id)`. */
  private isSelection(call: number): boolean {
    const { whole, values } = this.linked
    const isSelect = (at: number) =>
      whole
        .args(at)
        .slice(0, 1)
        .some((text) => values.texts(text).some(({ value }) => SELECTS.test(value)))
    if (isSelect(call)) return true
    const made = this.conditions.madeAs(receiverOf(this.linked, call))
    return made >= 0 && made < whole.size && whole.kind[made] === Kind.Call && isSelect(made)
  }

  private mayAnswerNothing(fn: number): boolean {
    const { whole } = this.linked
    const of = whole.functions[fn]
    if (!of) return false
    if (of.endRegion >= 0 && of.returns.length > 0) return true
    // What a loop carries on is one of its own alternatives, so each is looked at once.
    const answers = new Set<number>(of.returns)
    for (const answer of answers) {
      const at = this.conditions.madeAs(answer)
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Undefined || kind === Kind.Null || (kind === Kind.Boolean && whole.a[at] !== 1)) return true
      if (kind === Kind.Choice) for (const way of whole.items(whole.a[at] as number)) answers.add(way)
    }
    return false
  }

  /** Whether what a function answers depends on what it is asked. */
  private mayRefuse(fn: number): boolean {
    const { whole } = this.linked
    const of = whole.functions[fn]
    if (!of) return false
    return of.returns.length > 1 || of.endRegion >= 0 || of.returns.some((answer) => this.isUndecided(answer))
  }

  /** `return known.has(name)`, `return find(id)`: an answer that is not the same whatever is asked. */
  private isUndecided(answer: number): boolean {
    const { whole } = this.linked
    let at = answer
    for (let hops = 0; at >= 0 && at < whole.size && hops < MOST_HOPS && (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await); hops++)
      at = whole.a[at] as number
    const kind = whole.kind[at] as Kind
    return kind === Kind.Call || kind === Kind.Binary || kind === Kind.Choice || kind === Kind.Unary
  }
}
