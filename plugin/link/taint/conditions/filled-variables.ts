/**
 * Variables that are empty at first and filled where something was found. In: the variable, and a value that was asked of where it was
 * filled. Out: what it may hold, and kinds of harm that the value cannot do wherever the variable holds something.
 */
import { ChoiceKind, Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { ALL, isObject } from '../kinds'
import type { SameValues } from '../same-values'
import type { RuledOut } from './ruled-out'

/** Places where one variable is set. */
const MOST_WAYS = 40
/** Variables that are filled under conditions of others. */
const MOST_FILLING = 2

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
