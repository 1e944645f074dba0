/**
 * What a guard does in front of a handler that is marked in some way: of `if (scope >= Scope.album) …` the part that runs. In: the
 * calls that look marks up, and what the handler is marked with. Out: whether a condition holds, and what a variable may be there.
 */
import { ChoiceKind, Kind } from '../../graph'
import { metadataRead } from '../decorated/metadata'
import type { Linked } from '../linked'
import { AT_LEAST, AT_MOST, GREATER, isEqual, isUnequal, LESS, NOT } from '../operators'
import { knownInside } from '../regions'
import type { Asking } from '../routes/index'

const DEEPEST = 8
const ORDERED: ReadonlyMap<number, (one: number, other: number) => boolean> = new Map([
  [LESS, (one: number, other: number) => one < other],
  [GREATER, (one: number, other: number) => one > other],
  [AT_MOST, (one: number, other: number) => one <= other],
  [AT_LEAST, (one: number, other: number) => one >= other],
])

export class Marks {
  private constructor(
    private readonly linked: Linked,
    /** By call, the text that it looks up. */
    private readonly read: ReadonlyMap<number, string>,
  ) {}

  /** Undefined for a guard that looks no mark up of which it is known what it says here. */
  static of(linked: Linked, { fn, marks }: Asking): Marks | undefined {
    const read = new Map<number, string>()
    for (const [call, key] of marks.size === 0 ? [] : metadataRead(linked, fn)) {
      const [text, ...others] = marks.get(key) ?? []
      if (text !== undefined && others.length === 0) read.set(call, text)
    }
    return read.size === 0 ? undefined : new Marks(linked, read)
  }

  /** The same for all handlers that are marked alike. */
  get key(): string {
    return [...this.read].map(([call, text]) => `${call}=${text}`).join(' ')
  }

  /** Undefined where marks do not decide it. */
  holds(condition: number, depth = 0): boolean | undefined {
    const { whole } = this.linked
    if (condition < 0 || condition >= whole.size || depth > DEEPEST) return undefined
    const [a, b, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    switch (whole.kind[condition] as Kind) {
      case Kind.Refine:
        return this.holds(a, depth + 1)
      case Kind.Unary: {
        const inner = operator === NOT ? this.holds(a, depth + 1) : undefined
        return inner === undefined ? undefined : !inner
      }
      case Kind.Choice: {
        if (operator !== ChoiceKind.And && operator !== ChoiceKind.Or) return undefined
        const items = [...whole.items(a)].map((item) => this.holds(item, depth + 1))
        const decisive = operator === ChoiceKind.Or
        if (items.includes(decisive)) return decisive
        return items.includes(undefined) ? undefined : !decisive
      }
      case Kind.Binary: {
        if (!this.isRead(a) && !this.isRead(b)) return undefined
        const [one, other] = [this.textOf(a), this.textOf(b)]
        if (one === undefined || other === undefined) return undefined
        if (isEqual(operator)) return one === other
        if (isUnequal(operator)) return one !== other
        const [first, second] = [Number(one), Number(other)]
        return Number.isNaN(first) || Number.isNaN(second) ? undefined : ORDERED.get(operator)?.(first, second)
      }
      default:
        return undefined
    }
  }

  /** Whether anything in a region can run. */
  runs(region: number): boolean {
    return knownInside(this.linked.whole, region).every(({ condition, holds }) => this.holds(condition) !== !holds)
  }

  /** Of the values that a variable may have where branches meet, those that it has here. */
  left(choice: number): readonly number[] {
    const { whole } = this.linked
    const items = [...whole.items(whole.a[choice] as number)]
    if (whole.c[choice] !== ChoiceKind.Join && whole.c[choice] !== ChoiceKind.Conditional) return items
    const running = items.filter((item) => this.runs(whole.region[item] as number))
    // What a branch that is taken puts into it is all that is left of what it was before.
    const put = running.findLast((item) => this.isTaken(whole.region[item] as number, whole.region[choice] as number))
    return put === undefined ? running : [put]
  }

  /** Whether a region inside another is run whenever that is: its outermost condition is known to hold, and what is asked further in turned the request away. */
  private isTaken(region: number, outer: number): boolean {
    const around = knownInside(this.linked.whole, outer).length
    const asked = knownInside(this.linked.whole, region)
    const inside = asked.slice(0, Math.max(asked.length - around, 0))
    const outermost = inside.at(-1)
    return outermost !== undefined && this.holds(outermost.condition) === outermost.holds && inside.slice(0, -1).every(({ holds }) => !holds)
  }

  private isRead(node: number): boolean {
    return this.callOf(node) !== undefined
  }

  private callOf(node: number): string | undefined {
    const { whole, values } = this.linked
    if (node < 0 || node >= whole.size) return undefined
    return this.read.get(node) ?? values.definitions(node).flatMap((made) => this.read.get(made) ?? [])[0]
  }

  private textOf(node: number): string | undefined {
    const { values } = this.linked
    const read = this.callOf(node)
    if (read !== undefined) return read
    const texts = [
      ...values
        .texts(node)
        .filter(({ exact }) => exact)
        .map(({ value }) => value),
      ...values.numbers(node).map(String),
    ]
    const [text, ...others] = new Set(texts)
    return others.length === 0 ? text : undefined
  }
}
