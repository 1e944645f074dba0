/**
 * Variables that are empty at first and filled where something was found, or set where something is amiss. In: the variable, and a value
 * that was asked of where it was set. Out: what it may hold, and kinds of harm that the value cannot do wherever the variable holds
 * something, or does not.
 */
import { ChoiceKind, Kind, RegionKind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { truthOfWritten } from '../../truth'
import { ALL, isObject } from '../kinds'
import type { SameValues } from '../same-values'
import type { RuledOut } from './ruled-out'

/** Places where one variable is set. */
const MOST_WAYS = 40
/** Variables that are filled under conditions of others. */
const MOST_FILLING = 2

/** A condition, and how it turned out. */
interface Known {
  condition: number
  holds: boolean
}

export class FilledVariables {
  /** Variables that are being asked: where one is filled, another may be asked, and that one in turn. */
  private readonly filling = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
    private readonly ruledOut: RuledOut,
  ) {}

  /** `let found = null; for (…) { if (!name.endsWith(value)) continue; found = name } if (!found) return`: what held where the variable was filled. */
  whereItWasPut(variable: number, value: number): number {
    const ways = this.waysOf(variable)
    // A value that is filled in everywhere says nothing of how.
    if (!ways?.isOpen || ways.filled.length === 0 || this.filling.size >= MOST_FILLING || this.filling.has(variable)) return 0
    this.filling.add(variable)
    let all = ALL
    for (const way of ways.filled) {
      const cleared = this.ruledOut.around(way, value)
      // That it was an object says nothing of what is in it.
      all &= isObject(cleared) ? 0 : cleared
      if (all === 0) break
    }
    this.filling.delete(variable)
    return all
  }

  /**
   * `let ok = true; if (!isName(name)) ok = false; if (!ok) return`: what is known where a variable is not what it was set to, since then
   * it was not set.
   */
  whereItWasNotSet(variable: number, holds: boolean, value: number, hops: number): number {
    return this.whereUnset(variable, holds).reduce((known, each) => known | this.ruledOut.says(each.condition, each.holds, value, hops + 1), 0)
  }

  /** The same: what holds of conditions, the only value left among them. */
  private whereUnset(variable: number, holds: boolean): readonly Known[] {
    const { whole } = this.linked
    if (whole.kind[variable] !== Kind.Choice || whole.c[variable] !== ChoiceKind.Join) return []
    const ways = [...whole.items(whole.a[variable] as number)].map((way) => this.same.untested(way))
    const [open, ...others] = ways.filter((way) => (truthOfWritten(whole, way) ?? this.same.booleanOf(way)) !== !holds)
    if (open === undefined || others.length > 0) return []
    const notRun = ways.flatMap((way) => (way === open ? [] : this.whereNotRun(way, whole.region[variable] as number)))
    return [{ condition: open, holds }, ...notRun]
  }

  /** `const errors = []; if (!isName(name)) errors.push('name'); if (errors.length) return`: where a list is still as empty as it was made. */
  whereNothingWasAdded(length: number, value: number, hops: number): number {
    const { whole } = this.linked
    const list = this.same.plain(whole.a[length] as number)
    if (list < 0 || list >= whole.size || whole.kind[list] !== Kind.Array || whole.items(whole.a[list] as number).length > 0) return 0
    let known = 0
    for (const call of lookupOf(whole).inFunction(whole.functionOf(list)))
      if (
        whole.kind[call] === Kind.Call &&
        (whole.pos[call] as number) < (whole.pos[length] as number) &&
        calledName(this.linked, call) === 'push' &&
        this.same.isSame(receiverOf(this.linked, call), list)
      )
        for (const each of this.whereNotRun(call, whole.region[list] as number))
          known |= this.ruledOut.says(each.condition, each.holds, value, hops + 1)
    return known
  }

  /** What it says that a place did not run which nothing but one condition keeps from running. */
  whereNotRun(place: number, outer: number): readonly Known[] {
    const { regions, region } = this.linked.whole
    const inner = region[place] as number
    if (inner < 0 || regions[inner * 4 + 1] !== outer) return []
    const [kind, condition] = [regions[inner * 4] as RegionKind, regions[inner * 4 + 2] as number]
    return kind === RegionKind.True || kind === RegionKind.False ? [{ condition, holds: kind === RegionKind.False }] : []
  }

  /** What a variable may hold that is not empty, and whether it may be empty as well; undefined where that is not known. */
  waysOf(variable: number): { filled: number[]; isOpen: boolean } | undefined {
    const { whole } = this.linked
    const seen = new Set<number>()
    const filled: number[] = []
    let isOpen = false
    const stack = [variable]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (at < 0 || at >= whole.size || seen.size > MOST_WAYS) return undefined
      if (seen.has(at)) continue
      seen.add(at)
      const kind = whole.kind[at] as Kind
      const isWay = kind === Kind.Cell || (kind === Kind.Choice && (whole.c[at] === ChoiceKind.Join || whole.c[at] === ChoiceKind.Loop))
      if (isWay) stack.push(...whole.items(whole.a[at] as number))
      else if (kind === Kind.Refine) stack.push(whole.a[at] as number)
      else if (kind === Kind.Undefined || kind === Kind.Null || this.same.booleanOf(at) === false) isOpen = true
      else filled.push(at)
    }
    return { filled, isOpen }
  }
}
