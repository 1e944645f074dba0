/**
 * What a test says of a value: which kinds of harm it rules out where it holds, or where it does not. Told from what the condition does,
 * never from its name. In: a condition, or a place that conditions stand around, and a value. Out: kinds of harm.
 *
 * What single conditions say stands in `conditions/`:
 *
 * ```
 * comparisons         one side equals another, or is less
 * asked-calls         a call that answers yes or no
 * predicates          functions of the program that do, and what their answers are made of
 * answers             which answers mean yes, by themselves or by a member
 * filled-variables    a variable that is filled where something was found
 * ruled-out           how these ask of one another
 *
 * compared-forms      what is read of a value before it is compared
 * numbers             what is a number, and what is read as one before it is compared
 * parts-of-texts      how a text begins and ends, and what is in it
 * parts-of-addresses  scheme, host and origin
 * sorts               text, number, object
 * expressions         regular expressions
 * tables              objects that have a name, or have not
 * handed-values       where a value stands among arguments
 * ```
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { GREATER, isEqual, isUnequal, NOT, TILDE } from '../operators'
import { knownInside, takenApart } from '../regions'
import { Answers } from './conditions/answers'
import { AskedCalls } from './conditions/asked-calls'
import { ComparedForms } from './conditions/compared-forms'
import { Comparisons } from './conditions/comparisons'
import { Expressions } from './conditions/expressions'
import { FilledVariables } from './conditions/filled-variables'
import { HandedValues } from './conditions/handed-values'
import { Numbers } from './conditions/numbers'
import { PartsOfTexts } from './conditions/parts-of-texts'
import { Predicates } from './conditions/predicates'
import type { RuledOut } from './conditions/ruled-out'
import { Sorts } from './conditions/sorts'
import { Tables } from './conditions/tables'
import { UnchangedTexts } from './conditions/unchanged-texts'
import { ALL, LITERAL, maskOf, NEEDS_TEXT, NUMBER, PROTOTYPE } from './kinds'
import { Patterns } from './patterns'
import { SameValues } from './same-values'

export type { Given } from './conditions/handed-values'

/** What is empty, or not there, does no harm and tells nothing. */
const NOTHING = LITERAL | maskOf(['disclosure', 'secret'])

const MOST_HOPS = 5
/** Conditions that are asked for the sake of one. */
const MOST_ASKED = 2000

export class Conditions implements RuledOut {
  private readonly cleared = new Map<number, number>()
  /** By region and value: many parts of a value are asked about in turn, by every way that they come. */
  private readonly ofRegions = new Map<number, number>()
  readonly patterns: Patterns
  readonly expressions: Expressions
  readonly tables: Tables
  readonly handed: HandedValues
  readonly answers: Answers
  readonly predicates: Predicates
  readonly variables: FilledVariables
  private readonly same: SameValues
  private readonly sorts: Sorts
  private readonly forms: ComparedForms
  readonly numbers: Numbers
  private readonly texts: PartsOfTexts
  private readonly comparisons: Comparisons
  private readonly calls: AskedCalls

  constructor(private readonly linked: Linked) {
    const same = new SameValues(linked)
    this.same = same
    this.patterns = new Patterns(linked)
    this.expressions = new Expressions(linked, same)
    this.tables = new Tables(linked, same)
    this.handed = new HandedValues(linked, same)
    this.answers = new Answers(linked, same)
    this.sorts = new Sorts(linked, same)
    this.forms = new ComparedForms(linked, same)
    this.numbers = new Numbers(linked, same)
    this.texts = new PartsOfTexts(linked, same)
    this.variables = new FilledVariables(linked, same, this)
    this.predicates = new Predicates(linked, same, this.handed, this.answers, this.tables, this)
    this.comparisons = new Comparisons(
      linked,
      same,
      this.sorts,
      this.forms,
      this.numbers,
      this.texts,
      this.predicates,
      new UnchangedTexts(linked, same, this.expressions),
      this,
    )
    this.calls = new AskedCalls(linked, same, this.patterns, this.numbers, this.texts, this.expressions, this.tables, this.predicates, this)
  }

  /** Conditions that were asked for the sake of the one that is being asked, and how many of them wait for an answer. */
  private asked = 0
  private depth = 0

  /** Kinds that a Refine node rules out. */
  ofRefine(node: number): number {
    const known = this.cleared.get(node)
    if (known !== undefined) return known
    const { whole } = this.linked
    this.cleared.set(node, 0)
    const mask = this.says(whole.b[node] as number, whole.c[node] === 1, whole.a[node] as number, 0)
    this.cleared.set(node, mask)
    return mask
  }

  /** Kinds that the conditions around a node rule out for a value: for tests of something made of it. */
  around(at: number, value: number): number {
    return this.inside(this.linked.whole.region[at] as number, value)
  }

  /** The same for whatever stands in a region. */
  inside(within: number, value: number): number {
    const { whole } = this.linked
    let mask = 0
    let isOpen = false
    for (let region = within, hops = 0; region >= 0 && hops < 40; region = whole.regions[region * 4 + 1] as number, hops++) {
      mask |= this.ofRegion(region, value)
      isOpen ||= this.leavesOpen(whole.regions[region * 4 + 2] as number, whole.regions[region * 4] === RegionKind.True)
    }
    return isOpen ? mask | this.decided(within, value) : mask
  }

  /** `a && b` that does not hold, `a || b` that does: which of them it is stays open. */
  private leavesOpen(condition: number, holds: boolean): boolean {
    const { whole } = this.linked
    return condition >= 0 && whole.kind[condition] === Kind.Choice && whole.c[condition] === (holds ? ChoiceKind.Or : ChoiceKind.And)
  }

  /** `if (!own && !isInside(path)) return`, and then `if (!own) remove(path)`: one condition says which part of another it was. */
  private decided(within: number, value: number): number {
    const { whole } = this.linked
    const around = knownInside(whole, within, 40)
    const known = around.flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    const isKnown = (item: number, outcome: boolean) =>
      takenApart(whole, item, outcome).every((part) =>
        known.some(({ condition, holds }) => holds === part.holds && this.same.isSame(condition, part.condition)),
      )
    let mask = 0
    for (const { condition, holds } of around) {
      if (!this.leavesOpen(condition, holds)) continue
      const parts = [...whole.items(whole.a[condition] as number)]
      const left = parts.filter((part) => !isKnown(part, !holds))
      if (left.length > 0 && left.length < parts.length) mask |= left.reduce((all, part) => all & this.says(part, holds, value, 1), ALL)
    }
    return mask
  }

  /** The same of the condition of one region alone. */
  ofRegion(region: number, value: number): number {
    const { regions } = this.linked.whole
    const kind = regions[region * 4] as RegionKind
    if (kind === RegionKind.Never) return ALL
    const condition = regions[region * 4 + 2] as number
    const holds = kind === RegionKind.True || kind === RegionKind.Case
    if (condition < 0 || (!holds && kind !== RegionKind.False)) return 0
    // Asked for the sake of another, it may say less: who asks already is not asked again.
    if (this.depth > 0 || this.predicates.areAsked) return this.says(condition, holds, value, 0)
    const key = value * regions.length + region
    let cleared = this.ofRegions.get(key)
    if (cleared === undefined) {
      cleared = this.says(condition, holds, value, 0)
      this.ofRegions.set(key, cleared)
    }
    return cleared
  }

  /** Kinds that a condition rules out for a value where it is known to hold, `assert(condition)`, or not to. */
  where(condition: number, value: number, holds = true): number {
    return this.says(condition, holds, value, 0)
  }

  /** `errors.length > 0`, `errors.length === 0` */
  private lengthSays(condition: number, holds: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    if (whole.kind[left] !== Kind.Load || whole.kind[right] !== Kind.Number || whole.text(whole.a[right] as number) !== '0') return 0
    if (operator === GREATER || isUnequal(operator)) return holds ? 0 : this.says(left, false, value, hops + 1)
    return isEqual(operator) && holds ? this.says(left, false, value, hops + 1) : 0
  }

  /** The same, asked for the sake of another. */
  says(condition: number, holds: boolean, value: number, hops: number): number {
    if (this.depth === 0) this.asked = 0
    // Conditions that are told by variables which hang on conditions: every further one doubles what there is to ask.
    if (hops > MOST_HOPS || condition < 0 || this.asked >= MOST_ASKED) return 0
    this.asked++
    this.depth++
    const cleared = this.find(condition, holds, value, hops)
    this.depth--
    return cleared
  }

  private find(condition: number, holds: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    if (this.same.isSame(condition, value)) return holds ? 0 : NOTHING
    // NaN means no.
    if (holds && this.numbers.isNumberOf(condition, value)) return NUMBER
    const a = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        if (whole.c[condition] === NOT) return this.says(a, !holds, value, hops + 1)
        // `~list.indexOf(x)`
        if (whole.c[condition] === TILDE) {
          const index = this.forms.indexOf(a)
          return index ? this.texts.contains(index.text, index.part, holds, value) : 0
        }
        return 0
      case Kind.Refine:
      case Kind.Await:
        return this.says(a, holds, value, hops + 1)
      case Kind.Cell: {
        const ways = whole.items(a)
        if (ways.length === 1) return this.says(ways[0] as number, holds, value, hops + 1)
        return holds ? this.variables.whereItWasPut(condition, value) : 0
      }
      case Kind.Choice: {
        // `a && b && c && …` is one test, however deep it is written.
        const isPart = (item: number) => whole.kind[item] === Kind.Choice && whole.c[item] === whole.c[condition]
        const masks = whole.items(a).map((item) => this.says(item, holds, value, isPart(item) ? hops : hops + 1))
        const and = whole.c[condition] === ChoiceKind.And
        const or = whole.c[condition] === ChoiceKind.Or
        if ((and && holds) || (or && !holds)) return masks.reduce((all, mask) => all | mask, 0)
        if (and || or) return masks.reduce((all, mask) => all & mask, ALL)
        const unset = this.variables.whereItWasNotSet(condition, holds, value, hops)
        return holds ? this.variables.whereItWasPut(condition, value) | unset : unset
      }
      case Kind.LoadDynamic:
        // `table[x]`, of a table that is written out.
        return holds && this.same.isSame(whole.b[condition] as number, value) && this.tables.isTable(a)
          ? LITERAL & ~maskOf(['property', 'method'])
          : 0
      case Kind.Load: {
        const flag = this.predicates.flagSays(condition, holds, value, hops)
        if (!holds && whole.text(whole.b[condition] as number) === 'length') return flag | this.variables.whereNothingWasAdded(condition, value, hops)
        if (!holds || flag !== 0) return flag
        return (this.sorts.isOfObjects(condition, value) ? NEEDS_TEXT : 0) | (this.sorts.isPutOn(condition, value) ? PROTOTYPE : 0)
      }
      case Kind.Binary:
        return this.comparisons.compares(condition, holds, value, hops) | this.lengthSays(condition, holds, value, hops)
      case Kind.Call:
        return this.calls.asks(condition, holds, value, hops)
      default:
        return 0
    }
  }

  // ── small questions ────────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether two nodes are one value, tested or read again meanwhile. */
  isSame(one: number, other: number): boolean {
    return this.same.isSame(one, other)
  }

  isMadeOf(node: number, value: number): boolean {
    return this.same.isMadeOf(node, value)
  }

  /** The node that a value is, past tests of it and names for it. */
  madeAs(node: number): number {
    return this.same.plain(node)
  }

  textOf(node: number): string | undefined {
    return this.same.textOf(node)
  }

  isFalse(node: number): boolean {
    return this.same.booleanOf(node) === false
  }

  /** Whether a value is written out in the code. */
  isFixed(node: number): boolean {
    return this.same.isFixed(node, 0)
  }

  /** A text that is made of others: `/${page}`. */
  isPutTogether(node: number): boolean {
    return this.same.isPutTogether(node)
  }
}
