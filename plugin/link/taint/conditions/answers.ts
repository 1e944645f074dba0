/**
 * Answers of functions that mean yes or no, by themselves or by a member: `{ valid: false }`. In: what a function answers with, or where a
 * member of that is read. Out: whether it is yes or no for certain, and what stands under the member's name.
 */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import type { SameValues } from '../same-values'

export class Answers {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** The call of a function of the program whose answer a member is read of, -1 where it is read of anything else. */
  flagged(load: number): number {
    const { whole, solver } = this.linked
    const answer = this.same.plain(whole.a[load] as number)
    if (answer < 0 || answer >= whole.size || whole.kind[answer] !== Kind.Call || whole.kind[whole.a[load] as number] === Kind.This) return -1
    return (solver.callees.get(answer)?.size ?? 0) > 0 ? answer : -1
  }

  /** Whether an answer, or a member of it, is yes or no for certain. */
  truthOf(answer: number, flag: string | undefined): boolean | undefined {
    if (flag === undefined) return this.same.booleanOf(answer)
    const members = this.memberOf(answer, flag)
    if (members === undefined) return undefined
    const [first, ...others] = members.length === 0 ? [false] : members.map((member) => this.same.booleanOf(member) ?? this.isMessage(member))
    return others.every((truth) => truth === first) ? first : undefined
  }

  /** What stands under a name in an answer that is written out, there or by a helper that makes it; undefined where that is not known. */
  memberOf(answer: number, name: string, hops = 0): number[] | undefined {
    const { whole, solver } = this.linked
    const made = this.same.plain(answer)
    if (made < 0 || made >= whole.size || hops > 2) return undefined
    if (whole.kind[made] === Kind.Object) {
      const items = [...whole.items(whole.a[made] as number)]
      if (items.some((item) => whole.kind[item] !== Kind.Property || whole.a[item] === -1)) return undefined
      const item = items.find((each) => whole.text(whole.a[each] as number) === name)
      return item === undefined ? [] : [whole.b[item] as number]
    }
    if (whole.kind[made] !== Kind.Call) return undefined
    const answers = [...(solver.callees.get(made) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [-1])
    if (answers.length === 0) return undefined
    const members = answers.map((each) => this.memberOf(each, name, hops + 1))
    return members.every((each) => each !== undefined) ? members.flat() : undefined
  }

  /** What says what is wrong is there: `{ error: 'no name' }`. */
  private isMessage(node: number): true | undefined {
    const { whole } = this.linked
    const made = this.same.plain(node)
    const kind = made >= 0 && made < whole.size ? (whole.kind[made] as Kind) : Kind.Unknown
    const isText = kind === Kind.String && whole.text(whole.a[made] as number) !== ''
    return isText || kind === Kind.Template || kind === Kind.New || kind === Kind.Object || kind === Kind.Array ? true : undefined
  }
}
